"""Which form of a reversed loop each kernel of a batch takes, and what its programs contain."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.random_programs import application
from tests.random_programs.model import REDUCTIONS, Batch, Program, Taken, calls
from translator.diagnostics import has_errors, render_all
from translator.pipeline import Job, understand
from translator.targets import known
from translator.view.program import build

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def forms(batch: Batch, folder: Path) -> dict[str, str]:
    """By kernel: gather, points, rows, push, scatter; "reference" where it has no code of its own."""
    source = folder / f"forms_{batch.seed}.cpp"
    source.write_text(application.text(batch))
    outcome = understand(Job((str(source),), ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include", f"-I{HERE / 'outside'}"), "forms"))
    assert not has_errors(outcome.diagnostics), render_all(outcome.diagnostics)
    loops = build(outcome.program, outcome.analysed, "openmp", known()["openmp"].target).loops
    return {loop.kernel: loop.owner.form if loop.owner else "scatter" if loop.scatter else "none" for loop in loops}


def contents(program: Program) -> set[str]:
    """What a program contains, in the words of README.md."""
    out = {feature for c in calls(program.events) for feature in c.kernel.features}
    out |= {type(e).__name__ for e in program.events}
    out |= {"marked steps" if program.marked else "steps to be found"} if program.steps > 1 else set()
    for n, e in enumerate(program.events):
        later = calls(program.events[n:])
        if isinstance(e, Taken) and any(e.scalar in c.bound for c in later):
            out |= {"scalar from a reduction", f"scalar from {REDUCTIONS[e.reduction][2]}"}
            if any(e.scalar in c.bound and "scalar with RW" in c.kernel.features for c in later):
                out.add("scalar from a reduction with RW")
    return out


def count(batches: list[Batch], by_kernel: dict[tuple[int, str], str]) -> Counter[str]:
    """In how many programs each form and each content is."""
    counted: Counter[str] = Counter()
    for batch in batches:
        for p in batch.programs:
            counted.update(contents(p) | {by_kernel[batch.seed, c.kernel.name] for c in calls(p.events)})
    return counted
