"""opsgrad.load: compiles once, notices what has changed by its contents, and says what is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import opsgrad
from tests.docs import pages
from tests.python.modules import BUILD, ROOT
from tests.sanitized import sanitized

PROGRAM = """#define OPS_1D
#include "ops.hpp"
#include "power.hpp"
void raise(const ACC<double>& x, double* sum) { *sum ADD POWER; }
OPS_MODEL(powers, model) {
  const std::vector<int> n = model.size({4});
  const int offsets[] = {0};
  ops_block line = ops_decl_block(1, "line");
  ops_dat x = ops_decl_dat<double>(line, "x", n);
  ops_stencil point = ops_decl_stencil(1, 1, offsets, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  model.input("x", x);
  model.objective("sum", sum);
  model.run([=] {
    int all[] = {0, n[0]};
    ops_par_loop(raise, "raise", line, 1, all, ops_arg_dat(x, 1, point, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
  });
}
"""


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An installation of the build, and an empty cache."""
    if sanitized(BUILD):
        pytest.skip("Python cannot load what sanitizers watch")
    prefix = tmp_path_factory.mktemp("prefix")
    subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True, capture_output=True)
    before = dict(os.environ)
    os.environ.update(OPSGRAD_PREFIX=str(prefix), XDG_CACHE_HOME=str(tmp_path_factory.mktemp("cache")))
    yield prefix
    os.environ.clear()
    os.environ.update(before)


def test_compiled_once_and_again_with_warnings_when_a_header_has_other_contents(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    source, header = tmp_path / "powers.cpp", tmp_path / "power.hpp"
    source.write_text(PROGRAM)
    header.write_text("#define ADD +=\n#define POWER x(0) * x(0)\n")
    x = np.arange(4.0)
    first = opsgrad.load(source)
    assert capfd.readouterr().err == "[opsgrad] compiling powers.cpp for openmp ..\n"
    assert first.Model().value_and_grad(x)[1].x.tolist() == [0, 2, 4, 6]
    again = opsgrad.load(source)
    assert capfd.readouterr().err == "" and again is first
    written = header.stat()
    header.write_text("#define ADD  =\n#define POWER x(0) * x(0)\n")
    os.utime(header, ns=(written.st_atime_ns, written.st_mtime_ns))
    with pytest.warns(opsgrad.Notice, match=r"powers\.cpp:4:\d+: warning\[reduction-mismatch\]") as caught:
        other = opsgrad.load(source, progress=False)
    assert len(caught) == 1 and caught[0].filename == __file__ and "cmake" not in str(caught[0].message)
    assert capfd.readouterr().err == ""
    with pytest.warns(opsgrad.Notice, match="assigns to a sum"):
        assert other.Model().value(x) == 9  # of the last point
    assert first.Model().value(x) == 14  # what is loaded stays


def test_messages_of_the_compiler_and_nothing_is_kept(tmp_path: Path) -> None:
    source = tmp_path / "powers.cpp"
    source.write_text(PROGRAM)
    (tmp_path / "power.hpp").write_text("#define ADD +=\n#define POWER y(0)\n")
    for _ in range(2):
        with pytest.raises(opsgrad.Error, match=r"powers\.cpp cannot be compiled:") as caught:
            opsgrad.load(source, progress=False)
        assert "'y' was not declared" in str(caught.value) or "undeclared identifier 'y'" in str(caught.value), caught.value
        assert "-std=" not in str(caught.value) and "cmake" not in str(caught.value)
    with pytest.raises(opsgrad.Error, match="unknown target 'gpu'"):
        opsgrad.load(source, target="gpu", progress=False)
    with pytest.raises(opsgrad.Error, match=r"target 'mpi' is for several processes|unknown target 'mpi'|target mpi is left out"):
        opsgrad.load(source, target="mpi", progress=False)
    script = tmp_path / "check.py"
    script.write_text("")
    with pytest.raises(opsgrad.Error, match=r"must end in \.cpp, \.cc or \.cxx"):
        opsgrad.load(script)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXX", "no-such-compiler")
        with pytest.raises(opsgrad.Error, match=r"no C\+\+ compiler was found under the name no-such-compiler"):
            opsgrad.load(source)
    with pytest.raises(FileNotFoundError, match="no such file"):
        opsgrad.load(tmp_path / "none.cpp")


def test_a_program_without_a_model(tmp_path: Path) -> None:
    source = tmp_path / "plain.cpp"
    source.write_text('#include "ops.hpp"\nint main() { return 0; }\n')
    with pytest.raises(opsgrad.Error, match="the program defines no model; define one with OPS_MODEL"):
        opsgrad.load(source, target="seq", progress=False)


def test_the_example_of_the_first_page() -> None:
    """Prints what the program in C++ prints, and is the listing of the pages."""
    script = ROOT / "docs" / "example" / "heat.py"
    said = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=script.parent, env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    program = subprocess.run([BUILD / "docs" / "example" / "heat_openmp"], capture_output=True, text=True, check=True).stdout
    assert said.stdout == program, said.stderr
    check = next(listing for listing in pages.blocks(ROOT / "docs/guide/python.md", "python") if "difference" in listing)
    said = subprocess.run([sys.executable, "-c", script.read_text() + check], capture_output=True, text=True, cwd=script.parent,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    slope, difference = map(float, said.stdout.splitlines()[-1].split())
    assert slope == pytest.approx(difference, rel=1e-6), said.stderr
    fit = next(listing for listing in pages.blocks(ROOT / "docs/guide/python.md", "python") if "run.hvp" in listing)
    if find_spec("scipy"):
        said = subprocess.run([sys.executable, "-c", script.read_text() + fit], capture_output=True, text=True, cwd=script.parent,
                              env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
        assert said.stdout == program + next(block for block in pages.blocks(ROOT / "docs/guide/python.md", "text") if block.startswith("k = ")), said.stderr
    text = script.read_text().split('"""', 2)[2].strip() + "\n"
    for page in ("README.md", "docs/guide/python.md"):
        listings = [listing for listing in pages.blocks(ROOT / page, "python") if 'opsgrad.load("heat_model.cpp")' in listing]
        assert listings and all(listing.strip() in text for listing in listings), page
        assert program in pages.blocks(ROOT / page, "text")


@pytest.mark.skipif(find_spec("scipy") is None, reason="no SciPy")
def test_the_example_that_optimises_a_logarithm() -> None:
    """Prints what the page says, without a warning, and is its listing; its gradients are those of finite differences."""
    page, script = ROOT / "docs/guide/python.md", ROOT / "docs" / "example" / "groundwater.py"
    check = """
def along(**inputs):
    _, gradient = model.value_and_grad(rate=0.9, measured=measured, **inputs)
    higher, lower = (model.value(**({"rate": 0.9, "measured": measured} | inputs | moved(h))) for h in (1e-6, -1e-6))
    return gradient, (higher - lower) / 2e-6
v = np.random.default_rng(1).random(truth.shape)
moved = lambda h: {"t": 0.15 + h * v}
gradient, slope = along(t=np.full(truth.shape, 0.15))
assert abs(np.vdot(gradient.t, v) - slope) < 1e-6 * abs(slope) and gradient.measured is None
moved = lambda h: {"rate": 0.9 + h}
gradient, slope = along()
assert abs(gradient.rate - slope) < 1e-6 * abs(slope) and measured.shape == (6,)
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", script.read_text() + check], capture_output=True, text=True, cwd=script.parent,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "python")})
    assert done.returncode == 0, done.stderr
    assert done.stdout in pages.blocks(page, "text")
    assert script.read_text().split('"""', 2)[2].strip() + "\n" in pages.blocks(page, "python")
