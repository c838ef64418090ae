//! The text of programs.
//!
//! *Takes* programs, *gives* one CUDA file, *promises* that memory is initialised where it is
//! declared and released where its block ends.

mod decl;
mod device;
mod stmt;

use crate::tree::{any, Check, Index, Leave, Place, Program, Shape, Stmt, UserStream, Var};
use std::fmt::Write;

/// What all files begin with.
const PRELUDE: &str = include_str!("print/prelude.cuh");
/// Functions that programs use. Each has its own: what one program passes to them is no business of
/// the analysis of another.
const HELPERS: &str = include_str!("print/helpers.cuh");

/// A file with one program, whose body is that of `main`.
pub fn alone(program: &Program) -> String {
    let mut printer = Printer::new(program);
    printer.line(&format!("// program {}", program.seed));
    printer.out.push_str(PRELUDE);
    printer.line("");
    printer.parts();
    printer.entry("int main()");
    printer.out
}

/// A file with several programs; its argument says which one runs.
pub fn together(programs: &[&Program]) -> String {
    let mut text = PRELUDE.to_owned();
    for (number, program) in programs.iter().enumerate() {
        let mut printer = Printer::new(program);
        let _ = writeln!(text, "\nnamespace p{number} {{ // program {}\n", program.seed);
        printer.parts();
        printer.entry("static int run()");
        text.push_str(&printer.out);
        let _ = writeln!(text, "\n}} // namespace p{number}");
    }
    text.push_str("\nint main(int argc, char **argv)\n{\n    int which = argc > 1 ? atoi(argv[1]) : 0;\n    switch (which) {\n");
    for number in 0..programs.len() {
        let _ = writeln!(text, "    case {number}: return p{number}::run();");
    }
    text.push_str("    default: return 99;\n    }\n}\n");
    text
}

/// Where a `return` stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Frame {
    Entry,
    Function,
}

struct Printer<'a> {
    program: &'a Program,
    out: String,
    depth: usize,
    frame: Frame,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program) -> Self {
        Printer { program, out: String::new(), depth: 0, frame: Frame::Entry }
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.depth {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    fn close(&mut self, text: &str) {
        self.depth -= 1;
        self.line(text);
    }

    /// All but the entry function.
    fn parts(&mut self) {
        self.out.push_str(HELPERS);
        self.device_parts();
        for decl in &self.program.globals {
            self.global(decl);
        }
        if self.program.user_stream.is_some() {
            self.line("static cudaStream_t user;");
        }
        for func in &self.program.funcs {
            self.line("");
            self.func(func);
        }
        self.line("");
    }

    /// The function that runs the program: exceptions that nothing else handles end here.
    fn entry(&mut self, head: &str) {
        let throws = may_throw(self.program);
        self.frame = Frame::Entry;
        self.open(&format!("{head} {{"));
        if throws {
            self.open("try {");
        }
        self.user_stream();
        self.frame_body(&self.program.body, 1);
        if throws {
            self.close("} catch (const Stop &stop) {");
            self.depth += 1;
            self.line("printf(\"stopped %d\\n\", stop.code);");
            self.line("return 40 + stop.code % 8;");
            self.close("}");
        }
        self.close("}");
    }

    fn user_stream(&mut self) {
        match self.program.user_stream {
            None => {}
            Some(UserStream::Blocking) => self.line("cudaStreamCreate(&user);"),
            Some(UserStream::NonBlocking) => {
                self.line("cudaStreamCreateWithFlags(&user, cudaStreamNonBlocking);");
            }
        }
    }

    fn var(&self, place: &Place) -> &'a Var {
        &self.program.vars[place.var]
    }

    /// The container of one buffer, or the pointer to it.
    fn holder(&self, place: &Place) -> String {
        let var = self.var(place);
        match (&place.index, var.shape) {
            (Some(Index::Constant(k)), _) => format!("{}[{k}]", var.name),
            (Some(Index::Counter(counter, k)), Shape::Pointers(n) | Shape::Rows(n)) => {
                format!("{}[({counter} + {k}) % {n}]", var.name)
            }
            _ => var.name.clone(),
        }
    }

    /// A pointer to the first element.
    fn pointer(&self, place: &Place) -> String {
        let holder = self.holder(place);
        match self.var(place).shape {
            Shape::Pointer | Shape::Pointers(_) | Shape::Elements => holder,
            Shape::Vector | Shape::Rows(_) => format!("{holder}.data()"),
            Shape::UniquePtr => format!("{holder}.get()"),
        }
    }

    fn element(&self, place: &Place, index: &str) -> String {
        format!("{}[{index}]", self.holder(place))
    }
}

/// Whether an exception may leave the program's body.
fn may_throw(program: &Program) -> bool {
    let text = |stmt: &Stmt| {
        matches!(
            stmt,
            Stmt::Leave { how: Leave::Throw, .. }
                | Stmt::Copy { check: Check::ThrowingMacro, .. }
                | Stmt::Memset { check: Check::ThrowingMacro, .. }
                | Stmt::SymbolCopy { check: Check::ThrowingMacro, .. }
        )
    };
    program.bodies().any(|body| any(body, &text))
}
