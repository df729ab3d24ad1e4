"""Every construct of constructs.inc and every function of <cmath>: values, tangent and reverse, by ADOL-C and central differences.

Outside the full tier some of them, other ones from commit to commit.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kernels.batch import Batch
from tests.kernels.check import check
from tests.kernels.text import INSIDE, TextKernel
from tests.tier import drawn

HERE = Path(__file__).parent
FUNCTIONS = {f: f"{f}(REAL({INSIDE.get(f, '{}').format('u(0, 0) * v(0, 1, 0)')}))"
             for f in "sqrt cbrt exp log log10 sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf fabs floor ceil".split()}
FUNCTIONS |= {f: f"{f}(REAL(u(0, 0) * v(0, 1, 0)), REAL(1.5 + v(1, 0, 0)))" for f in "fmin fmax std::min std::max copysign atan2 hypot".split()}
FUNCTIONS |= {f: f"{f}(REAL(0.4 + 3.0 * u(0, 0) * u(0, 0)))" for f in ("lgamma", "tgamma")}
FUNCTIONS |= {"pow": "pow(REAL(1.5 + sin(u(0, 0))), REAL(v(0, 0, 0)))", "fma": "fma(REAL(u(0, 0)), REAL(v(0, 0, 0)), REAL(u(1, 0)))"}
FUNCTIONS |= {f"pow {p}": f"pow(REAL(1.5 + sin(u(0, 0))), {p})" for p in ("2", "3", "0.5", "-1.5")}


def constructs() -> dict[str, TextKernel]:
    found = re.findall(r"^// (\w+) (\w+) (\w+) (\w+): [^\n]*\n\{\n(.*?)^\}", (HERE / "constructs.inc").read_text(), re.M | re.S)
    return {name: TextKernel(n, (p, q, s, "INC"), (text.strip(),)) for n, (name, p, q, s, text) in enumerate(found)}


def functions() -> dict[str, TextKernel]:
    body = "p(0, 0) = {0};\nq(0, 0, 0) = u(1, 0) * {0};\nq(1, 0, 0) = 1.0;\ns(0, 0) += 2.0 * {0} + p(0, 0);\n*r += {0};"
    return {f: TextKernel(n, ("WRITE", "WRITE", "INC", "INC"), (body.format(text),)) for n, (f, text) in enumerate(FUNCTIONS.items())}


CONSTRUCTS = drawn(list(constructs()), 16)
OF_TYPE = {"double": drawn(list(functions()), 12), "float": drawn(list(functions()), 8)}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Batch]:
    folder = tmp_path_factory.mktemp("kernels")
    of_type = {real: [functions()[name] for name in names] for real, names in OF_TYPE.items()}
    everything = [*(constructs()[name] for name in CONSTRUCTS), *of_type["double"]]
    return {"double": Batch(everything, folder / "double", owners=1), "float": Batch(of_type["float"], folder / "float", "float")}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct(built: dict[str, Batch], name: str) -> None:
    check(built["double"].case(CONSTRUCTS.index(name)))


@pytest.mark.parametrize(("real", "name"), [(real, name) for real, names in OF_TYPE.items() for name in names])
def test_function(built: dict[str, Batch], name: str, real: str) -> None:
    check(built[real].case(OF_TYPE[real].index(name) + (len(CONSTRUCTS) if real == "double" else 0)))
