//! What the semantic cases gain: each says in its `may:` line what a good rewriting may overlap. This
//! table states how much of that is reached, and why the rest is not.

mod common;

use common::{analyze, cases, name, Report};
use serde::Deserialize;
use std::path::Path;

/// Programs that must have a shorter predicted time than before, of all.
const FASTER: usize = 34;

/// Two operations, each named by a part of its source line, or by the line's number where that is
/// easier; the first stands before the second.
enum Pair {
    /// The second is issued while the first may run, and nothing orders them on the device.
    Beside(&'static str, &'static str),
    /// The host does not wait for the first before it issues the second, which may follow it in its
    /// stream: two copies in one direction share an engine anyway.
    Queued(&'static str, &'static str),
}
use Pair::{Beside, Queued};

struct Case {
    name: &'static str,
    /// Operations that are asynchronous, at least.
    asynchronous: usize,
    pairs: &'static [Pair],
    /// What of the `may:` line is not reached, and why; empty when all of it is.
    missing: &'static str,
}

const fn case(
    name: &'static str,
    asynchronous: usize,
    pairs: &'static [Pair],
    missing: &'static str,
) -> Case {
    Case { name, asynchronous, pairs, missing }
}

/// A reason for `missing`.
const RANGES: &str = "ranges of one allocation are one object";

