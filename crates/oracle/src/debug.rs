//! What the debug information of an executable says: where variables lie, and which line an instruction belongs to.
//!
//! *Takes* an executable of the system at hand with DWARF and without position independence, *gives* variables
//! ([`Variables`]) and positions ([`positions`]) in terms of lines of one source file, *promises* nothing of what it
//! does not understand: such a variable, function or instruction is left out.

use addr2line::LookupResult;
use gimli::{
    AttributeValue, DebuggingInformationEntry, EndianSlice, LittleEndian, Operation, UnitOffset,
};
use object::{Object, ObjectSection};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::path::Path;

/// What the function of a closure is called.
pub const CLOSURE: &str = "operator()";

type Reader<'a> = EndianSlice<'a, LittleEndian>;
type Unit<'a> = gimli::Unit<Reader<'a>>;
type Entry<'a> = DebuggingInformationEntry<Reader<'a>>;

/// The debug information cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum DebugError {
    #[error("the executable cannot be read: {0}")]
    Object(#[from] object::Error),
    #[error("the debug information cannot be read: {0}")]
    Dwarf(#[from] gimli::Error),
}

/// A variable or parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: String,
    /// The line of its declaration in the source file; none for variables of other files.
    pub line: Option<u32>,
    pub place: Storage,
    pub size: u64,
}

/// Where a variable lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    Static {
        address: u64,
    },
    /// Relative to the canonical address of a frame of this function.
    Frame {
        function: usize,
        offset: i64,
    },
}

/// A function with its code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    pub name: String,
    pub low: u64,
    pub high: u64,
    /// The line of its declaration in the source file; none for functions of other files.
    pub line: Option<u32>,
}

/// All functions and the variables whose place is known.
#[derive(Clone, Default, Debug)]
pub struct Variables {
    pub functions: Vec<Function>,
    pub all: Vec<Variable>,
}

impl Variables {
    /// Reads an executable; `source` is the file whose lines count.
    ///
    /// # Errors
    /// When the executable is damaged.
    pub fn of(executable: &[u8], source: &Path) -> Result<Variables, DebugError> {
        let dwarf = dwarf(executable)?;
        let mut found = Variables::default();
        let mut headers = dwarf.units();
        while let Some(header) = headers.next()? {
            let unit = dwarf.unit(header)?;
            let files = Files::of(&dwarf, &unit, source)?;
            Walk { dwarf: &dwarf, unit: &unit, files, found: &mut found }.run()?;
        }
        found.sort();
        Ok(found)
    }

    /// Puts the functions in the order of their addresses.
    fn sort(&mut self) {
        let mut order: Vec<usize> = (0..self.functions.len()).collect();
        order.sort_by_key(|index| self.functions[*index].low);
        let mut number = vec![0; order.len()];
        for (new, old) in order.iter().enumerate() {
            number[*old] = new;
        }
        for variable in &mut self.all {
            if let Storage::Frame { function, .. } = &mut variable.place {
                *function = number[*function];
            }
        }
        self.functions.sort_by_key(|f| f.low);
    }

    /// In the form that the observer reads.
    pub fn layout(&self) -> String {
        let mut text = String::new();
        let mut by_function: Vec<Vec<usize>> = vec![Vec::new(); self.functions.len()];
        for (id, variable) in self.all.iter().enumerate() {
            match variable.place {
                Storage::Static { address } => {
                    _ = writeln!(text, "S {address:x} {} {id}", variable.size);
                }
                Storage::Frame { function, .. } => by_function[function].push(id),
            }
        }
        for (function, variables) in self.functions.iter().zip(by_function) {
            _ = writeln!(text, "F {:x} {:x}", function.low, function.high);
            for id in variables {
                if let Storage::Frame { offset, .. } = self.all[id].place {
                    _ = writeln!(text, "V {offset} {} {id}", self.all[id].size);
                }
            }
        }
        text
    }

    /// The function that holds an instruction.
    pub fn function_at(&self, pc: u64) -> Option<&Function> {
        let after = self.functions.partition_point(|f| f.low <= pc);
        self.functions[..after].last().filter(|f| pc < f.high)
    }
}

/// Where an instruction comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line, when it is one of the source file.
    pub line: Option<u32>,
}

