"""Runs programs and takes their times.

The variants of one program run one after the other in each round, in an order that turns from round to round, so that
whatever changes on the machine meets all of them. Element i of each list of times belongs to round i.
"""

import re
import subprocess
import time
from dataclasses import dataclass
from typing import Optional

from . import programs

LIMIT_S = 120
REGION = re.compile(rb"^region_ms: ([0-9.]+)$", re.MULTILINE)
BUSY = re.compile(rb"^busy_ms: calls ([0-9.]+) kernels ([0-9.]+) up ([0-9.]+) down ([0-9.]+)$", re.MULTILINE)


@dataclass
class Run:
    """One run of one variant; an instrumented one has no meaningful time of the process."""

    region_ms: float
    process_ms: Optional[float]
    output: bytes


def once(executable, size):
    """Runs an executable; raises `RuntimeError` if it fails its own check or names no time."""
    begin = time.perf_counter()
    try:
        done = subprocess.run([str(executable), size], capture_output=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"no end within {LIMIT_S} s") from None
    process_ms = (time.perf_counter() - begin) * 1000
    region = REGION.search(done.stderr)
    if done.returncode != 0 or region is None:
        text = (done.stdout + done.stderr).decode(errors="replace").strip()
        raise RuntimeError(f"exit status {done.returncode}: {text}")
    busy = BUSY.search(done.stderr)
    if busy is not None:
        return Run(bound(float(region[1]), *map(float, busy.groups())), None, done.stdout)
    return Run(float(region[1]), process_ms, done.stdout)


def bound(region, calls, kernels, up, down):
    """The time of the busiest part, which overlap alone cannot beat: the host's own work, that is the region without
    the calls of CUDA; the kernels, one after the other; the copies of a direction, as from page-locked memory."""
    return max(region - calls, kernels, up, down)


def turned(variants, number):
    """The variants, beginning with another one in each round."""
    start = number % len(variants)
    return variants[start:] + variants[:start]


def one_round(executables, size, number):
    """Runs each variant once. Gives the runs, and what went wrong with others: a failure, or another output than the
    original's."""
    runs, failures = {}, {}
    for variant in turned(list(executables), number):
        try:
            runs[variant] = once(executables[variant], size)
        except (OSError, RuntimeError) as error:
            failures[variant] = str(error)
    reference = runs.get(programs.ORIGINAL)
    for variant in list(runs):
        if reference is not None and runs[variant].output != reference.output:
            shown = runs.pop(variant).output.decode(errors="replace")
            failures[variant] = f"other output than the original's: {shown}"
    return runs, failures


def rounds(built, size, repeats, seconds, say=print):
    """Measures all programs, round by round, until there are so many rounds or so much time has passed; a round that
    was begun is finished. A variant that fails once is dropped, with its times."""
    times = {name: {variant: [] for variant in b.executables} for name, b in built.items()}
    end = None if seconds is None else time.monotonic() + seconds
    longest = 0.0
    for number in range(repeats):
        begin = time.monotonic()
        if end is not None and number > 0 and begin + longest > end:
            say(f"time is over after {number} rounds")
            break
        for name, b in built.items():
            alive = {v: path for v, path in b.executables.items() if v in times[name]}
            if not alive:
                continue
            runs, failures = one_round(alive, size, number)
            for variant, what in failures.items():
                b.failures[variant] = what
                del times[name][variant]
            for variant, run in runs.items():
                times[name][variant].append(run)
        longest = max(longest, time.monotonic() - begin)
        say(f"round {number + 1}: {time.monotonic() - begin:.1f} s")
    return times
