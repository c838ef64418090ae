//! Checks the tables while the crate is built, so that a wrong row never reaches a user.

#[allow(dead_code)]
#[path = "src/path.rs"]
mod path;
#[allow(dead_code)]
#[path = "src/row.rs"]
mod row;

fn main() {
    println!("cargo:rerun-if-changed=data");
    println!("cargo:rerun-if-changed=src");
    let mut seen = std::collections::BTreeSet::new();
    for file in ["cuda.toml", "device.toml", "host.toml"] {
        let name = format!("data/{file}");
        let text = std::fs::read_to_string(&name).unwrap_or_else(|e| panic!("{name}: {e}"));
        let rows = row::parse_rows(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut keys: Vec<String> = rows.exact.into_keys().collect();
        keys.extend(rows.prefix.into_keys().map(|key| key + "*"));
        keys.sort();
        // The crate finds rows by lines.
        let mut lines: Vec<String> = row::lines(&text).map(|(key, _)| key).collect();
        lines.sort();
        assert_eq!(keys, lines, "{name}: every row is one line, `key = {{ … }}`");
        for key in keys {
            assert!(!seen.contains(&key), "{name}: `{key}` is in another file too");
            seen.insert(key);
        }
    }
}
