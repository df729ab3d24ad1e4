"""opsgrad.scipy: inputs by name, bounds, products of second derivatives."""

from __future__ import annotations

from types import ModuleType

import numpy as np
import pytest

import opsgrad.scipy
from tests.python.modules import module

RANDOM = np.random.default_rng(3)


@pytest.fixture(scope="module")
def truth(burgers: ModuleType) -> tuple[np.ndarray, np.ndarray]:
    start = 0.5 + 0.3 * np.sin(np.linspace(0, 2 * np.pi, 32))
    outputs, _ = burgers.Model().forward(start=start, viscosity=0.12)
    return start, np.array(outputs.end)


@pytest.mark.parametrize("method", ["L-BFGS-B", "Newton-CG", "trust-constr"])
def test_a_start_is_found(burgers: ModuleType, truth: tuple[np.ndarray, np.ndarray], method: str) -> None:
    start, seen = truth
    told: list[dict] = []
    found = opsgrad.scipy.minimize(burgers.Model(), {"start": np.full(32, 0.5)}, fixed={"seen": seen, "viscosity": 0.12}, method=method, tol=1e-14,
                                   callback=told.append, options={"maxiter": 300})
    assert np.abs(found.inputs["start"] - start).max() < 1e-3 and found.fun < 1e-9
    assert told and set(told[0]) == {"start"} and told[0]["start"].shape == (32,)


@pytest.mark.parametrize("method", ["Newton-CG", "trust-krylov"])
def test_a_scalar_is_found_with_products(burgers: ModuleType, truth: tuple[np.ndarray, np.ndarray], method: str) -> None:
    """Alone, and with an array."""
    start, seen = truth
    found = opsgrad.scipy.minimize(burgers.Model(), {"viscosity": 0.05}, fixed={"seen": seen, "start": start}, method=method, tol=1e-12)
    assert found.inputs["viscosity"] == pytest.approx(0.12, rel=1e-6) and found.nhev > 0 and found.nit < 20
    found = opsgrad.scipy.minimize(burgers.Model(), {"start": np.full(32, 0.5), "viscosity": 0.1}, fixed={"seen": seen}, method=method)
    assert found.fun < 1e-6 and found.nhev > 0


def test_several_inputs_within_bounds(burgers: ModuleType, truth: tuple[np.ndarray, np.ndarray]) -> None:
    start, seen = truth
    model = burgers.Model()
    found = opsgrad.scipy.minimize(model, {"viscosity": 0.05}, fixed={"seen": seen, "start": start})
    assert found.inputs["viscosity"] == pytest.approx(0.12, rel=1e-4) and isinstance(found.inputs["viscosity"], float)
    least = np.linspace(0.4, 0.6, 32)
    found = opsgrad.scipy.minimize(model, {"start": np.full(32, 0.6), "viscosity": 0.05}, fixed={"seen": seen},
                                   bounds={"viscosity": (None, 0.1), "start": (least, None)})
    assert found.inputs["viscosity"] <= 0.1 and (found.inputs["start"] >= least).all() and (found.inputs["start"] == least).any()


def test_a_loss_of_outputs_and_a_penalty(burgers: ModuleType, truth: tuple[np.ndarray, np.ndarray]) -> None:
    """The same as the program's objective; and a penalty pulls towards what it is least for."""
    start, seen = truth
    model = burgers.Model()

    def loss(outputs: object) -> tuple[float, dict]:
        return 0.5 * ((outputs.end - seen) ** 2).sum(), {"end": outputs.end - seen}
    found = opsgrad.scipy.minimize(model, {"start": np.full(32, 0.5)}, loss=loss, fixed={"viscosity": 0.12}, tol=1e-14, options={"maxiter": 300})
    assert np.abs(found.inputs["start"] - start).max() < 1e-3
    pulled = opsgrad.scipy.minimize(model, {"start": np.full(32, 0.5), "viscosity": 0.1}, loss=loss,
                                    penalty=lambda x: (1e4 * ((x["start"] - 0.7) ** 2).sum(), {"start": 2e4 * (x["start"] - 0.7)}))
    assert np.abs(pulled.inputs["start"] - 0.7).max() < 1e-3


def test_floats_are_found_in_double(kinds: ModuleType) -> None:
    found = opsgrad.scipy.minimize(kinds.single(), {"x": np.full((3, 5), -0.5, np.float32)}, bounds={"x": (-2.0, 2.0)})
    assert found.inputs["x"].dtype == np.float32 and found.inputs["x"].min() == -2


def test_wrong_use(burgers: ModuleType) -> None:
    model = burgers.Model()
    with pytest.raises(TypeError, match="there is no input 'begin'; available: start, seen, viscosity"):
        opsgrad.scipy.minimize(model, {"begin": 1.0})
    with pytest.raises(ValueError, match="input start was given both in 'start' and in 'fixed'"):
        opsgrad.scipy.minimize(model, {"start": np.zeros(32)}, fixed={"start": np.zeros(32)})
    with pytest.raises(ValueError, match=r"input 'start' has shape \(31,\), but the model expects shape \(32,\)"):
        opsgrad.scipy.minimize(model, {"start": np.zeros(31)})
    with pytest.raises(TypeError, match="bounds were given for 'k'"):
        opsgrad.scipy.minimize(model, {"start": np.zeros(32)}, bounds={"k": (0, 1)})
    with pytest.raises(ValueError, match="input 'mask' has no derivative"):
        vectors = module("kinds").vectors()
        opsgrad.scipy.minimize(vectors, {"mask": np.zeros(vectors.inputs["mask"].shape, np.int32)})
