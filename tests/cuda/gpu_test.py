"""What scripts/gpu.sh does where a device is, done with kernels that run on the host: paths, names, the record, and that what is wrong is said."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.cuda.apps_test import BUILD
from tests.cuda.cases import POISSON
from tests.cuda.gates import NVCC, ROOT

SCRIPT = ROOT / "scripts" / "gpu.sh"
HANDS_ON = '#!/bin/sh\necho "$1" >> "$SANITIZED"\nshift 2\nexec "$@"\n'  # a sanitizer that finds nothing


@pytest.fixture()
def build(tmp_path: Path) -> Path:
    """A build folder like that of a device."""
    folder = tmp_path / "build"
    folder.mkdir()
    for name in ("apps", "tests", "CTestTestfile.cmake", "docs"):
        if (BUILD / name).exists():
            (folder / name).symlink_to(BUILD / name)
    written(folder / "device_copy", "#!/bin/sh\necho 10000.0\n")
    return folder


def written(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture()
def gpu(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    import gpu as module  # type: ignore[import-not-found]

    monkeypatch.setenv("OPSGRAD_THREADS", "forward")
    return module


def bench(gpu: Any, build: Path, seconds: float = 300.0) -> Any:
    return gpu.Bench(2, True, "cuda_host", build, gpu.time.monotonic() + seconds)


def row(gpu: Any, build: Path, job: Any, seconds: float = 300.0) -> dict[str, Any]:
    return dict(gpu.row_of(job, bench(gpu, build, seconds)))


def test_everything_is_run_and_recorded(gpu: Any, build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All names of programs, tests and tools; the least of the cases for each."""
    (tmp_path / "bin").mkdir()
    written(tmp_path / "bin" / "compute-sanitizer", HANDS_ON)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.setenv("SANITIZED", str(tmp_path / "tools"))
    monkeypatch.setattr(gpu, "CASES", gpu.CASES[:1])
    record = tmp_path / "record.json"
    monkeypatch.setattr(sys, "argv", ["gpu.py", str(build), "--target", "cuda_host", "--quick", "--seconds", "600", "--out", str(record)])
    status = gpu.main()
    assert str(ROOT) not in record.read_text()
    found = json.loads(record.read_text())
    assert status == 0, {part: [one for one in found[part] if not one.get("right")] for part in ("compared", "tests", "moved", "sanitized", "refused")}
    assert len(found["compared"]) == 1 + len(gpu.ALIKE) and len(found["moved"]) == len(gpu.SMALL)
    assert {"adjoint_in_place_cuda_host", "conformance_laplace.cuda_host"} <= {one["case"] for one in found["tests"]} and len(found["tests"]) > 40
    assert (tmp_path / "tools").read_text().split() == ["--tool=memcheck"] * len(gpu.SMALL) + ["--tool=racecheck"] * len(gpu.SMALL)
    assert [one["case"] for one in found["rows"]] == [case.name for case in gpu.DEVICE_QUICK]
    for one in found["rows"]:
        assert one["primal_loops"] and ("ratio" not in one or {"forward", "reversed"} <= {loop["pass"] for loop in one["loops"]})
        assert all(0 < loop["of_triad"] < 1 for loop in one["primal_loops"] if loop["bytes"] > 0), one["primal_loops"]
    assert any(target["quantity"] == "slowest_loop" and not target["met"] for target in found["rows"][0]["targets"])


def test_what_differs_fails_or_is_not_there_is_wrong(gpu: Any, build: Path) -> None:
    poisson = ("poisson", *POISSON)
    assert row(gpu, build, gpu.same_application(poisson)) == {"case": " ".join(poisson), "right": True}
    other = row(gpu, build, gpu.same_application(poisson, "-iters=13"))
    assert other["right"] is False and "openmp" in other["said"]
    assert row(gpu, build, gpu.same_application(("poisson", "-sizex=none")))["right"] is False
    assert row(gpu, build, gpu.same_program(("adjoint/adjoint_nowhere",)))["right"] is False
    assert row(gpu, build, gpu.judging(("programs/programs_functions",)))["right"] is False, "prints values, and no PASSED"


def test_a_sanitizers_finding_is_wrong(gpu: Any, build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "compute-sanitizer", "#!/bin/sh\necho 1 error\nexit 9\n")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    found = row(gpu, build, gpu.sanitized("memcheck", gpu.SMALL[0]))
    assert found["right"] is False and "1 error" in found["said"]


