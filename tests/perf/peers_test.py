"""The peers in JAX and SciPy solve the problems of the applications: same objectives, same gradients."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import BUILD, ROOT

pytestmark = pytest.mark.skipif(any(importlib.util.find_spec(name) is None for name in ("jax", "numpy", "scipy")), reason="pip install jax scipy")
RUN = (sys.executable, str(ROOT / "perf" / "peers" / "run.py"), "--quick", "--threads", "2", "--build", str(BUILD))


def test_objectives_and_gradients_agree() -> None:
    done = subprocess.run([*RUN, "--check"], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("agrees") == 5


def test_a_record_has_both_sides(tmp_path: Path) -> None:
    record = tmp_path / "peers.json"
    done = subprocess.run([*RUN, "--only", "burgers", "--out", str(record)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(record.read_text())
    (row,) = found["peers"]
    assert row["agrees"] and row["variant"] in row["variants"] and set(found["versions"]) == {"jax", "jaxlib", "numpy", "scipy"}
    for side in ("ours", "peers"):
        assert all(row[side][key] > 0 for key in ("forward_seconds", "gradient_seconds", "peak_bytes", "gradient_peak_bytes"))
    assert row["peers"]["gradient_compile_seconds"] > 0


@pytest.mark.skipif(not (BUILD / "perf" / "perf_tridiagonal").exists(), reason="built with -DOPSGRAD_PERF=ON only")
def test_tridiagonal_solutions_agree(tmp_path: Path) -> None:
    record = tmp_path / "peers.json"
    done = subprocess.run([*RUN, "--only", "tridiagonal", "--out", str(record)], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [row["agrees"] for row in json.loads(record.read_text())["peers"]] == [True, True, True]
