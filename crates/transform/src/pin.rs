//! Page-locking of host memory: the calls, and what the helper gets for it.
//!
//! Takes a plan's blocks of host memory; gives the edits that tell the helper of each block when it is freed
//! and when it is copied, and the text of these functions. Whole blocks are page-locked or nothing, and not before
//! the first copy, when the context exists. A block that is freed stays as it is for the next one of its size. The
//! program's error state is as it would have been, and a failure changes nothing but speed.

use crate::edits::{closes, opens, EditFailure, Layer};
use crate::host_memory::{misfit, LEAST_LARGE};
use crate::names::Names;
use crate::pieces::Piece;
use crate::plan::{Pin, Plan};
use edit::Edits;
use ir::Module;
use std::collections::BTreeSet;

/// Most bytes of freed blocks that are kept, in MiB.
const MOST_KEPT_MIB: u32 = 512;
/// Most blocks that are known at a time. Others stay as they are.
const MOST_BLOCKS: u32 = 128;
/// Blocks below this size are not worth a look, in bytes.
const LEAST_BYTES: u32 = 64 << 10;

// What page-locking costs and gains on one H200 (CUDA 13.0, PCIe, pages that were touched), in nanoseconds. Measured,
// medians, for 256 KiB, 1, 4, 16, 64 and 256 MiB, in milliseconds:
//   registering pages of 4 KiB     0.147 0.210 0.369 1.07 3.75 10.5
//   registering pages of 2 MiB     0.099 0.167 0.250 0.49 1.36  5.0
//   unregistering the latter       0.051 0.076 0.111 0.34 1.17  4.4
//   an upload is faster by         0.019 0.081 0.284 1.18 6.15 27.7
//   a download is faster by        0.046 0.179 0.459 1.73 4.20 12.6

/// Registering a block.
const LOCK_NS: f64 = 110e3;
/// The same, for each byte in small pages.
const LOCK_NS_PER_BYTE: f64 = 0.075;
/// The same in large pages.
const LARGE_LOCK_NS_PER_BYTE: f64 = 0.023;
/// Copies of at least that many bytes of pageable memory are synchronous when they overlap nothing: 64 MiB then take
/// 8.5 ms up and 4.9 ms down instead of 9.0 and 5.2. Below, using both ways of copying costs more than it saves.
const LEAST_SYNCHRONOUS: u32 = 32 << 20;
/// Saved by an upload, for each byte.
const UPLOAD_NS_PER_BYTE: f64 = 0.07;
/// Saved by a download, for each byte: of up to that many, and of more.
const DOWNLOAD_NS_PER_BYTE: f64 = 0.1;
const LARGE_DOWNLOAD_NS_PER_BYTE: f64 = 0.05;
const LARGE_DOWNLOAD: u32 = 32 << 20;
/// What is saved has to be that many times the cost: machines differ.
const MARGIN: f64 = 1.25;

/// Tells the helper when blocks are freed and when they are copied synchronously; the functions that are used.
///
/// # Errors
/// When the text is not what the plan takes it for.
pub(crate) fn calls(
    module: &Module,
    plan: &Plan,
    (names, namespace): (&Names<'_>, &str),
    edits: &mut Edits,
) -> Result<BTreeSet<&'static str>, EditFailure> {
    let own = |name: &str| format!("{namespace}::{}", names.own(name));
    let mut used = BTreeSet::new();
    if plan.ops.iter().any(|op| op.pinned) {
        used.insert("copy");
    }
    for freed in &plan.host_frees {
        let syntax = freed.at.call(module).and_then(|call| call.syntax.as_ref());
        let argument = syntax.and_then(|s| s.args.first()).ok_or_else(misfit)?;
        let (start, end) = (argument.start as usize, argument.end as usize);
        let open = format!("{}(", own("released"));
        edits.insert(start, open, opens(end, Layer::Expression));
        edits.insert(end, ")", closes(start, Layer::Expression));
        used.insert("released");
    }
    for copied in &plan.host_copies {
        let syntax = copied.at.call(module).and_then(|call| call.syntax.as_ref());
        let syntax = syntax.ok_or_else(misfit)?;
        edits.replace(syntax.expr.start as usize..syntax.name.end as usize, own("copy_now"));
        used.insert("copy_now");
    }
    Ok(used)
}

/// What becomes of the blocks when the device is reset.
pub(crate) const FORGET: &str = "    for (Host &h : hosts()) h.locked = false;\n";

/// The table of blocks, which comes before the devices' records are looked at.
pub(crate) fn table() -> String {
    format!(
        "\
// Host memory that takes part in copies: whole blocks are page-locked at a copy for which that pays.
struct Host {{ char *start; size_t bytes; int copies, done; double lost; bool locked, refused, freed, surplus, whole; }};
typedef Host Hosts[{MOST_BLOCKS}];
inline Hosts &hosts() {{ static Hosts all; return all; }}
"
    )
}

