//! Launches with blanks in their chevrons.
//!
//! *Takes* a source text; *gives* the text in which `k << <grid, block>> > (d)`, which nvcc accepts and formatters
//! write, has its chevrons joined, as libclang wants them; *promises* that every byte keeps its place but
//! for the blanks, which come to stand behind the chevrons.

/// The text with chevrons joined; `None` if there are none to join.
pub(super) fn joined(text: &[u8]) -> Option<Vec<u8>> {
    let mut joined: Option<Vec<u8>> = None;
    let mut tokens = Code::new(text);
    let mut before = None;
    while let Some(at) = tokens.next() {
        match chevrons(text, at, b'<') {
            Some(end) if before.is_some_and(|b| may_end_a_kernel(text, b)) => {
                before = None;
                tokens.at = end;
                let Some(close) = closing(tokens.clone()) else { continue };
                tokens.at = close.1;
                for (start, end) in [(at, end), close].into_iter().filter(|(s, e)| e - s > 3) {
                    let out = joined.get_or_insert_with(|| text.to_vec());
                    out[start + 2..end].rotate_right(1);
                }
            }
            _ => before = (!text[at].is_ascii_whitespace()).then_some(at).or(before),
        }
    }
    joined
}

/// Where chevrons end that begin here: two of them, blanks or none, one more.
fn chevrons(text: &[u8], at: usize, chevron: u8) -> Option<usize> {
    let rest = text.get(at..)?.strip_prefix(&[chevron, chevron])?;
    let blanks = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
    (rest.get(blanks) == Some(&chevron)).then_some(at + 2 + blanks + 1)
}

/// Whether what ends here may be the name of a kernel, and not that of an operator.
fn may_end_a_kernel(text: &[u8], at: usize) -> bool {
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let start = text[..=at].iter().rposition(|b| !is_word(b)).map_or(0, |p| p + 1);
    let word = &text[start..=at];
    text[at] == b'>' || !word.is_empty() && word != b"operator"
}

/// The chevrons that close a configuration: before an argument list and the end of the statement.
fn closing(tokens: Code<'_>) -> Option<(usize, usize)> {
    let text = tokens.text;
    for at in tokens {
        if matches!(text[at], b';' | b'{' | b'}') {
            return None;
        }
        let called = |end: &usize| text[*end..].trim_ascii_start().first() == Some(&b'(');
        if let Some(end) = chevrons(text, at, b'>').filter(called) {
            return Some((at, end));
        }
    }
    None
}

/// The bytes of a text that are no part of comments and literals.
#[derive(Clone)]
struct Code<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Code<'t> {
    fn new(text: &'t [u8]) -> Self {
        Code { text, at: 0 }
    }

    /// Behind the first of these words from `from` on.
    fn behind(&self, from: usize, word: &[u8]) -> usize {
        let found = self.text[from..].windows(word.len()).position(|w| w == word);
        found.map_or(self.text.len(), |at| from + at + word.len())
    }

    /// Behind a literal that begins at `at`.
    fn behind_literal(&self, at: usize) -> usize {
        let quote = self.text[at];
        let mut end = at + 1;
        while end < self.text.len() && self.text[end] != quote && self.text[end] != b'\n' {
            end += if self.text[end] == b'\\' { 2 } else { 1 };
        }
        (end + 1).min(self.text.len())
    }
}

impl Iterator for Code<'_> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        loop {
            let at = self.at;
            let rest = self.text.get(at..).filter(|rest| !rest.is_empty())?;
            self.at = match rest {
                [b'/', b'/', ..] => self.behind(at, b"\n"),
                [b'/', b'*', ..] => self.behind(at + 2, b"*/"),
                [b'R', b'"', ..] => {
                    let delimiter = rest[2..].split(|b| *b == b'(').next().unwrap_or_default();
                    self.behind(at, &[b")", delimiter, b"\""].concat())
                }
                // An apostrophe between digits is no quote.
                [b'\'', ..] if at > 0 && self.text[at - 1].is_ascii_hexdigit() => at + 1,
                [b'"' | b'\'', ..] => self.behind_literal(at),
                _ => {
                    self.at = at + 1;
                    return Some(at);
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::joined;

    fn text(source: &str) -> Option<String> {
        joined(source.as_bytes()).map(|text| String::from_utf8(text).expect("as given"))
    }

    #[test]
    fn chevrons_of_launches_are_joined_in_place() {
        assert_eq!(text("k << <1, 2>> > (d);").as_deref(), Some("k <<< 1, 2>>>  (d);"));
        assert_eq!(
            text("k<int> <<  <g(), b >>\n> (d);").as_deref(),
            Some("k<int> <<<  g(), b >>>\n (d);")
        );
        assert_eq!(
            text("k<< <1, 2>>>(d); l<<<1, 2>>>(d);").as_deref(),
            Some("k<<< 1, 2>>>(d); l<<<1, 2>>>(d);")
        );
    }

    #[test]
    fn other_text_stays() {
        for source in [
            "k<<<1, 2>>>(d);",
            "k<<<1, sizeof(A<B<int>>)>>>(d);",
            "std::ostream &operator<< <int>(std::ostream &, X<int>);",
            "a << b; vector<vector<vector<int>> > v(3);",
            "f(\"k << <1, 2>> > (d);\"); // k << <1, 2>> > (d);",
            "R\"x(k << <1, 2>> > (d);)x\"; int n = 1'000; char c = '\"'; /* k << <1, 2>> > (d); */",
            "k << <",
            "",
        ] {
            assert_eq!(text(source), None, "{source}");
        }
    }
}
