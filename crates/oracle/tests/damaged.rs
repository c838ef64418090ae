//! Facts that are damaged must be found out: each access that is taken away from a correct program's facts is missed.

use effects::{Effects, Object, StmtFacts};
use oracle::{compare, Built, Comparison, Lab, Program, Run};
use std::path::{Path, PathBuf};

struct Observed {
    lab: Lab,
    path: PathBuf,
    built: Built,
    run: Run,
}

impl Observed {
    fn new() -> Observed {
        let lab = Lab::new().expect("a lab");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pipeline.cu");
        let program = Program::analyze(&lab.frontend, &path).expect("the program");
        let built = lab.build(&program).expect("an executable");
        let run = lab.run(&built, &[], 0).expect("a run");
        assert_eq!(run.output.status, Some(0));
        Observed { lab, path, built, run }
    }

    /// Compares with facts that were changed before.
    fn with(&self, damage: impl Fn(&ir::Module, &mut Effects)) -> Comparison {
        let mut program = Program::analyze(&self.lab.frontend, &self.path).expect("the program");
        damage(&program.module, &mut program.effects);
        compare(&mut program, &self.built, &self.run)
    }

    /// The findings after `change` was made to the facts of every statement of a function.
    fn findings(
        &self,
        function: &str,
        change: impl Fn(&mut StmtFacts, &effects::Locations),
    ) -> Vec<String> {
        let result = self.with(|module, effects| {
            for (id, facts) in &mut effects.functions {
                if module.function(*id).name == function {
                    facts.stmts.iter_mut().flatten().for_each(|s| change(s, &effects.locations));
                }
            }
        });
        result.findings.iter().map(ToString::to_string).collect()
    }
}

fn is_device(locations: &effects::Locations, access: &effects::Access) -> bool {
    matches!(locations.kind(access.loc), Object::Heap { memory, .. } if memory.to_string() == "device")
}

#[test]
fn missing_facts_are_noticed() {
    let observed = Observed::new();
    let whole = observed.with(|_, _| {});
    assert!(whole.findings.is_empty(), "{:?}", whole.findings);
    assert!(whole.checked >= 10, "{}", whole.checked);

    // What the kernel writes, where it is launched.
    let found = observed.findings("main", |stmt, locations| {
        for op in &mut stmt.ops {
            op.accesses.retain(|a| !(a.write && is_device(locations, a)));
        }
    });
    assert!(
        found.iter().any(|f| f.contains("the operation writes") && f.contains("device#")),
        "{found:?}"
    );

    // What the kernel's own statements write.
    let found = observed.findings("twice", |stmt, _| stmt.accesses.retain(|a| !a.write));
    assert!(
        found.iter().any(|f| f.contains("device code writes") && f.contains("`twice`")),
        "{found:?}"
    );

    // What a function that the host calls reads: in itself, and where it is called.
    let found = observed.findings("sum", |stmt, _| stmt.accesses.clear());
    assert!(
        found.iter().any(|f| f.contains("the host reads") && f.contains("in `sum`")),
        "{found:?}"
    );
    let found = observed.findings("main", |stmt, _| stmt.accesses.retain(|a| a.write));
    assert!(
        found.iter().any(|f| f.contains("the host reads") && f.contains("sum(host)")),
        "{found:?}"
    );

    // What is freed.
    let found = observed.findings("main", |stmt, _| stmt.frees.clear());
    assert!(found.iter().any(|f| f.contains("the host frees")), "{found:?}");
}
