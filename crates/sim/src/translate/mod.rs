//! CUDA syntax → C++: the few constructs that g++ cannot parse, found among tokens (comments, strings and raw strings are left
//! alone). Every line keeps its number.
//!
//! | CUDA | C++ |
//! |---|---|
//! | `__global__ void k(int *v) { body }` | `void k(int *v) { ::streamalloc_sim::kernel(__func__, [=]() mutable { body }); }` |
//! | `k<<<grid, block>>>(v)` | `(::streamalloc_sim::configure(grid, block), k(v))` |
//! | `__shared__ int s[8];` | `static thread_local int s[8];` |
//! | `extern __shared__ int s[];` | a pointer to the block's dynamic shared memory |
//! | `cudaLaunchKernel((void *)k, …)` | `cudaLaunchKernel(k, …)` |
//!
//! Calling a kernel thus *is* queueing it, with the arguments converted by the rules of an ordinary call; see
//! `runtime/streamalloc_sim/kernel.h` for the other half. All other CUDA words are macros of the runtime headers.
//!
//! [`crate::build`] translates preprocessed text, where macros and headers hide nothing. Text that is not preprocessed works too,
//! bodies of `#define` included, as long as `__global__` and `__shared__` are written out.

mod kernel;
mod launch;
mod lexer;
mod shared;

use lexer::{Stream, Token, TokenKind};

/// Translates CUDA source text to C++. Text without CUDA syntax comes back unchanged, and malformed text is left for the
/// compiler to report.
pub fn translate(source: &[u8]) -> Vec<u8> {
    let mut edits = Edits::default();
    for stream in lexer::streams(source) {
        launch::translate(source, &stream, &mut edits);
        launch::strip_kernel_casts(source, &stream, &mut edits);
        kernel::translate(source, &stream, &mut edits);
        shared::translate(source, &stream, &mut edits);
        spell_noinline(source, &stream, &mut edits);
    }
    edits.apply(source)
}

/// `__noinline__` cannot be a macro, because the C++ library uses the word inside attributes.
fn spell_noinline(source: &[u8], stream: &Stream, edits: &mut Edits) {
    for (i, token) in stream.iter().enumerate() {
        if token.text(source) != b"__noinline__" {
            continue;
        }
        let in_attribute = i > 0 && matches!(stream[i - 1].text(source), b"(" | b",");
        if !in_attribute {
            edits.replace(token.start, token.end, "__attribute__((__noinline__))");
        }
    }
}

/// Replacements of byte ranges, collected in any order; nested launches may insert at the same place.
#[derive(Default)]
struct Edits {
    list: Vec<Edit>,
}

struct Edit {
    start: usize,
    end: usize,
    text: Vec<u8>,
}

impl Edits {
    fn replace(&mut self, start: usize, end: usize, text: impl Into<Vec<u8>>) {
        self.list.push(Edit { start, end, text: text.into() });
    }

    fn insert(&mut self, at: usize, text: impl Into<Vec<u8>>) {
        self.replace(at, at, text);
    }

    /// Removes a range but keeps its line breaks.
    fn remove(&mut self, source: &[u8], start: usize, end: usize) {
        self.replace(start, end, newlines(source, start, end));
    }

    fn apply(mut self, source: &[u8]) -> Vec<u8> {
        self.list.sort_by_key(|e| (e.start, e.end));
        let mut out = Vec::with_capacity(source.len() + 64 * self.list.len());
        let mut at = 0;
        for edit in &self.list {
            // An edit inside a range that another one replaces has nothing left to change.
            if edit.start < at {
                continue;
            }
            out.extend_from_slice(&source[at..edit.start]);
            out.extend_from_slice(&edit.text);
            at = edit.end;
        }
        out.extend_from_slice(&source[at..]);
        out
    }
}

/// The line breaks in a range, spliced ones with their backslash.
fn newlines(source: &[u8], start: usize, end: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for at in start..end {
        if source[at] == b'\n' {
            let spliced = at > 0
                && (source[at - 1] == b'\\'
                    || (at > 1 && source[at - 1] == b'\r' && source[at - 2] == b'\\'));
            out.extend_from_slice(if spliced { b" \\\n" } else { b"\n" });
        }
    }
    out
}

