//! Kernel definitions: the body becomes a closure over the parameters that the call hands to the runtime.

use super::lexer::Stream;
use super::{closing, Edits};

/// The words that mark a kernel: as written, and as the runtime's headers leave it in preprocessed text.
const MARKERS: [&[u8]; 2] = [b"__global__", b"__streamalloc_sim_global__"];

pub(super) fn translate(source: &[u8], stream: &Stream, edits: &mut Edits) {
    for i in 0..stream.len() {
        if !MARKERS.contains(&stream[i].text(source)) {
            continue;
        }
        edits.replace(stream[i].start, stream[i].end, "");
        let Some(open) = body(source, stream, i) else { continue };
        let Some(close) = closing(source, stream, open) else { continue };
        edits.insert(stream[open].end, " ::streamalloc_sim::kernel(__func__, [=]() mutable {");
        edits.insert(stream[close].start, "}); ");
    }
}

/// The brace that opens the body; none for a declaration.
fn body(source: &[u8], stream: &Stream, marker: usize) -> Option<usize> {
    let mut i = marker + 1;
    while i < stream.len() {
        match stream[i].text(source) {
            b"{" => return Some(i),
            b";" | b"}" | b")" => return None,
            b"(" | b"[" => i = closing(source, stream, i)?,
            _ => {}
        }
        i += 1;
    }
    None
}
