//! Unified diffs of byte texts that `git apply` and `patch -p1` accept, whatever the bytes are.
//!
//! Lines break at `\n` alone, as they do for those two programs: a `\r` is a byte of its line. The
//! last line may lack its `\n`; the patch then says `\ No newline at end of file`.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use similar::{Algorithm, DiffOp};

/// The difference between two versions of a file as a patch, empty when they are equal.
///
/// Names are paths relative to the folder where the patch is to be applied; the headers get the
/// prefixes `a/` and `b/`. A leading `/` or `./` is dropped. When the names are equal the patch
/// begins with a `diff --git` line, which tells both programs that the file is to be kept even if
/// it is or becomes empty.
///
/// `context` is the number of unchanged lines around each change: 3 is customary; with 0,
/// `git apply` wants `--unidiff-zero`; `usize::MAX` shows the whole file.
pub fn unified(
    old: &[u8],
    new: &[u8],
    old_name: impl AsRef<Path>,
    new_name: impl AsRef<Path>,
    context: usize,
) -> Vec<u8> {
    let diff = Diff::of_versions(old_name.as_ref(), new_name.as_ref());
    diff.render(old, new, context, &PLAIN)
}

/// [`unified`] with the terminal colours that git uses. For eyes only, not for `patch`.
pub fn unified_coloured(
    old: &[u8],
    new: &[u8],
    old_name: impl AsRef<Path>,
    new_name: impl AsRef<Path>,
    context: usize,
) -> Vec<u8> {
    let diff = Diff::of_versions(old_name.as_ref(), new_name.as_ref());
    diff.render(old, new, context, &COLOURED)
}

/// A patch that creates the file `name`.
pub fn new_file(new: &[u8], name: impl AsRef<Path>) -> Vec<u8> {
    Diff::of_new_file(name.as_ref()).render(b"", new, 0, &PLAIN)
}

/// [`new_file`] with the terminal colours that git uses.
pub fn new_file_coloured(new: &[u8], name: impl AsRef<Path>) -> Vec<u8> {
    Diff::of_new_file(name.as_ref()).render(b"", new, 0, &COLOURED)
}

/// How many lines a diff removes and adds: a line that is changed counts in both.
pub fn changed_lines(old: &[u8], new: &[u8]) -> (usize, usize) {
    let operations = compare(&lines(old), &lines(new));
    operations.iter().fold((0, 0), |(removed, added), op| {
        if matches!(op, DiffOp::Equal { .. }) {
            (removed, added)
        } else {
            (removed + op.old_range().len(), added + op.new_range().len())
        }
    })
}

/// What goes around the lines of each kind.
struct Palette {
    header: &'static str,
    hunk: &'static str,
    removed: &'static str,
    added: &'static str,
    end: &'static str,
}

const PLAIN: Palette = Palette { header: "", hunk: "", removed: "", added: "", end: "" };

const COLOURED: Palette = Palette {
    header: "\x1b[1m",
    hunk: "\x1b[36m",
    removed: "\x1b[31m",
    added: "\x1b[32m",
    end: "\x1b[m",
};

/// The lines above the hunks, which depend on the names alone.
struct Diff {
    headers: Vec<Vec<u8>>,
    /// Written even when there is no hunk: a file that comes into being empty.
    creates: bool,
}

impl Diff {
    fn of_versions(old_name: &Path, new_name: &Path) -> Self {
        let (old_name, new_name) = (name_bytes(old_name), name_bytes(new_name));
        let mut headers = Vec::new();
        if old_name == new_name {
            headers.push(git_header(&old_name));
        }
        headers.push([b"--- ", file_header("a/", &old_name).as_slice()].concat());
        headers.push([b"+++ ", file_header("b/", &new_name).as_slice()].concat());
        Diff { headers, creates: false }
    }

    fn of_new_file(name: &Path) -> Self {
        let name = name_bytes(name);
        Diff {
            headers: vec![
                git_header(&name),
                b"new file mode 100644".to_vec(),
                b"--- /dev/null".to_vec(),
                [b"+++ ", file_header("b/", &name).as_slice()].concat(),
            ],
            creates: true,
        }
    }

