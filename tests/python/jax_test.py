"""opsgrad.jax: both modes, second derivatives, jit and vmap. Skipped without JAX."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

from tests.python.modules import module

try:
    import jax
    from jax.test_util import check_grads

    import opsgrad.jax as opsgrad_jax
except ImportError:
    jax = None
else:
    jax.config.update("jax_enable_x64", True)
pytestmark = pytest.mark.skipif(jax is None, reason="no JAX here")

RANDOM = np.random.default_rng(7)


def test_bits_are_those_of_the_model(burgers: ModuleType) -> None:
    model = burgers.Model()
    f = opsgrad_jax.function(model)
    x, seen = RANDOM.random((2, 32))
    value, gradient = model.value_and_grad(x, seen, 0.1)
    for transformed in (jax.value_and_grad(f, argnums=(0, 2)), jax.jit(jax.value_and_grad(f, argnums=(0, 2)))):
        v, (by_x, by_k) = transformed(x, seen, 0.1)
        assert v == value and np.array_equal(by_x, gradient.start) and by_k == gradient.viscosity


def test_check_grads(heat: ModuleType, burgers: ModuleType, kinds: ModuleType) -> None:
    f = opsgrad_jax.function(burgers.Model())
    x, seen = RANDOM.random((2, 32))
    check_grads(f, (x, seen, 0.1), order=1, modes=["fwd", "rev"])
    check_grads(f, (x, seen, 0.1), order=2, modes=["rev"])
    f2 = opsgrad_jax.function(kinds.vectors(shape=(4, 7)))
    v, angle, mask = RANDOM.random((4, 7, 2)), np.array([0.6, 0.8]), np.ones((4, 7), np.int32)
    check_grads(lambda v, a: f2(v=v, angle=a, mask=mask), (v, angle), order=1, modes=["fwd", "rev"])
    check_grads(lambda v, a: f2(v=v, angle=a, mask=mask), (v, angle), order=2, modes=["rev"])
    f3 = opsgrad_jax.function(heat.Model(shape=(4, 5)), ["u", "energy"])
    check_grads(f3, (RANDOM.random((4, 5)), 0.2), order=1, modes=["fwd", "rev"])
    check_grads(f3, (RANDOM.random((4, 5)), 0.2), order=2, modes=["rev"])


def test_floats_without_x64(kinds: ModuleType) -> None:
    model = kinds.single()
    x = RANDOM.random((3, 5), dtype=np.float32)
    assert np.array_equal(jax.grad(opsgrad_jax.function(model))(x), model.value_and_grad(x)[1].x)


def test_vmap(burgers: ModuleType) -> None:
    model = burgers.Model()
    f = opsgrad_jax.function(model)
    xs, seen = RANDOM.random((3, 32)), RANDOM.random(32)
    assert jax.vmap(f, in_axes=(0, None, None))(xs, seen, 0.1).tolist() == [model.value(x, seen, 0.1) for x in xs]
    slopes = jax.jit(jax.vmap(jax.grad(f), in_axes=(1, None, None)))(xs.T, seen, 0.1)
    for slope, x in zip(slopes, xs):
        assert np.array_equal(slope, model.value_and_grad(x, seen, 0.1)[1].start)
    for size in (0, 1):
        assert jax.vmap(jax.grad(f), in_axes=(0, None, None))(xs[:size], seen, 0.1).shape == (size, 32)


def test_hessians(burgers: ModuleType) -> None:
    model = burgers.Model(shape=(6,))
    x, seen = RANDOM.random((2, 6))
    hessian = jax.hessian(lambda a: opsgrad_jax.function(model)(a, seen, 0.1))(x)
    _, run = model.forward(x, seen, 0.1)
    for k in range(6):
        assert np.allclose(hessian[k], run.hvp(start=np.eye(6)[k]).start)
    by_k = run.hvp(viscosity=1.0)
    mixed, curvature = jax.jit(jax.hessian(opsgrad_jax.function(model), argnums=(0, 2)))(x, seen, 0.1)[1]
    assert np.allclose(mixed, by_k.start) and np.allclose(curvature, by_k.viscosity)


def test_a_run_that_was_not_kept_is_evaluated_again(burgers: ModuleType) -> None:
    model = burgers.Model()
    xs, seen = RANDOM.random((3, 32)), RANDOM.random(32)
    f = opsgrad_jax.function(model, runs=1)
    back = [jax.vjp(lambda a: f(a, seen, 0.1), x)[1] for x in xs]
    for each, x in zip(back, xs):
        assert np.array_equal(each(1.0)[0], model.value_and_grad(x, seen, 0.1)[1].start)


def test_what_is_refused(burgers: ModuleType) -> None:
    f = opsgrad_jax.function(burgers.Model())
    x, seen = RANDOM.random((2, 32))
    passive = opsgrad_jax.function(module("mistakes").Model())
    with pytest.raises(TypeError, match="a derivative with respect to input 'passive' was requested, but this input is passive in the program"):
        jax.grad(lambda p: passive(x=np.ones(4), passive=p))(np.ones(4))
    with pytest.raises(ValueError, match=r"got shape \(2, 32\), but the model needs shape \(32,\)"):
        f(np.zeros((2, 32)), seen, 0.1)
    with pytest.raises(TypeError, match="got an array of type float32, but the model needs float64"):
        f(x.astype(np.float32), seen, 0.1)
    with pytest.raises(TypeError, match="there is no output 'x'; available: end, misfit"):
        opsgrad_jax.function(burgers.Model(), "x")
