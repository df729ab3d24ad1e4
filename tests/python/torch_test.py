"""opsgrad.torch: gradients of first and second order, vmap, forward mode, and what it refuses. Skipped without PyTorch."""

from __future__ import annotations

import os
import subprocess
import sys
from types import ModuleType

import numpy as np
import pytest

from tests.python.modules import MODULES, ROOT, module

try:
    import torch

    import opsgrad.torch as opsgrad_torch
except ImportError:
    torch = None
NEW = hasattr(torch, "func")
pytestmark = pytest.mark.skipif(torch is None, reason="no PyTorch here")


def numbers(*shape: int, grad: bool = True) -> torch.Tensor:
    return torch.rand(*shape, dtype=torch.float64, requires_grad=grad)


def test_bits_are_those_of_the_model(burgers: ModuleType) -> None:
    model = burgers.Model()
    x, seen, k = numbers(32), numbers(32), torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
    loss = opsgrad_torch.function(model)(x, seen, k)
    (3 * loss).backward()
    value, gradient = model.value_and_grad(x.detach().numpy(), seen.detach().numpy(), 0.1)
    weighted = model.forward(x.detach().numpy(), seen.detach().numpy(), 0.1)[1].vjp(misfit=3.0)
    assert loss.item() == value and np.array_equal(x.grad.numpy(), weighted.start) and k.grad.item() == weighted.viscosity
    assert np.allclose(x.grad.numpy(), 3 * gradient.start)


def test_gradcheck(heat: ModuleType, burgers: ModuleType, kinds: ModuleType) -> None:
    k = torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
    forward = {"check_forward_ad": True} if NEW else {}
    f = opsgrad_torch.function(burgers.Model())
    assert torch.autograd.gradcheck(f, (numbers(32), numbers(32), k), **forward)
    assert torch.autograd.gradgradcheck(f, (numbers(32), numbers(32), k))
    f2 = opsgrad_torch.function(kinds.vectors(shape=(3, 4)))
    mask = torch.ones(3, 4, dtype=torch.int32)
    assert torch.autograd.gradcheck(lambda v, a: f2(v=v, mask=mask, angle=a), (numbers(3, 4, 2), numbers(2)), **forward)
    assert torch.autograd.gradgradcheck(lambda v, a: f2(v=v, mask=mask, angle=a), (numbers(3, 4, 2), numbers(2)))
    f3 = opsgrad_torch.function(heat.Model(shape=(4, 5)), ["u", "energy"])
    assert torch.autograd.gradcheck(f3, (numbers(4, 5), k), **forward)
    assert torch.autograd.gradgradcheck(f3, (numbers(4, 5), k))


def test_second_backward_and_callers_buffers(burgers: ModuleType) -> None:
    """A second backward gives the same bits; gradients add up in the caller's buffer, and only there."""
    f = opsgrad_torch.function(burgers.Model(), "end")
    x, weight = numbers(32), numbers(32, grad=False)
    kept = weight.clone()
    y = f(x)
    y.backward(weight, retain_graph=True)
    first = x.grad.clone()
    y.backward(weight)
    assert torch.equal(x.grad, 2 * first) and torch.equal(weight, kept)


def test_two_forwards_before_either_backward(burgers: ModuleType) -> None:
    f = opsgrad_torch.function(burgers.Model())
    one, two = numbers(32), numbers(32)
    a, b = f(one), f(two)
    a.backward()
    b.backward()
    again = one.detach().clone().requires_grad_()
    f(again).backward()
    assert torch.equal(one.grad, again.grad) and not torch.equal(one.grad, two.grad)


def test_outputs_may_be_changed_in_place(burgers: ModuleType) -> None:
    f = opsgrad_torch.function(burgers.Model(), ["end", "misfit"])
    x = numbers(32)
    end, misfit = f(x)
    expected = torch.autograd.grad(f(x)[1], x)[0]
    end.detach().mul_(0)
    assert torch.equal(torch.autograd.grad(misfit, x)[0], expected)


def test_what_is_refused_and_one_output_alone(kinds: ModuleType, burgers: ModuleType) -> None:
    f = opsgrad_torch.function(burgers.Model())
    with pytest.raises(TypeError, match=r"input 'start' has type torch.float32, but the model expects type float64; convert it with .to\(torch.float64\)"):
        f(torch.rand(32))
    with pytest.raises(TypeError, match="a gradient with respect to input 'passive' was requested, but the model computes no derivative with respect to it"):
        opsgrad_torch.function(module("mistakes").Model())(x=numbers(4), passive=numbers(4))
    assert opsgrad_torch.function(module("mistakes").Model(), "same")(x=numbers(4)).shape == (4,)
    w, sums = opsgrad_torch.function(kinds.vectors(shape=(3, 4)))(numbers(3, 4, 2))
    assert w.shape == (3, 4, 2) and sums.shape == (2,)


def test_second_derivatives_by_scalars_are_those_of_the_model(burgers: ModuleType) -> None:
    model = burgers.Model()
    x, k = numbers(32), torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
    by_x, by_k = torch.autograd.grad(opsgrad_torch.function(model)(start=x, viscosity=k), (x, k), create_graph=True)
    (by_x.sum() + 0.5 * by_k).backward()
    product = model.forward(start=x.detach().numpy(), viscosity=0.1)[1].hvp(start=np.ones(32), viscosity=0.5)
    assert np.array_equal(x.grad.numpy(), product.start) and k.grad.item() == product.viscosity


@pytest.mark.skipif(not NEW, reason="PyTorch before 2.0 has no torch.func")
def test_vmap(burgers: ModuleType) -> None:
    model = burgers.Model()
    f = opsgrad_torch.function(model)
    xs, seen = numbers(3, 32, grad=False), numbers(32, grad=False)
    values = torch.func.vmap(lambda a: f(a, seen, 0.1))(xs)
    assert values.tolist() == [model.value(x.numpy(), seen.numpy(), 0.1) for x in xs]
    for given, dim in ((xs, 0), (xs.T.contiguous(), 1)):
        slopes = torch.func.vmap(torch.func.grad(lambda a: f(a, seen, 0.1)), in_dims=dim)(given)
        for slope, x in zip(slopes, xs):
            assert np.array_equal(slope.numpy(), model.value_and_grad(x.numpy(), seen.numpy(), 0.1)[1].start)
    one = torch.func.vmap(lambda a: f(a, seen, 0.1))(xs[:1])
    assert one.shape == (1,)
    jacobian = torch.func.jacrev(lambda a: opsgrad_torch.function(model, "end")(a, seen, 0.1))(xs[0])
    _, run = model.forward(xs[0].numpy(), seen.numpy(), 0.1)
    assert np.allclose(jacobian.numpy() @ xs[1].numpy(), run.jvp(start=xs[1].numpy()).end)


@pytest.mark.parametrize("order", ["import numpy, torch, burgers", "import burgers, torch, numpy", "import torch; torch.rand(400, 400) @ torch.rand(400, 400); import burgers"])
def test_two_runtimes_of_openmp_in_one_process(order: str) -> None:
    text = f"""
{order}
import numpy as np, torch
torch.set_num_threads(2)
import opsgrad.torch
model = burgers.Model(shape=(400000,), threads=2)
x = torch.rand(400000, dtype=torch.float64, requires_grad=True)
f = opsgrad.torch.function(model)
for _ in range(3):
    y = torch.rand(300, 300) @ torch.rand(300, 300)
    f(x).backward()
print(torch.get_num_threads())
"""
    said = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=300,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "python"), str(MODULES)])})
    assert (said.returncode, said.stdout) == (0, "2\n"), said.stderr
