"""Creates the classes of a program's models, with their signatures and docstrings."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, Union

from opsgrad.arrays import Entry
from opsgrad.errors import Error
from opsgrad.library import Programs
from opsgrad.model import TYPES, Model, listed, results
from opsgrad.slot import Description, Slot


def models_of(path: Path, module: str, program: Union[str, None] = None) -> dict[str, Any]:
    """The contents of a module: a class for each model, named after it, `Model` if there is only one model, and a docstring.

    Args:
        path: path of the program, a shared library
        module: name of the module in Python
        program: name of the program in error messages, if it is not `path`

    Raises:
        Error: not a program, a program of another version, or a model that rejects its default shape
    """
    programs = Programs.of(path)
    library = programs.take()
    try:
        names = library.c.models().decode().split()
        if not names:
            raise Error(f"{program or path}: the program defines no model; define one with OPS_MODEL")
    finally:
        programs.give_back(library)
    described = {name: _described(programs, name) for name in names}
    if len(names) == 1:
        return {"Model": _class("Model", names[0], described[names[0]], programs, module), "__all__": ["Model"]}
    return {name: _class(name, name, described[name], programs, module) for name in names} | {"__all__": names}


def _described(programs: Programs, name: str) -> Description:
    slot = Slot(programs, name, ((), "", "", 0))
    slot.close()
    return slot.description


def _class(title: str, name: str, said: Description, programs: Programs, module: str) -> type[Model]:
    made = type(title, (Model,), {
        "__module__": module, "__doc__": _doc(said), "_programs": programs, "_name": name, "_said": said,
        "Outputs": results("Outputs", said.outputs, module), "Gradient": results("Gradient", said.inputs, module),
    })
    setattr(made, "__init__", _signed(Model.__init__, _options(said)))  # noqa: B010  mypy
    for method, begin in (("value", "Returns the objective" if said.objective else "Returns all outputs"),
                          ("value_and_grad", "Returns the objective and its gradient"),
                          ("forward", "Returns all outputs, and the run from which derivatives are computed")):
        signed = _signed(getattr(Model, method), [inspect.Parameter(e.name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=_annotation(e)) for e in said.inputs])
        signed.__doc__ = "\n\n".join([f"{begin}.", "An input that is not given keeps the value that the program sets.",
                                      f"Inputs with their default shapes:\n{listed(said.inputs)}", f"Outputs:\n{listed(said.outputs)}\n"])
        setattr(made, method, signed)
    return made


def _signed(function: Callable[..., Any], parameters: list[inspect.Parameter]) -> Callable[..., Any]:
    """The same function with a signature that lists its parameters."""
    def signed(self: Any, *args: Any, **named: Any) -> Any:
        return function(self, *args, **named)
    signed.__name__, signed.__qualname__, signed.__doc__ = function.__name__, function.__qualname__, function.__doc__
    own = inspect.signature(function)
    kept = [p for p in own.parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    signed.__signature__ = own.replace(parameters=[*kept, *parameters])  # type: ignore[attr-defined]
    return signed


def _options(said: Description) -> list[inspect.Parameter]:
    return [inspect.Parameter(o["name"], inspect.Parameter.KEYWORD_ONLY, default=TYPES[o["type"]](o["usual"]), annotation=o["type"]) for o in said.options]


def _annotation(entry: Entry) -> str:
    return "float" if entry.is_number else "ArrayLike"


def _doc(said: Description) -> str:
    parts = [said.meaning or "A function with derivatives."]
    if said.usual_shape:
        parts.append(f"shape: the shape of the arrays; its default is {said.usual_shape}")
    if said.options:
        parts.append("Options:\n" + "\n".join(f"    {o['name']}: {o['type']} = {o['usual']}  {o['meaning']}".rstrip() for o in said.options))
    parts += [f"Inputs:\n{listed(said.inputs)}", f"Outputs:\n{listed(said.outputs)}"]
    return "\n\n".join(parts) + "\n\n" + (inspect.getdoc(Model) or "").partition("\n\n")[2]
