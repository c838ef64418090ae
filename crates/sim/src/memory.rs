//! What the buffers of a program held when they were freed, or at exit.
//!
//! **Takes** the file that a program writes to `SIM_MEMORY_LOG` (`runtime/streamalloc_sim/impl/memory_log.h` has its form).
//! **Gives** the first buffer in which two runs differ. **Promises** that addresses do not count, so that runs can be compared.
//!
//! Buffers are compared in the order of their allocation, so that the order in which they are freed does not matter. Where
//! several host threads allocate, that order is chance, and the contents of all buffers are compared as a multiset. Buffers
//! that live at exit count if the device was idle then in both runs: what work in flight has done by then is undefined.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// One buffer, or one `__device__` variable that was copied to or from.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Buffer {
    /// In the order of allocation; variables are counted apart.
    number: u64,
    kind: String,
    size: u64,
    /// The host thread that allocated it.
    thread: u32,
    alive_at_exit: bool,
    /// Hash of the contents; what was never written differs from seed to seed.
    contents: u64,
    /// Hash of what was written.
    written: u64,
}

impl fmt::Display for Buffer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Buffer { number, kind, size, .. } = self;
        match kind.as_str() {
            "variable" => write!(f, "device variable {} ({size} bytes)", number + 1),
            _ => write!(f, "buffer {} ({kind} memory, {size} bytes)", number + 1),
        }
    }
}

/// The buffers of one run.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct MemoryLog {
    buffers: Vec<Buffer>,
    /// Whether nothing was in flight when the program ended by `exit` or the end of `main`.
    idle_at_exit: bool,
}

/// Which contents count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Contents {
    All,
    Written,
}

impl MemoryLog {
    /// Reads a log; a program that never used the device has none.
    ///
    /// # Errors
    /// When the file cannot be read, or is no log.
    pub fn read(path: &Path) -> io::Result<MemoryLog> {
        match fs::read_to_string(path) {
            Ok(text) => MemoryLog::parse(&text)
                .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not a memory log")),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(MemoryLog::default()),
            Err(error) => Err(error),
        }
    }

    fn parse(text: &str) -> Option<MemoryLog> {
        let mut log = MemoryLog::default();
        // A program that is killed may leave half a line.
        for line in text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n')) {
            match line {
                "end idle" => log.idle_at_exit = true,
                "end busy" => {}
                _ => log.buffers.push(parse_buffer(line)?),
            }
        }
        log.buffers.sort_by_key(|b| (b.kind == "variable", b.number));
        Some(log)
    }

    /// How many buffers there are.
    pub fn len(&self) -> usize {
        self.buffers.len()
    }

    /// Whether there is no buffer.
    pub fn is_empty(&self) -> bool {
        self.buffers.is_empty()
    }

    /// The first buffer in which `self`, the original's, and `other`, under the same seed, differ.
    pub fn difference(&self, other: &MemoryLog) -> Option<String> {
        self.first_difference(other, Contents::All)
    }

    /// Whether the buffers hold the same under another seed, apart from what was never written.
    pub fn agrees_under_another_seed(&self, other: &MemoryLog) -> bool {
        self.first_difference(other, Contents::Written).is_none()
    }

    fn first_difference(&self, other: &MemoryLog, which: Contents) -> Option<String> {
        let live = self.idle_at_exit && other.idle_at_exit;
        let (mine, others) = (self.counting(live), other.counting(live));
        let threads = |buffers: &[&Buffer]| buffers.iter().any(|b| b.thread > 0);
        match threads(&mine) || threads(&others) {
            true => difference_of_multisets(&mine, &others, which),
            false => difference_in_order(&mine, &others, which),
        }
    }

    fn counting(&self, live: bool) -> Vec<&Buffer> {
        self.buffers.iter().filter(|b| live || !b.alive_at_exit).collect()
    }
}

impl Contents {
    fn of(self, buffer: &Buffer) -> u64 {
        match self {
            Contents::All => buffer.contents,
            Contents::Written => buffer.written,
        }
    }
}