/// The positions of instructions, innermost inlined call first; empty for code that has none.
///
/// # Errors
/// When the executable is damaged.
pub fn positions(
    executable: &[u8],
    source: &Path,
    pcs: &BTreeSet<u64>,
) -> Result<HashMap<u64, Vec<Position>>, DebugError> {
    let context = addr2line::Context::from_dwarf(dwarf(executable)?)?;
    let mut found = HashMap::new();
    for pc in pcs {
        let mut frames = match context.find_frames(*pc) {
            LookupResult::Output(frames) => frames?,
            // Split debug information is never made here.
            LookupResult::Load { .. } => continue,
        };
        let mut positions = Vec::new();
        while let Some(frame) = frames.next()? {
            let line = frame.location.and_then(|l| {
                let own = l.file.is_some_and(|file| Path::new(file) == source);
                l.line.filter(|_| own)
            });
            positions.push(Position { line });
        }
        found.insert(*pc, positions);
    }
    Ok(found)
}

/// The addresses of an executable's instructions.
///
/// # Errors
/// When the executable is damaged.
pub fn code_range(executable: &[u8]) -> Result<std::ops::Range<u64>, DebugError> {
    let file = object::File::parse(executable)?;
    let text = file.section_by_name(".text");
    Ok(text.map_or(0..0, |text| text.address()..text.address() + text.size()))
}

fn dwarf(executable: &[u8]) -> Result<gimli::Dwarf<Reader<'_>>, DebugError> {
    let file = object::File::parse(executable)?;
    gimli::Dwarf::load(|id| -> Result<Reader<'_>, DebugError> {
        let data = match file.section_by_name(id.name()) {
            Some(section) => section.data()?,
            None => &[],
        };
        Ok(EndianSlice::new(data, LittleEndian))
    })
}

/// The numbers under which a unit knows the source file.
struct Files(BTreeSet<u64>);

impl Files {
    fn of(
        dwarf: &gimli::Dwarf<Reader<'_>>,
        unit: &Unit<'_>,
        source: &Path,
    ) -> Result<Files, DebugError> {
        let mut numbers = BTreeSet::new();
        let Some(program) = &unit.line_program else { return Ok(Files(numbers)) };
        let header = program.header();
        let mut number = u64::from(header.version() < 5);
        while let Some(file) = header.file(number) {
            let mut path = std::path::PathBuf::new();
            if let Some(folder) = file.directory(header) {
                path.push(dwarf.attr_string(unit, folder)?.to_string_lossy().as_ref());
            }
            path.push(dwarf.attr_string(unit, file.path_name())?.to_string_lossy().as_ref());
            if path == source {
                numbers.insert(number);
            }
            number += 1;
        }
        Ok(Files(numbers))
    }
}

/// A walk over the entries of a unit.
struct Walk<'w, 'a> {
    dwarf: &'w gimli::Dwarf<Reader<'a>>,
    unit: &'w Unit<'a>,
    files: Files,
    found: &'w mut Variables,
}

