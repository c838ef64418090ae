//! All mutants of an output as one source text, which chooses by an environment variable.

use super::points::{Change, Point};
use edit::{EditError, Edits};

/// The environment variable with the number of the mutant; none is the output itself.
pub const MUTANT: &str = "STREAMALLOC_MUTANT";

/// The output with all mutants in it.
///
/// # Errors
/// When two mutants meet in the text.
pub fn with_mutants(output: &[u8], points: &[Point]) -> Result<Vec<u8>, EditError> {
    let (text, constants) = spare(output);
    let shift = text.len() - output.len();
    let mut edits = Edits::new();
    let choice = "static int streamalloc_mutant()\n{\n    static const char *text = getenv(\"STREAMALLOC_MUTANT\");\n    return text ? atoi(text) : -1;\n}\n";
    let start = find(&text, b"#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM").unwrap_or(0);
    edits.insert(start, format!("#include <cstdlib>\n{choice}{constants}"), 0);
    for (index, point) in points.iter().enumerate() {
        let at = |offset: u32| offset as usize + shift;
        let chosen = format!("(streamalloc_mutant() == {index} ? ");
        match &point.change {
            Change::Forget(position) => {
                let Some(arg) = point.args.get(*position) else { continue };
                let never =
                    if point.name == "wait_stream" { "kSpareStream" } else { "kNeverRecorded" };
                edits.insert(at(arg.start), format!("{chosen}{never} : "), index as i32);
                edits.insert(at(arg.end), ")", -(index as i32));
            }
            Change::Move(stream) => {
                let Some(arg) = point.args.first() else { continue };
                edits.insert(at(arg.start), format!("{chosen}{stream} : "), index as i32);
                edits.insert(at(arg.end), ")", -(index as i32));
            }
            Change::NoRecord => {
                let Some(arg) = point.args.first() else { continue };
                edits.insert(at(arg.start), format!("{chosen}kTrash : "), index as i32);
                edits.insert(at(arg.end), ")", -(index as i32));
            }
            Change::NoJoin => {
                edits.insert(at(point.call.start), format!("{chosen}(void)0 : "), index as i32);
                edits.insert(at(point.call.end), ")", -(index as i32));
            }
        }
    }
    edits.apply(&text)
}

/// The output with one more stream, and two more events: one that is never recorded, and one that is
/// recorded and never waited for. Also the lines that name them.
fn spare(output: &[u8]) -> (Vec<u8>, String) {
    let text = String::from_utf8_lossy(output).into_owned();
    let count = |start: &str| -> Option<(usize, usize, usize)> {
        let at = text.find(start)? + start.len();
        let end = at + text[at..].find(']')?;
        Some((at, end, text[at..end].parse().ok()?))
    };
    let streams = count("cudaStream_t stream[");
    let events = count("cudaEvent_t event[");
    let table = text.find("stream_of[] = {").and_then(|at| Some(at + text[at..].find('}')?));
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    let number = |of: &Option<(usize, usize, usize)>| of.map_or(0, |(.., n)| n);
    for (of, more) in [(&streams, 1), (&events, 2)] {
        if let Some((start, end, n)) = of {
            edits.push((*start, *end, (n + more).to_string()));
        }
    }
    if let Some(at) = table {
        edits.push((at, at, ", 0, 0".to_owned()));
    }
    let constants = format!(
        "enum {{ kSpareStream = {}, kNeverRecorded = {}, kTrash = {} }};\n",
        number(&streams),
        number(&events),
        number(&events) + 1,
    );
    edits.sort_by_key(|e| std::cmp::Reverse(e.0));
    let mut text = text.clone();
    for (start, end, new) in edits {
        text.replace_range(start..end, &new);
    }
    (text.into_bytes(), constants)
}

fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|w| w == needle)
}
