//! The command `check`.

use crate::args::CheckArgs;
use crate::check_report::{self, Part};
use crate::pipeline::{self, Builds, Failure, Trust};
use crate::project::config::Config;
use crate::project::inputs;
use crate::run::{colour, complain, print_out, Status};
use crate::workers::{map_files, Frontends, Setting};
use check::Confidence;
use lower::frontend::Frontend;
use std::path::Path;

/// Checks files; the status says whether anything definite was found.
pub fn check_files(args: &CheckArgs, config: &Config) -> Status {
    let results =
        inputs(&args.files, &args.project, &args.frontend.flags, config).and_then(|inputs| {
            inputs.notes.iter().for_each(|note| complain(note));
            let setting = Setting::new(false, colour());
            map_files(&inputs.jobs, &setting, |_, checked: Result<Vec<Part>, String>| checked)
        });
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
            Ok(found) => parts.extend(found),
            Err(problem) => {
                complain(&problem);
                worst = Status::Error;
            }
        }
    }
    if parts.iter().any(|p| p.definite > 0 || args.pedantic && p.possible > 0) {
        worst = worst.max(Status::Findings);
    }
    worst.max(print_out(check_report::whole(args.format, args.quiet, parts).as_bytes()))
}

/// A file's parts of the report: one, or one for each way of compiling it in which something else is found.
///
/// # Errors
/// Says why the file cannot be checked.
pub fn check_file(
    args: &CheckArgs,
    colour: bool,
    frontends: &Frontends<'_>,
    file: &Path,
) -> Result<Vec<Part>, String> {
    let mut parts: Vec<Part> = Vec::new();
    for frontend in frontends {
        let part =
            try_check(args, colour, frontend, file).map_err(|failure| failure.to_string())?;
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    Ok(parts)
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
