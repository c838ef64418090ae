#!/usr/bin/env python3
"""Builds and measures the benchmark programs on this machine's GPU, or merges results.

Exit status: 0 measured; 1 a program failed or printed something else than its original; 2 no GPU, no compiler, or
arguments that cannot be used.
"""

import argparse
import datetime
import os
import sys
from pathlib import Path

from runner import build, chart, machine, measure, programs, report, results


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", choices=("small", "default", "large"), default="default")
    parser.add_argument("--repeats", type=int, default=15, help="rounds; each runs every variant once (15)")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="begin no round that would end later than this")
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="programs whose name contains a word")
    parser.add_argument("--variants", nargs="+", choices=programs.VARIANTS, default=list(programs.VARIANTS))
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--rewritten", type=Path, metavar="DIR", help="rewritten programs, made before")
    source.add_argument("--tool", type=Path, default=programs.ROOT.parent / "target/release/streamalloc")
    parser.add_argument("--build", type=Path, default=programs.ROOT.parent / "build/bench", metavar="DIR")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="compilers at a time")
    parser.add_argument("--arch", default="native", help="nvcc's -arch (native)")
    parser.add_argument("--commit", help="commit of the rewriter (that of this checkout)")
    parser.add_argument("--merge", nargs="+", type=Path, metavar="JSON", help="measure nothing, merge these results")
    parser.add_argument("--out", type=Path, metavar="STEM", help="write STEM.json, STEM.md and STEM.svg")
    parsed = parser.parse_args()
    if parsed.repeats < 1:
        parser.error("--repeats must be at least 1")
    if programs.ORIGINAL not in parsed.variants:
        parsed.variants.insert(0, programs.ORIGINAL)
    return parsed


def refuse(message):
    """Says why nothing is measured; exit status 2."""
    print(f"bench: {message}", file=sys.stderr)
    sys.exit(2)


def measured(args):
    """Builds and runs; gives the results."""
    gpu, compiler = machine.gpu(), machine.nvcc()
    if gpu is None:
        refuse("this machine has no GPU that nvidia-smi knows of; nothing is measured")
    if compiler is None:
        refuse("no nvcc: not on the path, nor in NVCC, STREAMALLOC_CUDA, CUDA_HOME or /usr/local/cuda")
    if args.rewritten is None and programs.REWRITTEN in args.variants and not args.tool.is_file():
        refuse(f"{args.tool} is missing: build it, or name rewritten programs with --rewritten")
    names = programs.names(args.only)
    if not names:
        refuse("no program has such a name")
    builder = build.Builder(args.build, compiler, args.arch, args.tool, args.rewritten)
    built = builder.build(names, args.variants, args.jobs)
    times = measure.rounds(built, args.size, args.repeats, args.time, lambda line: print(line, file=sys.stderr))
    about = {
        "date": datetime.date.today().isoformat(),
        **gpu,
        "cuda": machine.nvcc_version(compiler),
        "commit": args.commit or machine.commit(programs.ROOT),
    }
    return results.document(about, args.size, built, times)


def main():
    """Measures or merges, prints the table, and writes the files."""
    args = arguments()
    if args.merge:
        try:
            found = results.merge([results.read(path) for path in args.merge])
        except (OSError, ValueError) as error:
            refuse(str(error))
    else:
        found = measured(args)
    print(report.markdown(found), end="")
    if args.out:
        results.write(found, Path(f"{args.out}.json"))
        Path(f"{args.out}.md").write_text(report.markdown(found))
        Path(f"{args.out}.svg").write_text(chart.svg(found))
    return 1 if any(program["failures"] for program in found["programs"].values()) else 0


if __name__ == "__main__":
    sys.exit(main())
