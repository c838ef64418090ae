//! The command line.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Makes synchronous CUDA C++ asynchronous, with the same results.
#[derive(Debug, Parser)]
#[command(name = "streamalloc", version, about, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Rewrite CUDA source files.
    Transform(TransformArgs),
    /// Report what could run asynchronously, and what not and why; writes nothing.
    Analyze(AnalyzeArgs),
    /// Look for missing waits and other hazards in asynchronous code; writes nothing.
    Check(CheckArgs),
    /// Say which libclang and which CUDA declarations are used, and what is missing.
    Doctor(FrontendArgs),
}

/// Options of all commands that read source files.
#[derive(Clone, Debug, Default, Args)]
pub struct FrontendArgs {
    /// libclang to use, a file or directory (default: the newest found, LLVM 17 or later).
    #[arg(long, value_name = "PATH")]
    pub libclang: Option<PathBuf>,
    /// CUDA toolkit whose headers are used (default: one found, else embedded declarations).
    #[arg(long, value_name = "DIR")]
    pub cuda_path: Option<PathBuf>,
    /// Use the embedded CUDA declarations even if there is a toolkit.
    #[arg(long)]
    pub embedded: bool,
    /// Options for the compiler, as for clang or nvcc.
    #[arg(last = true, value_name = "FLAGS")]
    pub flags: Vec<String>,
}

/// Options of the decisions.
#[derive(Clone, Debug, Args)]
pub struct DecisionArgs {
    /// Most streams to use.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=128))]
    pub streams: u16,
    /// Rewrite even where no gain is predicted.
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct TransformArgs {
    /// CUDA source files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the result to this file (one input only).
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["out_root", "in_place", "diff", "stdout"])]
    pub output: Option<PathBuf>,
    /// Write results below this directory, under the paths of their inputs.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["in_place", "diff", "stdout"])]
    pub out_root: Option<PathBuf>,
    /// Overwrite the inputs.
    #[arg(long, conflicts_with_all = ["diff", "stdout"])]
    pub in_place: bool,
    /// Print a unified diff and write nothing.
    #[arg(long, conflicts_with = "stdout")]
    pub diff: bool,
    /// Print the result (one input only).
    #[arg(long)]
    pub stdout: bool,
    /// With --in-place: also overwrite files with uncommitted changes.
    #[arg(long, requires = "in_place")]
    pub allow_dirty: bool,
    /// Exit with status 1 when something would change.
    #[arg(long)]
    pub exit_code: bool,
    /// Say nothing but errors.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// Print a stage's result instead of rewriting.
    #[arg(long, value_name = "STAGE")]
    pub emit: Option<Stage>,
    #[command(flatten)]
    pub frontend: FrontendArgs,
}

#[derive(Debug, Args)]
pub struct AnalyzeArgs {
    /// CUDA source files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Form of the report.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// Print a stage's result instead of the report.
    #[arg(long, value_name = "STAGE")]
    pub emit: Option<Stage>,
    #[command(flatten)]
    pub frontend: FrontendArgs,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// CUDA source files.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Form of the report.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: CheckFormat,
    /// Exit with status 1 for possible findings too, not only for definite ones.
    #[arg(long)]
    pub pedantic: bool,
    /// Also show findings that rest on memory or code of which nothing is known.
    #[arg(long)]
    pub speculative: bool,
    #[command(flatten)]
    pub frontend: FrontendArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum CheckFormat {
    Text,
    Json,
    Sarif,
}

/// A stage whose result can be printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Stage {
    Ir,
    Effects,
    Cra,
    Dfsa,
    Plan,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportFormat {
    Text,
    Json,
}
