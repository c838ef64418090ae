//! Device memory that is kept instead of freed: the calls, and what the helper gets for it.
//!
//! Takes a plan's allocations and releases; gives the edits that send them to the helper's `allocate` and
//! `release`, and the text of these. A block keeps the number of the text that allocated it, and goes only
//! to that text again, with the same size. Keeping one makes all that is issued later run after all that
//! was issued before, as `cudaFree` does by waiting (measured), but on the device; so nothing that works
//! on the block is in the way of its next user. Where the program may have counted on that wait, keeping one waits.
//! A block that is freed a second time is really freed before: the second call then fails as it did.

use crate::edits::EditFailure;
use crate::names::Names;
use crate::plan::Plan;
use edit::Edits;
use ir::{Call, Module};

/// Most bytes that are kept on a device, in MiB: little beside what devices have.
const MOST_KEPT_MIB: u32 = 512;
/// Most blocks that are known at a time. Others are allocated and freed as ever.
const MOST_BLOCKS: u32 = 256;

/// Sends the calls of the plan to the helper.
///
/// # Errors
/// When the text is not that of a call.
pub(crate) fn calls(
    module: &Module,
    plan: &Plan,
    text: &[u8],
    (names, namespace): (&Names<'_>, &str),
    edits: &mut Edits,
) -> Result<(), EditFailure> {
    for (number, planned) in plan.allocations.iter().enumerate() {
        let call = planned.at.call(module);
        let open = rename(call, text, &format!("{namespace}::{}", names.own("allocate")), edits)?;
        edits.insert(open, format!("{number}, "), 0);
    }
    for planned in &plan.releases {
        let call = planned.at.call(module);
        rename(call, text, &format!("{namespace}::{}", names.own("release")), edits)?;
    }
    Ok(())
}

/// Gives a call another function; where its arguments begin.
fn rename(
    call: Option<&Call>,
    text: &[u8],
    to: &str,
    edits: &mut Edits,
) -> Result<usize, EditFailure> {
    let misfit = || EditFailure::Misfit("no call where memory is allocated or freed".to_owned());
    let syntax = call.and_then(|c| c.syntax.as_ref()).ok_or_else(misfit)?;
    let (start, end) = (syntax.expr.start as usize, syntax.expr.end as usize);
    let name_end = syntax.name.end as usize;
    let rest = text.get(name_end..end).ok_or_else(misfit)?;
    let blank = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
    if rest.get(blank) != Some(&b'(') {
        return Err(misfit());
    }
    edits.replace(start..name_end, to);
    Ok(name_end + blank + 1)
}

/// The part of a device's record that knows the blocks.
pub(crate) const FORGET: &str =
    "    for (Block &b : blocks())\n        if (b.device == int(&d - devices())) b.at = 0;\n";

/// What serialises the access to tables of blocks.
pub(crate) const LOCK: &str = "\
struct Lock {  // of the tables of blocks
    static bool &busy() { static bool is; return is; }
    static bool &held() { static thread_local bool is; return is; }
    Lock() { while (__atomic_test_and_set(&busy(), __ATOMIC_ACQUIRE)) {} held() = true; }
    ~Lock() { held() = false; __atomic_clear(&busy(), __ATOMIC_RELEASE); }
    Lock(const Lock &) = delete;
};
";

/// The table of blocks, which comes before the devices' records are looked at.
pub(crate) fn table() -> String {
    format!(
        "\
// Device memory by the call that allocates it; what is freed there is kept for the next time.
struct Block {{ void *at; size_t bytes; int call, device; bool kept; }};
typedef Block Blocks[{MOST_BLOCKS}];
inline Blocks &blocks() {{ static Blocks all; return all; }}
"
    )
}

/// `allocate` and `release`; whether the latter waits for the device.
pub(crate) fn functions(waits: bool) -> String {
    let keep = match waits {
        true => KEEP_WAITING,
        false => KEEP,
    };
    format!(
        "\
inline bool give_back(int device)  // frees what is kept
{{
    bool any = false;
    cudaStreamSynchronize(0);
    Lock lock;
    for (Block &b : blocks())
        if (b.at && b.kept && b.device == device) {{
            cudaFree(b.at);
            b.at = 0;
            any = true;
        }}
    return any;
}}
template <class T>
inline cudaError_t allocate(int call, T **at, size_t bytes)
{{
    Device &d = ready();
    const int device = int(&d - devices());
    if (d.failed) return cudaMalloc(at, bytes);
    {{
        Lock lock;
        for (Block &b : blocks())
            if (b.at && b.kept && b.call == call && b.device == device && b.bytes == bytes) {{
                b.kept = false;
                *at = (T *)b.at;
                return cudaSuccess;
            }}
    }}
    const bool clean = cudaPeekAtLastError() == cudaSuccess;
    cudaError_t result = cudaMalloc(at, bytes);
    if (result == cudaErrorMemoryAllocation && give_back(device)) {{
        if (clean) cudaGetLastError();
        result = cudaMalloc(at, bytes);
    }}
    if (result != cudaSuccess || !*at) return result;
    Lock lock;
    for (Block &b : blocks())
        if (!b.at) {{
            b.at = (void *)*at;
            b.bytes = bytes;
            b.call = call;
            b.device = device;
            b.kept = false;
            break;
        }}
    return result;
}}
inline cudaError_t release(void *at)
{{
    Device &d = ready();
    const int device = int(&d - devices());
    Block *block = 0;
    bool room = false, again = false;
    if (at) {{
        Lock lock;
        size_t kept = 0;
        for (Block &b : blocks()) {{
            if (b.at == at) {{
                again = b.kept;
                if (again) b.at = 0;
                else block = &b;
            }}
            if (b.at && b.kept && b.device == device) kept += b.bytes;
        }}
        room = block && block->device == device && kept + block->bytes <= size_t({MOST_KEPT_MIB}) << 20;
        if (block && !room) block->at = 0;
    }}
    if (room) {{
{keep}    }}
    if (at) cudaStreamSynchronize(0);
    if (again) cudaFree(at);
    return cudaFree(at);
}}
"
    )
}

const KEEP: &str =
    "        join();  // whatever uses the block next runs after all that uses it now
        Lock lock;
        block->kept = true;
        return cudaSuccess;
";
const KEEP_WAITING: &str =
    "        const cudaError_t result = cudaDeviceSynchronize();  // as cudaFree does
        Lock lock;
        block->kept = true;
        return result;
";
