#!/usr/bin/python3
"""Draws the samples of a soak as SVG: picture.py FOLDER     (writes soak.svg beside samples.csv)"""
import html, pathlib, sys

import sampling

LEFT, WIDTH, HEIGHT, TOP, GAP = 90, 760, 110, 50, 52
COLOURS = ["#0969da", "#bc4c00", "#1a7f37", "#8250df", "#cf222e"]
STYLE = """
    text { font: 12px system-ui, "DejaVu Sans", sans-serif; fill: #1f2328 }
    .axis { text-anchor: end; fill: #57606a } .hour { text-anchor: middle; fill: #57606a } .name { font-weight: bold }
    line { stroke: #d0d7de } path { fill: none; stroke-width: 1.5 } svg { background: #ffffff }
"""


def charts(rows):
    """Yields a title, whether only samples at rest count, and the names of the curves with their points."""
    programs = [name.removesuffix(".rss") for name in rows[-1] if name.endswith(".rss")]

    def curve(name, scale=1.0, at_rest=None):
        return [(row["seconds"], row[name] * scale) for row in rows if name in row and (at_rest is None or bool(row["at_rest"]) == at_rest)]

    def rate(name, scale):
        resting = [row for row in rows if row["at_rest"]]
        return [(end["seconds"], scale * (end[name] - start[name]) / (end["seconds"] - start["seconds"]))
                for start, end in zip(resting, resting[1:]) if end["seconds"] > start["seconds"]]
    yield "Private memory at rest (MiB)", {program: curve(f"{program}.private", 1 / 1024, True) for program in programs}
    yield "Memory of touchd (MiB): all samples", {"RSS": curve("touchd.rss", 1 / 1024), "PSS": curve("touchd.pss", 1 / 1024),
                                                  "private": curve("touchd.private", 1 / 1024)}
    yield "Descriptors at rest", {program: curve(f"{program}.descriptors", 1, True) for program in programs}
    yield "Descriptors and clients of touchd: all samples", {"descriptors": curve("touchd.descriptors"), "clients": curve("clients")}
    yield "Latency of a tap at rest (ms)", {"p50": curve("latency_p50", 1, True), "p95": curve("latency_p95", 1, True)}
    yield "Log (kB an hour)", {program: rate(f"{program}.log", 3.6) for program in programs}
    yield "Share of a core (%)", {**{program: rate(f"{program}.cpu", 100) for program in programs}, "the soak": rate("own_cpu", 100)}


def nice(value):
    """Returns the next of 1, 2, 5, 10, … that is not less."""
    step = 1e-6
    while True:
        for factor in (1, 2, 5):
            if factor * step >= value:
                return factor * step
        step *= 10


def drawn(rows):
    """Returns the picture as text."""
    shown = list(charts(rows))
    end = max(row["seconds"] for row in rows) or 1
    height = TOP + len(shown) * (HEIGHT + GAP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {height}" role="img" aria-label="A soak of touchd">',
           f"  <style>{STYLE}  </style>",
           f'  <rect width="100%" height="100%" fill="#ffffff"/>',
           f'  <text class="name" x="{LEFT}" y="22">A soak of touchd: {end / 3600:.2f} hours, {len(rows)} samples</text>']
    for number, (title, curves) in enumerate(shown):
        top = TOP + number * (HEIGHT + GAP)
        highest = nice(max((value for points in curves.values() for _, value in points), default=1) or 1)
        out.append(f'  <text class="name" x="{LEFT}" y="{top - 6}">{html.escape(title)}</text>')
        for share in (0, 0.5, 1):
            y = top + HEIGHT * (1 - share)
            out.append(f'  <line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
                       f'<text class="axis" x="{LEFT - 8}" y="{y + 4:.1f}">{highest * share:g}</text>')
        for share in (0, 0.25, 0.5, 0.75, 1):
            out.append(f'  <text class="hour" x="{LEFT + WIDTH * share:.0f}" y="{top + HEIGHT + 15}">{end * share / 60:.1f} min</text>')
        x = LEFT + 330
        for place, (name, points) in enumerate(curves.items()):
            colour = COLOURS[place % len(COLOURS)]
            path = " ".join(f"{'L' if index else 'M'}{LEFT + WIDTH * seconds / end:.1f},{top + HEIGHT * (1 - value / highest):.1f}"
                            for index, (seconds, value) in enumerate(points))
            out.append(f'  <path d="{path}" stroke="{colour}"/>' if path else "")
            out.append(f'  <rect x="{x}" y="{top - 16}" width="10" height="10" fill="{colour}"/><text x="{x + 14}" y="{top - 7}">{html.escape(name)}</text>')
            x += 30 + 7 * len(name)
    return "\n".join(out + ["</svg>", ""])


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    (folder / "soak.svg").write_text(drawn(sampling.read(folder / "samples.csv")))
