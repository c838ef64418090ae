//! What reports show of source texts: places in them, and what people call the things that stand there.
//!
//! *Takes* statements and abstract memory of a unit, *gives* lines, columns, ranges and names, *promises* that offsets are those
//! of the text as it is read here, whatever bytes the file has.

use crate::pipeline::Unit;
use effects::{LocId, Object, StmtRef};
use ir::{Operand, Span, StmtKind};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A place in a source text; lines and columns count from 1, columns in bytes.
#[derive(Clone, Serialize)]
pub struct Location {
    #[serde(serialize_with = "displayed")]
    pub file: PathBuf,
    pub line: usize,
    pub column: usize,
    /// What happens there.
    pub what: String,
    #[serde(skip)]
    pub bytes: Range<usize>,
}

impl Location {
    pub fn place(&self) -> (PathBuf, usize, usize) {
        (self.file.clone(), self.line, self.column)
    }
}

/// A path, with what is not UTF-8 in it replaced.
fn displayed<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&path.display())
}

/// Values that an address goes through, at most, before it gets a name.
const MOST_STEPS: usize = 4;

/// Finds places and names in the texts of a unit, and keeps the texts.
pub struct Excerpts<'a> {
    file: &'a Path,
    unit: &'a Unit,
    texts: BTreeMap<PathBuf, String>,
}

impl<'a> Excerpts<'a> {
    pub fn new(file: &'a Path, unit: &'a Unit) -> Excerpts<'a> {
        Excerpts { file, unit, texts: BTreeMap::new() }
    }

    /// The texts of the files that places were found in.
    pub fn into_texts(self) -> BTreeMap<PathBuf, String> {
        self.texts
    }

    pub fn stmt(&self, at: StmtRef) -> Option<&ir::Stmt> {
        at.stmt(&self.unit.module)
    }

    /// The name of the function that a statement calls, or its text.
    pub fn call_at(&mut self, at: StmtRef) -> String {
        let Some(stmt) = self.stmt(at) else { return "a statement".to_owned() };
        let module = &self.unit.module;
        if let StmtKind::Call(call) = &stmt.kind {
            match &call.callee {
                ir::Callee::Direct(id) | ir::Callee::Virtual(id) => {
                    return module.function(*id).name.clone();
                }
                ir::Callee::Launch(Operand::Fn(id)) => return module.function(*id).name.clone(),
                ir::Callee::Launch(_) => return "a kernel".to_owned(),
                ir::Callee::Indirect(_) => {}
            }
        }
        let span = stmt.span;
        let first_line = self.text_of(span).lines().next().unwrap_or_default().trim().to_owned();
        if first_line.is_empty() {
            "a statement".to_owned()
        } else {
            first_line
        }
    }

    /// What people call an object.
    pub fn object(&mut self, loc: LocId, name: &str) -> String {
        let locations = &self.unit.effects.locations;
        match locations.kind(loc) {
            Object::Heap { at, .. } => {
                let at = *at;
                match self.allocated_as(at) {
                    Some(name) => format!("`{name}`"),
                    None => {
                        let line = self.location(at, String::new()).line;
                        format!("the memory from line {line}")
                    }
                }
            }
            Object::Var(_) | Object::Entry(_) => format!("`{name}`"),
            Object::Unknown => "memory that nothing is known of".to_owned(),
            _ => name.to_owned(),
        }
    }

    /// The variable whose address an allocating call is given, or that its result goes to.
    fn allocated_as(&mut self, at: StmtRef) -> Option<String> {
        let StmtKind::Call(call) = &self.stmt(at)?.kind else { return None };
        let (argument, result) = (call.args.first().cloned(), call.dst);
        let module = &self.unit.module;
        if let Some(Operand::AddrOf(place)) = &argument {
            let mut name = module.var(place.var).name.clone();
            for step in &place.proj {
                match step {
                    ir::Proj::Field(field) => {
                        name.push('.');
                        name.push_str(module.field(*field).rsplit("::").next().unwrap_or_default());
                    }
                    ir::Proj::Index => name.push_str("[…]"),
                    ir::Proj::Deref => {}
                }
            }
            return Some(name);
        }
        let body = module.function(at.function).body.as_ref()?;
        let stmts = || body.blocks.iter().flat_map(|b| &b.stmts);
        // The result may go through values without names.
        let mut from = result?;
        for _ in 0..MOST_STEPS {
            let next = stmts().find_map(|stmt| match &stmt.kind {
                StmtKind::Assign { dst, src } if dst.proj.is_empty() && dst.var != from => {
                    let reads_it = src.reads().iter().any(|p| p.var == from && p.proj.is_empty());
                    reads_it.then_some(dst.var)
                }
                _ => None,
            });
            from = next?;
            let name = &module.var(from).name;
            if !name.is_empty() {
                return Some(name.clone());
            }
        }
        None
    }

    fn span(&self, at: StmtRef) -> Option<Span> {
        let stmt = self.stmt(at)?;
        match &stmt.kind {
            StmtKind::Call(call) => Some(call.syntax.as_ref().map_or(stmt.span, |s| s.expr)),
            _ => Some(stmt.span),
        }
    }

    pub fn path_of(&self, span: Span) -> PathBuf {
        match span.file.0 {
            0 => self.file.to_owned(),
            id => self.unit.module.files.get(id as usize).cloned().unwrap_or_default(),
        }
    }

    /// The text of a file, with bytes that are not UTF-8 replaced one by one.
    pub fn text_of(&mut self, span: Span) -> &str {
        let path = self.path_of(span);
        let unit = self.unit;
        let text = self.texts.entry(path.clone()).or_insert_with(|| match span.file.0 {
            0 => readable(unit.source.bytes()),
            _ => readable(&std::fs::read(&path).unwrap_or_default()),
        });
        text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    pub fn location(&mut self, at: StmtRef, what: String) -> Location {
        match self.span(at) {
            Some(span) => self.location_of(span, what),
            None => Location { file: self.file.to_owned(), line: 0, column: 0, what, bytes: 0..0 },
        }
    }

    pub fn location_of(&mut self, span: Span, what: String) -> Location {
        self.text_of(span);
        let file = self.path_of(span);
        let text = self.texts.get(&file).map(String::as_str).unwrap_or_default();
        let start = (span.start as usize).min(text.len());
        let end = (span.end as usize).clamp(start, text.len());
        let before = &text.as_bytes()[..start];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|b| **b != b'\n').count() + 1;
        Location { file, line, column, what, bytes: start..end }
    }
}

/// A text with the same offsets as the bytes.
fn readable(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        chunk.invalid().iter().for_each(|_| text.push('?'));
    }
    text
}
