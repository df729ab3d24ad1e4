"""Wrong declarations and wrong runs: each is an error that says what to do, and the next model works."""

from __future__ import annotations

import numpy as np
import pytest

import opsgrad
from tests.python.modules import module


@pytest.mark.parametrize(("mistake", "text"), [
    ("twice", "model.input: 'x': this name is declared twice"),
    ("word", "model.input: 'lambda': this name is a Python keyword, or is reserved for models: choose another name"),
    ("own word", "'threads': this name is a Python keyword, or is reserved for models"),
    ("no name", "'a b': this is not a valid name: use letters, digits and underscores, beginning with a letter"),
    ("underscore", "'_y': this is not a valid name"),
    ("null", "'y': the given handle does not exist"),
    ("two objectives", "model.objective: 'other': a model can have only one objective, and 'sum' is already the objective"),
    ("whole objective", "is already the objective|must be a single float or double"),
    ("same input", "model.input: 'again': the given handle is already used for 'x'"),
    ("same output", "model.output: 'again': the given handle is already used for 'same'"),
    ("same sum", "model.output: 'again': the given handle is already used for 'counted'"),
    ("body exits", "ops_exit: this call is not allowed in OPS_MODEL, because the library creates and destroys the instance; remove the call"),
    ("body throws", "the body does not like it"),
    ("no run", "the body of the model does not call model.run; pass the function that computes the outputs to model.run"),
    ("empty run", "model.run: the function is empty"),
])
def test_declarations(mistake: str, text: str) -> None:
    mistakes = module("mistakes")
    with pytest.raises(opsgrad.Error, match=text) as caught:
        mistakes.Model(mistake=mistake)
    assert "mistakes.cpp:" in str(caught.value) or mistake == "body throws"
    assert mistakes.Model().value(np.ones(4)) == 4


@pytest.mark.parametrize(("mistake", "text"), [
    ("read", "output 'sum': reduction 'sum' has no result when the run ends: either no loop has contributed to it, or the program has already read its result, which resets the reduction"),
    ("unused", "output 'sum': reduction 'sum' has no result when the run ends"),
    ("exits", "ops_exit: this call is not allowed in OPS_MODEL"),
    ("begins", "ops_init: this call is not allowed in OPS_MODEL"),
    ("freed", "the function that is passed to model.run has freed a dataset that was declared outside of this function"),
    ("throws a number", "the program has thrown an exception that is not a std::exception"),
])
def test_runs(mistake: str, text: str) -> None:
    model = module("mistakes").Model(mistake=mistake)
    for call in (model.value, model.value_and_grad, model.forward):
        with pytest.raises(opsgrad.Error, match=text):
            call(np.ones(4))


def test_the_body_may_run_loops_and_take_its_time() -> None:
    model = module("mistakes").Model(mistake="slow body")
    assert list(model.inputs) == ["x", "passive", "number", "y"]  # an option decides
    assert model.value(np.ones(4)) == 4 and model.value_and_grad(np.ones(4))[0] == 4


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
    with pytest.raises(ValueError, match="the cotangent of output 'counted' must not be given"):
        run.vjp(counted=1)
    with pytest.raises(TypeError, match="the model has no objective"):
        module("mistakes").Model(mistake="no objective").value_and_grad(x)


def test_programs_with_handles_in_global_variables_and_habits_of_main() -> None:
    """Each run has variables of its own; first values survive ops_ad_reset and writes through members."""
    globals_ = module("globals")
    model, x = globals_.Model(), np.arange(1.0, 5.0)
    expected = float((x + x * x).sum()) + 10
    for _ in range(3):
        assert model.value(u=x) == expected
        value, gradient = model.value_and_grad(u=x)
        assert value == expected and np.array_equal(gradient.u, 1 + 2 * x)
    one, run_one = model.forward(u=x)
    two, run_two = model.forward(u=2 * x)
    assert np.array_equal(run_one.vjp(sum=1.0).u, 1 + 2 * x) and np.array_equal(run_two.vjp(sum=1.0).u, 1 + 4 * x)
    kept = one.v.copy(), two.after.copy()
    del run_one
    assert model.value(u=x) == expected and np.array_equal(model.forward(u=x)[0].v, x * x)
    assert np.array_equal(one.v, kept[0]) and np.array_equal(two.after, kept[1])


def test_a_run_that_has_failed_says_so_again() -> None:
    model = module("mistakes").Model()
    _, run = model.forward(np.ones(4))
    model._spoil(run._slot)  # what an error does
    for ask in (lambda: run.vjp(sum=1.0), lambda: run.jvp(x=np.ones(4)), lambda: run.hvp(x=np.ones(4))):
        with pytest.raises(opsgrad.Error, match="this run ended with an error or was interrupted; call forward again"):
            ask()
    assert model.value(np.ones(4)) == 4


@pytest.mark.parametrize(("given", "kind"), [({"shape": 2**32 + 4}, ValueError), ({"shape": (4.5,)}, TypeError), ({"shape": 0}, ValueError), ({"threads": -1}, ValueError),
                                             ({"threads": 2**33}, ValueError), ({"shape": "4"}, TypeError), ({"runtime": ["hello"]}, ValueError), ({"mistake": "none\nfoo=1"}, ValueError)])
def test_arguments_that_do_not_fit(given: dict, kind: type[Exception]) -> None:
    with pytest.raises(kind):
        module("mistakes").Model(**given)


def test_shapes_and_options_of_many_kinds() -> None:
    mistakes = module("mistakes")
    for shape in (5, (5,), [5], np.array([5]), np.int64(5), range(5, 6)):
        assert mistakes.Model(shape).shape == (5,)
    with pytest.warns(opsgrad.Notice, match="OPS_NONSENSE"):
        mistakes.Model(runtime="-OPS_NONSENSE=1")
