//! All mutants of an output as one source text, which chooses by an environment variable.

use super::points::{Change, Point};
use edit::{EditError, Edits};

/// The environment variable with the number of the mutant; none is the output itself.
pub const MUTANT: &str = "STREAMALLOC_MUTANT";

/// The function that reads it, in the text.
const MUTANT_FUNCTION: &str = "streamalloc_mutant";

/// The output with all mutants in it.
///
/// # Errors
/// When two mutants meet in the text.
pub fn with_mutants(output: &[u8], points: &[Point]) -> Result<Vec<u8>, EditError> {
    let (text, constants) = spare(output);
    let shift = text.len() - output.len();
    let mut edits = Edits::new();
    let choice = format!("static int {MUTANT_FUNCTION}()\n{{\n    static const char *text = getenv(\"{MUTANT}\");\n    return text ? atoi(text) : -1;\n}}\n");
    let start = find(&text, b"#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM").unwrap_or(0);
    edits.insert(start, format!("#include <cstdlib>\n{choice}{constants}"), 0);
    for (index, point) in points.iter().enumerate() {
        let at = |offset: u32| offset as usize + shift;
        let (place, instead) = match &point.change {
            Change::Forget(position) => {
                let never =
                    if point.name == "wait_stream" { "kSpareStream" } else { "kNeverRecorded" };
                (point.args.get(*position), never.to_owned())
            }
            Change::Move(stream) => (point.args.first(), stream.to_string()),
            Change::NoRecord => (point.args.first(), "kTrash".to_owned()),
            Change::NoJoin => (Some(&point.call), "(void)0".to_owned()),
        };
        let Some(place) = place else { continue };
        let choice = format!("({MUTANT_FUNCTION}() == {index} ? {instead} : ");
        edits.insert(at(place.start), choice, index as i32);
        edits.insert(at(place.end), ")", -(index as i32));
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