/// The functions.
pub(crate) fn pieces(pin: Pin) -> Vec<Piece> {
    let least = least_bytes(pin);
    let piece = |name, needs, text: &str| Piece { name, needs, text: text.to_owned() };
    vec![
        piece("idle", &[], IDLE),
        piece("note", &["idle", "large_block"], &note(least)),
        piece("again", &["note"], AGAIN),
        piece(
            "host_malloc",
            &["again", "note", "large_malloc"],
            "\
// Memory whose blocks are copied so many times, if that is known.
inline void *host_malloc(size_t bytes, Extent extent = kPart, int copies = 0)
{
    if (void *block = again(bytes, copies)) return block;
    return note(large_malloc(bytes, extent), bytes, extent, copies);
}
",
        ),
        piece(
            "host_calloc",
            &["again", "note", "large_calloc"],
            "\
inline void *host_calloc(size_t count, size_t size, Extent extent = kPart, int copies = 0)
{
    const bool fits = !size || count <= size_t(-1) / size;
    if (void *block = fits ? again(count * size, copies) : 0) return memset(block, 0, count * size);
    return note(large_calloc(count, size, extent), count * size, extent, copies);
}
",
        ),
        piece("released", &["note", "idle"], &released()),
        piece("pays", &[], &pays(pin)),
        piece("is_pageable", &["note", "pays"], IS_PAGEABLE),
        piece("copy", &["is_pageable", "idle"], &copy()),
        piece(
            "copy_now",
            &["is_pageable"],
            "\
inline cudaError_t copy_now(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    const bool up = kind == cudaMemcpyHostToDevice;
    is_pageable(up ? from : to, bytes, up);
    return cudaMemcpy(to, from, bytes, kind);
}
",
        ),
    ]
}

const IDLE: &str = "\
inline bool idle()  // nothing is queued on the device
{
    if (cudaPeekAtLastError() != cudaSuccess) return false;
    const bool is = cudaStreamQuery(0) == cudaSuccess;
    cudaGetLastError();
    return is;
}
";

/// Enters a block into the table.
fn note(least: u32) -> String {
    format!(
        "\
inline void let_go(Host &h)
{{
    if (h.locked) {{
        cudaHostUnregister(h.start);
        cudaGetLastError();
    }}
    if (h.freed) free(h.start);
    h.start = 0;
}}
inline void sweep()  // frees what has waited for the device to be idle
{{
    bool any = false;
    for (Host &h : hosts()) any = any || (h.start && h.freed && h.surplus);
    if (any && idle())
        for (Host &h : hosts())
            if (h.start && h.freed && h.surplus) let_go(h);
}}
inline void *note(void *start, size_t bytes, Extent extent, int copies = 0)
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
            h.locked = h.refused = h.freed = h.surplus = false;
            h.whole = extent == kWhole;
            break;
        }}
    return start;
}}
"
    )
}

const AGAIN: &str = "\
inline void *again(size_t bytes, int copies)  // a block of this size that was freed
{
    Lock lock;
    for (Host &h : hosts())
        if (h.start && h.freed && !h.surplus && h.bytes == bytes) {
            h.freed = false;
            h.copies = copies;
            h.done = 0;
            h.lost = 0;
            return h.start;
        }
    return 0;
}
";

fn released() -> String {
    format!(
        "\
// Memory that is about to be freed: null if it is kept, or has to wait until the device is idle.
inline void *released(void *start)
{{
    Lock lock;
    size_t kept = 0;
    for (Host &h : hosts())
        if (h.start && h.freed && !h.surplus) kept += h.bytes;
    for (Host &h : hosts())
        if (start && h.start == start && !h.freed) {{
            h.surplus = kept + h.bytes > size_t({MOST_KEPT_MIB}) << 20;
            if (h.locked && (!h.surplus || !idle())) {{
                h.freed = true;
                return 0;
            }}
            let_go(h);
        }}
    return start;
}}
"
    )
}

/// Whether page-locking a block pays when so many bytes of it are copied.
fn pays(pin: Pin) -> String {
    if pin == Pin::Always {
        return "inline bool pays(Host &, size_t, bool) { return true; }\n".to_owned();
    }
    format!(
        "\
inline bool pays(Host &h, size_t bytes, bool up)  // in nanoseconds, measured on an H200
{{
    const double gain = bytes * (up ? {UPLOAD_NS_PER_BYTE} : bytes < {LARGE_DOWNLOAD} ? {DOWNLOAD_NS_PER_BYTE} : {LARGE_DOWNLOAD_NS_PER_BYTE});
    const double cost = {LOCK_NS:.1} + h.bytes * (h.bytes < {LEAST_LARGE} ? {LOCK_NS_PER_BYTE} : {LARGE_LOCK_NS_PER_BYTE});
    // Nobody knows how many copies will follow: as many as were made, is the guess.
    const double ahead = h.copies > h.done ? (h.copies - h.done) * gain : gain + (h.copies ? 0 : 2 * h.lost);
    h.lost += gain;
    h.done++;
    return ahead > {MARGIN} * cost;
}}
"
    )
}

const IS_PAGEABLE: &str = "\
inline bool is_pageable(const void *at, size_t bytes, bool up)
{
    Lock lock;
    sweep();
    const char *first = (const char *)at;
    for (Host &h : hosts())
        if (h.start && !h.freed && first >= h.start && first < h.start + h.bytes && bytes <= size_t(h.start + h.bytes - first)) {
            if (h.locked || h.refused) return !h.locked;
            if (!pays(h, bytes, up) || cudaPeekAtLastError() != cudaSuccess) return true;
            if (!up && !h.whole) populate(h.start, h.bytes);  // the program has not made the pages yet
            h.locked = cudaHostRegister(h.start, h.bytes, cudaHostRegisterPortable) == cudaSuccess;
            if (!h.locked) cudaGetLastError();
            h.refused = !h.locked;
            return !h.locked;
        }
    return false;
}
";

fn copy() -> String {
    format!(
        "\
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

/// The size from which on a block is worth a look, in bytes.
pub(crate) fn least_bytes(pin: Pin) -> u32 {
    if pin == Pin::Always {
        1
    } else {
        LEAST_BYTES
    }
}
