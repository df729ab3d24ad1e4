"""Type stubs of a program's models, for editors and type checkers.  Knows classes of models.

    python -m opsgrad --stub build/python/heat    # writes __init__.pyi beside the package's __init__.py
"""

from __future__ import annotations

import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

from opsgrad.errors import Error
from opsgrad.module import models_of

_HEAD = '''"""{doc}"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from numpy import ndarray
from numpy.typing import ArrayLike
from opsgrad import Run as _Run
from opsgrad.model import Model as _Model
'''


def stub(module: ModuleType) -> str:
    """The text of a .pyi file for a module of `opsgrad.load` or ops_add_python_module."""
    return _text(module.__name__, {name: getattr(module, name) for name in module.__all__})


def write(package: Path) -> Path:
    """Writes the stub of a package that ops_add_python_module has made; returns its path."""
    if not (package / "program.so").is_file():
        raise Error(f"the package {package} was not created by ops_add_python_module: it contains no program.so")
    models = models_of(package / "program.so", package.name)
    path = package / "__init__.pyi"
    path.write_text(_text(package.name, {name: models[name] for name in models["__all__"]}))
    return path


def _text(name: str, classes: dict[str, Any]) -> str:
    return _HEAD.format(doc=f"Models of program {name}.") + "".join(map(_class, classes.values()))


def _class(made: Any) -> str:
    said = made._said
    title = made.__name__
    run, outputs, gradient = f"_{title}Run", f"_{title}Outputs", f"_{title}Gradient"
    options = [p for p in inspect.signature(made.__init__).parameters.values() if p.kind is p.KEYWORD_ONLY and p.name not in ("threads", "memory", "runtime", "progress")]
    given = "".join(f", {e.name}: {_given(e)} | None = ..." for e in said.inputs)
    moved = "".join(f", {e.name}: {_given(e)} | None = ..." for e in said.inputs if e.active)
    weights = "".join(f", {e.name}: {_given(e)} | None = ..." for e in said.outputs if e.active)
    value = _got(said.objective) if said.objective else outputs
    return f'''

class {outputs}(NamedTuple):
{_fields(said.outputs, lambda e: _got(e))}

class {gradient}(NamedTuple):
{_fields(said.inputs, lambda e: _got(e) if e.active else "None")}

class {run}(_Run):
    def vjp(self{weights}) -> {gradient}: ...
    def jvp(self{moved}) -> {outputs}: ...
    def hvp(self{moved}, cotangents: Any = ...) -> {gradient}: ...

class {title}(_Model):
    """{said.meaning}"""
    def __init__(self, shape: Sequence[int] | None = ..., *, threads: int | None = ..., memory: str | None = ..., runtime: Sequence[str] = ..., progress: bool = ...{"".join(f", {p.name}: {p.annotation} = ..." for p in options)}) -> None: ...
    def value(self{given}) -> {value}: ...
    def value_and_grad(self{given}) -> tuple[{value}, {gradient}]: ...
    def forward(self{given}) -> tuple[{outputs}, {run}]: ...
'''


def _fields(entries: Any, type_: Any) -> str:
    return "".join(f"    {e.name}: {type_(e)}{f'  # {e.meaning}' if e.meaning else ''}\n" for e in entries) or "    ...\n"


def _given(entry: Any) -> str:
    return "float" if entry.is_number else "ArrayLike"


def _got(entry: Any) -> str:
    return "float" if entry.is_number else "ndarray[Any, Any]"
