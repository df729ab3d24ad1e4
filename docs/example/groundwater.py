"""The example of docs/guide/python.md: finds a field of transmissivity through its logarithm, with SciPy."""

import numpy as np
import scipy.optimize

import opsgrad

groundwater = opsgrad.load("groundwater_model.cpp")
model = groundwater.Model(shape=(16, 24), steps=60)
truth = np.full((16, 24), 0.1)
truth[:, 12:] = 0.2
measured = model.forward(t=truth, rate=1.0)[0].levels  # an array of shape (6,)


def value_and_gradient(x):
    t = np.exp(x).reshape(16, 24)
    value, gradient = model.value_and_grad(t=t, rate=1.0, measured=measured)
    return value, (gradient.t * t).ravel()  # chain rule: the derivative of t with respect to log(t) is t


found = scipy.optimize.minimize(value_and_gradient, np.full(16 * 24, np.log(0.1)), jac=True, method="L-BFGS-B")
print(f"misfit {model.value(rate=1.0, measured=measured):.4f} at first, in the end below 0.001: {found.fun < 0.001}")
