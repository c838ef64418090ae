//! Translates the options of nvcc to those of clang.
//!
//! `TABLE` has a row per option: its names, the form of its value, and what becomes of it. Options of clang and gcc that
//! begin with `-f`, `-m` or `-W` pass through; everything else that the table does not know is an error, so that no option
//! is lost unnoticed.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

/// What stream 0 means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DefaultStream {
    /// One stream that synchronises with all blocking streams.
    #[default]
    Legacy,
    /// One stream per host thread.
    PerThread,
}

/// The language that `-x` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// CUDA C++.
    Cuda,
    /// C++.
    Cpp,
    /// C.
    C,
}

/// What the options come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Arguments for clang, in their order.
    pub clang_args: Vec<String>,
    /// What stream 0 means, by `--default-stream` or `CUDA_API_PER_THREAD_DEFAULT_STREAM`.
    pub default_stream: DefaultStream,
    /// Macros that `-D` defines, with their values.
    pub defines_seen: Vec<(String, Option<String>)>,
    /// Architectures that device code is built for, such as `sm_90`, in the order in which they are named.
    pub gpu_archs: Vec<String>,
    /// Whether a language standard is chosen.
    pub has_standard: bool,
    /// The language that `-x` chooses.
    pub language: Option<Language>,
    /// `--cuda-path`.
    pub cuda_path: Option<PathBuf>,
    /// Whether device code is linked separately.
    pub relocatable_device_code: bool,
    /// Arguments that are no options: the input files.
    pub inputs: Vec<String>,
    /// Options without influence on what the program means, which were left out.
    pub dropped: Vec<String>,
    /// What the compiler is to write.
    pub products: Products,
}

/// What a compiler is asked to write.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Products {
    /// The value of `-o`.
    pub output: Option<String>,
    /// Whether dependencies are written on the way (`-MD`).
    pub dependencies: bool,
    /// Where they go (`-MF`), if that is said.
    pub dependency_file: Option<String>,
    /// Whether the host compiler itself is told to write dependencies.
    pub host_dependencies: bool,
    /// An option that asks for something that has no code of the host in it, or for nothing at all.
    pub no_host_code: Option<String>,
}

impl Products {
    fn note(&mut self, action: Action, word: &str, value: String) {
        match action {
            Action::Output => self.output = Some(value),
            Action::Dependencies => self.dependencies = true,
            Action::DependencyFile => self.dependency_file = Some(value),
            _ => self.no_host_code = Some(word.to_owned()),
        }
    }
}

impl Options {
    /// The architecture to analyse device code for: the first that is named.
    pub fn gpu_arch(&self) -> Option<&str> {
        self.gpu_archs.first().map(String::as_str)
    }
}

/// Why a command line was refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// Options that we know nothing about.
    #[error("{}", unknown(.0))]
    Unknown(Vec<String>),
    /// An option that lacks its value.
    #[error("option '{0}' needs a value")]
    MissingValue(String),
    /// A value that the option cannot have.
    #[error("option '{option}' cannot be '{value}'; it is one of: {expected}")]
    BadValue {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// What it may be.
        expected: &'static str,
    },
    /// A file of options that cannot be read.
    #[error("cannot read the options file {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// Files of options that name each other without end.
    #[error("options files are nested too deeply, at {}", .0.display())]
    TooDeep(PathBuf),
}

fn unknown(options: &[String]) -> String {
    let list = options.iter().map(|option| format!("'{option}'")).collect::<Vec<_>>().join(", ");
    let plural = if options.len() == 1 { "" } else { "s" };
    format!("unknown option{plural} {list}; pass clang's own options with -Xclang, one word each")
}

/// The form of an option's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// No value.
    Flag,
    /// `--name value`, `--name=value`.
    Value,
    /// As `Value`, and `-Nvalue`.
    Joined,
    /// `-N`, `-Nvalue`, `--name=value`, but never a word of its own.
    Optional,
    /// As `Optional`, and takes the next word if it is one of these.
    OptionalOf(&'static [&'static str]),
}

