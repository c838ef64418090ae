//! The lines that an output gets: its streams and events.

use crate::names::Names;
use crate::plan::Plan;
use crate::{host_memory, pieces, pin, reuse};
use std::collections::BTreeSet;
use std::fmt::Write;

/// First words of the inserted text; a file that has them was rewritten before.
pub const MARKER: &str = "// Added by StreamAlloc";

/// What of the helper an output uses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Uses {
    pub after: bool,
    pub stream: bool,
    pub record: bool,
    pub recorded: bool,
    pub wait: bool,
    pub wait_stream: bool,
    pub guard: bool,
    pub join: bool,
    pub forget: bool,
    pub reuse: bool,
    pub pin: bool,
    /// Functions for host memory.
    pub host: BTreeSet<&'static str>,
    /// Code that we do not see may destroy the context.
    pub doubt: bool,
}

/// The helper's text, with `\n` line ends.
pub(crate) fn helper(plan: &Plan, uses: &Uses, names: &Names<'_>, namespace: &str) -> String {
    let mut out = String::new();
    let version = env!("CARGO_PKG_VERSION");
    let what = match plan.streams {
        0 => "the host memory of this file",
        _ => "the streams and events of this file, made on first use, one set per device",
    };
    let _ = writeln!(out, "{MARKER} {version}: {what}.");
    if !uses.host.is_empty() {
        out.push_str(host_memory::INCLUDES);
    }
    out.push_str("#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM\n");
    out.push_str(
        "#error \"StreamAlloc analysed this file for the legacy default stream\"\n#endif\n",
    );
    let _ = writeln!(out, "namespace {namespace} {{ inline namespace v1 {{ namespace {{");
    tables(&mut out, uses);
    if plan.streams > 0 {
        state(&mut out, plan, uses);
        access(&mut out, plan);
    }
    functions(&mut out, plan, uses);
    if plan.new != cra::NewMemory::AsItIs {
        let lockable = plan.new == cra::NewMemory::Lockable;
        let least = if lockable { pin::least_bytes(plan.pin) } else { host_memory::LEAST_LARGE };
        out.push_str(&host_memory::operators(least, lockable, names));
    }
    let _ = writeln!(out, "}} }} }}  // namespace {namespace}");
    out
}

/// What is known of memory, which comes before the devices' records are looked at.
fn tables(out: &mut String, uses: &Uses) {
    if uses.reuse || uses.pin {
        out.push_str(reuse::LOCK);
    }
    if uses.reuse {
        out.push_str(&reuse::table());
    }
    if uses.pin {
        out.push_str(&pin::table());
    }
}

fn state(out: &mut String, plan: &Plan, uses: &Uses) {
    let _ = writeln!(out, "struct Device {{");
    out.push_str("    bool ready;\n    bool failed;  // no streams to be had: all work goes to the default stream\n");
    let _ = writeln!(out, "    cudaStream_t stream[{}];", plan.streams);
    if plan.events > 0 {
        let _ = writeln!(out, "    cudaEvent_t event[{}];", plan.events);
    }
    if uses.join {
        out.push_str("    cudaEvent_t joined;\n");
    }
    out.push_str("};\ninline bool is_ready(Device &d) { return __atomic_load_n(&d.ready, __ATOMIC_ACQUIRE); }\ninline void set_ready(Device &d, bool yes) { __atomic_store_n(&d.ready, yes, __ATOMIC_RELEASE); }\nenum { kDevices = 64 };\ninline Device *devices() { static Device all[kDevices]; return all; }\n");
    out.push_str("inline Device &current()\n{\n    int id = 0;\n");
    out.push_str(
        "    if (cudaGetDevice(&id) != cudaSuccess || id < 0 || id >= kDevices) id = 0;\n",
    );
    match uses.doubt {
        false => out.push_str("    return devices()[id];\n}\n"),
        true => {
            out.push_str(
                "    Device &d = devices()[id];\n    if (!is_ready(d) || d.failed) return d;\n",
            );
            out.push_str("    // Other code may have reset the device, and our streams with it.\n    unsigned flags;\n");
            out.push_str("    const bool clean = cudaPeekAtLastError() == cudaSuccess;\n    if (cudaStreamGetFlags(d.stream[0], &flags) == cudaSuccess) return d;\n");
            out.push_str("    if (clean) cudaGetLastError();\n    set_ready(d, false);\n");
            forget_what_is_gone(out, uses);
            out.push_str("    return d;\n}\n");
        }
    }
}

fn access(out: &mut String, plan: &Plan) {
    if !plan.at_exit.is_empty() {
        out.push_str("struct AtExit {  // copies to the host are complete when the process ends\n    ~AtExit()\n    {\n");
        out.push_str("        for (int i = 0; i < kDevices; i++)\n            if (is_ready(devices()[i]) && !devices()[i].failed) {\n");
        for event in &plan.at_exit {
            let _ =
                writeln!(out, "                cudaEventSynchronize(devices()[i].event[{event}]);");
        }
        out.push_str("            }\n    }\n};\n");
    }
    out.push_str("inline Device &ready()\n{\n    static bool busy;\n");
    out.push_str("    Device &d = current();\n    if (is_ready(d)) return d;\n");
    out.push_str(
        "    while (__atomic_test_and_set(&busy, __ATOMIC_ACQUIRE)) {}\n    if (!is_ready(d)) {\n",
    );
    out.push_str("        const bool clean = cudaPeekAtLastError() == cudaSuccess;\n        bool ok = true;\n");
    out.push_str("        for (cudaStream_t &s : d.stream) ok = ok && cudaStreamCreate(&s) == cudaSuccess;\n");
    if plan.events > 0 {
        out.push_str("        for (cudaEvent_t &e : d.event) ok = ok && cudaEventCreateWithFlags(&e, cudaEventDisableTiming) == cudaSuccess;\n");
    }
    if plan.follows {
        out.push_str("        // All that is issued here runs after what other code has queued.\n        ok = ok && cudaEventCreateWithFlags(&d.joined, cudaEventDisableTiming) == cudaSuccess && cudaEventRecord(d.joined, 0) == cudaSuccess;\n");
    }
    out.push_str("        if (!ok)\n            for (cudaStream_t &s : d.stream) s = 0;\n");
    out.push_str("        if (!ok && clean) cudaGetLastError();\n        d.failed = !ok;\n");
    if !plan.at_exit.is_empty() {
        out.push_str("        static AtExit at_exit;\n        (void)at_exit;\n");
    }
    out.push_str("        set_ready(d, true);\n    }\n    __atomic_clear(&busy, __ATOMIC_RELEASE);\n    return d;\n}\n");
}

