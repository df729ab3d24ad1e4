"""The program of this folder, its pages, and a tape as large as that of 100 steps of a hydrodynamics code."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
from pathlib import Path
from typing import Any

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[4] / "build" / "release"))
DATA = re.compile(r'(<script type="application/json" id="trace">)(.*?)(</script>)', re.DOTALL)
READS, WRITES, NEEDS, ADDS, RECEIVES = 1, 2, 4, 8, 16


def run(*options: str, target: str = "openmp") -> subprocess.CompletedProcess[str]:
    program = BUILD / "tests" / "ops" / "derivatives" / "trace" / f"trace_program_{target}"
    return subprocess.run([program, *options], capture_output=True, text=True, timeout=120)


def page(path: Path, *options: str, target: str = "openmp") -> str:
    """What the program writes to `path` under -OPS_AD_TRACE."""
    done = run(*options, f"-OPS_AD_TRACE={path}", target=target)
    assert done.returncode == 0, done.stdout + done.stderr
    return path.read_text()


def data(text: str) -> dict[str, Any]:
    match = DATA.search(text)
    assert match
    found: dict[str, Any] = json.loads(match[2])
    return found


def with_data(text: str, trace: str) -> str:
    return DATA.sub(lambda match: match[1] + trace + match[3], text)


def large(steps: int = 100, loops: int = 80, datasets: int = 30) -> dict[str, Any]:
    """Loops of 3 to 9 datasets each, the same in every step; every third keeps a version."""
    draw = random.Random(5)
    kinds = []
    for loop in range(loops):
        used = draw.sample(range(datasets), draw.randint(3, 9))
        kinds.append([loop, [0, 960, 0, 960], [[d, draw.choice([READS | ADDS, READS | NEEDS | ADDS, WRITES | RECEIVES])] for d in used]])
    kind = list(range(loops)) * steps
    n = len(kind)
    return {
        "title": "large", "target": "openmp", "nodes": n, "nodeBytes": 900 * n,
        "data": [[f"dataset{d}", "grid", 7372800] for d in range(datasets)],
        "sites": [["loop", f"a_kernel_of_the_step_{k}", f"sources/of/the/program/file{k // 5}.cpp", 10 + k] for k in range(loops)],
        "kinds": kinds, "kind": kind, "recorded": [1] * n, "steps": [],
        "forward": [float(f"{draw.uniform(800, 4000):.4g}") for _ in kind],
        "reverse": [float(f"{draw.uniform(1800, 9000):.4g}") for _ in kind],
        "norm": [float(f"{10 ** draw.uniform(-6, 1):.3g}") for _ in kind],
        "kept": [[i, kinds[k][2][0][0], 7372800, 0] for i, k in enumerate(kind) if k % 3 == 0],
        "faults": [],
    }
