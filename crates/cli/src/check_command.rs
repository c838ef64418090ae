//! The command `check`.

use crate::args::CheckArgs;
use crate::check_report::{self, Part};
use crate::pipeline::{self, Builds, Failure, Trust};
use crate::run::{colour, complain, print_out, Status};
use crate::workers::{map_files, Setting};
use check::Confidence;
use lower::frontend::Frontend;
use std::path::Path;

/// Checks files; the status says whether anything definite was found.
pub fn check_files(args: &CheckArgs) -> Status {
    let setting = Setting { quiet: false, colour: colour() };
    let results = map_files(&args.files, setting, |_, checked: Result<Part, String>| checked);
    let results = match results {
        Ok(results) => results,
        Err(problem) => {
            complain(&problem);
            return Status::Error;
        }
    };
    let mut worst = Status::Fine;
    let mut parts = Vec::new();
    for result in results {
        match result.and_then(|checked| checked) {
            Ok(part) => parts.push(part),
            Err(problem) => {
                complain(&problem);
                worst = Status::Error;
            }
        }
    }
    if parts.iter().any(|p| p.definite > 0 || args.pedantic && p.possible > 0) {
        worst = worst.max(Status::Findings);
    }
    worst.max(print_out(check_report::whole(args.format, parts).as_bytes()))
}

/// A file's part of the report.
///
/// # Errors
/// Says why the file cannot be checked.
pub fn check_file(
    args: &CheckArgs,
    colour: bool,
    frontend: &Frontend,
    file: &Path,
) -> Result<Part, String> {
    try_check(args, colour, frontend, file).map_err(|failure| failure.to_string())
}

fn try_check(
    args: &CheckArgs,
    colour: bool,
    frontend: &Frontend,
    file: &Path,
) -> Result<Part, Failure> {
    let mut unit = pipeline::read(frontend, file, None, Builds::This)?;
    let mut findings = unit.check(frontend, Trust::Measured);
    let least = if args.speculative { Confidence::Speculative } else { Confidence::Advice };
    findings.retain(|f| f.confidence >= least);
    let checked = check_report::checked(file, &unit, &findings);
    Ok(check_report::part(args.format, &checked, colour))
}
