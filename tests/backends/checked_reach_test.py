"""Where mistakes are looked for, a kernel that reaches beyond the halo is named before it reads there, translated or not, however far."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
FINDING = (("checked",), ("seq", "-OPS_CHECK"))


def said(target: tuple[str, ...], *words: str) -> tuple[int, str]:
    result = subprocess.run([BUILD / "tests" / "backends" / f"checked_reach_{target[0]}", *words, *target[1:]], capture_output=True, text=True,
                            timeout=300)
    return result.returncode, result.stdout


@pytest.mark.parametrize("target", FINDING)
@pytest.mark.parametrize("loop", ("known", "unknown"))
@pytest.mark.parametrize(("by", "at", "cell"), (("3 0", "(6, 0)", "(9, 0)"), ("0 100000000", "(0, 0)", "(0, 100000000)")))
def test_a_cell_beyond_the_halo_is_named(target: tuple[str, ...], loop: str, by: str, at: str, cell: str) -> None:
    status, text = said(target, loop, *by.split())
    assert status == 1
    assert f"ops_par_loop '{loop}': argument 1 (dataset 'u'): at point {at}, the kernel accesses cell {cell} at offset ({by.replace(' ', ', ')}), which" in text


@pytest.mark.parametrize("target", FINDING)
@pytest.mark.parametrize("loop", ("known", "unknown"))
def test_a_declared_point_is_fine(target: tuple[str, ...], loop: str) -> None:
    assert said(target, loop, "1", "0")[0] == 0
