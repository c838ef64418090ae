use std::{path::{Path, PathBuf}, time::{Duration, Instant}};
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    if a[0] == "translate" { let t = sim::translate(&std::fs::read(&a[1]).unwrap()); print!("{}", String::from_utf8_lossy(&t)); return; }
    let t = Instant::now();
    let exe = PathBuf::from(&a[0]);
    let sources: Vec<PathBuf> = a[1..].iter().map(PathBuf::from).collect();
    if let Err(e) = sim::build(&sources, &[], &exe, &[]) { println!("{e}"); std::process::exit(2); }
    println!("built in {:?}", t.elapsed());
    let exe = std::fs::canonicalize(&exe).unwrap();
    let mut groups: Vec<(String, Vec<u64>)> = Vec::new();
    let t = Instant::now();
    for seed in 0..20 { let o = sim::run(Path::new(&exe), &[] as &[&str], seed, Duration::from_secs(10)).unwrap();
        let k = format!("{:?} {} {}", o.status, String::from_utf8_lossy(&o.stdout), String::from_utf8_lossy(&o.stderr));
        match groups.iter_mut().find(|g| g.0 == k) { Some(g) => g.1.push(seed), None => groups.push((k, vec![seed])) } }
    println!("20 runs in {:?}", t.elapsed());
    for (k, s) in groups { println!("--- seeds {s:?}\n{k}"); }
}
