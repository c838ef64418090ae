"""Which programs there are, and the variants of each."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

ORIGINAL, REWRITTEN, EXPERT, PER_THREAD = "original", "rewritten", "expert", "per-thread"
BOUND = "bound"  # the original, instrumented: its times are those of its busiest part
VARIANTS = (ORIGINAL, REWRITTEN, EXPERT, PER_THREAD, BOUND)


def names(only=()):
    """The programs in the order of their names; with `only`, those whose name contains one of the words."""
    found = sorted(path.stem for path in (ROOT / "programs").glob("*.cu"))
    return [name for name in found if not only or any(word in name for word in only)]


def original(name):
    """The source as a user wrote it."""
    return ROOT / "programs" / f"{name}.cu"


def expert(name):
    """The source written by hand with streams and page-locked memory; None if there is none."""
    path = ROOT / "expert" / f"{name}.cu"
    return path if path.is_file() else None
