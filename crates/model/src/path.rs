//! The little language in which rows name memory.
//!
//! | text | meaning |
//! |---|---|
//! | `0`, `this`, `ret` | the value of an argument, of the object pointer, of the result |
//! | `*0` | the memory that argument 0 points to |
//! | `0.a.b` | field `a.b` of the object that argument 0 points to |
//! | `*0.a` | the memory that this field points to |
//! | `+0` | all memory that can be reached from argument 0 by following pointers |
//! | `2..` | the same as `+` on argument 2 and all after it |
//!
//! A reference is a pointer. When the base is a record passed or returned by value, the first field
//! is one of that record: `0.ptr`, `ret.first`. A record that holds one address (an iterator, a span)
//! stands for that address.
//!
//! In [`Assign`]s and where a row keeps addresses, paths are values: `*0` is what is stored in that
//! memory (all of it, field by field, when it holds a record), `+0` is `0` or any address that can be
//! reached from it, and `&0.a.b`, on the right of an assignment only, is the address of that field.

use std::fmt;

/// What a [`Path`] starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    Arg(usize),
    This,
    Ret,
}

/// How far a [`Path`] goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The value itself, or the field's value.
    Value,
    /// The memory that the value points to.
    Pointee,
    /// Everything that can be reached from the value.
    Everything,
}

/// Names memory, or a value, relative to a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Path {
    pub base: Base,
    /// Fields of the object that the base points to.
    pub fields: Vec<String>,
    pub reach: Reach,
    /// The path stands for this argument and all that follow.
    pub and_rest: bool,
}

impl Path {
    /// Parses the text form.
    ///
    /// # Errors
    /// Says which part is not understood.
    pub fn parse(text: &str) -> Result<Path, String> {
        let (reach, rest) = match text.as_bytes().first() {
            Some(b'*') => (Reach::Pointee, &text[1..]),
            Some(b'+') => (Reach::Everything, &text[1..]),
            _ => (Reach::Value, text),
        };
        let (rest, and_rest) = match rest.strip_suffix("..") {
            Some(head) => (head, true),
            None => (rest, false),
        };
        let mut parts = rest.split('.');
        let base = match parts.next() {
            Some("this") => Base::This,
            Some("ret") => Base::Ret,
            Some(number) => Base::Arg(
                number.parse().map_err(|_| format!("`{text}`: `{number}` is no argument"))?,
            ),
            None => return Err(format!("`{text}`: empty path")),
        };
        let fields: Vec<String> = parts.map(str::to_owned).collect();
        if fields.iter().any(String::is_empty) {
            return Err(format!("`{text}`: empty field name"));
        }
        let reach = if and_rest { Reach::Everything } else { reach };
        Ok(Path { base, fields, reach, and_rest })
    }

    /// The path names memory rather than a value.
    pub fn is_memory(&self) -> bool {
        self.reach != Reach::Value
    }
}

/// The right-hand side of an [`Assign`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    Path(Path),
    /// The address of the field that the path names, written `&this.buf.second`.
    Address(Path),
    /// A new object of this memory kind, one per call site.
    Fresh(MemoryKind),
    /// Constant text of the library: nobody ever writes it.
    Literal,
    /// A pointer that nothing is known of.
    Unknown,
}

/// Where an object's bytes live.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemoryKind {
    /// Pageable host memory.
    Host,
    /// Page-locked host memory that kernels may see through a device pointer.
    Pinned,
    Managed,
    Device,
}

impl fmt::Display for MemoryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MemoryKind::Host => "host",
            MemoryKind::Pinned => "pinned",
            MemoryKind::Managed => "managed",
            MemoryKind::Device => "device",
        })
    }
}

/// A flow of addresses: `*0 = fresh device`, `ret = 0`, `this.buf = 0.buf`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assign {
    pub target: Path,
    pub source: Source,
}

impl Assign {
    /// Parses `target = source`.
    ///
    /// # Errors
    /// Says which part is not understood.
    pub fn parse(text: &str) -> Result<Assign, String> {
        let (target, source) =
            text.split_once('=').ok_or_else(|| format!("`{text}`: expected `target = source`"))?;
        let source = source.trim();
        let source = match source {
            "fresh host" => Source::Fresh(MemoryKind::Host),
            "fresh pinned" => Source::Fresh(MemoryKind::Pinned),
            "fresh managed" => Source::Fresh(MemoryKind::Managed),
            "fresh device" => Source::Fresh(MemoryKind::Device),
            "literal" => Source::Literal,
            "unknown" => Source::Unknown,
            path => match path.strip_prefix('&') {
                Some(field) => Source::Address(address(field)?),
                None => Source::Path(Path::parse(path)?),
            },
        };
        Ok(Assign { target: Path::parse(target.trim())?, source })
    }
}

/// The path in `&path`: a field of an object.
fn address(text: &str) -> Result<Path, String> {
    let path = Path::parse(text)?;
    if path.reach != Reach::Value || path.fields.is_empty() {
        return Err(format!("`&{text}`: only a field has an address"));
    }
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_every_form() {
        let path = Path::parse("*0.srcPtr.ptr").unwrap();
        assert_eq!(path.base, Base::Arg(0));
        assert_eq!(path.fields, ["srcPtr", "ptr"]);
        assert_eq!(path.reach, Reach::Pointee);
        assert_eq!(Path::parse("+this").unwrap().reach, Reach::Everything);
        assert!(Path::parse("2..").unwrap().and_rest);
        assert!(Path::parse("x").is_err());
        assert!(Path::parse("0..a").is_err());
    }

    #[test]
    fn assignments_of_every_form() {
        let assign = Assign::parse("*0 = fresh device").unwrap();
        assert_eq!(assign.source, Source::Fresh(MemoryKind::Device));
        assert!(Assign::parse("ret = this.buf").is_ok());
        let assign = Assign::parse("ret = &this.buf.second").unwrap();
        assert_eq!(assign.source, Source::Address(Path::parse("this.buf.second").unwrap()));
        assert!(Assign::parse("ret = &0").is_err());
        assert!(Assign::parse("ret = &*0.a").is_err());
        assert!(Assign::parse("ret").is_err());
    }
}
