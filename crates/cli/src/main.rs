//! The `streamalloc` program.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = streamalloc::args::Cli::parse();
    ExitCode::from(streamalloc::run(args) as u8)
}
