//! What text that this build leaves out can name and do, read without a compiler.
//!
//! Takes the tokens of such text and the macros that the file defines; gives the variables that it names, each
//! with how: only the memory behind it, its value, or the variable itself. Promises that addresses flow
//! between named variables and arguments of named calls only; where that cannot be told (closures, classes,
//! macros that are defined elsewhere), there is no answer.
//!
//! A macro that no build seen here defines, and that is not spelled in capitals, is taken for a function or a
//! variable of that name.

use std::collections::{BTreeMap, BTreeSet};

/// How a variable is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mention {
    /// It may be changed, or its address taken.
    pub itself: bool,
    /// Its value may be stored.
    pub value: bool,
    /// Its address is taken.
    pub address: bool,
    /// Calls that its value is passed to.
    pub passed: BTreeSet<String>,
}

/// What a text names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    /// By name, with the members that follow: `a`, `a.b`.
    pub words: BTreeMap<String, Mention>,
    /// Functions it calls, by the names in the text.
    pub calls: BTreeSet<String>,
    /// It may run in circles.
    pub loops: bool,
}

/// A macro of the file.
#[derive(Clone, Debug, Default)]
struct Macro {
    function_like: bool,
    parameters: Vec<String>,
    body: Vec<Token>,
}

/// The macros that a unit defines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Macros {
    /// Of the main file, in any build.
    own: BTreeMap<String, Vec<Macro>>,
    /// Of other files of the program, and of the command line.
    pub elsewhere: BTreeSet<String>,
    /// Names that mean something in this build.
    pub known: BTreeSet<String>,
}

impl Macros {
    /// Reads the definitions in the main file, left out or not.
    pub fn of(text: &[u8]) -> Macros {
        let mut macros = Macros::default();
        for line in logical_lines(text) {
            let Some(rest) = directive(&line).and_then(|d| d.strip_prefix("define")) else {
                continue;
            };
            let trimmed = rest.trim_start();
            let end = trimmed.find(|c: char| !is_word(c)).unwrap_or(trimmed.len());
            let (name, tail) = trimmed.split_at(end);
            let mut found = Macro { function_like: tail.starts_with('('), ..Macro::default() };
            let mut body = tail;
            if found.function_like {
                let close = tail.find(')').unwrap_or(tail.len() - 1);
                let list = tail[1..close.max(1)].split(',');
                found.parameters = list.map(|p| p.trim().to_owned()).collect();
                body = &tail[close + 1..];
            }
            found.body = tokens(body);
            macros.own.entry(name.to_owned()).or_default().push(found);
        }
        macros
    }
}

/// Reads text that is left out; `None` if it may name anything.
pub(crate) fn named(text: &[u8], macros: &Macros) -> Option<Named> {
    let mut all = Vec::new();
    if text.windows(2).any(|w| w == b"R\"") {
        return None;
    }
    for line in logical_lines(text) {
        match directive(&line) {
            None => all.push(line),
            Some(d) if d.starts_with("include") || d.starts_with("import") => return None,
            // Other directives say nothing; macros are looked up where they are used.
            Some(_) => {}
        }
    }
    let mut reader = Reader { macros, named: Named::default(), open: Vec::new() };
    reader.read(&tokens(&all.join("\n")))?;
    Some(reader.named)
}

/// Names in front of parentheses behind which a body begins: those of functions that a text defines, and words like
/// `if`.
pub(crate) fn function_names(text: &[u8]) -> BTreeSet<String> {
    let lines = logical_lines(text);
    let code = lines.iter().filter(|line| directive(line).is_none());
    let all: Vec<Token> = code.flat_map(|line| tokens(line)).collect();
    let heads = (0..all.len()).filter(|at| all[*at].kind == Kind::Word && is_head(&all[at + 1..]));
    heads.map(|at| all[at].text.clone()).collect()
}

