"""-OPS_AD_TRACE: what the page says of a program that is known."""

from __future__ import annotations

import math
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.ops.derivatives.trace.known import ADDS, BUILD, NEEDS, READS, RECEIVES, WRITES, data, page, run

SWEEP = ["sweep", "edge", "back"]


def names(trace: dict[str, Any]) -> list[str]:
    return [trace["sites"][trace["kinds"][kind][0]][1] for kind in trace["kind"]]


def uses(trace: dict[str, Any], happening: int) -> dict[str, int]:
    return {trace["data"][datum][0]: use for datum, use in trace["kinds"][trace["kind"][happening]][2]}


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return data(page(tmp_path_factory.mktemp("trace") / "known.html"))


def test_loops_stand_in_order(trace: dict[str, Any]) -> None:
    assert names(trace) == ["fill", *SWEEP * 4, "root </script>", "total", "sum"]
    assert [site[0] for site in trace["sites"]] == ["loop"] * 6 + ["result"]
    assert all(site[2].endswith("program.cpp") and site[3] > 30 for site in trace["sites"])
    assert trace["recorded"] == [0] + [1] * 15, "what fills an input is no part of the recording"
    assert trace["nodes"] == 15
    assert (trace["title"], trace["target"]) == ("known", "openmp")


def test_data_flow(trace: dict[str, Any]) -> None:
    v = '<v> "quoted"'
    assert uses(trace, 0) == {"u": WRITES}
    assert uses(trace, 1) == {"u": READS | NEEDS | ADDS, v: WRITES | RECEIVES}
    assert uses(trace, 2) == {v: READS | WRITES | ADDS | RECEIVES}
    assert uses(trace, 3) == {v: READS | ADDS, "u": WRITES | RECEIVES}, "a linear loop needs no value"
    assert uses(trace, 14) == {v: READS | ADDS, "sum": WRITES | RECEIVES}
    assert uses(trace, 15) == {"sum": READS}
    ranges = [trace["kinds"][trace["kind"][i]][1] for i in (0, 1, 2)]
    assert ranges == [[-1, 9, -1, 7], [0, 8, 0, 6], [-1, 0, 0, 6]]


def test_kept_values(trace: dict[str, Any]) -> None:
    """Each sweep squares u, which the loop after the next overwrites."""
    each = trace["data"][0][2]
    assert trace["kept"] == [[i, 0, each, 0] for i in (1, 4, 7, 10)]
    assert int(run().stdout.split()[2]) == 4 * each


def test_adjoints_that_could_be_delayed_are_timed(tmp_path: Path) -> None:
    """They take longer than their loops, on a grid whose loops form chains; times of the launches alone are a hundredth of that."""
    program, to = BUILD / "apps" / "burgers" / "burgers_openmp", tmp_path / "trace.html"
    subprocess.run([program, "-size=601", "-steps=5", "-gradient", f"-OPS_AD_TRACE={to}"], check=True, capture_output=True)
    trace = data(to.read_text())
    assert sum(trace["reverse"]) > sum(trace["forward"]) / 8


def test_adjoints_have_norms(trace: dict[str, Any]) -> None:
    norm = trace["norm"]
    assert norm[15] == norm[14] == norm[13] == 1, "the sum's seed, then that of each of its terms"
    assert [norm[i] for i in (2, 5, 8, 11)] == [0] * 4, "nothing reads what the edge writes"
    assert all(value > 0 for i, value in enumerate(norm) if i > 0 and i not in (2, 5, 8, 11))
    halves = [norm[i] / norm[i - 2] for i in (3, 6, 9, 12)]
    assert halves == pytest.approx([2] * 4, rel=0.01), "back halves what it hands on"


def test_times_are_measured(trace: dict[str, Any]) -> None:
    assert all(t > 0 for t in trace["forward"][:15])
    assert trace["reverse"][0] == 0
    assert all(t > 0 for t in trace["reverse"][1:])


def test_nothing_is_wrong_with_it(trace: dict[str, Any]) -> None:
    assert trace["faults"] == []


def fault(trace: dict[str, Any], index: int) -> tuple[Any, ...]:
    f = trace["faults"][index]
    return f["sweep"], f["what"], names(trace)[f["happening"]], trace["data"][f["datum"]][0], f["cell"], f["arrived"]


