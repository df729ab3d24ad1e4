"""A libclang that would read programs wrongly is refused by its name, with what to install."""

from __future__ import annotations

import pytest

from translator.cli import main
from translator import parse_with


@pytest.mark.parametrize("number", ["0", "14.0.6", "16.0.0", "18.1.1", "21.1.8", "22.1.4", "23.1.0"])
def test_other_versions_are_refused(number: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(parse_with, "release", lambda: number)
    assert main(["check", __file__]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"ops: error: libclang {number} in {parse_with.path()} cannot be used") and told.count("\n") == 1
    assert "19 and 20" in told and "python3-clang-19" in told and "pip install 'libclang-ng>=19.1.7,<21'" in told


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def release() -> str:
        raise OSError("libclang-99.so: cannot open shared object file")

    monkeypatch.setattr(parse_with, "release", release)
    assert main(["check", __file__]) == 2
    assert "libclang-99.so" in capsys.readouterr().err


def test_this_one_is_fit() -> None:
    assert parse_with.unfit() == ""