/// Whether tokens are parameters and then, but for words such as `const` or a type, a body or initialisers.
fn is_head(all: &[Token]) -> bool {
    if all.first().is_none_or(|token| token.text != "(") {
        return false;
    }
    let mut depth = 0;
    let end = all.iter().position(|token| {
        match token.text.as_str() {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        depth == 0
    });
    let Some(end) = end else { return false };
    let passed = |token: &&Token| {
        token.kind == Kind::Word
            || matches!(token.text.as_str(), "->" | "::" | "&" | "&&" | "*" | "<" | ">")
    };
    let mut behind = all[end + 1..].iter().skip_while(passed);
    behind.next().is_some_and(|token| matches!(token.text.as_str(), "{" | ":"))
}

/// The text behind the `#`.
fn directive(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('#').map(str::trim_start)
}

/// Lines without comments, joined where they end in a backslash. Bytes that are no ASCII count as parts of
/// words.
fn logical_lines(text: &[u8]) -> Vec<String> {
    let text: String = text.iter().map(|b| char::from(*b)).collect();
    let joined = text.replace("\\\r\n", " ").replace("\\\n", " ");
    without_comments(&joined).lines().map(str::to_owned).collect()
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (kept, length) = match first {
            '/' if rest.starts_with("//") => ("", rest.find('\n').unwrap_or(rest.len())),
            '/' if rest.starts_with("/*") => (" ", rest.find("*/").map_or(rest.len(), |at| at + 2)),
            '"' => {
                let length = literal(rest, first);
                (&rest[..length], length)
            }
            _ => (&rest[..first.len_utf8()], first.len_utf8()),
        };
        out.push_str(kept);
        rest = &rest[length..];
    }
    out
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Literal,
    Mark,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    kind: Kind,
    text: String,
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii()
}

/// Marks of more than one character, the longest first.
const MARKS: [&str; 27] = [
    "<<<", ">>>", "<<=", ">>=", "...", "->*", "->", "++", "--", "==", "!=", "<=", ">=", "&&", "||",
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "::", "##",
];

fn tokens(text: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_whitespace() {
            rest = rest.trim_start();
            continue;
        }
        let (kind, length) = match first {
            '"' | '\'' => (Kind::Literal, literal(rest, first)),
            '0'..='9' => {
                let in_number = |c: char| is_word(c) || c == '.' || c == '\'';
                (Kind::Literal, rest.find(|c| !in_number(c)).unwrap_or(rest.len()))
            }
            _ if is_word(first) => (Kind::Word, rest.find(|c| !is_word(c)).unwrap_or(rest.len())),
            _ => {
                let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
                (Kind::Mark, mark.map_or(first.len_utf8(), |mark| mark.len()))
            }
        };
        let (text, tail) = rest.split_at(length);
        found.push(Token { kind, text: text.to_owned() });
        rest = tail;
    }
    found
}

/// The length of a quoted literal.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Words after which anything may follow.
const BEYOND: [&str; 16] = [
    "asm",
    "__asm__",
    "__asm",
    "template",
    "operator",
    "using",
    "typedef",
    "namespace",
    "co_await",
    "co_return",
    "co_yield",
    "goto",
    "catch",
    "new",
    "delete",
    "concept",
];

/// Other words of the language.
const WORDS: [&str; 54] = [
    "alignof",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "const",
    "const_cast",
    "constexpr",
    "continue",
    "decltype",
    "default",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "extern",
    "false",
    "float",
    "for",
    "if",
    "inline",
    "int",
    "long",
    "noexcept",
    "nullptr",
    "register",
    "reinterpret_cast",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "class",
    "switch",
    "throw",
    "true",
    "try",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "wchar_t",
    "restrict",
    "__restrict__",
    "__restrict",
    "__shared__",
];

const CONTROL: [&str; 9] =
    ["if", "for", "while", "switch", "return", "sizeof", "alignof", "decltype", "static_assert"];

/// Behind `.a->b`, which begin at `at`.
fn end_of_members(all: &[Token], at: usize) -> usize {
    let mut end = at;
    while all.get(end).is_some_and(|t| matches!(t.text.as_str(), "." | "->"))
        && all.get(end + 1).is_some_and(|t| t.kind == Kind::Word)
    {
        end += 2;
    }
    end
}

