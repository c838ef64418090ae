"""Results for people: a table in Markdown. The picture is `chart.py`."""

from . import programs

COLUMNS = ("program", "original", "rewritten", "speedup (95 %)", "whole process", "expert", "of expert", "of bound",
           "per-thread", "repeats")


def markdown(results):
    """A table of medians and speedups, with the machine above."""
    lines = [
        f"{results['device']}, driver {results['driver']}, CUDA {results['cuda']}, {results['date']}, "
        f"commit {results['commit']}, size {results['size']}.",
        "",
        "| " + " | ".join(COLUMNS) + " |",
        "|---|" + "---:|" * (len(COLUMNS) - 1),
    ]
    lines += [_row(name, program) for name, program in results["programs"].items()]
    lines += ["", f"Geometric means over the programs: region {_times(results['region_speedup_mean'])}, "
              f"process {_times(results['process_speedup_mean'])}, of the expert versions' speed "
              f"{_share(results['of_expert_mean'])}, of the bound {_share(results['of_bound_mean'])}. "
              f"Slower: {', '.join(results['slower']) or 'none'}."]
    lines += [f"{name}, {variant}: {what.splitlines()[0] if what else 'failed'}"
              for name, p in results["programs"].items() for variant, what in p["failures"].items()]
    return "\n".join(lines) + "\n"


def _row(name, program):
    variants = program["variants"]

    def median(variant):
        found = variants.get(variant)
        return f"{found['region_median_ms']:.1f} ms" if found and found["repeats"] else "–"

    def speedup(variant):
        return _times(variants.get(variant, {}).get("region_speedup"))

    interval = program["region_interval"]
    gain = _times(program["region_speedup"])
    if interval:
        gain += f" ({interval[0]:.2f}–{interval[1]:.2f})"
    if program["slower"]:
        gain += " slower"
    rewritten = "unchanged" if program["unchanged"] else median(programs.REWRITTEN)
    repeats = variants.get(programs.ORIGINAL, {}).get("repeats", 0)
    cells = [name, median(programs.ORIGINAL), rewritten, gain, _times(program["process_speedup"]),
             speedup(programs.EXPERT), _share(program["of_expert"]), _share(program["of_bound"]),
             speedup(programs.PER_THREAD), str(repeats)]
    return "| " + " | ".join(cells) + " |"


def _times(value):
    return "–" if value is None else f"{value:.2f}×"


def _share(value):
    return "–" if value is None else f"{100 * value:.0f} %"
