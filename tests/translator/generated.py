"""Generated code, compiled and called from Python: renders a program, builds a shared library, runs its loops on NumPy fields.

Knows the plain structs of ops/loops/launch/launch.hpp; needs no datasets, engine or tape.
"""

from __future__ import annotations

import ctypes as c
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from translator import ir
from translator.passes.analyse import LoopAnalysis
from translator.render import render

ROOT = Path(__file__).resolve().parents[2]
FLAGS = ["-std=c++20", "-fPIC", "-shared", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-fno-builtin-atan", "-fno-builtin-atanh",
         "-fopenmp", "-Wall", "-Wextra", "-Werror", "-Wno-unknown-warning-option", "-Wno-restrict", "-Wno-invalid-feature-combination"]  # GCC 12 warns of its own library at -O3
Field = NDArray[np.float64]  # [component, last axis, .., first axis], any strides
Five = c.c_ssize_t * 5
SHIM = """
#include "loops.cpp"
#include "ops/loops/launch/reduce_ops.hpp"
#include <cstdio>
#include <exception>
ops::Registration::Registration(const Backend&, bool, std::span<const LoopImplementation>, std::span<const RefusedLoop>) {}
static const ops::LoopImplementation& loop(int k) { return ops_loops::implementations[k]; }
template <class F> static int guarded(char* error, const F& f) {
  try { f(); return 0; } catch (const std::exception& e) { std::snprintf(error, 1000, "%s", e.what()); return 1; }
}
extern "C" int primal(int k, const void* l, char* error) { return guarded(error, [&] { loop(k).primal(*static_cast<const ops::Launch*>(l)); }); }
extern "C" void tangent(int k, const void* l) { loop(k).tangent(*static_cast<const ops::Launch*>(l)); }
extern "C" int adjoint(int k, bool owner, const void* l) {
  const auto f = owner ? loop(k).adjoint_owner : loop(k).adjoint;
  if (f == nullptr) return 1;
  f(*static_cast<const ops::AdjointLaunch*>(l));
  return 0;
}
extern "C" const char* text(int k, int which) {
  const ops::LoopImplementation& l = loop(k);
  return which == 0 ? l.file : which == 1 ? l.signature : l.not_differentiable;
}
extern "C" void* totals(int type, int access, int dim) {
  return new ops::Totals(*ops::reduce_ops(static_cast<ops::Type>(type), static_cast<ops_access>(access)), dim);
}
extern "C" void* totals_at(const ops::Totals* all) { return all->data(); }
extern "C" void combine_totals(ops::Totals* all, void* into) {
  all->combine_into(into);
  delete all;
}
extern "C" bool in_place(int k) { return loop(k).owner_in_place; }
"""


COMMON = tuple(ROOT / name for name in ("ops/data/box.cpp", "ops/support/error.cpp", "ops/loops/launch/reduce_ops.cpp", "ops/loops/launch/sum.cpp", "backends/openmp/team.cpp"))
QUICKLY = "-O1"  # for what has no loops that are generated


def objects_of(sources: tuple[Path, ...], compiler: str, optimise: str) -> tuple[Path, ...]:
    """Sources of the product, compiled once for all tests: kept where precompiled headers are."""
    flags = (*(flag for flag in FLAGS if flag != "-shared"), *optimise.split(), f"-I{ROOT}")
    read = (*sources, *sorted(ROOT.glob("ops/*/*.hpp")), *sorted(ROOT.glob("backends/*/*.hpp")))
    key = hashlib.sha256(repr((compiler, flags, sources, [file.read_bytes() for file in read])).encode()).hexdigest()[:24]
    folder = Path(os.environ.get("OPSGRAD_PRECOMPILED") or tempfile.gettempdir()) / f"objects_{key}"
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as own:  # other tests may make the same now
            for source in sources:
                subprocess.run([compiler, *flags, "-c", source, "-o", Path(own, f"{source.stem}.o")], check=True)
            with suppress(OSError):
                shutil.copytree(own, f"{own}.whole")
                os.rename(f"{own}.whole", folder)
    return tuple(folder / f"{source.stem}.o" for source in sources)


class Box(c.Structure):
    _fields_ = [("lo", c.c_int * 5), ("hi", c.c_int * 5)]

    @staticmethod
    def of(lo: tuple[int, ...], hi: tuple[int, ...]) -> Box:
        return Box((c.c_int * 5)(*lo, *(0,) * (5 - len(lo))), (c.c_int * 5)(*hi, *(1,) * (5 - len(hi))))


EMPTY = Box.of((0,), (0,))
ALL = Box((c.c_int * 5)(*(-(1 << 30),) * 5), (c.c_int * 5)(*(1 << 30,) * 5))  # ops::Box::all()
TYPES = ("double", "float", "half", "char", "short", "int", "long", "uint", "ulong", "bool", "complexd", "complexf")  # ops::Type


