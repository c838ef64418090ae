//! The command line.

use crate::project::config::Config;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// What `--version` says.
const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    " (",
    env!("STREAMALLOC_BUILD"),
    ")\nlibclang: LLVM 17 and newer, loaded at run time; `streamalloc doctor` says which"
);

const LAUNCHER_HELP: &str = "\
In front of a compiler: `streamalloc nvcc …` compiles what the sources are rewritten to, and leaves the sources alone. \
With CMake: -DCMAKE_CUDA_COMPILER_LAUNCHER=streamalloc. STREAMALLOC=off switches it off.";

/// Makes synchronous CUDA C++ asynchronous, with the same results.
#[derive(Debug, Parser)]
#[command(
    name = "streamalloc",
    version,
    long_version = LONG_VERSION,
    about,
    max_term_width = 100,
    after_help = LAUNCHER_HELP
)]
pub struct Cli {
    /// Work for another process of this program, which asks for files one by one.
    #[arg(long, hide = true, value_name = "PALETTE")]
    pub worker: Option<Palette>,
    #[command(subcommand)]
    pub command: Command,
}

/// How a worker's results are to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Palette {
    Plain,
    Colour,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Rewrite CUDA source files.
    Transform(TransformArgs),
    /// Report what could run asynchronously, and what not and why; writes nothing.
    Analyze(AnalyzeArgs),
    /// Say why an operation stays as it is, or is waited for where it is, and what led to that; writes nothing.
    Explain(ExplainArgs),
    /// Look for missing waits and other hazards in asynchronous code; writes nothing.
    Check(CheckArgs),
    /// Run programs and what becomes of them on a simulated device, and compare what they do.
    #[command(after_help = VERIFY_STATUS)]
    Verify(VerifyArgs),
    /// Write a streamalloc.toml with every setting explained.
    Init(InitArgs),
    /// Say which libclang and which CUDA declarations are used, and what is missing.
    Doctor(FrontendArgs),
    /// Print a script that completes command lines, for a shell to read.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Args)]
pub struct InitArgs {
    /// The folder to write it to.
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
}

/// Which files are worked on, and how they are compiled.
#[derive(Clone, Debug, Default, Args)]
pub struct ProjectArgs {
    /// Folder of a build with compile_commands.json: options for each file, and the files if none is named.
    #[arg(short = 'p', long = "build", value_name = "DIR")]
    pub build: Option<PathBuf>,
    /// Leave out files that match, unless they are named; may be repeated. Patterns are those of .gitignore.
    #[arg(long, value_name = "GLOB")]
    pub exclude: Vec<String>,
    /// Settings to use (default: streamalloc.toml in the current folder or above).
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub config: Option<PathBuf>,
    /// Use no streamalloc.toml.
    #[arg(long)]
    pub no_config: bool,
}

/// What reads source files.
#[derive(Clone, Debug, Default, Args)]
pub struct ToolchainArgs {
    /// libclang to use, a file or directory (default: the newest found, LLVM 17 or later).
    #[arg(long, value_name = "PATH")]
    pub libclang: Option<PathBuf>,
    /// CUDA toolkit whose headers are used (default: one found, else embedded declarations).
    #[arg(long, value_name = "DIR")]
    pub cuda_path: Option<PathBuf>,
    /// Use the embedded CUDA declarations even if there is a toolkit.
    #[arg(long)]
    pub embedded: bool,
}

impl ToolchainArgs {
    /// Takes from the settings what the command line leaves open.
    pub fn fill_in(&mut self, config: &Config) {
        self.libclang = self.libclang.take().or_else(|| config.libclang.clone());
        self.cuda_path = self.cuda_path.take().or_else(|| config.cuda_path.clone());
        self.embedded |= config.embedded;
    }
}

impl StreamArgs {
    /// Takes from the settings what the command line leaves open.
    pub fn fill_in(&mut self, config: &Config) {
        self.most = self.most.or(config.streams);
    }
}

impl DecisionArgs {
    /// Takes from the settings what the command line leaves open.
    pub fn fill_in(&mut self, config: &Config) {
        self.streams.fill_in(config);
        self.force |= config.force;
        self.whole_program |= config.whole_program;
    }
}

/// Options of the commands that read source files and run nothing.
#[derive(Clone, Debug, Default, Args)]
pub struct FrontendArgs {
    #[command(flatten)]
    pub toolchain: ToolchainArgs,
    /// Options for the compiler, as for clang or nvcc.
    #[arg(last = true, value_name = "FLAGS")]
    pub flags: Vec<String>,
}

/// How many streams there may be.
#[derive(Clone, Debug, Args)]
pub struct StreamArgs {
    /// Most streams to use (default: 8).
    #[arg(id = "streams", long = "streams", value_name = "N", value_parser = clap::value_parser!(u16).range(1..=128))]
    pub most: Option<u16>,
}

impl StreamArgs {
    /// As many as the hardware has queues, unless told otherwise.
    const DEFAULT: u16 = 8;

    pub fn most(&self) -> usize {
        usize::from(self.most.unwrap_or(Self::DEFAULT))
    }
}

