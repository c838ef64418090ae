//! Host memory that is copied: how it gets large pages, and what the helper gets for it.
//!
//! Takes a plan's blocks of host memory; gives the edits that have the helper allocate them, and the text of these
//! functions. A large block asks the system for large pages, as madvise(2) offers them: on an H200's host the first
//! touch of 64 MiB takes 24 ms with pages of 4 KiB and 8 ms with pages of 2 MiB (measured). Where the text says that a
//! whole block is copied, several threads make its pages before the program gets it: 1.4 ms. Such blocks
//! are `malloc`'s: whatever frees them may. Where the system does not do it, nothing changes.

use crate::edits::EditFailure;
use crate::names::Names;
use crate::pieces::Piece;
use crate::plan::{Pin, Plan, PlannedBlock};
use edit::Edits;
use ir::{Call, Module};
use std::collections::BTreeSet;

/// Blocks from this size on get large pages, in bytes.
pub(crate) const LEAST_LARGE: u32 = 4 << 20;
/// What one thread makes of the pages of a block at least, in bytes: starting one takes some 30 µs.
const LEAST_OF_A_THREAD: u32 = 4 << 20;
/// Most threads that make pages. On a machine of 16 cores more gain nothing (measured).
const MOST_THREADS: u32 = 8;

/// What the helper includes.
pub(crate) const INCLUDES: &str = "\
#include <new>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#endif
";

/// Has the helper allocate the blocks; the functions that are used.
///
/// # Errors
/// When the text is not what the plan takes it for.
pub(crate) fn calls(
    module: &Module,
    plan: &Plan,
    text: &[u8],
    (names, namespace): (&Names<'_>, &str),
    edits: &mut Edits,
) -> Result<BTreeSet<&'static str>, EditFailure> {
    let own = |name: &str| format!("{namespace}::{}", names.own(name));
    let mut used = BTreeSet::new();
    for block in &plan.host_blocks {
        let known = arguments(block, &own);
        let call = block.at.call(module).ok_or_else(misfit)?;
        used.insert(allocation(call, text, (block, &own), &known, edits)?);
    }
    Ok(used)
}

pub(crate) fn misfit() -> EditFailure {
    EditFailure::Misfit("no call where host memory is allocated, freed or copied".to_owned())
}

/// What is known of a block, as further arguments: how much of it is used, how often it is copied.
fn arguments(block: &PlannedBlock, own: &dyn Fn(&str) -> String) -> String {
    let extent = if block.whole { own("kWhole") } else { own("kPart") };
    match (block.lockable, block.copies) {
        (true, Some(count)) => format!(", {extent}, {count}"),
        _ if block.whole => format!(", {extent}"),
        _ => String::new(),
    }
}

/// `malloc(bytes)` becomes `host_malloc(bytes, kWhole, copies)`, or `large_malloc(bytes, kWhole)`.
fn allocation(
    call: &Call,
    text: &[u8],
    (block, own): (&PlannedBlock, &dyn Fn(&str) -> String),
    known: &str,
    edits: &mut Edits,
) -> Result<&'static str, EditFailure> {
    let syntax = call.syntax.as_ref().ok_or_else(misfit)?;
    let (start, end) = (syntax.expr.start as usize, syntax.expr.end as usize);
    let name = syntax.name.end as usize;
    let written = text.get(start..name).ok_or_else(misfit)?;
    if text.get(end - 1) != Some(&b')') {
        return Err(misfit());
    }
    let zeroed = written.ends_with(b"calloc");
    if !zeroed && !written.ends_with(b"malloc") {
        return Err(misfit());
    }
    let function = match (block.lockable, zeroed) {
        (true, false) => "host_malloc",
        (true, true) => "host_calloc",
        (false, false) => "large_malloc",
        (false, true) => "large_calloc",
    };
    edits.replace(start..name, own(function));
    edits.insert(end - 1, known, 0);
    Ok(function)
}

/// The functions.
pub(crate) fn pieces(pin: Pin) -> Vec<Piece> {
    let least = if pin == Pin::Always { 1 } else { LEAST_LARGE };
    let piece = |name, needs, text: String| Piece { name, needs, text };
    vec![
        piece("large_block", &[], large_block(least)),
        piece(
            "large_malloc",
            &["large_block"],
            "\
inline void *large_malloc(size_t bytes, Extent extent = kPart) { return large_block(malloc(bytes), bytes, extent); }
"
            .to_owned(),
        ),
        piece(
            "large_calloc",
            &["large_block"],
            "\
inline void *large_calloc(size_t count, size_t size, Extent extent = kPart) { return large_block(calloc(count, size), count * size, extent); }
"
            .to_owned(),
        ),
    ]
}

