//! What is known of kernels (`--emit effects`), on programs that state it.

mod common;

use common::{check_all, finish, folder, programs, streamalloc};
use std::path::Path;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(60);

/// Names of places in the order of the alphabet, those of threads' own variables left out.
fn places(text: &str) -> String {
    let own = ["", "threadIdx", "blockIdx", "blockDim", "gridDim"];
    let is_own = |place: &&str| own.contains(&place.split('.').next().unwrap_or_default());
    let mut all: Vec<&str> = text.split(", ").map(str::trim).filter(|p| !is_own(p)).collect();
    all.sort_unstable();
    all.dedup();
    all.join(" ")
}

/// The accesses of a function in the printed effects.
fn found(effects: &str, kernel: &str) -> Option<String> {
    let mut lines = effects.lines().skip_while(|line| {
        let name = line.strip_prefix(kernel);
        !name.is_some_and(|rest| rest.starts_with(['(', '<']))
    });
    lines.next()?;
    let (mut reads, mut writes) = (String::new(), String::new());
    for line in lines.take_while(|line| line.starts_with("  ")) {
        if let Some(rest) = line.strip_prefix("  reads ") {
            reads = places(rest);
        } else if let Some(rest) = line.strip_prefix("  writes ") {
            writes = places(rest);
        }
    }
    Some(format!("reads {reads} writes {writes}").replace("  ", " "))
}

fn states_its_effects(program: &Path) -> Result<(), String> {
    let source = std::fs::read_to_string(program).map_err(|e| e.to_string())?;
    let mut command = streamalloc();
    command.args(["analyze", "--embedded", "--emit", "effects"]).arg(program);
    let done = finish(&mut command, TIMEOUT);
    let effects = String::from_utf8_lossy(&done.stdout);
    for stated in source.lines().filter_map(|line| line.strip_prefix("//~ ")) {
        let (kernel, wanted) = stated.split_once(' ').ok_or("no effects")?;
        let got = found(&effects, kernel)
            .ok_or_else(|| format!("no kernel {kernel} in\n{effects}\n{}", done.stderr))?;
        if got != wanted {
            return Err(format!("{kernel}: stated `{wanted}`, found `{got}`"));
        }
    }
    Ok(())
}

#[test]
fn kernels_touch_what_they_state() {
    check_all(&programs(&folder("effects")), states_its_effects);
}
