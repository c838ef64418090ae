//! `analyze --format html`: pages are well-formed, load nothing, and say what the other reports say.

mod common;

use common::{analyze, finish, folder, programs, streamalloc};
use std::path::Path;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(120);

fn page(files: &[&Path], options: &[&str]) -> String {
    let mut command = streamalloc();
    command.args(["analyze", "--embedded", "--format", "html"]).args(options).args(files);
    let done = finish(&mut command, TIMEOUT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    String::from_utf8(done.stdout).expect("text")
}

/// Checks that each element ends where it should.
fn is_well_formed(page: &str) -> Result<(), String> {
    const EMPTY: [&str; 2] = ["meta", "!doctype"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        let end = rest[at..].find('>').ok_or("a tag without end")? + at;
        let tag = &rest[at + 1..end];
        let name = tag.split([' ', '/', '\n']).find(|part| !part.is_empty()).unwrap_or_default();
        if tag.starts_with('/') {
            let expected = open.pop().unwrap_or_default();
            if expected != name {
                return Err(format!("</{name}> where </{expected}> should be"));
            }
        } else if !tag.ends_with('/') && !EMPTY.contains(&name) {
            open.push(name);
        }
        rest = &rest[end + 1..];
    }
    if open.is_empty() {
        Ok(())
    } else {
        Err(format!("not ended: {open:?}"))
    }
}

#[test]
fn a_page_says_what_the_report_says_and_loads_nothing() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pipelines.cu");
    let page = page(&[&example], &[]);
    is_well_formed(&page).unwrap_or_else(|what| panic!("{what}\n{page}"));
    for outside in ["http", "src=", "url(h", "@import", "<script", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    let report = analyze(&example, &[], &[]).expect("a report");
    let text = std::fs::read_to_string(&example).expect("the example");
    assert_eq!(page.matches("class=\"n\"").count(), text.lines().count());
    assert_eq!(page.matches("<svg").count(), 3, "before, after, and the order on the device");
    for op in &report.operations {
        assert!(
            page.contains(&format!(">{}</a></td><td>{}</td>", op.line, op.call)),
            "{}",
            op.line
        );
        let stream = op.stream.expect("all have streams");
        assert!(page.contains(&format!("stream {stream}</span>")), "{}", op.line);
    }
    assert_eq!(page.matches("the host waits for cudaMemcpy").count(), report.waits);
}

#[test]
fn all_small_programs_have_pages() {
    let all = programs(&folder("expect"));
    let files: Vec<&Path> = all.iter().map(|file| file.as_path()).collect();
    let page = page(&files, &["--force"]);
    is_well_formed(&page).unwrap_or_else(|what| panic!("{what}"));
    assert_eq!(page.matches("<section>").count(), files.len());
}

#[test]
fn long_files_have_pages_too_and_inputs_are_not_overwritten() {
    let place = tempfile::tempdir().expect("a temporary folder");
    let body: String =
        (0..5_000).map(|i| format!("    v[{}] += {i} < 3 && \"<&>\"[0];\n", i % 7)).collect();
    let text = format!("int v[7];\nvoid f()\n{{\n{body}}}\n");
    let file = place.path().join("long.cu");
    std::fs::write(&file, &text).expect("writable");
    let page = page(&[&file], &[]);
    is_well_formed(&page).unwrap_or_else(|what| panic!("{what}"));
    assert!(page.contains("id=\"") && page.contains("&quot;&lt;&amp;&gt;&quot;"));
    let done = finish(
        streamalloc().args(["analyze", "--embedded"]).arg(&file).arg("-o").arg(&file),
        TIMEOUT,
    );
    assert_eq!(done.status, Some(2));
    assert_eq!(std::fs::read_to_string(&file).expect("readable"), text);
}
