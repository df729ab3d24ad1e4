"""An instance of a program, and the calls that change it."""

from __future__ import annotations

import ctypes
import json
import re
import warnings
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Union

import numpy as np

from opsgrad.arrays import Entry, Held, address, entry_of, looked_at, number, packed, strides_of
from opsgrad.device import CPU, DeviceArray, Given, on_device
from opsgrad.errors import Error, Notice
from opsgrad.library import FAILED, HAS_SAID, INTERRUPTED, Interruption, Library, Programs, Values


Array = Union[np.ndarray[Any, Any], Given]


class Description:
    """The description of a slot's model."""

    def __init__(self, said: dict[str, Any]) -> None:
        self.meaning: str = said["meaning"]
        self.shape: tuple[int, ...] = tuple(said["shape"])
        self.usual_shape: tuple[int, ...] = tuple(said["usual_shape"])
        self.device: tuple[int, int] = tuple(said["device"])  # DLPack's type and number of where datasets lie
        self.options: list[dict[str, str]] = said["options"]
        self.inputs = [entry_of(k, e) for k, e in enumerate(said["inputs"])]
        self.outputs = [entry_of(k, e) for k, e in enumerate(said["outputs"])]
        self.objective = next((e for e in self.outputs if e.objective), None)


class Slot:
    """An instance of the program. One thread at a time; every method may raise Error."""

    def __init__(self, programs: Programs, model: str, request: tuple[Any, ...]) -> None:
        library = programs.take()
        shape, options, words, threads = request
        handle = library.c.open(model.encode(), len(shape), (ctypes.c_int * len(shape))(*reversed(shape)), options.encode(), words.encode(), threads)
        if not handle:
            error = library.error()
            programs.give_back(library)
            raise Error(error)
        self.library, self.c, self.handle = library, library.c, handle
        self.close = weakref.finalize(self, _end, programs, library, handle)
        self.close.atexit = False  # type: ignore[misc]
        self.broken = False  # by an error or an interruption: of no further use
        self.description = Description(json.loads(self.c.describe(handle)))
        self.lasts = bool(self.c.lasts(handle))
        self.copied = self.copied_on_device = 0
        self.device = self.description.device
        inputs, objective = self.description.inputs, self.description.objective
        self._inputs, self._seeds = Passed(inputs), Passed(self.description.outputs)
        self._views, self._firsts = (ctypes.c_void_p * len(inputs))(), (ctypes.c_void_p * len(inputs))()
        self._scalars = {e.index: np.empty(e.shape, e.type) for e in inputs if e.active and not e.is_dataset}
        for index, values in self._scalars.items():
            self._firsts[index] = address(values)
        self._one = None if objective is None else np.ones(objective.shape, objective.type)
        self._objective_alone = Passed(self.description.outputs).of([self._one if e is objective else None for e in self.description.outputs])
        self._results = {e.name: self._place(e) for e in self.description.outputs if not e.is_dataset}
        self.tell(HAS_SAID)

    def _place(self, entry: Entry) -> np.ndarray[Any, Any]:
        """The memory in which the program stores the result of a reduction."""
        size = entry.type.itemsize * int(np.prod(entry.shape, dtype=int))
        memory = (ctypes.c_char * size).from_address(self.c.result(self.handle, entry.index))
        return np.frombuffer(memory, entry.type).reshape(entry.shape)

    def said(self) -> str:
        """The text that the runtime has printed since the last call of this function or of `tell`."""
        return str(self.c.said(self.handle).decode(errors="replace"))

    def tell(self, status: int) -> None:
        """Forwards the text that the runtime has printed: its notices as warnings, the program's lines unmodified."""
        if not status & HAS_SAID:
            return
        for notice, text in _notices(self.said()):
            if notice:
                warnings.warn(text, Notice, stacklevel=6)
            else:
                print(text)

    def _work(self, work: Callable[..., int], *values: Any, enough: Union[Callable[[], bool], None] = None) -> None:
        """A call that may take long. An exception of a signal handler ends it, and so does `enough`."""
        waiting = Interruption(enough)
        with waiting:
            status = work(self.handle, *values)
        error = self.library.error() if status & FAILED else ""
        self.broken = bool(status & (FAILED | INTERRUPTED))
        if enough is None:
            self.tell(status)
        if waiting.raised is not None:
            raise waiting.raised
        if error:
            raise Error(error)
        if self.broken and enough is None:
            raise KeyboardInterrupt

    def check(self) -> None:
        self.library.check_process()
        if not self.close.alive:
            raise Error("this run ended with an error or was interrupted; call forward again")

    def run(self, given: Sequence[Any], recorded: bool, enough: Union[Callable[[], bool], None] = None) -> None:
        """Evaluates the model; an input for which `given` is None has the program's value."""
        arrays = self._pass(given)
        self._work(self.c.evaluate, recorded, self._inputs.of(arrays), enough=enough)

    def run_and_gradient(self, given: Sequence[Any]) -> list[Any]:
        """Evaluates the model, and returns the gradient of the objective: one call of the program, where `run` and `gradient` take two."""
        arrays = self._pass(given)
        self._work(self.c.evaluate_and_reverse, self._inputs.of(arrays), self._objective_alone, self._views, self._firsts)
        return self._found()

    def _pass(self, given: Sequence[Any]) -> list[Union[Array, float, None]]:
        """What the program is to get; a number of Python goes without an array, as short runs notice the time."""
        self.check()
        found: list[Union[Array, float, None]] = []
        for entry, value in zip(self.description.inputs, given):
            if value is None or (type(value) is float and entry.is_number and entry.type == np.float64):
                found.append(value)
                continue
            array = self._looked_at(value, entry, "input")
            if entry.is_dataset:
                on_host = not isinstance(array, Given)
                self.copied += on_host
                self.copied_on_device += not on_host
            found.append(array)
        return found

    def _looked_at(self, value: Any, entry: Entry, what: str) -> Array:
        what = f"{what} '{entry.name}'"
        found = on_device(value, entry, what, self.device)
        if found is not None:
            return found
        array = looked_at(value, entry, what)
        return array if entry.is_dataset else packed(array)

    def outputs(self) -> list[Any]:
        return [self._output(e) if e.is_dataset else self.result(e) for e in self.description.outputs]

    def result(self, entry: Entry) -> Any:
        """The result of a reduction in the last evaluation."""
        place = self._results[entry.name]
        return place.item() if entry.is_number else place.copy()

    def _output(self, entry: Entry) -> Any:
        first = ctypes.c_void_p()
        view = self.c.output(self.handle, entry.index, ctypes.byref(first))
        if not view:
            raise Error(self.library.error())
        return self._held(view, first.value or 0, entry, False)

    def _held(self, view: int, first: int, entry: Entry, writable: bool) -> Any:
        if self.device[0] != CPU:
            return DeviceArray(view, entry, self.device, self.library)
        return np.asarray(Held(view, first, entry, writable, self.c.let_go))

    def gradient(self, cotangents: Union[Sequence[Any], None] = None) -> list[Any]:
        """The gradient of the sum of cotangents times outputs; with None, that of the objective."""
        inputs = self.description.inputs
        if cotangents is None:
            self.check()
            return self._gradient(self._objective_alone)
        outputs = self.description.outputs
        seeds = self._packed(cotangents, outputs, "cotangent of output", self._looked_at)
        if self.device[0] != CPU:  # where the program finds zeros
            seeds = [seed if isinstance(seed, Given) or not _vanish([seed]) else None for seed in seeds]
        elif _vanish(seeds):
            return [None if not e.active else number(np.zeros(e.shape, e.type), e) for e in inputs]
        return self._gradient(self._seeds.of(seeds))

    def _gradient(self, seeds: Any) -> list[Any]:
        self._work(self.c.reverse, seeds, self._views, self._firsts)
        return self._found()

    def _found(self) -> list[Any]:
        """The gradient that the program has just computed."""
        views, firsts = self._views, self._firsts
        found: list[Any] = []
        for e in self.description.inputs:
            if not e.active:
                found.append(None)
            elif e.is_dataset:
                found.append(self._held(views[e.index] or 0, firsts[e.index] or 0, e, True))
            else:
                values = self._scalars[e.index]
                found.append(values.item() if e.is_number else values.copy())
        return found

    def tangent(self, directions: Sequence[Any]) -> list[Any]:
        moved = self._packed(directions, self.description.inputs, "direction of input")
        into = [np.empty(e.shape, e.type) if e.active else None for e in self.description.outputs]
        self._work(self.c.advance, _addresses(moved), _addresses(into))
        return [None if array is None else number(array, e) for array, e in zip(into, self.description.outputs)]

    def product(self, directions: Sequence[Any], cotangents: Sequence[Any]) -> list[Any]:
        moved = self._packed(directions, self.description.inputs, "direction of input")
        seeds = self._packed(cotangents, self.description.outputs, "cotangent of output")
        into = [np.zeros(e.shape, e.type) if e.active else None for e in self.description.inputs]
        if not _vanish(seeds):
            self._work(self.c.second, self._seeds.of(seeds), _addresses(moved), _addresses(into))
        return [None if array is None else number(array, e) for array, e in zip(into, self.description.inputs)]

    def _packed(self, values: Sequence[Any], entries: Sequence[Entry], what: str, look: Any = None) -> list[Any]:
        """Values on the host are packed. `look` may leave values on the device; without it they are copied to the host."""
        self.check()
        found: list[Any] = []
        for entry, value in zip(entries, values):
            if value is not None and not entry.active:
                raise ValueError(f"the {what} '{entry.name}' must not be given, because this {what.split()[-1]} has no derivative: "
                                 "it is passive, or is not of type float or double")
            array = None if value is None else look(value, entry, what) if look else looked_at(value, entry, f"{what} '{entry.name}'")
            found.append(array if array is None or isinstance(array, Given) else packed(array))
        if all(each is None for each in found):
            raise ValueError(f"no {what} was given")
        return found


