"""What NVIDIA's compiler makes of the applications' kernels, for sm_80 and sm_90: no product joined with a sum, no local memory, nothing spilled.

Quick applications only; OPSGRAD_PTX=all looks at all of them. Functions of <cmath> other than these are the device's library, which has fused
operations and, for angles that are large, local memory: kernels that call them are only compiled.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cuda.apps_test import BUILD

ROOT = Path(__file__).parents[2]
NVCC = shutil.which("nvcc", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/cuda/bin")))
FLAGS = ["-x", "cu", "-std=c++20", "-O3", "--expt-relaxed-constexpr", "-fmad=false", "-Werror", "all-warnings", "-Xcompiler=-ffp-contract=off"]
QUICK = ("poisson", "burgers")
ALL = (*QUICK, "stencil1d", "lbm", "lbm_aos", "wave", "cde", "heat_adi", "cloverleaf")
EXACT = {"sqrt", "fabs", "abs", "ptrdiff_t", "size_t", "byte"}  # of what generated code takes from std::
pytestmark = pytest.mark.skipif(NVCC is None, reason="no nvcc")


@pytest.fixture(scope="module", params=ALL if os.environ.get("OPSGRAD_PTX") == "all" else QUICK)
def generated(request: pytest.FixtureRequest) -> Path:
    return BUILD / "apps" / request.param.removesuffix("_aos") / "generated" / request.param / "cuda_host" / "loops.cpp"


def compiled(loops: Path, *words: str) -> str:
    """What the compiler says."""
    assert NVCC is not None
    result = subprocess.run([NVCC, *FLAGS, f"-I{ROOT}", f"-I{ROOT}/tests/cuda", *words, str(loops)], capture_output=True, text=True, timeout=1200)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout + result.stderr


def calls_the_library(entry: str, loops: Path) -> bool:
    """Whether the loop of an entry point calls functions of the device's library."""
    found = re.search(r"ops_loops(\d+)(loop_.*)", entry)  # names stand behind their lengths
    assert found is not None, entry
    text = (loops.parent / f"{found[2][:int(found[1])]}.cpp").read_text()
    return bool(set(re.findall(r"(?:std|functions)::(\w+)\(", text)) - EXACT)


def test_no_product_is_joined_with_a_sum(generated: Path, tmp_path: Path) -> None:
    compiled(generated, "-ptx", "-arch=sm_90", "-o", str(tmp_path / "loops.ptx"))
    entries = re.findall(r"\.entry (\w+)\((.*?)\n\}", (tmp_path / "loops.ptx").read_text(), re.DOTALL)
    assert entries
    exact = [(name, body) for name, body in entries if "_launch" in name and not calls_the_library(name, generated)]
    assert any("mul.rn.f64" in body or "mul.f64" in body for _, body in exact)
    assert not [name for name, body in exact if re.search(r"\b(fma|mad)\.(rn\.)?(ftz\.)?f\d", body)]


@pytest.mark.parametrize("architecture", ["sm_80", "sm_90"])
def test_nothing_lies_in_local_memory(generated: Path, tmp_path: Path, architecture: str) -> None:
    said = compiled(generated, "-cubin", f"-arch={architecture}", "-Xptxas=-v", "-o", str(tmp_path / "loops.cubin"))
    kernels = re.findall(r"Function properties for (\w+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", said)
    assert kernels
    bad = [(name, numbers) for name, *numbers in kernels if numbers != ["0", "0", "0"] and ("_launch" not in name or not calls_the_library(name, generated))]
    assert not bad, bad
