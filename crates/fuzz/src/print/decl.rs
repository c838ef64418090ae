//! Declarations: memory is got, filled, and released.

use super::Printer;
use crate::tree::{AliasStyle, Alloc, Decl, DeclKind, Mem, Place, Shape, Start, Var, N};

impl Printer<'_> {
    pub(super) fn global(&mut self, decl: &Decl) {
        for &id in &decl.vars {
            let name = &self.program.vars[id].name;
            let text = match self.program.vars[id].shape {
                Shape::Vector => {
                    format!("static std::vector<unsigned> {name}(N, {}u);", decl.value)
                }
                _ => format!("static unsigned {name}[N] = {{{}, 2, 3, 5, 8}};", decl.value),
            };
            self.line(&text);
        }
    }

    pub(super) fn decl(&mut self, decl: &Decl) {
        match &decl.kind {
            DeclKind::Alias { of, style } => self.alias(decl, of, style),
            DeclKind::Bundle { object } => {
                self.line(&format!("Bundle {object};"));
                self.got_and_filled(decl);
            }
            DeclKind::Mirror { object, on_heap: true } => {
                self.line(&format!("Mirror *{object} = new Mirror({}u);", decl.value));
            }
            DeclKind::Mirror { object, on_heap: false } => {
                let word = if decl.is_static { "static " } else { "" };
                self.line(&format!("{word}Mirror {object}({}u);", decl.value));
            }
            DeclKind::Buffer if decl.is_static => self.static_buffer(decl),
            DeclKind::Buffer => {
                let var = &self.program.vars[decl.vars[0]];
                if let Some(text) = declared(var, decl.value) {
                    self.line(&text);
                }
                self.got_and_filled(decl);
            }
        }
    }

    fn alias(&mut self, decl: &Decl, of: &Place, style: &AliasStyle) {
        let member = &self.program.vars[decl.vars[0]].name;
        let name = member.trim_start_matches("(*").split(['.', '[', '-', ')']).next().unwrap_or("");
        let (pointer, holder) = (self.pointer(of), self.holder(of));
        let is_vector = matches!(self.var(of).shape, Shape::Vector | Shape::Rows(_));
        let odd = decl.value % 2;
        let text = match style {
            AliasStyle::Pointer => format!("unsigned *{name} = {pointer};"),
            AliasStyle::Reference if is_vector => {
                format!("std::vector<unsigned> &{name} = {holder};")
            }
            AliasStyle::Reference => format!("unsigned *&{name} = {holder};"),
            AliasStyle::Address => format!("unsigned **{name} = &{holder};"),
            AliasStyle::Choice(other) => {
                let other = self.pointer(other);
                format!("unsigned *{name} = acc % 2u == {odd}u ? {pointer} : {other};")
            }
            AliasStyle::Array(other) => {
                format!("unsigned *{name}[2] = {{{pointer}, {}}};", self.pointer(other))
            }
            AliasStyle::Returned => format!("unsigned *{name} = same({pointer});"),
            AliasStyle::View => format!("View {name}({pointer});"),
            AliasStyle::CopiedView => format!("View {name}_0({pointer}); View {name} = {name}_0;"),
            AliasStyle::UniqueView => format!("auto {name} = std::make_unique<View>({pointer});"),
            AliasStyle::SharedView => format!("auto {name} = std::make_shared<View>({pointer});"),
            AliasStyle::EmplacedView => {
                format!("std::vector<View> {name}; {name}.emplace_back({pointer});")
            }
            AliasStyle::Pair => {
                format!("auto {name} = std::make_pair((unsigned *){pointer}, {odd});")
            }
            AliasStyle::Binding => {
                format!("auto [{name}, {name}_n] = std::make_pair((unsigned *){pointer}, {odd});")
            }
            AliasStyle::Report => format!("Report {name}{{{pointer}}};"),
        };
        self.line(&text);
    }

    /// Its elements are 0 at first, and stay from call to call.
    fn static_buffer(&mut self, decl: &Decl) {
        let var = &self.program.vars[decl.vars[0]];
        let text = match var.shape {
            Shape::Vector => format!("static std::vector<unsigned> {}(N);", var.name),
            _ => format!("static unsigned {}[N];", var.name),
        };
        self.line(&text);
    }

    fn got_and_filled(&mut self, decl: &Decl) {
        for &id in &decl.vars {
            let var = &self.program.vars[id];
            let Shape::Pointers(count) = var.shape else {
                self.fresh(var, &var.name, decl.start, decl.value);
                continue;
            };
            self.open(&format!("for (int k = 0; k < {count}; k++) {{"));
            self.fresh(var, &format!("{}[k]", var.name), decl.start, decl.value);
            self.close("}");
        }
    }

    /// Gets memory for one pointer and fills it.
    pub(super) fn fresh(&mut self, var: &Var, target: &str, start: Start, value: u32) {
        let got = match var.alloc {
            Alloc::CudaMalloc if value % 2 == 0 => {
                format!("cudaMalloc((void **)&{target}, BYTES);")
            }
            Alloc::CudaMalloc => format!("CHECK(cudaMalloc(&{target}, BYTES));"),
            Alloc::Malloc => format!("{target} = (unsigned *)malloc(BYTES);"),
            Alloc::New => format!("{target} = new unsigned[N];"),
            Alloc::MallocHost => format!("cudaMallocHost((void **)&{target}, BYTES);"),
            Alloc::HostAlloc => {
                format!("cudaHostAlloc((void **)&{target}, BYTES, cudaHostAllocMapped);")
            }
            Alloc::Managed => format!("cudaMallocManaged((void **)&{target}, BYTES);"),
            Alloc::Own => String::new(),
        };
        if !got.is_empty() {
            self.line(&got);
        }
        let text = match (var.mem, start) {
            (Mem::Device, Start::Memset | Start::Loop) => {
                format!("cudaMemset({target}, {}, BYTES);", value % 256)
            }
            (Mem::Device, Start::Upload) => {
                format!("cudaMemcpy({target}, table, BYTES, cudaMemcpyHostToDevice);")
            }
            (Mem::Device, Start::Kernel) => format!("preset<<<1, N>>>({target}, {value}u);"),
            _ => match var.shape {
                Shape::Vector | Shape::Rows(_) => return,
                _ => format!("for (int i = 0; i < N; i++) {target}[i] = {value}u + i;"),
            },
        };
        self.line(&text);
    }

    /// Releases what the declaration got.
    pub(super) fn release(&mut self, decl: &Decl) {
        match &decl.kind {
            DeclKind::Alias { .. } => {}
            DeclKind::Mirror { object, on_heap: true } => self.line(&format!("delete {object};")),
            DeclKind::Mirror { .. } => {}
            _ if decl.is_static => {}
            DeclKind::Bundle { .. } | DeclKind::Buffer => {
                for &id in &decl.vars {
                    self.release_var(&self.program.vars[id]);
                }
            }
        }
    }

    fn release_var(&mut self, var: &Var) {
        let Some(function) = releasing(var.alloc) else { return };
        match var.shape {
            Shape::Pointers(count) => self.line(&format!(
                "for (int k = 0; k < {count}; k++) {};",
                function.replace('$', &format!("{}[k]", var.name))
            )),
            _ => self.line(&format!("{};", function.replace('$', &var.name))),
        }
    }
}

/// The expression that releases `$`.
pub(super) fn releasing(alloc: Alloc) -> Option<&'static str> {
    match alloc {
        Alloc::CudaMalloc | Alloc::Managed => Some("cudaFree($)"),
        Alloc::Malloc => Some("free($)"),
        Alloc::New => Some("delete[] $"),
        Alloc::MallocHost | Alloc::HostAlloc => Some("cudaFreeHost($)"),
        Alloc::Own => None,
    }
}

/// The declaration of a variable that is no member.
fn declared(var: &Var, value: u32) -> Option<String> {
    let name = &var.name;
    Some(match var.shape {
        Shape::Pointer => format!("unsigned *{name};"),
        Shape::Pointers(count) => format!("unsigned *{name}[{count}];"),
        Shape::Elements => format!("unsigned {name}[N];"),
        Shape::Vector => format!("std::vector<unsigned> {name}(N, {value}u);"),
        Shape::Rows(count) => format!(
            "std::vector<std::vector<unsigned>> {name}({count}, std::vector<unsigned>(N, {value}u));"
        ),
        Shape::UniquePtr => format!("std::unique_ptr<unsigned[]> {name}(new unsigned[{N}]);"),
    })
}
