//! The pieces of the source text that are told apart, and the IR statements of each.
//!
//! *Takes* a module, *gives* for a place in the text the smallest source statement or expression around it that has an
//! anchor, with the statements of all functions that share the text (instances of a template), *promises* that a
//! statement belongs to one piece: that of its anchor, or the smallest one around it.

use effects::StmtRef;
use ir::{Anchor, AnchorContext, Body, FnId, Module, Span};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// A piece of a function's text; without bytes: what is not inside a statement, such as initialisers of members.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// The text of the function.
    pub function: (usize, usize),
    pub bytes: Option<(usize, usize)>,
}

/// All pieces of a file.
pub struct Code {
    /// The text of each function, with the functions made from it; shortest first.
    functions: Vec<(Range<usize>, Vec<FnId>)>,
    /// Where the braces of each such text begin.
    braces: HashMap<(usize, usize), usize>,
    /// The pieces of each such text, shortest first.
    pieces: HashMap<(usize, usize), Vec<Range<usize>>>,
    statements: HashMap<Piece, Vec<StmtRef>>,
    /// Those of the pieces that are whole statements, shortest first.
    wholes: HashMap<(usize, usize), Vec<Range<usize>>>,
    /// The statements of all pieces of a whole statement, without those of statements inside it.
    grouped: HashMap<Piece, Vec<StmtRef>>,
}

impl Code {
    pub fn of(module: &Module) -> Code {
        let mut code = Code {
            functions: Vec::new(),
            braces: HashMap::new(),
            pieces: HashMap::new(),
            statements: HashMap::new(),
            wholes: HashMap::new(),
            grouped: HashMap::new(),
        };
        for id in module.function_ids() {
            let Some(body) = &module.function(id).body else { continue };
            let Some(text) = extent(module.function(id).span, body) else { continue };
            let brace = body.span.map_or(text.start, |b| b.start as usize);
            code.braces.insert((text.start, text.end), brace);
            match code.functions.iter_mut().find(|(known, _)| *known == text) {
                Some((_, all)) => all.push(id),
                None => code.functions.push((text, vec![id])),
            }
        }
        code.functions.sort_by_key(|(text, _)| text.len());
        for (text, functions) in code.functions.clone() {
            for id in functions {
                if let Some(body) = &module.function(id).body {
                    code.add(&text, id, body);
                }
            }
        }
        code
    }

    fn add(&mut self, text: &Range<usize>, id: FnId, body: &Body) {
        let key = (text.start, text.end);
        let all = body.anchors.iter().filter(|a| cuts(a));
        collect(self.pieces.entry(key).or_default(), all.clone());
        let whole = |a: &&Anchor| matches!(a.context, AnchorContext::Block | AnchorContext::Body);
        collect(self.wholes.entry(key).or_default(), all.filter(whole));
        for block in body.block_ids() {
            for (index, stmt) in body.block(block).stmts.iter().enumerate() {
                let at = StmtRef { function: id, block, index: index as u32 };
                let start = body.anchor(stmt.anchor).span.start as usize;
                self.statements.entry(piece_in(&self.pieces, key, start)).or_default().push(at);
                self.grouped.entry(piece_in(&self.wholes, key, start)).or_default().push(at);
            }
        }
    }

    /// The piece at a place, if a function with a body is there.
    pub fn piece_at(&self, at: usize) -> Option<Piece> {
        let (text, _) = self.functions.iter().find(|(text, _)| text.contains(&at))?;
        Some(piece_in(&self.pieces, (text.start, text.end), at))
    }

    /// The piece at a place that is run by the function with a declaration there; none for functions that the
    /// compiler makes.
    pub fn piece_of(&self, declaration: usize, at: usize) -> Option<Piece> {
        let declared = |text: &Range<usize>| {
            let brace = self.braces.get(&(text.start, text.end));
            text.start <= declaration && brace.is_some_and(|brace| declaration <= *brace)
        };
        let (text, _) = self.functions.iter().find(|(text, _)| declared(text))?;
        let function = (text.start, text.end);
        Some(match text.contains(&at) {
            true => piece_in(&self.pieces, function, at),
            // An initialiser in the class.
            false => Piece { function, bytes: None },
        })
    }

    /// The functions whose text a piece is part of.
    pub fn functions(&self, piece: &Piece) -> &[FnId] {
        let known =
            |(text, _): &&(Range<usize>, Vec<FnId>)| (text.start, text.end) == piece.function;
        self.functions.iter().find(known).map_or(&[], |(_, all)| all)
    }

    pub fn statements(&self, piece: &Piece) -> &[StmtRef] {
        self.statements.get(piece).map_or(&[], Vec::as_slice)
    }

    /// The statements of a piece and of the others that belong to the same statement of the source: what the
    /// compiler says of the parts of a loop's or condition's head, and of where objects in it end, is not exact.
    pub fn grouped(&self, piece: &Piece) -> &[StmtRef] {
        let at = piece.bytes.map_or(piece.function.0, |(start, _)| start);
        let whole = piece_in(&self.wholes, piece.function, at);
        self.grouped.get(&whole).map_or(&[], Vec::as_slice)
    }

    /// Whether any statement of the function is known. The text of a template that was not instantiated, as far as
    /// the analysis could see, has none.
    pub fn is_lowered(&self, piece: &Piece) -> bool {
        self.grouped.keys().any(|known| known.function == piece.function)
    }

    /// Where pieces and functions begin and end.
    pub fn breaks(&self) -> BTreeSet<usize> {
        let functions = self.functions.iter().map(|(text, _)| text);
        functions.chain(self.pieces.values().flatten()).flat_map(|r| [r.start, r.end]).collect()
    }
}

type Ranges = HashMap<(usize, usize), Vec<Range<usize>>>;

/// The smallest piece of a function at a place.
fn piece_in(pieces: &Ranges, function: (usize, usize), at: usize) -> Piece {
    let pieces = pieces.get(&function).map_or(&[][..], Vec::as_slice);
    let found = pieces.iter().find(|p| p.contains(&at));
    Piece { function, bytes: found.map(|p| (p.start, p.end)) }
}

fn collect<'a>(pieces: &mut Vec<Range<usize>>, anchors: impl Iterator<Item = &'a Anchor>) {
    for anchor in anchors {
        let bytes = bytes(anchor.span);
        if !pieces.contains(&bytes) {
            pieces.push(bytes);
        }
    }
    pieces.sort_by_key(|p| (p.len(), p.start));
}

/// The text of a function with its head.
fn extent(whole: Option<Span>, body: &Body) -> Option<Range<usize>> {
    let own = |span: &Span| span.file.0 == 0 && span.start < span.end;
    let body = body.span.filter(own)?;
    let head = whole.filter(own).filter(|w| w.contains(&body));
    Some(bytes(head.unwrap_or(body)))
}

/// Whether an anchor is a piece of its own.
fn cuts(anchor: &Anchor) -> bool {
    let span = anchor.span;
    span.file.0 == 0
        && span.editable
        && span.start < span.end
        && anchor.context != AnchorContext::FunctionOpen
}

fn bytes(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