/// Options of the decisions.
#[derive(Clone, Debug, Args)]
pub struct DecisionArgs {
    #[command(flatten)]
    pub streams: StreamArgs,
    /// Rewrite even where no gain is predicted.
    #[arg(long)]
    pub force: bool,
    /// Each file is a whole program: no other file calls its functions or names its variables. So functions need not be
    /// `static` to leave their work in flight. Files that call functions of other files are refused.
    #[arg(long)]
    pub whole_program: bool,
    /// What becomes of device memory that is allocated and freed again and again.
    #[arg(long, value_name = "HOW", default_value = "reuse")]
    pub alloc: Allocation,
    #[command(flatten)]
    pub pin: PinArgs,
}

/// What becomes of host memory.
#[derive(Clone, Debug, Args)]
pub struct PinArgs {
    /// When to page-lock host memory that is copied, and give it large pages.
    #[arg(id = "pin", long = "pin", value_name = "WHEN", default_value = "auto")]
    pub when: PinWhen,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PinWhen {
    /// Where size and number of copies say that it pays.
    Auto,
    /// Wherever the program cannot tell.
    Always,
    Never,
}

impl From<PinWhen> for transform::Pin {
    fn from(when: PinWhen) -> transform::Pin {
        match when {
            PinWhen::Auto => transform::Pin::Auto,
            PinWhen::Always => transform::Pin::Always,
            PinWhen::Never => transform::Pin::Never,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Allocation {
    /// It is allocated and freed as written.
    Keep,
    /// Blocks are kept when they are freed, and given out again.
    Reuse,
}

#[derive(Debug, Args)]
pub struct TransformArgs {
    /// CUDA source files, or folders of such files.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub project: ProjectArgs,
    /// Write the result to this file (one input only).
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["out_root", "in_place", "diff", "stdout"])]
    pub output: Option<PathBuf>,
    /// Write results below this directory, under the paths of their inputs (unchanged files too).
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
    /// Add no lines: what is inserted joins lines that are there, so that messages and debuggers speak of the same lines.
    #[arg(long)]
    pub keep_lines: bool,
    /// Exit with status 1 when something would change.
    #[arg(long)]
    pub exit_code: bool,
    /// Say nothing but errors.
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Also name the files with nothing to do.
    #[arg(short, long)]
    pub verbose: bool,
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
    /// CUDA source files, or folders of such files.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub project: ProjectArgs,
    /// Form of the report.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ReportFormat,
    /// Write the report to this file.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Draw when host and device do what, before and after, in virtual time.
    #[arg(long, conflicts_with_all = ["format", "emit"])]
    pub timeline: bool,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    /// Print a stage's result instead of the report.
    #[arg(long, value_name = "STAGE")]
    pub emit: Option<Stage>,
    #[command(flatten)]
    pub frontend: FrontendArgs,
}

#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// A line of a CUDA source file: its operations, and those that are waited for there. A file alone: all operations that
    /// stay as they are, or are waited for at once.
    #[arg(value_name = "FILE[:LINE]")]
    pub place: String,
    #[command(flatten)]
    pub project: ProjectArgs,
    /// Form of the answer.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: ExplainFormat,
    #[command(flatten)]
    pub decisions: DecisionArgs,
    #[command(flatten)]
    pub frontend: FrontendArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExplainFormat {
    Text,
    Json,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// CUDA source files, or folders of such files.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub project: ProjectArgs,
    /// Form of the report.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: CheckFormat,
    /// Exit with status 1 for possible findings too, not only for definite ones.
    #[arg(long)]
    pub pedantic: bool,
    /// Print the findings, and no line that counts them.
    #[arg(short, long)]
    pub quiet: bool,
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
    /// Annotations of a workflow on GitHub.
    Github,
}

const VERIFY_STATUS: &str = "\
Exit status: 0 both programs do the same under all seeds, or nothing is rewritten; 1 they differ; 2 no verdict, because \
a file cannot be read, rewritten or built, the simulator lacks something, or the original itself does not do the same \
under all seeds.";

#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// CUDA source files, each of them a program.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Seeds of the simulated device to try; each stands for another behaviour that CUDA permits (default: 20).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub seeds: Option<u64>,
    /// The first seed; without --seeds, the only one.
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Compare the bytes of device, page-locked and managed buffers, too, when they are freed and at exit.
    #[arg(long)]
    pub memory: bool,
    /// Leave out lines of output that contain this text, such as times; may be repeated.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub ignore: Vec<String>,
    /// How long a run may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
    /// Compare with this file instead of rewriting (one FILE only).
    #[arg(long, value_name = "FILE", conflicts_with = "no_force")]
    pub against: Option<PathBuf>,
    /// Another source file of the program, used as it is; may be repeated.
    #[arg(long, value_name = "SOURCE")]
    pub with: Vec<PathBuf>,
    #[command(flatten)]
    pub streams: StreamArgs,
    #[command(flatten)]
    pub pin: PinArgs,
    /// Each file is a whole program: see `transform`.
    #[arg(long)]
    pub whole_program: bool,
    /// Leave files as they are for which no gain is predicted, as `transform` does.
    #[arg(long)]
    pub no_force: bool,
    #[command(flatten)]
    pub toolchain: ToolchainArgs,
    /// An option for the compiler, as for nvcc or clang: --flag=-DN=4; may be repeated.
    #[arg(long = "flag", value_name = "FLAG", allow_hyphen_values = true)]
    pub flags: Vec<String>,
    /// Arguments of the program.
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
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
    /// One page for a browser, which loads nothing.
    Html,
}
