"""What a random program is made of, as values: kinds of datasets, kernels, events. How it is drawn and how it is printed is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

Offset = tuple[int, ...]


@dataclass(frozen=True)
class Kind:
    """Datasets of one type and shape. `axes`: which axes of the block they extend along."""

    letter: str
    real: str  # "double" | "float"
    components: int
    axes: tuple[bool, ...]
    soa: bool
    count: int  # datasets of this kind that a program has

    @property
    def type(self) -> str:
        return self.real + (":soa" if self.soa else "")

    @property
    def lower(self) -> bool:
        return not all(self.axes)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(f"{self.letter}{n}" for n in range(self.count))


# Scalars and reductions that every program has: name -> (type, components), and the access of reductions.
SCALARS = {"k0": ("double", 1), "k1": ("double", 1), "k2": ("double", 2), "kf": ("float", 1)}
REDUCTIONS = {
    "t0": ("double", 1, "INC"), "t1": ("double", 1, "INC"), "t2": ("double", 2, "INC"), "l0": ("double", 1, "MIN"),
    "h0": ("double", 1, "MAX"), "h2": ("double", 2, "MAX"), "tf": ("float", 1, "INC"), "lf": ("float", 1, "MIN"),
}


@dataclass(frozen=True)
class Param:
    """`what`: dat (kind: a letter), scalar or reduction (type, dim), idx, gbl."""

    name: str
    what: str
    type: str = ""
    dim: int = 1
    access: str = "READ"
    kind: str = ""
    offsets: tuple[Offset, ...] = ()


@dataclass(frozen=True)
class Kernel:
    """`range`: name of a range of the harness: inside, whole (with halos), part, low and high (the halo columns of axis 0), first and last
    (its outermost columns inside), under and over (the same of the last axis)."""

    name: str
    style: str
    params: tuple[Param, ...]
    body: tuple[str, ...]
    range: str
    features: frozenset[str]


@dataclass(frozen=True)
class Call:
    """A loop; one word for each parameter that is a dataset, a scalar or a reduction."""

    kernel: Kernel
    bound: tuple[str, ...]


@dataclass(frozen=True)
class Taken:
    """The result of a reduction becomes the value of a scalar."""

    scalar: str
    reduction: str


@dataclass(frozen=True)
class Looked:
    """The host reads the result of a reduction, and does nothing with it."""

    reduction: str


@dataclass(frozen=True)
class Copied:
    target: str
    source: str


@dataclass(frozen=True)
class Swapped:
    one: str
    other: str


@dataclass(frozen=True)
class Wrapped:
    """Periodic halos of the first kind's dataset number `dat` (as it was declared: exchanged handles do not matter)."""

    dat: int


@dataclass(frozen=True)
class Squared:
    """An external function with an adjoint by hand: v = 0.7 v + 0.2 u u on the interior."""

    u: str
    v: str


@dataclass(frozen=True)
class Reckoned:
    """An external function of scalars with an adjoint by hand: target = 0.7 target + 0.2 source source, or 0.3 instead of the first."""

    source: str
    target: str
    how: str  # anew, added, or by a pointer that is not released
    declared: bool  # its scalars are among its arguments


@dataclass(frozen=True)
class Solved:
    """Tridiagonal systems along an axis, with matrices made from u: d becomes their solution, or it is added to `to` (if that is not "")."""

    u: str
    d: str
    to: str
    axis: int
    range: str


@dataclass(frozen=True)
class Outside:
    """A loop as an external function, whose adjoint records it on a tape of its own."""

    call: Call


@dataclass(frozen=True)
class Constant:
    """The declared constant is multiplied by this."""

    factor: float


Event = Union[Call, Taken, Looked, Copied, Swapped, Wrapped, Squared, Reckoned, Solved, Outside, Constant]


@dataclass(frozen=True)
class Program:
    seed: int
    before: tuple[Event, ...]
    steps: int
    marked: bool  # with ops_ad_step
    step: tuple[Event, ...]
    after: tuple[Event, ...]
    seeds: tuple[tuple[str, float], ...]  # of reductions and of datasets at the end

    @property
    def events(self) -> tuple[Event, ...]:
        return (*self.before, *self.step, *self.after)


@dataclass(frozen=True)
class Batch:
    """Programs that share kernels and declarations, hence one executable for each target."""

    seed: int
    size: tuple[int, ...]
    kinds: tuple[Kind, ...]
    kernels: tuple[Kernel, ...]
    programs: tuple[Program, ...]
    second: bool = False  # with second derivatives, of programs that have no external function

    @property
    def dims(self) -> int:
        return len(self.size)

    def kind(self, letter: str) -> Kind:
        return next(k for k in self.kinds if k.letter == letter)


def calls(events: tuple[Event, ...]) -> tuple[Call, ...]:
    return tuple(e.call if isinstance(e, Outside) else e for e in events if isinstance(e, (Call, Outside)))
