//! A program with what the analysis says of it.

use crate::code::Code;
use crate::split::Split;
use effects::{Aliases, Effects};
use ir::Module;
use lower::frontend::{Frontend, FrontendError};
use std::path::{Path, PathBuf};

/// A file and its facts.
pub struct Program {
    pub path: PathBuf,
    pub source: Vec<u8>,
    pub module: Module,
    /// What the run is compared with.
    pub effects: Effects,
    pub aliases: Aliases,
    pub code: Code,
    pub split: Split,
}

impl Program {
    /// Analyses a file.
    ///
    /// # Errors
    /// When it cannot be read or does not parse.
    pub fn analyze(frontend: &Frontend, path: &Path) -> Result<Program, FrontendError> {
        let parsed = frontend.parse(path, None)?;
        let mut module = lower::lower_unit(&parsed.unit, &parsed.contents);
        if parsed.contents.windows(13).any(|w| w == b"__CUDA_ARCH__") {
            let device = frontend.parse_device(path, Some(&parsed.contents))?;
            lower::unite_device_code(&mut module, &device.unit, &device.contents);
        }
        let mut effects = effects::analyze(&module);
        let aliases = Aliases::of(&module, &mut effects);
        let code = Code::of(&module);
        let split = Split::new(&parsed.contents, &code.breaks());
        Ok(Program {
            path: path.to_owned(),
            source: parsed.contents,
            module,
            effects,
            aliases,
            code,
            split,
        })
    }
}