const CASES: &[Case] = &[
    case("bad_launch", 3, &[Queued("26", "27")], ""),
    case(
        "bounce_and_patch",
        8,
        &[Beside("37", "(d_z, d_z, n)"), Beside("(d_z, d_z, n)", "39")],
        "",
    ),
    case(
        "check_macro",
        4,
        &[Queued("(d_p, p, bytes", "(d_q, q, bytes"), Beside("(d_p, d_r, n)", "(d_q, d_s, n)")],
        "",
    ),
    case("chunked_upload", 2, &[], RANGES),
    case("conditional_copy", 4, &[Beside("(d_b, n, 40)", "(d_a, n, 100)")], ""),
    case(
        "constant_between",
        6,
        &[
            Beside("cudaMemcpy(d_b, b", "(d_a, d_x, n)"),
            Beside("(d_b, d_y, n)", "cudaMemcpy(got, d_x"),
        ],
        "",
    ),
    case("copy_helpers", 3, &[Beside("triple<<<", "square<<<")], ""),
    case("default_kind", 5, &[Beside("plus<<<(n + 255)", "cudaMemcpy(e, e + q")], RANGES),
    case("device_array", 5, &[], "the rounds of a loop share the stream of their launch"),
    case("device_counter", 8, &[Queued("(d_p, p.data()", "(d_q, q.data()")], ""),
    case("early_exit", 0, &[], "there is one upload, and each download is needed at once"),
    case(
        "exception_path",
        6,
        &[],
        "the buffer that dies was uploaded after the kernel, so its wait covers both",
    ),
    case("extern_report", 4, &[Beside("(d_in, d_l, n, 0)", "(d_in, d_r, n, 1)")], ""),
    case("flag_loop", 6, &[Beside("(d_weight, weight.data()", "relax<<<")], ""),
    case(
        "four_fields",
        16,
        &[
            Beside("(d_u, u, bytes", "(d_v, d_v2, n)"),
            Beside("(d_u, d_u2, n)", "(d_v, d_v2, n)"),
            Beside("(d_v, d_v2, n)", "(d_w, d_w2, n)"),
            Beside("(d_w, d_w2, n)", "(d_t, d_t2, n)"),
            Beside("(ru, d_u2", "(d_t2, n, -1.0f)"),
        ],
        "",
    ),
    case(
        "free_after_upload",
        4,
        &[Beside("(d_a, n)", "(d_c, n)")],
        "each source is given up at once",
    ),
    case(
        "host_alias",
        3,
        &[Beside("negate<<<", "(y, d_y,")],
        "the download of d_y is needed at once",
    ),
    case(
        "kernel_dispatch",
        9,
        &[Beside("ramp<int, 2>", "ramp<double, 4>"), Beside("(d_w, d_v, n)", "(d_g, d_f, n)")],
        "",
    ),
    case(
        "kernel_log",
        12,
        &[Beside("(d_c, h,", "(d_a, n, 1)"), Beside("(d_a, n, 1)", "(d_c, n, 3)")],
        "",
    ),
    case("lambda_buffers", 5, &[Beside("(d_in, in, bytes", "(out.data(), d_out")], ""),
    case(
        "library_readers",
        5,
        &[Beside("scatter_values<<<", "49"), Beside("scatter_values<<<", "52")],
        "",
    ),
    case(
        "loop_staging",
        5,
        &[Queued("(d_many[r], many[r]", "(many[r], d_many[r]")],
        "buffers are not doubled",
    ),
    case("macro_body_copy", 0, &[], "the body of a macro is never edited"),
    case("managed_scratch", 4, &[Beside("36", "(d_extra,")], ""),
    case("mapped_result", 4, &[Queued("(d_v, half,", "(d_v + half, h + half")], RANGES),
    case(
        "ping_pong",
        6,
        &[
            Beside("(d_u0, d_u1, n)", "(d_v0, d_v1, n)"),
            Beside("(d_u0, d_u1, n)", "(d_v0, v.data()"),
        ],
        "",
    ),
    case("pitched_memset", 8, &[Beside("36", "cudaMemcpy2D(d_img")], ""),
    case(
        "realloc_device",
        9,
        &[
            Beside("flip<<<(n + 255) / 256, 256>>>(d_keep", "(d_tmp, p.data()"),
            Beside("(d_keep, n)", "39"),
        ],
        "",
    ),
    case("registered_host", 0, &[], RANGES),
    case(
        "same_pointer_args",
        8,
        &[Beside("axpb<<<(n + 255)", "cudaMemset(e"), Beside("(h, d, n", "(he, e, half")],
        "the launch on e reads d, whose later launch waits for it",
    ),
    case(
        "shared_reader",
        8,
        &[Beside("39", "40"), Beside("43", "44"), Beside("44", "(ev.data()")],
        "",
    ),
    case(
        "struct_args",
        5,
        &[Queued("(p.pos, pos", "(p.vel, vel"), Queued("(p.vel, vel", "(p.energy, energy")],
        "",
    ),
    case("switch_recursion", 4, &[], RANGES),
    case("thread_consumer", 2, &[Queued("shift<<<", "(slot[r % 2]")], ""),
    case("timed_region", 6, &[Beside("(d_x, n, 10)", "(d_y, n, 20)")], ""),
    case("unbraced_bodies", 5, &[Queued("(d[k], h[k]", "(d[k], n, 1000)")], ""),
    case(
        "user_stream",
        0,
        &[],
        "programs with streams of their own are left alone; nothing is forced",
    ),
    case(
        "vector_lifetime",
        0,
        &[],
        "every vector changes right after its upload, and all kernels add to one array",
    ),
    case("virtual_sink", 0, &[], "one buffer serves all sinks, and each uses it at once"),
    case("volume_copy3d", 0, &[], RANGES),
    case("war_refill", 3, &[Beside("(d_a, d_ra, n, 3)", "(d_b, d_rb, n, 5)")], ""),
];

/// Cases whose predicted time stays what it was. Thrust is not part of the embedded declarations.
const NOT_FASTER: &[&str] = &[
    "early_exit",
    "macro_body_copy",
    "registered_host",
    "thrust_mix",
    "user_stream",
    "vector_lifetime",
    "virtual_sink",
    "volume_copy3d",
];

// --- the plan ------------------------------------------------------------------------------------

/// What of `analyze --emit plan` tells which operations may overlap.
#[derive(Deserialize)]
struct Plan {
    ops: Vec<Op>,
    waits: Vec<Wait>,
}

#[derive(Deserialize)]
struct Op {
    offset: usize,
    stream: usize,
    event: Option<usize>,
    after: Vec<usize>,
}

#[derive(Deserialize)]
struct Wait {
    offset: usize,
    events: Vec<usize>,
    streams: Vec<usize>,
}

