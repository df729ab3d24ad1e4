"""What Nsight Compute prints as CSV, brought together by kernel."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
POINT = "void ops::cuda::execute<ops::cuda::EachPoint<ops_loops::loop_7_jacobi::point_launch>>(T1)"
TILES = "void ops::cuda::execute<ops::cuda::Tiles<ops_loops::loop_7_jacobi::rows_0>>(T1)"
HEAD = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size", "Grid Size", "Device", "CC",
        "dram__bytes_read.sum", "gpu__time_duration.sum", "launch__block_size", "launch__grid_size", "launch__registers_per_thread", "smsp__inst_executed.sum")
UNITS = ("", "", "", "", "", "", "", "", "", "", "", "byte", "ns", "", "", "register/thread", "inst")
SAID = "objective 0.25\n==PROF== Connected to process 71 (poisson_cuda)\n==PROF== Profiling \"execute\" - 0: 0%....100% - 1 pass\n==PROF== Disconnected\n"


def launch(number: int, kernel: str, bytes_read: str, nanoseconds: str, blocks: str, registers: str = "32", instructions: str = "1,000") -> tuple[str, ...]:
    return (str(number), "71", "poisson_cuda", "127.0.0.1", kernel, "1", "7", "(256, 1, 1)", f"({blocks}, 1, 1)", "0", "9.0",
            bytes_read, nanoseconds, "256", blocks, registers, instructions)


def page(*launches: tuple[str, ...]) -> str:
    return SAID + "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in (HEAD, UNITS, *launches))


@pytest.fixture()
def profiles(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    return importlib.import_module("profiles")


def test_launches_of_a_kernel_are_one_row_and_the_longest_is_first(profiles: Any) -> None:
    found = profiles.read(page(launch(0, TILES, "10", "5,000", "4"), launch(1, POINT, "1,000,000", "2000", "8"), launch(2, POINT, "3,000,000", "4000", "8"),
                               launch(3, POINT, "2,000,000", "3000", "8")))
    assert [(row["kernel"], row["launches"]) for row in found] == [("loop_7_jacobi::point", 3), ("loop_7_jacobi::rows_0", 1)]
    assert found[0]["bytes_read"] == 2e6 and found[0]["seconds"] == pytest.approx(3e-6) and found[0]["instructions"] == 1000.0
    assert found[0]["registers"] == 32.0 and found[0]["threads"] == 256.0 and "bytes_written" not in found[0]


def test_other_grids_of_a_kernel_are_rows_of_their_own(profiles: Any) -> None:
    assert [row["blocks"] for row in profiles.read(page(launch(0, POINT, "1", "1", "8"), launch(1, POINT, "1", "9", "16")))] == [16.0, 8.0]


def test_what_was_not_counted_is_left_out(profiles: Any) -> None:
    found = profiles.read(page(launch(0, POINT, "n/a", "7", "8"), launch(1, POINT, "40", "9", "8", registers="")))
    assert found[0]["bytes_read"] == 40.0 and found[0]["registers"] == 32.0 and found[0]["launches"] == 2


def test_kernels_of_no_loop_keep_their_names(profiles: Any) -> None:
    assert profiles.read(page(launch(0, "void ops::cuda::fill<double>(T1)", "1", "1", "1")))[0]["kernel"] == "void ops::cuda::fill<double>(T1)"


def test_without_a_page_it_is_an_error_that_says_why(profiles: Any) -> None:
    with pytest.raises(ValueError, match="ERR_NVGPUCTRPERM"):
        profiles.read(SAID + "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n")
