"""Results as one table of text."""

from __future__ import annotations

from typing import Any

HEAD = ("case", "threads", "primal s", "GB/s", "of {}", "gradient s", "of {}", "gradient/primal", "adjoint/primal",
        "H v / gradient", "peak MB", "gradient MB", "memory", "first/warm", "objective", "|gradient|", "targets")
SHORT = {"ratio": "gradient/primal", "adjoint_ratio": "adjoint/primal", "memory_ratio": "memory", "primal_of_triad": "primal of triad",
         "first_over_warm": "first/warm", "hessian_ratio": "H v / gradient", "gradient_peak_gib": "gradient GiB",
         "table_of_wall": "loops of wall", "solve_adjoint": "reversed solve/solve and its bytes", "slowest_loop": "slowest primal loop of copy", "idle": "no kernel runs"}
LOOPS = ("case", "loop", "pass", "calls", "seconds", "of copy")


def fraction(row: dict[str, Any], key: str) -> str:
    """Share of the triad; in cache the triad is no bound, and nothing is said."""
    return "-" if row["in_cache"] or key not in row else f"{100 * row[key]:.0f} %"


def verdict(target: dict[str, Any], value: float | None) -> str:
    missed = "not measured" if value is None else f"miss ({value:.2f})"
    return f"{SHORT[target['quantity']]} {target['bound']}: " + ("pass" if target["met"] else missed)


def verdicts(row: dict[str, Any]) -> str:
    return "; ".join(verdict(target, row.get(target["quantity"])) for target in row["targets"])


def number(row: dict[str, Any], key: str, form: str, unit: float = 1.0) -> str:
    """Nothing where it was not measured."""
    return format(row[key] / unit, form) if key in row else "-"


def cells(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        row["case"], str(row["threads"]), f"{row['primal_seconds']:.4f}",
        f"{row['primal_bytes'] / row['primal_seconds'] / 1e9:.1f}", fraction(row, "primal_of_triad"),
        number(row, "gradient_seconds", ".4f"), fraction(row, "gradient_of_triad"), number(row, "ratio", ".2f"), number(row, "adjoint_ratio", ".2f"),
        number(row, "hessian_ratio", ".2f"),
        number(row, "primal_peak_bytes", ".0f", 1e6), number(row, "gradient_peak_bytes", ".0f", 1e6), number(row, "memory_ratio", ".2f"),
        number(row, "first_over_warm", ".2f"), number(row, "objective", ".3g"), number(row, "gradient_norm", ".3g"), verdicts(row),
    )


def aligned(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) if column in (0, len(row) - 1) else cell.rjust(width)
                  for column, (cell, width) in enumerate(zip(row, widths))).rstrip()
        for row in rows
    ]


def solves(row: dict[str, Any]) -> str:
    """Wanted of 256³ cells: 80 % along x and z, 100 % along y."""
    axes = ", ".join(f"{axis} {100 * part:.0f} %" for axis, part in row["of_triad"].items())
    return f"tridiagonal systems in {row['cells']}³ cells, {row['threads']} thread(s), of triad: {axes}"


def hand_written(result: dict[str, Any]) -> list[str]:
    if not result["hand_written"]:
        return []
    forms = [form for form in result["hand_written"][0]["seconds"]["3"] if form != "primal"]
    rows = [("stencil", "threads", *forms)]
    for entry in result["hand_written"]:
        for points, seconds in entry["seconds"].items():
            rows.append((f"{points} points", str(entry["threads"]), *(f"{seconds[f] / seconds['primal']:.2f}" for f in forms)))
    return ["", "hand-written adjoint sweeps over their primal sweep:", *aligned(rows)]


def of_device(rows: list[dict[str, Any]]) -> list[str]:
    """Primal and reversed loops, while they run, and for how much of the time none does."""
    lines = [LOOPS]
    for row in rows:
        reverse = [loop for loop in row.get("loops", []) if loop["pass"] == "reversed"]
        for loop in (*row.get("primal_loops", []), *reverse):
            part = f"{100 * loop['of_triad']:.0f} %" if loop["bytes"] > 0 else "-"
            lines.append((row["case"], loop["name"], loop["pass"], str(loop["calls"]), f"{loop['seconds']:.6f}", part))
    idle = [f"{row['case']}: no kernel runs {100 * part:.0f} % of the wall time ({which})" for row in rows if "idle" in row
            for which, part in row["idle_parts"].items()]
    return ["", *aligned(lines), *idle]


def render(result: dict[str, Any]) -> str:
    about, measure = result["machine"], result.get("measure", "triad")
    lines = [f"{about['cpu']}, {about['cores']} cores, {' '.join(about['compiler'])}, commit {about['commit']}"]
    lines += [f"{measure}, {threads} thread(s): {rate / 1e9:.1f} GB/s" for threads, rate in result["triad"].items()]
    lines += ["", *aligned([tuple(head.format(measure) for head in HEAD), *map(cells, result["rows"])])]
    lines += [f"{refused['case']}, {refused['threads']} thread(s): refused: {refused['why']}" for refused in result["refused"]]
    if measure == "copy":
        return "\n".join([*lines, *of_device(result["rows"])])
    return "\n".join([*lines, *hand_written(result), *map(solves, result.get("tridiagonal", []))])
