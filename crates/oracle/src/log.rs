//! The observer's log, read back. `runtime/log.h` has its form.

/// A frame: the call that made it, and in which frame that call stands. Frame 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    pub parent: u32,
    /// The instruction behind the call.
    pub call: u64,
    /// An instruction of the function.
    pub function: u64,
}

/// A point of a run: an instruction in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    pub node: u32,
    pub pc: u64,
}

/// What was touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    Allocation(u32),
    Static(u32),
    Local { variable: u32, owner: u32, offset: i64 },
}

/// How it was touched.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Manner {
    Read,
    Write,
    Free,
}

/// One access, as often as it happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    pub at: Point,
    /// The operation that was carried out; 0: the host's own access.
    pub op: u64,
    pub manner: Manner,
    pub target: Target,
}

/// Everything that was logged.
#[derive(Clone, Default, Debug)]
pub struct Log {
    /// By number.
    pub nodes: Vec<Node>,
    /// Where each operation was put into its stream, by number.
    pub issued: Vec<Point>,
    /// Where each allocation was made, by number.
    pub allocated: Vec<Point>,
    pub events: Vec<Event>,
    /// Accesses of memory that nothing is known of.
    pub unknown: u64,
}

const NOWHERE: Point = Point { node: 0, pc: 0 };

impl Log {
    /// Reads a log; what is not understood is left out.
    pub fn parse(bytes: &[u8]) -> Log {
        let mut log = Log {
            nodes: vec![Node { parent: 0, call: 0, function: 0 }],
            issued: vec![NOWHERE],
            allocated: vec![NOWHERE],
            ..Log::default()
        };
        let Some((header, text)) = bytes.split_at_checked(16) else { return log };
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |n, b| n << 8 | u64::from(*b));
        log.unknown = number(&header[8..]);
        let length = usize::try_from(number(&header[..8])).unwrap_or(usize::MAX);
        let text = &text[..length.min(text.len())];
        for line in String::from_utf8_lossy(text).lines() {
            log.line(line);
        }
        log
    }

    fn line(&mut self, line: &str) -> Option<()> {
        let mut words = line.split(' ');
        let kind = words.next()?;
        let mut next = || words.next();
        match kind {
            "N" => {
                next()?;
                let parent = next()?.parse().ok()?;
                let (call, function) = (hex(next()?)?, hex(next()?)?);
                self.nodes.push(Node { parent, call, function });
            }
            "O" => {
                next()?;
                self.issued.push(Point { node: next()?.parse().ok()?, pc: hex(next()?)? });
            }
            "H" => {
                next()?;
                self.allocated.push(Point { node: next()?.parse().ok()?, pc: hex(next()?)? });
            }
            "F" => {
                let at = Point { node: next()?.parse().ok()?, pc: hex(next()?)? };
                let op = next()?.parse().ok()?;
                let target = Target::Allocation(next()?.parse().ok()?);
                self.events.push(Event { at, op, manner: Manner::Free, target });
            }
            "A" => {
                let at = Point { node: next()?.parse().ok()?, pc: hex(next()?)? };
                let op = next()?.parse().ok()?;
                let manner = if next()? == "1" { Manner::Write } else { Manner::Read };
                let (kind, id) = (next()?, next()?.parse().ok()?);
                let target = match kind {
                    "H" => Target::Allocation(id),
                    "S" => Target::Static(id),
                    _ => Target::Local {
                        variable: id,
                        owner: next()?.parse().ok()?,
                        offset: next()?.parse().ok()?,
                    },
                };
                self.events.push(Event { at, op, manner, target });
            }
            _ => {}
        }
        Some(())
    }

    /// The points from here outwards: this one, the call that made its frame, and so on.
    pub fn outwards(&self, from: Point) -> impl Iterator<Item = Point> + '_ {
        std::iter::successors(Some(from), |at| {
            let node = self.nodes.get(at.node as usize).filter(|_| at.node != 0)?;
            // The call itself stands before the instruction to which it returns.
            Some(Point { node: node.parent, pc: node.call })
        })
        .filter(|at| at.pc != 0)
    }
}

fn hex(word: &str) -> Option<u64> {
    u64::from_str_radix(word, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::{Event, Log, Manner, Point, Target};

    #[test]
    fn lines_become_events() {
        let text =
            "N 1 0 10 20\nN 2 1 30 40\nH 1 2 44 8\nO 1 1 28\nA 2 4a 1 1 L 7 1 -8\nF 1 2c 0 1\n";
        let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
        bytes.extend(5u64.to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes.extend([0; 100]);
        let log = Log::parse(&bytes);
        assert_eq!(log.unknown, 5);
        assert_eq!(log.allocated[1], Point { node: 2, pc: 0x44 });
        assert_eq!(log.issued[1], Point { node: 1, pc: 0x28 });
        let target = Target::Local { variable: 7, owner: 1, offset: -8 };
        let at = Point { node: 2, pc: 0x4a };
        assert_eq!(log.events[0], Event { at, op: 1, manner: Manner::Write, target });
        assert_eq!(log.events[1].manner, Manner::Free);
        let pcs: Vec<u64> = log.outwards(at).map(|p| p.pc).collect();
        assert_eq!(pcs, [0x4a, 0x30, 0x10]);
    }
}
