"""Results for people: a table in Markdown and a chart in SVG."""

from html import escape

from . import programs

COMPARED = (programs.REWRITTEN, programs.EXPERT, programs.PER_THREAD)
COLOURS = {programs.REWRITTEN: "#2a6fbb", programs.EXPERT: "#e08a1e", programs.PER_THREAD: "#8a8a8a"}


def markdown(results):
    """A table of medians and speedups, with the machine above."""
    lines = [
        f"{results['device']}, driver {results['driver']}, CUDA {results['cuda']}, {results['date']}, "
        f"commit {results['commit']}, size {results['size']}.",
        "",
        "| program | original | rewritten | speedup (95 %) | whole process | expert | per-thread | repeats |",
        "|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [_row(name, program) for name, program in results["programs"].items()]
    lines += ["", f"Geometric means over the programs: region {_times(results['region_speedup_mean'])}, "
              f"process {_times(results['process_speedup_mean'])}. Slower: {', '.join(results['slower']) or 'none'}."]
    lines += [f"{name}, {variant}: {what.splitlines()[0] if what else 'failed'}"
              for name, p in results["programs"].items() for variant, what in p["failures"].items()]
    return "\n".join(lines) + "\n"


def _row(name, program):
    variants = program["variants"]

    def median(variant):
        found = variants.get(variant)
        return "–" if found is None else f"{found['region_median_ms']:.1f} ms"

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
             speedup(programs.EXPERT), speedup(programs.PER_THREAD), str(repeats)]
    return "| " + " | ".join(cells) + " |"


def _times(value):
    return "–" if value is None else f"{value:.2f}×"


def svg(results):
    """Bars of the region's speedup over the original, which is the line at 1."""
    bar, gap, left, right, top = 9, 12, 170, 60, 46
    shown = [(name, _speedups(p)) for name, p in results["programs"].items()]
    shown = [(name, speedups) for name, speedups in shown if speedups]
    highest = max([1.5] + [value for _, speedups in shown for _, value in speedups])
    scale = 560 / highest
    body, y = [], top
    for name, speedups in shown:
        height = bar * len(speedups)
        body.append(f'<text x="{left - 8}" y="{y + height / 2 + 4}" text-anchor="end">{escape(name)}</text>')
        for variant, value in speedups:
            width = value * scale
            body.append(f'<rect x="{left}" y="{y}" width="{width:.1f}" height="{bar - 1}" fill="{COLOURS[variant]}"/>')
            body.append(f'<text x="{left + width + 4:.1f}" y="{y + bar - 1}" class="small">{value:.2f}</text>')
            y += bar
        y += gap
    legend = [
        f'<rect x="{left + 120 * i}" y="26" width="10" height="10" fill="{COLOURS[variant]}"/>'
        f'<text x="{left + 120 * i + 14}" y="35">{variant}</text>'
        for i, variant in enumerate(COMPARED)
    ]
    one = left + scale
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + 560 + right}" height="{y + 4}" '
        'font-family="sans-serif" font-size="12">\n'
        '<style>text { fill: #333 } .small { font-size: 9px } rect.paper { fill: #fff }</style>\n'
        '<rect class="paper" width="100%" height="100%"/>\n'
        f'<text x="{left}" y="16">Speedup of the region over the original, {escape(results["device"])}</text>'
    )
    line = f'<line x1="{one:.1f}" y1="{top - 4}" x2="{one:.1f}" y2="{y - gap + 4}" stroke="#333" stroke-dasharray="3 3"/>'
    return "\n".join([head, *legend, *body, line, "</svg>"]) + "\n"


def _speedups(program):
    found = [(programs.REWRITTEN, program["region_speedup"])]
    found += [(v, program["variants"].get(v, {}).get("region_speedup")) for v in COMPARED[1:]]
    return [(variant, value) for variant, value in found if value is not None]
