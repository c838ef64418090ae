//! [`Frontend`]: libclang, CUDA declarations and options together; parses files.

use super::chevrons;
use super::headers::Headers;
use super::libclang::{Libclang, LibclangError};
use super::options::{self, Language, Options, OptionsError, Words};
use super::precompiled::Precompiled;
use super::toolkit::{CudaVersion, Declarations, ToolkitError};
use clang_ast::{Diagnostic, FileId, ParseFailure, ParseOptions, Severity, TranslationUnit};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What a [`Frontend`] is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontendConfig {
    /// The libclang to use (file or directory); found if absent.
    pub libclang: Option<PathBuf>,
    /// The toolkit to use; found if absent.
    pub cuda_path: Option<PathBuf>,
    /// Options of nvcc or clang, as after `--` on the command line.
    pub user_args: Vec<String>,
    /// Use the embedded declarations even where there is a toolkit.
    pub embedded_only: bool,
    /// Prepare for parsing the same file again with other contents: costs time now, saves it then.
    pub reparse: bool,
}

/// Everything that is needed to parse files. Shared by threads.
#[derive(Debug)]
pub struct Frontend {
    libclang: Libclang,
    declarations: Declarations,
    options: Options,
    headers: Headers,
    precompiled: Precompiled,
    embedded_only: bool,
    reparse: bool,
}

/// The two compilations of a CUDA file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// For the CPU: `__CUDA_ARCH__` is undefined.
    Host,
    /// For a GPU: `__CUDA_ARCH__` is defined.
    Device,
}

/// A file that was parsed without an error.
#[derive(Debug)]
pub struct Parsed {
    /// The syntax tree. Its main file may have a line more than `contents`, an `#include` behind the end (see
    /// [`probes`](super::probes)).
    pub unit: TranslationUnit,
    /// The file itself.
    pub main_file: FileId,
    /// Its bytes, as they were parsed.
    ///
    /// Chevrons of launches that have blanks in them are joined in the tree.
    pub contents: Vec<u8>,
    /// What it was parsed as.
    pub language: Language,
    /// Which of the two compilations it is.
    pub pass: Pass,
    /// What clang was given.
    pub clang_args: Vec<String>,
}

