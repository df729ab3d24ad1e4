"""The command: exit status, where text goes, which files it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.cli import main

ROOT = Path(__file__).parents[2]
FLAGS = ["--", "-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include"]
PROGRAM = """\
#define OPS_1D
#include "ops_seq_v2.h"
#include "kernel of mine.hpp"
ops_block block;
ops_dat u, v;
void run(OPS_instance* instance) {
  int range[] = {0, 8}, points[] = {0};
  ops_stencil S = ops_decl_stencil(1, 1, points, "S");
  ops_par_loop(square, "square", block, 1, range, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_dat(v, 1, S, "double", OPS_WRITE));
  ops_interpret_adjoints(instance);
}
"""
KERNEL = "inline void square(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * u(0); }\n"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "app.cpp").write_text(PROGRAM)
    (tmp_path / "kernel of mine.hpp").write_text(KERNEL)
    monkeypatch.chdir(tmp_path)
    return "app.cpp"


def test_translate_writes_loops_and_what_they_depend_on(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["translate", source, "--target", "openmp", "--target", "seq", "--out", "out", "--name", "squares", "--depfile", "out/loops.d"]
    assert main(words + FLAGS) == 0
    assert capsys.readouterr() == ("", "")
    openmp, seq = (Path(f"out/{target}/loops.cpp").read_text() for target in ("openmp", "seq"))
    assert "square" in openmp and "square" in seq and openmp != seq
    assert Path("out/loops.d").read_text() == "out/openmp/loops.cpp out/seq/loops.cpp: app.cpp \\\n  ./kernel\\ of\\ mine.hpp\n"


@pytest.mark.parametrize(("body", "marked"), [("u(0) * u(0)", False), ("u(0) > 1 ? u(0) : 1.0", False), ("u(0) * (int)u(0)", True)])
def test_kernels_that_turn_real_numbers_into_integers_are_marked(body: str, marked: bool, source: str) -> None:
    """These may be places in arrays, so no check must run such a kernel with other values."""
    Path("kernel of mine.hpp").write_text(KERNEL.replace("u(0) * u(0)", body))
    assert main(["translate", source, "--target", "openmp", "--out", "out", *FLAGS]) == 0
    assert (".into_integers = points_" in Path("out/openmp/loops.cpp").read_text()) == marked


def test_errors_are_printed_and_nothing_is_written(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("app.cpp").write_text(PROGRAM.replace("OPS_WRITE", "OPS_READ"))
    assert main(["translate", source, "--target", "openmp", "--out", "out", *FLAGS]) == 1
    assert "error[access-mismatch]" in capsys.readouterr().err
    assert not Path("out").exists()


def test_dump_shows_kernels(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dump", source, *FLAGS]) == 0
    assert "v(0) = (u(0) * u(0))" in capsys.readouterr().out


def test_derivatives_are_noticed_and_can_be_left_out(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["dump", source, *FLAGS])
    assert "derivatives True" in capsys.readouterr().out
    main(["dump", source, "--no-derivatives", *FLAGS])
    assert "derivatives False" in capsys.readouterr().out


def test_code_can_be_kept_from_the_parser(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("app.cpp").write_text("#ifndef OPS_TRANSLATING\n#error not for the parser\n#endif\n" + PROGRAM)
    assert main(["check", source, *FLAGS]) == 0
    assert capsys.readouterr().err == ""


def test_wrong_use_says_what(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "gone.cpp"]) == 2
    assert capsys.readouterr().err == "ops: error: no such source file: gone.cpp\n"
    assert main(["translate", source, "--target", "abacus", "--out", "out", *FLAGS]) == 2
    assert "unknown target 'abacus'" in capsys.readouterr().err
    assert main(["check", source, "--commands", "gone.json"]) == 2
    assert "gone.json, given by --commands, cannot be read: " in capsys.readouterr().err