/// What becomes of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    /// Has no influence on the meaning.
    Drop,
    /// Goes to clang as this word, the value joined to it.
    Pass(&'static str),
    /// Goes to clang as this word, the value a word of its own.
    PassApart(&'static str),
    /// As `Pass`, and the value is the path of a folder.
    PassFolder(&'static str),
    /// As `PassApart`, and the value is the path of a folder.
    PassFolderApart(&'static str),
    /// As `PassApart`, and the value is a file in the folder of the compilation, or else one to be searched for.
    PassFile(&'static str),
    /// What is unknown is meant for another program.
    ForwardUnknown,
    /// `-o`
    Output,
    /// `-MD`
    Dependencies,
    /// `-MF`
    DependencyFile,
    /// No code of the host comes out.
    NoHostCode,
    /// Defines a macro, as nvcc does for this option.
    Defines(&'static str),
    /// `-D`
    Define,
    /// `-std`
    Standard,
    /// `-x`
    Language,
    /// `--default-stream`
    DefaultStream,
    /// `-arch`
    Architecture,
    /// `-gencode`
    GenerateCode,
    /// `-rdc`, with `true` or `false`.
    Relocatable,
    /// `-dc` and the like, which imply `-rdc=true`.
    ImpliesRelocatable,
    /// `-Xcompiler`
    HostOptions,
    /// `--options-file`
    OptionsFile,
    /// `--cuda-path`
    CudaPath,
}

/// A row of the table.
struct Row {
    /// The names, without dashes.
    names: &'static [&'static str],
    form: Form,
    action: Action,
}

const fn row(names: &'static [&'static str], form: Form, action: Action) -> Row {
    Row { names, form, action }
}

/// What may follow nvcc's `-Werror` as a word of its own.
const ERROR_KINDS: &[&str] = &[
    "all-warnings",
    "cross-execution-space-call",
    "reorder",
    "default-stream-launch",
    "missing-launch-bounds",
    "ext-lambda-captures-this",
    "deprecated-declarations",
];

/// The options of nvcc 11.8 to 13, and those of clang and gcc that need a value or have a meaning of their own.
#[rustfmt::skip]
const TABLE: &[Row] = {
    use Action::*;
    use Form::*;
    &[
        // Preprocessor.
        row(&["D", "define-macro"], Joined, Define),
        row(&["U", "undefine-macro"], Joined, Pass("-U")),
        row(&["I", "include-path"], Joined, PassFolder("-I")),
        row(&["isystem", "system-include"], Joined, PassFolderApart("-isystem")),
        row(&["include", "pre-include"], Value, PassFile("-include")),
        row(&["iquote"], Joined, PassFolderApart("-iquote")),
        row(&["idirafter"], Joined, PassFolderApart("-idirafter")),
        row(&["imacros"], Value, PassFile("-imacros")),
        row(&["isysroot"], Value, PassFolderApart("-isysroot")),
        row(&["sysroot"], Value, PassFolder("--sysroot=")),
        row(&["nostdinc"], Flag, Pass("-nostdinc")),
        row(&["nostdinc++"], Flag, Pass("-nostdinc++")),
        row(&["undef"], Flag, Pass("-undef")),

        // Language.
        row(&["std"], Value, Standard),
        row(&["x"], Joined, Language),
        row(&["expt-relaxed-constexpr"], Flag, Defines("__CUDACC_RELAXED_CONSTEXPR__")),
        row(&["extended-lambda", "expt-extended-lambda"], Flag, Defines("__CUDACC_EXTENDED_LAMBDA__")),
        row(&["no-exceptions", "noeh"], Flag, Pass("-fno-exceptions")),
        row(&["no-host-device-initializer-list", "no-host-device-move-forward"], Flag, Drop),
        row(&["ftemplate-depth"], Value, Pass("-ftemplate-depth=")),
        row(&["ftemplate-backtrace-limit"], Value, Drop),
        row(&["pthread"], Flag, Pass("-pthread")),
        row(&["ansi"], Flag, Drop),
        row(&["pedantic", "pedantic-errors"], Flag, Drop),

        // What device code is built for.
        row(&["arch", "gpu-architecture"], Value, Architecture),
        row(&["cuda-gpu-arch", "offload-arch"], Value, Architecture),
        row(&["no-cuda-gpu-arch", "no-offload-arch"], Value, Drop),
        row(&["gencode", "generate-code"], Value, GenerateCode),
        row(&["code", "gpu-code"], Value, Drop),
        row(&["rdc", "relocatable-device-code"], Value, Relocatable),
        row(&["dc", "device-c"], Flag, ImpliesRelocatable),
        row(&["dw", "device-w"], Flag, ImpliesRelocatable),
        row(&["dlink", "device-link"], Flag, NoHostCode),
        row(&["default-stream"], Value, DefaultStream),
        row(&["device-debug", "G"], Flag, Defines("__CUDACC_DEBUG__")),
        row(&["extensible-whole-program", "ewp"], Flag, Defines("__CUDACC_EWP__")),
        row(&["use_fast_math", "use-fast-math"], Flag, Drop),
        row(&["ftz"], Value, Drop),
        row(&["prec-div", "prec-sqrt", "fmad"], Value, Drop),
        row(&["maxrregcount"], Value, Drop),
        row(&["entries", "e"], Value, Drop),
        row(&["extra-device-vectorization"], Flag, Drop),
        row(&["device-entity-has-hidden-visibility", "static-global-template-stub"], Value, Drop),
        row(&["keep-device-functions", "relocatable-ptx", "no-device-link", "nodlink"], Flag, Drop),
        row(&["device-stack-protector"], Value, Drop),
        row(&["jump-table-density"], Value, Drop),
        row(&["restrict"], Flag, Drop),
        row(&["compile-as-tools-patch"], Flag, Drop),
        row(&["dopt"], Value, Drop),
        row(&["dlto", "dlink-time-opt"], Flag, Drop),
        row(&["lto"], Flag, Drop),
        row(&["gen-opt-lto"], Flag, Drop),
        row(&["Ofast-compile", "Ofc"], Value, Drop),

        // Other tools.
        row(&["Xcompiler", "compiler-options"], Value, HostOptions),
        row(&["Xptxas", "ptxas-options"], Value, Drop),
        row(&["Xnvlink", "nvlink-options"], Value, Drop),
        row(&["Xlinker", "linker-options"], Value, Drop),
        row(&["Xarchive", "archive-options"], Value, Drop),
        row(&["Xcudafe", "cudafe-options"], Value, Drop),
        row(&["Xfatbin", "fatbin-options"], Value, Drop),
        row(&["Xassembler"], Value, Drop),
        row(&["Xclang"], Value, PassApart("-Xclang")),
        row(&["ccbin", "compiler-bindir"], Value, Drop),
        row(&["allow-unsupported-compiler"], Flag, Drop),
        row(&["archiver-binary", "arbin"], Value, Drop),
        row(&["forward-unknown-to-host-compiler", "forward-unknown-to-host-linker"], Flag, ForwardUnknown),
        row(&["forward-unknown-opts"], Flag, ForwardUnknown),
        row(&["forward-slash-prefix-opts"], Flag, Drop),

        // Linking.
        row(&["l", "library"], Joined, Drop),
        row(&["L", "library-path"], Joined, Drop),
        row(&["cudart", "cudadevrt"], Value, Drop),
        row(&["libdevice-directory", "ldir"], Value, Drop),
        row(&["target-directory", "target-dir"], Value, Drop),
        row(&["link", "shared", "static", "run", "rdynamic"], Flag, Drop),
        row(&["lib"], Flag, NoHostCode),
        row(&["r", "host-relocatable-link"], Flag, Drop),
        row(&["host-linker-script", "hls"], Value, Drop),
        row(&["augment-host-linker-script", "aug-hls"], Flag, Drop),
        row(&["s"], Flag, Drop),

        // What to produce, and where.
        row(&["c", "compile"], Flag, Drop),
        row(&["S"], Flag, Drop),
        row(&["E", "preprocess"], Flag, NoHostCode),
        row(&["o", "output-file"], Joined, Output),
        row(&["odir", "output-directory"], Value, Drop),
        row(&["cuda"], Flag, Drop),
        row(&["fatbin", "cubin", "ptx", "optix-ir", "ltoir", "lto-ir"], Flag, NoHostCode),
        row(&["M", "generate-dependencies"], Flag, NoHostCode),
        row(&["MM", "generate-nonsystem-dependencies"], Flag, NoHostCode),
        row(&["MD", "generate-dependencies-with-compile"], Flag, Dependencies),
        row(&["MMD", "generate-nonsystem-dependencies-with-compile"], Flag, Dependencies),
        row(&["MP", "generate-dependency-targets"], Flag, Drop),
        row(&["MF", "dependency-output"], Joined, DependencyFile),
        row(&["MT", "dependency-target-name", "generate-dependency-target-name"], Joined, Drop),
        row(&["MQ"], Joined, Drop),
        row(&["MG"], Flag, Drop),
        row(&["objdir-as-tempdir", "objtemp"], Flag, Drop),
        row(&["pipe"], Flag, Drop),

        // Optimisation and debugging of the host.
        row(&["O", "optimize"], Optional, Pass("-O")),
        row(&["Ofast"], Flag, Pass("-Ofast")),
        row(&["g", "debug"], Optional, Drop),
        row(&["lineinfo", "generate-line-info", "source-in-ptx"], Flag, Drop),
        row(&["pg", "profile"], Flag, Drop),
        row(&["noprof", "dont-use-profile"], Flag, Drop),
        row(&["m", "machine"], Value, Drop),
        row(&["split-compile", "split-compile-extended"], Value, Drop),
        row(&["t", "threads"], Joined, Drop),
        row(&["jobserver"], Flag, Drop),
        row(&["compress-mode"], Value, Drop),
        row(&["no-compress"], Flag, Drop),
        row(&["frandom-seed"], Value, Drop),
        row(&["fdevice-time-trace"], Value, Drop),
        row(&["fdevice-syntax-only"], Flag, Drop),
        row(&["minimal"], Flag, Drop),
        row(&["optimization-info", "opt-info"], Value, Drop),

        // Messages.
        row(&["Werror"], OptionalOf(ERROR_KINDS), Drop),
        row(&["w", "disable-warnings"], Flag, Drop),
        row(&["err-no", "display-error-number", "no-display-error-number"], Flag, Drop),
        row(&["diag-error", "diag-suppress", "diag-warn"], Value, Drop),
        row(&["brief-diagnostics", "brief-diag"], Value, Drop),
        row(&["resource-usage", "res-usage"], Flag, Drop),
        row(&["qpp-config"], Value, Drop),
        row(&["v", "verbose", "keep", "save-temps"], Flag, Drop),
        row(&["dryrun", "clean-targets", "clean", "fsyntax-only"], Flag, NoHostCode),
        row(&["time"], Value, Drop),
        row(&["keep-dir", "run-args"], Value, Drop),
        row(&["use-local-env"], Flag, Drop),
        row(&["input-drive-prefix", "idp", "dependency-drive-prefix", "ddp", "drive-prefix", "dp"], Value, Drop),
        row(&["h", "help", "V", "version", "list-gpu-code", "list-gpu-arch"], Flag, NoHostCode),

        // Options of clang.
        row(&["cuda-path"], Value, CudaPath),
        row(&["cuda-host-only", "cuda-compile-host-device"], Flag, Drop),
        row(&["cuda-device-only"], Flag, NoHostCode),
        row(&["no-cuda-version-check", "nocudainc", "nocudalib"], Flag, Drop),
        row(&["target"], Value, Pass("--target=")),
        row(&["stdlib"], Value, Pass("-stdlib=")),
        row(&["gcc-toolchain"], Value, PassFolder("--gcc-toolchain=")),
        row(&["gcc-install-dir"], Value, PassFolder("--gcc-install-dir=")),
        row(&["resource-dir"], Value, Drop),
        row(&["arch_only"], Value, Drop),

        // More options.
        row(&["optf", "options-file"], Value, OptionsFile),
    ]
};

/// Of the host compiler's `-f` options, those that change what a program means or declares. (gcc has many that clang does
/// not know; none of these is needed to read a program.)
const HOST_FEATURES: &[&str] = &[
    "-fopenmp",
    "-fno-openmp",
    "-fexceptions",
    "-fno-exceptions",
    "-frtti",
    "-fno-rtti",
    "-fsigned-char",
    "-funsigned-char",
    "-fno-signed-char",
    "-fno-unsigned-char",
    "-fshort-enums",
    "-fshort-wchar",
    "-fwchar-type",
    "-fms-extensions",
    "-fno-builtin",
    "-ffreestanding",
    "-fchar8_t",
    "-fno-char8_t",
    "-fcoroutines",
    "-fpic",
    "-fPIC",
    "-fpie",
    "-fPIE",
    "-ffast-math",
    "-fsized-deallocation",
    "-faligned-new",
    "-faligned-allocation",
    "-ftemplate-depth",
    "-fno-operator-names",
    "-fconstexpr-depth",
    "-fconstexpr-steps",
    "-fbracket-depth",
    "-fvisibility",
    "-fpermissive",
    "-fgnu89-inline",
    "-fgnu-keywords",
    "-fno-gnu-keywords",
    "-fdeclspec",
    "-fblocks",
    "-fmodules",
    "-fdelayed-template-parsing",
    "-frelaxed-template-template-args",
];

/// How deeply files of options may name each other.
const MAX_DEPTH: usize = 16;

/// Words of a command line, and where they were written.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Words {
    /// The options.
    pub words: Vec<String>,
    /// The folder that relative paths lead from, if not the current one.
    pub folder: Option<PathBuf>,
}

/// Translates the arguments of an nvcc command line (without the program's name).
///
/// # Errors
/// When an option is unknown or lacks its value, or a file of options cannot be read.
pub fn translate(args: &[String]) -> Result<Options, OptionsError> {
    translate_all(&[Words { words: args.to_vec(), folder: None }])
}

/// Translates arguments that come from several places; the later ones stand behind the earlier ones.
///
/// # Errors
/// As [`translate`].
pub fn translate_all(parts: &[Words]) -> Result<Options, OptionsError> {
    let mut translator = Translator::default();
    for part in parts {
        translator.folder.clone_from(&part.folder);
        translator.words.extend(part.words.iter().map(|word| (word.clone(), 0)));
        while let Some((word, depth)) = translator.words.pop_front() {
            translator.word(word, depth)?;
        }
    }
    if translator.forwards_unknown {
        translator.options.dropped.append(&mut translator.unknown);
    }
    if !translator.unknown.is_empty() {
        return Err(OptionsError::Unknown(translator.unknown));
    }
    Ok(translator.options)
}

/// The state of a translation.
#[derive(Default)]
struct Translator {
    /// What is left, with the number of option files that each word is in.
    words: VecDeque<(String, usize)>,
    options: Options,
    unknown: Vec<String>,
    /// Where relative paths lead from, if not from the current folder.
    folder: Option<PathBuf>,
    /// The compiler hands on what it does not know.
    forwards_unknown: bool,
}

/// A row that fits a word, with the value that the word contains.
struct Match {
    row: &'static Row,
    value: Option<String>,
}

impl Translator {
    /// Translates one word, and the value that follows it.
    fn word(&mut self, word: String, depth: usize) -> Result<(), OptionsError> {
        if let Some(path) = word.strip_prefix('@').filter(|path| !path.is_empty()) {
            return self.options_file(Path::new(path), depth);
        }
        if !word.starts_with('-') || word == "-" {
            self.options.inputs.push(word);
            return Ok(());
        }
        if word == "--" {
            return Ok(());
        }
        let Some(found) = find_row(&word) else {
            self.pass_through(word);
            return Ok(());
        };
        let value = match (found.row.form, found.value) {
            (_, Some(value)) => Some(value),
            (Form::Value | Form::Joined, None) => {
                let (next, _) = self
                    .words
                    .pop_front()
                    .ok_or_else(|| OptionsError::MissingValue(word.clone()))?;
                Some(next)
            }
            (Form::OptionalOf(kinds), None) => self.next_if_one_of(kinds),
            (Form::Flag | Form::Optional, None) => None,
        };
        self.act(found.row.action, &word, value.unwrap_or_default(), depth)
    }

    /// The next word, if each of its parts is one of `kinds`.
    fn next_if_one_of(&mut self, kinds: &[&str]) -> Option<String> {
        let (next, _) = self.words.front()?;
        if next.split(',').all(|part| kinds.contains(&part)) {
            return self.words.pop_front().map(|(word, _)| word);
        }
        None
    }

    /// Deals with an option that the table lacks.
    fn pass_through(&mut self, word: String) {
        if word.starts_with("-W") && word.len() > 2 {
            // Wa, Wl, Wp hand options on; what else begins with W is about warnings, which we switch off.
            self.options.dropped.push(word);
        } else if word.starts_with("-m") && word.len() > 2 {
            self.options.clang_args.push(word);
        } else if word.starts_with("-f") && word.len() > 2 {
            self.feature(word);
        } else {
            self.unknown.push(word);
        }
    }

    /// An `-f` option.
    fn feature(&mut self, word: String) {
        let name = word.split('=').next().unwrap_or(&word);
        if HOST_FEATURES.contains(&name) {
            self.options.clang_args.push(word);
        } else {
            self.options.dropped.push(word);
        }
    }

    /// Does what the table says.
    fn act(
        &mut self,
        action: Action,
        word: &str,
        value: String,
        depth: usize,
    ) -> Result<(), OptionsError> {
        let options = &mut self.options;
        match action {
            Action::Drop => options.dropped.push(with_value(word, &value)),
            Action::Output | Action::Dependencies | Action::DependencyFile | Action::NoHostCode => {
                options.dropped.push(with_value(word, &value));
                options.products.note(action, word, value);
            }
            Action::Pass(name) => options.clang_args.push(format!("{name}{value}")),
            Action::PassApart(name) => options.clang_args.extend([name.to_owned(), value]),
            Action::PassFolder(name) => {
                let path = self.path(value);
                self.options.clang_args.push(format!("{name}{path}"));
            }
            Action::PassFolderApart(name) => {
                let path = self.path(value);
                self.options.clang_args.extend([name.to_owned(), path]);
            }
            Action::PassFile(name) => {
                let path = self.file(value);
                self.options.clang_args.extend([name.to_owned(), path]);
            }
            Action::ForwardUnknown => self.forwards_unknown = true,
            Action::Defines(name) => options.clang_args.push(format!("-D{name}=1")),
            Action::Define => self.define(value),
            Action::Standard => {
                options.has_standard = true;
                options.clang_args.push(format!("-std={value}"));
            }
            Action::Language => options.language = Some(language(word, value)?),
            Action::DefaultStream => self.default_stream(word, value)?,
            Action::Architecture => {
                options.gpu_archs.extend(value.split(',').filter_map(real_arch))
            }
            Action::GenerateCode => options.gpu_archs.extend(generated_archs(&value)),
            Action::Relocatable => match value.as_str() {
                "true" => self.relocatable(),
                "false" => options.relocatable_device_code = false,
                _ => return Err(bad_value(word, value, "true, false")),
            },
            Action::ImpliesRelocatable => self.relocatable(),
            Action::HostOptions => self.host_options(&value),
            Action::OptionsFile => {
                for path in value.split(',') {
                    self.options_file(Path::new(path), depth)?;
                }
            }
            Action::CudaPath => self.options.cuda_path = Some(self.path(value).into()),
        }
        Ok(())
    }

    /// A path from where the compiler is run.
    fn path(&self, path: String) -> String {
        match &self.folder {
            // What begins with `=` leads from the system root.
            Some(folder) if !path.is_empty() && !path.starts_with('=') => {
                folder.join(path).to_string_lossy().into_owned()
            }
            _ => path,
        }
    }

    /// The path of a header: it is looked for where the compiler is run, then where other headers are.
    fn file(&self, path: String) -> String {
        let here = self.path(path.clone());
        if Path::new(&here).is_file() {
            here
        } else {
            path
        }
    }

    fn define(&mut self, definition: String) {
        let (name, value) = match definition.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (definition.as_str(), None),
        };
        if name == "CUDA_API_PER_THREAD_DEFAULT_STREAM" {
            self.options.default_stream = DefaultStream::PerThread;
        }
        self.options.defines_seen.push((name.to_owned(), value));
        self.options.clang_args.push(format!("-D{definition}"));
    }

    fn default_stream(&mut self, word: &str, value: String) -> Result<(), OptionsError> {
        match value.as_str() {
            "per-thread" => {
                self.options.default_stream = DefaultStream::PerThread;
                self.options.clang_args.push("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1".to_owned());
            }
            "legacy" | "null" => self.options.default_stream = DefaultStream::Legacy,
            _ => return Err(bad_value(word, value, "legacy, null, per-thread")),
        }
        Ok(())
    }

    fn relocatable(&mut self) {
        if !self.options.relocatable_device_code {
            self.options.relocatable_device_code = true;
            self.options
                .clang_args
                .extend(["-fgpu-rdc".to_owned(), "-D__CUDACC_RDC__=1".to_owned()]);
        }
    }

    /// The host compiler's options: `a,b` or `"a b"`. What matters to the meaning is translated, the rest dropped.
    fn host_options(&mut self, list: &str) {
        let mut words: VecDeque<String> = split_list(list).into();
        while let Some(word) = words.pop_front() {
            let takes_next = |name: &str| word == name;
            if ["-D", "-I", "-U", "-isystem", "-iquote", "-idirafter", "-include", "-imacros"]
                .into_iter()
                .any(takes_next)
            {
                let value = words.pop_front().unwrap_or_default();
                let value = match word.as_str() {
                    "-D" => {
                        self.define(value);
                        continue;
                    }
                    "-U" => value,
                    "-include" | "-imacros" => self.file(value),
                    _ => self.path(value),
                };
                self.options.clang_args.extend([word, value]);
            } else if let Some(definition) = word.strip_prefix("-D") {
                self.define(definition.to_owned());
            } else if word.starts_with("-std=") {
                self.options.has_standard = true;
                self.options.clang_args.push(word);
            } else if word.starts_with("-f") {
                self.feature(word);
            } else if let Some((name, path)) = joined_folder(&word) {
                let path = self.path(path.to_owned());
                self.options.clang_args.push(format!("{name}{path}"));
            } else if ["-U", "-m", "-pthread", "-nostdinc"]
                .iter()
                .any(|name| word.starts_with(name))
            {
                self.options.clang_args.push(word);
            } else {
                let asks = |prefix: &str| word.starts_with(prefix);
                self.options.products.host_dependencies |= asks("-M") || asks("-Wp,-M");
                self.options.dropped.push(word);
            }
        }
    }

    /// Puts the words of a file before those that are left.
    fn options_file(&mut self, path: &Path, depth: usize) -> Result<(), OptionsError> {
        if depth >= MAX_DEPTH {
            return Err(OptionsError::TooDeep(path.to_owned()));
        }
        let from_here = self.folder.as_ref().map(|folder| folder.join(path));
        let path = from_here.as_deref().unwrap_or(path);
        let unreadable = |reason| OptionsError::Unreadable { path: path.to_owned(), reason };
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(unreadable("it is not a regular file".to_owned()));
        }
        let text = fs::read_to_string(path).map_err(|error| unreadable(error.to_string()))?;
        for word in split_words(&text).into_iter().rev() {
            self.words.push_front((word, depth + 1));
        }
        Ok(())
    }
}

