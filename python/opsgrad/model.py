"""Models and their runs: values, gradients, tangents, products of second derivatives.  Knows libraries and arrays.

A model has *slots*: instances of the program, each with memory of its own. A run that is kept for derivatives has a slot to itself; when
it is gone, its slot serves the next one.
"""

from __future__ import annotations

import ctypes
import json
import os
import re
import threading
import warnings
import weakref
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NoReturn, Union

import numpy as np

from opsgrad.arrays import Entry, Held, address, entry_of, looked_at, number, packed, strides_of
from opsgrad.errors import Error, Notice
from opsgrad.library import Copies as Programs
from opsgrad.library import HAS_SAID, Library

TYPES: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "bool": lambda text: text == "True", "str": str}

Copies = namedtuple("Copies", "inputs outputs")
Copies.__doc__ = "Arrays that a model has copied: inputs into its own layout, once each; outputs and gradients, never."


class Description:
    """What a slot says of itself."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.meaning: str = said["meaning"]
        self.shape: tuple[int, ...] = tuple(said["shape"])
        self.usual_shape: tuple[int, ...] = tuple(said["usual_shape"])
        self.options: list[dict[str, str]] = said["options"]
        self.inputs = [entry_of(k, e) for k, e in enumerate(said["inputs"])]
        self.outputs = [entry_of(k, e) for k, e in enumerate(said["outputs"])]
        self.objective = next((e for e in self.outputs if e.objective), None)


class Slot:
    """An instance of the program. One thread at a time; every method may raise Error."""

    def __init__(self, library: Library, model: str, request: tuple[Any, ...]) -> None:
        library.check_process()
        self.library, self.c = library, library.c
        shape, options, words, threads = request
        size = (ctypes.c_int * len(shape))(*reversed(shape))
        self.handle = self.c.open(model.encode(), len(shape), size, options.encode(), words.encode(), threads)
        if not self.handle:
            raise Error(library.error())
        self.close = weakref.finalize(self, self.c.close, self.handle)
        self.close.atexit = False  # type: ignore[misc]
        self.description = Description(json.loads(self.c.describe(self.handle)))
        self.lasts = bool(self.c.lasts(self.handle))
        self.copied = 0
        self._results = {e.name: self._place(e) for e in self.description.outputs if not e.is_dataset}
        self.tell(HAS_SAID)

    def _place(self, entry: Entry) -> np.ndarray[Any, Any]:
        """Where the program leaves the result of a reduction."""
        size = entry.type.itemsize * int(np.prod(entry.shape, dtype=int))
        memory = (ctypes.c_char * size).from_address(self.c.result(self.handle, entry.index))
        return np.frombuffer(memory, entry.type).reshape(entry.shape)

    def said(self) -> str:
        """Since this was last asked, or told."""
        return str(self.c.said(self.handle).decode(errors="replace"))

    def tell(self, status: int) -> None:
        """What the runtime has printed: its notices as warnings, the program's lines as they are."""
        if not status & HAS_SAID:
            return
        for notice, text in _notices(self.said()):
            if notice:
                warnings.warn(text, Notice, stacklevel=5)
            else:
                print(text)

    def run(self, given: Sequence[Any], recorded: bool, enough: Union[Callable[[], bool], None] = None) -> None:
        """Evaluates; what is `given` as None is as the program has it."""
        self.library.check_process()
        inputs = self.description.inputs
        values, strides = (ctypes.c_void_p * len(inputs))(), (ctypes.c_void_p * len(inputs))()
        alive = []
        for entry, value in zip(inputs, given):
            if value is None:
                continue
            array = looked_at(value, entry, f"input '{entry.name}'")
            if not array.flags.c_contiguous:
                array = array if entry.is_dataset else packed(array)
                steps = strides_of(array, entry.axes)
                strides[entry.index] = ctypes.addressof(steps)
                alive.append(steps)
            self.copied += entry.is_dataset
            alive.append(array)
            values[entry.index] = address(array)
        status = self.library.wait(self.c.evaluate, self.handle, recorded, values, strides, enough=enough)
        if enough is None:
            self.tell(status)

    def outputs(self) -> list[Any]:
        return [self._output(e) if e.is_dataset else self.result(e) for e in self.description.outputs]

    def result(self, entry: Entry) -> Any:
        """Of a reduction, in the last evaluation."""
        place = self._results[entry.name]
        return place.item() if entry.is_number else place.copy()

    def _output(self, entry: Entry) -> np.ndarray[Any, Any]:
        first = ctypes.c_void_p()
        view = self.c.output(self.handle, entry.index, ctypes.byref(first))
        if not view:
            raise Error(self.library.error())
        return np.asarray(Held(view, first.value or 0, entry, False, self.c.let_go))

    def gradient(self, cotangents: Sequence[Any]) -> list[Any]:
        inputs = self.description.inputs
        seeds = self._packed(cotangents, self.description.outputs, "cotangent of output")
        if _vanish(seeds):
            return [None if not e.active else number(np.zeros(e.shape, e.type), e) for e in inputs]
        views, firsts = (ctypes.c_void_p * len(inputs))(), (ctypes.c_void_p * len(inputs))()
        scalars = {e.name: np.empty(e.shape, e.type) for e in inputs if e.active and not e.is_dataset}
        for e in inputs:
            if e.name in scalars:
                firsts[e.index] = address(scalars[e.name])
        status = self.library.wait(self.c.reverse, self.handle, _addresses(seeds), views, firsts)
        found = [None if not e.active else number(scalars[e.name], e) if e.name in scalars
                 else np.asarray(Held(views[e.index] or 0, firsts[e.index] or 0, e, True, self.c.let_go)) for e in inputs]
        self.tell(status)
        return found

    def tangent(self, directions: Sequence[Any]) -> list[Any]:
        moved = self._packed(directions, self.description.inputs, "direction of input")
        into = [np.empty(e.shape, e.type) if e.active else None for e in self.description.outputs]
        self.tell(self.library.wait(self.c.advance, self.handle, _addresses(moved), _addresses(into)))
        return [None if array is None else number(array, e) for array, e in zip(into, self.description.outputs)]

    def product(self, directions: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        moved = self._packed(directions, self.description.inputs, "direction of input")
        seeds = self._packed(cotangents, self.description.outputs, "cotangent of output")
        for entry, direction in zip(self.description.inputs, moved):
            if not entry.is_dataset and direction is not None:
                raise ValueError(f"direction of input '{entry.name}': second derivatives are along arrays only, and this is a {entry.kind}")
        into = [np.zeros(e.shape, e.type) if e.active and e.is_dataset else None for e in self.description.inputs]
        if not _vanish(seeds):
            self.tell(self.library.wait(self.c.second, self.handle, _addresses(seeds), _addresses(moved), _addresses(into)))
        return into

    def _packed(self, values: Sequence[Any], entries: Sequence[Entry], what: str) -> list[Union[np.ndarray[Any, Any], None]]:
        self.library.check_process()
        found: list[Union[np.ndarray[Any, Any], None]] = []
        for entry, value in zip(entries, values):
            if value is not None and not entry.active:
                raise ValueError(f"{what} '{entry.name}': it has no derivative, as it is passive or not of float or double")
            found.append(None if value is None else packed(looked_at(value, entry, f"{what} '{entry.name}'")))
        if all(each is None for each in found):
            raise ValueError(f"no {what} is given")
        return found


def _notices(said: str) -> Iterator[tuple[bool, str]]:
    """Whether it is a notice, and the text: "OPS .." and the lines below that are indented."""
    for notice, lines in re.findall(r"^(OPS.*\n(?:  .*\n)*)|^(.*\n)", said, re.MULTILINE):
        yield bool(notice), (notice or lines).rstrip("\n")


def _vanish(seeds: Sequence[Union[np.ndarray[Any, Any], None]]) -> bool:
    """The runtime takes zeros alone for a seed that was forgotten."""
    return not any(seed is not None and seed.any() for seed in seeds)


def _addresses(arrays: Sequence[Union[np.ndarray[Any, Any], None]]) -> Any:
    return (ctypes.c_void_p * len(arrays))(*(None if array is None else address(array) for array in arrays))


class Run:
    """An evaluation that was kept: derivatives in any order, any number of times, without evaluating again.

    Results are named tuples in the order of the declaration. What has no derivative is None.
    """

    def __init__(self, model: Model, slot: Slot) -> None:
        self._model, self._slot = model, slot
        self._back = weakref.finalize(self, model._give_back, slot)
        self._back.atexit = False  # type: ignore[misc]
        self._lock = threading.Lock()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a run cannot be pickled: it is memory of a program in this process")

    def vjp(self, *cotangents: Any, **named: Any) -> Any:
        """The gradient of the sum of cotangents times outputs, with respect to each input.

        `run.vjp(energy=1.0, u=w)`, or one for each output in order; a named tuple of all outputs will do. Outputs without one do not count.
        """
        return self._model.Gradient(*self._ask(Slot.gradient, _named(cotangents, named, self._slot.description.outputs, "output")))

    def jvp(self, *directions: Any, **named: Any) -> Any:
        """How the outputs change along directions of inputs: `run.jvp(start=v)`. Inputs without one do not move."""
        return self._model.Outputs(*self._ask(Slot.tangent, _named(directions, named, self._slot.description.inputs, "input")))

    def hvp(self, *directions: Any, cotangents: Union[Mapping[str, Any], Sequence[Any], None] = None, **named: Any) -> Any:
        """The change of the gradient along directions of inputs: of the objective, or of the sum of cotangents times outputs.

        Directions of arrays only, and the products for arrays only; others are None.
        """
        outputs = self._slot.description.outputs
        if cotangents is None:
            weights = self._model._objective_alone()
        elif isinstance(cotangents, Mapping):
            weights = _named((), dict(cotangents), outputs, "output")
        else:
            weights = _named(tuple(cotangents), {}, outputs, "output")
        return self._model.Gradient(*self._ask(Slot.product, _named(directions, named, self._slot.description.inputs, "input"), weights))

    def _ask(self, what: Any, *values: Any) -> Any:
        with self._lock:
            try:
                return what(self._slot, *values)
            except (Error, KeyboardInterrupt):
                self._model._spoil(self._slot)
                raise


def _named(positional: tuple[Any, ...], named: dict[str, Any], entries: Sequence[Entry], what: str) -> list[Any]:
    """For each entry what is given for it, or None."""
    if len(positional) == 1 and isinstance(positional[0], tuple) and not named:
        positional = positional[0]
    names = [e.name for e in entries]
    if len(positional) > len(names):
        raise TypeError(f"{len(positional)} are given, the model has {len(names)} {what}s: {', '.join(names)}")
    values = dict(zip(names, positional))
    for name, value in named.items():
        if name not in names:
            raise TypeError(f"there is no {what} '{name}'; there is {', '.join(names) or 'none'}")
        if name in values:
            raise TypeError(f"{what} '{name}' is given twice")
        values[name] = value
    return [values.get(name) for name in names]


class Model:
    """A function with derivatives, by a program. Made by a module: `heat.Model(shape=(64, 64))`.

    Args:
        shape: of its arrays, as NumPy's: the last axis is the fastest; None: the program's usual one
        threads: of its loops; None: OMP_NUM_THREADS, or all
        memory: what may be kept for derivatives, as "2GB" or "30%" (of what is free); more is computed again
        runtime: options of the runtime, as "-OPS_TILING=0"
        progress: whether long runs of programs that mark steps say on stderr how far they are
        options: the program's own

    Raises:
        Error: the program refuses
    """

    _programs: ClassVar[Programs]
    _name: ClassVar[str]
    Outputs: ClassVar[Any]
    Gradient: ClassVar[Any]

    def __init__(self, shape: Union[Sequence[int], int, None] = None, *, threads: Union[int, None] = None, memory: Union[str, None] = None,
                 runtime: Sequence[str] = (), progress: bool = False, **options: Any) -> None:
        words = [*runtime, *([f"-OPS_AD_MEMORY={memory}"] if memory is not None else []), *(["-OPS_PROGRESS=1"] if progress else [])]
        self._library = self._programs.take()
        self._return = weakref.finalize(self, self._programs.give_back, self._library)
        self._return.atexit = False  # type: ignore[misc]
        wanted = (shape,) if isinstance(shape, int) else tuple(shape or ())
        self._request = (tuple(int(n) for n in wanted), "".join(f"{name}={value}\n" for name, value in options.items()),
                         "\n".join(words), int(threads or 0))
        self._lock = threading.Lock()
        self._free: list[Slot] = []
        self._copied = 0
        slot = self._open()
        self._description = slot.description
        self._free.append(slot)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a model cannot be pickled: it is memory of a program in this process; make it where it is used")

    def __repr__(self) -> str:
        parts = [f"shape={self.shape}", *(f"{name}={value}" for name, value in self.options.items())]
        return f"{type(self).__name__}({', '.join(parts)})"

    @property
    def shape(self) -> tuple[int, ...]:
        return self._description.shape

    @property
    def options(self) -> dict[str, Any]:
        return {option["name"]: TYPES[option["type"]](option["value"]) for option in self._description.options}

    @property
    def inputs(self) -> dict[str, Entry]:
        return {entry.name: entry for entry in self._description.inputs}

    @property
    def outputs(self) -> dict[str, Entry]:
        return {entry.name: entry for entry in self._description.outputs}

    @property
    def copies(self) -> Copies:
        """So far."""
        return Copies(self._copied + sum(slot.copied for slot in self._free), 0)

    def value(self, *inputs: Any, **named: Any) -> Any:
        """The objective; without one in the declaration, all outputs. Nothing is kept for derivatives."""
        with _Borrowed(self) as slot:
            slot.run(self._given(inputs, named), False)
            return slot.result(self._description.objective) if self._description.objective else self.Outputs(*slot.outputs())

    def value_and_grad(self, *inputs: Any, **named: Any) -> Any:
        """The objective, and its gradient with respect to each input."""
        objective, weights = self._objective(), self._objective_alone()
        with _Borrowed(self) as slot:
            slot.run(self._given(inputs, named), True)
            return slot.result(objective), self.Gradient(*slot.gradient(weights))

    def forward(self, *inputs: Any, **named: Any) -> Any:
        """All outputs, and the run, which gives derivatives for as long as it is kept."""
        slot = self._take()
        try:
            slot.run(self._given(inputs, named), True)
        except BaseException:
            self._spoil(slot)
            raise
        return self.Outputs(*slot.outputs()), Run(self, slot)

    def plan(self, memory: Union[str, None] = None, **named: Any) -> str:
        """What derivatives would keep and compute again: a table for `memory`, half of it and twice as much.

        The program runs until it is known what a step takes; the model is as before. Of programs that mark steps (ops_ad_step).
        """
        slot = self._open("-OPS_AD_PLAN=1", *([] if memory is None else [f"-OPS_AD_MEMORY={memory}"]))
        heard: list[str] = []

        def enough() -> bool:
            heard.append(slot.said())
            return "the plan for derivatives" in "".join(heard)
        try:
            slot.run(self._given((), named), True, enough)
            enough()
        finally:
            self._spoil(slot)
        return "".join(heard) or "The program marks no steps, so all that derivatives need is kept.\n"

    def trace(self, path: Union[str, os.PathLike[str]], **named: Any) -> None:
        """Writes a page that shows where time and memory of value_and_grad go, loop by loop."""
        slot = self._open(f"-OPS_AD_TRACE={os.fspath(path)}")
        try:
            slot.run(self._given((), named), True)
            slot.gradient(self._objective_alone())
        finally:
            self._spoil(slot)

    def _given(self, inputs: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        return _named(inputs, named, self._description.inputs, "input")

    def _objective(self) -> Entry:
        if self._description.objective is None:
            raise TypeError("the model has no objective (model.objective in the program): use forward, and vjp with cotangents of its outputs")
        return self._description.objective

    def _objective_alone(self) -> list[Any]:
        objective = self._objective()
        return [1.0 if entry is objective else None for entry in self._description.outputs]

    # Slots: free ones are taken, and opened where there is none.

    def _open(self, *more: str) -> Slot:
        """A slot with `more` options of the runtime."""
        shape, options, words, threads = self._request
        return Slot(self._library, self._name, (shape, options, "\n".join([words, *more]), threads))

    def _take(self) -> Slot:
        self._library.check_process()
        with self._lock:
            if self._free:
                return self._free.pop()
        return self._open()

    def _give_back(self, slot: Slot) -> None:
        if slot.lasts and slot.close.alive:
            with self._lock:
                self._free.append(slot)
        else:
            self._spoil(slot)

    def _spoil(self, slot: Slot) -> None:
        """It is of no further use, as after an error."""
        self._copied += slot.copied
        slot.copied = 0
        slot.close()


class _Borrowed:
    """A slot for one evaluation."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def __enter__(self) -> Slot:
        self._slot = self._model._take()
        return self._slot

    def __exit__(self, kind: Union[type[BaseException], None], *_: object) -> None:
        if kind is None:
            self._model._give_back(self._slot)
        else:
            self._model._spoil(self._slot)