/// Why a file could not be parsed, or no [`Frontend`] be made.
#[derive(Debug, thiserror::Error)]
pub enum FrontendError {
    /// No libclang.
    #[error(transparent)]
    Libclang(#[from] LibclangError),
    /// Not the toolkit that was asked for.
    #[error(transparent)]
    Toolkit(#[from] ToolkitError),
    /// Options that are not understood.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The embedded headers have nowhere to go.
    #[error(
        "cannot write the embedded CUDA headers: {0} (set XDG_CACHE_HOME to a writable directory)"
    )]
    Headers(io::Error),
    /// The program was built without the embedded headers, and there is no toolkit.
    #[error("no CUDA toolkit found, and this build has no embedded declarations; name a toolkit with --cuda-path")]
    NoDeclarations,
    /// The file is none that can be parsed.
    #[error("{}: {problem}", path.display())]
    Input {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: InputProblem,
    },
    /// The source has errors.
    #[error("{}", render(.0))]
    Diagnostics(Vec<Diagnostic>),
    /// libclang gave nothing at all.
    #[error(transparent)]
    Parse(#[from] ParseFailure),
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum InputProblem {
    /// There is none.
    #[error("no such file")]
    Missing,
    /// It is a directory.
    #[error("is a directory, not a source file")]
    Directory,
    /// It is a pipe or a device: reading it may never end.
    #[error("is a pipe or a device, not a source file")]
    NotAFile,
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(io::Error),
    /// It contains NUL bytes.
    #[error("this is not a text file (byte {0} is NUL)")]
    Binary(usize),
    /// It is larger than [`MAX_SIZE`].
    #[error("is too large: {} MB, at most {} MB are read", .0 >> 20, MAX_SIZE >> 20)]
    TooLarge(u64),
    /// Its name does not say what it is.
    #[error("is not known to be CUDA, C++ or C by its name; known are {KNOWN_EXTENSIONS}, or say so with -x cu")]
    UnknownLanguage,
}

/// The largest file that is read, in bytes.
pub const MAX_SIZE: u64 = 64 << 20;

const KNOWN_EXTENSIONS: &str = ".cu .cuh .cpp .cc .cxx .c++ .c .h .hpp .hh .hxx .inl";

/// The newest version of CUDA that all supported clangs know by number. It only decides how launches are built, and
/// clang takes an unknown number for an old version.
const NEWEST_SDK: CudaVersion = CudaVersion { major: 12, minor: 3 };

/// The architecture whose device code is read when none, or one that clang does not know, is asked for.
const DEFAULT_ARCH: &str = "sm_90";

impl Frontend {
    /// Finds libclang and CUDA declarations, and translates the options.
    pub fn new(config: FrontendConfig) -> Result<Frontend, FrontendError> {
        let options = options::translate(&config.user_args)?;
        let libclang = Libclang::find(config.libclang.as_deref())?;
        let declarations = if config.embedded_only {
            Declarations::Embedded
        } else {
            Declarations::find(config.cuda_path.as_deref().or(options.cuda_path.as_deref()))?
        };
        if declarations == Declarations::Embedded && !Headers::has_embedded() {
            return Err(FrontendError::NoDeclarations);
        }
        let headers = Headers::install().map_err(FrontendError::Headers)?;
        Ok(Frontend {
            libclang,
            declarations,
            options,
            headers,
            precompiled: Precompiled::default(),
            embedded_only: config.embedded_only,
            reparse: config.reparse,
        })
    }

    /// The same libclang for another compilation: another toolkit, if one is named, and other options.
    ///
    /// # Errors
    /// When the options are not understood, or the toolkit is none.
    pub fn for_compilation(
        &self,
        options: &[Words],
        cuda_path: Option<&Path>,
    ) -> Result<Frontend, FrontendError> {
        let options = options::translate_all(options)?;
        let declarations = match cuda_path.or(options.cuda_path.as_deref()) {
            Some(path) if !self.embedded_only => Declarations::find(Some(path))?,
            _ => self.declarations.clone(),
        };
        Ok(Frontend {
            libclang: self.libclang.clone(),
            declarations,
            options,
            headers: self.headers.clone(),
            precompiled: Precompiled::default(),
            embedded_only: self.embedded_only,
            reparse: self.reparse,
        })
    }

    /// The libclang in use.
    pub fn libclang(&self) -> &Libclang {
        &self.libclang
    }

    /// The CUDA declarations in use.
    pub fn declarations(&self) -> &Declarations {
        &self.declarations
    }

    /// What the options came to.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Parses a file as the host compiler sees it; `contents` in place of what the disk has.
    pub fn parse(&self, file: &Path, contents: Option<&[u8]>) -> Result<Parsed, FrontendError> {
        self.parse_pass(file, contents, Pass::Host)
    }

    /// Parses a CUDA file as the device compiler sees it.
    pub fn parse_device(
        &self,
        file: &Path,
        contents: Option<&[u8]>,
    ) -> Result<Parsed, FrontendError> {
        self.parse_pass(file, contents, Pass::Device)
    }

    fn parse_pass(
        &self,
        file: &Path,
        contents: Option<&[u8]>,
        pass: Pass,
    ) -> Result<Parsed, FrontendError> {
        let problem = |problem| FrontendError::Input { path: file.to_owned(), problem };
        let language = self.language(file).ok_or_else(|| problem(InputProblem::UnknownLanguage))?;
        let contents = match contents {
            Some(contents) => contents.to_vec(),
            None => read_source(file).map_err(problem)?,
        };
        check_contents(&contents).map_err(problem)?;
        let clang_args = self.clang_args(language, pass);
        let name = unambiguous(file);
        let joined = chevrons::joined(&contents);
        let text = joined.as_deref().unwrap_or(&contents);
        let unit = match self.parse_with_precompiled(&name, text, &clang_args) {
            Some(unit) => unit,
            None => {
                let unit = self.parse_without_errors(&name, text, &clang_args)?;
                self.precompiled.discard(&clang_args);
                unit
            }
        };
        let main_file = unit.main_file().ok_or(ParseFailure::Failed(name))?;
        Ok(Parsed { unit, main_file, contents, language, pass, clang_args })
    }

    /// Parses a text with its first headers precompiled; `None` if that cannot be done, or not without an error.
    fn parse_with_precompiled(
        &self,
        name: &Path,
        contents: &[u8],
        clang_args: &[String],
    ) -> Option<TranslationUnit> {
        if self.reparse {
            return None; // has a precompiled header of its own
        }
        let library = &self.libclang.library;
        let args = self.precompiled.arguments(library, &self.headers, clang_args)?;
        self.parse_without_errors(name, contents, &args).ok()
    }

    /// Parses a text, with probes if need be.
    fn parse_without_errors(
        &self,
        name: &Path,
        contents: &[u8],
        clang_args: &[String],
    ) -> Result<TranslationUnit, FrontendError> {
        let unit = self.parse_text(name, contents, clang_args, None)?;
        let errors = errors(&unit);
        if !errors.is_empty() {
            return Err(FrontendError::Diagnostics(errors));
        }
        Ok(self.with_probes(unit, name, contents, clang_args))
    }

    /// Parses a text; `probes` is a header to include at its end.
    fn parse_text(
        &self,
        name: &Path,
        contents: &[u8],
        clang_args: &[String],
        probes: Option<String>,
    ) -> Result<TranslationUnit, ParseFailure> {
        // Always from memory: the bytes that were checked are the bytes that are parsed, and edited.
        let mut unsaved = vec![(name.to_owned(), contents.to_vec())];
        if let Some(probes) = probes {
            let header = self.headers.probes();
            unsaved[0].1.extend(format!("\n\n#include \"{}\"\n", header.display()).into_bytes());
            unsaved.push((header, probes.into_bytes()));
        }
        let options = ParseOptions {
            preprocessing_record: true,
            preamble: self.reparse,
            ..ParseOptions::default()
        };
        TranslationUnit::parse(&self.libclang.library, name, clang_args, &unsaved, options)
    }

    /// The same unit, or one in which [`instance_members`](super::probes::instance_members) are found, if the
    /// file has objects with such destructors and the additional text causes no error in the file.
    fn with_probes(
        &self,
        unit: TranslationUnit,
        name: &Path,
        contents: &[u8],
        clang_args: &[String],
    ) -> TranslationUnit {
        let Some(header) = super::probes::header_for(&unit) else { return unit };
        let probed = self.parse_text(name, contents, clang_args, Some(header));
        let is_probe = |error: &Diagnostic| error.file.as_deref() == Some(&*self.headers.probes());
        match probed {
            Ok(probed) if errors(&probed).iter().all(is_probe) => probed,
            _ => unit,
        }
    }

    /// The language of a file: what `-x` says, or else what its name says. Headers are taken for CUDA's.
    fn language(&self, file: &Path) -> Option<Language> {
        self.options.language.or_else(|| language_of(file))
    }

    /// clang's arguments.
    fn clang_args(&self, language: Language, pass: Pass) -> Vec<String> {
        let mut args = Args(Vec::new());
        args.pair("-resource-dir", &self.libclang.resource_dir);
        match language {
            Language::Cuda => self.cuda_args(&mut args, pass),
            Language::Cpp => args.words(&["-x", "c++"]),
            Language::C => args.words(&["-x", "c"]),
        }
        if language != Language::C && !self.options.has_standard {
            args.words(&["-std=c++17"]);
        }
        let cpp_standard = |arg: &&String| arg.starts_with("-std=") && arg.contains("++");
        let fits = |arg: &&String| language != Language::C || !cpp_standard(arg);
        args.0.extend(self.options.clang_args.iter().filter(fits).cloned());
        // What `assert` reads counts in every build.
        args.words(&["-UNDEBUG"]);
        match &self.declarations {
            Declarations::Toolkit(toolkit) => {
                toolkit.added_includes().for_each(|directory| args.pair("-isystem", directory));
            }
            Declarations::Embedded => args.pair("-isystem", &self.headers.embedded()),
        }
        args.pair("-idirafter", &self.headers.standins());
        args.words(&["-Wno-everything"]);
        args.0
    }

    /// Arguments for CUDA files. clang's own search for a toolkit (`--cuda-path`) knows neither Python's packages nor
    /// versions newer than itself, so that we do what it would do.
    fn cuda_args(&self, args: &mut Args, pass: Pass) {
        args.words(&["-x", "cuda", "-nocudainc", "-nocudalib"]);
        match pass {
            Pass::Host => args.words(&["--cuda-host-only"]),
            Pass::Device => {
                args.words(&[
                    "--cuda-device-only",
                    &format!("--cuda-gpu-arch={}", self.device_arch()),
                ]);
            }
        }
        let version = self.declarations.version();
        args.words(&["-Xclang", &format!("-target-sdk-version={}", version.min(NEWEST_SDK))]);
        args.words(&["-Xclang", "-fcuda-allow-variadic-functions"]);
        args.words(&["-D__NVCC__=1", "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1"]);
        args.words(&[
            &format!("-D__CUDACC_VER_MAJOR__={}", version.major),
            &format!("-D__CUDACC_VER_MINOR__={}", version.minor),
            "-D__CUDACC_VER_BUILD__=0",
        ]);
        match self.declarations {
            Declarations::Toolkit(_) => args.words(&["-include", "__clang_cuda_runtime_wrapper.h"]),
            Declarations::Embedded => args.words(&["-include", "cuda_runtime.h"]),
        }
        args.pair("-include", &self.headers.prelude());
    }

    /// The architecture to read device code for: the one asked for, if clang knows it.
    fn device_arch(&self) -> &str {
        let known_to_clang = |arch: &&str| {
            let digits =
                arch.trim_start_matches("sm_").trim_end_matches(|c: char| c.is_ascii_alphabetic());
            let newest = if self.libclang.library.version().major >= 20 { 120 } else { 90 };
            digits.parse::<u32>().is_ok_and(|number| (50..=newest).contains(&number))
        };
        self.options.gpu_arch().filter(known_to_clang).unwrap_or(DEFAULT_ARCH)
    }
}

/// A growing list of arguments.
struct Args(Vec<String>);

impl Args {
    fn words(&mut self, words: &[&str]) {
        self.0.extend(words.iter().map(|word| (*word).to_owned()));
    }

    fn pair(&mut self, option: &str, path: &Path) {
        self.0.extend([option.to_owned(), path.to_string_lossy().into_owned()]);
    }
}

/// The language that a file's name says.
fn language_of(file: &Path) -> Option<Language> {
    let extension = file.extension()?.to_str()?;
    match extension {
        "cu" | "cuh" | "h" | "hpp" | "hh" | "hxx" | "inl" | "inc" => Some(Language::Cuda),
        "cpp" | "cc" | "cxx" | "c++" | "C" => Some(Language::Cpp),
        "c" => Some(Language::C),
        _ => None,
    }
}

/// The file's name in a form that cannot be taken for an option.
fn unambiguous(file: &Path) -> PathBuf {
    if file.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(file)
    } else {
        file.to_owned()
    }
}

/// Reads a file, unless it is none or too large.
/// Reads a source file.
///
/// # Errors
/// When it is no file, too large, or cannot be read.
pub fn read_source(file: &Path) -> Result<Vec<u8>, InputProblem> {
    let metadata = fs::metadata(file).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => InputProblem::Missing,
        _ => InputProblem::Unreadable(error),
    })?;
    if metadata.is_dir() {
        return Err(InputProblem::Directory);
    }
    if !metadata.is_file() {
        return Err(InputProblem::NotAFile);
    }
    if metadata.len() > MAX_SIZE {
        return Err(InputProblem::TooLarge(metadata.len()));
    }
    // What the system makes up as it is read has no size beforehand.
    let mut contents = Vec::new();
    fs::File::open(file)
        .and_then(|opened| opened.take(MAX_SIZE + 1).read_to_end(&mut contents))
        .map_err(InputProblem::Unreadable)?;
    Ok(contents)
}

