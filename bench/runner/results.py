"""Results as JSON: made of measurements, merged, summarised.

The schema is described in `bench/README.md`. `summarise` computes everything but `runs`, so that merged results are
treated as if they had been measured at once.
"""

import json
from statistics import median

from . import programs, stats

SCHEMA = 1
SAME = ("schema", "device", "driver", "cuda", "commit", "size")


def document(machine, size, built, times):
    """Results of one command."""
    found = {}
    for name, b in built.items():
        runs = {
            variant: {
                "region_ms": [round(run.region_ms, 3) for run in list_of_runs],
                "process_ms": [round(run.process_ms, 3) for run in list_of_runs],
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
    merged["programs"] = {}
    for each in documents:
        for name, program in each["programs"].items():
            merged["programs"][name] = _together(merged["programs"].get(name), program)
    return summarise(merged)


def _together(first, second):
    failures = {**(first or {}).get("failures", {}), **second["failures"]}
    runs = {}
    for part in (first, second):
        for variant, times in (part or {"runs": {}})["runs"].items():
            kept = runs.setdefault(variant, {"region_ms": [], "process_ms": []})
            for key, values in kept.items():
                values.extend(times[key])
    runs = {variant: times for variant, times in runs.items() if variant not in failures}
    return {"unchanged": second["unchanged"], "failures": failures, "runs": runs}


def summarise(results):
    """Adds medians, spreads, speedups and the verdict to each program, and means over all."""
    for program in results["programs"].values():
        runs = program["runs"]
        program["variants"] = {variant: _summary(times, runs) for variant, times in runs.items()}
        rewritten = program["variants"].get(programs.REWRITTEN, {})
        same = 1.0 if program["unchanged"] else None
        program["region_speedup"] = rewritten.get("region_speedup", same)
        program["process_speedup"] = rewritten.get("process_speedup", same)
        program["region_interval"] = rewritten.get("region_interval")
        program["slower"] = rewritten.get("slower", False)
    for kind in ("region", "process"):
        speedups = [p[f"{kind}_speedup"] for p in results["programs"].values()]
        mean = stats.geometric_mean([s for s in speedups if s is not None])
        results[f"{kind}_speedup_mean"] = _rounded(mean)
    results["slower"] = [name for name, p in results["programs"].items() if p["slower"]]
    return results


def _summary(times, runs):
    summary = {"repeats": len(times["region_ms"])}
    original = runs.get(programs.ORIGINAL)
    for kind in ("region", "process"):
        values = times[f"{kind}_ms"]
        summary[f"{kind}_median_ms"] = _rounded(median(values))
        summary[f"{kind}_quartiles_ms"] = [_rounded(q) for q in stats.quartiles(values)]
        if original is None or len(original[f"{kind}_ms"]) != len(values):
            continue
        ratios = stats.ratios(original[f"{kind}_ms"], values)
        interval = stats.median_interval(ratios)
        summary[f"{kind}_speedup"] = _rounded(median(ratios))
        summary[f"{kind}_interval"] = interval and [_rounded(bound) for bound in interval]
    if original is not None and len(original["region_ms"]) == len(times["region_ms"]):
        summary["slower"] = stats.is_slower(original["region_ms"], times["region_ms"])
    return summary


def _rounded(value):
    return None if value is None else round(value, 4)


def read(path):
    """A document from a file."""
    return json.loads(path.read_text())


def write(results, path):
    """A document into a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(results, indent=1) + "\n")
