"""Results as a picture in SVG: a row for each program, on a logarithmic axis of speedups over the original.

The colours follow the reader's light or dark scheme. Shapes differ, too, so that no one needs to tell colours apart.
"""

from html import escape
from math import ceil, floor, log2

from . import programs

ROW, TOP, BOTTOM, LEFT, PLOT, RIGHT = 22, 84, 44, 178, 520, 82
WIDTH = LEFT + PLOT + RIGHT
OTHERS = (programs.EXPERT, programs.PER_THREAD)
CAPTIONS = {
    programs.REWRITTEN: "rewritten (line: 95 % interval)",
    programs.EXPERT: "written by hand",
    programs.PER_THREAD: "nvcc --default-stream per-thread",
}
FONTS = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
STYLE = """
text { fill: #24292f } .soft { fill: #57606a } .paper { fill: #ffffff; stroke: #d0d7de }
.grid { stroke: #e4e8ec } .one { stroke: #57606a } .stripe { fill: #f6f8fa }
.rewritten { fill: #0969da; stroke: #0969da } .unchanged { fill: #ffffff; stroke: #57606a }
.expert { fill: #ffffff; stroke: #bc4c00 } .per-thread { stroke: #6e7781 } .slower { fill: #cf222e; stroke: #cf222e }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .soft { fill: #9198a1 } .paper { fill: #0d1117; stroke: #3d444d }
.grid { stroke: #262c36 } .one { stroke: #9198a1 } .stripe { fill: #151b23 }
.rewritten { fill: #4493f8; stroke: #4493f8 } .unchanged { fill: #0d1117; stroke: #9198a1 }
.expert { fill: #0d1117; stroke: #f0883e } .per-thread { stroke: #9198a1 } .slower { fill: #f85149; stroke: #f85149 }
}"""


def svg(results):
    """The chart, the fastest rewriting first."""
    rows = [(name, p) for name, p in results["programs"].items() if p["region_speedup"] is not None]
    rows.sort(key=lambda row: (-row[1]["region_speedup"], row[0]))
    axis = Axis([value for _, p in rows for value in _values(p)])
    bottom = TOP + ROW * len(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + BOTTOM}" width="{WIDTH}" '
        f'height="{bottom + BOTTOM}" font-family="{FONTS}" font-size="12">',
        f"<style>{STYLE}\n</style>",
        f'<rect class="paper" x="0.5" y="0.5" width="{WIDTH - 1}" height="{bottom + BOTTOM - 1}" rx="8"/>',
        *_heading(results),
        *(f'<rect class="stripe" x="12" y="{TOP + ROW * i}" width="{WIDTH - 24}" height="{ROW}"/>'
          for i in range(0, len(rows), 2)),
        *_grid(axis, bottom),
    ]
    for number, (name, program) in enumerate(rows):
        parts += _row(axis, TOP + ROW * number + ROW / 2, name, program)
    return "\n".join([*parts, "</svg>"]) + "\n"


class Axis:
    """From speedups to pixels. Holds 1, all values, and some room."""

    def __init__(self, values):
        low, high = min([0.85, *values]), max([1.5, *values])
        self.low, self.high = log2(low) - 0.06, log2(high) + 0.06

    def at(self, value):
        """Where a speedup lies."""
        return LEFT + PLOT * (log2(value) - self.low) / (self.high - self.low)

    def ticks(self):
        """Powers of two, and what lies between them as far as there is room."""
        steps = (1, 1.25, 1.5, 1.75) if self.high - self.low < 2 else (1, 1.5) if self.high - self.low < 4 else (1,)
        found = [2.0**power * step for power in range(floor(self.low), ceil(self.high)) for step in steps]
        return [value for value in found if self.low <= log2(value) <= self.high]


def _values(program):
    found = [program["region_speedup"], *(program["region_interval"] or [])]
    found += [program["variants"].get(variant, {}).get("region_speedup") for variant in OTHERS]
    return [value for value in found if value is not None]


def _heading(results):
    told = [results["device"], f"{results['size']} size"]
    if results["region_speedup_mean"] is not None:
        told.append(f"geometric mean {results['region_speedup_mean']:.2f}×")
    if results["of_expert_mean"] is not None:
        told.append(f"{100 * results['of_expert_mean']:.0f} % of the speed of the versions by hand")
    parts = [
        '<text x="20" y="28" font-size="15" font-weight="600">Speedup over the synchronous original</text>',
        f'<text x="20" y="47" class="soft">{escape(" · ".join(told))}</text>',
    ]
    compared = [p["variants"] for p in results["programs"].values()]
    present = {variant for each in compared for variant, found in each.items() if "region_speedup" in found}
    x = 20
    for variant, caption in CAPTIONS.items():
        if variant not in present:
            continue
        parts += [_mark(variant, x + 6, 66), f'<text x="{x + 17}" y="70" class="soft">{caption}</text>']
        x += 34 + 6.1 * len(caption)
    return parts


def _grid(axis, bottom):
    parts = []
    for value in axis.ticks():
        x, kind = axis.at(value), "one" if value == 1 else "grid"
        parts.append(f'<line class="{kind}" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 18}" text-anchor="middle" class="soft">{value:g}×</text>')
    return parts


def _row(axis, y, name, program):
    speedup, interval, one = program["region_speedup"], program["region_interval"], axis.at(1)
    kind = "unchanged" if program["unchanged"] else "slower" if program["slower"] else programs.REWRITTEN
    parts = [f'<text x="{LEFT - 12}" y="{y + 4}" text-anchor="end">{escape(name)}</text>']
    for variant in reversed(OTHERS):
        value = program["variants"].get(variant, {}).get("region_speedup")
        if value is not None:
            parts.append(_mark(variant, axis.at(value), y))
    if kind != "unchanged":
        x = axis.at(speedup)
        parts.append(f'<rect class="{kind}" x="{min(one, x):.1f}" y="{y - 2}" width="{abs(x - one):.1f}" height="4" '
                     'stroke="none" opacity="0.35"/>')
        if interval:
            low, high = (axis.at(bound) for bound in interval)
            parts.append(f'<line class="{kind}" x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke-width="1.5"/>')
    parts.append(_mark(kind, axis.at(speedup), y))
    told = "unchanged" if kind == "unchanged" else f"{speedup:.2f}×"
    weight = "" if kind == "unchanged" else ' font-weight="600"'
    soft = ' class="soft"' if kind == "unchanged" else ""
    parts.append(f'<text x="{WIDTH - 20}" y="{y + 4}" text-anchor="end"{weight}{soft}>{told}</text>')
    return parts


def _mark(kind, x, y):
    """A disc for a rewriting, a diamond for the version by hand, a bar for the compiler's option."""
    if kind == programs.EXPERT:
        return f'<path class="{kind}" d="M{x:.1f} {y - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5z" stroke-width="1.8"/>'
    if kind == programs.PER_THREAD:
        return f'<line class="{kind}" x1="{x:.1f}" y1="{y - 6}" x2="{x:.1f}" y2="{y + 6}" stroke-width="2"/>'
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y}" r="4.5" stroke-width="1.5"/>'