fn difference_in_order(mine: &[&Buffer], others: &[&Buffer], which: Contents) -> Option<String> {
    for (buffer, other) in mine.iter().zip(others) {
        let same = (&buffer.kind, buffer.number, buffer.size, buffer.alive_at_exit)
            == (&other.kind, other.number, other.size, other.alive_at_exit);
        if !same {
            return Some(format!("{} is {}; here {other} is {}", buffer, end(buffer), end(other)));
        }
        if which.of(buffer) != which.of(other) {
            return Some(format!("{buffer} holds other bytes when it is {}", end(buffer)));
        }
    }
    let counts = (mine.len(), others.len());
    (counts.0 != counts.1)
        .then(|| format!("{} buffers are freed or alive at exit instead of {}", counts.1, counts.0))
}

fn end(buffer: &Buffer) -> &'static str {
    match buffer.alive_at_exit {
        true => "alive at exit",
        false => "freed",
    }
}

fn difference_of_multisets(
    mine: &[&Buffer],
    others: &[&Buffer],
    which: Contents,
) -> Option<String> {
    let mut left: Vec<(&str, u64, u64)> = mine.iter().map(|b| key(b, which)).collect();
    left.sort_unstable();
    for other in others {
        match left.binary_search(&key(other, which)) {
            Ok(found) => {
                left.remove(found);
            }
            Err(_) => {
                return Some(format!("{other} holds bytes that no buffer of the original holds"))
            }
        }
    }
    let missing = left.len();
    (missing > 0).then(|| format!("{missing} buffers of the original are missing"))
}

fn key(buffer: &Buffer, which: Contents) -> (&str, u64, u64) {
    (&buffer.kind, buffer.size, which.of(buffer))
}

fn parse_buffer(line: &str) -> Option<Buffer> {
    let mut words = line.split(' ');
    let buffer = Buffer {
        number: words.next()?.parse().ok()?,
        kind: words.next()?.to_owned(),
        size: words.next()?.parse().ok()?,
        thread: words.next()?.parse().ok()?,
        alive_at_exit: match words.next()? {
            "alive" => true,
            "freed" => false,
            _ => return None,
        },
        contents: u64::from_str_radix(words.next()?, 16).ok()?,
        written: u64::from_str_radix(words.next()?, 16).ok()?,
    };
    words.next().is_none().then_some(buffer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(text: &str) -> MemoryLog {
        MemoryLog::parse(text).expect("a log")
    }

    #[test]
    fn the_order_of_frees_does_not_matter() {
        let a = log("0 device 4 0 freed 1 1\n1 device 8 0 freed 2 2\nend idle\n");
        let b = log("1 device 8 0 freed 2 2\n0 device 4 0 freed 1 1\nend idle\n");
        assert_eq!(a.difference(&b), None);
    }

    #[test]
    fn the_first_difference_is_named() {
        let a = log("0 device 4 0 freed 1 1\n1 pinned 8 0 alive 2 2\nend idle\n");
        let b = log("0 device 4 0 freed 1 1\n1 pinned 8 0 alive 3 2\nend idle\n");
        let said = a.difference(&b).expect("a difference");
        assert_eq!(
            said,
            "buffer 2 (pinned memory, 8 bytes) holds other bytes when it is alive at exit"
        );
        assert!(a.agrees_under_another_seed(&b));
    }

    #[test]
    fn live_buffers_count_only_when_nothing_is_in_flight() {
        let a = log("0 device 4 0 alive 1 1\nend idle\n");
        assert_eq!(a.difference(&log("end busy\n")), None);
        assert!(a.difference(&log("end idle\n")).is_some());
    }

    #[test]
    fn with_several_threads_the_order_of_allocation_does_not_matter() {
        let a = log("0 device 4 0 freed 1 1\n1 device 4 1 freed 2 2\n");
        let b = log("0 device 4 0 freed 2 2\n1 device 4 1 freed 1 1\n");
        assert_eq!(a.difference(&b), None);
        assert!(a.difference(&log("0 device 4 0 freed 2 2\n1 device 4 1 freed 3 3\n")).is_some());
        assert!(a.difference(&log("0 device 4 0 freed 1 1\n")).is_some());
        assert!(log("0 device 4 1 freed 1 1\n").difference(&a).is_some());
    }

    #[test]
    fn a_log_may_end_in_the_middle_but_not_be_something_else() {
        assert_eq!(log("0 device 4 0 freed 1 1\n1 dev").len(), 1);
        assert_eq!(MemoryLog::parse("0 device many\n"), None);
    }
}
