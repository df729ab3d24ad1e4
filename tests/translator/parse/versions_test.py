"""A libclang that would read programs wrongly is refused by its name, with what to install."""

from __future__ import annotations

import pytest

from translator.cli import main
from translator.parse import libclang


@pytest.mark.parametrize("number", [0, 14, 16, 18, 23])
def test_other_versions_are_refused(number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(libclang, "version", lambda: number)
    assert main(["check", __file__]) == 2
    told = capsys.readouterr().err
    assert f"libclang {number} is not one" in told and "19 to 22" in told and "python3-clang-19" in told


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def version() -> int:
        raise OSError("libclang-99.so: cannot open shared object file")

    monkeypatch.setattr(libclang, "version", version)
    assert main(["check", __file__]) == 2
    assert "libclang-99.so" in capsys.readouterr().err


def test_this_one_is_fit() -> None:
    assert libclang.unfit() == ""
