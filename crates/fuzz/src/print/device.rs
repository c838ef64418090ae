//! Kernels, device symbols, and the types that hold buffers.

use super::Printer;
use crate::tree::{Kernel, KernelKind, MirrorClass, MirrorHost};

impl Printer<'_> {
    pub(super) fn device_parts(&mut self) {
        self.line("");
        self.line("struct Bundle {");
        self.line("    unsigned *dev;");
        self.line("    unsigned *host;");
        self.line("};");
        if self.program.symbol {
            self.line("");
            self.line("__device__ unsigned symbol[N];");
        }
        for (number, kernel) in self.program.kernels.iter().enumerate() {
            self.line("");
            self.kernel(number, kernel);
        }
        if self.program.uses_mirror() {
            self.line("");
            self.mirror(self.program.mirror);
        }
        self.line("");
    }

    fn kernel(&mut self, number: usize, kernel: &Kernel) {
        let (a, b) = (kernel.a, kernel.b);
        let (head, params, body) = match kernel.kind {
            KernelKind::Fill => ("", "unsigned *out", vec![format!("out[i] = s + i * {a}u;")]),
            KernelKind::Scale => ("", "unsigned *io", vec![format!("io[i] = io[i] * {a}u + s;")]),
            KernelKind::Map => (
                "",
                "unsigned *out, const unsigned *in",
                vec![format!("out[i] = in[i] * {a}u + i + s;")],
            ),
            KernelKind::Combine => (
                "",
                "unsigned *out, const unsigned *x, const unsigned *y",
                vec![format!("out[i] = x[i] * {a}u + y[i] + s;")],
            ),
            KernelKind::Part => (
                "",
                "unsigned *out",
                vec![format!("if (i >= {} && i < {}) out[i] += s;", a % 16, 17 + b % 15)],
            ),
            KernelKind::Shift => (
                "",
                "unsigned *out, const unsigned *in",
                vec![format!("out[i] = in[(i + {a}) % N] + s;")],
            ),
            KernelKind::Histogram => (
                "",
                "unsigned *out, const unsigned *in",
                vec![format!("atomicAdd(&out[(in[i] + {b}u) % N], {a}u + s);")],
            ),
            KernelKind::FromSymbol => {
                ("", "unsigned *out", vec![format!("out[i] = out[i] * {a}u + symbol[i] + s;")])
            }
            KernelKind::ToSymbol => (
                "",
                "const unsigned *in",
                vec![format!("symbol[i] = symbol[i] * {a}u + in[i] + s;")],
            ),
            KernelKind::OfBundle => {
                ("", "Bundle of", vec![format!("of.dev[i] = of.dev[i] * {a}u + s;")])
            }
            KernelKind::Template => (
                "template <unsigned K> ",
                "unsigned *io",
                vec![format!("io[i] = io[i] * K + {b}u + s;")],
            ),
            KernelKind::Shared => (
                "",
                "unsigned *io",
                vec![
                    "__shared__ unsigned tile[N];".to_owned(),
                    "tile[threadIdx.x] = io[i];".to_owned(),
                    "__syncthreads();".to_owned(),
                    format!("io[i] = tile[(threadIdx.x + {a}) % blockDim.x] + s;"),
                ],
            ),
            KernelKind::Nothing => {
                ("", "unsigned *unused", vec!["if (i > N) unused[0] = s;".to_owned()])
            }
        };
        self.line(&format!("{head}__global__ void k{number}({params}, unsigned s)"));
        self.open("{");
        self.line("int i = blockIdx.x * blockDim.x + threadIdx.x;");
        for line in body {
            self.line(&line);
        }
        self.close("}");
    }

    fn mirror(&mut self, class: MirrorClass) {
        self.line("__global__ void mirror_step(unsigned *io, unsigned s)");
        self.open("{");
        self.line("int i = blockIdx.x * blockDim.x + threadIdx.x;");
        self.line("io[i] = io[i] * 7u + s;");
        self.close("}");
        self.line("");
        let base = match class.virtual_base {
            true => {
                self.open("struct Base {");
                self.line("virtual ~Base() {}");
                self.line("virtual void step(unsigned s) = 0;");
                self.close("};");
                self.line("");
                " : Base"
            }
            false => "",
        };
        let (member, initialiser, pointer) = match class.host {
            MirrorHost::Elements => ("unsigned host[N];", "", "host"),
            MirrorHost::Vector => ("std::vector<unsigned> host;", " : host(N)", "host.data()"),
            MirrorHost::New => ("unsigned *host;", " : host(new unsigned[N])", "host"),
            MirrorHost::Pinned => ("unsigned *host;", "", "host"),
        };
        self.open(&format!("struct Mirror{base} {{"));
        self.line("unsigned *dev;");
        self.line(member);
        self.open(&format!("explicit Mirror(unsigned start){initialiser} {{"));
        if class.host == MirrorHost::Pinned {
            self.line("cudaMallocHost((void **)&host, BYTES);");
        }
        self.line("CHECK(cudaMalloc(&dev, BYTES));");
        self.line("for (int i = 0; i < N; i++) host[i] = start * 5u + i;");
        self.line(match class.uploads_at_start {
            true => "push();",
            false => "cudaMemset(dev, 0, BYTES);",
        });
        self.close("}");
        self.line("Mirror(const Mirror &) = delete;");
        self.open("~Mirror() {");
        if class.pulls {
            self.line("pull();");
        }
        if class.reports {
            self.line(&format!("printf(\"mirror %u\\n\", total({pointer}, N));"));
        }
        self.line("cudaFree(dev);");
        match class.host {
            MirrorHost::New => self.line("delete[] host;"),
            MirrorHost::Pinned => self.line("cudaFreeHost(host);"),
            _ => {}
        }
        self.close("}");
        self.line(&format!(
            "void push() {{ CHECK(cudaMemcpy(dev, {pointer}, BYTES, cudaMemcpyHostToDevice)); }}"
        ));
        self.line(&format!(
            "void pull() {{ cudaMemcpy({pointer}, dev, BYTES, cudaMemcpyDeviceToHost); }}"
        ));
        let over = if class.virtual_base { " override" } else { "" };
        self.line(&format!("void step(unsigned s){over} {{ mirror_step<<<1, N>>>(dev, s); }}"));
        self.line(&format!("unsigned sum() const {{ return total({pointer}, N); }}"));
        self.line(&format!("const unsigned *view() const {{ return {pointer}; }}"));
        self.close("};");
    }
}
