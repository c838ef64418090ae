//! Small inputs, with what must be decided and written stated in the inputs themselves.
//!
//! `//~ async`, `//~ sync` or `//~ sync: words of the reason` follows each operation on its line, in
//! order where a line has several. The last lines say how many streams and waits there are:
//! `// streams: 2`, `// waits: 1`. A line `// analysed with: FLAGS` gives flags to the analysis. What
//! an output has below the helper stands in `NAME.out`; with `UPDATE_EXPECT=1` the test writes these
//! files anew.

mod common;

use common::{analyze, check_all, directive, folder, name, programs, rewrite, Operation};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What is expected of one operation.
#[derive(Debug)]
enum Expectation {
    Async,
    /// With some of the words of the reason.
    Sync(String),
}

/// An input without its expectations, and these.
#[derive(Debug, Default)]
struct Input {
    text: String,
    /// By line of the text.
    operations: BTreeMap<usize, Vec<Expectation>>,
    streams: Option<usize>,
    waits: Option<usize>,
    flags: Vec<String>,
}

impl Input {
    fn parse(annotated: &str) -> Result<Input, String> {
        let mut input = Input::default();
        let flags = directive(annotated.as_bytes(), "analysed with:").unwrap_or_default();
        input.flags = flags.split_whitespace().map(str::to_owned).collect();
        let mut lines = 0;
        for line in annotated.lines() {
            if let Some(number) = line.strip_prefix("// streams: ") {
                input.streams = number.parse().ok();
            } else if let Some(number) = line.strip_prefix("// waits: ") {
                input.waits = number.parse().ok();
            } else if !line.starts_with("// analysed with:") {
                lines += 1;
                let mut parts = line.split("//~ ");
                input.text.push_str(parts.next().unwrap_or_default().trim_end());
                input.text.push('\n');
                for part in parts {
                    input.operations.entry(lines).or_default().push(expectation(part)?);
                }
            }
        }
        Ok(input)
    }

    fn read(path: &Path) -> Result<Input, String> {
        Input::parse(&std::fs::read_to_string(path).map_err(|e| e.to_string())?)
    }

    fn flags(&self) -> Vec<&str> {
        self.flags.iter().map(String::as_str).collect()
    }
}

fn expectation(text: &str) -> Result<Expectation, String> {
    match text.trim() {
        "async" => Ok(Expectation::Async),
        "sync" => Ok(Expectation::Sync(String::new())),
        other => match other.strip_prefix("sync: ") {
            Some(words) => Ok(Expectation::Sync(words.to_owned())),
            None => Err(format!("no expectation: `{other}`")),
        },
    }
}

fn meets(operation: &Operation, expected: &Expectation) -> bool {
    match expected {
        Expectation::Async => operation.is_async,
        Expectation::Sync(words) => !operation.is_async && operation.why.contains(words.as_str()),
    }
}

