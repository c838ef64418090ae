//! What `transform` says at the end of several files.

use crate::transform_command::{Counts, Kind};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

/// How many headers are named.
const MOST_HEADERS: usize = 3;

/// Counts of what became of the files.
#[derive(Default)]
pub struct Summary {
    rewritten: usize,
    nothing_to_do: usize,
    before: usize,
    disagreements: usize,
    included: usize,
    pub failed: usize,
    /// Of the files that were rewritten.
    counts: Counts,
    /// Operations in headers: those of a header that several files include are counted once.
    headers: BTreeMap<PathBuf, usize>,
}

impl Summary {
    /// Counts a file.
    pub fn add(&mut self, kind: &Kind, counts: &Counts, headers: &BTreeMap<PathBuf, usize>) {
        match kind {
            Kind::Emitted => {}
            Kind::Rewritten => {
                self.rewritten += 1;
                self.counts.operations += counts.operations;
                self.counts.asynchronous += counts.asynchronous;
                self.counts.streams += counts.streams;
                self.counts.events += counts.events;
                self.counts.waits += counts.waits;
                self.counts.memory.add(counts.memory);
            }
            Kind::NothingToDo => self.nothing_to_do += 1,
            Kind::RewrittenBefore => self.before += 1,
            Kind::Disagreement(_) => self.disagreements += 1,
            Kind::IncludedBy(_) => self.included += 1,
        }
        for (path, count) in headers {
            let known = self.headers.entry(path.clone()).or_insert(0);
            *known = (*known).max(*count);
        }
    }

    /// The table; `written` says whether what was rewritten is now on the disk.
    pub fn text(&self, written: bool) -> String {
        let Counts { operations, asynchronous, streams, events, waits, memory } = self.counts;
        let mut out = String::from("summary\n");
        let mut row = |count: usize, what: &str| {
            if count > 0 {
                let _ = writeln!(out, "  {count:>5}  {what}");
            }
        };
        let done = if written { "rewritten" } else { "would be rewritten" };
        row(
            self.rewritten,
            &format!(
                "{done}: {asynchronous} of their {operations} operations asynchronous, {streams} streams, \
                 {events} events, {waits} waits{}",
                memory.words()
            ),
        );
        row(self.nothing_to_do, "with nothing to do");
        row(self.before, "rewritten before, left as they are");
        row(self.included, "left as they are: other files include them");
        row(
            self.disagreements,
            "left as they are: compiled in several ways with different results",
        );
        row(self.failed, "failed, left as they are");
        let in_headers = self.headers.values().sum();
        row(
            in_headers,
            &format!("operations in headers, which are not edited ({})", self.header_names()),
        );
        out.trim_end().to_owned()
    }

    fn header_names(&self) -> String {
        let name =
            |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut names: Vec<String> = self.headers.keys().take(MOST_HEADERS).map(name).collect();
        if self.headers.len() > MOST_HEADERS {
            names.push(format!("{} more", self.headers.len() - MOST_HEADERS));
        }
        names.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Memory;

    #[test]
    fn only_what_is_rewritten_counts_and_headers_count_once() {
        let mut summary = Summary::default();
        let counts = Counts {
            operations: 4,
            asynchronous: 3,
            streams: 2,
            events: 1,
            waits: 1,
            memory: Memory::default(),
        };
        let headers = BTreeMap::from([(PathBuf::from("/p/h.cuh"), 2)]);
        summary.add(&Kind::Rewritten, &counts, &headers);
        summary.add(&Kind::NothingToDo, &counts, &headers);
        summary.failed += 1;
        assert_eq!(
            summary.text(true),
            "summary\n      1  rewritten: 3 of their 4 operations asynchronous, 2 streams, 1 events, 1 waits\n      \
             1  with nothing to do\n      1  failed, left as they are\n      \
             2  operations in headers, which are not edited (h.cuh)"
        );
    }
}
