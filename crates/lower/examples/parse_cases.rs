use lower::frontend::*;
use std::path::*;
fn main() {
    let embedded_only = std::env::args().nth(1).as_deref() == Some("embedded");
    let dir = std::env::args().nth(2).unwrap_or("/work/shared/cases".into());
    let extra: Vec<String> = std::env::args().skip(3).collect();
    println!("{}", DoctorReport::collect(&FrontendConfig { embedded_only, ..Default::default() }));
    let t = std::time::Instant::now();
    let f = Frontend::new(FrontendConfig { embedded_only, user_args: extra, ..Default::default() }).unwrap();
    println!("new {:?}", t.elapsed());
    println!("{}", match Frontend::new(FrontendConfig { user_args: vec!["-mno-foo".into()], ..Default::default() }).unwrap().parse(Path::new("a.cu"), Some(b"int x;")) { Ok(_) => "ok".into(), Err(e) => e.to_string() });
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir).unwrap().map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "cu" || e == "cpp")).collect();
    files.sort();
    let mut total = std::time::Duration::ZERO;
    for p in files {
        let t = std::time::Instant::now();
        let r = f.parse(&p, None);
        let e = t.elapsed(); total += e;
        let t = std::time::Instant::now();
        match r {
            Ok(parsed) => {
                let root = parsed.unit.cursor().unwrap();
                let n = root.children().len(); let tc = t.elapsed();
                let t = std::time::Instant::now();
                let m = parsed.unit.macro_expansions(|_| true).len(); let tm = t.elapsed();
                let t = std::time::Instant::now();
                let mut nodes = 0; let mut spans = 0;
                for c in root.children() { if c.is_from_main_file() && !c.kind().is_preprocessing() { c.visit(|c, _| { nodes += 1; spans += c.span().is_some() as usize; clang_ast::Visit::Recurse }); } }
                let tv = t.elapsed();
                let td = std::time::Instant::now();
                let d = f.parse_device(&p, None);
                println!("{:28} ok {:.3}s root {n} ({tc:?}) expansions {m} ({tm:?}) nodes {nodes} spans {spans} ({tv:?}) dev {} {:?}", p.file_name().unwrap().to_string_lossy(), e.as_secs_f32(), match &d { Ok(_) => "ok".to_string(), Err(e) => e.to_string() }, td.elapsed());
            }
            Err(err) => println!("{:28} FAIL {:.3}s {}", p.file_name().unwrap().to_string_lossy(), e.as_secs_f32(), err),
        }
    }
    println!("total {total:?}");
}
