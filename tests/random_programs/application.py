"""A batch as the text of an application against the public API."""

from __future__ import annotations

from collections.abc import Iterator

from tests.random_programs.model import (REDUCTIONS, SCALARS, Batch, Call, Constant, Copied, Event, Kernel, Looked, Outside, Param, Program, Reckoned, Solved,
                                         Squared, Swapped, Taken, Wrapped)


def text(batch: Batch) -> str:
    """All programs; the number of one is the first word of the command line."""
    return "\n".join([*_head(batch), *(line for k in batch.kernels for line in kernel(k)), *(line for k in batch.kernels for line in _loop(batch, k)),
                      *(line for n, p in enumerate(batch.programs) for line in _program(n, p)), *_main(batch)]) + "\n"


def kernel(k: Kernel) -> Iterator[str]:
    yield f"void {k.name}({', '.join(map(_parameter, k.params))}) {{  // {k.style}"
    yield from (f"  {line}" for line in k.body)
    yield "}"


def _parameter(p: Param) -> str:
    if p.what == "dat":
        return f"{'const ' if p.access == 'READ' else ''}ACC<{p.type}>& {p.name}"
    if p.what == "idx":
        return "const int* idx"
    return f"{'' if p.what == 'reduction' else 'const '}{p.type}* {p.name}"


def _head(batch: Batch) -> Iterator[str]:
    yield f"// Batch {batch.seed}: {len(batch.programs)} random programs."
    yield f"#define OPS_{batch.dims}D"
    yield from (["#define SECOND"] if batch.second else [])
    yield '#include "ops.hpp"'
    yield "double rate = 0.4, g[] = {0.6};"
    yield f"constexpr int dims = {batch.dims};"
    yield f"int size[] = {{{', '.join(map(str, batch.size))}}};"
    for name, bounds in ranges(batch.size).items():
        yield f"int {name}[] = {{{', '.join(map(str, bounds))}}};"
    yield "ops_block block;"
    yield f"ops_dat {', '.join(n for k in batch.kinds for n in k.names)};"
    yield f"ops_scalar {', '.join(SCALARS)};"
    yield f"ops_reduction {', '.join(REDUCTIONS)};"
    yield f"ops_stencil centre, {', '.join(_stencils(batch).values())};"
    at = f"({', '.join('0' * batch.dims)})"
    yield f"""void equations(const ACC<double>& u, ACC<double>& below, ACC<double>& here, ACC<double>& above) {{
  const double x = u{at} / (1.0 + u{at} * u{at});
  below{at} = 0.3 * x - 0.4;
  here{at} = 1.7 + x * x;
  above{at} = 0.5 + 0.4 * x;
}}"""
    yield '#include "harness.hpp"'


