"""What is measured, and what it should reach."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Target:
    """A quantity of a result row and its bound."""

    quantity: str  # key of a row of the table
    bound: float
    at_most: bool = True

    def met(self, value: float) -> bool:
        return value <= self.bound if self.at_most else value >= self.bound

    def text(self) -> str:
        return f"{'<=' if self.at_most else '>='} {self.bound:g}"


@dataclass(frozen=True)
class Case:
    """One application at one size."""

    name: str
    app: str  # and of its executables, without the target
    options: tuple[str, ...]
    targets: tuple[Target, ...] = ()
    repeat: int = 4  # runs in one process
    rounds: int = 3  # processes; primal and gradient take turns
    in_cache: bool = False  # triad is no measure then
    hessian: bool = False  # also products with second derivatives
    kept: float = 0.0  # part of what all steps would keep that the gradient may keep; 0: as the program finds
    steps: int = 0  # of a program that marks them, where `kept` limits it
    table: bool = True  # one more gradient, not timed, says what each loop takes
    needs_gib: int = 0  # left out where the machine has less memory
    idle: bool = False  # on a device, also the part of the wall time without a kernel
    gradient: bool = True  # False: the primal alone


HESSIAN = Target("hessian_ratio", 2.5)
WARM = Target("first_over_warm", 2.0)
TRIAD = Target("primal_of_triad", 0.8, at_most=False)
SOLVE = Target("solve_adjoint", 1.3)
TABLE = Target("table_of_wall", 0.95, at_most=False)  # of every case with a table


def both(case: Case) -> tuple[Case, Case]:
    """In double, and the same in float, which has no targets."""
    return case, replace(case, name=f"{case.name}, float", app=f"{case.app}_float", targets=())


def wave(*options: str, source: int, receiver: int) -> tuple[str, ...]:
    """Near enough to each other for the receivers to hear the shot. Ahead of it values are subnormal: early in float, but in double as well."""
    return (*options, f"-source-depth={source}", f"-receiver-depth={receiver}", "-OPS_FLUSH_SUBNORMALS")


def cloverleaf(cells: int, steps: int, *options: str) -> tuple[str, ...]:
    deck = ("-input=apps/cloverleaf/inputs/clover_960.in", f"-x_cells={cells}", f"-y_cells={cells}", f"-end_step={steps}", "-test_problem=0")
    return (*deck, *options)


LARGEST = (Target("ratio", 4.6), Target("primal_of_triad", 0.85, at_most=False))

FULL = (
    *both(Case("poisson 4096² x100", "poisson", ("-sizex=4096", "-sizey=4096", "-iters=100"),
               (Target("ratio", 2.2), Target("memory_ratio", 2.4), TRIAD, WARM))),
    Case("poisson fixed point 4096² x100", "poisson", ("-sizex=4096", "-sizey=4096", "-iters=100", "-fixed-point"),
         (Target("ratio", 2.5), Target("memory_ratio", 3.0))),
    Case("poisson cubic 2048² x40", "poisson", ("-sizex=2048", "-sizey=2048", "-iters=40", "-cubic"), (HESSIAN,), hessian=True),
    Case("poisson 4096² x20", "poisson", ("-sizex=4096", "-sizey=4096", "-iters=20"), (TRIAD,)),
    Case("poisson 1024² x20", "poisson", ("-sizex=1024", "-sizey=1024", "-iters=20"), (Target("ratio", 2.6),),
         repeat=10, in_cache=True),
    *both(Case("stencil1d 3pt x512", "stencil1d", ("-size=10000000", "-points=3", "-sweeps=512"),
               (Target("adjoint_ratio", 1.3), TRIAD))),
    Case("stencil1d 17pt x64", "stencil1d", ("-size=10000000", "-points=17", "-sweeps=64"), (Target("adjoint_ratio", 1.3),)),
    Case("stencil1d 3pt nonlinear x20", "stencil1d", ("-size=10000000", "-points=3", "-sweeps=20", "-nonlinear")),
    Case("stencil1d 17pt nonlinear x20", "stencil1d", ("-size=10000000", "-points=17", "-sweeps=20", "-nonlinear")),
    Case("burgers 601² x20", "burgers", ("-size=601", "-steps=20"), repeat=10, in_cache=True),
    *both(Case("burgers 1601² x20", "burgers", ("-size=1601", "-steps=20"), (Target("ratio", 3.2), WARM, HESSIAN), repeat=6, hessian=True)),
    Case("cloverleaf 240² x87, 29 slots", "cloverleaf", cloverleaf(240, 87, "-slots=29"), in_cache=True),
    Case("cloverleaf 480² x87, 29 slots", "cloverleaf", cloverleaf(480, 87, "-slots=29")),
    Case("cloverleaf 960² x87, 29 slots", "cloverleaf", cloverleaf(960, 87, "-slots=29"), (Target("ratio", 4.6),), rounds=2),
    Case("cloverleaf 960² x40, everything kept", "cloverleaf", cloverleaf(960, 40, "-OPS_AD_MEMORY=16GB"), (Target("ratio", 3.5),), rounds=2),
    Case("cloverleaf 960² x87, everything kept", "cloverleaf", cloverleaf(960, 87, "-OPS_AD_MEMORY=32GB"), (Target("ratio", 3.5),), rounds=2,
         needs_gib=30),
    Case("cloverleaf 960² x2955, 100 slots", "cloverleaf", cloverleaf(960, 2955, "-slots=100"), (Target("ratio", 5.0),), repeat=2, rounds=1,
         table=False),
    Case("cloverleaf 3840² x87, 29 slots", "cloverleaf", cloverleaf(3840, 87, "-slots=29"), LARGEST, repeat=2, rounds=1, needs_gib=22),
    Case("cloverleaf 3840² x87, 20 slots", "cloverleaf", cloverleaf(3840, 87, "-slots=20"), LARGEST, repeat=2, rounds=1),
    Case("cloverleaf 3840² x87, 10 slots", "cloverleaf", cloverleaf(3840, 87, "-slots=10"), (Target("gradient_peak_gib", 11.0),), repeat=1,
         rounds=1, table=False),
    *both(Case("wave 1000² x300 order 4, heard", "wave",
               wave("-nx=1000", "-ny=1000", "-steps=300", "-order=4", source=490, receiver=510), (WARM, TRIAD))),
    Case("wave 2000² x200 order 4, heard", "wave",
         wave("-nx=2000", "-ny=2000", "-steps=200", "-order=4", source=990, receiver=1010), (WARM, TRIAD)),
    *both(Case("wave 1000² x2000 within 5 %", "wave",
               wave("-nx=1000", "-ny=1000", "-steps=2000", "-order=4", source=100, receiver=110), (Target("ratio", 4.5),),
               repeat=2, kept=0.05, steps=2000)),
    *both(Case("lbm D2Q9 1024² x100", "lbm", ("-nx=1024", "-ny=1024", "-steps=100"),
               (Target("ratio", 3.5), Target("primal_of_triad", 0.75, at_most=False)))),
    *both(Case("lbm D3Q19 128³ x20", "lbm", ("-dims=3", "-nx=128", "-ny=128", "-nz=128", "-steps=20"), (Target("ratio", 3.5),))),
    *both(Case("heat_adi 256³ x10", "heat_adi", ("-nx=256", "-ny=256", "-nz=256", "-steps=10"), (SOLVE,), rounds=2)),
    *both(Case("cde 1024² x100, everything kept", "cde", ("-ns=1024", "-nv=1024", "-steps=100", "-OPS_AD_MEMORY=16GB"), (Target("ratio", 4.0), SOLVE))),
    *both(Case("shallow_water 200² x300", "shallow_water", ("-nx=200", "-ny=200", "-steps=300"), repeat=3, in_cache=True)),
    *both(Case("shallow_water 2000² x200 within 10 %", "shallow_water", ("-nx=2000", "-ny=2000", "-steps=200"), repeat=2, rounds=1, kept=0.1, steps=200)),
    Case("cde 4096² x100, 10 slots", "cde", ("-ns=4096", "-nv=4096", "-steps=100", "-slots=10"), (Target("ratio", 6.0),), repeat=2, rounds=1,
         needs_gib=22),
    *both(Case("wave 2000² x500 within 10 %", "wave",
               wave("-nx=2000", "-ny=2000", "-steps=500", "-order=4", source=100, receiver=110), (Target("ratio", 4.5),),
               repeat=2, kept=0.1, steps=500)),
    *both(Case("wave 1000² x300 order 8, heard", "wave",
               wave("-nx=1000", "-ny=1000", "-steps=300", "-order=8", source=490, receiver=510), (WARM,))),
    *both(Case("wave 128³ x100 order 4, heard", "wave",
               wave("-dims=3", "-nx=128", "-ny=128", "-nz=128", "-steps=100", "-order=4", source=58, receiver=70), (WARM,))),
)

# What docs/how_fast.md shows: these (run.py --short measures them in minutes), and those that take longer.
SHORT = ("poisson 4096² x100", "poisson fixed point 4096² x100", "stencil1d 17pt x64", "burgers 1601² x20", "lbm D2Q9 1024² x100",
         "lbm D3Q19 128³ x20", "wave 1000² x300 order 4, heard", "shallow_water 2000² x200 within 10 %", "heat_adi 256³ x10",
         "cde 1024² x100, everything kept", "cloverleaf 960² x87, 29 slots")
LONG = ("wave 2000² x500 within 10 %", "cde 4096² x100, 10 slots", "cloverleaf 960² x2955, 100 slots", "cloverleaf 3840² x87, 29 slots",
        "cloverleaf 3840² x87, 10 slots")


def shortened(case: Case) -> Case:
    """One process of each kind, four runs in it at most, and nothing that is measured apart."""
    targets = tuple(target for target in case.targets if target.quantity not in ("hessian_ratio", "solve_adjoint"))
    return replace(case, hessian=False, table=False, rounds=1, repeat=min(case.repeat, 4), targets=targets)


QUICK = (
    *both(Case("poisson 1024² x20", "poisson", ("-sizex=1024", "-sizey=1024", "-iters=20"), (Target("ratio", 2.6),), in_cache=True)),
    Case("poisson 2048² x10", "poisson", ("-sizex=2048", "-sizey=2048", "-iters=10"), (Target("ratio", 2.2),), rounds=2),
    *both(Case("stencil1d 3pt x20", "stencil1d", ("-size=4000000", "-points=3", "-sweeps=20"), (Target("adjoint_ratio", 1.3),), rounds=2)),
    Case("stencil1d 17pt x10", "stencil1d", ("-size=4000000", "-points=17", "-sweeps=10"), (Target("adjoint_ratio", 1.3),), rounds=2),
    *both(Case("burgers 601² x20", "burgers", ("-size=601", "-steps=20"), (Target("ratio", 3.2),), in_cache=True)),
    *both(Case("lbm D2Q9 512² x10", "lbm", ("-nx=512", "-ny=512", "-steps=10"))),
    *both(Case("cloverleaf 240² x20, 5 slots", "cloverleaf", cloverleaf(240, 20, "-slots=5"), in_cache=True, rounds=2)),
    *both(Case("heat_adi 64³ x10", "heat_adi", ("-nx=64", "-ny=64", "-nz=64", "-steps=10"), in_cache=True)),
    *both(Case("cde 256² x20", "cde", ("-ns=256", "-nv=256", "-steps=20"), in_cache=True)),
    *both(Case("shallow_water 200² x50", "shallow_water", ("-nx=200", "-ny=200", "-steps=50"), in_cache=True)),
    *both(Case("wave 600² x100, heard", "wave",
               wave("-nx=600", "-ny=600", "-steps=100", "-order=4", source=295, receiver=305), in_cache=True)),
)

COPY = Target("slowest_loop", 0.85, at_most=False)  # each primal loop, as part of a copy within the device


def on_device(name: str, app: str, options: tuple[str, ...], *targets: Target, **more: bool) -> Case:
    return Case(name, app, options, targets, repeat=3, rounds=1, **more)  # type: ignore[arg-type]


# On a device: what is measured first, and the rest, the longest last. 1920² keeps 36 GB of 30 steps.
DEVICE_FIRST = (
    on_device("poisson 8192² x100", "poisson", ("-sizex=8192", "-sizey=8192", "-iters=100"), COPY, Target("ratio", 2.1)),
    on_device("lbm D2Q9 4096² x30", "lbm", ("-nx=4096", "-ny=4096", "-steps=30"), COPY, Target("ratio", 3.0)),
    on_device("cloverleaf 3840² x87, 29 slots", "cloverleaf", cloverleaf(3840, 87, "-slots=29"), COPY, Target("ratio", 4.2)),
)
DEVICE = (
    on_device("wave 4000² x100 order 4", "wave", wave("-nx=4000", "-ny=4000", "-steps=100", "-order=4", source=1990, receiver=2010), COPY,
              Target("ratio", 2.8)),
    on_device("burgers 4001² x20", "burgers", ("-size=4001", "-steps=20")),
    on_device("cloverleaf 960² x87, 29 slots", "cloverleaf", cloverleaf(960, 87, "-slots=29"), Target("idle", 0.2), idle=True),
    on_device("cloverleaf 1920² x30, everything kept", "cloverleaf", cloverleaf(1920, 30, "-OPS_AD_MEMORY=60GB"), Target("ratio", 3.2)),
)
# Kernels of these are counted by a profiler: a few steps of the first.
DEVICE_PROFILED = (
    on_device("poisson 8192²", "poisson", ("-sizex=8192", "-sizey=8192", "-iters=4")),
    on_device("lbm D2Q9 4096²", "lbm", ("-nx=4096", "-ny=4096", "-steps=3")),
    on_device("cloverleaf 3840²", "cloverleaf", cloverleaf(3840, 1)),
)
DEVICE_QUICK = (
    on_device("cloverleaf 48² x4, primal", "cloverleaf", cloverleaf(48, 4), COPY, gradient=False),
    on_device("cloverleaf 48² x4", "cloverleaf", cloverleaf(48, 4), COPY),
    on_device("poisson 64² x4", "poisson", ("-sizex=64", "-sizey=64", "-iters=4"), COPY, Target("ratio", 2.1)),
    on_device("lbm D2Q9 32² x4", "lbm", ("-nx=32", "-ny=32", "-steps=4"), COPY),
    on_device("wave 60² x40 order 4", "wave", wave("-nx=60", "-ny=60", "-steps=40", "-order=4", source=25, receiver=35), COPY),
    on_device("burgers 31² x4", "burgers", ("-size=31", "-steps=4")),
)
