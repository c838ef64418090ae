//! `k<<<cfg>>>(args)` → `(::streamalloc_sim::configure(cfg), k(args))`, and kernels passed to `cudaLaunchKernel` as `void *`.

use super::lexer::{Stream, Token};
use super::{closing, is_identifier, opening, Edits};

pub(super) fn translate(source: &[u8], stream: &Stream, edits: &mut Edits) {
    for i in 0..stream.len() {
        if !triple(source, stream, i, b'<') {
            continue;
        }
        let Some(launch) = parse(source, stream, i) else { continue };
        let mut head = b"(::streamalloc_sim::configure(".to_vec();
        head.extend_from_slice(&source[stream[i + 2].end..stream[launch.config_end].start]);
        head.extend_from_slice(b"), ");
        edits.insert(stream[launch.kernel].start, head);
        // Line breaks in here have moved along with the configuration.
        edits.replace(stream[i].start, stream[launch.config_end + 2].end, "");
        edits.insert(stream[launch.arguments_end].end, ")");
    }
}

struct Launch {
    kernel: usize,        // first token of the expression before <<<
    config_end: usize,    // first token of >>>
    arguments_end: usize, // the closing parenthesis
}

fn parse(source: &[u8], stream: &Stream, open: usize) -> Option<Launch> {
    let kernel = expression_start(source, stream, open)?;
    let mut i = open + 3;
    while i < stream.len() {
        match stream[i].text(source) {
            b"(" | b"[" | b"{" => i = closing(source, stream, i)?,
            b")" | b"]" | b"}" | b";" => return None,
            b">" if triple(source, stream, i, b'>')
                && stream.get(i + 3).is_some_and(|t| t.text(source) == b"(") =>
            {
                let arguments_end = closing(source, stream, i + 3)?;
                return Some(Launch { kernel, config_end: i, arguments_end });
            }
            _ => {}
        }
        i += 1;
    }
    None
}

/// Whether `<<<` or `>>>` begins at token `i`. Formatters that don't know CUDA write `<< <`, which is no C++ either.
fn triple(source: &[u8], stream: &Stream, i: usize, c: u8) -> bool {
    stream
        .get(i..i + 3)
        .is_some_and(|t| t.iter().all(|t| t.text(source) == [c]) && t[0].end == t[1].start)
}

/// The first token of the postfix expression that ends right before token `end`.
fn expression_start(source: &[u8], stream: &Stream, end: usize) -> Option<usize> {
    let mut i = end.checked_sub(1)?;
    loop {
        match stream[i].text(source) {
            b">" => {
                // Template arguments belong to the name before them.
                i = angle_opening(source, stream, i)?.checked_sub(1)?;
                if !is_identifier(&stream[i]) {
                    return None;
                }
                continue;
            }
            b")" | b"]" => {
                let open = opening(source, stream, i)?;
                if open > 0 && ends_operand(source, stream, open - 1) {
                    i = open - 1; // a call or an index
                    continue;
                }
                i = open;
            }
            _ if is_identifier(&stream[i]) && !is_keyword(&stream[i], source) => {}
            _ => return None,
        }
        match qualifier_before(source, stream, i) {
            Qualifier::None => return Some(i),
            Qualifier::Global(start) => return Some(start),
            Qualifier::After(operand) => i = operand,
        }
    }
}

enum Qualifier {
    None,
    /// A leading `::` at this token.
    Global(usize),
    /// `::`, `.` or `->`, with the operand ending at this token.
    After(usize),
}

fn qualifier_before(source: &[u8], stream: &Stream, mut i: usize) -> Qualifier {
    let text = |i: usize| stream[i].text(source);
    if i >= 1 && text(i - 1) == b"template" {
        i -= 1;
    }
    if i >= 2
        && text(i - 1) == b":"
        && text(i - 2) == b":"
        && stream[i - 2].end == stream[i - 1].start
    {
        let named = i >= 3
            && (text(i - 3) == b">"
                || (is_identifier(&stream[i - 3]) && !is_keyword(&stream[i - 3], source)));
        return if named { Qualifier::After(i - 3) } else { Qualifier::Global(i - 2) };
    }
    if i >= 3
        && text(i - 1) == b">"
        && text(i - 2) == b"-"
        && stream[i - 2].end == stream[i - 1].start
    {
        return Qualifier::After(i - 3);
    }
    if i >= 2 && text(i - 1) == b"." {
        return Qualifier::After(i - 2);
    }
    Qualifier::None
}

/// Whether the token ends something that `(` or `[` can be applied to.
fn ends_operand(source: &[u8], stream: &Stream, i: usize) -> bool {
    match stream[i].text(source) {
        b"]" => true,
        // `if (x) (*p)<<<...>>>(...)`: the first pair of parentheses is no operand
        b")" => match opening(source, stream, i) {
            Some(0) | None => false,
            Some(open) => !is_keyword(&stream[open - 1], source),
        },
        _ => is_identifier(&stream[i]) && !is_keyword(&stream[i], source),
    }
}

/// The `<` that a `>` closes.
fn angle_opening(source: &[u8], stream: &Stream, close: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut i = close;
    loop {
        match stream[i].text(source) {
            b">" => depth += 1,
            b"<" => {
                depth -= 1;
                if depth == 0 {
                    return Some(i);
                }
            }
            b")" | b"]" | b"}" => i = opening(source, stream, i)?,
            b";" | b"{" | b"(" => return None,
            _ => {}
        }
        i = i.checked_sub(1)?;
    }
}

/// A word that no operand ends with. `operator` is among them for the sake of `operator<< <T>(…)`.
fn is_keyword(token: &Token, source: &[u8]) -> bool {
    matches!(
        token.text(source),
        b"operator"
            | b"return"
            | b"else"
            | b"do"
            | b"case"
            | b"if"
            | b"while"
            | b"for"
            | b"switch"
            | b"throw"
            | b"co_return"
            | b"and"
            | b"or"
            | b"not"
    )
}

/// `cudaLaunchKernel((const void *)k, …)`: without the cast the parameter types of `k` are known.
pub(super) fn strip_kernel_casts(source: &[u8], stream: &Stream, edits: &mut Edits) {
    for i in 0..stream.len() {
        let takes_kernel =
            matches!(stream[i].text(source), b"cudaLaunchKernel" | b"cudaLaunchCooperativeKernel");
        if !takes_kernel || stream.get(i + 1).is_none_or(|t| t.text(source) != b"(") {
            continue;
        }
        let first = i + 2;
        let Some(token) = stream.get(first) else { continue };
        let (open, close) = match token.text(source) {
            b"(" => (first, b")"),
            b"reinterpret_cast" | b"static_cast" => (first + 1, b">"),
            _ => continue,
        };
        let cast = stream[open + 1..].iter().position(|t| t.text(source) == close);
        let Some(length) = cast else { continue };
        let inner: Vec<&[u8]> =
            stream[open + 1..open + 1 + length].iter().map(|t| t.text(source)).collect();
        let to_void = inner.contains(&&b"void"[..])
            && inner.iter().all(|w| matches!(*w, b"const" | b"void" | b"*"));
        if to_void {
            edits.remove(source, token.start, stream[open + 1 + length].end);
        }
    }
}
