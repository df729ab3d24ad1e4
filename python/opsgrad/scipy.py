"""Models in scipy.optimize, with named inputs instead of one long vector.

    found = opsgrad.scipy.minimize(m, {"start": np.zeros((64, 64)), "k": 0.1}, bounds={"k": (0, 0.25)})
    found.inputs["k"]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Union

import numpy as np
from scipy import optimize

from opsgrad.model import Model

Loss = Callable[[Any], tuple[float, Mapping[str, Any]]]

_WITH_PRODUCTS = {"newton-cg", "trust-ncg", "trust-krylov", "trust-constr"}


def minimize(model: Model, start: Mapping[str, Any], *, loss: Union[Loss, None] = None, penalty: Union[Loss, None] = None, fixed: Union[Mapping[str, Any], None] = None, bounds: Union[Mapping[str, Any], None] = None,
             method: str = "L-BFGS-B", callback: Union[Callable[[dict[str, Any]], Any], None] = None, **more: Any) -> optimize.OptimizeResult:
    """Finds inputs that minimise the objective of `model`, or `loss` of its outputs, with the gradient.

    Args:
        start: initial values of the inputs to find
        loss: replaces the objective: gets the outputs, returns a number and its derivatives with respect to outputs: lambda o: (((o.u - seen) ** 2).sum(),
            {"u": 2 * (o.u - seen)})
        penalty: is added to the objective: gets the inputs by name, returns a number and its derivatives with respect to inputs
        fixed: values of other inputs
        bounds: bounds of inputs: (lower, upper), numbers or arrays of the input's shape; None: no bound
        method: method of scipy.optimize.minimize. Methods that use products with second derivatives (Newton-CG, trust-ncg, ..) get them if there is
            no loss and no penalty
        callback: called with the present inputs after each iteration
        more: further arguments of scipy.optimize.minimize, such as tol and options

    Returns:
        SciPy's result. Its additional member `inputs` holds the found values by name.

    Raises:
        TypeError, ValueError: the model does not have an input, or the input has another shape
    """
    vector = _Vector(model, start)
    others = dict(fixed or {})
    if both := set(others) & set(vector.names):
        raise ValueError(f"input {', '.join(sorted(both))} was given both in 'start' and in 'fixed'")

    def value_and_gradient(x: np.ndarray[Any, Any]) -> tuple[float, np.ndarray[Any, Any]]:
        inputs = vector.split(x)
        if loss is None:
            value, gradient = model.value_and_grad(**inputs, **others)
        else:
            outputs, run = model.forward(**inputs, **others)
            value, weights = loss(outputs)
            gradient = run.vjp(**weights)
        slope = vector.join(gradient._asdict())
        if penalty is not None:
            more_value, more_slope = penalty(inputs)
            value += more_value
            slope += vector.join({**{name: 0 * np.asarray(inputs[name]) for name in vector.names}, **more_slope})
        return value, slope

    def product(x: np.ndarray[Any, Any], direction: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        _, run = model.forward(**vector.split(x), **others)
        return vector.join(run.hvp(**vector.split(direction))._asdict())

    if method.lower() in _WITH_PRODUCTS and loss is None and penalty is None:
        more = {"hessp": product, **more}
    told = None if callback is None else lambda x, *_: callback(vector.split(x))
    found = optimize.minimize(value_and_gradient, vector.join(start), jac=True, method=method, bounds=vector.bounds(bounds), callback=told, **more)
    found.inputs = vector.split(found.x)
    return found


class _Vector:
    """Concatenates inputs to a vector of double precision."""

    def __init__(self, model: Model, start: Mapping[str, Any]) -> None:
        if unknown := set(start) - set(model.inputs):
            raise TypeError(f"there is no input '{sorted(unknown)[0]}'; available: {', '.join(model.inputs)}")
        self._entries = [entry for name, entry in model.inputs.items() if name in start]
        for entry in self._entries:
            if not entry.active:
                raise ValueError(f"input '{entry.name}' has no derivative, so it cannot be an unknown")
        self.names = [entry.name for entry in self._entries]

    def join(self, values: Mapping[str, Any]) -> np.ndarray[Any, Any]:
        parts = []
        for entry in self._entries:
            part = np.asarray(values[entry.name], float)
            if part.shape != entry.shape:
                raise ValueError(f"input '{entry.name}' has shape {part.shape}, but the model expects shape {entry.shape}")
            parts.append(part.ravel())
        return np.concatenate(parts)

    def split(self, x: np.ndarray[Any, Any]) -> dict[str, Any]:
        values, at = {}, 0
        for entry in self._entries:
            size = int(np.prod(entry.shape, dtype=int))
            part = x[at : at + size].reshape(entry.shape).astype(entry.type)
            values[entry.name] = part[()].item() if entry.is_number else part
            at += size
        return values

    def bounds(self, wanted: Union[Mapping[str, Any], None]) -> Union[optimize.Bounds, None]:
        if not wanted:
            return None
        if unknown := set(wanted) - set(self.names):
            raise TypeError(f"bounds were given for '{sorted(unknown)[0]}', which is not an unknown; the unknowns are {', '.join(self.names)}")
        sides = []
        for side, none in ((0, -np.inf), (1, np.inf)):
            limits = {name: (none if wanted.get(name, (None, None))[side] is None else wanted[name][side]) for name in self.names}
            sides.append(self.join({e.name: np.broadcast_to(np.asarray(limits[e.name], float), e.shape) for e in self._entries}))
        return optimize.Bounds(*sides)
