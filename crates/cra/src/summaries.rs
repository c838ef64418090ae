//! What functions leave behind for their callers, and which of a function's inputs this is.
//!
//! *Takes* the findings for functions, callees first, *gives* them back in later rounds for as long
//! as what they were made from is the same, *promises* that nothing else enters the analysis of a
//! function: modes and obligations of the sites that it issues, and summaries.

use crate::decide::{CalleeSummary, Constraints, Mode};
use crate::scan::Findings;
use effects::{Effects, FunctionFacts, SiteId, Tri};
use ir::FnId;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The summaries of the functions that were analysed in this round.
#[derive(Default)]
pub(crate) struct Summaries {
    by_function: HashMap<FnId, CalleeSummary>,
    /// Functions that leave an operation of a site in flight which the original had completed.
    completing: HashMap<SiteId, BTreeSet<FnId>>,
}

impl Summaries {
    pub fn get(&self, function: FnId) -> Option<&CalleeSummary> {
        self.by_function.get(&function)
    }

    pub fn insert(&mut self, function: FnId, summary: CalleeSummary) {
        for site in completed(&summary) {
            self.completing.entry(site).or_default().insert(function);
        }
        let Some(before) = self.by_function.insert(function, summary) else { return };
        for site in completed(&before) {
            if completed(&self.by_function[&function]).all(|still| still != site) {
                self.completing.entry(site).or_default().remove(&function);
            }
        }
    }

    /// Whether some function returns with an operation of the site in flight that the original had
    /// completed.
    pub fn completes(&self, site: SiteId) -> bool {
        self.completing.get(&site).is_some_and(|functions| !functions.is_empty())
    }

    pub fn into_map(self) -> HashMap<FnId, CalleeSummary> {
        self.by_function
    }
}

fn completed(summary: &CalleeSummary) -> impl Iterator<Item = SiteId> + '_ {
    let ends = summary.returned.iter().chain(&summary.thrown);
    ends.flat_map(|end| &end.exit).filter(|(_, f)| f.done == Tri::Yes).map(|(site, _)| *site)
}

/// What the analysis of a function is made from, beside what never changes.
#[derive(PartialEq, Eq)]
pub(crate) struct Inputs {
    /// For each site: its mode, whether it must be complete at the function's end, and whether a
    /// callee completes it.
    sites: Vec<(Mode, bool, bool)>,
    callees: Vec<Option<CalleeSummary>>,
}

/// The sites that a function issues, and the functions that it calls.
struct Interface {
    sites: BTreeSet<SiteId>,
    callees: BTreeSet<FnId>,
}

impl Interface {
    fn of(facts: &FunctionFacts) -> Interface {
        let stmts = || facts.stmts.iter().flatten();
        Interface {
            sites: stmts().flat_map(|s| &s.ops).map(|op| op.site).collect(),
            callees: stmts().flat_map(|s| &s.callees).copied().collect(),
        }
    }
}

/// Findings of earlier rounds.
pub(crate) struct Known {
    interfaces: BTreeMap<FnId, Interface>,
    /// With what they were made from; nothing for those that must be made anew in each round.
    findings: HashMap<FnId, (Option<Inputs>, Findings)>,
}

impl Known {
    pub fn new(effects: &Effects) -> Known {
        let all = effects.functions.iter();
        Known {
            interfaces: all.map(|(id, facts)| (*id, Interface::of(facts))).collect(),
            findings: HashMap::new(),
        }
    }

    /// What the analysis of a function would be made from now.
    pub fn inputs(
        &self,
        function: FnId,
        constraints: &Constraints,
        summaries: &Summaries,
    ) -> Option<Inputs> {
        let interface = self.interfaces.get(&function)?;
        let input = |site: &SiteId| {
            let mode = constraints.modes[site.0 as usize];
            (mode, constraints.complete_at_exit.contains_key(site), summaries.completes(*site))
        };
        Some(Inputs {
            sites: interface.sites.iter().map(input).collect(),
            callees: interface.callees.iter().map(|c| summaries.get(*c).cloned()).collect(),
        })
    }

    /// The findings that were made from the same.
    pub fn find(&self, function: FnId, inputs: Option<&Inputs>) -> Option<&Findings> {
        let (from, findings) = self.findings.get(&function)?;
        (inputs.is_some() && from.as_ref() == inputs).then_some(findings)
    }

    pub fn keep(&mut self, function: FnId, inputs: Option<Inputs>, findings: Findings) {
        self.findings.insert(function, (inputs, findings));
    }

    pub fn into_findings(self) -> impl Iterator<Item = (FnId, Findings)> {
        self.findings.into_iter().map(|(id, (_, findings))| (id, findings))
    }
}
