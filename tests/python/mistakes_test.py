"""Wrong declarations and wrong runs: each is an error that says what to do, and the next model works."""

from __future__ import annotations

import numpy as np
import pytest

import opsgrad
from tests.python.modules import module


@pytest.mark.parametrize(("mistake", "text"), [
    ("twice", "model.input: 'x' is declared twice"),
    ("word", "model.input: 'lambda' is a word of Python, or one that models have for something else: choose another"),
    ("own word", "'threads' is a word of Python, or one that models have"),
    ("no name", "'a b' is no name: letters, digits and underscores, a letter first"),
    ("underscore", "'_y' is no name"),
    ("null", "'y' is given a handle that does not exist"),
    ("two objectives", "model.objective: 'other' is a second objective, beside 'sum'"),
    ("whole objective", "is a second objective|is to be one float or double"),
    ("body throws", "the body does not like it"),
    ("no run", "the body says nothing to run: call model.run with the function that computes the outputs"),
    ("empty run", "model.run: the function is empty"),
])
def test_declarations(mistake: str, text: str) -> None:
    mistakes = module("mistakes")
    with pytest.raises(opsgrad.Error, match=text) as caught:
        mistakes.Model(mistake=mistake)
    assert "mistakes.cpp:" in str(caught.value) or mistake == "body throws"
    assert mistakes.Model().value(np.ones(4)) == 4


@pytest.mark.parametrize(("mistake", "text"), [
    ("read", "output 'sum': reduction 'sum' has no result when the run ends: no loop has added to it since it was read; the model reads it"),
    ("unused", "output 'sum': reduction 'sum' has no result when the run ends"),
    ("throws a number", "the program has thrown something that is no std::exception"),
])
def test_runs(mistake: str, text: str) -> None:
    model = module("mistakes").Model(mistake=mistake)
    for call in (model.value, model.value_and_grad, model.forward):
        with pytest.raises(opsgrad.Error, match=text):
            call(np.ones(4))


def test_a_run_that_frees_what_the_body_declares() -> None:
    model = module("mistakes").Model(mistake="freed")
    assert model.value(np.ones(4)) == 4
    with pytest.raises(opsgrad.Error, match="a run has freed a dataset that the body declares"):
        model.value(np.ones(4))


def test_inputs_that_are_outputs_and_whole_numbers() -> None:
    """The gradient of an input that nothing changes is its own cotangent, and that of the objective."""
    model = module("mistakes").Model()
    x, weight = np.arange(4.0), np.array([1.0, 0.0, 2.0, 0.0])
    outputs, run = model.forward(x=x, number=5.0)
    assert outputs.counted == 3 and isinstance(outputs.counted, int) and np.array_equal(outputs.same, x)
    for _ in range(2):
        gradient = run.vjp(same=weight, sum=1.0)
        assert np.array_equal(gradient.x, weight + 2 * x) and gradient.number is None and gradient.passive is None
        gradient.x[:] = np.nan
    assert np.array_equal(run.vjp(sum=1.0).x, 2 * x)
    assert run.jvp(x=weight).counted is None and np.array_equal(run.jvp(x=weight).same, weight)
    with pytest.raises(ValueError, match="cotangent of output 'counted': it has no derivative"):
        run.vjp(counted=1)
    with pytest.raises(TypeError, match="the model has no objective"):
        module("mistakes").Model(mistake="no objective").value_and_grad(x)
