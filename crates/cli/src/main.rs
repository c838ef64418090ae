//! The `streamalloc` program.

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    // libclang parses on a thread of its own otherwise, whose stack ends at some thousand nested
    // statements. Ours are large. (No other thread runs yet.)
    std::env::set_var("LIBCLANG_NOTHREADS", "1");
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if let Some(code) = streamalloc::launch(&words) {
        return code;
    }
    let args = streamalloc::args::Cli::parse();
    ExitCode::from(streamalloc::run(args) as u8)
}
