"""ops/loops/functions/coefficients.hpp is what its script writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[4] / "ops" / "loops" / "functions"


def test_coefficients_are_those_of_the_script() -> None:
    pytest.importorskip("mpmath")
    written = subprocess.run([sys.executable, FOLDER / "coefficients.py"], capture_output=True, text=True, check=True).stdout
    assert written == (FOLDER / "coefficients.hpp").read_text()
