//! Unites the host pass's view of device code with the device pass's.
//!
//! The device pass's functions are appended under the names that they have; a kernel of the host
//! pass then branches, at its entry, into either body: the effects of both are united.

use ir::{
    Block, BlockId, Body, Callee, FieldId, FnId, Module, Operand, Place, Proj, Space, StmtKind,
    VarId,
};
use std::collections::HashMap;

/// Appends the device pass's bodies to the device functions of `module`.
pub(crate) fn unite(module: &mut Module, device: Module) {
    let merged = Merger::new(module, &device).run(device);
    for (function, body) in merged {
        let target = &mut module.functions[function.0 as usize];
        match &mut target.body {
            Some(own) => append(own, body),
            slot => *slot = Some(body),
        }
    }
}

struct Merger<'m> {
    module: &'m mut Module,
    vars: HashMap<VarId, VarId>,
    functions: HashMap<FnId, FnId>,
    fields: HashMap<FieldId, FieldId>,
}

impl<'m> Merger<'m> {
    fn new(module: &'m mut Module, device: &Module) -> Self {
        let mut merger = Merger {
            module,
            vars: HashMap::new(),
            functions: HashMap::new(),
            fields: HashMap::new(),
        };
        merger.map_fields(device);
        merger.map_functions(device);
        merger.map_vars(device);
        merger
    }

    fn map_fields(&mut self, device: &Module) {
        for (index, name) in device.fields.iter().enumerate() {
            let known = self.module.fields.iter().position(|f| f == name);
            let id = known.unwrap_or_else(|| {
                self.module.fields.push(name.clone());
                self.module.fields.len() - 1
            });
            self.fields.insert(FieldId(index as u32), FieldId(id as u32));
        }
    }

    /// Functions are the same if they have the same name, parameters and place.
    fn map_functions(&mut self, device: &Module) {
        let key = |f: &ir::Function| (f.display.clone(), f.span.map(|s| s.start));
        let known: HashMap<_, _> =
            self.module.functions.iter().enumerate().map(|(i, f)| (key(f), i)).collect();
        for (index, function) in device.functions.iter().enumerate() {
            let id = match known.get(&key(function)) {
                Some(id) => *id,
                None => {
                    let mut copy = function.clone();
                    copy.body = None;
                    copy.params = Vec::new();
                    (copy.this, copy.ret, copy.encloses) = (None, None, None);
                    self.module.functions.push(copy);
                    self.module.functions.len() - 1
                }
            };
            self.functions.insert(FnId(index as u32), FnId(id as u32));
        }
    }

    fn map_vars(&mut self, device: &Module) {
        let statics: HashMap<(String, Option<u32>), usize> = self
            .module
            .vars
            .iter()
            .enumerate()
            .filter(|(_, v)| v.kind == ir::VarKind::Static)
            .map(|(i, v)| ((v.name.clone(), v.span.map(|s| s.start)), i))
            .collect();
        for (index, var) in device.vars.iter().enumerate() {
            let id = VarId(index as u32);
            let same = statics.get(&(var.name.clone(), var.span.map(|s| s.start)));
            let new = match same.filter(|_| var.kind == ir::VarKind::Static) {
                Some(known) => VarId(*known as u32),
                None => {
                    let mut copy = var.clone();
                    copy.owner = copy.owner.and_then(|o| self.functions.get(&o).copied());
                    copy.anchor = None;
                    self.module.vars.push(copy);
                    VarId(self.module.vars.len() as u32 - 1)
                }
            };
            self.vars.insert(id, new);
        }
        // Parameters of a known function are the known ones.
        for (index, function) in device.functions.iter().enumerate() {
            let target = self.functions[&FnId(index as u32)];
            let own = self.module.functions[target.0 as usize].clone();
            let pairs = function.params.iter().zip(&own.params);
            let special = [(function.this, own.this), (function.ret, own.ret)];
            self.vars.extend(pairs.map(|(a, b)| (*a, *b)));
            self.vars.extend(special.into_iter().filter_map(|(a, b)| Some((a?, b?))));
            if own.params.is_empty() {
                let params = function.params.iter().map(|p| self.vars[p]).collect();
                let this = function.this.map(|t| self.vars[&t]);
                let ret = function.ret.map(|r| self.vars[&r]);
                let new = &mut self.module.functions[target.0 as usize];
                new.params = params;
                new.this = new.this.or(this);
                new.ret = new.ret.or(ret);
            }
        }
    }

