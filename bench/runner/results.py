"""Results as JSON: made of measurements, merged, summarised.

The schema is described in `bench/README.md`. `summarise` computes everything but `runs`, so that merged results are
treated as if they had been measured at once.
"""

import json
from statistics import median

from . import programs, stats

SCHEMA = 1
KINDS = ("region_ms", "process_ms")
SAME = ("schema", "device", "driver", "cuda", "commit", "size")


def document(machine, size, built, times):
    """Results of one command."""
    found = {}
    for name, b in built.items():
        runs = {
            variant: {
                "region_ms": [_rounded(run.region_ms) for run in list_of_runs],
                "process_ms": [_rounded(run.process_ms) for run in list_of_runs],
            }
            for variant, list_of_runs in times[name].items()
        }
        found[name] = {"unchanged": b.unchanged, "failures": dict(b.failures), "runs": runs}
    return summarise({"schema": SCHEMA, **machine, "size": size, "programs": found})


def merge(documents):
    """One document of several, which must be of one machine, commit and size. A variant that failed in one of them
    stays failed."""
    first = documents[0]
    for other in documents[1:]:
        different = [key for key in SAME if first.get(key) != other.get(key)]
        if different:
            raise ValueError(f"not to be merged, different: {', '.join(different)}")
    merged = {key: first.get(key) for key in SAME}
    merged["date"] = min(d["date"] for d in documents)
    names = sorted({name for each in documents for name in each["programs"]})
    merged["programs"] = {
        name: _together([each["programs"][name] for each in documents if name in each["programs"]]) for name in names
    }
    return summarise(merged)


def _together(parts):
    """The measurements of one program, one after the other: rounds in which a variant was not run are None."""
    failures = {variant: what for part in parts for variant, what in part["failures"].items()}
    variants = {variant: None for part in parts for variant in part["runs"] if variant not in failures}
    runs = {variant: {kind: [] for kind in KINDS} for variant in variants}
    for part in parts:
        rounds = max((len(times[KINDS[0]]) for times in part["runs"].values()), default=0)
        for variant, kept in runs.items():
            for kind, values in kept.items():
                values += part["runs"].get(variant, {}).get(kind, [None] * rounds)
    return {"unchanged": parts[-1]["unchanged"], "failures": failures, "runs": runs}


def summarise(results):
    """Adds medians, spreads, speedups and the verdict to each program, and means over all."""
    for program in results["programs"].values():
        runs = program["runs"]
        program["variants"] = {variant: _summary(times, runs.get(programs.ORIGINAL)) for variant, times in runs.items()}
        rewritten = program["variants"].get(programs.REWRITTEN, {})
        same = 1.0 if program["unchanged"] else None
        program["region_speedup"] = rewritten.get("region_speedup", same)
        program["process_speedup"] = rewritten.get("process_speedup", same)
        program["region_interval"] = rewritten.get("region_interval")
        program["slower"] = rewritten.get("region_slower", False) or rewritten.get("process_slower", False)
        program["of_expert"] = _share_of(programs.EXPERT, program)
        program["of_bound"] = _share_of(programs.BOUND, program)
    for key in ("region_speedup", "process_speedup", "of_expert", "of_bound"):
        values = [p[key] for p in results["programs"].values()]
        results[f"{key}_mean"] = _rounded(stats.geometric_mean([v for v in values if v is not None]))
    results["slower"] = [name for name, p in results["programs"].items() if p["slower"]]
    return results


def _summary(times, original):
    """What is told of one variant; everything relative is paired with the original's times."""
    summary = {"repeats": len(stats.measured(times["region_ms"]))}
    for kind in ("region", "process"):
        values = stats.measured(times[f"{kind}_ms"])
        summary[f"{kind}_median_ms"] = _rounded(median(values)) if values else None
        summary[f"{kind}_quartiles_ms"] = [_rounded(q) for q in stats.quartiles(values)] if values else None
        before, after = stats.pairs(original[f"{kind}_ms"], times[f"{kind}_ms"]) if original else ([], [])
        if not before:
            continue
        ratios = stats.ratios(before, after)
        interval = stats.median_interval(ratios)
        summary[f"{kind}_speedup"] = _rounded(median(ratios))
        summary[f"{kind}_interval"] = interval and [_rounded(bound) for bound in interval]
        summary[f"{kind}_slower"] = stats.is_slower(before, after)
    return summary


def _share_of(best, program):
    """How fast the rewriting is, where that variant is 1; of a program that was left as it is, the original."""
    variant = programs.ORIGINAL if program["unchanged"] else programs.REWRITTEN
    runs = program["runs"]
    if variant not in runs or best not in runs:
        return None
    ours, other = stats.pairs(runs[variant]["region_ms"], runs[best]["region_ms"])
    return _rounded(median(stats.ratios(other, ours))) if ours else None


def _rounded(value):
    return None if value is None else round(value, 4)


def read(path):
    """A document from a file."""
    return json.loads(path.read_text())


def write(results, path):
    """A document into a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n")