def random_parts(random: np.random.Generator, lo: tuple[int, ...], hi: tuple[int, ...], cuts: int = 3) -> tuple[Box, ...]:
    """Disjoint boxes of all indices, cut within and near the range, in random order."""
    parts = [Box.from_buffer_copy(ALL)]
    for _ in range(cuts):
        low = parts[random.integers(len(parts))]
        axis = int(random.integers(len(lo)))
        edge = int(random.integers(lo[axis] - 2, hi[axis] + 3))
        if low.lo[axis] < edge < low.hi[axis]:
            high = Box.from_buffer_copy(low)
            low.hi[axis] = high.lo[axis] = edge
            parts.append(high)
    random.shuffle(parts)
    return tuple(parts)


class ArgView(c.Structure):
    _fields_ = [("read", c.c_void_p), ("write", c.c_void_p), ("step", Five), ("pitch", Five), ("divisor", c.c_int * 5),
                ("component", c.c_ssize_t), ("at", Box),
                ("buffers", c.c_void_p * 2), ("layout", c.c_void_p), ("totals", c.c_void_p), ("bytes", c.c_size_t)]  # for machines


class Launch(c.Structure):
    _fields_ = [("dims", c.c_int), ("range", Box), ("args", c.c_void_p), ("constants", c.c_void_p), ("stream", c.c_bool), ("divisible", c.c_bool),
                ("arguments", c.c_int), ("reads", c.c_void_p), ("lines", c.c_int64 * 2)]


class AdjointLaunch(c.Structure):
    _fields_ = [("dims", c.c_int), ("range", Box), ("args", c.c_void_p), ("constants", c.c_void_p), ("stream", c.c_bool), ("part", Box),
                ("divisible", c.c_bool), ("arguments", c.c_int), ("lines", c.c_int64 * 2)]


class AdjointArg(c.Structure):
    _fields_ = [("primal", ArgView), ("seed", ArgView), ("target", ArgView), ("hole", Box), ("deferred", c.c_void_p), ("renews", c.c_int),
                ("later", ArgView), ("reads", c.c_void_p * 2), ("points", c.c_void_p * 2)]  # for machines

    def __init__(self, *fields: Any, renews: int = -1, **named: Any) -> None:
        super().__init__(*fields, renews=renews, **named)


