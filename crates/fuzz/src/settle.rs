//! Waits that the original needs.
//!
//! *Takes* a program, *gives* it with the waits without which the host would race with the device,
//! *promises* that afterwards no host statement touches memory on which device work may be under
//! way: mapped and managed memory, and pinned memory where the program copies in a stream of its
//! own. Device work itself is ordered by the streams, except in a non-blocking one: each operation
//! there is put between two waits.

use crate::tree::{Mem, Place, Program, Stmt, UserStream};

/// Puts in what is missing.
pub fn settled(program: &Program) -> Program {
    let mut result = program.clone();
    for func in &mut result.funcs {
        func.body = Pass { program, idle: false }.body(&func.body);
    }
    result.body = Pass { program, idle: false }.body(&program.body);
    result
}

struct Pass<'a> {
    program: &'a Program,
    /// The host knows that the device has nothing to do.
    idle: bool,
}

impl Pass<'_> {
    fn body(&mut self, body: &[Stmt]) -> Vec<Stmt> {
        let mut out = Vec::new();
        for stmt in body {
            if !self.idle && self.host_touches(stmt).iter().any(|p| self.program.is_shared(p.var)) {
                out.push(Stmt::Sync { user_stream: false });
                self.idle = true;
            }
            let alone = self.unordered(stmt);
            if alone {
                out.push(Stmt::Sync { user_stream: false });
            }
            out.push(self.stmt(stmt));
            if alone {
                out.push(Stmt::Sync { user_stream: true });
            }
        }
        out
    }

    fn stmt(&mut self, stmt: &Stmt) -> Stmt {
        let mut result = stmt.clone();
        let before = self.idle;
        let inner_starts_idle = matches!(stmt, Stmt::If { .. });
        for (new, old) in result.bodies_mut().into_iter().zip(stmt.bodies()) {
            self.idle = inner_starts_idle && before;
            *new = self.body(old);
        }
        self.idle = match stmt {
            Stmt::Sync { user_stream } => before || !user_stream,
            Stmt::Copy { dst, src, user_stream: false, .. } => {
                let mem = |place: &Place| self.program.vars[place.var].mem;
                before || (mem(&src.place) == Mem::Device && mem(&dst.place) == Mem::Pageable)
            }
            Stmt::Write { .. }
            | Stmt::Read { .. }
            | Stmt::HostCopy { .. }
            | Stmt::Print
            | Stmt::Swap { .. }
            | Stmt::Reseat { .. }
            | Stmt::Lambda { .. }
            | Stmt::Leave { .. } => before,
            _ => false,
        };
        result
    }

    /// What the host itself touches in a statement, those inside it left out.
    fn host_touches<'s>(&self, stmt: &'s Stmt) -> Vec<&'s Place> {
        match stmt {
            Stmt::Write { .. }
            | Stmt::Read { .. }
            | Stmt::HostCopy { .. }
            | Stmt::If { .. }
            | Stmt::Leave { .. } => stmt.places(),
            Stmt::Copy { dst, src, .. } => {
                let on_host = |place: &Place| self.program.vars[place.var].mem != Mem::Device;
                match on_host(&dst.place) && on_host(&src.place) {
                    true => stmt.places(),
                    false => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// Whether it is issued in a stream that nothing else orders.
    fn unordered(&self, stmt: &Stmt) -> bool {
        let own = matches!(
            stmt,
            Stmt::Launch { user_stream: true, .. } | Stmt::Copy { user_stream: true, .. }
        );
        own && self.program.user_stream == Some(UserStream::NonBlocking)
    }
}
