//! The codes by which reasons are known for good, and what their pages say.

use serde::Serialize;

/// Why an operation is not asynchronous, or is waited for where it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Code {
    #[serde(rename = "SA2000")]
    NothingWaits,
    #[serde(rename = "SA2001")]
    MacroBody,
    #[serde(rename = "SA2002")]
    OtherFile,
    #[serde(rename = "SA2003")]
    NoTwin,
    #[serde(rename = "SA2004")]
    DeviceCode,
    #[serde(rename = "SA2005")]
    HostToHost,
    #[serde(rename = "SA2006")]
    UserStreams,
    #[serde(rename = "SA2007")]
    Capture,
    #[serde(rename = "SA2008")]
    SameStatement,
    #[serde(rename = "SA2009")]
    NoPlaceForWait,
    #[serde(rename = "SA2010")]
    FlushesOutput,
    #[serde(rename = "SA2011")]
    CompletesEarlierWork,
    #[serde(rename = "SA2012")]
    NoPlaceForGuard,
    #[serde(rename = "SA2013")]
    PerThreadStream,
    #[serde(rename = "SA2014")]
    NonLocalJumps,
    #[serde(rename = "SA2015")]
    Handlers,
    #[serde(rename = "SA2016")]
    KeptElsewhere,
    #[serde(rename = "SA2017")]
    SwitchedOff,
    #[serde(rename = "SA2018")]
    NoGain,
    #[serde(rename = "SA2019")]
    NothingFollows,
    #[serde(rename = "SA2101")]
    HostAccess,
    #[serde(rename = "SA2102")]
    Staged,
    #[serde(rename = "SA2103")]
    Released,
    #[serde(rename = "SA2104")]
    Clock,
    #[serde(rename = "SA2105")]
    UnseenCode,
    #[serde(rename = "SA2106")]
    ConditionalText,
    #[serde(rename = "SA2107")]
    HandOver,
    #[serde(rename = "SA2108")]
    DeviceChange,
    #[serde(rename = "SA2109")]
    Managed,
    #[serde(rename = "SA2110")]
    Returns,
    #[serde(rename = "SA2111")]
    ProcessEnds,
    #[serde(rename = "SA2112")]
    BehindCompletion,
    #[serde(rename = "SA2113")]
    Exception,
}

/// What a page says of a code.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// The stable code.
    pub id: &'static str,
    /// One line on what it means.
    pub summary: &'static str,
    /// Why that is so.
    pub why: &'static str,
    /// What whoever owns the program can do about it.
    pub help: &'static str,
    /// A program that shows it, if a few lines can.
    pub example: &'static str,
}

impl Code {
    /// All codes, in their order.
    pub const ALL: [Code; 33] = [
        Code::NothingWaits,
        Code::MacroBody,
        Code::OtherFile,
        Code::NoTwin,
        Code::DeviceCode,
        Code::HostToHost,
        Code::UserStreams,
        Code::Capture,
        Code::SameStatement,
        Code::NoPlaceForWait,
        Code::FlushesOutput,
        Code::CompletesEarlierWork,
        Code::NoPlaceForGuard,
        Code::PerThreadStream,
        Code::NonLocalJumps,
        Code::Handlers,
        Code::KeptElsewhere,
        Code::SwitchedOff,
        Code::NoGain,
        Code::NothingFollows,
        Code::HostAccess,
        Code::Staged,
        Code::Released,
        Code::Clock,
        Code::UnseenCode,
        Code::ConditionalText,
        Code::HandOver,
        Code::DeviceChange,
        Code::Managed,
        Code::Returns,
        Code::ProcessEnds,
        Code::BehindCompletion,
        Code::Exception,
    ];

