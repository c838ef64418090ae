//! Checks the table while the crate is built, so that a wrong row never reaches a user.

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
        let exact = rows.exact.into_keys().map(|key| (key, false));
        for key in exact.chain(rows.prefix.into_keys().map(|key| (key, true))) {
            assert!(!seen.contains(&key), "{name}: `{}` is in another file too", key.0);
            seen.insert(key);
        }
    }
}
