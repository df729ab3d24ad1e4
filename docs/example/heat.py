"""The example of README.md in Python: compiles heat_model.cpp, which says what its inputs and outputs are."""

import numpy as np

import opsgrad

heat = opsgrad.load("heat_model.cpp")
model = heat.Model(shape=(64, 64), steps=10)
start = np.zeros((64, 64))
start[30, 20] = 1.0
energy, gradient = model.value_and_grad(start=start, k=0.2)
print(f"energy {energy:.12f}, derivative with respect to the heat at (20, 30) {gradient.start[30, 20]:.12f}")
