//! The command `check`.

use crate::args::{CheckArgs, CheckFormat};
use crate::check_report::{self, Checked};
use crate::pipeline::{self, Builds, Failure, Trust};
use crate::run::{complain, config, map_files, print_out, stopped, Status};
use check::Confidence;
use lower::frontend::Frontend;
use std::io::IsTerminal;
use std::path::Path;

/// Checks files; the status says whether anything definite was found.
pub fn check_files(args: &CheckArgs) -> Status {
    let frontend = match Frontend::new(config(&args.frontend.toolchain, &args.frontend.flags)) {
        Ok(frontend) => frontend,
        Err(error) => {
            complain(&error.to_string());
            return Status::Error;
        }
    };
    let results = map_files(&args.files, false, |file| check_file(args, &frontend, file));
    let mut worst = Status::Fine;
    let mut checked = Vec::new();
    for (result, file) in results.into_iter().zip(&args.files) {
        match result {
            Some(Ok(file)) => checked.push(file),
            Some(Err(failure)) => {
                complain(&failure.to_string());
                worst = Status::Error;
            }
            None => {
                complain(&stopped(file));
                worst = Status::Error;
            }
        }
    }
    let least = if args.pedantic { Confidence::Possible } else { Confidence::Definite };
    if checked.iter().flat_map(|c| &c.findings).any(|f| f.confidence >= least) {
        worst = worst.max(Status::Findings);
    }
    let colour = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let text = match args.format {
        CheckFormat::Text => check_report::text(&checked, colour),
        CheckFormat::Json => check_report::json(&checked),
        CheckFormat::Sarif => check_report::sarif(&checked),
    };
    worst.max(print_out(text.as_bytes()))
}

fn check_file(args: &CheckArgs, frontend: &Frontend, file: &Path) -> Result<Checked, Failure> {
    let mut unit = pipeline::read(frontend, file, None, Builds::This)?;
    let mut findings = unit.check(frontend, Trust::Measured);
    let least = if args.speculative { Confidence::Speculative } else { Confidence::Advice };
    findings.retain(|f| f.confidence >= least);
    Ok(check_report::checked(file, &unit, &findings))
}