/// Refuses what is no source text.
fn check_contents(contents: &[u8]) -> Result<(), InputProblem> {
    let size = contents.len() as u64;
    if size > MAX_SIZE {
        return Err(InputProblem::TooLarge(size));
    }
    match contents.iter().position(|byte| *byte == 0) {
        Some(offset) => Err(InputProblem::Binary(offset)),
        None => Ok(()),
    }
}

/// The errors among a unit's diagnostics.
fn errors(unit: &TranslationUnit) -> Vec<Diagnostic> {
    let mut diagnostics = unit.diagnostics();
    diagnostics.retain(|diagnostic| diagnostic.severity >= Severity::Error);
    diagnostics
}

/// Writes diagnostics as a compiler does, with a hint where we have one.
fn render(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(render_one).collect::<Vec<_>>().join("\n")
}

fn render_one(diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Fatal => "fatal error",
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note | Severity::Ignored => "note",
    };
    let mut text = match &diagnostic.file {
        Some(file) => {
            format!(
                "{}:{}:{}: {severity}: {}",
                file.display(),
                diagnostic.line,
                diagnostic.column,
                diagnostic.message
            )
        }
        None => format!("{severity}: {}", diagnostic.message),
    };
    if let Some(hint) = hint(&diagnostic.message) {
        text.push_str(&format!("\n  hint: {hint}"));
    }
    for note in &diagnostic.notes {
        text.push('\n');
        text.push_str(&render_one(note));
    }
    text
}

