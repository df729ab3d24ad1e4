"""Fields of a dataset on several processes are those of the part; instances of several threads are refused there."""

from __future__ import annotations

import pytest

from tests.ranks.start import BUILD, has_mpi, start

pytestmark = pytest.mark.skipif(not has_mpi(), reason="no MPI: the targets mpi and mpi_openmp are not built")
PROGRAM = "tests/ranks/ranks_fields_{}"
REFUSED = "OPS_instance: another thread of this process already has an instance"


@pytest.mark.parametrize("ranks, forced", [(1, ""), (2, "-OPS_FORCE_DECOMP_Y=1"), (3, "-OPS_FORCE_DECOMP_X=1"), (4, ""), (6, "")])
def test_sizes_are_pitches_of_the_part(ranks: int, forced: str) -> None:
    """dat->size was once that of the whole: rows were taken from the wrong place without a word."""
    many = start(BUILD / PROGRAM.format("mpi"), [forced] if forced else [], ranks)
    assert many.status == 0 and "wrong: 0" in many.text, many.text + many.errors


def test_instances_in_several_threads() -> None:
    one, two = (start(BUILD / PROGRAM.format(target), ["-threads"], ranks) for target, ranks in (("seq", 1), ("mpi", 2)))
    assert one.status == 0 and one.text.count("wrong: 0") == 3 and REFUSED not in one.text
    assert two.status == 0 and two.text.count("wrong: 0") == 2 and REFUSED in two.text, two.text + two.errors
