"""Fault injection: every seeded fault is reported with the right loop or line, and right programs are not spoken of."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.faults.seeded import Fault, Mistake, mistakes, run, translated

OVERWRITTEN = r"dataset 'f' is overwritten during recording by a write from outside of loops"
LEAVES_OUT = r"loop '{}' at \S+ computes {}dataset '{}' from values that depend on"

RECORDING = [Fault("recording", *row) for row in [
    ("set-data", OVERWRITTEN), ("set-slab", OVERWRITTEN), ("random-fill", OVERWRITTEN), ("raw-write", OVERWRITTEN), ("raw-read-write", OVERWRITTEN),
    ("passive-overwrite", r"overwritten during recording by passive loop 'start'"), ("scalar-write", r"scalar 'scale' is overwritten at \S+ during recording"),
    ("scalar-sampled", r"the derivative of scalar 'scale' is zero.*, but ops_sample at \S+ replaces"),
    ("copy-over", r"the derivative of dataset 'u' is with respect to the values at the beginning .* the copy at"),
    ("filled-again", r"the derivative of dataset 'u' is with respect to the values at the beginning .* loop 'start' at"),
    ("constant", r"loop 'again' at .* uses constant 'dt' with the value set"), ("constant-element", r"loop 'smooth' .* uses constant 'weights'"),
    ("constant-member", r"loop 'damp' .* uses constant 'limits'"),
    ("constant-of-result", r"constant 'dt' of loop 'by_result' at \S+ is the value of reduction 'norm'"),
    ("gbl-of-result", r"argument 4 of loop 'given_result' at \S+ is the value of reduction 'norm'"),
    ("passive-dataset", LEAVES_OUT.format("pressure", "passive ", "p")), ("passive-loop", "passive " + LEAVES_OUT.format("pressure", "", "p")),
    ("passive-twice", LEAVES_OUT.format("pressure", "passive ", "p")), ("passive-halo", r"the halo transfer at \S+ computes passive dataset 'q'"),
    ("passive-copy", r"the copy at \S+ computes passive dataset 'q'"), ("passive-sum", r"loop 'more' at \S+ adds to reduction 'sum'"),
    ("host-detour", r"code outside of loops, using data that it read at \S+, may have computed dataset 'spare' at \S+"),
    ("data-of-result", r"code outside of loops, using data that it read at \S+, may have computed dataset 'spare' at \S+"),
    ("declared-of-result", r"code outside of loops, using data that it read at \S+, may have computed dataset 'fresh' at \S+"),
    *((f"gbl-of-{kind}", r"loop 'by_hidden' at \S+ receives the number \S+ as argument 2\. .* from the value of " + what) for kind, what in (
        ("complex-data", "a cell of dataset 'z'"), ("half-data", "a cell of dataset 'h'"), ("complex-result", "reduction 'votes'"))),
    *((name, r"the seed of reduction 'sum' was set after its result was read at \S+ and before loop '\w+' at \S+ contributed to it") for name in (
        "seeded-between", "objective-between")),
    ("member-write", OVERWRITTEN), ("stale-pointer", OVERWRITTEN),
    ("range-beyond-halo", "loop 'move'.*'u'"), ("reads-beyond-halo", "loop 'smooth'.*'u'"),
    ("points-in-order", "loop 'chain'.* depends on the order"),
    ("other-block", "loop 'move'.*block"), ("pointer-out", "loop 'move'.*raw pointer"), ("freed", "loop 'move'.*freed"),
    ("caught-error", r"an error in loop 'caught' at \S+ ended the recording", "interpret"), ("result-of-nothing", "reduction 'norm'"),
    ("unseeded", "no seed was set", "interpret"), ("seed-of-unread", "reduction 'sum' is seeded, but its result was never read", "interpret"),
    ("seeded-late", "reduction 'sum': the seed was set after further loops had contributed to this reduction", "interpret"),
    ("twice-later", "was seeded twice: 2 is replaced by 3"), ("twice-handle", "was seeded twice: 1 is replaced by 2"),
    ("dataset-twice", "replaces the seed of dataset 'v', which was set at "), ("wrong-seed-type", "'sum' is of type double, but this call expects type float"),
    ("passive-seed", "dataset 'fixed' is passive"), ("pointer-to-derivative", "raw pointer to the derivative of dataset 'u' has not been released", "interpret"),
    ("too-early", "the derivative of dataset 'u' is not known yet", "questions"), ("nothing-recorded", "the tape is empty", "interpret"),
    ("no-reset", "still has a seed from before the interpretation", "interpret"),
    ("of-intermediate", r"does not depend on dataset 'w' .* but loop 'again' at", "questions"),
    ("of-unused", "does not depend on dataset 'spare'", "questions"), ("of-passive", "dataset 'fixed' is passive", "questions"),
    ("of-integers", "dataset 'n' is of type int", "questions"), ("of-freed", "the dataset was freed", "questions"),
    ("forgotten", "the derivative of dataset 'u' is not known yet", "questions"), ("stale", "does not include loop 'later' at", "questions"),
    ("stale-dataset", "loop 'use' at .* does not include loop 'later' at"),
]]

UNDECLARED = r"dataset 'other' is used by .*, but the external function at .* does not declare this dataset"
EXTERNALS = [Fault("externals", *row) for row in [
    *((name, UNDECLARED) for name in ("pointer-to-undeclared", "reads-undeclared", "writes-undeclared", "loop-reads-undeclared",
                                      "loop-writes-undeclared", "copies-undeclared", "derivative-of-undeclared", "reads-derivative-of-undeclared",
                                      "sets-derivative-of-undeclared", "adjoint-reads-undeclared", "adjoint-writes-undeclared")),
    ("writes-input", "writes dataset 'u', which .* declares as OPS_READ"), ("loop-writes-input", "loop 'move' writes dataset 'u', .* OPS_READ"),
    ("adjoint-writes-input", "writes dataset 'u', which .* declares as OPS_READ"), ("reads-output", r"reads dataset 'v' before the external function at \S+ writes it"),
    ("changes-input", "changed dataset 'u', .* OPS_READ", "cube"),
    ("derivative-in-primal", "derivative of dataset 'u' in the primal"), ("pointer-kept", "without releasing a raw pointer to dataset 'u'", "cube"),
    ("scalar-written", "scalar 'scale' got its value at .*, inside an external function whose adjoint does not change the scalar's derivative"),
    ("tape-kept", "the external function has ended without removing the tape"), ("output-left", "must set the derivative of dataset 'v' to zero", "cube"),
    ("derivative-kept", "without releasing a raw pointer to the derivative of dataset 'v'", "cube"),
    *((name, "wrong derivative of dataset 'u'", "cube") for name in ("factor", "sign", "assigns", "branch", "neighbour")),
    ("stale", "wrong derivative of dataset 'w'", "relax"),
    ("values-not-kept", "dataset 'v' is declared as OPS_WRITE"), ("interprets-again", "may use only tapes that it has created itself"),
]]

ADJOINTS = [Fault("adjoints", name, rf"'{name}'") for name in (
    "constant_missing", "factor_missing", "wrong_neighbour_read", "wrong_condition", "power_missing", "weight_missing_in_branch", "wrong_accumulator",
    "term_missing_in_branch", "stale_temporary", "neighbour_missing", "wrong_sign", "wrong_offset", "wrong_component", "component_missing",
    "wrong_factor_read", "component_not_zeroed", "value_after_for_before", "input_missing", "added_for_set", "factor_of_square", "factor_of_cube",
    "increment_zeroed", "factor_in_sum", "sign_in_sum", "seed_missing")]

NEW = r"warning: loop '{}' at .* receives the number 0.\d+ as {}\. .* from the value of .*reduction 'norm', read at \S+host\.cpp:\d+\. .*ops_scalar_loop"
HOST = [Fault("host", *row) for row in [
    *((name, NEW.format("second", "argument 3")) for name in ("gbl-computed", "gbl-quotient", "gbl-repeated", "gbl-clipped", "gbl-root")),
    ("constant-computed", NEW.format("second", "constant 'rate'")),
    ("scalar-computed", NEW.format("third", "argument 3")),
    ("struct-computed", NEW.format("limited", "a member of argument 3")),
    ("struct-constant-computed", NEW.format("limited", "a member of constant 'limits'")),
    ("half-computed", NEW.format("halved", "argument 3")),
    ("half-set", r"omits one path .*: code outside of loops, using data that it read at \S+, may have computed dataset 'halves' at "),
    ("wide-computed", NEW.format("wide", "argument 3")), ("wide-result", r"argument 3 of loop 'wide' at \S+ is the value of reduction 'norm', read at"),
    ("struct-result", r"a member of argument 3 of loop 'limited' at \S+ is the value of reduction 'norm', read at"),
    *((name, what + r"omits one path .*: " + loop + r" at \S+ receives, as argument \d, a number that the program may have computed from values that depend "
       r"on '\w+'\. .*ops_ad_constant\(number\)") for name, what, loop in (
           ("to-passive-data", "derivative of dataset 'u' ", "loop 'level'"), ("to-scalar-loop", "derivative of dataset 'u' ", "loop 'doubled'"),
           ("to-passive-loop", "derivative of dataset 'u' ", "passive loop 'level'"), ("scalar-asked", "derivative of scalar 'scale' ", "passive loop 'level'"),
           ("as-dataset", "reading dataset 'u_derivative' at .* of dataset 'u' ", "passive loop 'level'"),
           ("stored", r"ops_dat_store_derivative at .* of dataset 'u' ", "passive loop 'level'"),
           ("tangent", r"ops_reduction_get_tangent at .* of reduction 'sum' ", "passive loop 'level'"),
           ("hessian", r"Hessian-vector product of dataset 'u' ", "passive loop 'level'"))),
    ("by-half", r"derivative of dataset 'u' omits one path .*: passive loop 'narrow' at \S+ computes dataset 'halves' from values that depend on 'u'"),
    ("gbl-of-data", r"loop 'second' at .* receives the number .* from the value of a cell of dataset 'v', read at \S+host\.cpp:\d+, or of "),
    ("gbl-rescaled", r"argument 3 of loop 'second' at \S+ is the value of reduction 'norm', read at \S+, times 0.5"),
    ("gbl-mean", r"argument 3 of loop 'second' at \S+ is the value of reduction 'norm', read at \S+, divided by 9"),
    ("raw-read", r"dataset 'v' is released as OPS_READ, but was changed through the raw pointer that the program obtained at \S+host.cpp:"),
    ("set-again", r"dataset 'spare' is overwritten during recording by a write from outside of loops at .*: .*ops_ad_constant\(dataset\)"),
    ("set-between", OVERWRITTEN.replace("'f'", "'u'")),
]]
OMITTED = [Fault("omitted", *row) for row in [
    ("asked", r"derivative of dataset 'u' omits one path .* loop 'flux' at \S+, whose adjoint flux_adjoint omits the derivative of 'p'"),
    ("tangent", r"directional derivative of reduction 'sum' omits one path from dataset 'u' .* loop 'flux' at \S+, whose adjoint flux_adjoint omits the derivative of 'p'"),
    ("hessian", r"Hessian-vector product of dataset 'u' omits one path from dataset 'u' .* loop 'flux' at \S+, whose adjoint flux_adjoint omits the derivative of 'p'"),
    ("listed", r"^flux .* flux_adjoint omits the derivative of 'p' \(argument 1\)$"),
]]

DATASET = r"zero\.cpp:\d+: the objective does not depend on dataset 'f' in this recording: its derivative is zero everywhere; "
SCALAR = r"the derivative of scalar 'alpha' is zero, because no recorded loop connects it to the objective: "
ZERO = [Fault("zero", *row) for row in [
    ("never-read", DATASET + "no recorded loop reads it$"), ("scalar-never-given", SCALAR + "no recorded loop receives it$"),
    ("passive-only", DATASET + r"only loops without derivatives read it: passive loop 'shown' at"),
    ("passive-data", DATASET + r"only loops without derivatives read it: loop 'shown' at \S+ computes passive data only"),
    ("scalar-to-passive-data", SCALAR + r"only loops without derivatives read it: loop 'shown' at"),
    ("lost-on-the-way", DATASET + r"its influence ends with loop 'away' at \S+, which writes dataset 'x': no recorded loop that contributes to the objective reads dataset 'x'$"),
    ("overwritten", DATASET + r"its influence ends with loop 'away' at \S+, which writes dataset 'w': loop 'set' at \S+ overwrites dataset 'w' before any recorded loop reads it$"),
    ("result-without-seed", DATASET + r"its influence ends with loop 'norm' at \S+, which writes reduction 'unused': its result, read at \S+, has no seed"),
    ("by-value", SCALAR + r"no recorded loop receives it; loop 'scaled' at \S+ receives a value equal to that of the scalar, but as a plain number \(ops_arg_gbl\), so derivatives do not include this dependence: pass the scalar with ops_arg_scalar"),
    ("by-constant", SCALAR + r"no recorded loop receives it; loop 'by_rate' at \S+ receives a value equal to that of the scalar, but as constant 'rate'"),
]]

FAULTS = [*ZERO, *RECORDING, *EXTERNALS, *ADJOINTS, *HOST, *OMITTED]
OPTIONS = {"adjoints": ["-OPS_AD_CHECK=loops"], "externals": ["-OPS_AD_CHECK=loops"], "host": ["-OPS_AD_CHECK=taylor"],
           "omitted": ["-OPS_AD_CHECK=loops"]}
RIGHT = {"zero": ["right"], "recording": ["right", "data-declared", "declared-of-nothing"], "externals": ["right"], "adjoints": ["right"], "omitted": ["right"],
         "host": ["right", "nested", "set-after", "fill-after", "write-after", "scalar-after", "gbl-declared", "constant-declared",
                  "scalar-declared", "struct-constant-declared", "struct-counted", "wide-declared", "half-declared", "half-set-declared", "set-again-declared"]}

# What nothing notices, and why.
MISSED = {
    "member-write": "writes through dat->data pass the library by; target checked names them (past_test.py)",
    "stale-pointer": "so do writes through a pointer that was given back",
}


@cache
def reports(program: str) -> dict[str, str]:
    names = [f.name for f in FAULTS if f.program == program]
    return run(program, [*RIGHT[program], *names], *OPTIONS.get(program, []))


@pytest.fixture(scope="module")
def diagnostics(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, str]:
    return {late: translated(tmp_path_factory.mktemp("wrong"), [m for m in mistakes() if m.late == late]) for late in (False, True)}


def test_the_right_declarations_are_not_spoken_of(tmp_path: Path) -> None:
    assert translated(tmp_path, []) == ""


@pytest.mark.parametrize(("program", "name"), [(program, name) for program, names in RIGHT.items() for name in names])
def test_the_right_program_is_not_spoken_of(program: str, name: str) -> None:
    report = reports(program)[name]
    assert not any(word in report for word in ("warning", "Exception")), report


@pytest.mark.parametrize("mistake", mistakes(), ids=lambda m: m.name)
def test_the_translator_names_the_mistake(mistake: Mistake, diagnostics: dict[bool, str]) -> None:
    assert mistake.named(diagnostics[mistake.late]), diagnostics[mistake.late]


@pytest.mark.parametrize("fault", [f for f in FAULTS if f.name not in MISSED], ids=lambda f: f"{f.program}-{f.name}")
def test_the_fault_is_named(fault: Fault) -> None:
    assert fault.named(reports(fault.program)[fault.name]), reports(fault.program)[fault.name]


@pytest.mark.parametrize("name", ["gbl-quotient", "gbl-repeated", "gbl-clipped", "gbl-root", "constant-computed", "scalar-computed"])
def test_a_number_formed_from_a_result_is_spoken_of_once_and_without_asking(name: str) -> None:
    told = [line for line in run("host", [name])[name].splitlines() if "warning" in line]
    fault = next(f for f in HOST if f.name == name)
    assert len(told) == 1 and fault.named(told[0]), told


@pytest.mark.parametrize("fault", ZERO, ids=lambda f: f.name)
def test_a_derivative_that_is_zero_for_want_of_a_way_is_spoken_of_once(fault: Fault) -> None:
    told = [line for line in reports("zero")[fault.name].splitlines() if re.search(DATASET, line) or SCALAR in line]
    assert len(told) == 2, told  # the dataset and the scalar, though each is asked for twice


def test_numbers_that_are_declared_or_were_seen_before_are_not_spoken_of() -> None:
    names = ["right", "gbl-declared", "constant-declared", "scalar-declared", "struct-constant-declared", "struct-counted", "wide-declared"]
    assert not any("warning" in report for report in run("host", names).values())


def test_what_is_said_of_a_number_formed_from_a_result() -> None:
    told = next(line for line in run("host", ["gbl-quotient"])["gbl-quotient"].splitlines() if "warning" in line)
    assert re.sub(r"\S*/(\w+\.cpp):\d+", r"\1", told) == (
        "OPS warning: loop 'second' at host.cpp receives the number 0.274743701 as argument 3. The program may have computed this number from the "
        "value of a cell of dataset 'v', read at host.cpp, or of reduction 'norm', read at host.cpp. If it did, gradients do not include this dependence: "
        "compute the number with ops_scalar_from_reduction and ops_scalar_loop, and pass it with ops_arg_scalar. "
        "If it did not, or if gradients should ignore the dependence, declare the number with ops_ad_constant(number)")


def test_taylor_names_the_derivative_that_an_adjoint_leaves_out() -> None:
    report = run("omitted", ["right"], "-OPS_AD_CHECK=taylor,loops")["right"]
    assert re.search(r"the Taylor test of -OPS_AD_CHECK failed: .*; flux_adjoint omits the derivative of 'p' \(argument 1\) in loop 'flux' at "
                     r"\S+omitted\.cpp:\d+", report), report


def test_at_least_95_of_100_are_named(diagnostics: dict[bool, str]) -> None:
    missed = [m.name for m in mistakes() if not m.named(diagnostics[m.late])]
    missed += [f.name for f in FAULTS if not f.named(reports(f.program)[f.name])]
    total = len(mistakes()) + len(FAULTS)
    print(f"{total - len(missed)} of {total} seeded faults are named; not: {', '.join(missed) or 'none'}")
    assert total >= 60
    assert len(missed) <= 0.05 * total, missed
    assert set(missed) == set(MISSED)
