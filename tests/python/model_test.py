"""Values and derivatives of models, against finite differences, formulas and one another."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import opsgrad
from tests.python.modules import BUILD, module

ROOT = Path(__file__).parents[2]
RANDOM = np.random.default_rng(5)


def slope(f, x, direction, eps=1e-6):
    return (f(x + eps * direction) - f(x - eps * direction)) / (2 * eps)


def test_bits_are_those_of_the_program(heat: ModuleType) -> None:
    """The program of the README has the same loops, and no scalar; the derivative by its field is the same number."""
    start = np.zeros((64, 64))
    start[30, 20] = 1.0
    energy, gradient = heat.Model(shape=(64, 64), steps=10).value_and_grad(start=start, k=0.2)
    said = subprocess.run([BUILD / "docs" / "example" / "heat_openmp"], capture_output=True, text=True, check=True).stdout
    assert said == f"energy {energy:.12f}, derivative with respect to the heat at (20, 30) {gradient.start[30, 20]:.12f}\n"


@pytest.mark.parametrize("steps", [1, 2, 7])
def test_gradients_are_slopes(burgers: ModuleType, steps: int) -> None:
    model = burgers.Model(steps=steps)
    start, seen, direction = RANDOM.random((3, 32))
    value, gradient = model.value_and_grad(start, seen, 0.15)
    assert value == model.value(start, seen, 0.15)
    assert np.vdot(gradient.start, direction) == pytest.approx(slope(lambda x: model.value(x, seen, 0.15), start, direction), rel=1e-7)
    assert np.vdot(gradient.seen, direction) == pytest.approx(slope(lambda x: model.value(start, x, 0.15), seen, direction), rel=1e-7)
    assert gradient.viscosity == pytest.approx(slope(lambda x: model.value(start, seen, x), 0.15, 1.0), rel=1e-6)


def test_products_agree_with_one_another(burgers: ModuleType) -> None:
    start, seen, direction, other, weight = RANDOM.random((5, 32))
    model = burgers.Model()
    _, run = model.forward(start=start, seen=seen)
    tangents = run.jvp(start=direction, viscosity=0.3)
    gradient = run.vjp(end=weight, misfit=2.0)
    assert np.vdot(tangents.end, weight) + 2 * tangents.misfit == pytest.approx(np.vdot(gradient.start, direction) + 0.3 * gradient.viscosity, rel=1e-12)
    product = run.hvp(start=direction).start
    symmetric = run.hvp(start=other).start
    assert np.vdot(product, other) == pytest.approx(np.vdot(symmetric, direction), rel=1e-11)
    assert np.allclose(product, slope(lambda x: model.value_and_grad(x, seen)[1].start, start, direction), rtol=1e-6, atol=1e-8)
    weighted = run.hvp(start=direction, cotangents={"end": weight}).start
    numerical = slope(lambda x: model.forward(x, seen)[1].vjp(end=weight).start, start, direction)
    assert np.allclose(weighted, numerical, rtol=1e-6, atol=1e-8)


@pytest.mark.filterwarnings("error")
def test_second_derivatives_by_scalars(burgers: ModuleType) -> None:
    """Along a scalar, and along an array and a scalar: symmetric, the sum of both, and the slope of the gradient."""
    start, seen, direction, weight = RANDOM.random((4, 32))
    model = burgers.Model()
    _, run = model.forward(start, seen, 0.15)
    for weights in ({"misfit": 1.0}, {"end": weight, "misfit": -0.5}):
        by_array, by_scalar = run.hvp(start=direction, cotangents=weights), run.hvp(viscosity=0.3, cotangents=weights)
        both, again = (run.hvp(start=direction, viscosity=0.3, cotangents=weights) for _ in range(2))
        assert isinstance(both.viscosity, float) and all(np.array_equal(a, b) for a, b in zip(both, again))
        assert 0.3 * by_array.viscosity == pytest.approx(np.vdot(by_scalar.start, direction), rel=1e-11)
        assert np.allclose(both.start, by_array.start + by_scalar.start, rtol=1e-12) and both.viscosity == pytest.approx(by_array.viscosity + by_scalar.viscosity)

        def gradient(t: float, weights=weights) -> np.ndarray:
            by = model.forward(start + t * direction, seen, 0.15 + 0.3 * t)[1].vjp(**weights)
            return np.array([*by.start, *by.seen, by.viscosity])
        assert np.allclose([*both.start, *both.seen, both.viscosity], slope(gradient, 0.0, 1.0), rtol=1e-6, atol=1e-7)


def test_components_of_scalars_in_second_derivatives() -> None:
    model = module("kinds").vectors(shape=(4, 7))
    v, mask, along, angle = RANDOM.random((4, 7, 2)), np.ones((4, 7), np.int32), np.array([0.5, -2.0]), np.array([0.6, 0.8])
    weights = {"sum": np.array([0.75, -1.5])}
    product = model.forward(v=v, mask=mask, angle=angle)[1].hvp(angle=along, cotangents=weights)
    numerical = [slope(lambda a: getattr(model.forward(v=v, mask=mask, angle=a)[1].vjp(**weights), name), angle, along) for name in ("v", "angle")]
    assert product.mask is None and np.allclose(product.v, numerical[0], rtol=1e-6, atol=1e-7) and np.allclose(product.angle, numerical[1], rtol=1e-6)
    x = np.ones((3, 5), np.float32)
    assert module("kinds").single().forward(x=x, scale=np.float32(2))[1].hvp(scale=np.float32(1)).x.dtype == np.float32


def test_second_derivatives_stop_at_external_functions() -> None:
    _, run = module("external").Model().forward()
    with pytest.raises(opsgrad.Error, match=r"external.cpp:.*ops_hessian_vector: this external function has no tangent, but it uses dataset 'v', which changes along the tangent direction"):
        run.hvp(u=np.ones(6))


def test_outputs_without_a_cotangent_do_not_count(burgers: ModuleType) -> None:
    """Also after they have counted."""
    start, seen, weight = RANDOM.random((3, 32))
    _, run = burgers.Model().forward(start, seen)
    alone, both, again = run.vjp(end=weight), run.vjp(end=weight, misfit=1.0), run.vjp(end=weight)
    assert np.array_equal(alone.start, again.start) and alone.viscosity == again.viscosity
    assert not np.array_equal(alone.start, both.start)
    zero = run.vjp(misfit=0.0)
    assert not zero.start.any() and zero.viscosity == 0


def test_float_stays_float(kinds: ModuleType) -> None:
    x = RANDOM.random((5, 3), dtype=np.float32)
    model = kinds.single(shape=(5, 3))
    value, gradient = model.value_and_grad(x=x, scale=np.float32(2))
    assert gradient.x.dtype == np.float32 and np.allclose(gradient.x, 6 * x * x, rtol=1e-6)
    assert value == pytest.approx(2 * float((x.astype(float) ** 3).sum()), rel=1e-6)
    outputs, _ = model.forward(x=x)
    assert outputs.y.dtype == np.float32
    with pytest.raises(TypeError, match=r"input 'x': got an array of type float64, but the model needs float32; convert it with .astype\('float32'\)"):
        model.value(x=x.astype(float))


@pytest.mark.parametrize("program", ["kinds", "kinds_soa", "kinds_cuda_host"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_components_come_last_and_masks_have_no_derivative(program: str, order: str) -> None:
    model = module(program).vectors(shape=(4, 7))
    v = np.array(RANDOM.random((4, 7, 2)), order=order)
    mask = (RANDOM.random((4, 7)) > 0.5).astype(np.int32)
    outputs, run = model.forward(v=v, mask=mask)
    c, s = np.where(mask, 0.6, 1.0), np.where(mask, 0.8, 0.0)
    assert np.allclose(outputs.w[..., 0], c * v[..., 0] - s * v[..., 1])
    assert np.allclose(outputs.w[..., 1], s * v[..., 0] + c * v[..., 1] ** 2)
    assert np.allclose(outputs.sum, [outputs.w[..., 0].sum(), (outputs.w[..., 1] ** 2).sum()])
    weights = np.array([0.0, 1.0])
    gradient = run.vjp(sum=weights)
    assert gradient.mask is None
    assert np.allclose(gradient.v[..., 1], 2 * outputs.w[..., 1] * 2 * c * v[..., 1])
    assert gradient.angle.shape == (2,)
    with pytest.raises(ValueError, match="the direction of input 'mask' must not be given"):
        run.jvp(mask=mask)
    with pytest.raises(TypeError, match="the model has no objective"):
        model.value_and_grad(v=v)


def test_a_run_begins_where_the_body_ended(habits: ModuleType) -> None:
    """Whatever the runs before have left: in datasets, halos, rows, scalars, random numbers."""
    a = RANDOM.random((6, 8))
    model, fresh = habits.Model(), habits.Model
    values = [model.value(a=a) for _ in range(3)]
    results = [model.value_and_grad(a=a) for _ in range(3)]
    value, gradient = fresh().value_and_grad(a=a)
    assert values == [value] * 3 and [v for v, _ in results] == [value] * 3
    for _, other in results:
        assert np.array_equal(other.a, gradient.a) and other.weight == gradient.weight
    outputs = [model.forward(a=a)[0] for _ in range(2)] + [fresh().forward(a=a)[0]]
    assert all(np.array_equal(o.sum, outputs[0].sum) and np.array_equal(o.row, outputs[0].row) and o.counter == 1.0 for o in outputs)
    direction = RANDOM.random((6, 8))
    assert np.vdot(gradient.a, direction) == pytest.approx(slope(lambda x: model.value(a=x), a, direction), rel=1e-6)
    assert gradient.weight == pytest.approx(slope(lambda w: model.value(a=a, weight=w), 0.5, 1.0), rel=1e-6)


def test_models_do_not_share_the_variables_of_their_program(habits: ModuleType) -> None:
    a = RANDOM.random((6, 8))
    one, two = habits.Model(factor=1.0), habits.Model(factor=3.0)
    alone = habits.Model(factor=1.0).value_and_grad(a=a)
    for model in (one, two, one):
        value, gradient = model.value_and_grad(a=a)
        if model is one:
            assert value == alone[0] and np.array_equal(gradient.a, alone[1].a)
        else:
            assert value != alone[0]


def test_what_a_model_says_of_itself(heat: ModuleType) -> None:
    assert list(inspect.signature(heat.Model.value_and_grad).parameters) == ["self", "start", "k"]
    options = inspect.signature(heat.Model.__init__).parameters
    assert options["steps"].default == 10 and options["steps"].kind is inspect.Parameter.KEYWORD_ONLY
    assert "temperature at the start" in heat.Model.value_and_grad.__doc__ and "Heat in a square plate" in heat.Model.__doc__
    model = heat.Model(shape=(4, 5), steps=3)
    assert repr(model) == "Model(shape=(4, 5), steps=3)" and model.inputs["start"].shape == (4, 5)


def test_a_plan_and_a_page(heat: ModuleType, tmp_path: Path) -> None:
    model = heat.Model(shape=(700, 600), steps=400, threads=1)
    text = model.plan(memory="50MB", start=np.ones((700, 600)))
    step = re.search(r"running a step takes ([0-9.]+) ms", text)
    assert "memory limit         47.68 MiB" in text and step is not None, text
    assert float(step[1]) > 0.02, text  # 420,000 cells: the time of work, not of asking for it
    model.trace(tmp_path / "page.html", k=0.1)
    assert "heat" in (tmp_path / "page.html").read_text()
    assert model.value(k=0.1) == 0


def test_stubs_say_what_editors_need(heat: ModuleType, kinds: ModuleType) -> None:
    text = opsgrad.stub(heat)
    names = {node.name for node in ast.parse(text).body if isinstance(node, ast.ClassDef)}
    assert names == {"Model", "_ModelOutputs", "_ModelGradient", "_ModelRun"}
    assert "def value_and_grad(self, start: ArrayLike | None = ..., k: float | None = ...) -> tuple[float, _ModelGradient]: ..." in text
    assert "steps: int = ..." in text and "u: ndarray[Any, Any]  # temperature at the end" in text
    assert {"single", "vectors"} <= {node.name for node in ast.parse(opsgrad.stub(kinds)).body if isinstance(node, ast.ClassDef)}


@pytest.mark.parametrize("memory", [None, "1500B"])
def test_external_functions_in_a_run(memory: str | None) -> None:
    """They write from outside of loops to datasets whose first values are kept."""
    model = module("external").Model(steps=6, memory=memory)
    u, w, along_u, along_w = 0.3 * RANDOM.random((4, 6))
    results = [model.value_and_grad(u, w) for _ in range(3)]
    assert len({value for value, _ in results} | {model.value(u, w) for _ in range(2)}) == 1
    gradient = results[0][1]
    assert all(np.array_equal(other.u, gradient.u) and np.array_equal(other.w, gradient.w) for _, other in results)
    expected = slope(lambda t: model.value(u + t * along_u, w + t * along_w), 0.0, 1.0)
    assert np.vdot(gradient.u, along_u) + np.vdot(gradient.w, along_w) == pytest.approx(expected, rel=1e-7)
    outputs, run = model.forward(u, w)
    kept = outputs.v.copy()
    model.value_and_grad(2 * u, w)
    assert np.array_equal(run.vjp(s=1.0).u, gradient.u) and np.array_equal(outputs.v, kept)


@pytest.mark.parametrize("memory", ["60kB", "25kB", "12kB"])
def test_derivatives_in_any_order_with_little_memory(heat: ModuleType, memory: str) -> None:
    """Steps run again for each of them, and change nothing for the next one."""
    start, direction = RANDOM.random((2, 16, 16))
    runs = [heat.Model(shape=(16, 16), steps=60, memory=m).forward(start, 0.1) for m in ("1GB", memory)]
    for ask in ("vjp", "jvp", "hvp", "vjp", "hvp", "jvp"):
        found = [run.vjp(energy=1.0) if ask == "vjp" else getattr(run, ask)(start=direction, k=0.5) for _, run in runs]
        assert all(np.array_equal(a, b) for a, b in zip(*found) if a is not None), ask
    assert np.array_equal(runs[0][0].u, runs[1][0].u)


def test_every_file_with_functions_for_python_is_linked() -> None:
    """Where each file is compiled alone, an archive gives a program only what it asks for."""
    asked = set(re.findall(r"-Wl,-u,(\w+)", (ROOT / "cmake/OpsPythonModule.cmake").read_text()))
    defined = {file.name: set(re.findall(r"^[\w*: ]+\b(opsgrad_\w+)\([^;]*\{", file.read_text(), re.MULTILINE)) for file in (ROOT / "ops/model").glob("*.cpp")}
    assert "opsgrad_evaluate" in defined["interface.cpp"]
    assert [name for name, functions in defined.items() if functions and not functions & asked] == []