fn functions(out: &mut String, plan: &Plan, uses: &Uses) {
    if uses.stream || uses.after {
        out.push_str("inline cudaStream_t stream(int s) { return ready().stream[s]; }\n");
    }
    if uses.after {
        out.push_str("// Stream `s`, whose next operation runs after the operations last recorded as these events.\n");
        out.push_str("template <class... Events>\ninline cudaStream_t after(int s, Events... events)\n{\n    Device &d = ready();\n");
        out.push_str("    const int all[] = {events...};\n    for (int e : all)\n        if (!d.failed) cudaStreamWaitEvent(d.stream[s], d.event[e], 0);\n    return d.stream[s];\n}\n");
    }
    if uses.record || uses.recorded {
        let streams: Vec<String> = plan.stream_of_event.iter().map(usize::to_string).collect();
        let _ = writeln!(
            out,
            "inline void record(int e)\n{{\n    static const int stream_of[] = {{{}}};",
            streams.join(", ")
        );
        out.push_str("    Device &d = current();\n    if (is_ready(d) && !d.failed) cudaEventRecord(d.event[e], d.stream[stream_of[e]]);\n}\n");
    }
    if uses.recorded {
        out.push_str("inline cudaError_t recorded(int e, cudaError_t result) { record(e); return result; }\n");
    }
    if uses.wait || uses.guard {
        out.push_str(
            "// The host waits until the operations last recorded as these events are complete.\n",
        );
        out.push_str("template <class... Events>\ninline cudaError_t wait(Events... events)\n{\n    Device &d = current();\n");
        out.push_str("    cudaError_t result = cudaSuccess;\n    if (!is_ready(d)) return result;\n    if (d.failed) return cudaStreamSynchronize(0);\n");
        out.push_str("    const int all[] = {events...};\n    for (int e : all) {\n        const cudaError_t r = cudaEventSynchronize(d.event[e]);\n        if (r != cudaSuccess) result = r;\n    }\n    return result;\n}\n");
    }
    if uses.wait_stream {
        out.push_str("// The host waits until everything queued in these streams is complete.\n");
        out.push_str("template <class... Streams>\ninline cudaError_t wait_stream(Streams... streams)\n{\n    Device &d = current();\n");
        out.push_str(
            "    cudaError_t result = cudaSuccess;\n    if (!is_ready(d)) return result;\n",
        );
        out.push_str("    const int all[] = {streams...};\n    for (int s : all) {\n        const cudaError_t r = cudaStreamSynchronize(d.stream[s]);\n        if (r != cudaSuccess) result = r;\n    }\n    return result;\n}\n");
    }
    if uses.guard {
        out.push_str("// Waits for these events when its scope is left, however it is left.\n");
        let most = plan.guards.iter().map(|g| g.events.len()).max().unwrap_or(1).max(1);
        let _ = writeln!(out, "struct Guard {{\n    int event[{most}], events;");
        out.push_str("    template <class... Events>\n    explicit Guard(Events... all) : event{all...}, events(sizeof...(all)) {}\n    ~Guard()\n    {\n        for (int i = 0; i < events; i++) wait(event[i]);\n    }\n    Guard(const Guard &) = delete;\n};\n");
    }
    if uses.join {
        out.push_str("// Work that is queued later, in any stream that the default stream orders, runs after all queued here.\n");
        out.push_str("inline void join()\n{\n    Device &d = current();\n    if (!is_ready(d) || d.failed) return;\n");
        out.push_str("    if (!d.joined && cudaEventCreateWithFlags(&d.joined, cudaEventDisableTiming) != cudaSuccess) d.joined = 0;\n    if (d.joined) cudaEventRecord(d.joined, 0);\n    else cudaDeviceSynchronize();\n}\n");
    }
    if uses.reuse {
        out.push_str(&reuse::functions(plan.release_waits));
    }
    let mut host = host_memory::pieces(plan.pin);
    host.extend(pin::pieces(plan.pin));
    out.push_str(&pieces::text(&host, &uses.host));
    if uses.forget {
        out.push_str("// The context is about to be destroyed: what it holds is made anew when it is needed again.\n");
        out.push_str("inline void forget()\n{\n");
        if plan.streams > 0 {
            out.push_str("    Device &d = current();\n    set_ready(d, false);\n");
        }
        forget_what_is_gone(out, uses);
        out.push_str("}\n");
    }
}

/// What else a device's record held when the device was reset.
fn forget_what_is_gone(out: &mut String, uses: &Uses) {
    if uses.join {
        out.push_str("    d.joined = 0;\n");
    }
    if uses.reuse || uses.pin {
        out.push_str("    Lock lock;\n");
    }
    if uses.reuse {
        out.push_str(reuse::FORGET);
    }
    if uses.pin {
        out.push_str(pin::FORGET);
    }
}