def view(cells: Field | None, origin: int, out: Field | None = None) -> ArgView:
    """`origin`: array index of cell (0, 0, ..) along every axis. `out`: other memory of the same strides to write to."""
    v = ArgView()
    v.divisor = (c.c_int * 5)(1, 1, 1, 1, 1)
    v.at = Box.of((0,), (1,))
    v.component = 1
    if cells is None:
        return v
    size, axes = cells.itemsize, cells.ndim - 1
    steps = [cells.strides[-1 - axis] // size for axis in range(axes)]
    v.step = v.pitch = Five(*steps, *(0,) * (5 - axes))
    v.component = cells.strides[0] // size
    shift = sum(steps) * origin * size
    v.read = cells.ctypes.data + shift
    v.write = (cells if out is None else out).ctypes.data + shift
    return v


def cells_like(shape: tuple[int, ...], components: int, soa: bool, fill: float = 0.0) -> Field:
    """An array [component, ..] whose components lie interleaved, or in planes if `soa`."""
    if soa:
        return np.full((components, *shape), fill)
    return np.moveaxis(np.full((*shape, components), fill), -1, 0)


def copy_of(cells: Field) -> Field:
    """A copy laid out alike."""
    return cells.copy(order="K")


@dataclass
class Library:
    """One rendered and compiled program. `constants` by name, passed in the order each loop expects (sorted). `optimise`: flags about speed."""

    program: ir.Program
    analyses: tuple[LoopAnalysis, ...]
    target: str
    folder: Path
    optimise: str = "-O2 -ftree-vectorize -march=native"
    compiler: str = "c++"
    extra: tuple[Path, ...] = ()  # sources of the target's run time, or objects
    objects: tuple[Path, ...] = ()  # in place of the sources that every library has
    planted: tuple[str, str] = ("", "")  # a fault: the right text of loops, and the wrong one
    files: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.files = render(self.program, self.analyses, self.target)
        if self.planted[0]:
            assert any(self.planted[0] in text for text in self.files.values()), self.planted
            self.files = {name: text.replace(*self.planted) for name, text in self.files.items()}
        for name, text in self.files.items():
            (self.folder / name).write_text(text)
        (self.folder / "shim.cpp").write_text(SHIM)
        flags = (*FLAGS, *self.optimise.split(), f"-I{ROOT}")
        own = (ROOT / "backends" / self.target / "backend.cpp",)
        every = self.objects or (*objects_of(COMMON, self.compiler, QUICKLY), *objects_of(own, self.compiler, QUICKLY))
        library = self.folder / "loops.so"
        subprocess.run([self.compiler, *flags, f"-I{self.folder}", str(self.folder / "shim.cpp"), *map(str, (*every, *self.extra)), "-o", str(library)], check=True)
        self.code = c.CDLL(str(library))
        self.code.text.restype = c.c_char_p
        self.code.in_place.restype = c.c_bool
        self.code.totals.restype = self.code.totals_at.restype = c.c_void_p
        self.code.totals_at.argtypes, self.code.combine_totals.argtypes = [c.c_void_p], [c.c_void_p, c.c_void_p]

    def primal(self, k: int, lo: tuple[int, ...], hi: tuple[int, ...], args: list[ArgView], constants: dict[str, Any], stream: bool = False) -> None:
        keep = [np.atleast_1d(constants[name]) for name in self.constants(k)]
        pointers = (c.c_void_p * max(1, len(keep)))(*(value.ctypes.data for value in keep))
        array = (ArgView * len(args))(*args)
        launch = Launch(len(lo), Box.of(lo, hi), c.addressof(array), c.addressof(pointers), stream)
        error = c.create_string_buffer(1000)
        with self._totals(k, "reduce", list(array)):
            failed = self.code.primal(k, c.byref(launch), error)
        if failed:
            raise RuntimeError(error.value.decode())

    def tangent(self, k: int, lo: tuple[int, ...], hi: tuple[int, ...], args: list[ArgView], constants: dict[str, Any]) -> None:
        """`args`: the values of all arguments, then their directions."""
        keep = [np.atleast_1d(constants[name]) for name in self.constants(k)]
        pointers = (c.c_void_p * max(1, len(keep)))(*(value.ctypes.data for value in keep))
        array = (ArgView * len(args))(*args)
        with self._totals(k, "reduce", list(array)[len(args) // 2 :], ir.Access.INC):
            self.code.tangent(k, c.byref(Launch(len(lo), Box.of(lo, hi), c.addressof(array), c.addressof(pointers), False)))

    def adjoint(self, k: int, owner: bool, lo: tuple[int, ...], hi: tuple[int, ...], args: list[AdjointArg], constants: dict[str, Any],
                stream: bool = False, parts: tuple[Box, ...] = (ALL,)) -> bool:
        """False: this form does not exist. `parts`: done one after another."""
        keep = [np.atleast_1d(constants[name]) for name in self.constants(k)]
        pointers = (c.c_void_p * max(1, len(keep)))(*(value.ctypes.data for value in keep))
        array = (AdjointArg * len(args))(*args)
        with self._totals(k, "scalar", [arg.target for arg in array], ir.Access.INC):
            launches = [AdjointLaunch(len(lo), Box.of(lo, hi), c.addressof(array), c.addressof(pointers), stream, part, True, len(args)) for part in parts]
            return not any(self.code.adjoint(k, owner, c.byref(launch)) for launch in launches)

    @contextmanager
    def _totals(self, k: int, kind: str, views: list[ArgView], access: ir.Access | None = None) -> Iterator[None]:
        """Meanwhile arguments of this kind write to totals, which are combined into their values at the end."""
        made = []
        for arg, view in zip(self.program.loops[k].args, views):
            if arg.kind != kind or not view.write:
                continue
            which = access or arg.access
            assert which is not None
            made.append((self.code.totals(TYPES.index(arg.type), which.value, arg.dim), view.write))
            view.write = self.code.totals_at(made[-1][0])
        yield
        for totals, values in made:
            self.code.combine_totals(totals, values)

    def constants(self, k: int) -> list[str]:
        """Names of the constants that loop k wants, read off the generated registration."""
        symbol = next(name for name in self.files if name.startswith(f"loop_{k}_")).removesuffix(".cpp")
        section = self.files["loops.cpp"].split(f"namespace {symbol} {{")[1].split("}  // namespace")[0]
        if "constants[] = {" not in section:
            return []
        return [word.strip(' "') for word in section.split("constants[] = {")[1].split("}")[0].split(",")]


def in_planes(loop: ir.Loop) -> ir.Loop:
    """The loop with every dataset a structure of arrays."""
    return replace(loop, args=tuple(replace(arg, soa=arg.kind == "dat") for arg in loop.args))


def program_of(loops: list[ir.Loop], constants: str = "a b c") -> ir.Program:
    soa = any(arg.soa for loop in loops for arg in loop.args)
    declared = tuple(ir.ConstantDecl(name, "double", 1, 8, ir.NOWHERE) for name in constants.split())
    return ir.Program("test", tuple(loops), declared, True, soa, tuple(sorted({loop.span.file for loop in loops})))
