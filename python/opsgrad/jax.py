"""Models as functions of JAX arrays, with jit, grad, jvp, vjp, vmap, and second derivatives.

    energy = opsgrad.jax.function(m)
    value, gradient = jax.value_and_grad(energy)(x, 0.2)

Four primitives define the derivatives. XLA calls back into Python for their values, and passes its own buffers:

    evaluate(x)                  outputs, and a number that identifies the run
    tangent(run, x; t)           J t, linear in t
    gradient(run, x; c)          J^T c, linear in c
    second(run, x, c; t)         the change of gradient(x; c) along t, linear in t and symmetric
"""

from __future__ import annotations

import functools
import itertools
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Union

import jax
import jax.numpy as jnp
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

try:
    from jax.experimental.buffer_callback import buffer_callback
except ImportError:  # JAX before 0.6
    buffer_callback = None

from opsgrad.arrays import Entry
from opsgrad.model import Model, Run, _named


def function(model: Model, outputs: Union[str, list[str], None] = None, *, runs: int = 16) -> Callable[..., Any]:
    """A function of JAX arrays, which takes inputs by position or name, and which JAX can transform.

    The transformations are jit, grad, value_and_grad, jvp, vjp, Jacobians, nested grad, and vmap (one element of the batch after another). Forward
    mode of forward mode is not available. A model in double precision needs the setting jax_enable_x64.

    Args:
        outputs: a name: this output; a list: a tuple of these outputs; None: the objective or, without an objective, the only output or a tuple of all
        runs: number of evaluations that are kept for derivatives; a run that is needed but no longer kept is evaluated again
    """
    known = model.outputs
    objective = [name for name, entry in known.items() if entry.objective]
    chosen = [outputs] if isinstance(outputs, str) else list(outputs or objective or known)
    alone = isinstance(outputs, str) or (outputs is None and len(chosen) == 1)
    for name in chosen:
        if name not in known:
            raise TypeError(f"there is no output '{name}'; available: {', '.join(known)}")
    called = _Called(model, [known[name] for name in chosen], runs)

    def evaluate(*given: Any, **named: Any) -> Any:
        values = _named(given, named, called.inputs, "input")
        present = tuple(value is not None for value in values)
        results = _evaluate.bind(*(_checked(v, e) for v, e in zip(values, called.inputs) if v is not None), called=called.of(present))
        return results[0] if alone else tuple(results[:-1])
    evaluate.__doc__ = type(model).forward.__doc__
    return evaluate


def _checked(value: Any, entry: Entry) -> Any:
    if entry.type.itemsize == 8 and not jax.config.jax_enable_x64:
        raise TypeError(f"input '{entry.name}' is {entry.type}, which JAX supports only after jax.config.update('jax_enable_x64', True)")
    if hasattr(value, "dtype") and not getattr(value, "weak_type", False) and value.dtype != entry.type:
        raise TypeError(f"input '{entry.name}': got an array of type {value.dtype}, but the model needs {entry.type}; convert it with .astype('{entry.type}')")
    array = jnp.asarray(value, entry.type)
    if array.shape != entry.shape:
        raise ValueError(f"input '{entry.name}': got shape {array.shape}, but the model needs shape {entry.shape}")
    return array