    /// The stable code.
    pub fn id(self) -> &'static str {
        self.page().id
    }

    /// Whether it says that an operation stays as it is; the others say why one is waited for.
    pub fn keeps(self) -> bool {
        self.id() > "SA2000" && self.id() < "SA2100" && self != Code::NothingFollows
    }

    /// What its page says.
    #[rustfmt::skip]
    pub fn page(self) -> Page {
        match self {
            Code::NothingWaits => Page {
                id: "SA2000",
                summary: "asynchronous, and nothing waits for it",
                why: "no host code needs the operation to be complete: what comes later on the device is ordered after it there",
                help: "nothing need be done",
                example: "fill<<<1, 256>>>(d);                    // SA2000: the next kernel follows it in its stream\ntwice<<<1, 256>>>(d);",
            },
            Code::MacroBody => Page {
                id: "SA2001",
                summary: "the operation's text belongs to the body of a macro",
                why: "all uses of a macro share its body, and an edit there would change all of them; arguments of a macro are edited where they are written",
                help: "write the call as an argument of the macro, as in `CHECK(cudaMemcpy(…))`, or make the macro a `static` function",
                example: "#define FETCH(h, d) cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost)\nFETCH(h, d);                            // SA2001",
            },
            Code::OtherFile => Page {
                id: "SA2002",
                summary: "the operation stands in an included file",
                why: "other files may include it, too, and are not looked at; only the file that is named is edited",
                help: "move the function that issues the operation into the file, or name the included file itself if it compiles alone",
                example: "#include \"upload.h\"                     // SA2002 for the copies in it",
            },
            Code::NoTwin => Page {
                id: "SA2003",
                summary: "no asynchronous function does the same",
                why: "the call has no form that takes a stream, or it is made through a pointer or a library",
                help: "launch with `<<<…>>>` instead of `cudaLaunchKernel`, and copy with functions that have an asynchronous form",
                example: "",
            },
            Code::DeviceCode => Page {
                id: "SA2004",
                summary: "the operation is issued by device code",
                why: "streams of the host do not reach into kernels",
                help: "nothing need be done: it is asynchronous within its kernel",
                example: "",
            },
            Code::HostToHost => Page {
                id: "SA2005",
                summary: "the copy is from host memory to host memory",
                why: "the host does it itself",
                help: "nothing need be done",
                example: "",
            },
            Code::UserStreams => Page {
                id: "SA2006",
                summary: "the program uses streams of its own beside the operation",
                why: "streams that the program chose are left alone, and their order with streams that are added cannot always be kept",
                help: "give all operations of this part of the program a stream, or none",
                example: "fill<<<1, 256, 0, mine>>>(d);\ncudaMemcpy(h, e, bytes, cudaMemcpyDeviceToHost);   // SA2006",
            },
            Code::Capture => Page {
                id: "SA2007",
                summary: "streams are captured in this file",
                why: "operations and waits that are added could become part of the graph, or end the capture with an error",
                help: "move the capture into a file of its own",
                example: "",
            },
            Code::SameStatement => Page {
                id: "SA2008",
                summary: "the statement that issues the operation also needs it complete",
                why: "a wait can be put before or after a statement, not within it",
                help: "split the statement: the operation first, what uses its result after it",
                example: "return cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost) == cudaSuccess ? n : 0;   // SA2008",
            },
            Code::NoPlaceForWait => Page {
                id: "SA2009",
                summary: "no wait can be put where one is needed",
                why: "the host needs the result in a place before which no statement can stand: in a macro's body, an initialiser of a member, or an end of several parts of one statement",
                help: "give what needs the result a statement of its own",
                example: "",
            },
            Code::FlushesOutput => Page {
                id: "SA2010",
                summary: "the call flushes the output of a kernel that prints",
                why: "what a kernel prints appears when the host waits; without the wait it would appear later, or not at all",
                help: "take `printf` and `assert` out of the kernel, or wait with `cudaDeviceSynchronize` where the output is to appear",
                example: "shout<<<1, 1>>>();                      // prints\ncudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);   // SA2010",
            },
            Code::CompletesEarlierWork => Page {
                id: "SA2011",
                summary: "on some path the host relies on the call to complete earlier work",
                why: "a synchronous copy completes all that was issued before it, and later code counts on that on some paths only",
                help: "synchronise where the earlier work must be complete",
                example: "if (p) cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);   // SA2011\nuse(managed);                           // is the kernel before complete?",
            },
            Code::NoPlaceForGuard => Page {
                id: "SA2012",
                summary: "an exception may leave the scope, and no guard can be put there",
                why: "memory that an operation uses would be released while it is in flight, and what could wait for it cannot be declared: a label might be jumped over, or the declaration cannot be edited",
                help: "declare what owns the memory in a block without labels, or mark functions that cannot throw `noexcept`",
                example: "",
            },
            Code::PerThreadStream => Page {
                id: "SA2013",
                summary: "the build uses per-thread default streams",
                why: "the rules of the legacy default stream, which keep the order with other code, do not hold there",
                help: "build without `--default-stream per-thread`",
                example: "",
            },
            Code::NonLocalJumps => Page {
                id: "SA2014",
                summary: "`setjmp` is used in this file",
                why: "a jump leaves scopes without a trace in the flow of control",
                help: "move code that jumps into a file of its own",
                example: "",
            },
            Code::Handlers => Page {
                id: "SA2015",
                summary: "this file sets a handler for signals or uncaught exceptions",
                why: "a handler runs where no call of it stands, and may look at any memory",
                help: "set handlers in a file of their own",
                example: "",
            },
            Code::KeptElsewhere => Page {
                id: "SA2016",
                summary: "other code keeps the address of the memory",
                why: "what was told the address may use the memory behind any later call, without naming it",
                help: "hand out the address of other memory, or take it back before the operation",
                example: "",
            },
            Code::SwitchedOff => Page {
                id: "SA2017",
                summary: "switched off by a comment",
                why: "the line, or the one before it, says `// streamalloc: off`",
                help: "take the comment away",
                example: "cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);   // streamalloc: off",
            },
            Code::NoGain => Page {
                id: "SA2018",
                summary: "no gain is predicted for the file, which is left as it is",
                why: "with all orders kept and all waits in place nothing of weight would run beside something else",
                help: "`--force` rewrites it all the same",
                example: "",
            },
            Code::NothingFollows => Page {
                id: "SA2019",
                summary: "nothing follows the operation that could run beside it",
                why: "no other operation is issued and no statement of the host runs before the operation is known to be complete",
                help: "nothing need be done",
                example: "",
            },
            Code::HostAccess => Page {
                id: "SA2101",
                summary: "the host reads or writes memory that the operation uses",
                why: "the operation must be complete before: it writes what the host reads, or reads what the host overwrites",
                help: "do what does not need the result first, and use it as late as possible",
                example: "cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);\ncudaMemcpy(g, e, bytes, cudaMemcpyDeviceToHost);\nsum(h);                                 // SA2101 for the first",
            },
            Code::Staged => Page {
                id: "SA2102",
                summary: "a copy from pageable memory reads what the operation uses",
                why: "the host may read the source of such a copy itself, when the call is made; the order of streams does not reach it",
                help: "allocate the memory with `cudaMallocHost`, or keep the data on the device",
                example: "cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);\ncudaMemcpy(e, h, bytes, cudaMemcpyHostToDevice);   // SA2102 for the first",
            },
            Code::Released => Page {
                id: "SA2103",
                summary: "memory that the operation uses is released",
                why: "`free`, `delete`, `cudaFree` or the end of a scope give the memory away, and the operation may still use it",
                help: "release memory later, when other work has been waited for",
                example: "cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);\nfree(h);                                // SA2103",
            },
            Code::Clock => Page {
                id: "SA2104",
                summary: "time is read, or what is complete can be told otherwise",
                why: "what the original had completed before a clock is read must be complete, or measured times would mean something else",
                help: "measure a longer part of the program, or none",
                example: "cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);\ndouble start = omp_get_wtime();         // SA2104",
            },
            Code::UnseenCode => Page {
                id: "SA2105",
                summary: "code that cannot be seen may run",
                why: "a function without a body, a virtual function, or a pointer to a function may look at anything that the original had completed",
                help: "define the function in this file, or call it later",
                example: "cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);\nreport();                               // SA2105: defined elsewhere",
            },
            Code::ConditionalText => Page {
                id: "SA2106",
                summary: "a group of `#if` stands there",
                why: "another build may compile another text in its place, which may use anything that has a name there",
                help: "use `if constexpr`, or a `static` function with two bodies",
                example: "cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);\n#ifdef VERIFY                           // SA2106\ncompare(h);\n#endif",
            },
            Code::HandOver => Page {
                id: "SA2107",
                summary: "memory may be handed to another thread",
                why: "creating a thread, unlocking, or notifying lets another thread use what the original had completed",
                help: "hand over later, or from a scope that has nothing to do with the operation",
                example: "",
            },
            Code::DeviceChange => Page {
                id: "SA2108",
                summary: "the device or its context changes",
                why: "streams and events belong to one device",
                help: "choose the device first, then issue work",
                example: "cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);\ncudaSetDevice(1);                       // SA2108",
            },
            Code::Managed => Page {
                id: "SA2109",
                summary: "the host touches managed memory while a kernel may run",
                why: "on some systems the host must not touch managed memory while any kernel runs",
                help: "use memory of `malloc` or `cudaMallocHost` for what the host does meanwhile",
                example: "",
            },
            Code::Returns => Page {
                id: "SA2110",
                summary: "the function returns to callers that rely on the operation",
                why: "code of other files may call the function (or it is recursive, or called in a way that is not followed), and finds complete what the original completed",
                help: "make the function `static`, or put it into an anonymous namespace: then its callers wait where they need the result; or say `--whole-program` if no other file calls it",
                example: "void fetch() {                          // `static void fetch()` waits in its callers\n    cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);\n}                                       // SA2110",
            },
            Code::ProcessEnds => Page {
                id: "SA2111",
                summary: "the process may end",
                why: "handlers and destructors that run at its end, or code elsewhere, may look at the memory",
                help: "nothing need be done, unless the process ends there on rare paths only",
                example: "",
            },
            Code::BehindCompletion => Page {
                id: "SA2112",
                summary: "a function relies on a copy of its own to complete earlier work",
                why: "the copy used to complete all that its callers had issued, and the function goes on to use some of it",
                help: "synchronise before the call",
                example: "",
            },
            Code::Exception => Page {
                id: "SA2113",
                summary: "an exception may leave the scope",
                why: "memory that the operation uses is released then; a guard waits for it",
                help: "nothing need be done: where no exception is thrown the guard costs little",
                example: "",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_in_order_and_unique() {
        let ids: Vec<&str> = Code::ALL.iter().map(|code| code.id()).collect();
        assert!(ids.windows(2).all(|pair| pair[0] < pair[1]), "{ids:?}");
    }

    #[test]
    fn names_in_reports_are_the_codes() {
        for code in Code::ALL {
            assert_eq!(serde_json::to_string(&code).expect("a name"), format!("\"{}\"", code.id()));
        }
    }
}