/// The option and the folder in words such as `-Iinclude`.
fn joined_folder(word: &str) -> Option<(&'static str, &str)> {
    let names = ["-isystem", "-iquote", "-idirafter", "-I"];
    names.into_iter().find_map(|name| Some((name, word.strip_prefix(name)?)))
}

/// Finds the row for a word: by its whole name, by the name before `=`, or by a short name that the value is joined to.
fn find_row(word: &str) -> Option<Match> {
    let single_dash = !word.starts_with("--");
    let body = word.trim_start_matches('-');
    let named = |name: &str| TABLE.iter().find(|row| row.names.contains(&name));
    if let Some(row) = named(body) {
        return Some(Match { row, value: None });
    }
    if let Some((name, value)) = body.split_once('=') {
        if let Some(row) = named(name).filter(|row| row.form != Form::Flag) {
            return Some(Match { row, value: Some(value.to_owned()) });
        }
    }
    if !single_dash {
        return None;
    }
    let joined = |row: &&Row| matches!(row.form, Form::Joined | Form::Optional);
    TABLE
        .iter()
        .filter(joined)
        .filter_map(|row| Some((row, *row.names.iter().find(|name| body.starts_with(**name))?)))
        .filter(|(_, name)| may_join(name, &body[name.len()..]))
        .max_by_key(|(_, name)| name.len())
        .map(|(row, name)| Match { row, value: Some(body[name.len()..].to_owned()) })
}