def _notices(said: str) -> Iterator[tuple[bool, str]]:
    """Whether the text is a notice, and the text: "OPS .." and the indented lines below it."""
    for notice, lines in re.findall(r"^(OPS.*(?:\n|\Z)(?:  .*(?:\n|\Z))*)|^(.+(?:\n|\Z)|\n)", said, re.MULTILINE):
        yield bool(notice), (notice or lines).rstrip("\n")


def _vanish(seeds: Sequence[Union[np.ndarray[Any, Any], None]]) -> bool:
    """Whether all cotangents are zero. The runtime would consider such cotangents a forgotten seed."""
    return not any(seed is not None and seed.any() for seed in seeds)


def _end(programs: Programs, library: Library, handle: int) -> None:
    library.c.close(handle)
    programs.give_back(library)


class Place:
    """One of opsgrad_values."""

    __slots__ = ("_axes", "_number", "_number_address", "_strides", "_value")

    def __init__(self, entry: Entry, value: Any) -> None:
        self._axes, self._value = entry.axes, value
        self._number = np.empty((), np.float64)
        self._number_address = address(self._number)
        self._strides: Any = None

    def set(self, given: Union[Array, float, None]) -> None:
        """Valid as long as an array is."""
        value = self._value
        value.first, value.on_device, value.strides = None, 0, None
        if given is None:
            return
        if isinstance(given, float):
            self._number[()] = given
            value.first = self._number_address
            return
        if isinstance(given, Given):
            value.first, value.on_device = given.address, 1
        else:
            value.first = address(given)
            if given.flags.c_contiguous:
                return
        self._strides = strides_of(given, self._axes)
        value.strides = ctypes.addressof(self._strides)


class Passed:
    """opsgrad_values for each entry. A call uses the memory of the call before."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._values: Any = (Values * len(entries))()
        self._places = [Place(entry, value) for entry, value in zip(entries, self._values)]

    def of(self, given: Sequence[Union[Array, float, None]]) -> Any:
        for place, value in zip(self._places, given):
            place.set(value)
        return self._values


def _addresses(arrays: Sequence[Union[np.ndarray[Any, Any], None]]) -> Any:
    return (ctypes.c_void_p * len(arrays))(*(None if array is None else address(array) for array in arrays))