    fn render(&self, old: &[u8], new: &[u8], context: usize, palette: &Palette) -> Vec<u8> {
        let mut output = Output { bytes: Vec::new(), palette };
        if old == new {
            if self.creates {
                // git and patch want no `---` and `+++` when there are no hunks.
                for header in self.headers.iter().take(2) {
                    output.header(header);
                }
            }
            return output.bytes;
        }
        for header in &self.headers {
            output.header(header);
        }
        let (old, new) = (lines(old), lines(new));
        let context = context.min(old.len() + new.len());
        for hunk in similar::group_diff_ops(compare(&old, &new), context) {
            output.hunk(&hunk, &old, &new);
        }
        output.bytes
    }
}

struct Output<'a> {
    bytes: Vec<u8>,
    palette: &'a Palette,
}

impl Output<'_> {
    fn header(&mut self, text: &[u8]) {
        self.painted(self.palette.header, text, b"");
        self.bytes.push(b'\n');
    }

    fn hunk(&mut self, operations: &[DiffOp], old: &[&[u8]], new: &[&[u8]]) {
        let (Some(first), Some(last)) = (operations.first(), operations.last()) else {
            return;
        };
        let old_range = first.old_range().start..last.old_range().end;
        let new_range = first.new_range().start..last.new_range().end;
        let mut heading = Vec::new();
        write!(heading, "@@ -{} +{} @@", hunk_range(&old_range), hunk_range(&new_range))
            .expect("a vector takes every byte");
        self.painted(self.palette.hunk, &heading, b"");
        if let Some(section) = section_before(&old[..old_range.start]) {
            self.bytes.push(b' ');
            self.bytes.extend_from_slice(section);
        }
        self.bytes.push(b'\n');

        for operation in operations {
            if let DiffOp::Equal { .. } = operation {
                self.lines(b" ", "", &old[operation.old_range()]);
            } else {
                let Palette { removed, added, .. } = *self.palette;
                self.lines(b"-", removed, &old[operation.old_range()]);
                self.lines(b"+", added, &new[operation.new_range()]);
            }
        }
    }

    fn lines(&mut self, sign: &[u8], colour: &str, lines: &[&[u8]]) {
        for line in lines {
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            self.painted(colour, sign, text);
            self.bytes.push(b'\n');
            if text.len() == line.len() {
                self.bytes.extend_from_slice(b"\\ No newline at end of file\n");
            }
        }
    }

    /// The end of the colour stands before a final `\r`, so that terminals see `\r\n` whole.
    fn painted(&mut self, colour: &str, sign: &[u8], text: &[u8]) {
        let end = if colour.is_empty() { "" } else { self.palette.end };
        let visible = text.strip_suffix(b"\r").unwrap_or(text);
        self.bytes.extend_from_slice(colour.as_bytes());
        self.bytes.extend_from_slice(sign);
        self.bytes.extend_from_slice(visible);
        self.bytes.extend_from_slice(end.as_bytes());
        self.bytes.extend_from_slice(&text[visible.len()..]);
    }
}

/// The lines of a text, each with its `\n` if it has one.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|&byte| byte == b'\n').collect()
}

/// Histogram diffs keep moved and repeated lines (`}`, blank lines) apart as a reader would.
fn compare(old: &[&[u8]], new: &[&[u8]]) -> Vec<DiffOp> {
    similar::capture_diff_slices(Algorithm::Histogram, old, new)
}

/// `first,count` in lines from 1; the count is left out when it is 1, and an empty range names the
/// line before it.
fn hunk_range(range: &Range<usize>) -> String {
    match range.len() {
        0 => format!("{},0", range.start),
        1 => format!("{}", range.start + 1),
        count => format!("{},{count}", range.start + 1),
    }
}

/// The last line that begins in the first column with a letter, `_` or `$`: most often the
/// function that the hunk lies in. It follows the second `@@` for the reader, as in git.
fn section_before<'a>(before: &[&'a [u8]]) -> Option<&'a [u8]> {
    const LONGEST: usize = 80;
    let names = |line: &&&[u8]| {
        let starts = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$');
        let printable = |byte: &u8| matches!(byte, b'\t' | b' '..=b'~' | 0x80..);
        let label = line.trim_ascii_end().ends_with(b":");
        line.first().is_some_and(starts) && line.trim_ascii_end().iter().all(printable) && !label
    };
    let line = before.iter().rev().find(names)?.trim_ascii_end();
    Some(&line[..line.len().min(LONGEST)])
}

