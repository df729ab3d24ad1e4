"""Pass `facts`: what the tape must know of each argument, derived from the body (ArgFacts of ops/loops/launch/registry.hpp).

Input:   a Loop (kernel through `simplify`), its normal form, its adjoint and its tangent if it has them.
Output:  one ArgFacts per argument.
Test:    tests/translator/passes/facts_test.py
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from translator.ir import AdjointKernel, Contribute, Expr, Load, Loop, NotDifferentiable, Seed
from translator.passes import assigned_sums, into_integers
from translator.passes.activity import Activity
from translator.passes.arguments import Offset, centre, is_dat, read_offsets, reads_computed, strided, written, written_beside
from translator.passes.claims import takes_extremum
from translator.passes.flows import linear_seed
from translator.passes.numeric import is_real
from translator.passes.outputs_as_locals import OutputForm
from translator.passes.slices import slice_for
from translator.passes.tangent import Tangent
from translator.passes.walk import Body, body_nodes, nodes


@dataclass(frozen=True, slots=True)
class ArgFacts:
    """Field by field the ops::ArgFacts of ops/loops/launch/registry.hpp, in its order.

    Offsets have one entry per loop axis, sorted, distinct.
    """

    written: bool = False
    reads_old: bool = False
    running: bool = False
    adjoint_reads: bool = False
    reads_after: bool = False
    target: bool = False
    seed: bool = False
    consumed: bool = False  # also true for a written dat without seed: overwritten by passive values
    scatter_only: bool = False
    deferrable: bool = False
    deferred_seed: int = -1
    renewable: bool = False
    offsets: tuple[Offset, ...] = ()
    reads: tuple[Offset, ...] = ()
    writes: tuple[Offset, ...] = ()  # of a dat written beside the point: everywhere it is written
    computed: bool = False
    into_integers: tuple[Offset, ...] = ()


def run(loop: Loop, form: OutputForm, adjoint: AdjointKernel | NotDifferentiable, searched: frozenset[int] = frozenset(),
        forward: Tangent | NotDifferentiable | None = None) -> tuple[ArgFacts, ...]:
    """Facts of all arguments, in their order. Without an adjoint derivatives flow from all that is read to all that is written.

    `searched`: params whose values the search for attained extrema reads. A generated adjoint reads and seeds what the tangent reads
    and writes; a user's adjoint may leave some of it out.
    """
    held = into_integers.run(loop)
    facts = tuple(replace(_of(loop, form, adjoint, p, p in searched), into_integers=held[p]) for p in range(len(loop.args)))
    if not isinstance(forward, Tangent):
        return facts
    return tuple(replace(f, adjoint_reads=f.adjoint_reads or p in forward.reads, seed=f.seed or p in forward.writes) for p, f in enumerate(facts))


def _of(loop: Loop, form: OutputForm, adjoint: AdjointKernel | NotDifferentiable, p: int, searched: bool) -> ArgFacts:
    running = p in assigned_sums.run(loop)
    is_written = p in written(loop, loop.kernel.body)
    reads = set(read_offsets(loop, form.body, p)) if is_dat(loop, p) else set()
    reads |= {o.offset for o in form.outputs if o.param == p and o.preload}
    forward = ArgFacts(written=is_written, reads_old=bool(reads), running=running, reads=tuple(sorted(reads)),
                       writes=_writes(form, p),
                       computed=is_dat(loop, p) and reads_computed(form.body, p))
    return _without_adjoint(forward, loop, p) if isinstance(adjoint, NotDifferentiable) else _with_adjoint(forward, loop, adjoint, p, searched)


def _without_adjoint(forward: ArgFacts, loop: Loop, p: int) -> ArgFacts:
    """So that the tape has the loop, and says so where a derivative reaches it."""
    real = is_real(loop.kernel.params[p].type)
    read = bool(forward.reads) or forward.computed or (loop.args[p].kind == "scalar" and not forward.written)
    return replace(forward, seed=real and forward.written, target=real and read)


def _with_adjoint(forward: ArgFacts, loop: Loop, adjoint: AdjointKernel, p: int, searched: bool) -> ArgFacts:
    offsets = sorted({s.offset for s in adjoint.body if isinstance(s, Contribute) and s.param == p and is_dat(loop, p)})
    overwritten = forward.written and is_dat(loop, p) and is_real(loop.kernel.params[p].type)
    at_point = offsets == [centre(loop)] and not strided(loop, p) and not any(written_beside(loop, other) for other in range(len(loop.args)))
    deferred = _deferred_seed(loop, adjoint, p) if at_point and not forward.written else -1
    consumed = overwritten and p not in adjoint.passed_through
    return ArgFacts(
        written=forward.written,
        reads_old=forward.reads_old,
        running=forward.running,
        adjoint_reads=searched or p in adjoint.adjoint_reads,
        reads_after=p in adjoint.adjoint_reads and loop.kernel.user_adjoint is None and takes_extremum(loop, p),
        target=p in adjoint.targets,
        seed=p in adjoint.seeds,
        consumed=consumed,
        scatter_only=p in adjoint.targets and strided(loop, p),
        deferrable=deferred >= 0,
        deferred_seed=deferred,
        renewable=at_point and consumed and _own_seed_only(adjoint, p),
        offsets=tuple(offsets),
        reads=forward.reads,
        writes=forward.writes,
        computed=forward.computed,
    )


def _writes(form: OutputForm, p: int) -> tuple[Offset, ...]:
    outputs = [o for o in form.outputs if o.param == p]
    return tuple(sorted({o.offset for o in outputs})) if any(o.beside for o in outputs) else ()


def _deferred_seed(loop: Loop, adjoint: AdjointKernel, p: int) -> int:
    """The one dataset, if any, whose seed every contribution to `p` is a uniform multiple of; -1 otherwise."""
    seeds = {_multiple_of(loop, adjoint, s) for s in adjoint.body if isinstance(s, Contribute) and s.param == p}
    return seeds.pop() if len(seeds) == 1 else -1


def _own_seed_only(adjoint: AdjointKernel, p: int) -> bool:
    """Whether what is contributed to `p` depends on no dataset's values and on no seeds but those of `p`."""
    def foreign(body: Body, value: Expr) -> bool:
        return any(isinstance(n, Load) or isinstance(n, Seed) and n.param != p for n in (*body_nodes(body), *nodes(value)))

    return not any(foreign(*slice_for(adjoint.body, s)) for s in adjoint.body if isinstance(s, Contribute) and s.param == p)


def _multiple_of(loop: Loop, adjoint: AdjointKernel, target: Contribute) -> int:
    body, value = slice_for(adjoint.body, target)
    activity = Activity(loop, body)
    seed = linear_seed(value, activity)
    return seed.param if seed is not None and is_dat(loop, seed.param) else -1