impl Plan {
    /// Whether the streams and events order `a` before `b`, in the order of the text.
    fn ordered(&self, a: &Op, b: &Op) -> bool {
        let later = self.ops.iter().filter(|op| a.offset < op.offset && op.offset <= b.offset);
        let mut next = later.filter(|op| {
            op.stream == a.stream || a.event.is_some_and(|event| op.after.contains(&event))
        });
        next.any(|op| op.offset == b.offset || self.ordered(op, b))
    }

    /// Whether the host waits for `a` somewhere in the text between the two.
    fn waited_between(&self, a: &Op, b: &Op) -> bool {
        let between = self.waits.iter().filter(|w| a.offset < w.offset && w.offset <= b.offset);
        between.into_iter().any(|wait| {
            let covered = |op: &&Op| {
                let by_event = op.event.is_some_and(|event| wait.events.contains(&event));
                by_event || wait.streams.contains(&op.stream)
            };
            let queued =
                self.ops.iter().filter(|op| a.offset <= op.offset && op.offset < wait.offset);
            queued.filter(covered).any(|op| op.offset == a.offset || self.ordered(a, op))
        })
    }
}

// --- checks --------------------------------------------------------------------------------------

/// The operation on the line that has this number, or this text.
fn operation<'p>(plan: &'p Plan, source: &str, line: &str) -> Result<&'p Op, String> {
    let on_line = |op: &&Op| {
        let number = source[..op.offset].matches('\n').count() + 1;
        match line.parse::<usize>() {
            Ok(wanted) => number == wanted,
            Err(_) => source.lines().nth(number - 1).is_some_and(|text| text.contains(line)),
        }
    };
    let mut found = plan.ops.iter().filter(on_line);
    match (found.next(), found.next()) {
        (Some(op), None) => Ok(op),
        (None, _) => Err(format!("`{line}` is left as it was")),
        _ => Err(format!("`{line}` stands on several lines with operations")),
    }
}

fn check_pair(plan: &Plan, source: &str, pair: &Pair) -> Result<(), String> {
    let (a, b, beside) = match pair {
        Beside(a, b) => (a, b, true),
        Queued(a, b) => (a, b, false),
    };
    let (first, second) = (operation(plan, source, a)?, operation(plan, source, b)?);
    if plan.waited_between(first, second) {
        return Err(format!("the host waits for `{a}` before it issues `{b}`"));
    }
    if beside && plan.ordered(first, second) {
        return Err(format!("`{b}` runs after `{a}`"));
    }
    Ok(())
}

fn check_case(case: &Case, program: &Path, report: &Report) -> Result<(), String> {
    let source = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let plan: Plan = common::emitted(program, "plan")?;
    let asynchronous = report.operations.iter().filter(|o| o.is_async).count();
    let mut wrong = Vec::new();
    if asynchronous < case.asynchronous {
        wrong
            .push(format!("{asynchronous} operations are asynchronous, not {}", case.asynchronous));
    }
    let pairs = case.pairs.iter();
    wrong.extend(pairs.filter_map(|pair| check_pair(&plan, &source, pair).err()));
    if !case.missing.is_empty() {
        eprintln!("{}: {}", case.name, case.missing);
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(wrong.join("\n")),
    }
}

#[test]
fn cases_overlap_what_they_may() {
    let Some(folder) = cases() else { return };
    let mut programs = common::programs(&folder);
    programs.retain(|program| !program.ends_with("thrust_mix.cu"));
    let faster = std::sync::Mutex::new(Vec::new());
    common::check_all(&programs, |program| {
        let name = name(program);
        let case = CASES.iter().find(|case| case.name == name).ok_or("not in the table")?;
        let report = analyze(program, &[], &[])?;
        let is_faster = report.predicted_after_ms < report.predicted_before_ms;
        if is_faster {
            faster.lock().expect("no test thread panics").push(name);
        }
        let listed = NOT_FASTER.contains(&case.name);
        let time = match is_faster || listed {
            true => Ok(()),
            false => Err("the predicted time is no shorter than before".to_owned()),
        };
        check_case(case, program, &report).and(time)
    });
    let faster = faster.into_inner().expect("no test thread panics");
    if programs.len() == CASES.len() {
        assert!(faster.len() >= FASTER, "only {} are predicted to be faster", faster.len());
    }
}
