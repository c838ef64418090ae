//! What the functions do that a rewritten program carries itself.
//!
//! An output names its streams and events by number (`sa::stream(2)`, `sa::wait(0, 3)`); behind the
//! functions are arrays of handles, whose elements no pointer analysis tells apart. So they are
//! described here, by name.

use ir::{Callee, FnId, Module, Operand, StmtKind, VarId};
use std::collections::HashMap;

/// What the functions are called once they are known for what they are. The model has rows for these
/// names, which no program can use.
const KNOWN: &str = "$helper::";

/// Functions that do what functions of the libraries do, only faster.
const TAKEN_OVER: [(&str, &str); 6] = [
    ("copy", "cudaMemcpyAsync"),
    ("copy_now", "cudaMemcpy"),
    ("host_malloc", "malloc"),
    ("host_calloc", "calloc"),
    ("large_malloc", "malloc"),
    ("large_calloc", "calloc"),
];

/// Whether a function is one of those that a rewritten program carries itself, and that is known.
pub fn is_helper(module: &Module, id: FnId) -> bool {
    module.function(id).name.starts_with(KNOWN)
}

/// Whether a call of the function is one that the rewriting added, and not one of the program's that the
/// function takes over.
pub fn is_added(module: &Module, id: FnId) -> bool {
    let name = module.function(id).name.strip_prefix(KNOWN);
    name.is_some_and(|name| !["allocate", "release"].contains(&name))
}

/// Makes a rewritten program's own functions known: their bodies, with locks and arrays of handles,
/// would say less than the model does. Does nothing to other programs.
pub fn adopt(module: &mut Module) {
    let Some(namespace) = namespace(module) else { return };
    for function in &mut module.functions {
        if let Some(name) = function.name.strip_prefix(&namespace) {
            let name = plain(name);
            let taken_over = TAKEN_OVER.iter().find(|(own, _)| *own == name);
            function.name = match taken_over {
                Some((_, name)) => (*name).to_owned(),
                None => format!("{KNOWN}{name}"),
            };
            function.body = None;
            function.nothrow = true;
        }
    }
}

/// A name without what was added to keep it clear of macros.
fn plain(name: &str) -> &str {
    name.trim_end_matches('_')
}

/// The namespace in which the functions stand, with the colons: `sa::`, `streamalloc::`, or one with a number.
fn namespace(module: &Module) -> Option<String> {
    let defined = |wanted: &str| {
        module.functions.iter().any(|f| f.body.is_some() && plain(&f.name) == wanted)
    };
    let names = module.functions.iter().filter_map(|f| {
        let name = plain(&f.name);
        name.strip_suffix("devices").or_else(|| name.strip_suffix("large_block"))
    });
    let mut spaces = names.filter(|ns| {
        *ns == "sa::" || ns.starts_with("streamalloc") && ns.find("::") == Some(ns.len() - 2)
    });
    let both =
        |ns: &str, a: &str, b: &str| defined(&format!("{ns}{a}")) && defined(&format!("{ns}{b}"));
    let found =
        spaces.find(|ns| both(ns, "devices", "is_ready") || both(ns, "large_block", "populate"));
    found.map(str::to_owned)
}

/// What one call does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HelperCall {
    /// Names a stream, whose next operation waits for the last records of these events.
    Stream {
        stream: u32,
        after: Vec<u32>,
    },
    Record(u32),
    /// The host waits for the last records.
    WaitEvents(Vec<u32>),
    WaitStreams(Vec<u32>),
    /// Later work in any blocking stream runs after all that blocking streams hold.
    Join,
    /// An object that waits when its life ends.
    Guard,
    /// Of no consequence here.
    Nothing,
}

/// The functions of one unit, and what they know.
#[derive(Default)]
pub struct Helper {
    /// The stream that each event is recorded in.
    stream_of_event: Vec<u32>,
    /// The part of the main file that they stand in.
    region: Option<(u32, u32)>,
    /// Streams named by the results of calls.
    streams: HashMap<VarId, u32>,
    /// Events that guards wait for.
    guards: HashMap<VarId, Vec<u32>>,
}

