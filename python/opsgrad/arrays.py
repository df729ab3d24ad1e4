"""Converts arrays to and from the memory of a program.

Inputs of every kind (NumPy, DLPack, lists) become NumPy arrays without a copy. Outputs and gradients are NumPy arrays that view
the program's memory, which does not change while they exist.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Union

import numpy as np


@dataclass(frozen=True)
class Entry:
    """The declaration of an input or output of a model. Shape and strides [bytes] are those of NumPy."""

    index: int
    name: str
    meaning: str
    kind: str  # dataset, scalar, sum
    type: np.dtype[Any]
    shape: tuple[int, ...]
    axes: int  # of the block; one more in `shape` is that of components
    strides: tuple[int, ...]
    active: bool  # has derivatives
    objective: bool

    is_dataset: bool
    is_number: bool  # neither dataset nor several components


def entry_of(index: int, said: dict[str, Any]) -> Entry:
    """`said` is an element of the lists of ops/model/describe.hpp."""
    is_dataset = said["kind"] == "dataset"
    return Entry(index, said["name"], said["meaning"], said["kind"], np.dtype(said["type"] or "V1"), tuple(said["shape"]), said["axes"], tuple(said["strides"]),
                 said["active"], said["objective"], is_dataset, not is_dataset and not said["shape"])


def looked_at(value: Any, entry: Entry, what: str) -> np.ndarray[Any, Any]:
    """`value` as an array of the model's type and shape, without a copy.

    Args:
        what: begins the error message: "input 'start'"

    Raises:
        TypeError: another type; numbers and lists of Python are converted, arrays are not
        ValueError: another shape; there is no broadcasting
    """
    array = _as_array(value, what)
    if array.dtype != entry.type:
        if hasattr(value, "dtype") or not np.can_cast(array.dtype, entry.type, "same_kind"):
            raise TypeError(f"{what}: got an array of type {array.dtype}, but the model needs {entry.type}; convert it with .astype('{entry.type}')")
        converted = array.astype(entry.type)
        if entry.type.kind in "iu" and not np.array_equal(converted, array):
            raise ValueError(f"{what}: the value {value!r} does not fit in {entry.type}")
        array = converted
    if array.shape != entry.shape:
        raise ValueError(f"{what}: got shape {array.shape}, but the model needs shape {entry.shape}")
    return array


def _as_array(value: Any, what: str) -> np.ndarray[Any, Any]:
    if isinstance(value, np.ma.MaskedArray):
        raise TypeError(f"{what}: got a masked array, but the model would ignore the mask; call .filled(..) first")
    if isinstance(value, np.ndarray):
        return value
    if hasattr(value, "__dlpack__") and not hasattr(value, "__array__"):
        return np.from_dlpack(value)
    try:
        return np.asarray(value)
    except (RuntimeError, ValueError, TypeError) as problem:  # as of a tensor that requires a gradient, or lies on a device
        raise TypeError(f"{what}: NumPy cannot view this value as an array: {problem}") from None


def packed(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(array)


def address(array: np.ndarray[Any, Any]) -> int:
    return int(array.__array_interface__["data"][0])


def strides_of(array: Any, axes: int) -> Any:
    """[bytes], axis 0 of the block first, then of the components: what opsgrad_evaluate takes."""
    steps = (*reversed(array.strides[:axes]), array.strides[axes] if array.ndim > axes else array.itemsize)
    return (ctypes.c_ssize_t * len(steps))(*steps)


class Held:
    """Memory of a program, which stays allocated as long as an array views it."""

    __slots__ = ("__array_interface__", "_let_go", "_view")

    def __init__(self, view: int, first: int, entry: Entry, writable: bool, let_go: Callable[[int], None]) -> None:
        self._view, self._let_go = view, let_go
        self.__array_interface__ = {"version": 3, "typestr": entry.type.str, "shape": entry.shape, "strides": entry.strides, "data": (first, not writable)}

    def __del__(self) -> None:
        self._let_go(self._view)


def number(values: np.ndarray[Any, Any], entry: Entry) -> Union[float, np.ndarray[Any, Any]]:
    """The value of a scalar or sum: a number of Python, or an array of its components."""
    return values.reshape(())[()].item() if entry.is_number else values
