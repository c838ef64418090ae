//! Calls of functions that the model describes, and of system functions that it does not.

use crate::contents::LocSet;
use crate::facts::{threading_flags, Access, StmtFacts};
use crate::location::{Object, StmtRef};
use crate::sites::row_of;
use crate::solver::Solver;
use ir::{Call, FnId, Operand, Place, TypeShape};
use model::{Assign, Base, OpKind, Path, Reach, Row, Source};
use std::collections::BTreeSet;

impl Solver<'_, '_> {
    /// The flow of addresses through a modelled call.
    pub fn flow_modelled(&mut self, at: StmtRef, call: &Call, row: &Row) {
        if self.owning_elements(call) {
            self.flow_system(at, call);
        }
        if row.user_code && self.user_code(call) {
            self.flow_user_code(at, call);
        }
        for (slot, assign) in row.assigns.iter().enumerate() {
            self.flow_row_assign(at, call, assign, slot as u32);
        }
        if !row.assigns.iter().any(|assign| assign.target.base == Base::Ret) {
            self.flow_unnamed_result(call, row);
        }
    }

    /// The result of a function whose row does not name it.
    fn flow_unnamed_result(&mut self, call: &Call, row: &Row) {
        let Some(dst) = call.dst else { return };
        let cell = self.shared.locations.whole(Object::Var(dst));
        let values = if self.returns_library_memory(call) {
            LocSet::from([self.shared.locations.whole(Object::Library)])
        } else if row.touches_nothing() {
            // A number is made of nothing but the numbers given.
            let numbers = self.number_arguments(call);
            self.values(&numbers)
        } else {
            return;
        };
        self.contents.store(&self.shared.locations, cell, &values);
    }

    /// The arguments that the called function takes as numbers.
    fn number_arguments(&self, call: &Call) -> Vec<Operand> {
        let ir::Callee::Direct(id) = call.callee else { return Vec::new() };
        let module = self.shared.module;
        let parameters = module.function(id).params.iter().zip(&call.args);
        let numbers = parameters.filter(|(p, _)| module.var(**p).ty.shape == TypeShape::Scalar);
        numbers.map(|(_, argument)| argument.clone()).collect()
    }

    /// Constructors and other code of the program, run inside a library template, may store any address
    /// that they can reach to what they are given and to what is made for them.
    fn flow_user_code(&mut self, at: StmtRef, call: &Call) {
        let mut from = self.argument_reach(call);
        if let Some(dst) = call.dst {
            from.insert(self.shared.locations.whole(Object::Var(dst)));
        }
        self.flow_unknown(at, &from);
    }

    fn flow_row_assign(&mut self, at: StmtRef, call: &Call, assign: &Assign, slot: u32) {
        let values = match &assign.source {
            Source::Path(path) => self.path_value(call, path),
            Source::Address(path) => self.path_cells(call, path),
            Source::Fresh(memory) => {
                let object = Object::Heap { at, slot, context: Vec::new(), memory: *memory };
                LocSet::from([self.shared.locations.whole(object)])
            }
            Source::Literal => LocSet::from([self.shared.locations.whole(Object::Literal)]),
            Source::Unknown => LocSet::from([self.shared.locations.whole(Object::Unknown)]),
        };
        let cells = self.path_cells(call, &assign.target);
        for cell in &cells {
            self.contents.store(&self.shared.locations, *cell, &values);
        }
        // Contents flow as a whole: `*0 = *1` moves structs, too.
        if let Source::Path(path) = &assign.source {
            if path.reach == Reach::Pointee {
                let sources = self.path_cells(call, path);
                for cell in &cells {
                    self.contents.copy(&self.shared.locations, *cell, &sources);
                }
            }
        }
    }

