//! Shared memory. Blocks of a device thread run one after the other, so a static variable of that thread serves them all;
//! dynamic shared memory is a pointer that the runtime knows.

use super::lexer::Stream;
use super::{closing, is_identifier, newlines, Edits};

/// The words that mark shared memory: as written, and as the runtime's headers leave it in preprocessed text.
const MARKERS: [&[u8]; 2] = [b"__shared__", b"__streamalloc_sim_shared__"];

pub(super) fn translate(source: &[u8], stream: &Stream, edits: &mut Edits) {
    let mut scopes = Vec::new(); // true for each open brace of a namespace
    for i in 0..stream.len() {
        match stream[i].text(source) {
            b"{" => scopes.push(opens_namespace(source, stream, i)),
            b"}" => {
                scopes.pop();
            }
            word if MARKERS.contains(&word) => {
                let at_namespace_scope = scopes.iter().all(|&namespace| namespace);
                declaration(source, stream, i, at_namespace_scope, edits);
            }
            _ => {}
        }
    }
}

/// `namespace a::b {`, `namespace {`, `extern "C" {`
fn opens_namespace(source: &[u8], stream: &Stream, brace: usize) -> bool {
    let before = &stream[brace.saturating_sub(8)..brace];
    for token in before.iter().rev() {
        match token.text(source) {
            b"namespace" | b"extern" => return true,
            b":" | b"\"C\"" | b"\"C++\"" => {}
            _ if is_identifier(token) => {}
            _ => return false,
        }
    }
    false
}

fn declaration(
    source: &[u8],
    stream: &Stream,
    marker: usize,
    at_namespace_scope: bool,
    edits: &mut Edits,
) {
    let text = |i: usize| stream[i].text(source);
    let mut first = marker;
    while first > 0 && !matches!(text(first - 1), b";" | b"{" | b"}" | b")" | b":" | b">") {
        first -= 1;
    }
    let words: Vec<&[u8]> = (first..marker).map(text).collect();
    if !words.contains(&&b"extern"[..]) {
        // The word may come after the type, and `static` may have been written.
        let is_static = words.contains(&&b"static"[..])
            || stream.get(marker + 1).is_some_and(|t| t.text(source) == b"static");
        let storage = if is_static { "thread_local" } else { "static thread_local" };
        edits.replace(stream[marker].start, stream[marker].end, storage);
        return;
    }
    if let Some((end, replacement)) = dynamic(source, stream, first, at_namespace_scope) {
        edits.replace(stream[first].start, end, replacement);
    }
}

/// `extern __shared__ T name[]…` from token `first`: where the declarator ends, and what to put in its place.
fn dynamic(
    source: &[u8],
    stream: &Stream,
    first: usize,
    at_namespace_scope: bool,
) -> Option<(usize, Vec<u8>)> {
    let mut element: Vec<u8> = Vec::new();
    let mut name: Option<&[u8]> = None; // the last identifier read, not yet part of the type
    let mut i = first;
    while stream.get(i)?.text(source) != b"[" {
        let word = stream[i].text(source);
        match word {
            b";" | b"{" | b"}" => return None,
            b"extern" => {}
            b"__align__" | b"alignas" | b"__attribute__" | b"__builtin_align__" => {
                i = closing(source, stream, i + 1)?
            }
            _ if MARKERS.contains(&word) => {}
            _ => {
                append(&mut element, name.take());
                if is_identifier(&stream[i]) {
                    name = Some(word);
                } else {
                    append(&mut element, Some(word));
                }
            }
        }
        i += 1;
    }
    let name = String::from_utf8_lossy(name?).into_owned();
    let element = String::from_utf8_lossy(&element).into_owned();
    // Only the first dimension is open.
    let mut last = closing(source, stream, i)?;
    let mut inner = String::new();
    while stream.get(last + 1).is_some_and(|t| t.text(source) == b"[") {
        let close = closing(source, stream, last + 1)?;
        inner
            .push_str(&String::from_utf8_lossy(&source[stream[last + 1].start..stream[close].end]));
        last = close;
    }
    let mut out = if at_namespace_scope {
        format!("static ::streamalloc_sim::DynamicShared<{element}{inner}> {name}")
    } else {
        format!("{element} (*{name}){inner} = reinterpret_cast<{element} (*){inner}>(::streamalloc_sim::dynamic_shared())")
    }
    .into_bytes();
    let end = stream[last].end;
    out.extend(newlines(source, stream[first].start, end));
    Some((end, out))
}

fn append(to: &mut Vec<u8>, word: Option<&[u8]>) {
    let Some(word) = word else { return };
    // Names need a space between them; `std::pair<int, int>` does not mind one.
    if !to.is_empty() && !matches!(word, b":" | b"<" | b">" | b",") && to.last() != Some(&b':') {
        to.push(b' ');
    }
    to.extend_from_slice(word);
}
