//! The table of operation sites.

use crate::facts::{OpSite, SiteId, SiteKey, StreamClass};
use crate::location::StmtRef;
use ir::{Call, Callee, FnId, Module, Operand, StmtKind};
use model::{Direction, HostWaits, Model, OpKind, Row};
use std::collections::HashMap;

/// All operation sites of a unit.
#[derive(Default)]
pub struct Sites {
    pub all: Vec<OpSite>,
    by_key: HashMap<SiteKey, SiteId>,
    by_stmt: HashMap<StmtRef, SiteId>,
}

impl Sites {
    /// Finds the sites of every function.
    pub fn of(module: &Module) -> Sites {
        let mut sites = Sites::default();
        for function in module.function_ids() {
            let Some(body) = &module.function(function).body else { continue };
            for block in body.block_ids() {
                for (index, stmt) in body.block(block).stmts.iter().enumerate() {
                    let StmtKind::Call(call) = &stmt.kind else { continue };
                    let at = StmtRef { function, block, index: index as u32 };
                    if let Some(site) = describe(module, at, call) {
                        sites.add(site);
                    }
                }
            }
        }
        sites
    }

    fn add(&mut self, site: OpSite) {
        let at = site.at;
        let id = match self.by_key.get(&site.key) {
            Some(id) => {
                let known = &mut self.all[id.0 as usize];
                // Instances of one template share the text, and so all decisions.
                known.editable &= site.editable && known.name == site.name;
                if known.direction != site.direction {
                    known.direction = None;
                }
                if known.stream != site.stream {
                    known.stream = StreamClass::User;
                }
                known.all.push(at);
                *id
            }
            None => {
                let id = SiteId(self.all.len() as u32);
                self.by_key.insert(site.key, id);
                self.all.push(site);
                id
            }
        };
        self.by_stmt.insert(at, id);
    }

    pub fn get(&self, id: SiteId) -> &OpSite {
        &self.all[id.0 as usize]
    }

    pub fn at(&self, at: StmtRef) -> Option<SiteId> {
        self.by_stmt.get(&at).copied()
    }

    pub fn ids(&self) -> impl Iterator<Item = SiteId> {
        (0..self.all.len() as u32).map(SiteId)
    }
}

fn describe(module: &Module, at: StmtRef, call: &Call) -> Option<OpSite> {
    let key = match &call.syntax {
        Some(syntax) if syntax.expr.editable => SiteKey::Text(syntax.expr),
        _ => SiteKey::Stmt(at),
    };
    let editable_text = call.syntax.as_ref().is_some_and(|s| s.expr.editable && s.name.editable);
    match &call.callee {
        Callee::Launch(kernel) => {
            let launch = call.syntax.as_ref().and_then(|s| s.launch.as_ref());
            let stream = match launch.and_then(|l| l.config.get(3)) {
                Some(stream) if !is_default_stream(stream) => StreamClass::User,
                _ => StreamClass::Legacy,
            };
            let written = launch.map_or(0, |l| l.config_args);
            Some(OpSite {
                key,
                at,
                all: vec![at],
                kind: OpKind::Launch,
                name: kernel_name(module, kernel),
                stream,
                waits: HostWaits::No,
                direction: None,
                editable: editable_text && launch.is_some_and(|l| l.editable) && written < 4,
                nonlegacy: false,
            })
        }
        Callee::Direct(id) => {
            let row = row_of(module, *id)?;
            let kind = row.op?;
            if !issues_work(kind) {
                return None;
            }
            Some(OpSite {
                key,
                at,
                all: vec![at],
                kind,
                name: module.function(*id).name.clone(),
                stream: stream_class(row, call),
                waits: row.waits,
                direction: direction(row, call),
                editable: editable_text && row.twin.is_some(),
                nonlegacy: row.nonlegacy,
            })
        }
        _ => None,
    }
}

/// The row that describes a function: one without a body in this unit.
pub fn row_of(module: &Module, id: FnId) -> Option<&'static Row> {
    let function = module.function(id);
    match function.body {
        Some(_) => None,
        None => Model::builtin().row(&function.name),
    }
}

/// The row of the function that a call goes to.
pub fn row_of_call(module: &Module, call: &Call) -> Option<&'static Row> {
    match call.callee {
        Callee::Direct(id) => row_of(module, id),
        _ => None,
    }
}

fn issues_work(kind: OpKind) -> bool {
    matches!(
        kind,
        OpKind::Copy
            | OpKind::Set
            | OpKind::Launch
            | OpKind::Library
            | OpKind::HostFunc
            | OpKind::EventRecord
            | OpKind::StreamWait
    )
}

/// `0`, `NULL`, `cudaStreamLegacy` or left out.
fn is_default_stream(operand: &Operand) -> bool {
    matches!(operand, Operand::Const(None | Some(0 | 1)))
}

fn stream_class(row: &Row, call: &Call) -> StreamClass {
    match row.stream.and_then(|index| call.args.get(index)) {
        Some(stream) if !is_default_stream(stream) => StreamClass::User,
        _ => StreamClass::Legacy,
    }
}

fn direction(row: &Row, call: &Call) -> Option<Direction> {
    let Some(index) = row.kind else { return row.direction };
    let written = call.syntax.as_ref().is_none_or(|s| index < s.args.len());
    match call.args.get(index) {
        Some(Operand::Const(Some(0))) => Some(Direction::HostToHost),
        Some(Operand::Const(Some(1))) => Some(Direction::HostToDevice),
        Some(Operand::Const(Some(2))) => Some(Direction::DeviceToHost),
        Some(Operand::Const(Some(3))) => Some(Direction::DeviceToDevice),
        Some(Operand::Const(None)) if !written => row.direction,
        None => row.direction,
        Some(_) => None,
    }
}

fn kernel_name(module: &Module, kernel: &Operand) -> String {
    match kernel {
        Operand::Fn(id) => module.function(*id).name.clone(),
        _ => "kernel".to_owned(),
    }
}
