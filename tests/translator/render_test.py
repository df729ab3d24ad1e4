"""Templates print exactly the golden files; these compile without a warning, and compute what the kernels say.

Refresh after an intended change:  pytest --update-golden tests/translator/render_test.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jinja2
import numpy as np
import pytest

from tests.translator.generated import ROOT, AdjointArg, ArgView, Box, Library, cells_like, view
from translator import pipeline, render, targets

GOLDEN = ROOT / "tests/translator/golden"
N, HALO = 6, 1
CONSTANTS: dict[str, Any] = {"weight": 0.25}
SMOOTH, UPWIND, ROTATE, MEASURE = range(4)


@pytest.fixture(scope="module")
def understood() -> pipeline.Outcome:
    flags = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
    return pipeline.understand(pipeline.Job((str(GOLDEN / "program.cpp"),), flags, "program"))


@pytest.fixture(scope="module")
def openmp(understood: pipeline.Outcome, tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(understood.program, understood.analysed, "openmp", tmp_path_factory.mktemp("openmp"))


@pytest.fixture(scope="module")
def checked(understood: pipeline.Outcome, tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(understood.program, understood.analysed, "checked", tmp_path_factory.mktemp("checked"))


@pytest.mark.parametrize("target", ["openmp", "seq", "checked", "cuda"])
def test_golden(understood: pipeline.Outcome, golden: Callable[[Path, str], None], target: str) -> None:
    files = render.render(understood.program, understood.analysed, target)
    for name, text in files.items():
        golden(GOLDEN / target / name, text)
    assert {path.name for path in (GOLDEN / target).iterdir()} == set(files)


def test_rendering_twice_gives_the_same_text(understood: pipeline.Outcome) -> None:
    assert render.render(understood.program, understood.analysed, "openmp") == render.render(understood.program, understood.analysed, "openmp")


def test_unknown_target_is_named(understood: pipeline.Outcome) -> None:
    with pytest.raises(ValueError, match="unknown target 'abacus'; known are checked, cuda, mpi, mpi_cuda, mpi_openmp, openmp, seq"):
        render.render(understood.program, understood.analysed, "abacus")


def test_a_target_that_runs_the_loops_of_another_one_names_it(understood: pipeline.Outcome) -> None:
    with pytest.raises(ValueError, match="the target 'mpi' runs the loops of the target 'openmp'"):
        render.render(understood.program, understood.analysed, "mpi")


def test_missing_context_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError, match="'program' is undefined"):
        render.environment().get_template("common/templates/loops.cpp.j2").render()


@pytest.mark.parametrize("obstacle", ["no folder", "a folder of others", "a folder that is gone"])
def test_templates_are_compiled_where_nothing_can_be_kept(obstacle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "common/templates/loops.cpp.j2"
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "none" if obstacle == "no folder" else tmp_path))
    if obstacle == "a folder of others":
        (tmp_path / f"_jinja2-cache-{os.getuid()}").write_text("")
    templates = render.environment()
    assert (templates.bytecode_cache is None) == (obstacle != "a folder that is gone")
    for folder in tmp_path.glob("_jinja2*"):
        folder.rename(tmp_path / "gone")
    assert templates.get_template(name).name == name


def test_compiled_templates_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    for way in ("compiled", "kept"):
        templates = render.environment()
        monkeypatch.setattr(templates, "compile", templates.compile if way == "compiled" else None)
        assert templates.get_template("common/templates/loops.cpp.j2")


@pytest.mark.parametrize("length", [0, 3, 20, 40, 60, 1000])
def test_a_damaged_file_is_replaced(length: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "common/templates/loops.cpp.j2"
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert render.environment().get_template(name)
    (kept,) = tmp_path.glob("_jinja2*/*")
    whole = kept.read_bytes()
    for damaged in (whole[:length], whole[:length] + b"?" * 30):
        kept.write_bytes(damaged)
        assert render.environment().get_template(name)
        assert kept.read_bytes() == whole


def test_no_generated_file_knows_where_it_was_made(understood: pipeline.Outcome) -> None:
    for target in (name for name, folder in targets.known().items() if not folder.target.loops_of):
        assert not any(str(Path.cwd()) in text for text in render.render(understood.program, understood.analysed, target).values())


@pytest.mark.parametrize("target", ["openmp", "seq", "checked", "cuda"])
@pytest.mark.parametrize("compiler", ["g++", "clang++-19"])
def test_generated_code_and_what_it_includes_know_no_macros_of_others(compiler: str, target: str) -> None:
    """C's macro I was once a template parameter of ours."""
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler}")
    command = [compiler, "-std=gnu++20", "-fopenmp", "-fsyntax-only", "-Wno-pass-failed", f"-I{ROOT}", "-include", str(ROOT / "tests/ops/api/hostile_macros.h"),
               str(GOLDEN / target / "loops.cpp")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# --- what they compute ----------------------------------------------------------------------------
def field(components: int = 1, dtype: type = np.float64, seed: int = 1) -> Any:
    cells = cells_like((N + 2 * HALO, N + 2 * HALO), components, False).astype(dtype, order="K")
    cells[...] = np.random.default_rng(seed).uniform(-1, 1, cells.shape)
    return cells


def test_smooth(openmp: Library, checked: Library) -> None:
    u, f = field(), field(seed=2)
    expected = 0.25 * (u[0, 1:-1, :-2] + u[0, 1:-1, 2:] + u[0, :-2, 1:-1] + u[0, 2:, 1:-1]) - f[0, 1:-1, 1:-1]
    for code in (openmp, checked):
        for stream in (False, True):
            new = field(seed=3)
            code.primal(SMOOTH, (0, 0), (N, N), [view(u, HALO), view(f, HALO), view(new, HALO)], CONSTANTS, stream)
            np.testing.assert_array_equal(new[0, 1:-1, 1:-1], expected)


def test_upwind(openmp: Library, checked: Library) -> None:
    u = field()
    here, left, right = u[0, 1:-1, 1:-1], u[0, 1:-1, :-2], u[0, 1:-1, 2:]
    expected = here - 0.25 * here * np.where(here > 0, here - left, right - here)
    for code in (openmp, checked):
        new = field(seed=3)
        code.primal(UPWIND, (0, 0), (N, N), [view(u, HALO), view(new, HALO)], CONSTANTS)
        np.testing.assert_array_equal(new[0, 1:-1, 1:-1], expected)


def test_rotate_in_place_and_into_a_new_version(openmp: Library, checked: Library) -> None:
    angle = np.full(1, 0.1, np.float32)
    for code in (openmp, checked):
        for versions in (False, True):
            q = field(2, np.float32)
            new = field(2, np.float32, 7) if versions else q
            a, b = q[0].copy(), q[1].copy()
            code.primal(ROTATE, (-1, -1), (N + 1, N + 1), [view(q, HALO, new), ArgView(read=angle.ctypes.data)], {})
            np.testing.assert_array_equal(new[0], a - angle * b)
            np.testing.assert_array_equal(new[1], b + angle * a)


def test_measure(openmp: Library, checked: Library) -> None:
    u = field()
    inside = u[0, 1:-1, 1:-1]
    for code in (openmp, checked):
        sums, least = np.array([1.0, 0.0]), np.array([5.0])
        code.primal(MEASURE, (0, 0), (N, N), [view(u, HALO), ArgView(), ArgView(write=sums.ctypes.data), ArgView(write=least.ctypes.data)], {})
        np.testing.assert_allclose(sums, [1.0 + (inside**2).sum(), (np.arange(N) * inside).sum()], rtol=1e-14)
        assert least[0] == inside.min()


def test_postponed_contributions_come_first(openmp: Library) -> None:
    """f gets its own and another loop's contribution in one pass, although the other's seed lies in the memory of u's derivative."""
    seed, postponed, f_bar = field(seed=1), field(seed=2), field(seed=3)
    expected_f = f_bar.copy()
    expected_f[0, 1:-1, 1:-1] = (f_bar[0, 1:-1, 1:-1] + -postponed[0, 1:-1, 1:-1]) + -seed[0, 1:-1, 1:-1]
    u_bar = postponed  # the same memory
    u = AdjointArg(target=view(u_bar, HALO), hole=Box.of((-1, -1), (N + 1, N + 1)))
    f = AdjointArg(target=view(f_bar, HALO), hole=Box.of((0,), (0,)), deferred=view(postponed, HALO).read)
    assert openmp.adjoint(SMOOTH, True, (0, 0), (N, N), [u, f, AdjointArg(seed=view(seed, HALO))], CONSTANTS)
    np.testing.assert_array_equal(f_bar, expected_f)
    np.testing.assert_array_equal(u_bar[0, 2:-2, 2:-2], (0.25 * seed[0, 1:-3, 2:-2] + 0.25 * seed[0, 2:-2, 1:-3] + 0.25 * seed[0, 2:-2, 3:-1]) + 0.25 * seed[0, 3:-1, 2:-2])


def test_derivative_may_replace_its_seed(openmp: Library) -> None:
    """Read at the centre only: target and seed in the same memory."""
    q_bar, angle = field(2, np.float32), np.full(1, 0.1, np.float32)
    a, b = q_bar[0].copy(), q_bar[1].copy()
    assert openmp.code.in_place(ROTATE) and not openmp.code.in_place(SMOOTH)
    q = AdjointArg(seed=view(q_bar, HALO), target=view(q_bar, HALO), hole=Box.of((-1, -1), (N + 1, N + 1)))
    assert openmp.adjoint(ROTATE, True, (-1, -1), (N + 1, N + 1), [q, AdjointArg(primal=ArgView(read=angle.ctypes.data))], {})
    np.testing.assert_array_equal(q_bar[0], np.float32(0) + (angle * b + a))
    np.testing.assert_array_equal(q_bar[1], np.float32(0) + (b - angle * a))


def test_known_zero_seed_is_one_row(openmp: Library) -> None:
    """Pitch 0 along axis 1: the same row of zeros for all."""
    zeros, u_bar = np.zeros(N + 2 * HALO), field()
    seed = ArgView(read=zeros.ctypes.data + 8 * HALO, divisor=(1, 1, 1, 1, 1), component=1)
    seed.step[0] = seed.pitch[0] = 1
    before = u_bar.copy()
    u = AdjointArg(target=view(u_bar, HALO), hole=Box.of((0,), (0,)))
    assert openmp.adjoint(SMOOTH, True, (0, 0), (N, N), [u, AdjointArg(), AdjointArg(seed=seed)], CONSTANTS)
    np.testing.assert_array_equal(u_bar, before)
