"""Arrays in the memory of a device, as DLPack describes them: inputs of other libraries, and views of a program's memory."""

from __future__ import annotations

import ctypes
from typing import Any, Union

import numpy as np

from opsgrad.arrays import Entry
from opsgrad.errors import Error

CPU, CUDA = 1, 2
_NAMES = {CPU: "cpu", CUDA: "cuda", 3: "cuda_host", 7: "vulkan", 8: "metal", 10: "rocm", 11: "rocm_host", 13: "cuda_managed"}
_CODES = {"i": 0, "u": 1, "f": 2, "c": 5, "b": 6}
_KINDS = {code: kind for kind, code in _CODES.items()}
_HOST = (CPU, 3, 11)
_LEGACY_STREAM = 1  # of CUDA: the producer orders its work before this stream


class _Tensor(ctypes.Structure):
    """DLTensor of dlpack.h."""

    _fields_ = [("data", ctypes.c_void_p), ("type", ctypes.c_int32), ("number", ctypes.c_int32), ("axes", ctypes.c_int32),
                ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]


class _Managed(ctypes.Structure):
    """DLManagedTensor."""

    _fields_ = [("tensor", _Tensor), ("context", ctypes.c_void_p), ("deleter", ctypes.CFUNCTYPE(None, ctypes.c_void_p))]


_TITLE = b"dltensor"
_api = ctypes.pythonapi
_new = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(("PyCapsule_New", _api))
_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))
_raw_valid = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_IsValid", _api))
_raw_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", _api))


def _end(capsule: int) -> None:
    """Of a capsule that no consumer has taken; consumers rename those that they take."""
    if _raw_valid(capsule, _TITLE):
        address = _raw_pointer(capsule, _TITLE)
        ctypes.cast(address, ctypes.POINTER(_Managed)).contents.deleter(address)


_ended = ctypes.PYFUNCTYPE(None, ctypes.c_void_p)(_end)


def capsule_of(managed: int) -> Any:
    """Calls the deleter of the DLManagedTensor when it goes, unless a consumer has taken it."""
    return _new(managed, _TITLE, ctypes.cast(_ended, ctypes.c_void_p))


def name_of(device: tuple[int, int]) -> str:
    return "the CPU" if device[0] == CPU else f"{_NAMES.get(device[0], f'device type {device[0]}')}:{device[1]}"


def device_of(value: Any) -> Union[tuple[int, int], None]:
    """Where an array lies, as DLPack says it; None: in memory of the host, or unknown."""
    if isinstance(value, np.ndarray) or not hasattr(value, "__dlpack_device__"):
        return None
    kind, number = (int(part) for part in value.__dlpack_device__())
    return None if kind in _HOST else (kind, number)


class Given:
    """An array of another library in the memory of a device. The producer's work on it comes before the legacy default stream."""

    def __init__(self, value: Any) -> None:
        self._capsule = value.__dlpack__(stream=_LEGACY_STREAM)  # calls its deleter when it goes, as it keeps its name
        managed = ctypes.cast(_pointer(self._capsule, _TITLE), ctypes.POINTER(_Managed)).contents
        tensor = managed.tensor
        self.address = int(tensor.data or 0) + int(tensor.offset)
        self.shape = tuple(int(tensor.shape[k]) for k in range(tensor.axes))
        self.ndim, self.itemsize = len(self.shape), tensor.bits // 8
        kind = _KINDS.get(tensor.code, "V")
        known = tensor.lanes == 1 and kind != "V"
        self.dtype = np.dtype("?" if kind == "b" else f"{kind}{self.itemsize}") if known else np.dtype("V1")
        self.type_name = str(self.dtype) if known else f"DLPack code {tensor.code} with {tensor.bits} bits and {tensor.lanes} lanes"
        steps = [int(tensor.strides[k]) for k in range(self.ndim)] if tensor.strides else _packed_strides(self.shape)
        self.strides = tuple(step * self.itemsize for step in steps)


def _packed_strides(shape: tuple[int, ...]) -> list[int]:
    return [int(np.prod(shape[k + 1:], dtype=np.int64)) for k in range(len(shape))]


def on_device(value: Any, entry: Entry, what: str, device: tuple[int, int]) -> Union[Given, None]:
    """`value` on the model's device, without a copy; None: it lies on the host.

    Raises:
        TypeError: it lies on another device, or has another type
        ValueError: another shape
    """
    place = device_of(value)
    if place is None:
        return None
    if not entry.is_dataset:
        raise TypeError(f"{what}: got an array of type {value.dtype} on {name_of(place)}, but scalars, sums and their cotangents are on the CPU; copy the array to the CPU, for example with .cpu()")
    if place != device:
        raise TypeError(f"{what}: got an array of type {value.dtype} on {name_of(place)}, but the model's memory is on {name_of(device)}; copy the array to that device")
    given = Given(value)
    if given.dtype != entry.type:
        raise TypeError(f"{what}: got an array of type {given.type_name} on {name_of(place)}, but the model needs {entry.type}; convert it to {entry.type}")
    if given.shape != entry.shape:
        raise ValueError(f"{what}: got an array of shape {given.shape} on {name_of(place)}, but the model needs shape {entry.shape}")
    return given


class DeviceArray(np.lib.mixins.NDArrayOperatorsMixin):  # type: ignore[misc]
    """Values of a dataset in the memory of a device, which do not change while this object or a consumer of DLPack exists.

    `torch.from_dlpack(a)` and its like view the values on the device. `np.asarray(a)`, indices and arithmetic copy them to the host.
    """

    def __init__(self, view: int, entry: Entry, device: tuple[int, int], library: Any) -> None:
        self._view, self._library, self._device, self._strides = view, library, device, entry.strides
        self.shape, self.dtype, self.ndim = entry.shape, entry.type, len(entry.shape)

    def __del__(self) -> None:
        self._library.c.let_go(self._view)

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype}, device={name_of(self._device)})"

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._device

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        """A view. The values were complete before this object existed, so every stream may read them."""
        del stream, max_version
        if copy or (dl_device is not None and tuple(dl_device) != self._device):
            raise BufferError(f"the values are on {name_of(self._device)}: __dlpack__ cannot copy them or move them to another device")
        if self.dtype.kind not in _CODES:
            raise BufferError(f"DLPack has no type {self.dtype}")
        size = self.dtype.itemsize
        axes = ctypes.c_int64 * self.ndim
        managed = self._library.c.export(self._view, *self._device, _CODES[self.dtype.kind], 8 * size, self.ndim, axes(*self.shape),
                                         axes(*(step // size for step in self._strides)))
        return capsule_of(managed)

    def __array__(self, dtype: Any = None, copy: Any = None) -> np.ndarray[Any, Any]:
        if copy is False:
            raise ValueError(f"the values are on {name_of(self._device)}: NumPy cannot view them without a copy")
        values = np.empty(self.shape, self.dtype)
        if self._library.c.fetch(self._view, values.ctypes.data):
            raise Error(self._library.error())
        return values if dtype is None else values.astype(dtype, copy=False)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
        return getattr(ufunc, method)(*(np.asarray(each) if isinstance(each, DeviceArray) else each for each in inputs), **named)

    def __getitem__(self, key: Any) -> Any:
        return np.asarray(self)[key]

    def __len__(self) -> int:
        return self.shape[0]
