//! Findings of `check` as a log of SARIF 2.1.0.
//!
//! *Takes* findings with the texts that they lie in, *gives* one log with one run; *promises* what the standard asks for:
//! references as of RFC 3986, columns in characters, ranges that end where the text does.

use crate::check_report::{Checked, Reported};
use crate::excerpt::Location;
use check::{Code, Confidence};
use serde_json::{json, Value};
use std::fmt::Write;
use std::path::Path;

/// What stands for a finding.
pub fn result(file: &Checked, finding: &Reported) -> Value {
    let place = |location: &Location| place(file, location);
    let mut result = json!({
        "ruleId": finding.code,
        "ruleIndex": Code::ALL.iter().position(|code| code.id() == finding.code),
        "level": match finding.confidence {
            Confidence::Definite => "error",
            Confidence::Possible => "warning",
            _ => "note",
        },
        "message": { "text": format!("{}: {}. {}", finding.message, finding.why, finding.help) },
        "locations": [place(&finding.second)],
    });
    if finding.has_two_places() {
        result["relatedLocations"] = json!([place(&finding.first)]);
    }
    result
}

/// One log with one run.
pub fn log(results: Vec<Value>) -> String {
    let rule = |code: &Code| {
        let summary = json!({ "text": code.summary() });
        json!({ "id": code.id(), "shortDescription": summary })
    };
    let rules: Vec<Value> = Code::ALL.iter().map(rule).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "StreamAlloc",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&log).unwrap_or_default() + "\n"
}

fn place(file: &Checked, location: &Location) -> Value {
    let text = file.texts.get(&location.file).map_or("", String::as_str);
    let (line, column) = position(text, location.bytes.start);
    let (end_line, end_column) = position(text, location.bytes.end);
    json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&location.file) },
            "region": {
                "startLine": line,
                "startColumn": column,
                "endLine": end_line,
                "endColumn": end_column,
                "byteOffset": location.bytes.start,
                "byteLength": location.bytes.len(),
            },
        },
        "message": { "text": location.what },
    })
}

/// Line and column of an offset, both from 1, the column in characters.
fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    (line, column)
}

/// A path as a reference of RFC 3986: other bytes than those of names are written `%XX`.
fn uri(path: &Path) -> String {
    let mut uri = String::new();
    if path.is_absolute() {
        uri.push_str("file://");
    }
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(*byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        assert_eq!(position("a\nä = b;", 7), (2, 5));
        assert_eq!(position("", 0), (1, 1));
    }
}