def test_a_test_that_fails_is_wrong(gpu: Any, tmp_path: Path) -> None:
    (tmp_path / "CTestTestfile.cmake").write_text("add_test(good_cuda_host true)\nadd_test(bad_cuda_host false)\nadd_test(other_openmp false)\n")
    assert [row(gpu, tmp_path, job)["right"] for job in gpu.tests(bench(gpu, tmp_path))] == [False, True]
    (tmp_path / "CTestTestfile.cmake").write_text("add_test(other_openmp true)\n")
    with pytest.raises(gpu.Refused, match="no tests of target cuda_host"):
        gpu.tests(bench(gpu, tmp_path))


def test_without_time_left_all_is_left_out_and_recorded(gpu: Any, build: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    one = bench(gpu, build)
    result = {**gpu.run.empty({}, one), "device": "none"}
    gpu.run.save(result, record)
    gpu.everything(one, 0.0, True, result, record)
    found = json.loads(record.read_text())
    assert all("left_out" in missed for part in ("compared", "moved", "sanitized") for missed in found[part]) and not found["rows"]
    right, wrong, left_out = gpu.summary(found)
    assert right == 0 and wrong > 0 and left_out == len(found["compared"]) + len(found["moved"]) + len(found["sanitized"])


def test_the_time_without_kernels_needs_their_times(gpu: Any, build: Path, tmp_path: Path) -> None:
    """Without the library it is not measured, and what is wanted is missed; a library that writes nothing is an error."""
    from cases import Target  # type: ignore[import-not-found]

    case = replace(gpu.DEVICE_QUICK[0], idle=True, targets=(Target("idle", 0.2),))
    found = gpu.run.measure(bench(gpu, build), case, 1)
    assert "idle" not in found and not found["targets"][0]["met"] and "not measured" in gpu.table.verdicts(found)
    written(build / "libkernel_times.so", "")
    with pytest.raises(gpu.Refused, match="has written no times"):
        gpu.run.measure(bench(gpu, build), case, 1)


def test_what_hangs_is_wrong(gpu: Any, build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpu, "LONGEST", 0.2)
    sleep = Path(shutil.which("sleep") or "sleep")
    assert row(gpu, build, ("sleep", lambda one: one.output(sleep, "20")))["right"] is False
    assert "left_out" in row(gpu, build, ("sleep", lambda one: one.output(sleep, "20")), 0.1)


@pytest.mark.skipif(NVCC is None, reason="no nvcc")
def test_the_build_makes_all_programs_that_are_run(gpu: Any, tmp_path: Path) -> None:
    words = ["-DOPSGRAD_TESTS=OFF", "-DOPSGRAD_DEVICE_TESTS=cuda", "-DOPSGRAD_CUDA=ON", f"-DOPSGRAD_NVCC={NVCC}", "-DOPSGRAD_GENERATED=elsewhere"]
    subprocess.run(["cmake", "-S", ROOT, "-B", tmp_path, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", *words], check=True, capture_output=True)
    query = ["ninja", "-C", str(tmp_path), "-t", "query", "tests/cuda/device_tests"]
    made = set(subprocess.run(query, check=True, capture_output=True, text=True).stdout.split())
    wanted = {f"tests/{case[0]}_{target}" for case in gpu.ALIKE for target in ("cuda", "openmp")} | {f"tests/{case[0]}_cuda" for case in gpu.JUDGING}
    assert wanted <= made, wanted - made
    stems = tuple(Path(path).name.removesuffix("_cuda") for path in made if path.endswith("_cuda"))
    names = [name for name, _ in gpu.tests(replace(bench(gpu, tmp_path), target="cuda"))]
    assert len(names) > 30 and not [name for name in names if not name.startswith(stems)]


def test_the_script_names_what_there_is() -> None:
    """A word of it that is no step is refused; its applications are those of the cases."""
    said = subprocess.run(["bash", SCRIPT, "nothing"], capture_output=True, text=True)
    assert said.returncode == 2 and "prepare|build|run" in said.stderr
    text = SCRIPT.read_text()
    apps = text.split("apps=(")[1].split(")")[0].split()
    from tests.cuda.cases import CASES

    assert {case[0] for case in CASES} <= set(apps)
    assert all((ROOT / "apps" / app.removesuffix("_aos")).is_dir() for app in apps)
