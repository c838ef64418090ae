//! Page-locking of host memory: the calls, and what the helper gets for it.
//!
//! Takes a plan's blocks of host memory; gives the edits that tell the helper of each block when it is allocated
//! and when it is freed, and the text of these functions. Whole blocks are page-locked or nothing, and not before
//! the first copy, when the context exists. The program's error state is as it would have been, and a
//! failure changes nothing but speed.

use crate::edits::{closes, opens, EditFailure, Layer};
use crate::names::Names;
use crate::plan::{Pin, Plan};
use edit::Edits;
use ir::{Call, Module};
use std::ops::Range;

/// Most blocks that are known at a time. Others stay as they are.
const MOST_BLOCKS: u32 = 128;
/// Blocks below this size are not worth a look, in bytes.
const LEAST_BYTES: u32 = 64 << 10;

// What page-locking costs and gains on one H200 (CUDA 13.0, PCIe, pages that were touched), in nanoseconds. Measured,
// medians: registering and unregistering takes 0.13 ms for 64 KiB, 1.03 ms for 16 MiB, 3.8 ms for 64 MiB; copies
// of 1, 16, 64 MiB from pageable memory take 0.05, 0.97, 7.2 ms longer than from page-locked memory, copies to it 0.07,
// 1.0, 3.7 ms longer.

/// Registering and unregistering a block.
const LOCK_NS: f64 = 110e3;
/// The same, for each byte.
const LOCK_NS_PER_BYTE: f64 = 0.056;
/// Copies of at least that many bytes of pageable memory are synchronous when they overlap nothing: 64 MiB then take
/// 8.5 ms up and 4.9 ms down instead of 9.0 and 5.2. Below, using both ways of copying costs more than it saves.
const LEAST_SYNCHRONOUS: u32 = 32 << 20;
/// Saved by an upload, for each byte.
const UPLOAD_NS_PER_BYTE: f64 = 0.049;
/// The same, for uploads of at least [`LARGE_UPLOAD`] bytes.
const LARGE_UPLOAD_NS_PER_BYTE: f64 = 0.095;
const LARGE_UPLOAD: u32 = 32 << 20;
/// Saved by a download, for each byte.
const DOWNLOAD_NS_PER_BYTE: f64 = 0.045;
/// What is saved has to be that many times the cost: machines differ.
const MARGIN: f64 = 1.25;