    /// The value that a path starts from, before any field.
    fn base_value(&mut self, call: &Call, path: &Path) -> LocSet {
        match path.base {
            Base::Arg(index) => {
                let rest = if path.and_rest { usize::MAX } else { 1 };
                let args: Vec<Operand> = call.args.iter().skip(index).take(rest).cloned().collect();
                self.values(&args)
            }
            Base::This => call.this.as_ref().map(|t| self.value(t)).unwrap_or_default(),
            Base::Ret => match call.dst {
                Some(dst) => self.value(&Operand::Copy(Place::var(dst))),
                None => LocSet::new(),
            },
        }
    }

    fn fields(&mut self, from: LocSet, fields: &[String]) -> LocSet {
        let mut cells = from;
        for name in fields {
            let ids = self.field_ids(name);
            cells = cells
                .iter()
                .flat_map(|l| ids.iter().map(|id| (*l, *id)))
                .map(|(l, id)| self.shared.locations.field(l, id))
                .collect();
        }
        cells
    }

    /// Fields of this name, of whatever record; the model does not say which.
    fn field_ids(&self, name: &str) -> Vec<ir::FieldId> {
        let named = |field: &String| field.rsplit("::").next() == Some(name);
        let fields = self.shared.module.fields.iter().enumerate();
        let found: Vec<ir::FieldId> =
            fields.filter(|(_, f)| named(f)).map(|(index, _)| ir::FieldId(index as u32)).collect();
        match found.is_empty() {
            // A field that the unit never names cannot be told apart by name anywhere else.
            true => vec![crate::hidden_field(name)],
            false => found,
        }
    }

    /// The cells that a path names as the target of a store.
    fn path_cells(&mut self, call: &Call, path: &Path) -> LocSet {
        if path.base == Base::Ret && path.fields.is_empty() && path.reach == Reach::Value {
            return call
                .dst
                .map(|d| LocSet::from([self.shared.locations.whole(Object::Var(d))]))
                .unwrap_or_default();
        }
        let base = match path.fields.is_empty() {
            true => self.base_value(call, path),
            false => self.field_cells(call, path),
        };
        match (path.reach, path.fields.is_empty()) {
            (Reach::Value, true) => LocSet::new(),
            (Reach::Value, false) | (Reach::Pointee, true) => base,
            (Reach::Pointee, false) => self.load_all(&base),
            (Reach::Everything, _) => self.closure(&base),
        }
    }

    /// The cells of the fields that a path names: of the object that the base points to, or of the
    /// base itself when it is a record passed or returned by value.
    fn field_cells(&mut self, call: &Call, path: &Path) -> LocSet {
        let by_value = match path.base {
            Base::Arg(index) => match call.args.get(index) {
                Some(Operand::Copy(place)) if self.is_record(place) => Some(place.clone()),
                _ => None,
            },
            Base::Ret => call.dst.map(Place::var).filter(|place| self.is_record(place)),
            Base::This => None,
        };
        let base = match by_value {
            Some(place) => self.place(&place),
            None => self.base_value(call, path),
        };
        self.fields(base, &path.fields)
    }

    /// A variable that is a record as a whole.
    pub fn is_record(&self, place: &Place) -> bool {
        place.proj.is_empty() && self.shared.module.var(place.var).ty.shape == TypeShape::Record
    }

    /// The addresses that a path stands for as the source of a store.
    fn path_value(&mut self, call: &Call, path: &Path) -> LocSet {
        let base = self.base_value(call, path);
        match (path.reach, path.fields.is_empty()) {
            (Reach::Value, true) => base,
            (Reach::Value, false) => {
                let cells = self.field_cells(call, path);
                self.load_all(&cells)
            }
            (Reach::Pointee, _) => {
                let cells = self.path_cells(call, path);
                self.load_all(&cells)
            }
            (Reach::Everything, _) => self.closure(&base),
        }
    }

