"""scripts/gpu.sh with kernels that the host runs in place of a device: what is packed, runs without what builds it, the record, and what is reported as wrong.

Most tests take shell scripts in place of programs, which run in milliseconds and write down that they were run.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cuda.apps_test import BUILD
from tests.cuda.cases import CASES
from tests.cuda.gates import NVCC, ROOT
from tests.sanitized import sanitized

SCRIPT = ROOT / "scripts" / "gpu.sh"
HERE = ("bash", "sh", "cat", "dirname", "head", "ln", "mkdir", "nproc", "rm", "sed", "sleep", "timeout", "tr")  # what a machine with a device has for certain
ORDER = ["smoke", "measured", "compared", "tests", "sanitized", "measured", "moved"]
FEW = "ALIKE, SMALL = ALIKE[:1], SMALL[:2]\nCASES = SMALL\n"
REPORT = {"objective": 1.5, "gradient_norm": 2.0, "gradient_hash": "right", "real": "double", "model_bytes": 8.0, "peak_bytes": 8,
          "forward_seconds": [1.0, 1.0], "reverse_seconds": [2.0, 2.0], "table_seconds": [1.0, 2.0],
          "loops": [{"name": "step", "pass": way, "calls": 1, "seconds": 1.0, "bytes": 8.0} for way in ("forward", "reversed")]}
STUB = f"#!/bin/sh\necho \"${{0##*/}} $*\" >> \"$RAN\"\necho hash right\necho PASSED\necho '{json.dumps(REPORT)}'\n"
HANDS_ON = "#!/bin/sh\nshift 3\n\"$@\" && echo '========= ERROR SUMMARY: 0 errors'\n"  # a sanitizer that finds nothing


def written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture()
def perf(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Modules of perf, which compare few cases."""
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    import carry  # type: ignore[import-not-found]
    import compared  # type: ignore[import-not-found]
    import gpu  # type: ignore[import-not-found]

    few: dict[str, Any] = {"ALIKE": compared.ALIKE, "SMALL": compared.SMALL}
    exec(FEW, few)
    monkeypatch.setattr(carry, "PRESET", 0)
    for name in ("ALIKE", "SMALL", "CASES"):
        monkeypatch.setattr(compared, name, few[name])
        monkeypatch.setattr(gpu, name, few[name])
    return SimpleNamespace(carry=carry, compared=compared, gpu=gpu)


