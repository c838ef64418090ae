use clang_ast::*;
fn main() {
    let file = std::env::args().nth(1).unwrap();
    let lib = Library::load(std::path::Path::new("/usr/lib/llvm-19/lib/libclang-19.so.1")).unwrap();
    let args: Vec<String> = "-x cuda --cuda-host-only --cuda-path=/opt/cuda-13.0 -std=c++17 -Wno-everything -resource-dir /usr/lib/llvm-19/lib/clang/19 -I/tmp/stubs -D__NVCC__ -D__CUDACC_VER_MAJOR__=13".split(' ').map(String::from).collect();
    let text = std::fs::read(&file).unwrap();
    let opts = ParseOptions { preprocessing_record: true, ..Default::default() };
    let tu = TranslationUnit::parse(&lib, std::path::Path::new(&file), &args, &[], opts).unwrap();
    for d in tu.diagnostics() { if d.severity >= Severity::Error { eprintln!("{:?}", d); } }
    let m = lower::lower_unit(&tu, &text);
    print!("{}", ir::print_module(&m));
}
