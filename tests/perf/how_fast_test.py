"""docs/how_fast.md and its pictures are what perf/how_fast.py makes of the committed records, and every old record is in the index."""

from __future__ import annotations

import importlib
import re
import struct
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "perf" / "results"


@pytest.fixture()
def perf(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "perf"))
    return importlib.import_module


def text_of(picture: Path) -> dict[str, str]:
    """The words in a PNG file."""
    data, at, found = picture.read_bytes(), 8, {}
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"tEXt":
            key, value = data[at + 8:at + 8 + size].split(b"\0", 1)
            found[key.decode()] = value.decode("latin-1")
        at += size + 12
    return found


def test_the_page_is_that_of_the_records(perf: Any) -> None:
    how_fast = perf("how_fast")
    assert (ROOT / "docs" / "how_fast.md").read_text() == how_fast.page(*how_fast.current()), "python3 perf/how_fast.py writes it anew"


def test_the_pictures_are_those_of_the_records(perf: Any) -> None:
    plot = perf("how_fast_plot")
    assert text_of(plot.NOW)["Records"] == plot.digest(plot.bars()), "python3 perf/how_fast.py draws it anew"
    assert text_of(plot.HISTORY)["Records"] == plot.digest(plot.over_commits()), "python3 perf/how_fast.py draws it anew"


def test_every_old_record_has_a_line_in_the_index() -> None:
    index = (RESULTS / "archive" / "README.md").read_text()
    listed = re.findall(r"^\| \[([^\]]+)\]\(\1\) \| [^|]+ \| [0-9a-f]{7} \|$", index, re.MULTILINE)
    files = {path.name for path in (RESULTS / "archive").iterdir() if path.suffix in {".json", ".txt"}}
    assert sorted(listed) == sorted(files)
    assert all(path.with_suffix(".json").name in files for path in (RESULTS / "archive").glob("*.png"))


def test_a_record_that_is_moved_keeps_its_links(perf: Any) -> None:
    relinked = perf("archive").relinked
    assert relinked("[a](../perf/results/ab-lbm.json) `results/ab-lbm.json` results/abc.json", "ab-lbm.json") == (
        "[a](../perf/results/archive/ab-lbm.json) `results/archive/ab-lbm.json` results/abc.json")


def peer(case: str, ours: float, theirs: float, **more: Any) -> dict[str, Any]:
    memory = {"gradient_peak_bytes": 2**30}
    return {"case": case, "peer": "JAX", "variant": "steps", "threads": 2, "objective_difference": 1e-14, "gradient_differences": {"u": 2e-13}, "agrees": True,
            "ours": {"forward_seconds": ours, "gradient_seconds": 4 * ours, **memory},
            "peers": {"forward_seconds": theirs, "gradient_seconds": 3 * theirs, "gradient_compile_seconds": 1.5, **memory}, **more}


def test_what_is_lost_is_said(perf: Any) -> None:
    lines = perf("how_fast").verdicts([peer("wave 60² x40", 1.0, 0.5), peer("lbm 32² x12", 1.0, 8.0)])
    assert lines[0] == "- **Runs**: OPSgrad needs less time than the other tool in 1 of 2 comparisons. For the problem `wave 60² x40`, JAX needs less time than OPSgrad."
    assert lines[3] == "- **Gradient / run**, with OPSgrad and with the other tool: wave 4.0 and 3.0; lbm 4.0 and 3.0"
    assert perf("how_fast").peer(peer("lbm 32² x12", 1.0, 8.0)) == (
        "| lbm 32² x12 | JAX, steps | 1 s | 8 s | 8.0 | 4 s | 24 s | 6.0 | 1.00 | 1.00 | 1.5 s | 2e-13 |")
