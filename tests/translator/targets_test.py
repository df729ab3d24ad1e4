"""Targets are folders: which are found, and what is said of a folder that is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from translator.targets import BACKENDS, known
from translator.view.target import Target

TARGET = "from translator.view.target import Target\n\nTARGET = Target(primal=True)\n"


def folder_with(text: str, folder: Path) -> Path:
    folder.mkdir()
    (folder / "target.py").write_text(text)
    return folder


def test_targets_of_the_product_and_of_others(tmp_path: Path) -> None:
    own = folder_with(TARGET, tmp_path / "abacus")
    assert list(known()) == ["checked", "cuda", "mpi", "mpi_cuda", "mpi_openmp", "openmp", "seq"]
    assert list(known([own])) == ["checked", "cuda", "mpi", "mpi_cuda", "mpi_openmp", "openmp", "seq", "abacus"]
    assert known([own])["abacus"].target.primal


@pytest.mark.parametrize("text, said", [("TARGET = 3\n", "describes no target"), ("TARGET =\n", "cannot be read"), ("", "describes no target")])
def test_what_is_no_target_is_said(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=said):
        known([folder_with(text, tmp_path / "abacus")])


def test_a_missing_description_and_a_name_given_twice_are_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"target\.py is missing"):
        known([tmp_path])
    with pytest.raises(ValueError, match="there are two targets 'seq'"):
        known([folder_with(TARGET, tmp_path / "seq")])


def test_the_translator_names_no_target() -> None:
    """Names of a target's C++ namespace and of its folder come from the folder: a new target needs no edit in the translator."""
    names = "|".join(known())
    named = re.compile(rf"\bops::({names})\b|\bbackends/({names})/")
    files = [file for file in (BACKENDS.parent / "translator").rglob("*") if file.suffix in {".py", ".md"}]
    found = [f"{file}:{number}: {line.strip()}" for file in files for number, line in enumerate(file.read_text().splitlines(), 1) if named.search(line)]
    assert len(files) > 100 and not found, "\n".join(found)


def test_owner_forms_need_a_namespace_for_their_buffers() -> None:
    with pytest.raises(ValueError, match="`streaming`"):
        Target(primal=True, owner=True)
