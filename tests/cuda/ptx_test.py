"""What NVIDIA's compiler makes of kernels, for sm_80 and sm_90: no product joined with a sum, no local memory, nothing spilled; threads meet where a
kernel has phases; every register is written before it is read.

Those of the run time, of tests/translator/golden and of quick applications; OPSGRAD_PTX=all looks at all of these. Functions of <cmath> other than a few
(gates.py) are the device's library, which has fused operations and, for angles that are large, local memory: kernels that call them are only compiled.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cuda.apps_test import BUILD
from tests.cuda.gates import NVCC, ROOT, Entries, compiled, entries, fused, in_local_memory, is_exact, unnumbered, unwritten, without_barrier
from tests.tier import drawn
from tests.translator.generated import program_of
from tests.translator.many_datasets_test import of_squares
from translator.passes.analyse import analyse
from translator.render import render

QUICK = ("golden", "poisson", "burgers")
ALL = (*QUICK, "stencil1d", "lbm", "lbm_aos", "wave", "cde", "heat_adi", "cloverleaf")
pytestmark = pytest.mark.skipif(NVCC is None, reason="no nvcc")


@pytest.fixture(scope="module", params=ALL if os.environ.get("OPSGRAD_PTX") == "all" else drawn(QUICK, 1))
def generated(request: pytest.FixtureRequest) -> Path:
    if request.param == "golden":
        return ROOT / "tests" / "translator" / "golden" / "cuda" / "loops.cpp"
    return BUILD / "apps" / request.param.removesuffix("_aos") / "generated" / request.param / "cuda_host" / "loops.cpp"


@pytest.fixture(scope="module")
def kernels(generated: Path, tmp_path_factory: pytest.TempPathFactory) -> Entries:
    return entries(generated, tmp_path_factory.mktemp("ptx"))


def test_no_product_is_joined_with_a_sum(generated: Path, kernels: Entries) -> None:
    assert any("mul.rn.f64" in body or "mul.f64" in body for name, body in kernels.items() if is_exact(name, generated))
    assert not fused(kernels, generated)


def test_threads_meet_between_phases_and_know_who_they_are(kernels: Entries) -> None:
    assert not without_barrier(kernels)
    assert not unnumbered(kernels)


def test_registers_are_written_before_they_are_read(kernels: Entries) -> None:
    assert not unwritten(kernels)


def test_a_kernel_may_read_many_datasets(tmp_path: Path) -> None:
    loop = of_squares(47)
    for name, text in render(program_of([loop]), (analyse(loop),), "cuda").items():
        (tmp_path / name).write_text(text)
    assert entries(tmp_path / "loops.cpp", tmp_path)


@pytest.mark.parametrize("source", drawn(["passes.cpp", "solve.cpp"], 1))
def test_kernels_of_the_run_time_are_as_good(source: str, tmp_path: Path) -> None:
    file = ROOT / "backends" / "cuda" / source
    own = entries(file, tmp_path)
    assert own and not fused(own) and not without_barrier(own) and not unnumbered(own) and not unwritten(own)
    both = (f"-gencode=arch=compute_{number},code=sm_{number}" for number in drawn((80, 90), 1))
    assert not in_local_memory(compiled(file, "-fatbin", *both, "-Xptxas=-v", "-o", str(tmp_path / "own.fatbin")), file)


@pytest.mark.parametrize("architecture", drawn(["sm_80", "sm_90"], 1))
def test_nothing_lies_in_local_memory(generated: Path, tmp_path: Path, architecture: str) -> None:
    said = compiled(generated, "-cubin", f"-arch={architecture}", "-Xptxas=-v", "-o", str(tmp_path / "loops.cubin"))
    assert not in_local_memory(said, generated)