    /// The memory that a path stands for, as accesses.
    fn path_accesses(&mut self, call: &Call, path: &Path, write: bool) -> Vec<Access> {
        if path.reach == Reach::Everything {
            let cells = match path.fields.is_empty() {
                true => self.base_value(call, path),
                false => self.field_cells(call, path),
            };
            return self.everything(&cells, write);
        }
        let mut cells = self.path_cells(call, path);
        let names_memory = path.reach == Reach::Pointee || !path.fields.is_empty();
        if cells.is_empty() && names_memory && !self.is_null(call, path) {
            cells.insert(self.shared.locations.whole(Object::Unknown));
        }
        // A call that is given the address of a field may go beyond it, to the end of the object.
        let whole = path.reach == Reach::Pointee;
        cells
            .into_iter()
            .map(|loc| {
                let object = self.shared.locations.object_of(loc);
                let loc = if whole { self.shared.locations.loc(object, &[]) } else { loc };
                Access { loc, write, deep: false }
            })
            .collect()
    }

    /// Whether the path starts from a constant, which points nowhere.
    fn is_null(&self, call: &Call, path: &Path) -> bool {
        match path.base {
            Base::Arg(index) => match call.args.get(index) {
                None | Some(Operand::Const(_)) => true,
                // A number that no address was ever stored to.
                Some(Operand::Copy(place)) if self.is_number(place) => true,
                Some(_) => !path.fields.is_empty(),
            },
            Base::This => !path.fields.is_empty(),
            Base::Ret => true,
        }
    }

    fn is_number(&self, place: &Place) -> bool {
        place.proj.is_empty() && self.shared.module.var(place.var).ty.shape == TypeShape::Scalar
    }

    /// Whether a function's parameter is a number, which it does not call: one overload may take a function where
    /// others do not.
    fn takes_a_number(&self, call: &Call, index: usize) -> bool {
        let ir::Callee::Direct(id) = &call.callee else { return false };
        let module = self.shared.module;
        let parameter = module.function(*id).params.get(index);
        parameter.is_some_and(|var| module.var(*var).ty.shape == TypeShape::Scalar)
    }

    /// The effects of a modelled call.
    pub fn modelled_effects(&mut self, at: StmtRef, call: &Call, row: &Row, facts: &mut StmtFacts) {
        let host: [(&[Path], bool); 2] = [(&row.reads, false), (&row.writes, true)];
        for (paths, write) in host {
            for path in paths {
                facts.accesses.extend(self.path_accesses(call, path, write));
            }
        }
        for path in &row.frees {
            let freed = self.path_accesses(call, path, true);
            facts.frees.extend(freed.into_iter().map(|a| a.loc));
        }
        facts.noreturn |= row.noreturn;
        facts.may_throw |= row.throws;
        facts.flags.merge(threading_flags(row.threading));
        facts.flags.clock |= row.clock;
        facts.flags.exits |= row.exits;
        self.op_flags(row, facts);
        if let Some(site) = self.shared.sites.at(at) {
            let accesses = self.op_accesses(at, call, row);
            self.op_use(site, accesses, facts);
        }
        for index in &row.calls {
            let Some(argument) = call.args.get(*index) else { continue };
            if self.takes_a_number(call, *index) {
                continue;
            }
            if row.threading.is_some() {
                let value = self.value(argument);
                self.leak_functions(&value);
            }
            self.callback_effects(at, argument, facts);
        }
        for path in &row.keeps {
            let kept = self.path_value(call, path);
            facts.kept.extend(self.closure(&kept));
            facts.flags.release = true;
        }
        for path in &row.leaks {
            let leaked = self.path_value(call, path);
            facts.leaked.extend(self.closure(&leaked));
        }
        if self.owning_elements(call) {
            let reach = self.argument_reach(call);
            self.touch_everything(&reach, true, facts);
        }
        if row.user_code && self.user_code(call) {
            let mut from = self.values(&call.args);
            if let Some(this) = &call.this {
                from.extend(self.value(this));
            }
            self.unknown_effects(&from, facts);
        }
    }