/// Whether a value may stand right behind a short name. Keeps `-tool` from being read as `-t ool`.
fn may_join(name: &str, value: &str) -> bool {
    let numeric = value.starts_with(|c: char| c.is_ascii_digit());
    match name {
        "t" => numeric,
        "O" => matches!(value, "0" | "1" | "2" | "3" | "s" | "z" | "fast" | "g"),
        "g" => {
            numeric
                || ["gdb", "dwarf", "lldb", "z", "split-dwarf", "no-"]
                    .iter()
                    .any(|kind| value.starts_with(kind))
        }
        "x" => matches!(value, "cu" | "cuda" | "c" | "c++"),
        "o" => !value.is_empty() && (value.contains(['.', '/'])),
        // Long names of includes, such as -isystem/usr/include.
        _ => true,
    }
}

/// The word with its value, for the list of what was dropped.
fn with_value(word: &str, value: &str) -> String {
    if value.is_empty() || word.ends_with(value) {
        word.to_owned()
    } else {
        format!("{word} {value}")
    }
}

fn bad_value(option: &str, value: String, expected: &'static str) -> OptionsError {
    OptionsError::BadValue { option: option.to_owned(), value, expected }
}

fn language(option: &str, value: String) -> Result<Language, OptionsError> {
    match value.as_str() {
        "cu" | "cuda" => Ok(Language::Cuda),
        "c++" => Ok(Language::Cpp),
        "c" => Ok(Language::C),
        _ => Err(bad_value(option, value, "cu, c++, c")),
    }
}