/// How deep macros are followed.
const MOST_MACROS: usize = 16;

struct Reader<'m> {
    macros: &'m Macros,
    named: Named,
    /// For each open bracket, the call whose arguments it encloses, if it is one.
    open: Vec<Option<String>>,
}

impl Reader<'_> {
    fn read(&mut self, all: &[Token]) -> Option<()> {
        self.read_within(all, &[], 0)
    }

    /// Reads tokens in which the words of `skip` stand for something that was read where it was written.
    fn read_within(&mut self, all: &[Token], skip: &[String], depth: usize) -> Option<()> {
        let outer = self.open.len();
        for at in 0..all.len() {
            let token = &all[at];
            let before = |n: usize| at.checked_sub(n).and_then(|i| all.get(i));
            let is = |token: Option<&Token>, text: &str| token.is_some_and(|t| t.text == text);
            match (token.kind, token.text.as_str()) {
                (Kind::Word, word) if skip.iter().any(|p| p == word) => {}
                (Kind::Word, word) => self.word(word, all, at, depth)?,
                (Kind::Mark, "(") => {
                    let call = self.callee(all, at);
                    self.named.calls.extend(call.clone());
                    self.open.push(call);
                }
                (Kind::Mark, "[") => {
                    let of_value = before(1).is_some_and(|t| {
                        t.kind == Kind::Word && !WORDS.contains(&t.text.as_str())
                            || matches!(t.text.as_str(), "]" | ")")
                    });
                    if !of_value || is(before(1), "operator") {
                        return None;
                    }
                    self.open.push(None);
                }
                (Kind::Mark, "{") => self.open.push(None),
                (Kind::Mark, ")" | "]" | "}") if self.open.len() > outer => {
                    self.open.pop();
                }
                (Kind::Mark, "##") => return None,
                _ => {}
            }
        }
        self.open.truncate(outer);
        Some(())
    }

    /// The call whose arguments an opening parenthesis begins.
    fn callee(&self, all: &[Token], at: usize) -> Option<String> {
        let before = all.get(at.checked_sub(1)?)?;
        match before.kind {
            Kind::Word if CONTROL.contains(&before.text.as_str()) => None,
            // `int(x)` and the like, and `else (…)`.
            Kind::Word if WORDS.contains(&before.text.as_str()) => None,
            Kind::Word => {
                let mut name = before.text.clone();
                let mut from = at - 1;
                while from >= 2 && all[from - 1].text == "::" && all[from - 2].kind == Kind::Word {
                    name = format!("{}::{name}", all[from - 2].text);
                    from -= 2;
                }
                let of_object = from >= 1 && matches!(all[from - 1].text.as_str(), "." | "->");
                Some(if of_object { format!(".{name}") } else { name })
            }
            // A template's instance, a launch, or what an expression leads to.
            Kind::Mark if matches!(before.text.as_str(), ">" | ">>" | ">>>" | ")" | "]") => {
                // `if (…) (…)` and casts look the same.
                Some(String::new())
            }
            _ => None,
        }
    }

    fn word(&mut self, word: &str, all: &[Token], at: usize, depth: usize) -> Option<()> {
        let next = all.get(at + 1).map_or("", |t| t.text.as_str());
        let previous = at.checked_sub(1).map_or("", |i| all[i].text.as_str());
        if BEYOND.contains(&word) || word.starts_with("#") {
            return None;
        }
        if matches!(word, "struct" | "class" | "union" | "enum") {
            let defines =
                all.iter().skip(at + 1).take(2).any(|t| matches!(t.text.as_str(), "{" | ":"));
            return (!defines).then_some(());
        }
        self.named.loops |= matches!(word, "for" | "while" | "do");
        if WORDS.contains(&word) {
            return Some(());
        }
        if matches!(previous, "." | "->" | "::") || next == "::" {
            return Some(());
        }
        self.follow_macro(word, next == "(", depth)?;
        if next == "(" {
            // A call, or a declaration; a variable that is called is named, too.
            self.mention(word).value = true;
            return Some(());
        }
        if next == "<<<" {
            self.named.calls.insert(String::new());
        }
        let end = end_of_members(all, at + 1);
        let next = all.get(end).map_or("", |t| t.text.as_str());
        if next == "(" {
            // A method.
            self.mention(word).itself = true;
            return Some(());
        }
        let assigns = matches!(
            next,
            "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>="
        );
        let steps = matches!(next, "++" | "--") || matches!(previous, "++" | "--");
        let call = self.open.iter().rev().find_map(Clone::clone);
        let members = all[at..end].iter().filter(|t| t.kind == Kind::Word);
        let path: Vec<&str> = members.map(|t| t.text.as_str()).collect();
        let mention = self.mention(&path.join("."));
        match previous {
            "&" => {
                mention.itself = true;
                mention.address = true;
            }
            // `*p = x`, or the declaration of a pointer.
            "*" => mention.itself |= assigns,
            _ if assigns || steps => mention.itself = true,
            _ if next == "[" => {}
            _ => match call {
                Some(call) => {
                    mention.passed.insert(call);
                }
                None => mention.value = true,
            },
        }
        Some(())
    }

    fn mention(&mut self, word: &str) -> &mut Mention {
        self.named.words.entry(word.to_owned()).or_default()
    }

    /// Reads what a word stands for, if it is the name of a macro.
    fn follow_macro(&mut self, word: &str, called: bool, depth: usize) -> Option<()> {
        if let Some(definitions) = self.macros.own.get(word) {
            if depth >= MOST_MACROS {
                return None;
            }
            for definition in definitions.clone() {
                if definition.function_like && called {
                    // What is handed over may be changed there.
                    self.named.calls.insert(word.to_owned());
                }
                self.read_within(&definition.body, &definition.parameters, depth + 1)?;
            }
            return Some(());
        }
        let capitals = word.len() > 1 && !word.chars().any(|c| c.is_ascii_lowercase());
        let unknown = capitals && !self.macros.known.contains(word);
        (!unknown && !self.macros.elsewhere.contains(word)).then_some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Named> {
        let mut macros =
            Macros::of(b"#define SWAP(a, b) t = a; a = b; b = t\n#define LIMIT -999\n");
        macros.known.insert("FILE".to_owned());
        named(text.as_bytes(), &macros)
    }

    #[test]
    fn memory_behind_pointers() {
        let found =
            read("for (int i = 0; i < n; i++) printf(\"%d\\n\", h[i] + LIMIT); *q *= 2;").unwrap();
        assert_eq!(found.words["h"], Mention::default());
        assert!(found.loops);
        assert_eq!(found.calls.iter().collect::<Vec<_>>(), ["printf"]);
    }

    #[test]
    fn values_and_variables() {
        let found = read("q = h; std::swap(a, b); float *r = g + 1; verify(&c, d);").unwrap();
        assert!(found.words["q"].itself && found.words["h"].value && found.words["r"].itself);
        assert!(found.words["g"].value && found.words["c"].address);
        assert!(found.words["a"].passed.contains("std::swap"));
        assert!(found.words["d"].passed.contains("verify"));
    }

    #[test]
    fn members() {
        let found = read("use(a.p[2], b->q); c.p = 0; d.clear();").unwrap();
        assert_eq!(found.words["a.p"], Mention::default());
        assert!(found.words["b.q"].passed.contains("use"));
        assert!(found.words["c.p"].itself && found.words["d"].itself);
        assert!(found.calls.contains(".clear"));
    }

    #[test]
    fn macros_are_followed() {
        let found = read("SWAP(p, q);").unwrap();
        assert!(found.words["p"].passed.contains("SWAP") && found.words["t"].itself);
        assert!(found.calls.contains("SWAP"));
        assert_eq!(read("DUMP_ALL;"), None);
    }

    #[test]
    fn what_cannot_be_read() {
        for text in [
            "auto f = [&] { h = q; };",
            "#include \"more.h\"\n",
            "struct S { int *p; };",
            "delete p;",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(read("FILE *f = fopen(name, \"w\"); k<<<1, 2>>>(d);").unwrap().calls.contains(""));
    }
}