class _Called:
    """A model for the primitives: a subset of its inputs and outputs, and the runs that are kept."""

    def __init__(self, model: Model, entries: Sequence[Entry], runs: int) -> None:
        self.inputs, self.outputs = list(model.inputs.values()), list(entries)
        self._model, self._most = model, runs
        self._kept: OrderedDict[int, Run] = OrderedDict()
        self._lock, self._numbers = threading.Lock(), itertools.count(1)
        self._with: dict[tuple[bool, ...], _Called] = {}
        self.compiled: dict[str, Callable[..., Any]] = {}  # by primitive, for calls outside of jit

    def of(self, present: tuple[bool, ...]) -> _Called:
        """The same model, restricted to some of the inputs."""
        if present not in self._with:
            made = self._with[present] = _Called(self._model, self.outputs, self._most)
            made.inputs = [entry for entry, there in zip(self.inputs, present) if there]
        return self._with[present]

    def _named(self, values: Sequence[Any]) -> dict[str, Any]:
        return {entry.name: np.asarray(value) for entry, value in zip(self.inputs, values)}

    def _moved(self, values: Sequence[Any]) -> dict[str, Any]:
        return {entry.name: np.asarray(value) for entry, value in zip(self.inputs, values) if entry.active}

    def _weights(self, values: Sequence[Any]) -> dict[str, Any]:
        return {entry.name: np.asarray(value) for entry, value in zip(self.outputs, values) if entry.active}

    def _run(self, number: Any, inputs: Sequence[Any]) -> Run:
        with self._lock:
            run = self._kept.get(int(number))
        return run if run is not None else self._model.forward(**self._named(inputs))[1]

    def evaluate(self, *inputs: Any) -> tuple[Any, ...]:
        outputs, run = self._model.forward(**self._named(inputs))
        with self._lock:
            number = next(self._numbers) % 2**31
            self._kept[number] = run
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return (*(np.asarray(getattr(outputs, e.name), e.type) for e in self.outputs), np.int32(number))

    def tangent(self, number: Any, *values: Any) -> tuple[Any, ...]:
        inputs, tangents = values[: len(self.inputs)], values[len(self.inputs) :]
        return _filled(self._run(number, inputs).jvp(**self._moved(tangents)), self.outputs)

    def gradient(self, number: Any, *values: Any) -> tuple[Any, ...]:
        inputs, weights = values[: len(self.inputs)], values[len(self.inputs) :]
        return _filled(self._run(number, inputs).vjp(**self._weights(weights)), self.inputs)

    def second(self, number: Any, *values: Any) -> tuple[Any, ...]:
        inputs, weights, tangents = values[: len(self.inputs)], values[len(self.inputs) : -len(self.inputs)], values[-len(self.inputs) :]
        return _filled(self._run(number, inputs).hvp(**self._moved(tangents), cotangents=self._weights(weights)), self.inputs)


def _filled(values: Any, entries: Sequence[Entry]) -> tuple[Any, ...]:
    """Treats inputs and outputs without a derivative as constant."""
    return tuple(np.zeros(e.shape, e.type) if getattr(values, e.name) is None else np.asarray(getattr(values, e.name), e.type) for e in entries)


def _primitive(name: str, results: Callable[[_Called], list[Any]]) -> Primitive:
    """A primitive whose values come from the method `name` of _Called."""
    made = Primitive(f"opsgrad_{name}")
    made.multiple_results = True

    def compute(*values: Any, called: _Called) -> Any:
        work = getattr(called, name)
        if buffer_callback is None:
            return jax.pure_callback(work, results(called), *values, vmap_method="sequential")

        def write(_: Any, outs: Any, *buffers: Any) -> None:
            for out, value in zip(outs, work(*map(np.from_dlpack, buffers))):
                np.from_dlpack(out)[...] = value
        return buffer_callback(write, results(called))(*values)

    def batched(values: Any, dims: Any, *, called: _Called) -> Any:
        size = next(v.shape[d] for v, d in zip(values, dims) if d is not None)
        moving = [None if d is None else jnp.moveaxis(v, d, 0) for v, d in zip(values, dims)]
        if size == 0:
            outs = [jnp.zeros((0, *a.shape), a.dtype) for a in results(called)]
            return outs, [0] * len(outs)

        def one(k: Any) -> Any:
            return made.bind(*(v if m is None else m[k] for v, m in zip(values, moving)), called=called)
        outs = jax.lax.map(one, jnp.arange(size))
        return outs, [0] * len(outs)

    def at_once(*values: Any, called: _Called) -> Any:
        if name not in called.compiled:
            called.compiled[name] = jax.jit(functools.partial(compute, called=called))
        return called.compiled[name](*values)

    made.def_impl(at_once)
    made.def_abstract_eval(lambda *_, called: [jax.core.ShapedArray(a.shape, a.dtype) for a in results(called)])
    mlir.register_lowering(made, mlir.lower_fun(compute, multiple_results=True))
    batching.primitive_batchers[made] = batched
    return made


def _shapes(entries: Sequence[Entry]) -> list[Any]:
    return [jax.ShapeDtypeStruct(e.shape, e.type) for e in entries]


_evaluate = _primitive("evaluate", lambda called: [*_shapes(called.outputs), jax.ShapeDtypeStruct((), np.int32)])
_tangent = _primitive("tangent", lambda called: _shapes(called.outputs))
_gradient = _primitive("gradient", lambda called: _shapes(called.inputs))
_second = _primitive("second", lambda called: _shapes(called.inputs))


