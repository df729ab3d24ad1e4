"""Models as functions of PyTorch tensors, with gradients of first and second order, forward mode and vmap.

    energy = opsgrad.torch.function(m)
    loss = energy(start=x, k=k)
    loss.backward()
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Union

import numpy as np
import torch

from opsgrad.arrays import Entry
from opsgrad.device import DeviceArray
from opsgrad.model import Model, _named

_SETUP_CONTEXT = hasattr(torch.autograd.Function, "setup_context")


def function(model: Model, outputs: Union[str, list[str], None] = None) -> Callable[..., Any]:
    """A function of PyTorch tensors, which takes inputs by position or name and returns outputs that autograd can differentiate.

    Tensors have the types of the model's inputs. Tensors are on the CPU. If the model has the target cuda, they may also be on its device, and then outputs
    are on the device as well; datasets are not copied through host memory. Forward mode and second derivatives copy through host memory. Gradients
    of first and second order exist for arrays and for scalars. With PyTorch 2.0 or newer, grad, vjp, jvp and vmap of torch.func work; vmap
    evaluates one element of the batch after another. Outputs are copied, because PyTorch may change them in place. Gradients are not copied.

    Args:
        outputs: a name: this output; a list: a tuple of these outputs; None: the objective or, without an objective, the only output or a tuple of all
    """
    known = model.outputs
    if outputs is None:
        chosen = [name for name, entry in known.items() if entry.objective] or list(known)
        alone = len(chosen) == 1
    else:
        chosen, alone = ([outputs], True) if isinstance(outputs, str) else (list(outputs), False)
    for name in chosen:
        if name not in known:
            raise TypeError(f"there is no output '{name}'; available: {', '.join(known)}")
    entries = [known[name] for name in chosen]
    inputs = list(model.inputs.values())

    def evaluate(*given: Any, **named: Any) -> Any:
        values = _named(given, named, inputs, "input")
        results = _Evaluate.apply(model, entries, *(_tensor(value, entry) for value, entry in zip(values, inputs)))[: len(entries)]
        return results[0] if alone else tuple(results)
    evaluate.__doc__ = type(model).forward.__doc__
    return evaluate


def _tensor(value: Any, entry: Entry) -> Any:
    """Converts numbers of Python to tensors; tensors stay unmodified."""
    if value is None:
        return None
    if isinstance(value, torch.Tensor):
        if value.requires_grad and not entry.active:
            raise TypeError(f"a gradient with respect to input '{entry.name}' was requested, but the model computes no derivative with respect to it")
        if str(value.dtype) != f"torch.{entry.type}":
            raise TypeError(f"input '{entry.name}' has type {value.dtype}, but the model expects type {entry.type}; convert it with .to(torch.{entry.type})")
        return value
    return torch.from_numpy(np.array(value, entry.type))


def _array(tensor: Any) -> Any:
    """On the host."""
    return None if tensor is None else tensor.detach().resolve_conj().resolve_neg().cpu().numpy()


def _given(tensor: Any, entry: Entry) -> Any:
    """Datasets stay on their device."""
    if tensor is None or tensor.device.type == "cpu" or not entry.is_dataset:
        return _array(tensor)
    return tensor.detach().resolve_conj().resolve_neg()


def _place(tensors: Any) -> torch.device:
    """The device of a function's results: that of its inputs, the CPU if all are there."""
    return next((t.device for t in tensors if isinstance(t, torch.Tensor) and t.device.type != "cpu"), torch.device("cpu"))


def _result(value: Any, entry: Entry, device: torch.device) -> torch.Tensor:
    """A copy, because the caller may change it in place and `value` may view the program's memory."""
    if isinstance(value, DeviceArray) and device.type != "cpu":
        return torch.from_dlpack(value).clone().to(device)
    return torch.from_numpy(np.array(value, entry.type)).to(device)


def _gradient(value: Any, entry: Entry, like: Any) -> Union[torch.Tensor, None]:
    """On the device of the tensor `like`."""
    if value is None:
        return None
    device = _place([like])
    if isinstance(value, DeviceArray) and device.type != "cpu":
        return torch.from_dlpack(value).to(device)
    return torch.from_numpy(np.asarray(value, entry.type)).to(device)


def _cotangents(entries: list[Entry], given: Any, convert: Any = _given) -> dict[str, Any]:
    return {entry.name: convert(value, entry) for entry, value in zip(entries, given) if value is not None}


def _on_host(tensor: Any, entry: Entry) -> Any:
    del entry
    return _array(tensor)