def ranges(size: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    def box(first: tuple[int, int], lo: int, hi: int) -> tuple[int, ...]:
        return (*first, *(b for n in size[1:] for b in (lo, n + hi)))

    n = size[0]
    return {"inside": box((0, n), 0, 0), "whole": box((-1, n + 1), -1, 1), "part": box((1, n - 2), 0, 0), "third": box((0, max(2, n // 3)), 0, 0),
            "low": box((-1, 0), 0, 0), "high": box((n, n + 1), 0, 0), "first": box((0, 1), 0, 0), "last": box((n - 1, n), 0, 0),
            "under": (*box((0, n), 0, 0)[:-2], 0, 1), "over": (*box((0, n), 0, 0)[:-2], size[-1] - 1, size[-1])}


def _stencils(batch: Batch) -> dict[tuple[object, ...], str]:
    """(offsets, axes) -> name."""
    out: dict[tuple[object, ...], str] = {}
    for k in batch.kernels:
        for p in k.params:
            if p.what == "dat":
                out.setdefault((p.offsets, batch.kind(p.kind).axes), f"stencil_{len(out)}")
    return out


def _loop(batch: Batch, k: Kernel) -> Iterator[str]:
    types = {"dat": "ops_dat", "scalar": "ops_scalar", "reduction": "ops_reduction"}
    yield f"void loop_{k.name}({', '.join(f'{types[p.what]} {p.name}' for p in k.params if p.what in types)}) {{"
    args = ", ".join(_argument(batch, p) for p in k.params)
    yield f'  ops_par_loop({k.name}, "{k.name}", block, {batch.dims}, {k.range}, {args});'
    yield "}"


def _argument(batch: Batch, p: Param) -> str:
    if p.what == "dat":
        kind = batch.kind(p.kind)
        return f'ops_arg_dat({p.name}, {p.dim}, {_stencils(batch)[p.offsets, kind.axes]}, "{kind.type}", OPS_{p.access})'
    if p.what == "scalar":
        return f'ops_arg_scalar({p.name}, {p.dim}, "{p.type}", OPS_READ)'
    if p.what == "reduction":
        return f'ops_arg_reduce({p.name}, {p.dim}, "{p.type}", OPS_{p.access})'
    return "ops_arg_idx()" if p.what == "idx" else 'ops_arg_gbl(g, 1, "double", OPS_READ)'


def _program(number: int, p: Program) -> Iterator[str]:
    yield f"void program_{number}() {{"
    n = 0
    for events, pad, repeated in ((p.before, "  ", False), (p.step, "    ", True), (p.after, "  ", False)):
        if repeated:
            yield f"  for (int step = 0; step < {p.steps}; ++step) {{"
            yield from (["    ops_ad_step();"] if p.marked else [])
            yield "    g[0] = 0.6 + 0.1 * step;"
        for e in events:
            yield f"{pad}if (on({n})) {statement(e)}"
            n += 1
        if repeated:
            yield "  }"
    yield from (f"  seed({name}, {weight});" for name, weight in p.seeds)
    yield "}"


def statement(e: Event) -> str:
    if isinstance(e, Call):
        return f"loop_{e.kernel.name}({', '.join(e.bound)});"
    if isinstance(e, Taken):
        return f"ops_scalar_from_reduction({e.scalar}, {e.reduction});"
    if isinstance(e, Looked):
        return f"look({e.reduction});"
    if isinstance(e, Copied):
        return f"ops_dat_deep_copy({e.target}, {e.source});"
    if isinstance(e, Swapped):
        return f"std::swap({e.one}, {e.other});"
    if isinstance(e, Wrapped):
        return f"ops_halo_transfer(periodic[{e.dat}]);"
    if isinstance(e, Squared):
        return f"external_square({e.u}, {e.v});"
    if isinstance(e, Reckoned):
        return f"external_scalar<{'true' if e.how == 'anew' else 'false'}, {'false' if e.how == 'pointer' else 'true'}, {'true' if e.declared else 'false'}>({e.source}, {e.target}, a0);"
    if isinstance(e, Solved):
        return f"solve({e.u}, {e.d}, {e.to or 'nullptr'}, {e.axis}, {e.range});"
    if isinstance(e, Constant):
        return f'{{ rate *= {e.factor}; ops_update_const("rate", 1, "double", &rate); }}'
    return _outside(e)


def _outside(e: Outside) -> str:
    """The handles are kept as they are at the call: programs exchange them."""
    names = tuple(dict.fromkeys(e.call.bound))
    access = {name: p.access for p, name in zip((p for p in e.call.kernel.params if p.what == "dat"), e.call.bound)}
    kept = ", ".join(f"{name} = {name}" for name in names)
    touched = ", ".join(f"{{{name}, OPS_{access[name]}}}" for name in names)
    return f"external_loop([{kept}] {{ loop_{e.call.kernel.name}({', '.join(e.call.bound)}); }}, {{{touched}}});"


def _main(batch: Batch) -> Iterator[str]:
    yield "void declare() {"
    yield '  block = ops_decl_block(dims, "block");'
    for (offsets, axes), name in _stencils(batch).items():
        flat = ", ".join(str(c) for o in offsets for c in o)  # type: ignore[attr-defined]
        stride = ", ".join("1" if extends else "0" for extends in axes)  # type: ignore[attr-defined]
        points = len(offsets)  # type: ignore[arg-type]
        yield f"  {{ int at[] = {{{flat}}}, stride[] = {{{stride}}}; (void)stride;"
        plain = "0" not in stride
        yield f'    {name} = ops_decl_{"" if plain else "strided_"}stencil(dims, {points}, at, {"" if plain else "stride, "}"{name}"); }}'
    for kind in batch.kinds:
        axes = ", ".join("true" if extends else "false" for extends in kind.axes)
        for name in kind.names:
            yield f'  {name} = declare_dat<{kind.real}>({kind.components}, "{kind.type}", "{name}", {{{axes}}});'
    for name, (type_, dim) in SCALARS.items():
        yield f'  {name} = declare_scalar<{type_}>("{name}", {dim});'
    for name, (type_, dim, _) in REDUCTIONS.items():
        yield f'  {name} = ops_decl_reduction_handle({dim} * sizeof({type_}), "{type_}", "{name}");'
    yield "}"
    yield f"void (*const programs[])() = {{{', '.join(f'program_{n}' for n in range(len(batch.programs)))}}};"
    yield "int main(int argc, char** argv) { return run(argc, argv, declare, programs); }"
