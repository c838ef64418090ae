//! Splits C++ text into tokens, as far as the translation needs to tell them apart.

/// What a token is. White space and comments are not tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Identifier,
    /// A number, string or character.
    Literal,
    /// One character of punctuation; `<<<` is three tokens that touch.
    Punctuation,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub start: usize,
    pub end: usize,
}

impl Token {
    pub fn text<'a>(&self, source: &'a [u8]) -> &'a [u8] {
        &source[self.start..self.end]
    }
}

/// Tokens that belong together: the program, or the body of one `#define`.
pub(super) type Stream = Vec<Token>;

/// The token streams of a file: the program itself without directives, and each `#define`.
pub(super) fn streams(source: &[u8]) -> Vec<Stream> {
    let mut lexer = Lexer { source, at: 0 };
    let mut program = Stream::new();
    let mut all = Vec::new();
    let mut line_start = true;
    loop {
        line_start |= lexer.skip_space();
        if lexer.at >= source.len() {
            break;
        }
        if line_start && source[lexer.at] == b'#' {
            if let Some(define) = lexer.directive() {
                all.push(define);
            }
            continue;
        }
        program.push(lexer.token());
        line_start = false;
    }
    all.push(program);
    all
}

struct Lexer<'a> {
    source: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.source.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// The length of a backslash with line break at `at`, or 0.
    fn splice(&self, at: usize) -> usize {
        match self.source.get(at..) {
            Some([b'\\', b'\n', ..]) => 2,
            Some([b'\\', b'\r', b'\n', ..]) => 3,
            _ => 0,
        }
    }

    /// Skips white space and comments; true when a line ended.
    fn skip_space(&mut self) -> bool {
        let mut new_line = self.at == 0;
        while self.at < self.source.len() {
            let splice = self.splice(self.at);
            if splice > 0 {
                self.at += splice;
                continue;
            }
            match (self.peek(0), self.peek(1)) {
                (b'\n', _) => {
                    new_line = true;
                    self.at += 1;
                }
                (b' ' | b'\t' | b'\r' | 0x0b | 0x0c, _) => self.at += 1,
                (b'/', b'/') => self.skip_line_comment(),
                (b'/', b'*') => self.skip_block_comment(),
                _ => break,
            }
        }
        new_line
    }

    fn skip_line_comment(&mut self) {
        while self.at < self.source.len() && self.source[self.at] != b'\n' {
            self.at += self.splice(self.at).max(1);
        }
    }

    fn skip_block_comment(&mut self) {
        let end = find(&self.source[self.at + 2..], b"*/");
        self.at = end.map_or(self.source.len(), |n| self.at + 2 + n + 2);
    }

    /// Reads a directive to the end of its logical line; the tokens of a `#define`'s body are returned.
    fn directive(&mut self) -> Option<Stream> {
        let mut tokens = Stream::new();
        self.at += 1;
        loop {
            // Blanks, comments and splices, but not the end of the line.
            while self.at < self.source.len() {
                let splice = self.splice(self.at);
                match (self.peek(0), self.peek(1)) {
                    _ if splice > 0 => self.at += splice,
                    (b' ' | b'\t' | b'\r' | 0x0b | 0x0c, _) => self.at += 1,
                    (b'/', b'/') => self.skip_line_comment(),
                    (b'/', b'*') => self.skip_block_comment(),
                    _ => break,
                }
            }
            if self.at >= self.source.len() || self.source[self.at] == b'\n' {
                break;
            }
            tokens.push(self.token());
        }
        let is_define = tokens.first().is_some_and(|t| t.text(self.source) == b"define");
        is_define.then(|| tokens.split_off(tokens.len().min(2)))
    }

    fn token(&mut self) -> Token {
        let start = self.at;
        let kind = match self.peek(0) {
            c if is_name_start(c) => {
                while self.at < self.source.len() && is_name(self.source[self.at]) {
                    self.at += 1;
                }
                if self.string_after_prefix(start) {
                    TokenKind::Literal
                } else {
                    TokenKind::Identifier
                }
            }
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            quote @ (b'"' | b'\'') => self.quoted(quote),
            _ => {
                self.at += 1;
                TokenKind::Punctuation
            }
        };
        Token { kind, start, end: self.at }
    }

    /// Having read a name from `start`: reads the string or character that it is the prefix of, if it is one.
    fn string_after_prefix(&mut self, start: usize) -> bool {
        let prefix = &self.source[start..self.at];
        match (prefix, self.peek(0)) {
            (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", b'"') => self.raw_string(),
            (b"L" | b"u" | b"U" | b"u8", quote @ (b'"' | b'\'')) => {
                self.quoted(quote);
            }
            _ => return false,
        }
        true
    }

    fn quoted(&mut self, quote: u8) -> TokenKind {
        self.at += 1;
        while self.at < self.source.len() {
            match self.source[self.at] {
                b'\\' => self.at += 2,
                b'\n' => break, // unterminated: an apostrophe in skipped text, say
                c => {
                    self.at += 1;
                    if c == quote {
                        break;
                    }
                }
            }
        }
        self.at = self.at.min(self.source.len());
        TokenKind::Literal
    }

    fn raw_string(&mut self) {
        let rest = &self.source[self.at + 1..];
        let end = rest.iter().position(|&c| c == b'(').and_then(|open| {
            let mut close = vec![b')'];
            close.extend_from_slice(&rest[..open]);
            close.push(b'"');
            find(&rest[open..], &close).map(|n| open + n + close.len())
        });
        self.at = end.map_or(self.source.len(), |n| self.at + 1 + n);
    }

    fn number(&mut self) -> TokenKind {
        while self.at < self.source.len() {
            let c = self.source[self.at];
            let sign_follows =
                matches!(c, b'e' | b'E' | b'p' | b'P') && matches!(self.peek(1), b'+' | b'-');
            let separator = c == b'\'' && is_name(self.peek(1));
            if sign_follows || separator {
                self.at += 2;
            } else if is_name(c) || c == b'.' {
                self.at += 1;
            } else {
                break;
            }
        }
        TokenKind::Literal
    }
}

fn is_name_start(c: u8) -> bool {
    c.is_ascii_alphabetic() || c == b'_' || c == b'$' || c >= 0x80
}

fn is_name(c: u8) -> bool {
    is_name_start(c) || c.is_ascii_digit()
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|w| w == what)
}