    fn owning_elements(&self, call: &Call) -> bool {
        match call.callee {
            ir::Callee::Direct(id) => self.shared.module.function(id).owning_elements,
            _ => false,
        }
    }

    /// Whether the call may run code of the program that the row cannot name.
    fn user_code(&self, call: &Call) -> bool {
        match call.callee {
            ir::Callee::Direct(id) => self.shared.module.function(id).user_code,
            _ => true,
        }
    }

    fn op_flags(&mut self, row: &Row, facts: &mut StmtFacts) {
        let flags = &mut facts.flags;
        match row.op {
            Some(OpKind::DeviceSync) => flags.device_sync = true,
            Some(OpKind::StreamSync | OpKind::EventSync) => flags.partial_sync = true,
            // Whether earlier work is complete can be told from the answer.
            Some(OpKind::Query) => (flags.partial_sync, flags.clock) = (true, true),
            Some(OpKind::SetDevice) => flags.device_change = true,
            Some(OpKind::Reset) => flags.reset = true,
            Some(OpKind::Capture) => flags.capture = true,
            Some(OpKind::Free) => flags.frees_device = true,
            Some(OpKind::Configure) => flags.configure = true,
            _ => {}
        }
    }

    fn op_accesses(&mut self, at: StmtRef, call: &Call, row: &Row) -> BTreeSet<Access> {
        let mut found = BTreeSet::new();
        for path in &row.op_reads {
            found.extend(self.path_accesses(call, path, false));
        }
        for path in &row.op_writes {
            found.extend(self.path_accesses(call, path, true));
        }
        if let Some(kernel) = row.kernel.and_then(|i| call.args.get(i)) {
            found.extend(self.indirect_launch(at, call, row, kernel));
        }
        if matches!(row.op, Some(OpKind::HostFunc)) {
            let all = self.values(&call.args);
            found.extend(self.everything(&all, true));
            found.insert(Access {
                loc: self.shared.locations.whole(Object::Unknown),
                write: true,
                deep: true,
            });
        }
        found
    }

    /// `cudaLaunchKernel(f, grid, block, args, …)`: the kernel may touch all that the array of
    /// pointers to its arguments reaches, and what it touches by name.
    fn indirect_launch(
        &mut self,
        at: StmtRef,
        call: &Call,
        row: &Row,
        kernel: &Operand,
    ) -> Vec<Access> {
        let args = row.kernel_args.and_then(|i| call.args.get(i)).map(|a| self.value(a));
        let mut found = self.everything(&args.unwrap_or_default(), true);
        let mut facts = StmtFacts::default();
        for target in self.value(kernel) {
            match self.shared.locations.kind(target) {
                Object::Function(id) => {
                    let id = *id;
                    // Parameters get everything that the arguments reach.
                    let accesses = self.summary_accesses(at, call, id, &mut facts);
                    found.extend(accesses.into_iter().filter(|a| {
                        !matches!(self.shared.locations.kind(a.loc), Object::Entry(_))
                    }));
                }
                _ => {
                    let loc = self.shared.locations.whole(Object::Unknown);
                    found.push(Access { loc, write: true, deep: true });
                }
            }
        }
        found
    }

    /// A function argument that is called before the call returns.
    fn callback_effects(&mut self, at: StmtRef, argument: &Operand, facts: &mut StmtFacts) {
        let values = self.value(argument);
        // A function object may be passed by reference.
        let mut targets = self.load_all(&values);
        targets.extend(values);
        for target in targets {
            match self.shared.locations.kind(target) {
                Object::Function(id) => {
                    let id = *id;
                    let call = Call {
                        callee: ir::Callee::Direct(id),
                        args: Vec::new(),
                        this: None,
                        dst: None,
                        into: None,
                        syntax: None,
                        result: ir::ResultUse::Consumed,
                    };
                    self.known_call_effects(at, &call, id, facts);
                }
                Object::Unknown | Object::Entry(_) => {
                    let from = LocSet::from([target]);
                    self.unknown_effects(&from, facts);
                }
                _ => {}
            }
        }
    }

