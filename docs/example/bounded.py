"""A source of heat between 0 and 0.8, by L-BFGS-B: python3 bounded.py PROGRAM, which is docs/example/evaluate.cpp, built."""

import subprocess
import sys

import numpy as np
from scipy.optimize import minimize

ny, nx = 10, 12


def value_and_gradient(x: np.ndarray) -> tuple[float, np.ndarray]:
    np.save("source.npy", x.reshape(ny, nx))
    subprocess.run(sys.argv[1:], check=True)
    return np.load("misfit.npy")[0], np.load("gradient.npy").ravel()


j, i = np.indices((ny, nx))
truth = np.exp(-0.2 * ((i - 5) ** 2 + (j - 4) ** 2))
np.save("measured.npy", np.zeros((ny, nx)))
value_and_gradient(truth)
np.save("measured.npy", np.load("end.npy"))

first, slope = value_and_gradient(np.full(nx * ny, 0.3))
higher, lower = (value_and_gradient(np.full(nx * ny, x))[0] for x in (0.31, 0.29))
print(f"slope {slope.sum():.4f}, by a finite difference {(higher - lower) / 0.02:.4f}")


def scaled(x: np.ndarray) -> tuple[float, np.ndarray]:
    value, gradient = value_and_gradient(x)
    return value / first, gradient / first


found = minimize(scaled, np.full(nx * ny, 0.3), jac=True, method="L-BFGS-B", bounds=[(0.0, 0.8)] * (nx * ny), options={"maxiter": 60})
source = found.x.reshape(ny, nx)
print(f"within {source.min():.1f} and {source.max():.1f}; in the middle, where the truth is 1: {source[4, 5]:.3f}")
print(f"at the upper bound: {np.count_nonzero(source == 0.8)} cells; misfit below a hundredth of the first: {found.fun < 0.01}")