impl Helper {
    /// Finds them.
    pub fn of(module: &Module) -> Helper {
        let mut helper = Helper::default();
        let mut own = module.function_ids().filter(|id| is_helper(module, *id)).peekable();
        if own.peek().is_some() {
            let spans =
                own.filter_map(|id| module.function(id).span).filter(|span| span.file.0 == 0);
            helper.region = spans
                .map(|span| (span.start, span.end))
                .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
            helper.read(module);
        }
        helper
    }

    fn read(&mut self, module: &Module) {
        for id in module.function_ids() {
            let Some(body) = &module.function(id).body else { continue };
            for stmt in body.blocks.iter().flat_map(|b| &b.stmts) {
                match &stmt.kind {
                    StmtKind::Assign { dst, src: Operand::Const(Some(stream)) }
                        if !dst.proj.is_empty()
                            && plain(&module.var(dst.var).name) == "stream_of"
                            && module.function(id).name == "$static_init" =>
                    {
                        self.stream_of_event.push(*stream as u32);
                    }
                    StmtKind::Call(call) => self.read_call(module, call),
                    _ => {}
                }
            }
        }
    }

    fn read_call(&mut self, module: &Module, call: &ir::Call) {
        match (self.call(module, call), call.dst, &call.this) {
            (Some(HelperCall::Stream { stream, .. }), Some(dst), _) => {
                self.streams.insert(dst, stream);
            }
            (Some(HelperCall::Guard), _, Some(Operand::AddrOf(place))) => {
                self.guards.insert(place.var, numbers(&call.args));
            }
            _ => {}
        }
    }

    /// Whether a variable is one of theirs.
    pub fn owns_variable(&self, module: &Module, var: VarId) -> bool {
        let var = module.var(var);
        if let Some(owner) = var.owner {
            return is_helper(module, owner);
        }
        match (var.span, self.region) {
            (Some(span), Some((start, end))) => {
                span.file.0 == 0 && start <= span.start && span.end <= end
            }
            _ => false,
        }
    }

    /// What a call does; `None` if it goes elsewhere.
    pub fn call(&self, module: &Module, call: &ir::Call) -> Option<HelperCall> {
        let Callee::Direct(id) = call.callee else { return None };
        let name = module.function(id).name.strip_prefix(KNOWN)?;
        let mut all = numbers(&call.args);
        Some(match name {
            "stream" | "after" if !all.is_empty() => {
                let after = all.split_off(1);
                HelperCall::Stream { stream: all[0], after }
            }
            "record" | "recorded" if !all.is_empty() => HelperCall::Record(all[0]),
            "wait" => HelperCall::WaitEvents(all),
            "wait_stream" => HelperCall::WaitStreams(all),
            "join" => HelperCall::Join,
            "Guard::Guard" => HelperCall::Guard,
            "Guard::~Guard" => HelperCall::WaitEvents(self.guarded(call)),
            _ => HelperCall::Nothing,
        })
    }

    fn guarded(&self, call: &ir::Call) -> Vec<u32> {
        match &call.this {
            Some(Operand::AddrOf(place)) => {
                self.guards.get(&place.var).cloned().unwrap_or_default()
            }
            _ => Vec::new(),
        }
    }

    /// The stream that a value names.
    pub fn stream(&self, operand: &Operand) -> Option<u32> {
        match operand {
            Operand::Copy(place) if place.proj.is_empty() => self.streams.get(&place.var).copied(),
            _ => None,
        }
    }

    /// The stream in which an event is recorded.
    pub fn stream_of_event(&self, event: u32) -> Option<u32> {
        self.stream_of_event.get(event as usize).copied()
    }
}

/// The constants among arguments, up to the first that is none.
fn numbers(args: &[Operand]) -> Vec<u32> {
    let number = |operand: &Operand| match operand {
        Operand::Const(Some(value)) => u32::try_from(*value).ok(),
        _ => None,
    };
    args.iter().map_while(number).collect()
}
