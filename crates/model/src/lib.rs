//! What each CUDA runtime and library call does, **as data**.
//!
//! *Takes* the tables in `data/` (`cuda.toml`, `device.toml`, `host.toml`), *gives* a [`Row`] for a
//! function's qualified name, *promises* that the tables are well-formed: they are checked when the
//! crate is built. A function that has no row is unknown to the tool; what that means is the business of
//! the `effects` crate.

mod path;
mod row;

pub use path::{Assign, Base, MemoryKind, Path, Reach, Source};
pub use row::{Direction, HostWaits, OpKind, Reuse, Row, Threading};

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The text of the tables. No name is in two of them.
const TABLES: [&str; 3] = [
    include_str!("../data/cuda.toml"),
    include_str!("../data/device.toml"),
    include_str!("../data/host.toml"),
];

/// The tables. A row is parsed when somebody asks for it.
pub struct Model {
    exact: BTreeMap<String, Entry>,
    prefix: BTreeMap<String, Entry>,
}

struct Entry {
    line: &'static str,
    row: OnceLock<Option<Box<Row>>>,
}

impl Entry {
    fn row(&self) -> Option<&Row> {
        // The build script has parsed the same line, so that there always is a row.
        let parse = || {
            let rows = row::parse_rows(self.line).ok()?;
            rows.exact.into_values().chain(rows.prefix.into_values()).next().map(Box::new)
        };
        self.row.get_or_init(parse).as_deref()
    }
}

impl Model {
    /// The built-in model.
    pub fn builtin() -> &'static Model {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| {
            let mut model = Model { exact: BTreeMap::new(), prefix: BTreeMap::new() };
            for (key, line) in TABLES.into_iter().flat_map(row::lines) {
                let entry = Entry { line, row: OnceLock::new() };
                match row::prefix(&key) {
                    Some(prefix) => model.prefix.insert(prefix.to_owned(), entry),
                    None => model.exact.insert(key, entry),
                };
            }
            model
        })
    }

    /// The row of a function, by its qualified name without template arguments.
    pub fn row(&self, name: &str) -> Option<&Row> {
        self.exact.get(name).or_else(|| self.by_prefix(name))?.row()
    }

    fn by_prefix(&self, name: &str) -> Option<&Entry> {
        // The longest prefix of `name` sorts after all shorter ones.
        let candidates = self.prefix.range(..=name.to_owned()).rev();
        candidates
            .take_while(|(p, _)| p.as_bytes().first() == name.as_bytes().first())
            .find_map(|(prefix, entry)| name.starts_with(prefix.as_str()).then_some(entry))
    }

    /// Names of all rows, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.exact.keys().map(String::as_str)
    }

    /// All rows by their keys, then those for prefixes by their keys without the `*`.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Row)> {
        let all = self.exact.iter().chain(&self.prefix);
        all.filter_map(|(name, entry)| Some((name.as_str(), entry.row()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_know_their_twins() {
        let row = Model::builtin().row("cudaMemcpy").unwrap();
        assert_eq!(row.twin.as_deref(), Some("cudaMemcpyAsync"));
        assert_eq!(row.waits, HostWaits::ByDirection);
    }

    #[test]
    fn every_twin_has_a_row_with_a_stream() {
        let model = Model::builtin();
        for name in model.names() {
            if let Some(twin) = model.row(name).and_then(|row| row.twin.as_deref()) {
                let row = model.row(twin).unwrap_or_else(|| panic!("{name}: no row for {twin}"));
                assert!(row.stream.is_some(), "{twin} has no stream argument");
            }
        }
    }

    #[test]
    fn the_longest_prefix_wins() {
        assert!(Model::builtin().row("cublasSgemm_v2").is_some());
        assert!(Model::builtin().row("no_such_function").is_none());
    }
}