/// The name as it stands after `a/` or `b/`.
fn name_bytes(name: &Path) -> Vec<u8> {
    let mut bytes = name.as_os_str().as_encoded_bytes();
    while let Some(rest) = bytes.strip_prefix(b"/").or_else(|| bytes.strip_prefix(b"./")) {
        bytes = rest;
    }
    bytes.to_vec()
}

fn git_header(name: &[u8]) -> Vec<u8> {
    [b"diff --git ".to_vec(), quoted("a/", name), b" ".to_vec(), quoted("b/", name)].concat()
}

/// The name for a `---` or `+++` line. Both programs end a bare name at the tab, if there is one,
/// which keeps the blanks of a name apart from a date.
fn file_header(prefix: &str, name: &[u8]) -> Vec<u8> {
    let mut header = quoted(prefix, name);
    if !header.starts_with(b"\"") && name.contains(&b' ') {
        header.push(b'\t');
    }
    header
}

/// The name with its prefix, in C quotes where it has bytes that cannot stand bare, as git does.
fn quoted(prefix: &str, name: &[u8]) -> Vec<u8> {
    let full = [prefix.as_bytes(), name].concat();
    let bare = |&byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if full.iter().all(bare) {
        return full;
    }
    let mut output = vec![b'"'];
    for byte in full {
        match byte {
            b'"' | b'\\' => output.extend([b'\\', byte]),
            b'\t' => output.extend(b"\\t"),
            b'\n' => output.extend(b"\\n"),
            b'\r' => output.extend(b"\\r"),
            b' '..=b'~' => output.push(byte),
            _ => output.extend(format!("\\{byte:03o}").bytes()),
        }
    }
    output.push(b'"');
    output
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::process::{Command, Stdio};

    use super::*;
    use crate::testing::Random;

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn equal_versions_give_an_empty_diff() {
        for same in [&b""[..], b"a\n", b"\0\xff"] {
            assert!(unified(same, same, "f", "f", 3).is_empty());
            assert_eq!(changed_lines(same, same), (0, 0));
        }
    }

    #[test]
    fn a_change_with_its_context() {
        let old = b"int main()\n{\n  one();\n  two();\n  three();\n  four();\n  five();\n}\n";
        let new =
            b"int main()\n{\n  one();\n  two();\n  three();\n  vier();\n  wait();\n  five();\n}\n";
        assert_eq!(
            text(unified(old, new, "src/a.cu", "src/a.cu", 2)),
            "\
diff --git a/src/a.cu b/src/a.cu
--- a/src/a.cu
+++ b/src/a.cu
@@ -4,5 +4,6 @@ int main()
   two();
   three();
-  four();
+  vier();
+  wait();
   five();
 }
"
        );
        assert_eq!(changed_lines(old, new), (1, 2));
    }

    #[test]
    fn two_names_are_two_files_and_have_no_git_line() {
        assert_eq!(
            text(unified(b"a\n", b"b", "/tmp/x.cu", "./out/x.cu", 3)),
            "\
--- a/tmp/x.cu
+++ b/out/x.cu
@@ -1 +1 @@
-a
+b
\\ No newline at end of file
"
        );
    }

    #[test]
    fn names_are_quoted_as_git_does() {
        let diff = |name: &str| text(unified(b"", b"x\n", name, name, 3));
        assert!(diff("with space.cu").starts_with(
            "diff --git a/with space.cu b/with space.cu\n--- a/with space.cu\t\n+++ b/with space.cu\t\n"
        ));
        assert!(diff("\"é\t.cu").starts_with(
            "diff --git \"a/\\\"\\303\\251\\t.cu\" \"b/\\\"\\303\\251\\t.cu\"\n--- \"a/\\\"\\303\\251\\t.cu\"\n"
        ));
    }

    #[test]
    fn colours_surround_lines_but_not_their_endings() {
        assert_eq!(
            text(unified_coloured(b"a\r\nb\n", b"a\r\nc\r\n", "f", "f", 3)),
            "\x1b[1mdiff --git a/f b/f\x1b[m\n\x1b[1m--- a/f\x1b[m\n\x1b[1m+++ b/f\x1b[m\n\
             \x1b[36m@@ -1,2 +1,2 @@\x1b[m\n a\r\n\x1b[31m-b\x1b[m\n\x1b[32m+c\x1b[m\r\n"
        );
    }

    #[test]
    fn any_context_is_taken() {
        let old = b"a\nb\nc\nd\ne\n";
        let new = b"a\nb\nC\nd\ne\n";
        let hunk = |context| {
            let diff = text(unified(old, new, "f", "f", context));
            diff.lines().nth(3).unwrap().to_owned()
        };
        assert_eq!(hunk(0), "@@ -3 +3 @@ b");
        assert_eq!(hunk(1), "@@ -2,3 +2,3 @@ a");
        assert_eq!(hunk(usize::MAX), "@@ -1,5 +1,5 @@");
    }

    /// Versions that a careless patch format would trip over.
    fn awkward_pairs() -> Vec<(&'static [u8], &'static [u8])> {
        vec![
            (b"", b"a\n"),
            (b"", b"a"),
            (b"a\n", b""),
            (b"a", b""),
            (b"a", b"a\n"),
            (b"a\n", b"a"),
            (b"a\nb", b"x\nb"),
            (b"a\nb", b"a\nb\nc"),
            (b"\n", b""),
            (b"\n", b"\n\n"),
            (b"a\r\nb\r\n", b"a\r\nx\r\nb\r\n"),
            (b"a\r\nb\r", b"a\nb\r"),
            (b"a\rb\rc\n", b"a\rx\rc\n"),
            (b"caf\xe9\n", b"caf\xc3\xa9\n"),
            (b"\xef\xbb\xbfa\n", b"\xef\xbb\xbf#include\na\n"),
            (b"a\0b\n\0", b"a\0\0b\n\0x"),
            // Lines that look like those of a patch.
            (b"-- a\n++ b\n@@ -1 +1 @@\n", b"-- b/f\n++ b\n@@ -9,9 +1 @@\n\\ No\n"),
            (b"diff --git a/x b/x\n--- a/x\n", b"--- a/x\n+++ b/x\nGIT binary patch\n"),
            (b" trailing \n\t\n", b" trailing\n\t\n \n"),
            (
                b"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n",
                b"0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n12\n13\n",
            ),
        ]
    }

    fn random_pair(random: &mut Random) -> (Vec<u8>, Vec<u8>) {
        let pool: [&[u8]; 12] = [
            b"\n",
            b"}\n",
            b"  a;\n",
            b"  b;\r\n",
            b"int f()\n",
            b"\xff\xfe\n",
            b"-\n",
            b"+\n",
            b"\\ No newline at end of file\n",
            b"\r",
            b"x\ry\n",
            b"\t// caf\xe9\n",
        ];
        let mut old = Vec::new();
        for _ in 0..random.below(30) {
            old.push(random.pick(&pool).to_vec());
        }
        let mut new = old.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(new.len() + 1);
            match random.below(3) {
                0 => new.insert(at, random.pick(&pool).to_vec()),
                1 if at < new.len() => new[at] = random.pick(&pool).to_vec(),
                _ if at < new.len() => drop(new.remove(at)),
                _ => {}
            }
        }
        let ending: [&[u8]; 4] = [b"", b"", b"end", b"\r"];
        let (mut old, mut new) = (old.concat(), new.concat());
        old.extend_from_slice(random.pick(&ending));
        new.extend_from_slice(random.pick(&ending));
        (old, new)
    }

    /// One folder of old versions, the patch of them all, and what `apply` makes of it.
    fn applies(pairs: &[(Vec<u8>, Vec<u8>)], names: &dyn Fn(usize) -> PathBuf, apply: &[&str]) {
        let folder = tempfile::tempdir().unwrap();
        let mut patch = Vec::new();
        for (index, (old, new)) in pairs.iter().enumerate() {
            let name = names(index);
            let path = folder.path().join(&name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, old).unwrap();
            patch.extend(unified(old, new, &name, &name, 3));
        }
        run(folder.path(), apply, &patch);
        for (index, (old, new)) in pairs.iter().enumerate() {
            let path = folder.path().join(names(index));
            let got = fs::read(&path).unwrap_or_else(|e| panic!("{path:?} after {apply:?}: {e}"));
            assert!(
                got == *new,
                "{apply:?} on pair {index}\nold  {}\nnew  {}\ngot  {}",
                old.escape_ascii(),
                new.escape_ascii(),
                got.escape_ascii()
            );
        }
    }

    /// Runs a program in `folder`, without the user's configuration or a surrounding repository.
    fn run(folder: &Path, command: &[&str], patch: &[u8]) {
        let file = folder.join(".patch");
        fs::write(&file, patch).unwrap();
        let output = Command::new(command[0])
            .args(&command[1..])
            .current_dir(folder)
            .env("LC_ALL", "C")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CEILING_DIRECTORIES", folder.parent().unwrap())
            .env_remove("GIT_DIR")
            .env_remove("GIT_WORK_TREE")
            .env_remove("GIT_INDEX_FILE")
            .env_remove("POSIXLY_CORRECT")
            .stdin(Stdio::from(fs::File::open(&file).unwrap()))
            .output()
            .unwrap_or_else(|e| panic!("this test needs the program {}: {e}", command[0]));
        assert!(
            output.status.success(),
            "{command:?}: {}{}\n{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
            patch.escape_ascii()
        );
    }

    const GIT: [&str; 3] = ["git", "apply", "--whitespace=nowarn"];
    const PATCH: [&str; 3] = ["patch", "-p1", "--no-backup-if-mismatch"];

    #[test]
    fn git_and_patch_apply_awkward_files() {
        let pairs: Vec<_> =
            awkward_pairs().into_iter().map(|(old, new)| (old.to_vec(), new.to_vec())).collect();
        let names = |index| PathBuf::from(format!("src/{index}.cu"));
        applies(&pairs, &names, &GIT);
        applies(&pairs, &names, &PATCH);
    }

    #[test]
    fn git_and_patch_apply_random_changes() {
        let mut random = Random::new(1);
        let pairs: Vec<_> = (0..400).map(|_| random_pair(&mut random)).collect();
        let names = |index| PathBuf::from(format!("{index}"));
        applies(&pairs, &names, &GIT);
        applies(&pairs, &names, &PATCH);
    }

    #[test]
    fn git_and_patch_find_files_with_awkward_names() {
        let names = [
            "plain.cu",
            "with space.cu",
            "a/b c/d e.cu",
            "quote\".cu",
            "back\\slash.cu",
            "caf\u{e9}.cu",
            "tab\there.cu",
            "a b/c b/a b",
        ];
        let pairs = vec![(b"old\n".to_vec(), b"new\n".to_vec()); names.len()];
        let name = |index: usize| PathBuf::from(names[index]);
        applies(&pairs, &name, &GIT);
        applies(&pairs, &name, &PATCH);
    }

    #[test]
    fn git_and_patch_create_new_files() {
        for command in [GIT, PATCH] {
            let folder = tempfile::tempdir().unwrap();
            let full = new_file(b"#pragma once\n// caf\xe9", "include/helper file.cuh");
            run(folder.path(), &command, &full);
            let created = folder.path().join("include/helper file.cuh");
            assert_eq!(fs::read(created).unwrap(), b"#pragma once\n// caf\xe9");
            run(folder.path(), &command, &new_file(b"", "empty.cuh"));
            assert_eq!(fs::read(folder.path().join("empty.cuh")).unwrap(), b"");
        }
    }

    /// What the patch says is checked without either program: its old side is the old text, its
    /// new side the new one, and its line counts are true.
    #[test]
    fn hunks_account_for_every_line() {
        for seed in 0..2_000 {
            let mut random = Random::new(seed);
            let (old, new) = random_pair(&mut random);
            let context = random.below(5);
            let diff = Diff::of_versions("f".as_ref(), "f".as_ref());
            let (old_lines, new_lines) = (lines(&old), lines(&new));
            let operations = compare(&old_lines, &new_lines);
            let mut rebuilt = Vec::new();
            for op in &operations {
                rebuilt.extend(new_lines[op.new_range()].concat());
                if let DiffOp::Equal { .. } = op {
                    assert_eq!(old_lines[op.old_range()], new_lines[op.new_range()]);
                }
            }
            assert_eq!(rebuilt, new, "seed {seed}");

            let patch = diff.render(&old, &new, context, &PLAIN);
            let signs = |sign: u8| {
                let body = lines(&patch);
                let body = body.iter().skip(3);
                body.filter(|line| line[0] == sign).count()
            };
            let changed = changed_lines(&old, &new);
            assert_eq!((signs(b'-'), signs(b'+')), changed, "seed {seed}");
        }
    }
}
