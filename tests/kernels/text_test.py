"""The tools of the random kernels: a failing kernel becomes small, and what is wrong is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kernels.batch import Batch
from tests.kernels.check import Wrong, check
from tests.kernels.text import Block, TextKernel, random_kernel, shrunk
from translator.passes import rules
from translator.passes.build import times


def test_the_same_number_gives_the_same_kernel() -> None:
    assert random_kernel(5) == random_kernel(5) != random_kernel(6)


def test_kernels_of_every_kind_are_drawn() -> None:
    text = "".join(random_kernel(seed).text("k") for seed in range(300))
    control = ("for (", "while (", "if (", "else", "switch", "return;", "break;", "continue;")
    assert [word for word in (*control, "t[whole", "u(o", "spread(", "row(", "MIN(", "SIGN(", "power<", "+=", "idx[", "coef[", "*smallest", "*largest", "tri(", "out(") if word not in text] == []


def test_a_failing_kernel_becomes_as_small_as_it_can_be() -> None:
    kernel = next(k for k in map(random_kernel, range(100)) if "while" in k.text("k"))
    small = shrunk(kernel, lambda k: "while" in k.text("k"))
    (only,) = small.body
    assert isinstance(only, Block) and only.head.startswith("while") and only.body == ()


def test_a_wrong_rule_is_seen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The rules serve tangent and reverse alike, so that their dot product agrees: only another oracle can tell."""
    wrong = rules._one(lambda x, y, g: times(y, g))
    monkeypatch.setitem(rules._RULES, "tanh", wrong)
    kernel = TextKernel(0, ("WRITE", "INC", "INC", "INC"), ("p(0, 0) = tanh(u(0, 0));", "s(0, 0) += u(0, 0);"))
    with pytest.raises(Wrong, match="tangent: derivative of 'p' is off by"):
        check(Batch([kernel], tmp_path).case(0))
