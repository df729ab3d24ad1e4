"""Differentiable functions of NumPy arrays, from programs in C++ that define a model (OPS_MODEL).

    import numpy as np, opsgrad
    heat = opsgrad.load("heat_model.cpp")
    m = heat.Model(shape=(64, 64), steps=20)
    energy, gradient = m.value_and_grad(start=np.ones((64, 64)), k=0.1)

`opsgrad.scipy`, `opsgrad.torch` and `opsgrad.jax` make a model available to these libraries.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from opsgrad.errors import Error, Notice
    from opsgrad.load import load
    from opsgrad.model import Copies, Model, Run
    from opsgrad.stubs import stub

__all__ = ["Copies", "Error", "Model", "Notice", "Run", "load", "stub"]

_IN = {"Error": "errors", "Notice": "errors", "load": "load", "Copies": "model", "Model": "model", "Run": "model", "stub": "stubs"}


def __getattr__(name: str) -> Any:
    """Imports a name when it is first used, because the command `ops` does not need NumPy."""
    if name in _IN:
        found = getattr(import_module(f"opsgrad.{_IN[name]}"), name)
        globals()[name] = found
        return found
    if name in ("scipy", "torch", "jax"):
        return import_module(f"opsgrad.{name}")
    if name == "__version__":
        return import_module("opsgrad.installation").version()
    raise AttributeError(f"module 'opsgrad' has no attribute '{name}'")