    /// A system function without a row: it touches what its arguments reach, calls the functions
    /// among them, and leaves the device alone, unless its name says otherwise.
    pub fn flow_system(&mut self, at: StmtRef, call: &Call) {
        let reach = self.argument_reach(call);
        let mut cells = reach.clone();
        if let Some(dst) = call.dst {
            cells.insert(self.shared.locations.whole(Object::Var(dst)));
        }
        self.mix(at, &cells, &reach);
        if self.user_code(call) && !self.calls_functions(call) {
            self.flow_user_code(at, call);
        }
    }

    /// Whether the call is one of a library function that is known to call what it holds.
    fn calls_functions(&self, call: &Call) -> bool {
        match call.callee {
            ir::Callee::Direct(id) => holds_functions(&self.shared.module.function(id).name),
            _ => false,
        }
    }

    fn argument_reach(&mut self, call: &Call) -> LocSet {
        let mut from = self.values(&call.args);
        if let Some(this) = &call.this {
            from.extend(self.value(this));
        }
        if from.is_empty() {
            return from;
        }
        self.closure(&from)
    }

    pub fn system_effects(&mut self, at: StmtRef, call: &Call, id: FnId, facts: &mut StmtFacts) {
        let reach = self.argument_reach(call);
        facts.may_throw = !self.shared.module.function(id).c_linkage;
        let calls = holds_functions(&self.shared.module.function(id).name);
        let opaque = reach.iter().any(|l| match self.shared.locations.kind(*l) {
            Object::Unknown => true,
            // What the object holds is known to callers only.
            Object::Entry(_) => calls,
            _ => false,
        });
        let other_library = is_of_another_library(&self.shared.module.function(id).name);
        let kept = self.shared.registered && other_library;
        if opaque || kept || self.user_code(call) && !calls {
            // A function object that nothing is known of may be among the arguments, or one that the
            // library was given before.
            self.unknown_effects(&reach, facts);
        }
        let functions: Vec<FnId> = reach
            .iter()
            .filter_map(|l| match self.shared.locations.kind(*l) {
                Object::Function(id) => Some(*id),
                _ => None,
            })
            .collect();
        self.touch_everything(&reach, true, facts);
        self.shared.registered |= other_library && !functions.is_empty();
        // The library may keep them, and call them from anywhere.
        self.shared.leaked.extend(&functions);
        for function in functions {
            self.callback_effects(at, &Operand::Fn(function), facts);
        }
    }

    /// Whether a system function without a row may issue device work or wait for it.
    pub fn may_use_device(&self, id: FnId) -> bool {
        let name = &self.shared.module.function(id).name;
        let driver =
            name.strip_prefix("cu").is_some_and(|rest| rest.starts_with(char::is_uppercase));
        driver
            || ["cuda", "thrust::", "cub::", "nccl", "cudnn", "curand", "cufft", "npp"]
                .iter()
                .any(|prefix| name.starts_with(prefix))
    }

    /// What the model says of a function, if it is one without a body here.
    pub fn row(&self, id: FnId) -> Option<&'static Row> {
        row_of(self.shared.module, id)
    }
}

/// Whether a library function is a member of a class that wraps functions, or calls what it is given.
fn holds_functions(name: &str) -> bool {
    [
        "std::function",
        "std::_Bind",
        "std::bind",
        "std::invoke",
        "std::__invoke",
        "std::packaged_task",
        "std::move_only_function",
        "std::reference_wrapper",
    ]
    .iter()
    .any(|prefix| name.starts_with(prefix))
}

/// Whether a system function without a row is one of neither the standard library nor the compiler.
fn is_of_another_library(name: &str) -> bool {
    !["std::", "__gnu_cxx::", "__builtin", "__cxx"].iter().any(|prefix| name.starts_with(prefix))
}