class Machine:
    """A copy of the project without its history, where there is little to run it with."""

    def __init__(self, folder: Path, files: list[Path]) -> None:
        self.tree, self.bin, self.out, self.ran = folder / "tree", folder / "bin", folder / "out", folder / "ran"
        for path in files:
            to = self.tree / path.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, to)
        (self.tree / "perf" / "compared.py").open("a").write(FEW)
        (self.tree / "perf" / "cases.py").open("a").write("DEVICE_QUICK = DEVICE_QUICK[0], DEVICE_QUICK[2]\n")
        self.bin.mkdir()
        for name in HERE:
            (self.bin / name).symlink_to(shutil.which(name) or name)
        written(self.bin / "python3", f"#!/bin/sh\nexec {sys.executable} -S \"$@\"\n")  # without packages
        written(self.bin / "compute-sanitizer", HANDS_ON)

    def environment(self, **more: str) -> dict[str, str]:
        return {"PATH": str(self.bin), "OUT": str(self.out), "RAN": str(self.ran), "OPSGRAD_TARGET": "cuda_host", "OPSGRAD_QUICK": "1",
                "OPSGRAD_THREADS": "forward", "PYTHONDONTWRITEBYTECODE": "1", **more}

    def script(self, step: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["bash", "scripts/gpu.sh", step], cwd=self.tree, env=self.environment(**more), capture_output=True, text=True, timeout=300)

    def killed(self, starts: int) -> None:
        """While so many programs have been run, or a little later."""
        self.ran.unlink(missing_ok=True)
        with subprocess.Popen(["bash", "scripts/gpu.sh", "run"], cwd=self.tree, env=self.environment(), start_new_session=True,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            until = time.monotonic() + 60.0
            while process.poll() is None and time.monotonic() < until and len(self.started()) < starts:
                time.sleep(0.002)
            os.killpg(process.pid, signal.SIGKILL)

    def started(self) -> list[str]:
        return self.ran.read_text().splitlines() if self.ran.exists() else []

    def record(self) -> dict[str, Any]:
        found = list(self.out.glob("*.json"))
        return dict(json.loads(found[0].read_text())) if found else {"jobs": {}}

    def log(self) -> list[tuple[str, str]]:
        """Part and name of each job, in the order in which they ended."""
        lines = [line for path in self.out.glob("*.log") for line in path.read_text().splitlines() if line.startswith("[gpu] ")]
        return [(line.split()[1].rstrip(":"), json.loads(line.split(": ", 1)[1])["case"]) for line in lines]


def finished(record: dict[str, Any]) -> dict[tuple[str, str], Any]:
    return {(part, row["case"]): row for part, rows in record["jobs"].items() for row in rows if "left_out" not in row}


def wrong(record: dict[str, Any]) -> dict[tuple[str, str], Any]:
    return {key: row for key, row in finished(record).items() if not row.get("right", True)}


@pytest.fixture()
def build(tmp_path: Path, perf: Any) -> Path:
    """A build folder of shell scripts."""
    folder = tmp_path / "build"
    apps, tests = ("poisson", "burgers", "cloverleaf"), {case[0] for case in (*perf.compared.ALIKE, *perf.gpu.JUDGING)}
    for path in (*(f"apps/{app}/{app}" for app in apps), *(f"tests/{name}" for name in tests)):
        for target in ("openmp", "cuda_host"):
            written(folder / f"{path}_{target}", STUB)
    written(folder / "device_copy", "#!/bin/sh\necho 10000.0\n")
    written(folder / "apps/poisson/generated/poisson/cuda_host/loops.cpp", "// generated\n")
    for name in ("one", "two"):
        written(folder / f"tests/{name}_cuda_host", STUB)
    (folder / "CTestTestfile.cmake").write_text(
        f'add_test(one_cuda_host {folder}/tests/one_cuda_host word)\nset_tests_properties(one_cuda_host PROPERTIES PASS_REGULAR_EXPRESSION "PASS")\n'
        f"add_test(two.cuda_host {folder}/tests/two_cuda_host)\nadd_test(other_openmp false)\nadd_test(conformance_limited.cuda_host false)\n")
    return folder


@pytest.fixture()
def machine(tmp_path: Path, perf: Any) -> Machine:
    return Machine(tmp_path / "machine", list(perf.carry.project_files()))


@pytest.fixture()
def carried(perf: Any, build: Path, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Path]:
    """Packs the build folder for the machine."""
    def pack() -> Path:
        monkeypatch.setenv("RAN", "/dev/null")
        folder = machine.tree / "build" / "carried"
        perf.carry.pack(bench(perf.gpu, build), folder)
        return folder

    return pack


def bench(gpu: Any, build: Path, seconds: float = 300.0) -> Any:
    return gpu.Bench(2, True, "cuda_host", build.resolve(), time.monotonic() + seconds)


@pytest.mark.skipif(sanitized(BUILD), reason="libraries that are packed come before that of the sanitizer")
def test_programs_that_are_packed_run_where_nothing_builds_them(perf: Any, machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real ones: applications, programs of tests, measurements; all that is written lies in $OUT, under the limits of what comes back."""
    folder = tmp_path / "programs"
    paths = [f"apps/{app}/{app}_{target}" for app in ("poisson", "burgers", "cloverleaf") for target in ("openmp", "cuda_host")]
    paths += [f"tests/adjoint/adjoint_{name}" for name in ("copies_openmp", "copies_cuda_host", "tridiagonal_solve_cuda_host", "external_scalars_cuda_host")]
    for path in (*paths, "CMakeCache.txt"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).symlink_to(BUILD / path)
    solve = folder / "tests/adjoint/adjoint_tridiagonal_solve_cuda_host"
    (folder / "CTestTestfile.cmake").write_text(f"add_test(solve_cuda_host {solve})\n")
    written(folder / "device_copy", "#!/bin/sh\necho 10000.0\n")
    monkeypatch.setenv("OPSGRAD_THREADS", "forward")
    perf.carry.pack(bench(perf.gpu, folder), machine.tree / "build" / "carried")
    about = json.loads((machine.tree / "build" / "carried" / "about.json").read_text())
    before = set(machine.tree.rglob("*"))
    made = machine.script("build")
    assert made.returncode == 0, made.stderr
    result = machine.script("run")
    found = machine.record()
    assert result.returncode == 0, result.stdout + result.stderr
    assert [part for part, _ in groupby(part for part, _ in machine.log())] == ORDER
    assert {path.name for path in machine.out.iterdir()} == {f"{about['commit']}-cuda_host.{suffix}" for suffix in ("json", "log")}
    assert all(path.stat().st_size < 16 << 20 for path in machine.out.iterdir())
    assert not {path for path in set(machine.tree.rglob("*")) - before if machine.tree / "build" not in path.parents}
    assert about["commit"] == perf.gpu.machine.commit_of(ROOT) == found["machine"]["commit"]
    assert str(ROOT) not in json.dumps(found["jobs"])
    assert [row["case"] for row in found["rows"]] == ["cloverleaf 48² x4, primal", "poisson 64² x4"]
    for row in found["rows"]:
        assert row["primal_loops"] and ("ratio" not in row or {"forward", "reversed"} <= {loop["pass"] for loop in row["loops"]})
        assert all(0 < loop["of_triad"] < 1 for loop in row["primal_loops"] if loop["bytes"] > 0), row["primal_loops"]
    assert any(target["quantity"] == "slowest_loop" and not target["met"] for target in found["rows"][0]["targets"])


def test_a_run_that_is_killed_leaves_what_was_finished_and_a_second_one_goes_on(machine: Machine, carried: Callable[[], Path]) -> None:
    carried()
    whole = machine.script("run")
    assert whole.returncode == 0, whole.stdout + whole.stderr
    number, all_jobs = len(machine.started()), set(finished(machine.record()))
    for moment in range(1, 11):
        shutil.rmtree(machine.out)
        machine.killed(max(1, moment * number // 11))
        left = finished(machine.record())
        assert len(left) < len(all_jobs)
        result = machine.script("run")
        assert result.returncode == 0, (moment, result.stdout + result.stderr)
        again = finished(machine.record())
        assert set(again) == all_jobs and all(again[job] == row for job, row in left.items()), moment
        assert max(Counter(machine.log()).values()) == 1, "a job was run again"


def test_what_differs_fails_or_is_missing_is_reported(machine: Machine, build: Path, carried: Callable[[], Path]) -> None:
    written(build / "apps/burgers/burgers_cuda_host", STUB.replace('"right"', '"other"'))
    written(build / "tests/two_cuda_host", STUB + "echo no residual\nexit 3\n")
    (build / "tests/adjoint/adjoint_tridiagonal_solve_cuda_host").unlink()
    carried()
    result = machine.script("run")
    assert result.returncode == 1 and "wrong, 0 left out" in result.stderr
    found = wrong(machine.record())
    assert {part for part, _ in found} == {"compared", "tests", "moved"} and len(found) == 4
    said = {case.split()[0]: row["said"] for (_, case), row in found.items()}
    assert "other" in said["burgers"] and "openmp" in said["burgers"]
    assert "status 3" in said["two.cuda_host"] and "no residual" in said["two.cuda_host"]
    assert "No such file" in said["adjoint/adjoint_tridiagonal_solve"]
    assert sum("blocking" in row for row in found.values()) == 1, "the first is run again, in order"


def test_what_has_no_time_left_is_reported_and_a_second_run_does_it(machine: Machine, carried: Callable[[], Path]) -> None:
    carried()
    none = machine.script("run", OPSGRAD_SECONDS="0")
    assert none.returncode == 1 and "0 right, 0 wrong" in none.stderr and not finished(machine.record())
    assert all("left_out" in row for rows in machine.record()["jobs"].values() for row in rows)
    result = machine.script("run")
    assert result.returncode == 0 and ", 0 left out" in result.stderr, result.stderr


def test_carried_programs_that_do_not_run_are_built_from_their_sources(machine: Machine, build: Path, carried: Callable[[], Path]) -> None:
    """Configured for the device that is there; twice, as a second call begins so, too."""
    (build / "apps/poisson/poisson_cuda_host").write_bytes(b"\x7fELF of another machine")
    carried()
    called = machine.tree / "called"
    written(machine.bin / "nvidia-smi", "#!/bin/sh\necho 9.0\n")
    written(machine.bin / "nvcc", f"#!/bin/sh\necho nvcc $* >> {called}\n")
    written(machine.bin / "c++", "#!/bin/sh\nexit 1\n")
    written(machine.bin / "cmake", f"#!/bin/sh\necho cmake $* >> {called}\nif [ $1 = --build ]; then exit 1; fi\nmkdir -p $4\n"
                                   f"echo OPSGRAD_NVCC:FILEPATH={machine.bin}/nvcc > $4/CMakeCache.txt\n")
    for _ in range(2):
        result = machine.script("build")
        assert result.returncode == 0, result.stderr
        assert all(text in result.stderr for text in ("building them from their generated sources", "no CUPTI", "not all was built"))
    configured, made = (next(line for line in called.read_text().splitlines() if word in line) for word in ("-B build/device", "--build build/device"))
    assert f"-DOPSGRAD_GENERATED={machine.tree}/build/unpacked" in configured and "-DOPSGRAD_CUDA_ARCHITECTURES=90" in configured
    assert "poisson_cuda_host" in made and "device_tests" in made
    assert "nvcc -O3 -cudart static -arch=sm_90 -o build/device/device_copy" in called.read_text()
    assert (machine.tree / "build/unpacked/apps/poisson/generated/poisson/cuda_host/loops.cpp").exists()


def test_without_what_was_packed_the_script_says_what_to_do(machine: Machine) -> None:
    result = machine.script("run")
    assert result.returncode == 1 and "bash scripts/gpu.sh prepare" in result.stderr


def test_packed_programs_and_the_project_have_a_limit(perf: Any, build: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                      capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("RAN", "/dev/null")
    monkeypatch.setattr(sys, "argv", ["carry.py", "pack", str(build), str(tmp_path / "carried"), "--target", "cuda_host"])
    tree = perf.carry.bytes_of(perf.carry.project_files())
    assert 1 << 20 < tree < perf.carry.LIMIT / 3
    assert perf.carry.main() == 0
    monkeypatch.setattr(perf.carry, "LIMIT", tree + 100)
    assert perf.carry.main() == 1 and "OPSGRAD_CAPABILITIES" in capsys.readouterr().err


def test_libraries_that_a_machine_lacks_lie_apart(perf: Any, tmp_path: Path) -> None:
    """Where a machine has the library, its own is used: other programs of the machine find the folder as well."""
    (tmp_path / "libm.so.6").write_text("")
    (tmp_path / "libnowhere.so.1").write_text("")
    with perf.carry.tarfile.open(tmp_path / "programs.tar.xz", "w:xz") as tar:
        for name in ("libm.so.6", "libnowhere.so.1"):
            tar.add(tmp_path / name, f"lib/{name}")
    perf.carry.unpack(tmp_path, tmp_path / "unpacked")
    assert [path.name for path in (tmp_path / "unpacked" / "missing").iterdir()] == ["libnowhere.so.1"]


def test_tests_are_those_of_the_target_with_the_rules_of_ctest(perf: Any, build: Path) -> None:
    found = perf.carry.tests_of(bench(perf.gpu, build))
    assert [(one["name"], one["command"]) for one in found] == [("one_cuda_host", ["tests/one_cuda_host", "word"]), ("two.cuda_host", ["tests/two_cuda_host"])]
    assert found[0]["passes"] == ["PASS"]
    (build / "CTestTestfile.cmake").write_text("add_test(other_openmp true)\n")
    with pytest.raises(perf.carry.Refused, match="no tests of the target cuda_host"):
        perf.carry.tests_of(bench(perf.gpu, build))
    (build / "CTestTestfile.cmake").write_text("add_test(none_cuda_host nowhere)\n")
    with pytest.raises(perf.carry.Refused, match="none_cuda_host: its program is not built"):
        perf.carry.tests_of(bench(perf.gpu, build))


def test_tests_of_a_real_build_run_programs_of_that_build(perf: Any) -> None:
    one = bench(perf.gpu, BUILD)
    known = perf.carry.known_tests(one)
    names = {test["name"] for test in known}
    assert {"adjoint_in_place_cuda_host", "conformance_laplace.cuda_host"} <= names and len(names) > 30
    commands = [perf.carry.portable(one, test)["command"] for test in known if "command" in test]
    assert commands and not [words for words in commands if any(word.startswith(("/", "..")) for word in words)], commands


def row(gpu: Any, build: Path, job: Any, seconds: float = 300.0) -> dict[str, Any]:
    return dict(gpu.outcome(job, bench(gpu, build, seconds), {"rows": []}))


def test_what_hangs_is_wrong_and_what_is_cut_is_left_out(perf: Any, tmp_path: Path) -> None:
    sleep = Path(shutil.which("sleep") or "sleep")
    job = perf.gpu.Job("tests", "sleep", lambda one, _: one.output(sleep, "20"), 0.2)
    assert row(perf.gpu, tmp_path, job)["right"] is False
    assert "left_out" in row(perf.gpu, tmp_path, job, 0.1)


def test_an_error_of_one_job_does_not_end_the_others(perf: Any, tmp_path: Path) -> None:
    found = row(perf.gpu, tmp_path, perf.gpu.Job("measured", "none", lambda *_: str(1 / 0)))
    assert found["right"] is False and "ZeroDivisionError" in found["said"]


def test_the_first_findings_of_a_sanitizer_are_kept(perf: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path / "compute-sanitizer", "#!/bin/sh\necho program\nfor k in 1 2 3 4 5 6 7 8 9; do\n"
                                            f"echo \"========= finding $k {'x' * 300}\"\ndone\nexit 9\n")
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    job = perf.gpu.sanitized("memcheck", perf.gpu.SMALL[0])
    found = row(perf.gpu, tmp_path, job)
    assert found["right"] is False and found["said"].startswith("========= finding 1") and "finding 9" not in found["said"]
    written(tmp_path / "compute-sanitizer", "#!/bin/sh\necho '========= Error: Device not supported'\nexit 1\n")
    assert "Device not supported" in row(perf.gpu, tmp_path, job)["no_tool"]
    written(tmp_path / "compute-sanitizer", "#!/bin/sh\nexit 0\n")
    assert row(perf.gpu, tmp_path, job)["right"] is False, "it has not looked at anything"


def test_a_tool_that_is_missing_is_neither_right_nor_wrong(perf: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(perf.gpu.shutil, "which", lambda *_, **__: None)
    rows = [row(perf.gpu, tmp_path, job) for job in (perf.gpu.profiled(perf.gpu.DEVICE_PROFILED[0]), perf.gpu.idle(perf.gpu.DEVICE[0]))]
    assert all("no_tool" in one for one in rows) and perf.gpu.summary({"jobs": {"all": rows}}) == (0, 0, 0)


def test_the_record_of_another_device_is_put_aside(perf: Any, tmp_path: Path) -> None:
    empty = {"quick": True, "device": "NVIDIA H100, 580.1", "jobs": {}}
    path = tmp_path / "record.json"
    job = perf.gpu.Job("tests", "one", lambda *_: "")
    first = perf.gpu.Record(path, empty)
    first.add(job, {"case": "one", "right": True})
    first.say("one")
    assert perf.gpu.Record(path, {**empty, "device": "NVIDIA H100, 580.2"}).done(job)
    assert not perf.gpu.Record(path, {**empty, "device": "NVIDIA H200, 580.1", "jobs": {}}).done(job)
    assert (tmp_path / "other-record.json").exists() and (tmp_path / "other-record.log").exists()


def test_tables_have_rows_of_which_little_was_measured(perf: Any) -> None:
    case = perf.gpu.DEVICE_FIRST[0]
    report = {**REPORT, "loops": []}
    one = perf.gpu.Bench(1, target="cuda")
    result = perf.gpu.run.empty({"cpu": "", "cores": 1, "compiler": [], "commit": ""}, one)
    perf.gpu.keep(one, result, case, perf.gpu.run.of_primal(one, case, report, 10.0))
    assert "not measured" in perf.gpu.table.render(result)


def test_large_cases_come_first_and_profiles_behind_them(perf: Any) -> None:
    about = {"expected": {}, "tests": [{"name": "one_cuda"}]}
    parts = [part for part, _ in groupby(job.part for job in perf.gpu.jobs(about, False))]
    assert parts == ["smoke", "measured", "profiled", "compared", "tests", "sanitized", "measured", "moved"]


def test_the_time_without_kernels_needs_their_times(perf: Any, build: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A library that writes nothing is an error."""
    monkeypatch.setenv("RAN", "/dev/null")
    written(build / "libkernel_times.so", "")
    case = replace(perf.gpu.DEVICE_QUICK[0], idle=True)
    result = {"rows": [{"case": case.name, "primal_seconds": 1.0}]}
    found = perf.gpu.outcome(perf.gpu.idle(case), bench(perf.gpu, build), result)
    assert "has written no times" in found["said"]
    assert "was not measured" in perf.gpu.outcome(perf.gpu.idle(case), bench(perf.gpu, build), {"rows": []})["said"]


def test_the_script_names_what_there_is(perf: Any) -> None:
    """A word that is no step is refused; its applications are those of the cases."""
    said = subprocess.run(["bash", SCRIPT, "nothing"], capture_output=True, text=True)
    assert said.returncode == 2 and "prepare|build|run" in said.stderr
    apps = set(SCRIPT.read_text().split("apps=(")[1].split(")")[0].split())
    assert apps == {case[0] for case in CASES} and {case.app for case in (*perf.gpu.DEVICE_FIRST, *perf.gpu.DEVICE, *perf.gpu.DEVICE_QUICK)} <= apps
    assert all((ROOT / "apps" / app.removesuffix("_aos")).is_dir() for app in apps)


@pytest.mark.skipif(NVCC is None, reason="no nvcc")
def test_the_build_makes_all_programs_that_are_run(perf: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Configured as where a device is."""
    import compared  # type: ignore[import-not-found]

    folder = tmp_path / "build"
    words = ["-DOPSGRAD_TESTS=OFF", "-DOPSGRAD_DEVICE_TESTS=cuda", "-DOPSGRAD_CUDA=ON", f"-DOPSGRAD_NVCC={NVCC}", "-DOPSGRAD_HDF5=OFF",
             "-DOPSGRAD_ZSTD=OFF", "-DOPSGRAD_GENERATED=elsewhere", "-DCMAKE_BUILD_TYPE=Release"]
    result = subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *words], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    query = ["ninja", "-C", str(folder), "-t", "query", "tests/cuda/device_tests"]
    made = set(subprocess.run(query, check=True, capture_output=True, text=True).stdout.split())
    monkeypatch.undo()
    wanted = {f"tests/{case[0]}_cuda" for case in (*compared.ALIKE, *perf.gpu.JUDGING)}
    assert wanted <= made, wanted - made
    stems = tuple(Path(path).name.removesuffix("_cuda") for path in made if path.endswith("_cuda"))
    names = [one["name"] for one in perf.carry.known_tests(replace(bench(perf.gpu, folder), target="cuda"))]
    assert len(names) > 30 and not [name for name in names if not name.startswith(stems)]
