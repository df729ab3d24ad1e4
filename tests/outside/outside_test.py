"""A few programs of outside users, other ones in every run beside those that once had a wrong gradient; all of them: python3 -m tests.outside.all."""

from __future__ import annotations

import random

import pytest

from tests.fresh import fresh_seed
from tests.outside.programs import ENDS_WITH, ONE_PROCESS, PROGRAMS, Outside, configure
from tests.tier import FULL, drawn

ONCE_SILENT = ("once_wrong/matrix_flat", "once_wrong/changing_stencil", "once_wrong/made_structs", "once_wrong/constants_of_one_name")
DRAWN = 2 if FULL else 1


@pytest.fixture(scope="module")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Outside:
    return configure(tmp_path_factory.mktemp("outside"))


@pytest.mark.parametrize("path", drawn(ONCE_SILENT, 1))
def test_a_gradient_that_was_wrong_without_a_word(path: str, outside: Outside) -> None:
    assert outside.verdict(path) == ""


def test_some_programs_of_outside_users(outside: Outside) -> None:
    chosen = random.Random(fresh_seed()).sample([path for path in PROGRAMS if path not in ONCE_SILENT], DRAWN)
    print(f"OPSGRAD_SEED={fresh_seed()}: {chosen}")
    wrong = {path: verdict for path in chosen if (verdict := outside.verdict(path))}
    assert not wrong, wrong


def test_a_program_that_is_refused(outside: Outside) -> None:
    path = random.Random(fresh_seed()).choice(sorted(ENDS_WITH))
    assert outside.verdict(path) == "", path


def test_exceptions_are_programs() -> None:
    assert {*ENDS_WITH, *ONE_PROCESS} <= set(PROGRAMS)
