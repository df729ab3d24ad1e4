"""Models and their runs: values, gradients, tangents, products with second derivatives.

A model has *slots*: instances of the program, each with its own memory and global variables. A run that is kept for derivatives occupies one
slot; when the run is deleted, the next run reuses the slot.
"""

from __future__ import annotations

import operator
import os
import warnings
import weakref
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import RLock
from typing import Any, ClassVar, NoReturn, Union

from opsgrad.arrays import Entry
from opsgrad.errors import Notice
from opsgrad.library import Programs
from opsgrad.slot import Slot

TYPES: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "bool": lambda text: text == "True", "str": str}

Copies = namedtuple("Copies", "inputs outputs device")
Copies.__doc__ = "Counts the arrays that a model has copied. Each input is copied once, into the program's layout; outputs and gradients are never copied. "\
                 "`device` counts inputs that were copied within device memory."


def listed(entries: Sequence[Entry]) -> str:
    """One line for each entry."""
    return "\n".join(f"    {e.name}: {e.type}{list(e.shape) if e.shape else ''}  {e.meaning}{'' if e.active else ' (no derivative)'}{' (objective)' if e.objective else ''}".rstrip() for e in entries) or "    none"


def results(title: str, entries: Sequence[Entry], module: str) -> Any:
    """Creates the class of a named tuple with a field for each entry."""
    names = [entry.name for entry in entries]
    made = namedtuple(title, names)  # type: ignore[misc]
    made.__module__ = module
    made.__doc__ = listed(entries)
    made.__reduce__ = lambda self: (_plain, (title, names, tuple(self)))  # type: ignore[method-assign, arg-type]
    return made


def _plain(title: str, names: list[str], values: tuple[Any, ...]) -> Any:
    """Unpickles outputs and gradients, also in a process without the program."""
    return namedtuple(title, names)(*values)


