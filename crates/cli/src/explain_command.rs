//! The command `explain`.

use crate::args::{ExplainArgs, ExplainFormat};
use crate::explain_report::{explained, lines_with_operations, text, Asked};
use crate::pipeline::{analyze, Analysis};
use crate::run::settings;
use crate::workers::Frontends;
use std::path::{Path, PathBuf};

/// The file that is asked about, and what of it.
pub fn asked(place: &str) -> (PathBuf, Asked) {
    let whole = (PathBuf::from(place), Asked::WholeFile);
    let Some((file, line)) = place.rsplit_once(':') else { return whole };
    match line.parse() {
        // The name of a file may end like that, too.
        Ok(line) if !whole.0.exists() => (PathBuf::from(file), Asked::Line(line)),
        _ => whole,
    }
}

/// Explains what is asked about a file.
///
/// # Errors
/// Says why the file cannot be analysed, or that the line has nothing to be explained.
pub fn explain_file(
    args: &ExplainArgs,
    colour: bool,
    frontends: &Frontends<'_>,
    file: &Path,
) -> Result<String, String> {
    let frontend = frontends.first().ok_or("no front end")?;
    let mut analysis = analyze(frontend, file, settings(&args.decisions))
        .map_err(|failure| failure.to_string())?;
    let (_, asked) = asked(&args.place);
    let found = explained(file, &mut analysis, asked);
    if let (Asked::Line(line), true) = (asked, found.operations.is_empty()) {
        return Err(nothing_there(file, line, &analysis));
    }
    Ok(match args.format {
        ExplainFormat::Text => text(&found, asked, colour),
        ExplainFormat::Json => serde_json::to_string_pretty(&found).unwrap_or_default() + "\n",
    })
}

/// Says which lines there are to ask about, the nearest first.
fn nothing_there(file: &Path, line: usize, analysis: &Analysis) -> String {
    let mut lines = lines_with_operations(file, analysis);
    lines.sort_by_key(|known| known.abs_diff(line));
    lines.truncate(3);
    lines.sort_unstable();
    let there: Vec<String> = lines.iter().map(usize::to_string).collect();
    let hint = match there.is_empty() {
        true => "there is none in this file".to_owned(),
        false => format!("the nearest begin at {}", there.join(", ")),
    };
    format!("{}:{line}: no operation begins here, and none is waited for; {hint}", file.display())
}
