//! Functions and statements.

use super::decl::releasing;
use super::{Frame, Printer};
use crate::tree::{
    Arg, Check, Cond, Func, KernelKind, Leave, Linkage, LoopKind, Mem, Method, Param, ParamForm,
    Place, Read, Shape, Span, Start, Stmt, Write, CHUNK, N,
};

impl Printer<'_> {
    pub(super) fn func(&mut self, func: &Func) {
        let prefix = match func.linkage {
            Linkage::External => "",
            Linkage::Inline => "inline ",
            Linkage::Template => "template <int K> static ",
            _ => "static ",
        };
        let mut params: Vec<String> = func.params.iter().map(|p| self.param(p)).collect();
        if func.linkage == Linkage::Recursive {
            params.push("int depth".to_owned());
        }
        self.frame = Frame::Function;
        self.open(&format!("{prefix}unsigned {}({}) {{", func.name, params.join(", ")));
        let start = func.name.len() as u32 + func.params.len() as u32;
        self.start_frame(&func.body, start);
        for param in &func.params {
            if matches!(param.form, ParamForm::Default | ParamForm::Number) {
                self.line(&format!("acc += {};", param.name));
            }
        }
        if func.linkage == Linkage::Template {
            self.line("acc += K;");
        }
        self.rest_of_frame(&func.body);
        if func.linkage == Linkage::Recursive {
            let mut args: Vec<&str> = func.params.iter().map(|p| p.name.as_str()).collect();
            args.push("depth - 1");
            self.line(&format!("if (depth > 0) acc += {}({});", func.name, args.join(", ")));
        }
        self.end_of_frame(&func.body);
        self.close("}");
        if func.linkage == Linkage::Pointer {
            self.line(&format!("static auto *{}_pointer = &{};", func.name, func.name));
        }
    }

    fn param(&self, param: &Param) -> String {
        let name = &param.name;
        match param.form {
            ParamForm::Pointer => format!("unsigned *{name}"),
            ParamForm::PointerRef => format!("unsigned *&{name}"),
            ParamForm::PointerArray => format!("unsigned **{name}"),
            ParamForm::VectorRef => format!("std::vector<unsigned> &{name}"),
            ParamForm::BundleRef => format!("Bundle &{name}"),
            ParamForm::BundleValue => format!("Bundle {name}"),
            ParamForm::BundlePointer => format!("Bundle *{name}"),
            ParamForm::MirrorRef => format!("Mirror &{name}"),
            ParamForm::Number => format!("unsigned {name}"),
            ParamForm::Default => {
                let global = Place { var: param.vars[0], index: None };
                format!("unsigned {name} = {}", self.element(&global, "3"))
            }
        }
    }

    /// The statements of a function and its end.
    pub(super) fn frame_body(&mut self, body: &[Stmt], start: u32) {
        self.start_frame(body, start);
        self.rest_of_frame(body);
        self.end_of_frame(body);
    }

    fn start_frame(&mut self, body: &[Stmt], start: u32) {
        self.line(&format!("unsigned acc = {start}u;"));
        if collects(body) {
            self.line("int err = 0;");
        }
    }

    fn rest_of_frame(&mut self, body: &[Stmt]) {
        let jumps = in_frame(body, &|s| matches!(s, Stmt::Leave { how: Leave::Goto, .. }));
        match jumps {
            true => {
                self.open("{");
                self.stmts(body);
                self.close("}");
                self.depth -= 1;
                self.line("done:");
                self.depth += 1;
            }
            false => self.stmts(body),
        }
        if self.frame == Frame::Entry || jumps {
            self.line("printf(\"end %u\\n\", acc);");
        }
    }

    fn end_of_frame(&mut self, body: &[Stmt]) {
        if collects(body) {
            self.line("acc += err;");
        }
        let text = self.returned();
        self.line(&format!("{text};"));
    }

    fn returned(&self) -> &'static str {
        match self.frame {
            Frame::Entry => "return (int)(acc & 31u)",
            Frame::Function => "return acc",
        }
    }

    fn stmts(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.stmt(stmt);
        }
    }

    fn block(&mut self, head: &str, body: &[Stmt]) {
        self.open(&format!("{head}{{"));
        self.stmts(body);
        self.close("}");
    }

    fn stmt(&mut self, stmt: &Stmt) {
        if let Some(text) = self.simple(stmt) {
            return self.line(&text);
        }
        match stmt {
            Stmt::Copy { check: Check::Return, .. }
            | Stmt::Memset { check: Check::Return, .. }
            | Stmt::SymbolCopy { check: Check::Return, .. }
            | Stmt::Launch { .. } => self.checked(stmt),
            Stmt::Write { place, how, value } => self.write(place, *how, *value),
            Stmt::Read { place, how, at } => self.read(place, *how, *at),
            Stmt::Swap { a, b, .. } => {
                let (a, b) = (self.holder(a), self.holder(b));
                self.line(&format!("{{ unsigned *other = {a}; {a} = {b}; {b} = other; }}"));
            }
            Stmt::Renew { place, value, reseat } => self.renew(place, *value, reseat),
            Stmt::Block { decls, body } => {
                self.open("{");
                decls.iter().for_each(|d| self.decl(d));
                self.stmts(body);
                decls.iter().rev().for_each(|d| self.release(d));
                self.close("}");
            }
            Stmt::If { cond, then, other, braces } => self.branch(cond, then, other, *braces),
            Stmt::Loop { counter, times, kind, cond, body } => {
                self.repeat(counter, *times, *kind, cond.as_ref(), body);
            }
            Stmt::Switch { arms, fall_through } => self.switch(arms, *fall_through),
            Stmt::Try { body, handler } => {
                self.block("try ", body);
                self.open("catch (const Stop &stop) {");
                self.line("acc += stop.code;");
                self.stmts(handler);
                self.close("}");
            }
            Stmt::Leave { cond, how, code } => self.leave(cond, *how, *code),
            Stmt::Lambda { name, by_value, body } => {
                let (capture, mutable) = if *by_value { ("=", " mutable") } else { ("&", "") };
                self.open(&format!("auto {name} = [{capture}](){mutable} -> unsigned {{"));
                let outer = std::mem::replace(&mut self.frame, Frame::Function);
                self.frame_body(body, 3);
                self.frame = outer;
                self.close("};");
            }
            _ => {}
        }
    }

    /// The text of a statement that is one expression, so that it may stand without braces.
    fn simple(&self, stmt: &Stmt) -> Option<String> {
        Some(match stmt {
            Stmt::Copy { check, .. }
            | Stmt::Memset { check, .. }
            | Stmt::SymbolCopy { check, .. } => {
                let call = self.call(stmt);
                match check {
                    Check::Ignored => format!("{call};"),
                    Check::Macro => format!("CHECK({call});"),
                    Check::ThrowingMacro => format!("TRY({call});"),
                    Check::Function => format!("must({call});"),
                    Check::Collected => format!("err |= (int){call};"),
                    Check::Return => return None,
                }
            }
            Stmt::Launch { check: false, .. } => format!("{};", self.call(stmt)),
            Stmt::Write { place, how: Write::Element, value } => {
                let at = (*value as usize % N).to_string();
                format!("{} = acc + {value}u;", self.element(place, &at))
            }
            Stmt::Write { place, how: Write::Helper, value } => {
                format!("fill({}, {value}u);", self.pointer(place))
            }
            Stmt::Write { place, how: Write::Memset, value } => {
                format!("std::memset({}, {}, BYTES);", self.pointer(place), value % 256)
            }
            Stmt::Write { place, how: Write::StdFill, value } => {
                let p = self.pointer(place);
                format!("std::fill({p}, {p} + N, acc + {value}u);")
            }
            Stmt::Read { place, how, at } => return self.simple_read(place, *how, *at),
            Stmt::HostCopy { dst, src, std } => {
                let (dst, src) = (self.pointer(dst), self.pointer(src));
                match std {
                    true => format!("std::copy({src}, {src} + N, {dst});"),
                    false => format!("std::memmove({dst}, {src}, BYTES);"),
                }
            }
            Stmt::Print => "printf(\"%u\\n\", acc);".to_owned(),
            Stmt::Swap { a, b, std } if *std || self.var(a).shape != Shape::Pointer => {
                format!("std::swap({}, {});", self.holder(a), self.holder(b))
            }
            Stmt::Reseat { alias, to } => {
                format!("{} = {};", self.program.vars[*alias].name, self.pointer(to))
            }
            Stmt::Sync { user_stream: true } => "cudaStreamSynchronize(user);".to_owned(),
            Stmt::Sync { user_stream: false } => "cudaDeviceSynchronize();".to_owned(),
            Stmt::Call { func, args } => self.user_call(&self.program.funcs[*func], args),
            Stmt::Method { object, method, .. } => match method {
                Method::Push => format!("{object}push();"),
                Method::Pull => format!("{object}pull();"),
                Method::Step => format!("{object}step(acc & 7u);"),
                Method::Total => format!("acc = acc * 31u + {object}sum();"),
                Method::View => format!("acc = acc * 31u + {object}view()[5];"),
            },
            Stmt::CallLambda { name } => format!("acc = acc * 31u + {name}();"),
            _ => return None,
        })
    }

    fn user_call(&self, func: &Func, args: &[Arg]) -> String {
        let mut texts: Vec<String> = args.iter().map(|a| self.arg(a)).collect();
        if func.linkage == Linkage::Recursive {
            texts.push("1".to_owned());
        }
        let name = match func.linkage {
            Linkage::Template => format!("{}<3>", func.name),
            Linkage::Pointer => format!("{}_pointer", func.name),
            _ => func.name.clone(),
        };
        format!("acc = acc * 31u + {name}({});", texts.join(", "))
    }

    fn arg(&self, arg: &Arg) -> String {
        match arg {
            Arg::Buffer(place) => self.pointer(place),
            Arg::Whole(place) => self.holder(place),
            Arg::Object(_, text) => text.clone(),
            Arg::Number(value) => format!("{value}u"),
        }
    }

    /// A runtime call or launch without its semicolon.
    fn call(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Copy { dst, src, len, any_direction, user_stream, .. } => {
                let kind = match any_direction {
                    true => "cudaMemcpyDefault",
                    false => direction(self.var(&dst.place).mem, self.var(&src.place).mem),
                };
                let (dst, src, bytes) = (self.span(dst), self.span(src), bytes(*len));
                match user_stream {
                    true => format!("cudaMemcpyAsync({dst}, {src}, {bytes}, {kind}, user)"),
                    false => format!("cudaMemcpy({dst}, {src}, {bytes}, {kind})"),
                }
            }
            Stmt::SymbolCopy { place, to_symbol, len, .. } => {
                let (pointer, bytes) = (self.pointer(place), bytes(*len));
                match to_symbol {
                    true => format!("cudaMemcpyToSymbol(symbol, {pointer}, {bytes})"),
                    false => format!("cudaMemcpyFromSymbol({pointer}, symbol, {bytes})"),
                }
            }
            Stmt::Memset { span, len, value, .. } => {
                format!("cudaMemset({}, {}, {})", self.span(span), value % 256, bytes(*len))
            }
            Stmt::Launch { kernel, args, value, user_stream, two_blocks, .. } => {
                let kind = self.program.kernels[*kernel].kind;
                let mut texts: Vec<String> = args.iter().map(|a| self.pointer(a)).collect();
                if kind == KernelKind::OfBundle {
                    texts = vec![object_of(&self.var(&args[0]).name)];
                }
                texts.push(format!("{value}u"));
                let name = match kind {
                    KernelKind::Template => format!("k{kernel}<{}u>", 2 + value % 2),
                    _ => format!("k{kernel}"),
                };
                let grid = if *two_blocks { "2, N / 2" } else { "1, N" };
                let stream = if *user_stream { ", 0, user" } else { "" };
                format!("{name}<<<{grid}{stream}>>>({})", texts.join(", "))
            }
            _ => String::new(),
        }
    }

    fn span(&self, span: &Span) -> String {
        let pointer = self.pointer(&span.place);
        match (&span.round, span.from) {
            (Some(counter), _) => format!("{pointer} + {counter} * {CHUNK}"),
            (None, 0) => pointer,
            (None, from) => format!("{pointer} + {from}"),
        }
    }

    /// A call whose result is looked at by a statement of its own.
    fn checked(&mut self, stmt: &Stmt) {
        let call = self.call(stmt);
        match stmt {
            Stmt::Launch { .. } => {
                self.line(&format!("{call};"));
                self.line("CHECK(cudaGetLastError());");
            }
            _ => {
                let text = self.returned();
                self.line(&format!("if ({call} != cudaSuccess) {text};"));
            }
        }
    }

    fn write(&mut self, place: &Place, how: Write, value: u32) {
        let at = |index: &str| self.element(place, index);
        let text = match how {
            Write::Increment => format!("for (int i = 0; i < N; i++) {} += {value}u;", at("i")),
            Write::Reference => {
                let slot = at(&(value as usize % N).to_string());
                format!("{{ unsigned &slot = {slot}; slot = slot * 3u + {value}u; }}")
            }
            _ => format!("for (int i = 0; i < N; i++) {} = acc + {value}u * i;", at("i")),
        };
        self.line(&text);
    }

    fn simple_read(&self, place: &Place, how: Read, at: usize) -> Option<String> {
        let (element, p) = (self.element(place, &at.to_string()), self.pointer(place));
        Some(match how {
            Read::Element => format!("acc = acc * 31u + {element};"),
            Read::Helper => format!("acc = acc * 31u + total({p}, N);"),
            Read::Accumulate => format!("acc += std::accumulate({p}, {p} + N, 0u);"),
            Read::Print => format!("printf(\"%u\\n\", {element});"),
            Read::Compare => format!("acc += std::memcmp({p}, table, BYTES) == 0 ? 1u : 2u;"),
            Read::Lambda => format!("acc += [&] {{ return {element} * 3u; }}();"),
            Read::Choice => format!("acc = (acc & 1u) ? acc + {element} : acc ^ 5u;"),
            Read::Loop | Read::Copy | Read::Range => return None,
        })
    }

    fn read(&mut self, place: &Place, how: Read, at: usize) {
        let p = self.pointer(place);
        let container = matches!(self.var(place).shape, Shape::Vector | Shape::Rows(_));
        let text = match how {
            Read::Copy if container => {
                format!("{{ auto copy = {}; acc = acc * 31u + copy[{at}]; }}", self.holder(place))
            }
            Read::Copy => format!(
                "{{ std::vector<unsigned> copy({p}, {p} + N); acc = acc * 31u + copy[{at}]; }}"
            ),
            Read::Range if container => {
                format!("for (unsigned x : {}) acc = acc * 7u + x;", self.holder(place))
            }
            Read::Range => {
                format!("for (const unsigned *q = {p}; q != {p} + N; ++q) acc = acc * 7u + *q;")
            }
            _ => {
                let element = self.element(place, "i");
                format!("for (int i = 0; i < N; i++) acc = acc * 31u + {element};")
            }
        };
        self.line(&text);
    }

    fn renew(&mut self, place: &Place, value: u32, reseat: &[usize]) {
        let var = self.var(place);
        let holder = self.holder(place);
        if let Some(function) = releasing(var.alloc) {
            self.line(&format!("{};", function.replace('$', &holder)));
        }
        self.fresh(var, &holder, Start::Memset, value);
        for &alias in reseat {
            let alias = &self.program.vars[alias];
            match alias.shape {
                Shape::Pointers(n) => {
                    self.line(&format!(
                        "for (int k = 0; k < {n}; k++) {}[k] = {holder};",
                        alias.name
                    ));
                }
                _ => self.line(&format!("{} = {holder};", alias.name)),
            }
        }
    }

    fn cond(&self, cond: &Cond) -> String {
        match cond {
            Cond::Sum(m, r) => format!("acc % {m}u == {r}u"),
            Cond::Element(place, at, m, r) => {
                format!("{} % {m}u == {r}u", self.element(place, &at.to_string()))
            }
            Cond::Counter(counter, m, r) => format!("{counter} % {m} == {r}"),
        }
    }

    fn branch(&mut self, cond: &Cond, then: &[Stmt], other: &[Stmt], braces: bool) {
        let cond = self.cond(cond);
        if let ([only], [], false) = (then, other, braces) {
            if let Some(text) = self.simple(only) {
                self.line(&format!("if ({cond})"));
                self.depth += 1;
                self.line(&text);
                self.depth -= 1;
                return;
            }
        }
        self.open(&format!("if ({cond}) {{"));
        self.stmts(then);
        if !other.is_empty() {
            self.close("} else {");
            self.depth += 1;
            self.stmts(other);
        }
        self.close("}");
    }

    fn repeat(
        &mut self,
        counter: &str,
        times: usize,
        kind: LoopKind,
        cond: Option<&Cond>,
        body: &[Stmt],
    ) {
        let extra = cond.map_or(String::new(), |c| format!(" && {}", self.cond(c)));
        match (kind, body) {
            (LoopKind::For, [only]) if times % 2 == 0 && self.simple(only).is_some() => {
                self.line(&format!(
                    "for (int {counter} = 0; {counter} < {times}{extra}; {counter}++)"
                ));
                self.depth += 1;
                self.stmt(only);
                self.depth -= 1;
            }
            (LoopKind::For, _) => self.block(
                &format!("for (int {counter} = 0; {counter} < {times}{extra}; {counter}++) "),
                body,
            ),
            (LoopKind::While, _) => {
                self.open("{");
                self.line(&format!("int {counter} = 0;"));
                self.block(&format!("while ({counter}++ < {times}{extra}) "), body);
                self.close("}");
            }
            (LoopKind::DoWhile, _) => {
                self.open("{");
                self.line(&format!("int {counter} = 0;"));
                self.open("do {");
                self.stmts(body);
                self.close(&format!("}} while (++{counter} < {times}{extra});"));
                self.close("}");
            }
        }
    }

    fn switch(&mut self, arms: &[Vec<Stmt>], fall_through: bool) {
        self.line(&format!("switch (acc % {}u) {{", arms.len() + 1));
        for (number, arm) in arms.iter().enumerate() {
            self.open(&format!("case {number}: {{"));
            self.stmts(arm);
            if !(fall_through && number == 0) {
                self.line("break;");
            }
            self.close("}");
        }
        self.line("default: acc += 1u;");
        self.line("}");
    }

    fn leave(&mut self, cond: &Cond, how: Leave, code: u32) {
        let text = match how {
            Leave::Return => self.returned().to_owned(),
            Leave::Break => "break".to_owned(),
            Leave::Continue => "continue".to_owned(),
            Leave::Goto => "goto done".to_owned(),
            Leave::Throw => format!("throw Stop{{{}}}", code % 8),
            Leave::Process => format!("{{ printf(\"exit %u\\n\", acc); exit({}); }}", code % 64),
        };
        let end = if matches!(how, Leave::Process) { "" } else { ";" };
        let cond = self.cond(cond);
        self.line(&format!("if ({cond}) {text}{end}"));
    }
}

