"""The release and the diffusivity that explain the measurements, within bounds: python3 recover.py, where measured.npy is."""

from pathlib import Path

import numpy as np

import opsgrad
import opsgrad.scipy

plume = opsgrad.load(Path(__file__).parent / "plume_model.cpp")
model = plume.Model(shape=(64, 96), steps=240)
found = opsgrad.scipy.minimize(
    model, {"release": np.zeros((64, 96)), "k": 0.06}, fixed={"measured": np.load("measured.npy")},
    bounds={"release": (0.0, None), "k": (0.0, 0.1)}, options={"maxiter": 150})
np.save("found_bounded.npy", found.inputs["release"])
print(f"misfit {found.fun:.1f} after {found.nit} iterations, k = {found.inputs['k']:.3f}")
