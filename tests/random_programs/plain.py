"""The same batch as plain loops over arrays, for any number type: `plain.cpp` includes `programs.inc` once per type."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.random_programs.application import ranges
from tests.random_programs.model import REDUCTIONS, SCALARS, Batch, Call, Constant, Copied, Event, Kernel, Looked, Outside, Param, Program, Reckoned, Solved, Squared, Swapped, Taken
from tests.random_programs import application

NEUTRAL = {"INC": "0.0", "MIN": "std::numeric_limits<double>::infinity()", "MAX": "-std::numeric_limits<double>::infinity()"}


def main_text(batch: Batch) -> str:
    bounds = "".join(f"int {name}[] = {{{', '.join(map(str, b))}}};\n" for name, b in ranges(batch.size).items())
    spaces = "".join(f"namespace {space} {{\nusing Double = {double};\nusing Float = {float_};\n#include \"plain.hpp\"\n#include \"programs.inc\"\n}}\n"
                     for space, double, float_ in (("tracked", "Number<double>", "Number<float>"), ("wide", "long double", "long double")))
    size = ", ".join(map(str, (*batch.size, *[1] * (3 - batch.dims))))
    return f'#include "plain_main.hpp"\nconstexpr int dims = {batch.dims}, size[] = {{{size}}};\n{bounds}{spaces}#include "plain_run.hpp"\n'


def programs_text(batch: Batch) -> str:
    lines = [*_world(batch), *(_typed(line) for k in batch.kernels for line in application.kernel(k)),
             *(line for k in batch.kernels for line in _loop(batch, k)), *(line for n, p in enumerate(batch.programs) for line in _program(batch, n, p))]
    table = ", ".join(f"program_{n}" for n in range(len(batch.programs)))
    return "\n".join(lines) + f"\nvoid (*const programs[])() = {{{table}}};\n"


def _typed(text: str) -> str:
    combined = re.fullmatch(r"(\s*)(\w+)\.combine_(min|max)\(((?:-?\d, )+)(.*)\);", text)
    if combined:
        pad, name, how, at, value = combined.groups()
        cell = f"{name}({at[:-2]})"
        text = f"{pad}{cell} = {how.upper()}({cell}, {value});"
    return re.sub(r"\bfloat\b", "Float", re.sub(r"\bdouble\b", "Double", text))


def _real(real: str) -> str:
    return "Float" if real == "float" else "Double"


def _world(batch: Batch) -> Iterator[str]:
    yield "double rate;\nDouble g[1];"
    made = []
    for kind in batch.kinds:
        axes = ", ".join("true" if extends else "false" for extends in (*kind.axes, *[False] * (3 - batch.dims)))
        for name in kind.names:
            type_ = f"Field<{_real(kind.real)}>"
            yield f"{type_} *{name};"
            made.append(f'{name} = new {type_}("{name}", {kind.components}, {{{axes}}});')
    for n, (name, (real, dim)) in enumerate(SCALARS.items()):
        yield f"Scalar<{_real(real)}>* {name};"
        made.append(f'{name} = new Scalar<{_real(real)}>("{name}", {dim}, {n});')
    for name, (real, dim, access) in REDUCTIONS.items():
        yield f"Total<{_real(real)}>* {name};"
        made.append(f'{name} = new Total<{_real(real)}>("{name}", {dim}, {NEUTRAL[access]});')
    first = batch.kinds[0].names
    yield f"Field<Double>* declared[{len(first)}];"
    again = [f"declared[{n}] = {name};" for n, name in enumerate(first)]
    yield "void reset() { inputs.clear(); rate = 0.4; g[0] = 0.6; objective = Double(0); results.clear(); " + " ".join(made + again) + " }"


def _loop(batch: Batch, k: Kernel) -> Iterator[str]:
    kept = [p for p in k.params if p.what in ("dat", "scalar", "reduction")]
    types = {"dat": "Field", "scalar": "Scalar", "reduction": "Total"}
    yield f"void loop_{k.name}({', '.join(f'{types[p.what]}<{_real(p.type)}>& {p.name}' for p in kept)}) {{"
    lower = [p for p in kept if p.what == "dat" and batch.kind(p.kind).lower]
    for p in lower:
        used = "last = Last::read" if p.access == "READ" else "last = Last::set"
        yield f"  {p.name}.{f'starts(Last::{p.access}, {NEUTRAL[p.access]})' if p.access in NEUTRAL else used};"
    dats = [p for p in kept if p.what == "dat"]
    yield f"  each({k.range}, [&](const int* idx) {{"
    yield "    (void)idx;"
    for p in dats:
        yield f"    Cell<{_real(p.type)}> at_{p.name} = {p.name}.at(idx);"
    yield f"    {k.name}({', '.join(map(_given, k.params))});"
    yield "  });"
    yield "}"


def _given(p: Param) -> str:
    if p.what == "dat":
        return f"at_{p.name}"
    return {"idx": "idx", "gbl": "g"}.get(p.what, f"{p.name}.value.data()")


def _program(batch: Batch, number: int, p: Program) -> Iterator[str]:
    yield f"void program_{number}() {{"
    n = 0
    for events, repeated in ((p.before, False), (p.step, True), (p.after, False)):
        if repeated:
            yield f"  for (int step = 0; step < {p.steps}; ++step) {{ g[0] = 0.6 + 0.1 * step;"
        for e in events:
            yield f"    if (on({n})) {_statement(e)}"
            n += 1
        if repeated:
            yield "  }"
    yield from (f"  seed(*{name}, {weight});" for name, weight in p.seeds)
    yield "}"


def _statement(e: Event) -> str:
    if isinstance(e, Outside):
        e = e.call
    if isinstance(e, Call):
        return f"loop_{e.kernel.name}({', '.join(f'*{name}' for name in e.bound)});"
    if isinstance(e, Taken):
        return f"take(*{e.scalar}, *{e.reduction});"
    if isinstance(e, Looked):
        return f"static_cast<void>({e.reduction}->result());"
    if isinstance(e, Copied):
        return f"copy(*{e.target}, *{e.source});"
    if isinstance(e, Swapped):
        return f"std::swap({e.one}, {e.other});"
    if isinstance(e, Squared):
        return f"square(*{e.u}, *{e.v});"
    if isinstance(e, Reckoned):
        return f"reckon(*{e.source}, *{e.target}, {'true' if e.how == 'anew' else 'false'});"
    if isinstance(e, Solved):
        return f"solve(*{e.u}, *{e.d}, {e.to or 'decltype(' + e.d + '){}'}, {e.axis}, {e.range});"
    if isinstance(e, Constant):
        return f"rate *= {e.factor};"
    return f"wrap(*declared[{e.dat}]);"