/// The index of the token that closes the bracket at `open`.
fn closing(source: &[u8], stream: &Stream, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (i, token) in stream.iter().enumerate().skip(open) {
        match token.text(source) {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

/// The index of the token that opens the bracket closed at `close`.
fn opening(source: &[u8], stream: &Stream, close: usize) -> Option<usize> {
    let mut depth = 0usize;
    for i in (0..=close).rev() {
        match stream[i].text(source) {
            b")" | b"]" | b"}" => depth += 1,
            b"(" | b"[" | b"{" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(i);
                }
            }
            _ => {}
        }
    }
    None
}

fn is_identifier(token: &Token) -> bool {
    token.kind == TokenKind::Identifier
}

#[cfg(test)]
mod tests {
    use super::translate;

    fn check(cuda: &str, cpp: &str) {
        let got = String::from_utf8(translate(cuda.as_bytes())).expect("text");
        assert_eq!(got, cpp);
        assert_eq!(got.matches('\n').count(), cuda.matches('\n').count(), "line numbers changed");
    }

    #[test]
    fn launches() {
        check("k<<<g, b>>>(v, n);", "(::streamalloc_sim::configure(g, b), k(v, n));");
        check(
            "if (x) ns::k<int, (2 > 1)><<<g, b, 0, s>>>(0);",
            "if (x) (::streamalloc_sim::configure(g, b, 0, s), ns::k<int, (2 > 1)>(0));",
        );
        check("else ::k<<<1, 1>>>();", "else (::streamalloc_sim::configure(1, 1), ::k());");
        check(
            "table[i].run<<<1, 1>>>(a);",
            "(::streamalloc_sim::configure(1, 1), table[i].run(a));",
        );
        check("if (x) (*p)<<<1, 1>>>(a);", "if (x) (::streamalloc_sim::configure(1, 1), (*p)(a));");
        check("pick(i)<<<1, 1>>>(a);", "(::streamalloc_sim::configure(1, 1), pick(i)(a));");
        check(
            "return T::template k<1><<<1, 1>>>(a);",
            "return (::streamalloc_sim::configure(1, 1), T::template k<1>(a));",
        );
        check("k << < g, b >> > (v);", "(::streamalloc_sim::configure( g, b ), k  (v));");
        check(
            "friend o &operator<< <T>(o &, a<b<c>> > (x));",
            "friend o &operator<< <T>(o &, a<b<c>> > (x));",
        );
        check(
            "x = c ? a<<<1,1>>>(1), 0 : 1;",
            "x = c ? (::streamalloc_sim::configure(1,1), a(1)), 0 : 1;",
        );
    }

    #[test]
    fn launches_keep_lines() {
        check(
            "k<<<\n  g, // grid\n  b\n>>>(v,\n n);",
            "(::streamalloc_sim::configure(\n  g, // grid\n  b\n), k(v,\n n));",
        );
        check("#define RUN(k, ...) \\\n  k<<<g, \\\n b>>>(__VA_ARGS__)\nint x;", "#define RUN(k, ...) \\\n  (::streamalloc_sim::configure(g, \\\n b), k(__VA_ARGS__))\nint x;");
    }

    #[test]
    fn nested_launches() {
        check("a<<<1, 1>>>(f(b<<<2, 2>>>(x)));", "(::streamalloc_sim::configure(1, 1), a(f((::streamalloc_sim::configure(2, 2), b(x)))));");
    }

    #[test]
    fn comments_and_strings_are_left_alone() {
        for text in [
            "// k<<<1, 1>>>(x)\n",
            "/* __global__ */",
            "\"k<<<1, 1>>>(x)\"",
            "R\"x(k<<<1,1>>>(\")x\"",
            "'\"' + 1'000",
            "a << b < c >> d",
        ] {
            check(text, text);
        }
    }

    #[test]
    fn kernels() {
        check("__global__ void k(int *v, int n) { if (n) { return; } }", " void k(int *v, int n) { ::streamalloc_sim::kernel(__func__, [=]() mutable { if (n) { return; } }); }");
        check("__global__ void k(int *);", " void k(int *);");
        check("template <class T> static __global__ void\nk(T t)\n{\n}\n", "template <class T> static  void\nk(T t)\n{ ::streamalloc_sim::kernel(__func__, [=]() mutable {\n}); }\n");
    }

    #[test]
    fn shared_memory() {
        check("__shared__ int s[8];", "static thread_local int s[8];");
        check("static __shared__ int s;", "static thread_local int s;");
        check(
            "void f() { extern __shared__ volatile float s[]; }",
            "void f() { volatile float (*s) = reinterpret_cast<volatile float (*)>(::streamalloc_sim::dynamic_shared()); }",
        );
        check(
            "void f() { extern __shared__ __align__(16) unsigned char s[][4]; }",
            "void f() { unsigned char (*s)[4] = reinterpret_cast<unsigned char (*)[4]>(::streamalloc_sim::dynamic_shared()); }",
        );
        check(
            "namespace a { extern __shared__ int s[]; }",
            "namespace a { static ::streamalloc_sim::DynamicShared<int> s; }",
        );
    }

    #[test]
    fn kernel_casts() {
        check(
            "cudaLaunchKernel((const void *)k<int>, g, b, a, 0, s);",
            "cudaLaunchKernel(k<int>, g, b, a, 0, s);",
        );
        check(
            "cudaLaunchCooperativeKernel((void*)&k, g, b, a);",
            "cudaLaunchCooperativeKernel(&k, g, b, a);",
        );
        check(
            "cudaLaunchKernel(reinterpret_cast<void *>(k), g, b, a);",
            "cudaLaunchKernel((k), g, b, a);",
        );
    }

    #[test]
    fn noinline() {
        check("__noinline__ void f();", "__attribute__((__noinline__)) void f();");
        check("__attribute__((__noinline__)) void f();", "__attribute__((__noinline__)) void f();");
    }

    #[test]
    fn malformed_text_is_left_alone() {
        for text in [
            "k<<<1, 1",
            "k<<<1, 1>>>",
            "<<<1, 1>>>(x)",
            "k<<<1, 1>>>(x",
            "\"open",
            "R\"x(open",
            "/* open",
            "}})]",
            "'",
        ] {
            check(text, text);
        }
    }
}
