"""Instructions of kernels, counted in a small disassembly like that of cuobjdump."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
POINT = "_ZN3ops4cuda7executeINS0_9EachPointIN9ops_loops13loop_7_jacobi12point_launchEEEEEvT_"
TOTAL = "_ZN3ops4cuda7executeINS0_19EachPointWithTotalsIN9ops_loops21loop_8_squared_misfit12point_launchEJNS0_7OfferedILNS_6reduce2OpE0EdLi1EEEEEEEEvT_"
FILL = "_ZN3ops4cuda7executeINS0_6GatherINS_6reduce5TotalILNS3_2OpE0EdEEEEEEvT_"
LINES = {
    POINT: ("LDC R1, c[0x0][0x28]", "S2R R0, SR_TID.X", "ISETP.GE.AND P0, PT, R0, UR4, PT", "@P0 EXIT", "UIMAD UR4, UR5, 0x8, URZ", "LDG.E.64 R2, desc[UR6][R2.64]",
            "DADD R2, R2, R2", "MUFU.RCP64H R5, R3", "@!P1 BRA 0xa0", "CALL.REL.NOINC 0xf0", "STG.E.64 desc[UR6][R4.64], R2", "EXIT", "BRA 0xc0", "NOP", "NOP",
            "DFMA R4, R4, R4, R4", "RET.REL.NODEC R8 0x0", "BRA 0x110", "NOP"),
    TOTAL: ("IADD3 R0, R0, 0x1, RZ", "@P0 BRA 0x0", "BAR.SYNC.DEFER_BLOCKING 0x0", "MOV R1, R2", "EXIT", "BRA 0x50"),
    FILL: ("STG.E desc[UR4][R2.64], RZ", "EXIT"),
    "__other": ("EXIT",),
}
SAID = "".join(f" Function {symbol}:\n  REG:{22 + number} STACK:0 SHARED:1024 LOCAL:0 CONSTANT[0]:720 TEXTURE:0\n" for number, symbol in enumerate(LINES))


def disassembly() -> str:
    text = "\n\tcode for sm_90\n"
    for symbol, lines in LINES.items():
        text += f"\t\tFunction : {symbol}\n\t.headerflags\t@\"EF_CUDA_SM90\"\n"
        for number, line in enumerate(lines):
            text += f"        /*{16 * number:04x}*/        {line:>40} ;      /* 0x00000a00ff017b82 */\n{' ' * 60}/* 0x000fe20000000800 */\n"
    return text


@pytest.fixture()
def counts(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    return importlib.import_module("instructions")


def test_instructions_are_counted_by_kernel_and_cause(counts: Any) -> None:
    found = {kernel.name: kernel for kernel in counts.kernels(disassembly(), SAID)}
    assert set(found) == {"loop_7_jacobi::point", "loop_8_squared_misfit::point", FILL}
    point = found["loop_7_jacobi::point"]
    assert point.causes == {"memory": 3, "other": 1, "integer": 2, "control": 4, "float": 2} and point.all == 12
    assert (point.form, point.loop, point.registers, point.shared) == ("EachPoint", "jacobi", 22, 1024)
    assert (point.called, point.loops) == (2, 0), "the routine behind the end; nothing that fills up"


def test_branches_that_go_back_are_loops(counts: Any) -> None:
    total = next(kernel for kernel in counts.kernels(disassembly(), SAID) if kernel.form == "EachPointWithTotals")
    assert (total.loops, total.all) == (1, 5)


def test_issuing_is_compared_with_a_copy_of_the_bytes_of_the_case(counts: Any, tmp_path: Path) -> None:
    row = {"case": "poisson 64²", "report": {"points": 4096}, "loops": [],
           "primal_loops": [{"name": "jacobi", "pass": "forward", "calls": 4, "bytes": 4 * 4096 * 24.0}, {"name": "(halos)", "pass": "forward", "calls": 4, "bytes": 0}]}
    (tmp_path / "results.json").write_text(json.dumps({"rows": [{"case": "other"}, row]}))
    known = counts.bytes_of(counts.case_of(tmp_path / "results.json", "poisson"))
    rows = [counts.described(kernel, known) for kernel in counts.kernels(disassembly(), SAID)]
    assert [one.get("bytes") for one in rows] == [None, 24.0, None]
    issue = 12 / (132 * 4 * 32 * 1.755e9)
    assert rows[1]["H100"] == pytest.approx(24.0 / 3.0e12 / issue) and rows[1]["H200"] == pytest.approx(24.0 / 4.22e12 / issue)
    assert "loop_7_jacobi::point" in counts.render(rows)
    with pytest.raises(counts.Refused, match="no case that is named like 'wave'"):
        counts.case_of(tmp_path / "results.json", "wave")
