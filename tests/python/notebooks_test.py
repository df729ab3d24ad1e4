"""The notebooks of docs/notebooks: their code runs, their results are as good as their pages say, and their pictures are those of the index."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.install.install_test import cached
from tests.python.modules import ROOT
from tests.tier import FULL

FOLDER = ROOT / "docs" / "notebooks"

# What holds after the last cell.
RESULTS = {
    "heat": """
        assert history[0] > 100 * found.fun
        assert abs(found_k - true_k) < 0.02 * true_k
        assert error < 0.08 and 0.85 < per_pixel < 1.1
        assert abs(slope - quotient) < 1e-5 * abs(slope)
        assert 0.0008 < k_error < 0.0014 and abs(found_k - true_k) < 3 * k_error
        """,
    "closure": """
        assert history[0] > 100 * history[-1]
        assert law_error < 0.1
        assert errors["no friction"][-1] > 20 * errors["learned law"][-1]
        """,
    "waveform": """
        assert history[0] > 100 * history[-1]
        assert correlation > 0.98
        assert abs(found[36, 30] - true[36, 30]) < 0.05 and abs(found[46, 52] - true[46, 52]) < 0.05
        """,
}


def cells(name: str, kind: str) -> list[dict[str, Any]]:
    notebook = json.loads((FOLDER / f"{name}.ipynb").read_text())
    return [cell for cell in notebook["cells"] if cell["cell_type"] == kind]


def program(name: str) -> str:
    """All code cells and what has to hold then. Pictures are drawn and not shown."""
    code = ["".join(cell["source"]) for cell in cells(name, "code")]
    return "\n".join([*code, *(line.strip() for line in RESULTS[name].splitlines())])


def compiler_of_the_build() -> dict[str, str]:
    return {name: value for name, value in (("CXX", cached("CMAKE_CXX_COMPILER")), ("CXXFLAGS", cached("CMAKE_CXX_FLAGS"))) if value}


@pytest.mark.parametrize(("name", "needs", "full"), [
    ("heat", ["scipy", "matplotlib"], False),
    ("closure", ["torch", "matplotlib"], True),
    ("waveform", ["jax", "optax", "matplotlib"], True),
])
def test_a_notebook_runs_and_finds_the_truth(name: str, needs: list[str], full: bool, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    if missing := [module for module in needs if find_spec(module) is None]:
        pytest.skip(f"this Python has no {', '.join(missing)}")
    if full and not FULL:
        pytest.skip("in the full tier: OPSGRAD_FULL=1")
    prefix = request.getfixturevalue("prefix")
    environment = {**os.environ, **compiler_of_the_build(), "OPSGRAD_PREFIX": str(prefix), "PYTHONPATH": str(ROOT / "python"), "MPLBACKEND": "Agg",
                   "XDG_CACHE_HOME": str(tmp_path), "OMP_NUM_THREADS": "2"}
    done = subprocess.run([sys.executable, "-c", program(name)], cwd=FOLDER, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("name", RESULTS)
def test_a_notebook_is_short_and_has_its_outputs(name: str) -> None:
    text = (FOLDER / f"{name}.ipynb").read_text()
    code = cells(name, "code")
    assert len(text) < 250_000 and len(code) <= 10
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    assert not re.search(r"/(home|root|tmp|work|usr)/|stderr|traceback", re.sub(r'"image/png": "[^"]*"', "", text))
    pictures = [output["data"]["image/png"] for cell in code for output in cell["outputs"] if output["output_type"] == "display_data"]
    assert base64.b64decode(pictures[0]) == (FOLDER / f"{name}.png").read_bytes()


def test_the_index_has_them_all() -> None:
    page = (FOLDER / "index.md").read_text()
    assert set(RESULTS) == {file.stem for file in FOLDER.glob("*.ipynb")}
    assert all(f"({name}.ipynb)" in page and f"({name}.png)" in page for name in RESULTS)
