use lower::frontend::*;
use std::path::*;
fn main() {
    let embedded_only = std::env::args().nth(1).as_deref() == Some("embedded");
    let f = Frontend::new(FrontendConfig { embedded_only, ..Default::default() }).unwrap();
    for line in std::io::stdin().lines() {
        let p = PathBuf::from(line.unwrap());
        let t = std::time::Instant::now();
        match f.parse(&p, None) {
            Ok(parsed) => {
                let root = parsed.unit.cursor().unwrap();
                let mut none = 0; let mut n = 0;
                for c in root.children() { if c.is_from_main_file() && !c.kind().is_preprocessing() { c.visit(|c, _| { n += 1; if c.span().is_none() { none += 1 } clang_ast::Visit::Recurse }); } }
                println!("OK\t{:.2}\t{n}\t{none}\t{}", t.elapsed().as_secs_f32(), p.display())
            }
            Err(e) => println!("FAIL\t{:.2}\t{}\t{}", t.elapsed().as_secs_f32(), p.display(), e.to_string().lines().next().unwrap_or("")),
        }
    }
}
