//! Dependency files: what is compiled depends on the original, not on the file that stood in for it.

use super::plan::Plan;
use super::stage::Stage;
use std::path::{Path, PathBuf};

/// Puts the names of the originals into the dependency files that a compilation wrote.
pub fn repair(plan: &Plan, stages: &[Stage]) {
    if !plan.products.dependencies {
        return;
    }
    for file in files(plan, stages) {
        let Ok(text) = std::fs::read(&file) else { continue };
        let repaired = stages.iter().fold(text.clone(), |text, stage| with_original(&text, stage));
        if repaired != text {
            // A file that is not repaired names one that is gone: the build system compiles anew.
            let _ = std::fs::write(&file, repaired);
        }
    }
}

/// The files that may have been written.
fn files(plan: &Plan, stages: &[Stage]) -> Vec<PathBuf> {
    if let Some(file) = &plan.products.dependency_file {
        return vec![PathBuf::from(file)];
    }
    let output = plan.products.output.iter().map(|output| Path::new(output).with_extension("d"));
    let lone = stages.iter().filter_map(|stage| {
        Some(PathBuf::from(Path::new(&stage.original).file_name()?).with_extension("d"))
    });
    output.chain(lone).collect()
}

fn with_original(text: &[u8], stage: &Stage) -> Vec<u8> {
    let from = format!("{}/", stage.folder());
    let to = match stage.original.rsplit_once('/') {
        Some((folder, _)) => format!("{}/", escaped(folder)),
        None => String::new(),
    };
    let text = replace(text, escaped(&from).as_bytes(), to.as_bytes());
    without_repetition(&text, &escaped(&stage.original))
}

/// nvcc takes the file that `#line` names for an included one: it lists it once more, and with -MP as a target.
fn without_repetition(text: &[u8], name: &str) -> Vec<u8> {
    let mut text = text.to_vec();
    for end in [" \\\n", "\n"] {
        let entry = format!(" \\\n    {name}{end}");
        text = replace(&text, entry.as_bytes(), end.as_bytes());
    }
    replace(&text, format!("\n{name}:\n\n").as_bytes(), b"\n")
}

/// A path as make reads it.
fn escaped(path: &str) -> String {
    let mut out = String::new();
    for c in path.chars() {
        match c {
            ' ' | '#' => out.push('\\'),
            '$' => out.push('$'),
            _ => {}
        }
        out.push(c);
    }
    out
}

fn replace(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
        out.extend(&rest[..at]);
        out.extend(to);
        rest = &rest[at + from.len()..];
    }
    out.extend(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_original_is_listed_once() {
        let text = b"a.o : src/a.cu \\\n    x.h \\\n    src/a.cu \\\n    y.h\n\nx.h:\n\nsrc/a.cu:\n\ny.h:\n";
        let expected = b"a.o : src/a.cu \\\n    x.h \\\n    y.h\n\nx.h:\n\ny.h:\n";
        assert_eq!(without_repetition(text, "src/a.cu"), expected);
    }

    #[test]
    fn paths_are_replaced_as_make_writes_them() {
        assert_eq!(escaped("a b/$c#"), "a\\ b/$$c\\#");
        assert_eq!(
            replace(b"x: /t/1/a.cu /t/1/b.h\n", b"/t/1/", b"src/"),
            b"x: src/a.cu src/b.h\n"
        );
    }
}