/// Whether some statement of a function, those of its lambdas left out, is as asked.
fn in_frame(body: &[Stmt], wanted: &dyn Fn(&Stmt) -> bool) -> bool {
    body.iter().any(|stmt| match stmt {
        Stmt::Lambda { .. } => false,
        _ => wanted(stmt) || stmt.bodies().into_iter().any(|b| in_frame(b, wanted)),
    })
}

fn collects(body: &[Stmt]) -> bool {
    let collected = |stmt: &Stmt| {
        matches!(
            stmt,
            Stmt::Copy { check: Check::Collected, .. }
                | Stmt::Memset { check: Check::Collected, .. }
                | Stmt::SymbolCopy { check: Check::Collected, .. }
        )
    };
    in_frame(body, &collected)
}

fn bytes(len: usize) -> String {
    match len {
        N => "BYTES".to_owned(),
        _ => format!("{len} * sizeof(unsigned)"),
    }
}

fn direction(dst: Mem, src: Mem) -> &'static str {
    match (dst, src) {
        (Mem::Managed, _) | (_, Mem::Managed) => "cudaMemcpyDefault",
        (Mem::Device, Mem::Device) => "cudaMemcpyDeviceToDevice",
        (Mem::Device, _) => "cudaMemcpyHostToDevice",
        (_, Mem::Device) => "cudaMemcpyDeviceToHost",
        _ => "cudaMemcpyHostToHost",
    }
}

/// The object that a member belongs to.
fn object_of(member: &str) -> String {
    match (member.rsplit_once("->"), member.rsplit_once('.')) {
        (Some((object, _)), _) => format!("*{object}"),
        (None, Some((object, _))) => object.to_owned(),
        (None, None) => member.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::object_of;

    #[test]
    fn the_object_of_a_member_is_what_stands_before_it() {
        assert_eq!(object_of("b1.dev"), "b1");
        assert_eq!(object_of("b1->dev"), "*b1");
    }
}