/// Tells the helper of the blocks.
///
/// # Errors
/// When the text is not what the plan takes it for.
pub(crate) fn calls(
    module: &Module,
    plan: &Plan,
    text: &[u8],
    (names, namespace): (&Names<'_>, &str),
    edits: &mut Edits,
) -> Result<(), EditFailure> {
    let own = |name: &str| format!("{namespace}::{}", names.own(name));
    for block in &plan.host_blocks {
        let copies = block.copies.map_or_else(String::new, |count| format!(", {count}"));
        let stmt = block.at.stmt(module).ok_or_else(misfit)?;
        match block.at.call(module).filter(|call| call.syntax.is_some()) {
            Some(call) => allocation(call, text, &own, &copies, edits)?,
            None => {
                let range = stmt.span.start as usize..stmt.span.end as usize;
                let new = text.get(range.clone()).ok_or_else(misfit)?;
                let count = cra::new_array_count(new).ok_or_else(misfit)?;
                let count = String::from_utf8_lossy(&new[count]).into_owned();
                wrap(range, &own("noted"), &format!(", {count}{copies}"), edits);
            }
        }
    }
    for freed in &plan.host_frees {
        let stmt = freed.at.stmt(module).ok_or_else(misfit)?;
        match freed.at.call(module).and_then(|call| call.syntax.as_ref()) {
            Some(syntax) => {
                let argument = syntax.args.first().ok_or_else(misfit)?;
                let range = argument.start as usize..argument.end as usize;
                wrap(range, &own("released"), "", edits);
            }
            None => {
                let start = stmt.span.start as usize;
                let delete = text.get(start..stmt.span.end as usize).ok_or_else(misfit)?;
                let pointer = cra::deleted_array(delete).ok_or_else(misfit)?;
                wrap(start + pointer.start..start + pointer.end, &own("deleted"), "", edits);
            }
        }
    }
    Ok(())
}

fn misfit() -> EditFailure {
    EditFailure::Misfit("no call where host memory is allocated or freed".to_owned())
}

/// `malloc(bytes)` becomes `host_malloc(bytes, copies)`.
fn allocation(
    call: &Call,
    text: &[u8],
    own: &dyn Fn(&str) -> String,
    copies: &str,
    edits: &mut Edits,
) -> Result<(), EditFailure> {
    let syntax = call.syntax.as_ref().ok_or_else(misfit)?;
    let (start, end) = (syntax.expr.start as usize, syntax.expr.end as usize);
    let name = syntax.name.end as usize;
    let written = text.get(start..name).ok_or_else(misfit)?;
    if text.get(end - 1) != Some(&b')') {
        return Err(misfit());
    }
    let function = match (written.ends_with(b"malloc"), written.ends_with(b"calloc")) {
        (true, _) => "host_malloc",
        (_, true) => "host_calloc",
        _ => return Err(misfit()),
    };
    edits.replace(start..name, own(function));
    edits.insert(end - 1, copies, 0);
    Ok(())
}

fn wrap(range: Range<usize>, function: &str, rest: &str, edits: &mut Edits) {
    edits.insert(range.start, format!("{function}("), opens(range.end, Layer::Expression));
    edits.insert(range.end, format!("{rest})"), closes(range.start, Layer::Expression));
}

/// What becomes of the blocks when the device is reset.
pub(crate) const FORGET: &str = "    for (Host &h : hosts()) h.locked = false;\n";

/// The table of blocks, which comes before the devices' records are looked at.
pub(crate) fn table() -> String {
    format!(
        "\
// Host memory that takes part in copies: whole blocks are page-locked at a copy for which that pays.
struct Host {{ char *start; size_t bytes; int copies, done; double lost; bool locked, refused, freed, by_new; }};
typedef Host Hosts[{MOST_BLOCKS}];
inline Hosts &hosts() {{ static Hosts all; return all; }}
"
    )
}

/// The functions.
pub(crate) fn functions(pin: Pin) -> String {
    let least = if pin == Pin::Always { 1 } else { LEAST_BYTES };
    let pays = match pin {
        Pin::Always => "inline bool pays(Host &, size_t, bool) { return true; }\n".to_owned(),
        _ => format!(
            "\
inline bool pays(Host &h, size_t bytes, bool up)  // in nanoseconds, measured on an H200
{{
    const double gain = bytes * (!up ? {DOWNLOAD_NS_PER_BYTE} : bytes < {LARGE_UPLOAD} ? {UPLOAD_NS_PER_BYTE} : {LARGE_UPLOAD_NS_PER_BYTE});
    const double cost = {LOCK_NS:.1} + h.bytes * {LOCK_NS_PER_BYTE};
    // Nobody knows how many copies will follow: as many as were made, is the guess.
    const double ahead = h.copies > h.done ? (h.copies - h.done) * gain : gain + (h.copies ? 0 : 2 * h.lost);
    h.lost += gain;
    h.done++;
    return ahead > {MARGIN} * cost;
}}
"
        ),
    };
    format!(
        "\
inline bool idle()  // nothing is queued on the device
{{
    if (cudaPeekAtLastError() != cudaSuccess) return false;
    const bool is = cudaStreamQuery(0) == cudaSuccess;
    cudaGetLastError();
    return is;
}}
inline void let_go(Host &h)
{{
    if (h.locked) {{
        cudaHostUnregister(h.start);
        cudaGetLastError();
    }}
    if (h.freed && h.by_new) ::operator delete[]((void *)h.start);
    if (h.freed && !h.by_new) free(h.start);
    h.start = 0;
}}
inline void sweep()  // frees what the program has freed, once the device is idle
{{
    bool any = false;
    for (Host &h : hosts()) any = any || (h.start && h.freed);
    if (any && idle())
        for (Host &h : hosts())
            if (h.start && h.freed) let_go(h);
}}
inline void *note(void *start, size_t bytes, int copies, bool by_new)
{{
    if (!start || bytes < {least}) return start;
    Lock lock;
    sweep();
    for (Host &h : hosts())
        if (!h.start) {{
            h.start = (char *)start;
            h.bytes = bytes;
            h.copies = copies;
            h.done = 0;
            h.lost = 0;
            h.locked = h.refused = h.freed = false;
            h.by_new = by_new;
            break;
        }}
    return start;
}}
// Memory whose blocks are copied so many times, if that is known.
inline void *host_malloc(size_t bytes, int copies = 0) {{ return note(malloc(bytes), bytes, copies, false); }}
inline void *host_calloc(size_t count, size_t size, int copies = 0) {{ return note(calloc(count, size), count * size, copies, false); }}
template <class T>
inline T *noted(T *start, size_t count, int copies = 0)
{{
    if (__has_trivial_destructor(T)) note((void *)start, count * sizeof(T), copies, true);
    return start;
}}
// Memory that is about to be freed: null if it has to wait until the device is idle.
inline void *released(void *start)
{{
    Lock lock;
    for (Host &h : hosts())
        if (start && h.start == start && !h.freed) {{
            if (h.locked && !idle()) {{
                h.freed = true;
                return 0;
            }}
            let_go(h);
        }}
    return start;
}}
template <class T>
inline T *deleted(T *start) {{ return (T *)released((void *)start); }}
{pays}\
inline bool is_pageable(const void *at, size_t bytes, bool up)
{{
    Lock lock;
    sweep();
    const char *first = (const char *)at;
    for (Host &h : hosts())
        if (h.start && !h.freed && first >= h.start && first < h.start + h.bytes && bytes <= size_t(h.start + h.bytes - first)) {{
            if (h.locked || h.refused) return !h.locked;
            if (!pays(h, bytes, up) || cudaPeekAtLastError() != cudaSuccess) return true;
            h.locked = cudaHostRegister(h.start, h.bytes, cudaHostRegisterPortable) == cudaSuccess;
            if (!h.locked) cudaGetLastError();
            h.refused = !h.locked;
            return !h.locked;
        }}
    return false;
}}
// A large copy of pageable memory that overlaps nothing is faster when it is synchronous.
inline cudaError_t copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{{
    const bool up = kind == cudaMemcpyHostToDevice;
    if (is_pageable(up ? from : to, bytes, up) && bytes >= {LEAST_SYNCHRONOUS} && idle()) return cudaMemcpy(to, from, bytes, kind);
    return cudaMemcpyAsync(to, from, bytes, kind, stream);
}}
"
    )
}