def test_first_infinite_derivative_and_first_nan_are_found(tmp_path: Path) -> None:
    trace = data(page(tmp_path / "tiny.html", "-tiny"))
    assert fault(trace, 0) == ("reverse", "Infinity", "root </script>", "u", [2, 1], False)
    assert fault(trace, 1) == ("reverse", "NaN", "spoil", "u", [2, 1], False)
    assert len(trace["faults"]) == 2
    spoil = names(trace).index("spoil")
    assert trace["norm"][spoil] == "Infinity"
    assert trace["norm"][spoil - 1] == "NaN"


def test_first_nan_of_the_forward_run_is_found(tmp_path: Path) -> None:
    trace = data(page(tmp_path / "negative.html", "-negative"))
    assert fault(trace, 0) == ("forward", "NaN", "root </script>", '<v> "quoted"', [2, 1], False)
    assert fault(trace, 1) == ("reverse", "NaN", "root </script>", "u", [2, 1], False)


def test_a_new_recording_starts_afresh(tmp_path: Path) -> None:
    trace = data(page(tmp_path / "halve.html", "-halve"))
    assert names(trace) == ["fill", *SWEEP * 2, "root </script>", "total", "sum"]
    assert len(trace["kept"]) == 2


@pytest.mark.parametrize("target", ["seq", "openmp"])
@pytest.mark.parametrize("options", [[], ["-halve"], ["-sweeps=31"]], ids=str)
def test_no_bit_of_the_gradient_changes(target: str, options: list[str], tmp_path: Path) -> None:
    plain, traced = (run(*options, *more, target=target).stdout for more in ([], [f"-OPS_AD_TRACE={tmp_path / 'page.html'}"]))
    assert plain == traced
    assert not math.isnan(float(plain.split()[0]))


@pytest.mark.parametrize(("program", "options", "sorts"), [
    ("apps/poisson/poisson_openmp", ["-sizex=24", "-sizey=18", "-iters=6", "-ngrid_x=2", "-gradient"], {"loop", "halos", "result"}),
    ("apps/poisson/poisson_openmp", ["-sizex=24", "-sizey=18", "-iters=6", "-fixed-point", "-gradient"], {"loop", "external", "result"}),
    ("adjoint/adjoint_scalars_openmp", [], {"loop", "result", "scalar"}),
    ("adjoint/adjoint_copies_openmp", [], {"loop", "result", "copy"}),
], ids=["halos", "external", "scalars", "copies"])
def test_nor_in_programs_with_more_than_loops(program: str, options: list[str], sorts: set[str], tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    first = BUILD / (program if program.startswith("apps") else f"tests/{program}")
    plain, traced = (subprocess.run([first, *options, *more], capture_output=True, text=True, check=True).stdout
                     for more in ([], [f"-OPS_AD_TRACE={path}"]))
    results = [re.sub(r".*(_seconds|peak_bytes).*", "", text) for text in (plain, traced)]
    assert results[0] == results[1]
    trace = data(path.read_text())
    assert {site[0] for site in trace["sites"]} == sorts
    assert len(trace["forward"]) == len(trace["reverse"]) == len(trace["norm"]) == len(trace["kind"])
    assert sum(trace["recorded"]) == trace["nodes"]
    for kind in trace["kinds"]:
        if trace["sites"][kind[0]][0] == "scalar":  # the page looks for who has written the scalar that a loop reads
            assert any(use & WRITES for _, use in kind[2]) and not any(use == 0 for _, use in kind[2])


def test_a_file_that_cannot_be_written_is_an_error_before_any_loop() -> None:
    done = run("-OPS_AD_TRACE=no/such/folder/page.html")
    assert done.returncode == 1
    assert "ops_partition: OPS_AD_TRACE: 'no/such/folder/page.html' cannot be written: No such file or directory" in done.stdout


def test_a_program_that_does_not_record_says_so(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert "option 'OPS_AD_TRACE' has no effect, because this program does not record" in run("-OPS_AD=0", f"-OPS_AD_TRACE={path}").stdout
    assert not path.exists()


def test_help_lists_it() -> None:
    line = next(line for line in run("-OPS_HELP").stdout.splitlines() if "OPS_AD_TRACE" in line)
    assert "trace.html" in line
    assert "no effect" not in line