/// `sm_90` for `sm_90`, `compute_90` or `lto_90`; nothing for `native`, `all` and the like.
fn real_arch(name: &str) -> Option<String> {
    let name = name.trim_matches(|c: char| "[]'\" ".contains(c));
    let number = ["sm_", "compute_", "lto_"].iter().find_map(|prefix| name.strip_prefix(prefix))?;
    number.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("sm_{number}"))
}

/// The architectures in `arch=compute_80,code=[sm_80,sm_86]`: those of `code`, or else that of `arch`.
fn generated_archs(value: &str) -> Vec<String> {
    let (mut arch, mut code) = (Vec::new(), Vec::new());
    let mut in_code = false;
    for part in value.split(',') {
        let part = part.trim();
        let name = match part.split_once('=') {
            Some((key, name)) => {
                in_code = key == "code";
                name
            }
            None => part,
        };
        let list = if in_code { &mut code } else { &mut arch };
        list.extend(real_arch(name));
    }
    code.dedup();
    if code.is_empty() {
        arch
    } else {
        code
    }
}

/// Splits the value of `-Xcompiler`: at commas, and at blanks outside of quotes.
fn split_list(list: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in split_at(list, |c| c == ',') {
        words.extend(split_words(&part));
    }
    words
}

/// Splits text as a shell does: at blanks; quotes and backslashes protect.
pub fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Splits at separators outside of quotes, and keeps the quotes.
fn split_at(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    let mut escaped = false;
    for c in text.chars() {
        if !escaped && quote.is_none() && is_separator(c) {
            parts.push(String::new());
            continue;
        }
        match quote {
            _ if escaped => {}
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => quote = Some(c),
            _ => {}
        }
        escaped = c == '\\' && !escaped;
        if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    #[test]
    fn relative_paths_lead_from_where_the_compiler_is_run() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("force.h"), "").expect("writable");
        std::fs::write(folder.path().join("more.rsp"), "-Ideep -DX='a b'").expect("writable");
        let words = "-Iinc -I /abs -isystem sys -include force.h -include other.h -Xcompiler -Iq,-iquote,r \
                     --options-file more.rsp";
        let words = words.split_whitespace().map(str::to_owned).collect();
        let part = Words { words, folder: Some(folder.path().to_owned()) };
        let got = translate_all(&[part]).expect("known options").clang_args;
        let here = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let expected = [
            format!("-I{}", here("inc")),
            "-I/abs".to_owned(),
            "-isystem".to_owned(),
            here("sys"),
            "-include".to_owned(),
            here("force.h"),
            "-include".to_owned(),
            "other.h".to_owned(),
            format!("-I{}", here("q")),
            "-iquote".to_owned(),
            here("r"),
            format!("-I{}", here("deep")),
            "-DX=a b".to_owned(),
        ];
        assert_eq!(got, expected);
    }

    #[test]
    fn what_is_to_be_written_is_known() {
        let products = |words: &str| {
            let args: Vec<_> = words.split(' ').map(str::to_owned).collect();
            translate(&args).expect("known options").products
        };
        let found = products("-MD -MF d/a.d -MT x -c a.cu -o d/a.o");
        assert_eq!(found.output.as_deref(), Some("d/a.o"));
        assert_eq!((found.dependencies, found.dependency_file.as_deref()), (true, Some("d/a.d")));
        assert_eq!(found.no_host_code, None);
        for option in ["-E", "-M", "--ptx", "-dlink", "--version", "--dryrun"] {
            assert_eq!(products(option).no_host_code.as_deref(), Some(option));
        }
        assert!(products("-Xcompiler -MMD,-Wall").host_dependencies);
        assert!(!products("-Xcompiler -Wall -MMD").host_dependencies);
    }

    #[test]
    fn what_is_meant_for_the_host_compiler_is_no_error() {
        let args = |words: &str| words.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let options = translate(&args("-forward-unknown-to-host-compiler --no-such -DA a.cu"));
        assert_eq!(options.expect("forwarded").inputs, ["a.cu"]);
        assert!(translate(&args("--no-such -DA a.cu")).is_err());
    }

    use super::*;

    fn options(line: &str) -> Options {
        let args: Vec<String> = split_words(line);
        translate(&args).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    fn error(line: &str) -> String {
        let args: Vec<String> = split_words(line);
        translate(&args).expect_err(line).to_string()
    }

    /// The clang arguments of a line, joined by blanks.
    fn clang(line: &str) -> String {
        options(line).clang_args.join(" ")
    }

    #[test]
    fn preprocessor_options_go_to_clang() {
        assert_eq!(clang("-Iinc -I inc --include-path=inc"), "-Iinc -Iinc -Iinc");
        assert_eq!(
            clang("-isystem sys -isystem=sys --system-include sys"),
            "-isystem sys -isystem sys -isystem sys"
        );
        assert_eq!(clang("-DA -D B=1 --define-macro=C -UD"), "-DA -DB=1 -DC -UD");
        assert_eq!(clang("-include a.h --pre-include=b.h"), "-include a.h -include b.h");
        assert_eq!(
            options("-DA -DB=x=y").defines_seen,
            [("A".to_owned(), None), ("B".to_owned(), Some("x=y".to_owned()))]
        );
    }

    #[test]
    fn standards_are_noticed() {
        for line in
            ["-std=c++20", "--std=c++20", "-std c++20", "--std c++20", "-Xcompiler -std=c++20"]
        {
            assert_eq!(clang(line), "-std=c++20", "{line}");
            assert!(options(line).has_standard);
        }
        assert!(!options("-O2").has_standard);
    }

    #[test]
    fn architectures_are_recorded() {
        let archs = |line: &str| options(line).gpu_archs.join(" ");
        assert_eq!(archs("-arch=sm_90"), "sm_90");
        assert_eq!(archs("-arch sm_90a"), "sm_90a");
        assert_eq!(archs("--gpu-architecture=compute_80 --gpu-code=sm_80,sm_86"), "sm_80");
        assert_eq!(archs("-arch=native -arch all-major"), "");
        assert_eq!(
            archs("-gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=compute_90"),
            "sm_80 sm_90"
        );
        assert_eq!(archs("--generate-code=arch=compute_80,code=[compute_80,sm_80]"), "sm_80");
        assert_eq!(archs("--generate-code arch=compute_70"), "sm_70");
        assert_eq!(options("-gencode arch=compute_90,code=sm_90").gpu_arch(), Some("sm_90"));
        assert_eq!(clang("-arch=sm_90"), "", "the host pass has no use for it");
    }

    #[test]
    fn the_default_stream_is_recorded() {
        assert_eq!(options("").default_stream, DefaultStream::Legacy);
        for line in [
            "--default-stream per-thread",
            "-default-stream=per-thread",
            "-DCUDA_API_PER_THREAD_DEFAULT_STREAM",
        ] {
            assert_eq!(options(line).default_stream, DefaultStream::PerThread, "{line}");
        }
        assert_eq!(options("-default-stream legacy").default_stream, DefaultStream::Legacy);
        assert!(
            clang("--default-stream per-thread").contains("-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1")
        );
        assert!(error("--default-stream other").contains("legacy, null, per-thread"));
    }

    #[test]
    fn relocatable_device_code_is_recorded() {
        for line in [
            "-rdc=true",
            "-rdc true",
            "--relocatable-device-code=true",
            "-dc",
            "--device-c",
            "-dc -rdc=true",
        ] {
            assert!(options(line).relocatable_device_code, "{line}");
            assert_eq!(clang(line), "-fgpu-rdc -D__CUDACC_RDC__=1", "{line}");
        }
        assert!(!options("-rdc=false").relocatable_device_code);
        assert_eq!(clang("-dlink"), "");
        assert!(error("-rdc=maybe").contains("true, false"));
    }

    #[test]
    fn options_of_the_language_define_their_macros() {
        assert_eq!(clang("--expt-relaxed-constexpr"), "-D__CUDACC_RELAXED_CONSTEXPR__=1");
        assert_eq!(clang("-expt-relaxed-constexpr"), "-D__CUDACC_RELAXED_CONSTEXPR__=1");
        for line in ["--expt-extended-lambda", "-extended-lambda", "--extended-lambda"] {
            assert_eq!(clang(line), "-D__CUDACC_EXTENDED_LAMBDA__=1", "{line}");
        }
        assert_eq!(clang("-G"), "-D__CUDACC_DEBUG__=1");
    }

    #[test]
    fn host_options_are_taken_apart() {
        let line = "-Xcompiler -DA,-Iinc,-fopenmp,-O3 --compiler-options=-Wall,-fno-such,-isystem,sys -Xcompiler=-pthread";
        assert_eq!(clang(line), "-DA -Iinc -fopenmp -isystem sys -pthread");
        assert_eq!(options(line).dropped, ["-O3", "-Wall", "-fno-such"]);
        assert_eq!(clang("-Xcompiler \"-DA -DB=2\""), "-DA -DB=2");
        assert_eq!(clang("-Xcompiler '-DS=\"a,b\"'"), "-DS=a,b");
        assert_eq!(options("-Xcompiler -D,X").defines_seen, [("X".to_owned(), None)]);
    }

    #[test]
    fn what_has_no_influence_is_dropped_with_its_value() {
        let line = "-c -o a.o -MD -MF a.d -MT a.o -lineinfo -use_fast_math --use_fast_math -ccbin g++-13 -maxrregcount=32 \
                    -maxrregcount 64 -cudart static -lcudart -l m -Llib -t 4 -t4 --threads=0 -Xptxas -v,-O3 -Xlinker -rpath \
                    -Xnvlink=x -ptx -cubin -g -g3 -ggdb -w --diag-suppress=20012 -diag-suppress 177 -Werror all-warnings \
                    -Werror=cross-execution-space-call -keep --fmad=false -shared -split-compile=0 -Wall -Wno-foo -Wl,-rpath";
        let found = options(line);
        assert_eq!(found.clang_args, [] as [String; 0], "{found:?}");
        assert_eq!(found.inputs, [] as [String; 0]);
        assert!(found.dropped.contains(&"-ccbin g++-13".to_owned()));
        assert!(found.dropped.contains(&"-MF a.d".to_owned()));
    }

    #[test]
    fn a_bare_werror_takes_no_file_with_it() {
        assert_eq!(options("-Werror a.cu").inputs, ["a.cu"]);
    }

    #[test]
    fn machine_and_feature_options_pass() {
        assert_eq!(
            clang("-m64 -march=native -fopenmp -fno-rtti"),
            "-m64 -march=native -fopenmp -fno-rtti"
        );
        assert_eq!(clang("-m 64 --machine=64"), "");
        assert_eq!(clang("-O3 -O --optimize=2"), "-O3 -O -O2");
        assert_eq!(clang("-Xclang -ast-dump"), "-Xclang -ast-dump");
        assert_eq!(options("-fstack-clash-protection").dropped, ["-fstack-clash-protection"]);
    }

    #[test]
    fn unknown_options_are_all_listed() {
        let text = error("-foo=1 --bar -tool -DX --no-such=3");
        assert!(!text.contains("-DX"));
        assert_eq!(
            text,
            "unknown options '--bar', '-tool', '--no-such=3'; pass clang's own options with -Xclang, one word each"
        );
        assert!(error("--bar").starts_with("unknown option '--bar';"));
    }

    #[test]
    fn a_missing_value_is_an_error() {
        assert_eq!(error("-I"), "option '-I' needs a value");
        assert_eq!(error("a.cu --default-stream"), "option '--default-stream' needs a value");
    }

    #[test]
    fn inputs_and_language_are_recorded() {
        let found = options("-x cu a.cpp b.cu");
        assert_eq!(found.language, Some(Language::Cuda));
        assert_eq!(found.inputs, ["a.cpp", "b.cu"]);
        assert_eq!(options("--x=c++").language, Some(Language::Cpp));
        assert!(error("-x fortran").contains("cu, c++, c"));
    }

    #[test]
    fn files_of_options_are_read_in_place() {
        let path = std::env::temp_dir().join(format!("streamalloc-options-{}", std::process::id()));
        fs::write(&path, "-DA \"-DB=x y\"\n  -I inc\\ dir\n").expect("writable");
        let name = path.display().to_string();
        for line in [
            format!("-DX @{name} -DY"),
            format!("-DX -optf {name} -DY"),
            format!("-DX --options-file={name} -DY"),
        ] {
            assert_eq!(clang(&line), "-DX -DA -DB=x y -Iinc dir -DY", "{line}");
        }
        fs::write(&path, format!("@{name}")).expect("writable");
        assert!(error(&format!("@{name}")).contains("nested too deeply"));
        fs::remove_file(&path).expect("removable");
        assert!(error(&format!("@{name}")).contains("cannot read the options file"));
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = TABLE.iter().flat_map(|row| row.names.iter().copied()).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}