/// What to do about a message.
fn hint(message: &str) -> Option<&'static str> {
    if message.ends_with("file not found") {
        Some("name the directory that has it with -I DIR (or -isystem DIR) after --, or use -p BUILD_DIR")
    } else if message.starts_with("unknown argument") || message.starts_with("unsupported option") {
        Some("clang does not know this option; leave it out")
    } else if message.contains("-fbracket-depth") {
        Some("raise the limit with -fbracket-depth=N after --")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frontend(args: &[&str]) -> Frontend {
        let user_args = args.iter().map(|arg| (*arg).to_owned()).collect();
        Frontend::new(FrontendConfig { user_args, ..FrontendConfig::default() })
            .unwrap_or_else(|error| panic!("{error}"))
    }

    fn parse(text: &str, args: &[&str]) -> Result<Parsed, FrontendError> {
        frontend(args).parse(Path::new("/virtual/test.cu"), Some(text.as_bytes()))
    }

    fn message(text: &str, args: &[&str]) -> String {
        parse(text, args).expect_err("an error").to_string()
    }

    const PROGRAM: &str = "#include <cuda_runtime.h>
        __global__ void k(int *p) { p[threadIdx.x] = blockIdx.x; }
        int main() { int *d; cudaMalloc(&d, 4); k<<<1, 1>>>(d); return cudaFree(d) != cudaSuccess; }";

    #[test]
    fn a_program_parses_with_either_declarations() {
        for embedded_only in [false, true] {
            let config = FrontendConfig { embedded_only, ..FrontendConfig::default() };
            let frontend = Frontend::new(config).unwrap_or_else(|error| panic!("{error}"));
            let parsed = frontend.parse(Path::new("/virtual/test.cu"), Some(PROGRAM.as_bytes()));
            let parsed = parsed.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(parsed.language, Language::Cuda);
            let root = parsed.unit.cursor().expect("a root");
            assert!(root.find(|node| node.launch_configuration().is_some()).is_some());
        }
    }

    #[test]
    fn both_passes_can_be_parsed() {
        let text = "#ifdef __CUDA_ARCH__\nint only_device;\n#else\nint only_host;\n#endif\n";
        for embedded_only in [false, true] {
            let config = FrontendConfig { embedded_only, ..FrontendConfig::default() };
            let frontend = Frontend::new(config).unwrap_or_else(|error| panic!("{error}"));
            let file = Path::new("/virtual/test.cu");
            let has = |parsed: &Parsed, name: &str| {
                parsed
                    .unit
                    .cursor()
                    .is_some_and(|root| root.find_child(|node| node.spelling() == name).is_some())
            };
            let host = frontend
                .parse(file, Some(text.as_bytes()))
                .unwrap_or_else(|error| panic!("{error}"));
            assert!(has(&host, "only_host") && !has(&host, "only_device"));
            let device = frontend
                .parse_device(file, Some(text.as_bytes()))
                .unwrap_or_else(|error| panic!("{error}"));
            assert!(has(&device, "only_device") && !has(&device, "only_host"));
        }
    }

    #[test]
    fn macros_of_nvcc_are_defined() {
        let text = "#if !defined(__NVCC__) || __CUDACC_VER_MAJOR__ < 11 || !defined(__CUDACC__)\n#error\n#endif\n";
        assert!(parse(text, &[]).is_ok());
        let text = "#if __cplusplus != 202002L\n#error\n#endif\n";
        assert!(parse(text, &["-std=c++20"]).is_ok());
        assert!(parse("#if __cplusplus != 201703L\n#error\n#endif\n", &[]).is_ok());
    }

    #[test]
    fn host_files_see_no_cuda_keywords() {
        let text = "#include <cuda_runtime.h>\n#ifdef __CUDACC__\n#error\n#endif\nint f() { return cudaDeviceSynchronize(); }\n";
        for embedded_only in [false, true] {
            for name in ["/virtual/a.cpp", "/virtual/a.c"] {
                let config = FrontendConfig {
                    embedded_only,
                    user_args: vec!["-std=c++17".into()],
                    ..Default::default()
                };
                let frontend = Frontend::new(config).unwrap_or_else(|error| panic!("{error}"));
                let parsed = frontend.parse(Path::new(name), Some(text.as_bytes()));
                assert!(parsed.is_ok(), "{name} {embedded_only}: {}", parsed.expect_err("checked"));
            }
        }
        let cuda =
            frontend(&["-x", "cu"]).parse(Path::new("/virtual/a.cpp"), Some(PROGRAM.as_bytes()));
        assert_eq!(cuda.unwrap_or_else(|error| panic!("{error}")).language, Language::Cuda);
    }

    #[test]
    fn errors_name_their_place() {
        assert_eq!(
            message("int x = y;\n", &[]),
            "/virtual/test.cu:1:9: error: use of undeclared identifier 'y'"
        );
    }

    #[test]
    fn a_missing_header_gets_a_hint() {
        let text = message("#include \"no_such.h\"\n", &[]);
        assert!(
            text.starts_with(
                "/virtual/test.cu:1:10: fatal error: 'no_such.h' file not found\n  hint: "
            ),
            "{text}"
        );
        assert!(text.contains("-I DIR"));
    }

    #[test]
    fn deep_nesting_is_an_ordinary_message() {
        let text = format!("int x = {}1{};", "(".repeat(10_000), ")".repeat(10_000));
        assert!(
            message(&text, &[]).contains("bracket nesting level exceeded"),
            "{}",
            message(&text, &[])
        );
        let text = format!("void f() {{ {} {} }}", "{".repeat(10_000), "}".repeat(10_000));
        assert!(message(&text, &[]).contains("bracket nesting level exceeded"));
    }

    #[test]
    fn options_that_clang_does_not_know_are_named() {
        let text = message("int x;\n", &["-mno-such-thing"]);
        assert!(text.contains("-mno-such-thing"), "{text}");
    }

    #[test]
    fn files_that_are_no_sources_are_refused() {
        let frontend = frontend(&[]);
        let refused = |path: &Path| frontend.parse(path, None).expect_err("refused").to_string();
        assert_eq!(refused(Path::new("/nonexistent/a.cu")), "/nonexistent/a.cu: no such file");
        let directory = std::env::temp_dir().join(format!("streamalloc-{}.cu", std::process::id()));
        fs::create_dir_all(&directory).expect("writable");
        assert!(refused(&directory).ends_with("is a directory, not a source file"));
        fs::remove_dir(&directory).expect("removable");
        assert!(refused(Path::new("/etc/passwd")).contains("-x cu"));
        let binary = frontend.parse(Path::new("a.cu"), Some(b"int\0 x;")).expect_err("refused");
        assert_eq!(binary.to_string(), "a.cu: this is not a text file (byte 3 is NUL)");
        let large = frontend.parse(Path::new("a.cu"), Some(&vec![b' '; (MAX_SIZE + 1) as usize]));
        assert!(large.expect_err("refused").to_string().contains("too large: 64 MB"));
    }

    #[test]
    fn odd_but_valid_files_parse() {
        for (text, what) in [
            (&b""[..], "empty"),
            (b"\xef\xbb\xbfint x;\r\n", "byte order mark, CRLF"),
            (b"// caf\xe9\nint x;", "Latin-1, no newline at the end"),
        ] {
            let parsed = frontend(&[]).parse(Path::new("/virtual/-odd name.cu"), Some(text));
            assert!(parsed.is_ok(), "{what}: {}", parsed.expect_err("checked"));
        }
        let parsed = frontend(&[]).parse(Path::new("-dash.cu"), Some(b"int x;"));
        assert!(parsed.is_ok(), "{}", parsed.expect_err("checked"));
    }

    #[test]
    fn what_only_nvcc_accepts_parses() {
        let text = "#include <cstddef>
            __managed__ int m;
            __host__ __device__ int both(int a, int b) { return min(a, b) + max(a, 2); }
            __global__ void k(int *p, size_t n, float *f) {
                m = both(p[0], 3);
                for (size_t i = 0; i < min(n, (size_t)p[1]); ++i) { p[i] = max(p[i], 2u); }
                __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
                __stcs(f, __ldcs(f + 1));
            }
            int main() { k<<<1, 1>>>(&m, min((size_t)3, size_t(4)), nullptr); return m; }";
        for embedded_only in [false, true] {
            let frontend = Frontend::new(FrontendConfig { embedded_only, ..Default::default() });
            let frontend = frontend.unwrap_or_else(|error| panic!("{error}"));
            let file = Path::new("/virtual/test.cu");
            for parsed in [
                frontend.parse(file, Some(text.as_bytes())),
                frontend.parse_device(file, Some(text.as_bytes())),
            ] {
                assert!(
                    parsed.is_ok(),
                    "embedded {embedded_only}: {}",
                    parsed.expect_err("checked")
                );
            }
        }
    }

    #[test]
    fn destructors_of_template_instances_are_found() {
        let text = "namespace n { template <class T> struct Buffer {
                T *p;
                explicit Buffer(int k) { cudaMalloc(&p, k); }
                ~Buffer() { cudaFree(p); }
                Buffer(const Buffer &) = delete;
            }; }
            template <class T> struct Unused { ~Unused() { cudaFree(0); } };
            template <class T> struct Holder { n::Buffer<T> b{1}; };
            struct Local { n::Buffer<char> c{1}; };
            template <class T> void run() { n::Buffer<T> t(1); }
            template <class F> struct Guard { F f; ~Guard() { f(); } };
            int main() {
                n::Buffer<float> *b = new n::Buffer<float>(4);
                delete b;
                Holder<int> h;
                Local l;
                run<double>();
                auto close = [] {};
                Guard<decltype(close)> guard{close};
            }";
        let parsed = parse(text, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(parsed.contents, text.as_bytes());
        let found: Vec<_> = super::super::probes::instance_members(&parsed.unit)
            .into_iter()
            .filter(|member| member.kind() == clang_ast::CursorKind::Destructor)
            .filter(|destructor| destructor.spelling().contains("Buffer"))
            .collect();
        let class = |d: &clang_ast::Cursor| d.semantic_parent().map(|c| c.display_name());
        let mut classes: Vec<String> = found.iter().filter_map(class).collect();
        classes.sort();
        assert_eq!(classes, ["Buffer<char>", "Buffer<double>", "Buffer<float>", "Buffer<int>"]);
        for destructor in found {
            let free = destructor.find(|node| node.spelling() == "cudaFree");
            assert!(free.and_then(clang_ast::Cursor::referenced).is_some(), "{destructor:?}");
        }
        let root = parsed.unit.cursor().expect("a root");
        let own = root.children().into_iter().filter(|child| child.is_from_main_file());
        assert!(own.into_iter().all(|child| child.spelling() != "__streamalloc_probes"));
    }

    #[test]
    fn a_reparse_uses_new_contents() {
        let config = FrontendConfig { reparse: true, ..FrontendConfig::default() };
        let frontend = Frontend::new(config).unwrap_or_else(|error| panic!("{error}"));
        let file = Path::new("/virtual/test.cu");
        let mut parsed = frontend
            .parse(file, Some(PROGRAM.as_bytes()))
            .unwrap_or_else(|error| panic!("{error}"));
        let changed = PROGRAM.replace("return ", "return 1 + ");
        parsed
            .unit
            .reparse(&[(file.to_owned(), changed.into_bytes())])
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(!parsed.unit.has_errors(), "{:?}", parsed.unit.diagnostics());
    }

    #[test]
    fn frontends_are_shared_by_threads() {
        fn is_shared<T: Send + Sync>(_: &T) {}
        let frontend = frontend(&[]);
        is_shared(&frontend);
        std::thread::scope(|scope| {
            let parse =
                || frontend.parse(Path::new("/virtual/test.cu"), Some(PROGRAM.as_bytes())).is_ok();
            let threads = [scope.spawn(parse), scope.spawn(parse)];
            for thread in threads {
                assert!(thread.join().is_ok_and(|parsed| parsed));
            }
        });
    }
}