    /// The bodies of device functions, in the host module's terms.
    fn run(mut self, device: Module) -> Vec<(FnId, Body)> {
        let mut found = Vec::new();
        for (index, function) in device.functions.into_iter().enumerate() {
            let Some(mut body) = function.body.filter(|_| function.space != Space::Host) else {
                continue;
            };
            for block in &mut body.blocks {
                for stmt in &mut block.stmts {
                    self.statement(&mut stmt.kind);
                    stmt.span.editable = false;
                }
            }
            found.push((self.functions[&FnId(index as u32)], body));
        }
        found
    }

    fn statement(&mut self, kind: &mut StmtKind) {
        match kind {
            StmtKind::Assign { dst, src } => {
                self.place(dst);
                self.operand(src);
            }
            StmtKind::Read(src) => self.operand(src),
            StmtKind::ScopeEnd(var) => *var = self.vars[var],
            StmtKind::Unknown { touches, .. } => touches.iter_mut().for_each(|t| self.operand(t)),
            StmtKind::LeftOut(text) => text.operands_mut().for_each(|t| self.operand(t)),
            StmtKind::Call(call) => {
                call.args.iter_mut().chain(call.this.iter_mut()).for_each(|a| self.operand(a));
                call.dst = call.dst.map(|d| self.vars[&d]);
                match &mut call.callee {
                    Callee::Direct(id) | Callee::Virtual(id) => *id = self.functions[id],
                    Callee::Indirect(op) | Callee::Launch(op) => self.operand(op),
                }
                call.syntax = None;
            }
        }
    }

    fn operand(&mut self, operand: &mut Operand) {
        match operand {
            Operand::Copy(place) | Operand::AddrOf(place) => self.place(place),
            Operand::Fn(id) => *id = self.functions[id],
            Operand::AnyOf(all) => all.iter_mut().for_each(|part| self.operand(part)),
            Operand::Within(inner) => self.operand(inner),
            Operand::Const(_) | Operand::Str | Operand::Unknown => {}
        }
    }

    fn place(&mut self, place: &mut Place) {
        place.var = self.vars[&place.var];
        for step in &mut place.proj {
            if let Proj::Field(field) = step {
                *field = self.fields[field];
            }
        }
    }
}

/// Makes `own` run either its own blocks or those of `other`.
fn append(own: &mut Body, other: Body) {
    let blocks = own.blocks.len() as u32;
    let anchors = own.anchors.len() as u32;
    let loops = own.loops.len() as u32;
    let scopes = own.scopes.len() as u32;
    let block = |b: BlockId| BlockId(b.0 + blocks);
    for mut b in other.blocks {
        b.succs.iter_mut().for_each(|s| *s = block(*s));
        b.unwind = b.unwind.map(block);
        b.loop_ = b.loop_.map(|l| ir::LoopId(l.0 + loops));
        b.stmts.iter_mut().for_each(|s| s.anchor.0 += anchors);
        own.blocks.push(b);
    }
    own.anchors.extend(other.anchors.into_iter().map(|mut a| {
        a.parent = a.parent.map(|p| ir::AnchorId(p.0 + anchors));
        a.loop_ = a.loop_.map(|l| ir::LoopId(l.0 + loops));
        a.scope = ir::ScopeId(a.scope.0 + scopes);
        a.context = ir::AnchorContext::Fixed;
        a
    }));
    own.loops.extend(other.loops.into_iter().map(|mut l| {
        l.parent = l.parent.map(|p| ir::LoopId(p.0 + loops));
        l.anchor.0 += anchors;
        l
    }));
    own.scopes.extend(other.scopes.into_iter().map(|mut s| {
        s.parent = s.parent.map(|p| ir::ScopeId(p.0 + scopes));
        s.close = None;
        s
    }));
    // The entry block decides between the two.
    let first = own.blocks.first().cloned().unwrap_or_default();
    own.blocks.push(first);
    let moved = BlockId(own.blocks.len() as u32 - 1);
    if let Some(entry) = own.blocks.first_mut() {
        *entry = Block { succs: vec![moved, BlockId(blocks)], ..Block::default() };
    }
    if let (Some(exit), Some(theirs)) = (own.exit, other.exit) {
        own.blocks[block(theirs).index()].succs.push(exit);
    }
}