/// Asks for the pages of a block.
fn large_block(least: u32) -> String {
    format!(
        "\
// Large blocks of host memory get large pages, if the system has them.
enum Extent {{ kPart, kWhole }};  // how much of a block is known to be used
#ifdef __linux__
struct Pages {{ char *start; size_t bytes; }};
inline void *make_pages(void *of)
{{
    madvise(((Pages *)of)->start, ((Pages *)of)->bytes, 23);  // MADV_POPULATE_WRITE
    return 0;
}}
inline bool is_there(char *page)
{{
    unsigned char flags = 0;
    return mincore(page, 1, &flags) == 0 && (flags & 1);
}}
static int start_thread(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) __attribute__((weakref(\"pthread_create\")));
static int end_thread(pthread_t, void **) __attribute__((weakref(\"pthread_join\")));
#endif
inline void populate(void *block, size_t size)  // several threads make the pages
{{
    const size_t small = 4096, first = ((size_t)block + small - 1) / small * small, end = ((size_t)block + size) / small * small;
    if (first >= end) return;
    char *start = (char *)first;
    const size_t bytes = end - first;
#ifdef __linux__
    if (is_there(start) && is_there(start + bytes / 2 / small * small) && is_there(start + bytes - small)) return;
    enum {{ kMost = {MOST_THREADS} }};
    struct sysinfo memory;
    size_t threads = get_nprocs() / 2;
    if (threads > kMost) threads = kMost;
    if (threads > bytes / {LEAST_OF_A_THREAD}) threads = bytes / {LEAST_OF_A_THREAD};
    if (threads < 2 || !start_thread || !end_thread) return;
    if (sysinfo(&memory) != 0 || bytes > memory.freeram / 2 * memory.mem_unit) return;
    pthread_t thread[kMost];
    Pages part[kMost];
    bool started[kMost];
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(2, &all, &before);  // SIG_SETMASK: signals are the program's
    const size_t page = size_t(2) << 20, each = (bytes / threads + page - 1) / page * page;
    for (size_t i = 0; i < threads; i++) {{
        const size_t from = i * each < bytes ? i * each : bytes;
        part[i].start = start + from;
        part[i].bytes = i + 1 < threads && from + each < bytes ? each : bytes - from;
        started[i] = i > 0 && start_thread(&thread[i], 0, make_pages, &part[i]) == 0;
    }}
    for (size_t i = 0; i < threads; i++)
        if (!started[i]) make_pages(&part[i]);
    for (size_t i = 0; i < threads; i++)
        if (started[i]) end_thread(thread[i], 0);
    pthread_sigmask(2, &before, 0);
#endif
}}
inline void *large_block(void *block, size_t bytes, Extent extent)
{{
#ifdef __linux__
    if (block && bytes >= {least}) {{
        const int error = *__errno_location();
        const size_t page = size_t(2) << 20, from = (size_t)block, to = from + bytes;
        const size_t first = (from + page - 1) / page * page, last = to / page * page;
        if (first < last) madvise((void *)first, last - first, 14);  // MADV_HUGEPAGE
        if (extent == kWhole) populate(block, bytes);
        *__errno_location() = error;
    }}
#endif
    return block;
}}
"
    )
}

/// Replaces the global `operator new` and `operator delete`, under the names that they have in object files: compilers
/// see no new operators, and a program that has its own in another file keeps these. Blocks from a size on begin
/// where pages do, which tells them from the others.
pub(crate) fn operators(least: u32, lockable: bool, names: &Names<'_>) -> String {
    let note = if lockable { "note(block, bytes, kWhole)" } else { "block" };
    let again = match lockable {
        true => "        if (void *block = again(bytes, 0)) return block;\n",
        false => "",
    };
    let held = if lockable { " && !Lock::held()" } else { "" };
    let delete = match lockable {
        true => "free((size_t)block % 4096 || Lock::held() ? block : released(block))",
        false => "free(block)",
    };
    let (new_block, delete_block) = (names.own("new_block"), names.own("delete_block"));
    let keywords = "__attribute__((weak, visibility(\"default\")))";
    format!(
        "\
inline void *block_of(size_t bytes)
{{
    if (bytes >= {least}{held}) {{
{again}\
        void *block = aligned_alloc(bytes < {LEAST_LARGE} ? 4096 : 2 << 20, bytes);
        large_block(block, bytes, kWhole);
        return {note};
    }}
    return malloc(bytes ? bytes : 1);
}}
}}
#if defined(__linux__) && defined(__LP64__)
// Memory of containers: the global `operator new`, unless the program has its own.
{keywords} void *{new_block}(size_t bytes) __asm__(\"_Znwm\");
{keywords} void {delete_block}(void *block) noexcept __asm__(\"_ZdlPv\");
void *{new_block}(size_t bytes)
{{
    for (;;) {{
        if (void *block = block_of(bytes)) return block;
        if (std::new_handler handler = std::get_new_handler()) handler();
        else std::__throw_bad_alloc();
    }}
}}
void {delete_block}(void *block) noexcept {{ {delete}; }}
#endif
namespace {{
"
    )
}