/// Compares the decisions with what is expected, both ways.
fn check_decisions(input: &Input, program: &Path) -> Result<(), String> {
    let report = analyze(program, &["--force"], &input.flags())?;
    let mut found: BTreeMap<usize, Vec<&Operation>> = BTreeMap::new();
    for operation in &report.operations {
        found.entry(operation.line).or_default().push(operation);
    }
    let mut wrong = Vec::new();
    for line in input.operations.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
        let expected = input.operations.get(line).map_or(&[][..], Vec::as_slice);
        let found = found.get(line).map_or(&[][..], Vec::as_slice);
        let agree = expected.len() == found.len()
            && found.iter().zip(expected).all(|(found, expected)| meets(found, expected));
        if !agree {
            let found: Vec<String> = found.iter().map(|o| shown(o)).collect();
            wrong.push(format!("line {line}: expected {expected:?}, found {found:?}"));
        }
    }
    for (what, expected, found) in
        [("streams", input.streams, report.streams), ("waits", input.waits, report.waits)]
    {
        if expected != Some(found) {
            wrong.push(format!("{what}: expected {expected:?}, found {found}"));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

fn shown(operation: &Operation) -> String {
    match operation.is_async {
        true => format!("{} async", operation.call),
        false => format!("{} sync: {}", operation.call, operation.why),
    }
}

/// Where the helper begins, if there is one, and where the rest of the output does.
fn helper(output: &[u8]) -> Option<(usize, usize)> {
    let find = |needle: &[u8]| output.windows(needle.len()).position(|w| w == needle);
    let begin = find(b"// Added by StreamAlloc")?;
    let last_line = find(b"} } }  // namespace ")?;
    let length = output[last_line..].iter().position(|b| *b == b'\n')? + 1;
    Some((begin, last_line + length))
}

fn below_helper(output: &[u8]) -> &[u8] {
    helper(output).map_or(output, |(_, end)| &output[end..])
}

/// Compares a part of the output with the file that holds what it must be.
fn check_output(input: &Input, program: &Path, expected: &Path) -> Result<(), String> {
    let output = rewrite(program, &input.flags())?;
    let part = String::from_utf8_lossy(below_helper(&output)).into_owned();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        return std::fs::write(expected, part).map_err(|e| e.to_string());
    }
    let wanted = std::fs::read_to_string(expected).map_err(|e| format!("{expected:?}: {e}"))?;
    match part.lines().zip(wanted.lines()).position(|(found, wanted)| found != wanted) {
        None if part == wanted => Ok(()),
        at => {
            let line = at.unwrap_or_else(|| part.lines().count().min(wanted.lines().count()));
            let from = |text: &str| text.lines().nth(line).unwrap_or("(no line)").to_owned();
            let (found, wanted) = (from(&part), from(&wanted));
            let file = expected.display();
            Err(format!("{file}:{}: expected\n{wanted}\nfound\n{found}", line + 1))
        }
    }
}

#[test]
fn decisions_and_outputs_are_as_expected() {
    let work = tempfile::tempdir().expect("a temporary folder");
    check_all(&programs(&folder("expect")), |path| {
        let input = Input::read(path)?;
        let program = work.path().join(format!("{}.cu", name(path)));
        std::fs::write(&program, &input.text).map_err(|e| e.to_string())?;
        let decisions = check_decisions(&input, &program);
        let output = check_output(&input, &program, &path.with_extension("out"));
        match (decisions, output) {
            (Err(first), Err(second)) => Err(format!("{first}\n{second}")),
            (first, second) => first.and(second),
        }
    });
}

// --- encodings, indentation and line ends --------------------------------------------------------

/// The text above the helper.
fn above(output: &[u8]) -> &[u8] {
    helper(output).map_or(&[], |(begin, _)| &output[..begin])
}

fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with(from) {
            out.extend_from_slice(to);
            at += from.len();
        } else {
            out.push(text[at]);
            at += 1;
        }
    }
    out
}

/// Another form of a text, which means the same to a compiler: a byte order mark, comments in
/// Latin-1, tabs, and the line ends of Windows.
fn in_other_clothes(text: &[u8]) -> Vec<u8> {
    let text = replaced(text, b"return ", b"return /* gr\xfc\xdfe */ ");
    let text = replaced(&text, b"    ", b"\t");
    let text = replaced(&text, b"\n", b"\r\n");
    [&b"\xef\xbb\xbf"[..], &text].concat()
}

#[test]
fn encodings_tabs_and_line_ends_are_kept() {
    let work = tempfile::tempdir().expect("a temporary folder");
    check_all(&programs(&folder("expect")), |path| {
        let input = Input::read(path)?;
        let plain = work.path().join(format!("{}.cu", name(path)));
        let other = work.path().join(format!("{}.other.cu", name(path)));
        std::fs::write(&plain, &input.text).map_err(|e| e.to_string())?;
        std::fs::write(&other, in_other_clothes(input.text.as_bytes()))
            .map_err(|e| e.to_string())?;
        let wanted = in_other_clothes(&rewrite(&plain, &input.flags())?);
        let found = rewrite(&other, &input.flags())?;
        let same = below_helper(&found) == below_helper(&wanted) && above(&found) == above(&wanted);
        same.then_some(()).ok_or_else(|| {
            let text = |bytes| String::from_utf8_lossy(below_helper(bytes)).into_owned();
            format!("expected\n{}\nfound\n{}", text(&wanted), text(&found))
        })
    });
}