impl<'a> Walk<'_, 'a> {
    fn run(&mut self) -> Result<(), DebugError> {
        // Functions with code around the current entry, by depth.
        let mut around: Vec<(isize, Option<usize>)> = Vec::new();
        let mut entries = self.unit.entries();
        while let Some(entry) = entries.next_dfs()? {
            around.retain(|(depth, _)| *depth < entry.depth());
            let function = around.last().and_then(|(_, function)| *function);
            match entry.tag() {
                gimli::DW_TAG_subprogram => {
                    around.push((entry.depth(), self.function(entry)?));
                }
                // What is inlined has places of its own, in a frame that is not its own.
                gimli::DW_TAG_inlined_subroutine => around.push((entry.depth(), None)),
                gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter => {
                    self.variable(entry, function)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn function(&mut self, entry: &Entry<'a>) -> Result<Option<usize>, DebugError> {
        let low = match entry.attr_value(gimli::DW_AT_low_pc) {
            Some(value) => self.dwarf.attr_address(self.unit, value)?,
            None => None,
        };
        let (Some(low), Some(high)) = (low, entry.attr_value(gimli::DW_AT_high_pc)) else {
            return Ok(None);
        };
        let high = match high {
            AttributeValue::Addr(high) => high,
            other => low + other.udata_value().unwrap_or(0),
        };
        let name = self.name(entry)?.unwrap_or_default();
        let line = self.line(entry)?;
        self.found.functions.push(Function { name, low, high, line });
        Ok(Some(self.found.functions.len() - 1))
    }

    fn variable(&mut self, entry: &Entry<'a>, function: Option<usize>) -> Result<(), DebugError> {
        let Some(AttributeValue::Exprloc(location)) = entry.attr_value(gimli::DW_AT_location)
        else {
            return Ok(());
        };
        let mut operations = location.operations(self.unit.encoding());
        let first = operations.next()?;
        let only = operations.next()?.is_none();
        let place = match (first, function) {
            (Some(Operation::Address { address }), _) if only => Storage::Static { address },
            (Some(Operation::FrameOffset { offset }), Some(function)) if only => {
                Storage::Frame { function, offset }
            }
            _ => return Ok(()),
        };
        let (Some(name), Some(kind)) =
            (self.name(entry)?, self.attribute(entry, gimli::DW_AT_type)?)
        else {
            return Ok(());
        };
        let AttributeValue::UnitRef(kind) = kind else { return Ok(()) };
        let size = self.size(kind, 0)?;
        let line = self.line(entry)?;
        self.found.all.push(Variable { name, line, place, size });
        Ok(())
    }

    fn name(&self, entry: &Entry<'a>) -> Result<Option<String>, DebugError> {
        Ok(match self.attribute(entry, gimli::DW_AT_name)? {
            Some(value) => {
                Some(self.dwarf.attr_string(self.unit, value)?.to_string_lossy().into_owned())
            }
            None => None,
        })
    }

    fn line(&self, entry: &Entry<'a>) -> Result<Option<u32>, DebugError> {
        let file = self.attribute(entry, gimli::DW_AT_decl_file)?.map(number);
        let line = self.attribute(entry, gimli::DW_AT_decl_line)?.map(number);
        let own = file.flatten().is_some_and(|f| self.files.0.contains(&f));
        Ok(line.flatten().filter(|_| own).and_then(|l| u32::try_from(l).ok()))
    }

    /// An attribute of an entry or of the declaration that it completes.
    fn attribute(
        &self,
        entry: &Entry<'a>,
        name: gimli::DwAt,
    ) -> Result<Option<AttributeValue<Reader<'a>>>, DebugError> {
        if let Some(value) = entry.attr_value(name) {
            return Ok(Some(value));
        }
        for link in [gimli::DW_AT_abstract_origin, gimli::DW_AT_specification] {
            if let Some(AttributeValue::UnitRef(offset)) = entry.attr_value(link) {
                let origin = self.unit.entry(offset)?;
                return self.attribute(&origin, name);
            }
        }
        Ok(None)
    }

    /// The size of a type; 0 when it is not known.
    fn size(&self, kind: UnitOffset, depth: u32) -> Result<u64, DebugError> {
        let entry = self.unit.entry(kind)?;
        if let Some(size) = entry.attr_value(gimli::DW_AT_byte_size).and_then(number) {
            return Ok(size);
        }
        let inner = match entry.attr_value(gimli::DW_AT_type) {
            Some(AttributeValue::UnitRef(inner)) if depth < 32 => self.size(inner, depth + 1)?,
            _ => 0,
        };
        match entry.tag() {
            gimli::DW_TAG_array_type => Ok(inner * self.count(kind)?),
            gimli::DW_TAG_pointer_type
            | gimli::DW_TAG_reference_type
            | gimli::DW_TAG_rvalue_reference_type => Ok(8),
            _ => Ok(inner),
        }
    }

    /// The number of elements of an array.
    fn count(&self, array: UnitOffset) -> Result<u64, DebugError> {
        let mut tree = self.unit.entries_tree(Some(array))?;
        let mut children = tree.root()?.children();
        let mut count = 1;
        while let Some(child) = children.next()? {
            let entry = child.entry();
            if entry.tag() != gimli::DW_TAG_subrange_type {
                continue;
            }
            let bound = entry.attr_value(gimli::DW_AT_upper_bound).and_then(number);
            let given = entry.attr_value(gimli::DW_AT_count).and_then(number);
            count *= given.or(bound.map(|b| b.wrapping_add(1))).unwrap_or(0);
        }
        Ok(count)
    }
}

fn number(value: AttributeValue<Reader<'_>>) -> Option<u64> {
    match value {
        AttributeValue::FileIndex(file) => Some(file),
        other => other.udata_value(),
    }
}