class Run:
    """A kept evaluation, which computes derivatives in any order and any number of times without another evaluation.

    Results are named tuples in the order of the declaration. Inputs and outputs without a derivative are None.
    """

    def __init__(self, model: Model, slot: Slot) -> None:
        self._model, self._slot = model, slot
        self._back = weakref.finalize(self, model._give_back, slot)
        self._back.atexit = False  # type: ignore[misc]
        self._lock = RLock()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a run cannot be pickled, because it refers to the memory of a program in this process")

    def vjp(self, *cotangents: Any, **named: Any) -> Any:
        """The gradient of the sum of cotangents times outputs, with respect to each input.

        `run.vjp(energy=1.0, u=w)`, or one cotangent for each output in order, or a named tuple of all outputs. An output without a cotangent has weight 0.
        """
        return self._model.Gradient(*self._ask(Slot.gradient, _named(cotangents, named, self._slot.description.outputs, "output")))

    def jvp(self, *directions: Any, **named: Any) -> Any:
        """The change in the outputs along directions of inputs: `run.jvp(start=v)`. Inputs without a direction do not move."""
        return self._model.Outputs(*self._ask(Slot.tangent, _named(directions, named, self._slot.description.inputs, "input")))

    def hvp(self, *directions: Any, cotangents: Union[Mapping[str, Any], Sequence[Any], None] = None, **named: Any) -> Any:
        """The change in the gradient along directions of inputs; the gradient is that of the objective, or of the sum of cotangents times outputs.

        `run.hvp(start=v, k=1.0)` returns, for each input, the second derivatives times the direction. Inputs without a direction do not move.
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
            finally:
                if self._slot.broken:
                    self._model._spoil(self._slot)


def _named(positional: tuple[Any, ...], named: dict[str, Any], entries: Sequence[Entry], what: str) -> list[Any]:
    """The value that the caller gives for each entry, or None."""
    if len(positional) == 1 and isinstance(positional[0], tuple) and not named:
        positional = positional[0]
    names = [e.name for e in entries]
    if len(positional) > len(names):
        raise TypeError(f"{len(positional)} values were given, but the call takes at most {len(names)}: one for each {what} ({', '.join(names)})")
    values = dict(zip(names, positional))
    for name, value in named.items():
        if name not in names:
            raise TypeError(f"the model has no {what} named '{name}'; available: {', '.join(names) or 'none'}")
        if name in values:
            raise TypeError(f"{what} '{name}' was given twice")
        values[name] = value
    return [values.get(name) for name in names]


class Model:
    """A differentiable function that a program computes. A module creates it: `heat.Model(shape=(64, 64))`.

    Args:
        shape: shape of the model's arrays, in NumPy's order (the last axis is the fastest); None: the default of the program
        threads: number of threads for loops; None: OMP_NUM_THREADS, or all
        memory: memory limit for derivatives, such as "2GB" or "30%" (of the free memory); values beyond it are recomputed
        runtime: options of the runtime, such as "-OPS_TILING=0"
        progress: whether long runs show their progress on stderr, if the program marks steps
        options: options that the program declares

    Raises:
        Error: the program rejects the arguments
    """

    _programs: ClassVar[Programs]
    _name: ClassVar[str]
    Outputs: Any
    Gradient: Any

    def __init__(self, shape: Union[Iterable[int], int, None] = None, *, threads: Union[int, None] = None, memory: Union[str, None] = None,
                 runtime: Iterable[str] = (), progress: bool = False, **options: Any) -> None:
        words = [*([runtime] if isinstance(runtime, str) else runtime), *(["-OPS_PROGRESS=1"] if progress else []),
                 *([f"-OPS_AD_MEMORY={memory}"] if memory is not None else [])]
        texts = {name: str(value) for name, value in options.items()}
        for text in (*words, *texts.values()):
            if "\n" in text:
                raise ValueError(f"an option must not contain a line break: {text!r}")
        for word in words:
            if not word.lstrip("-").startswith("OPS_"):
                raise ValueError(f"a runtime option must begin with -OPS_: {word!r}")
        if threads is not None and threads > (cores := len(os.sched_getaffinity(0))):
            warnings.warn(f"threads={threads} exceeds the {cores} cores available to this process; loops will be slow, because the threads wait for each other",
                          Notice, stacklevel=3)
        self._request = (_shape(shape), "".join(f"{name}={text}\n" for name, text in texts.items()), "\n".join(words),
                         0 if threads is None else _within("threads", threads, 4096))
        self._free: list[Slot] = []  # without a lock, as the collector may give one back at any moment
        self._copied = self._copied_on_device = 0
        slot = self._open()
        self._description = slot.description
        for title, entries in (("Outputs", slot.description.outputs), ("Gradient", slot.description.inputs)):
            if [entry.name for entry in entries] != list(getattr(type(self), title)._fields):  # options may decide about them
                setattr(self, title, results(title, entries, type(self).__module__))
        self._free.append(slot)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a model cannot be pickled, because it refers to the memory of a program in this process; create the model in the process that uses it")

    def __repr__(self) -> str:
        parts = [f"shape={self.shape}", *(f"{name}={value}" for name, value in self.options.items())]
        return f"{type(self).__name__}({', '.join(parts)})"

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the model's arrays, in NumPy's order."""
        return self._description.shape

    @property
    def options(self) -> dict[str, Any]:
        """The options that the program declares, and their values."""
        return {option["name"]: TYPES[option["type"]](option["value"]) for option in self._description.options}

    @property
    def inputs(self) -> dict[str, Entry]:
        """The inputs by name, each with its `type`, `shape`, `meaning` and `active` (whether it has a derivative)."""
        return {entry.name: entry for entry in self._description.inputs}

    @property
    def outputs(self) -> dict[str, Entry]:
        """The outputs by name, in the same form as the inputs."""
        return {entry.name: entry for entry in self._description.outputs}

    @property
    def copies(self) -> Copies:
        """Counts the arrays that the model has copied. `outputs` is always 0, and `device` counts the inputs copied within device memory."""
        free = list(self._free)
        return Copies(self._copied + sum(slot.copied for slot in free), 0, self._copied_on_device + sum(slot.copied_on_device for slot in free))

    def value(self, *inputs: Any, **named: Any) -> Any:
        """The objective or, if the program declares none, all outputs. No values are kept for derivatives."""
        given = self._given(inputs, named)
        with _Borrowed(self) as slot:
            slot.run(given, False)
            return slot.result(self._description.objective) if self._description.objective else self.Outputs(*slot.outputs())

    def value_and_grad(self, *inputs: Any, **named: Any) -> Any:
        """The objective, and its gradient with respect to each input."""
        objective, given = self._objective(), self._given(inputs, named)
        with _Borrowed(self) as slot:
            gradient = slot.run_and_gradient(given)
            return slot.result(objective), self.Gradient(*gradient)

    def forward(self, *inputs: Any, **named: Any) -> Any:
        """All outputs, and the run, which computes derivatives as long as it exists."""
        given = self._given(inputs, named)
        slot = self._take()
        try:
            slot.run(given, True)
            return self.Outputs(*slot.outputs()), Run(self, slot)
        except BaseException:
            self._give_back(slot)
            raise

    def plan(self, memory: Union[str, None] = None, **named: Any) -> str:
        """A table of what derivatives would keep and recompute with `memory`, half of it and twice as much.

        The program runs until the cost of a step is known; the model does not change. For programs that mark steps (ops_ad_step).
        """
        slot = self._open("-OPS_AD_PLAN=1", *([] if memory is None else [f"-OPS_AD_MEMORY={memory}"]))
        heard: list[str] = []

        def enough() -> bool:
            heard.append(slot.said())
            return "plan for derivatives" in "".join(heard)
        try:
            slot.run(self._given((), named), True, enough)
            enough()
        finally:
            self._spoil(slot)
        return "".join(heard) or "The program has no step markers, or too few for a checkpointing plan, so the library keeps all values that derivatives need.\n"

    def trace(self, path: Union[str, os.PathLike[str]], /, **named: Any) -> None:
        """Writes a page that shows the time and memory of value_and_grad for each loop."""
        slot = self._open(f"-OPS_AD_TRACE={os.fspath(path)}")
        try:
            slot.run(self._given((), named), True)
            self._objective()
            slot.gradient()
        finally:
            self._spoil(slot)

    def _given(self, inputs: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        return _named(inputs, named, self._description.inputs, "input")

    def _objective(self) -> Entry:
        if self._description.objective is None:
            raise TypeError("the model has no objective, because the program does not call model.objective: "
                            "call forward, and then vjp with the cotangents of the outputs")
        return self._description.objective

    def _objective_alone(self) -> list[Any]:
        objective = self._objective()
        return [1.0 if entry is objective else None for entry in self._description.outputs]

    # Slots: free ones are taken, and opened where there is none.

    def _open(self, *more: str) -> Slot:
        """A slot with `more` options of the runtime."""
        shape, options, words, threads = self._request
        return Slot(self._programs, self._name, (shape, options, "\n".join([words, *more]), threads))

    def _take(self) -> Slot:
        while self._free:
            try:
                slot = self._free.pop()
            except IndexError:
                break
            return slot
        return self._open()

    def _give_back(self, slot: Slot) -> None:
        if slot.lasts and slot.close.alive and not slot.broken:
            self._free.append(slot)
        else:
            self._spoil(slot)

    def _spoil(self, slot: Slot) -> None:
        """Closes a slot that cannot be used any more, for example after an error."""
        self._copied += slot.copied
        self._copied_on_device += slot.copied_on_device
        slot.copied = slot.copied_on_device = 0
        slot.close()


def _shape(wanted: Union[Iterable[int], int, None]) -> tuple[int, ...]:
    if wanted is None:
        return ()
    try:
        cells: Iterable[int] = (operator.index(wanted),)  # type: ignore[arg-type]
    except TypeError:
        cells = wanted  # type: ignore[assignment]
    return tuple(_within("shape", n, 2**31 - 1) for n in cells)


def _within(name: str, value: Any, most: int) -> int:
    number = operator.index(value)
    if not 1 <= number <= most:
        raise ValueError(f"{name} is {number}, but must be 1 to {most}")
    return number


class _Borrowed:
    """A slot for one evaluation."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def __enter__(self) -> Slot:
        self._slot = self._model._take()
        return self._slot

    def __exit__(self, *_: object) -> None:
        self._model._give_back(self._slot)
