//! The `streamalloc-oracle` program: what do programs touch that the analysis does not know of?

use clap::Parser;
use oracle::{compare, Comparison, Failure, Lab, Program};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs CUDA programs in the simulator and reports accesses that the analysis does not know of.
#[derive(Parser)]
struct Args {
    /// Programs
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Arguments with which each program runs
    #[arg(long = "arg")]
    arguments: Vec<String>,
    /// Run each program with every number below this as its only argument
    #[arg(long, conflicts_with = "arguments")]
    numbers: Option<u64>,
    /// Seed of the simulated device
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// Stack of the analysis, which walks deeply nested source recursively.
const STACK: usize = 1 << 30;

fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(|| run(&Args::parse()));
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(true))) => ExitCode::SUCCESS,
        Ok(Ok(Ok(false))) => ExitCode::from(1),
        Ok(Ok(Err(failure))) => {
            eprintln!("streamalloc-oracle: {failure}");
            ExitCode::from(2)
        }
        _ => ExitCode::from(2),
    }
}

/// Whether nothing was found and every file could be checked.
fn run(args: &Args) -> Result<bool, Failure> {
    let lab = Lab::new()?;
    let mut clean = true;
    for file in &args.files {
        match check(&lab, file, args) {
            Ok(result) => {
                for finding in &result.findings {
                    println!("{}:{finding}", file.display());
                }
                println!(
                    "{}: {} accesses checked, {} of memory without a name, {} findings",
                    file.display(),
                    result.checked,
                    result.unnamed,
                    result.findings.len()
                );
                clean &= result.findings.is_empty();
            }
            Err(failure) => {
                println!("{}: {failure}", file.display());
                clean = false;
            }
        }
    }
    Ok(clean)
}

fn check(lab: &Lab, file: &Path, args: &Args) -> Result<Comparison, Failure> {
    let mut program = Program::analyze(&lab.frontend, file)?;
    let built = lab.build(&program)?;
    let runs: Vec<Vec<String>> = match args.numbers {
        Some(count) => (0..count).map(|n| vec![n.to_string()]).collect(),
        None => vec![args.arguments.clone()],
    };
    let mut result = Comparison::default();
    for arguments in runs {
        let run = lab.run(&built, &arguments, args.seed)?;
        result.add(compare(&mut program, &built, &run));
    }
    Ok(result)
}
