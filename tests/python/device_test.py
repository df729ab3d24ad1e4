"""Models of target cuda: inputs, outputs and gradients stay on the device. The device is that of target cuda_host, and the other library that works on
it is a class of this file."""

from __future__ import annotations

import ctypes
import gc
import os
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import opsgrad
from opsgrad.device import _TITLE, DeviceArray, _Managed, capsule_of
from tests.python.modules import module

RANDOM = np.random.default_rng(11)
CUDA = (2, 0)
CODES = {"i": 0, "u": 1, "f": 2}


class Producer:
    """An array on the device: the kernels of target cuda_host read memory of this process. NumPy cannot convert it."""

    def __init__(self, values: np.ndarray, device: tuple[int, int] = CUDA, lanes: int = 1) -> None:
        self.values, self.device, self.lanes = values, device, lanes
        self.shape, self.dtype = values.shape, values.dtype
        self.streams: list[Any] = []
        self.ended = 0

    def __array__(self, *_: Any, **__: Any) -> np.ndarray:
        raise AssertionError("values pass through the host")

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.device

    def __dlpack__(self, *, stream: Any = None) -> Any:
        self.streams.append(stream)
        made, values, axes = _Managed(), self.values, ctypes.c_int64 * self.values.ndim
        shape, strides = axes(*values.shape), axes(*(step // values.itemsize for step in values.strides))
        made.tensor.data = values.ctypes.data
        made.tensor.type, made.tensor.number, made.tensor.axes = *self.device, values.ndim
        made.tensor.code, made.tensor.bits, made.tensor.lanes = CODES[values.dtype.kind], 8 * values.itemsize, self.lanes
        made.tensor.shape, made.tensor.strides = shape, strides

        def end(_: Any) -> None:
            self.ended += 1
        made.deleter = type(made.deleter)(end)
        self.kept = (made, shape, strides)
        return capsule_of(ctypes.addressof(made))


class Consumer:
    """Takes an array by DLPack, and reads it as a copy by the driver would, whatever this process may touch."""

    def __init__(self, array: Any) -> None:
        self.device = array.__dlpack_device__()
        capsule = array.__dlpack__(stream=1)
        api = ctypes.pythonapi
        pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_GetPointer", api))
        rename = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.c_char_p)(("PyCapsule_SetName", api))
        self.address = pointer(capsule, _TITLE)
        rename(capsule, b"used_dltensor")
        self.managed = ctypes.cast(self.address, ctypes.POINTER(_Managed)).contents

    def values(self) -> np.ndarray:
        tensor = self.managed.tensor
        shape = tuple(tensor.shape[k] for k in range(tensor.axes))
        strides = tuple(tensor.strides[k] * tensor.bits // 8 for k in range(tensor.axes))
        size = sum((n - 1) * step for n, step in zip(shape, strides)) + tensor.bits // 8
        memory = os.open("/proc/self/mem", os.O_RDONLY)
        try:
            read = os.pread(memory, size, tensor.data)
        finally:
            os.close(memory)
        return np.ndarray(shape, f"f{tensor.bits // 8}", read, strides=strides).copy()

    def release(self) -> None:
        self.managed.deleter(self.address)


@pytest.fixture(scope="module")
def device() -> ModuleType:
    return module("kinds_cuda_host")


@pytest.fixture
def given() -> dict[str, np.ndarray]:
    return {"v": RANDOM.random((4, 7, 2)), "mask": (RANDOM.random((4, 7)) > 0.5).astype(np.int32)}


def same(a: Any, b: Any) -> bool:
    return np.array_equal(np.asarray(a).view(np.uint64), np.ascontiguousarray(b).view(np.uint64))


def test_inputs_and_gradients_without_the_host(device: ModuleType, kinds: ModuleType, given: dict[str, np.ndarray]) -> None:
    """Bits are those of the path through the host and of another target."""
    weights = {"w": RANDOM.random((4, 7, 2)), "sum": np.array([0.25, -1.5])}
    model, other = device.vectors(), device.vectors()
    there = {name: Producer(values) for name, values in given.items()}
    outputs, run = model.forward(**there)
    by_host, host_run = other.forward(**given)
    reference, reference_run = kinds.vectors().forward(**given)
    assert same(outputs.w, by_host.w) and same(outputs.w, reference.w) and same(outputs.sum, by_host.sum)
    seed = Producer(weights["w"])
    gradient = run.vjp(w=seed, sum=weights["sum"])
    for found in (host_run.vjp(**weights), reference_run.vjp(**weights)):
        assert same(gradient.v, found.v) and same(gradient.angle, found.angle)
    del run, host_run
    assert model.copies == (0, 0, 2) and other.copies == (2, 0, 0)
    assert there["v"].streams == seed.streams == [1]


def test_strides_of_inputs(device: ModuleType, given: dict[str, np.ndarray]) -> None:
    model = device.vectors()
    expected = model.forward(**given)[0].w
    wide = np.zeros((4, 14, 4))
    wide[:, ::2, 1:3] = given["v"]
    backwards = np.ascontiguousarray(given["v"][::-1, :, ::-1])
    for values in (wide[:, ::2, 1:3], backwards[::-1, :, ::-1], np.asfortranarray(given["v"])):
        assert same(model.forward(v=Producer(values), mask=given["mask"])[0].w, expected)
    x = RANDOM.random((3, 1), dtype=np.float32)
    single = device.single()
    assert single.value(x=Producer(np.broadcast_to(x, (3, 5)))) == single.value(x=np.broadcast_to(x, (3, 5)))


def test_an_output_is_the_input_of_another_model(device: ModuleType, given: dict[str, np.ndarray]) -> None:
    model = device.vectors()
    w = model.forward(**given)[0].w
    assert same(model.forward(v=w, mask=given["mask"])[0].w, model.forward(v=np.asarray(w), mask=given["mask"])[0].w)
    assert model.copies.device == 1


def test_exports_hold_their_version(device: ModuleType, given: dict[str, np.ndarray]) -> None:
    """Each of them, also when the array, the run and the model are gone and the next model works."""
    model = device.vectors()
    outputs, run = model.forward(**given)
    gradient = run.vjp(sum=np.ones(2)).v
    bits, slope = np.asarray(outputs.w), np.asarray(gradient)
    one, two, of_gradient = Consumer(outputs.w), Consumer(outputs.w), Consumer(gradient)
    assert one.device == CUDA and one.managed.tensor.data == two.managed.tensor.data and one.managed.tensor.type == 2
    del outputs, run, model, gradient
    gc.collect()
    for _ in range(3):
        device.vectors().forward(v=RANDOM.random((4, 7, 2)))[1].vjp(sum=np.ones(2))
    assert same(one.values(), bits) and same(of_gradient.values(), slope)
    one.release()
    device.vectors().forward(v=RANDOM.random((4, 7, 2)))
    assert same(two.values(), bits)
    two.release()
    of_gradient.release()


def test_a_capsule_that_nobody_takes(device: ModuleType, given: dict[str, np.ndarray]) -> None:
    w = device.vectors().forward(**given)[0].w
    for _ in range(3):
        w.__dlpack__()
    gc.collect()
    assert w[0, 0, 0] == np.asarray(w)[0, 0, 0] and len(w) == 4 and "device=cuda:0" in repr(w)
    with pytest.raises(BufferError, match="__dlpack__ cannot copy them or move them to another device"):
        w.__dlpack__(dl_device=(1, 0))


def test_weights_of_zero_on_the_device(device: ModuleType, given: dict[str, np.ndarray]) -> None:
    _, run = device.vectors().forward(**given)
    first = run.vjp(sum=np.ones(2)).v
    for weights in ({"w": Producer(np.zeros((4, 7, 2)))}, {"w": np.zeros((4, 7, 2))}):
        gradient = run.vjp(**weights)
        assert isinstance(gradient.v, DeviceArray) and not np.asarray(gradient.v).any() and not gradient.angle.any()
    assert same(run.vjp(sum=np.ones(2)).v, first)


def test_what_is_refused(device: ModuleType, kinds: ModuleType, given: dict[str, np.ndarray]) -> None:
    model, v = device.vectors(), given["v"]
    for target, value, error, message in (
            (model, Producer(v, (2, 1)), TypeError, r"input 'v': got an array of type float64 on cuda:1, but the model's memory is on cuda:0"),
            (kinds.vectors(), Producer(v), TypeError, r"input 'v': .* float64 on cuda:0, but the model's memory is on the CPU; copy the array to that device"),
            (model, Producer(v.astype(np.float32)), TypeError, r"input 'v': got an array of type float32 on cuda:0, but the model needs float64"),
            (model, Producer(v, lanes=2), TypeError, r"input 'v': got an array of type DLPack code 2 with 64 bits and 2 lanes on cuda:0"),
            (model, Producer(v[:3]), ValueError, r"input 'v': got an array of shape \(3, 7, 2\) on cuda:0, but the model needs shape \(4, 7, 2\)")):
        with pytest.raises(error, match=message):
            target.forward(v=value)
    with pytest.raises(TypeError, match=r"input 'angle': .* on cuda:0, but scalars, sums and their cotangents are on the CPU"):
        model.forward(angle=Producer(np.ones(2)))
    with pytest.raises(opsgrad.Error):
        device.vectors(shape=(1, 2, 3))
