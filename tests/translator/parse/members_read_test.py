"""A program that reads members of handles that point to values is noticed, however it reads them; nobody else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.parse import parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")


def read_by(text: str, folder: Path) -> bool:
    source = folder / "program.cpp"
    source.write_text(f'#define OPS_1D\n#include "ops_seq_v2.h"\n#include <vector>\n{text}\n')
    return parse((str(source),), FLAGS).program.members_read


@pytest.mark.parametrize("text", [
    "double first(ops_dat u) { return ((double*)u->data)[0]; }",
    "double first(ops_dat u) { return *reinterpret_cast<double*>(u->data + u->base_offset); }",
    "double first(ops_dat_core& u) { char* at = u.data; return *(double*)at; }",
    "double first(ops_reduction sum) { return *(double*)sum->data; }",
    "char* slope(ops_dat u) { return u -> derivative; }",
    "#define VALUES(dat) ((double*)(dat)->data)\ndouble first(ops_dat u) { return VALUES(u)[0]; }",
    "template <class Dat> double first(Dat u) { return ((double*)u->data)[0]; }",
    "struct Solver { ops_dat u; double first() const { return *(double*)u->data; } };",
    "auto first = [](ops_dat u) { return (double*)u->data; };",
])
def test_a_read_member_is_noticed(text: str, tmp_path: Path) -> None:
    assert read_by(text, tmp_path)


@pytest.mark.parametrize("text", [
    "double first(const std::vector<double>& values) { return values.data()[0]; }",
    "template <class Values> double first(const Values& values) { return values.data()[0]; }",
    "struct Mesh { double* data; };\ndouble first(const Mesh* mesh) { return mesh->data[0]; }",
    "int size(ops_dat u) { return u->size[0]; }  // not u->data",
    "double dt(ops_scalar s) { return s->get_data<double>()[0]; }",
])
def test_nothing_else_is(text: str, tmp_path: Path) -> None:
    assert not read_by(text, tmp_path)


def test_a_read_member_in_a_header_counts(tmp_path: Path) -> None:
    (tmp_path / "values.hpp").write_text("inline double first(ops_dat u) { return *(double*)u->data; }\n")
    assert read_by('#include "values.hpp"', tmp_path)
