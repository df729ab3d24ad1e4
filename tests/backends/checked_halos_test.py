"""Target checked names loops that read stale halo cells, once, with the transfer that is missing; right programs run without a word."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
SOURCE = Path(__file__).parent / "checked_halos.cpp"
RIGHT = ("swap_both", "leap_with_groups", "edge_after_a_transfer", "transferred", "lagged", "unchanged", "walls_instead", "declared_walls", "wide_halos", "inner_part", "guarded",
         "by_pointer", "copied", "corners_in_order", "joined_with_groups", "brought_inside")


def output(target: str, *words: str) -> str:
    result = subprocess.run([BUILD / "tests" / "backends" / f"checked_halos_{target}", *words], capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def programs(text: str) -> dict[str, list[str]]:
    """What each program printed, with lines of the source by what they bear after "here: "."""
    places = {str(number): code.split("// here: ")[1].strip() for number, code in enumerate(SOURCE.read_text().splitlines(), 1) if "// here: " in code}
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("== "):
            found[line[3:]] = []
        else:
            found[list(found)[-1]].append(re.sub(r"\S*checked_halos\.cpp:(\d+)", lambda m: f"<{places.get(m[1], m[1])}>", line))
    return found


@pytest.fixture(scope="module")
def said() -> dict[str, list[str]]:
    return programs(output("checked"))


@pytest.mark.parametrize("name", RIGHT)
def test_right_programs_run_without_a_word(said: dict[str, list[str]], name: str) -> None:
    assert said[name] == []


def of(group: str) -> str:
    which = {"u": "'u' along axes 0 and 1", "next": "'next' along axes 0 and 1", "y": "'u' along axis 1", "blocks": "'u' and 'v'"}
    return f"group of {which[group]}, declared at <group {group}>,"


def filled(loop: str, dat: str, changed: str, group: str, source: str = "cell (5, 0)", cell: str = "cell (-1, 0)") -> str:
    return (f"OPS warning: loop '{loop}' at <{loop}> reads {cell} of '{dat}' (argument 1), which ops_halo_transfer filled before its source, {source} "
            f"of '{dat}', was changed by {changed}: an ops_halo_transfer of the {of(group)} is missing before this loop{MEANT}")


def left(loop: str, dat: str, how: str, changed: str, group: str) -> str:
    return (f"OPS warning: loop '{loop}' at <{loop}> reads cell (-1, 0) of '{dat}' (argument 1), a halo cell that {how} its source, "
            f"cell (5, 0) of '{dat}', was changed by {changed}: an ops_halo_transfer of the {of(group)} is missing before this loop{MEANT}")


def exchanged(loop: str, dat: str, how: str, source: str, changed: str, other: str = "u", group: str = "u") -> str:
    return (f"OPS warning: loop '{loop}' at <{loop}> reads cell (-1, 0) of '{dat}' (argument 1), a halo cell that {how} its source, "
            f"cell (5, 0) of '{source}', was changed by {changed}: datasets '{dat}' and '{other}' have been swapped, so the {of(group)} now fills the halo of the wrong dataset: "
            f"declare a halo group for each dataset, and swap these groups together with the datasets{MEANT}")


def by(loop: str) -> str:
    return f"loop '{loop}' at <{loop}>"


MEANT = "; if the loop is meant to read the old values, call ops_halo_lagged(group)"
NEVER = "has not been written since the dataset was declared, although"
WRONG = {
    "swap_without_groups": [left("diffuse", "next", NEVER, by("diffuse"), "next")],
    "swap_after_both_were_transferred": [filled("diffuse", "next", by("diffuse"), "next")],
    "swap_with_one_group": [exchanged("diffuse", "next", NEVER, "next", by("diffuse"))],
    "swap_with_one_group_filled": [exchanged("diffuse", "next", f"was last written by {by('fill')} before", "next", by("diffuse"))],
    "swap_in_two_loops": [exchanged("flux", "next", NEVER, "next", by("add"))],
    "leap_without_groups": [exchanged("leap", dat, NEVER, dat, by("leap")) for dat in ("next", "old")],
    "left_out": [filled("diffuse", "u", by("grow"), "u")],
    "edge_too_early": [filled("inwards", "u", by("grow"), "u")],
    "never": [left("diffuse", "u", NEVER, by("fill"), "u")],
    "never_but_filled": [left("diffuse", "u", f"was last written by {by('fill')} before", by("grow"), "u")],
    "lagged_by_accident": [filled("diffuse", "u", by("grow"), "u")],
    "by_data": [filled("diffuse", "u", "ops_dat_set_data at <set>", "u")],
    "copied_without_transfer": [left("diffuse", "u", NEVER, by("diffuse"), "u")],
    "corners_too_early": [filled("corners", "u", "a transfer", "y", "cell (-1, 5)", "cell (-1, -1)")],
    "joined_without_groups": [exchanged("diffuse", "next", NEVER, "v", by("fill_more"), "u", "blocks"),
                              exchanged("diffuse", "next_v", NEVER, "u", by("diffuse"), "v", "blocks")],
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_programs_are_named_once(said: dict[str, list[str]], name: str) -> None:
    assert said[name] == WRONG[name]


def test_every_program_is_tested_and_other_targets_say_nothing(said: dict[str, list[str]]) -> None:
    assert set(said) == {*RIGHT, *WRONG}
    assert programs(output("seq")) == {name: [] for name in said}
