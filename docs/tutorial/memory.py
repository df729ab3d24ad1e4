"""Time and memory of a gradient over many steps: python3 memory.py [LIMIT ..], such as 50MB 1GB, smaller limits first."""

import resource
import sys
import time
from pathlib import Path

import numpy as np

import opsgrad

ny, nx, steps = 256, 384, 2400
plume = opsgrad.load(Path(__file__).parent / "plume_model.cpp")
release = np.zeros((ny, nx))
release[100, 60] = 1.0
for limit in sys.argv[1:]:
    model = plume.Model(shape=(ny, nx), steps=steps, memory=limit, threads=1)
    begin = time.process_time()
    model.value(release=release)
    middle = time.process_time()
    model.value_and_grad(release=release)
    run, gradient = middle - begin, time.process_time() - middle
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{limit:>6}: run {run:.2f} s, gradient {gradient:.2f} s, {gradient / run:.1f} times; the process has taken {peak:.0f} MiB", flush=True)