def _dense(tangent: Any, entry: Entry) -> Any:
    return jnp.zeros(entry.shape, entry.type) if _is_zero(tangent) or not entry.active else tangent


def _is_zero(tangent: Any) -> bool:
    return isinstance(tangent, ad.Zero) or getattr(tangent, "dtype", None) == jax.dtypes.float0


def _zero(aval_of: Any) -> Any:
    return ad.Zero(jax.core.ShapedArray(aval_of.shape, aval_of.dtype).to_tangent_aval())


def _evaluate_jvp(inputs: Any, tangents: Any, *, called: _Called) -> Any:
    results = _evaluate.bind(*inputs, called=called)
    if all(map(_is_zero, tangents)):
        return results, [_zero(r) for r in results]
    for tangent, entry in zip(tangents, called.inputs):
        if not entry.active and not _is_zero(tangent):
            raise TypeError(f"a derivative with respect to input '{entry.name}' was requested, but this input is passive in the program")
    rates = _tangent.bind(results[-1], *inputs, *(_dense(t, e) for t, e in zip(tangents, called.inputs)), called=called)
    kept = [r if e.active else _zero(r) for r, e in zip(rates, called.outputs)]
    return results, [*kept, _zero(results[-1])]


def _tangent_transpose(cotangents: Any, run: Any, *values: Any, called: _Called) -> Any:
    inputs = values[: len(called.inputs)]
    given = _gradient.bind(run, *inputs, *(_dense(c, e) for c, e in zip(cotangents, called.outputs)), called=called)
    return [None] * (1 + len(inputs)) + list(given)


def _tangent_jvp(values: Any, tangents: Any, *, called: _Called) -> Any:
    n = len(called.inputs)
    if not all(map(_is_zero, tangents[1 : 1 + n])):
        raise NotImplementedError("forward-over-forward mode is not available: compute second derivatives as grad of grad or as jvp of grad")
    results = _tangent.bind(*values, called=called)
    if all(map(_is_zero, tangents)):
        return results, [_zero(r) for r in results]
    return results, _tangent.bind(*values[: 1 + n], *(_dense(t, e) for t, e in zip(tangents[1 + n :], called.inputs)), called=called)


def _gradient_jvp(values: Any, tangents: Any, *, called: _Called) -> Any:
    n = len(called.inputs)
    results = _gradient.bind(*values, called=called)
    moved, weights = tangents[1 : 1 + n], tangents[1 + n :]
    rates: Any = [_zero(r) for r in results]
    if not all(map(_is_zero, weights)):
        rates = _gradient.bind(*values[: 1 + n], *(_dense(w, e) for w, e in zip(weights, called.outputs)), called=called)
    if not all(map(_is_zero, moved)):
        products = _second.bind(*values, *(_dense(t, e) for t, e in zip(moved, called.inputs)), called=called)
        rates = [ad.add_tangents(r, p) if e.active else r for r, p, e in zip(rates, products, called.inputs)]
    return results, rates


def _gradient_transpose(cotangents: Any, run: Any, *values: Any, called: _Called) -> Any:
    inputs = values[: len(called.inputs)]
    given = _tangent.bind(run, *inputs, *(_dense(c, e) for c, e in zip(cotangents, called.inputs)), called=called)
    return [None] * (1 + len(inputs)) + list(given)


def _second_jvp(values: Any, tangents: Any, *, called: _Called) -> Any:
    n = len(called.inputs)
    if not all(map(_is_zero, tangents[:-n])):
        raise NotImplementedError("third derivatives are not available: opsgrad offers first and second derivatives")
    results = _second.bind(*values, called=called)
    return results, _second.bind(*values[:-n], *(_dense(t, e) for t, e in zip(tangents[-n:], called.inputs)), called=called)


def _second_transpose(cotangents: Any, *values: Any, called: _Called) -> Any:
    n = len(called.inputs)
    given = _second.bind(*values[:-n], *(_dense(c, e) for c, e in zip(cotangents, called.inputs)), called=called)
    return [None] * (len(values) - n) + list(given)


ad.primitive_jvps[_evaluate] = _evaluate_jvp
ad.primitive_jvps[_tangent] = _tangent_jvp
ad.primitive_transposes[_tangent] = _tangent_transpose
ad.primitive_jvps[_gradient] = _gradient_jvp
ad.primitive_transposes[_gradient] = _gradient_transpose
ad.primitive_jvps[_second] = _second_jvp
ad.primitive_transposes[_second] = _second_transpose
