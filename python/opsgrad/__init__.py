"""Differentiable functions of NumPy arrays, from programs in C++ that define a model (OPS_MODEL).

    import numpy as np, opsgrad
    heat = opsgrad.load("heat_model.cpp")
    m = heat.Model(shape=(64, 64), steps=20)
    energy, gradient = m.value_and_grad(start=np.ones((64, 64)), k=0.1)

`opsgrad.scipy`, `opsgrad.torch` and `opsgrad.jax` hand a model to these libraries.
"""

from opsgrad.errors import Error, Notice
from opsgrad.load import load
from opsgrad.model import Copies, Model, Run

__all__ = ["Copies", "Error", "Model", "Notice", "Run", "load"]
__version__ = "0.2.0"
