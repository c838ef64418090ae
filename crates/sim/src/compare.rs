//! Original against rewritten, over many behaviours of the device.

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::run::{run, Output};

/// A seed under which a program did not do what the reference did.
#[derive(Clone, Debug)]
pub struct Difference {
    pub seed: u64,
    pub output: Output,
}

/// The result of [`compare`].
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The original with every operation as early as possible: as on an idle device.
    pub reference: Output,
    /// Seeds under which the original disagrees with itself. When there are any, it relies on something that CUDA does not promise,
    /// and `rewritten` says nothing about the rewrite.
    pub original: Vec<Difference>,
    /// Seeds under which the rewritten program disagrees with the reference.
    pub rewritten: Vec<Difference>,
}

impl Comparison {
    /// Whether both programs did the same under all seeds.
    pub fn equal(&self) -> bool {
        self.original.is_empty() && self.rewritten.is_empty()
    }
}

/// Runs two executables under each of the seeds and compares standard output and exit status with the original's under seed 0.
/// `timeout` holds for each run.
///
/// # Errors
/// When a program cannot be started.
pub fn compare<S: AsRef<str>>(
    original: &Path,
    rewritten: &Path,
    args: &[S],
    seeds: &[u64],
    timeout: Duration,
) -> io::Result<Comparison> {
    let reference = run(original, args, 0, timeout)?;
    let mut comparison = Comparison { reference, original: Vec::new(), rewritten: Vec::new() };
    for &seed in seeds {
        let output = run(original, args, seed, timeout)?;
        if !output.agrees_with(&comparison.reference) {
            comparison.original.push(Difference { seed, output });
        }
        let output = run(rewritten, args, seed, timeout)?;
        if !output.agrees_with(&comparison.reference) {
            comparison.rewritten.push(Difference { seed, output });
        }
    }
    Ok(comparison)
}
