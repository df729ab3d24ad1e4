"""Planes that a volume is summed onto, or reads, and walls in place: points in order, cut along axes of their own, have the bits of one after another."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
STATES = ["-OPS_AD_MEMORY=2500kB"]  # everything takes 3.1 MiB


def said(target: str, *options: str, **environment: str) -> str:
    program = BUILD / "tests" / "adjoint" / f"adjoint_planes_{target}"
    result = subprocess.run([program, *options], capture_output=True, text=True, timeout=300, env={**os.environ, "OMP_NUM_THREADS": "1", **environment})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def bits(text: str) -> str:
    found = re.findall(r"^objective .*$", text, re.MULTILINE)
    assert len(found) == 1 and "nan" not in found[0], text
    return str(found[0])


@pytest.mark.parametrize("options", [[], STATES], ids=["kept", "states"])
def test_bits_do_not_depend_on_threads_or_their_order(options: list[str]) -> None:
    found = [bits(said(target, *options)) for target in ("seq", "checked")]
    found += [bits(said("openmp", *options, OMP_NUM_THREADS=n)) for n in ("1", "2", "3", "5")]
    found += [bits(said("cuda_host", *options, OPSGRAD_THREADS=order)) for order in ("forward", "reversed", "shuffled")]
    assert len(set(found)) == 1, found


def test_the_gradient_is_right() -> None:
    text = said("openmp", "-OPS_AD_CHECK=dot,loops,taylor", OMP_NUM_THREADS="3")
    assert text.count("passed") == 3 and "failed" not in text, text