def _one_by_one(function_: Any, fixed: tuple[Any, ...], run: Any, size: int, dims: Any, values: Any) -> tuple[Any, Any]:
    """For each element of a batch: what is not batched is the same for all. Results are stacked along axis 0, and runs listed."""
    results = []
    for k in range(size):
        picked = [value if dim is None or value is None else value.select(dim, k) for value, dim in zip(values, dims)]
        own = run[k] if isinstance(run, list) else run
        results.append(function_.apply(*((own,) if run is not None else ()), *fixed, *picked))
    if not results:
        raise ValueError("the batch is empty, so the shapes of the results cannot be determined")
    stacked: list[Any] = []
    out_dims: list[Union[int, None]] = []
    for parts in zip(*results):
        if isinstance(parts[0], torch.Tensor):
            stacked.append(torch.stack(parts))
            out_dims.append(0)
        else:
            stacked.append(None if parts[0] is None else list(parts))
            out_dims.append(None)
    return tuple(stacked), tuple(out_dims)


class _Evaluate(torch.autograd.Function):
    """(model, entries, inputs..) -> (outputs.., run)."""

    @staticmethod
    def forward(*given: Any) -> Any:
        ctx, (model, entries, *inputs) = (None, given) if _SETUP_CONTEXT else (given[0], given[1:])
        outputs, run = model.forward(*map(_given, inputs, model.inputs.values()))
        results = (*(_result(getattr(outputs, entry.name), entry, _place(inputs)) for entry in entries), run)
        if ctx is not None:
            _Evaluate.setup_context(ctx, (model, entries, *inputs), results)
        return results

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        model, ctx.entries, *tensors = inputs
        ctx.known, ctx.run = list(model.inputs.values()), output[-1]
        ctx.mark_non_differentiable(*(t for t, entry in zip(output, ctx.entries) if not entry.active))
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(*tensors)
        if _SETUP_CONTEXT:
            ctx.save_for_forward(*tensors)

    @staticmethod
    def backward(ctx: Any, *cotangents: Any) -> Any:
        weights = cotangents[: len(ctx.entries)]
        if all(weight is None for weight in weights):
            return (None,) * (2 + len(ctx.known))
        gradients = _Vjp.apply(ctx.run, ctx.entries, ctx.known, *weights, *ctx.saved_tensors)
        return (None, None, *(g if wanted else None for g, wanted in zip(gradients, ctx.needs_input_grad[2:])))

    @staticmethod
    def jvp(ctx: Any, _model: Any, _entries: Any, *tangents: Any) -> Any:
        moved = {entry.name: _array(t) for entry, t in zip(ctx.known, tangents) if t is not None and entry.active}
        rates = ctx.run.jvp(**moved)
        return (*(_result(getattr(rates, entry.name), entry, _place(tangents)) if entry.active else None for entry in ctx.entries), None)

    @staticmethod
    def vmap(info: Any, in_dims: Any, model: Any, entries: Any, *inputs: Any) -> Any:
        return _one_by_one(_Evaluate, (model, entries), None, info.batch_size, in_dims[2:], inputs)


class _Vjp(torch.autograd.Function):
    """(run, entries, known, cotangents of entries.., inputs..) -> gradients by the known inputs. Linear in cotangents."""

    @staticmethod
    def forward(*given: Any) -> Any:
        ctx, (run, entries, known, *tensors) = (None, given) if _SETUP_CONTEXT else (given[0], given[1:])
        gradient = run.vjp(**_cotangents(entries, tensors[: len(entries)]))
        results = tuple(_gradient(getattr(gradient, entry.name), entry, like) for entry, like in zip(known, tensors[len(entries):]))
        if ctx is not None:
            _Vjp.setup_context(ctx, (run, entries, known, *tensors), results)
        return results

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        del output
        ctx.run, ctx.entries, ctx.known, *tensors = inputs
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(*tensors)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, *directions: Any) -> Any:
        moved = {entry.name: _array(d) for entry, d in zip(ctx.known, directions) if d is not None}
        weights = ctx.saved_tensors[: len(ctx.entries)]
        of_weights = of_inputs = None
        if moved and any(ctx.needs_input_grad[3 : 3 + len(ctx.entries)]):
            of_weights = ctx.run.jvp(**moved)
        if moved and any(ctx.needs_input_grad[3 + len(ctx.entries) :]):
            of_inputs = ctx.run.hvp(**moved, cotangents=_cotangents(ctx.entries, weights, _on_host))
        return (None, None, None,
                *(None if of_weights is None or w is None or not e.active else _result(getattr(of_weights, e.name), e, w.device) for e, w in zip(ctx.entries, weights)),
                *(_gradient(getattr(of_inputs, e.name), e, like) if of_inputs is not None and needed else None
                  for e, like, needed in zip(ctx.known, ctx.saved_tensors[len(ctx.entries) :], ctx.needs_input_grad[3 + len(ctx.entries) :])))

    @staticmethod
    def vmap(info: Any, in_dims: Any, run: Any, entries: Any, known: Any, *tensors: Any) -> Any:
        return _one_by_one(_Vjp, (entries, known), run, info.batch_size, in_dims[3:], tensors)
