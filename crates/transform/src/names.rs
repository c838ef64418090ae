//! Names for what an output gets.
//!
//! Takes the names that the translation unit has already (macros, declarations, the words of the file),
//! gives names that are free and the helper's text under them: no macro of the file, or of a header,
//! changes what an inserted line means.

use ir::UnitNames;
use std::collections::BTreeSet;

/// Words of the helper that are part of the language.
const KEYWORDS: [&str; 30] = [
    "bool",
    "class",
    "const",
    "delete",
    "enum",
    "explicit",
    "false",
    "for",
    "if",
    "inline",
    "int",
    "namespace",
    "operator",
    "return",
    "sizeof",
    "static",
    "struct",
    "template",
    "this",
    "true",
    "typename",
    "unsigned",
    "void",
    "while",
    "else",
    "auto",
    "char",
    "double",
    "break",
    "typedef",
];

/// The names that are taken.
pub(crate) struct Names<'a> {
    unit: &'a UnitNames,
    /// The words of the file, in code or elsewhere.
    words: BTreeSet<&'a [u8]>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl<'a> Names<'a> {
    pub fn of(unit: &'a UnitNames, text: &'a [u8]) -> Self {
        let words = text.split(|b| !is_word(*b)).filter(|w| !w.is_empty()).collect();
        Names { unit, words }
    }

    /// A name for the namespace of the helper: `sa`, unless something else has it.
    pub fn namespace(&self) -> String {
        let taken = |name: &String| {
            // The other names are long enough to be no local's, and stand in comments to this tool.
            name == "sa" && self.words.contains(name.as_bytes())
                || self.unit.macros.contains_key(name)
                || self.unit.declared.contains(name)
        };
        let numbered = (2..).map(|n| format!("streamalloc_{n}"));
        let names = ["sa", "streamalloc"].into_iter().map(str::to_owned).chain(numbered);
        names.into_iter().find(|name| !taken(name)).unwrap_or_default()
    }

    /// What a name that the helper declares is in the output.
    pub fn own(&self, name: &str) -> String {
        self.free(name, |name| self.unit.macros.contains_key(name))
    }

    /// A name for a variable in a function of the file.
    pub fn local(&self, name: &str) -> String {
        let taken = |name: &str| {
            self.words.contains(name.as_bytes()) || self.unit.macros.contains_key(name)
        };
        self.free(name, taken)
    }

    fn free(&self, name: &str, taken: impl Fn(&str) -> bool) -> String {
        let mut name = name.to_owned();
        while taken(&name) {
            name.push('_');
        }
        name
    }

    /// The helper's text, with names that no macro changes. Functions of the CUDA runtime that the program
    /// has made macros of, and keywords, get their own meaning back for as long as the helper lasts.
    pub fn within(&self, helper: &str) -> String {
        let mut hidden = BTreeSet::new();
        let lines = helper.lines().map(|line| match line.starts_with('#') {
            true => line.to_owned(),
            false => self.line(line, &mut hidden),
        });
        let lines: Vec<String> = lines.collect();
        let mut out = String::new();
        let (comment, rest) = lines.split_at(1.min(lines.len()));
        comment.iter().for_each(|line| out.extend([line.as_str(), "\n"]));
        for name in &hidden {
            out.push_str(&format!("#pragma push_macro(\"{name}\")\n#undef {name}\n"));
        }
        rest.iter().for_each(|line| out.extend([line.as_str(), "\n"]));
        for name in &hidden {
            out.push_str(&format!("#pragma pop_macro(\"{name}\")\n"));
        }
        out
    }

    fn line(&self, line: &str, hidden: &mut BTreeSet<String>) -> String {
        let (code, comment) = line.split_at(line.find("//").unwrap_or(line.len()));
        let mut out = String::new();
        let mut rest = code;
        while !rest.is_empty() {
            let of_word = rest.bytes().next().is_some_and(is_word);
            let end = rest.bytes().position(|b| is_word(b) != of_word).unwrap_or(rest.len());
            let (piece, tail) = rest.split_at(end);
            match of_word {
                true => out.push_str(&self.word(piece, hidden)),
                false => out.push_str(piece),
            }
            rest = tail;
        }
        out + comment
    }

    fn word(&self, word: &str, hidden: &mut BTreeSet<String>) -> String {
        let Some(with_arguments) = self.unit.macros.get(word) else { return word.to_owned() };
        let keyword = KEYWORDS.contains(&word);
        // A macro without arguments is what the program calls the function; so do we.
        if keyword || word.starts_with("cuda") || word.starts_with("__") {
            if keyword || *with_arguments {
                hidden.insert(word.to_owned());
            }
            return word.to_owned();
        }
        self.own(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(macros: &[(&str, bool)], declared: &[&str]) -> UnitNames {
        UnitNames {
            macros: macros.iter().map(|(name, f)| ((*name).to_owned(), *f)).collect(),
            declared: declared.iter().map(|name| (*name).to_owned()).collect(),
        }
    }

    #[test]
    fn the_namespace_yields_to_the_program() {
        let none = unit(&[], &[]);
        assert_eq!(Names::of(&none, b"int sample, mesa, sand;").namespace(), "sa");
        assert_eq!(Names::of(&none, b"int sa = 0;").namespace(), "streamalloc");
        let header = unit(&[("streamalloc", false)], &["sa"]);
        assert_eq!(Names::of(&header, b"").namespace(), "streamalloc_2");
    }

    #[test]
    fn macros_do_not_change_the_helper() {
        let unit = unit(
            &[("wait", true), ("wait_", false), ("static", false), ("cudaEventRecord", true)],
            &[],
        );
        let names = Names::of(&unit, b"int guard_0;");
        assert_eq!(names.own("wait"), "wait__");
        assert_eq!(names.local("guard_0"), "guard_0_");
        let text =
            names.within("// wait\nstatic void wait(int e) { cudaEventRecord(e); }  // wait\n");
        assert_eq!(
            text,
            "// wait\n#pragma push_macro(\"cudaEventRecord\")\n#undef cudaEventRecord\n\
             #pragma push_macro(\"static\")\n#undef static\n\
             static void wait__(int e) { cudaEventRecord(e); }  // wait\n\
             #pragma pop_macro(\"cudaEventRecord\")\n#pragma pop_macro(\"static\")\n"
        );
    }
}
