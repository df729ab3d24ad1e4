"""View of what decides, before a loop runs, whether its kernel touches arguments that are switched off."""

from __future__ import annotations

from typing import NoReturn

from translator.ir import Constant, Contribute, Global, Load, Loop, Seed
from translator.passes import touched
from translator.view.cpp import Printer


class _Passed:
    """`Places` of values passed to the loop, `values` by position; nothing else is known before it runs."""

    def __init__(self, loop: Loop) -> None:
        self._params = loop.kernel.params
        self.printer = Printer(self)

    def global_(self, e: Global) -> str:
        return f"static_cast<const {self._params[e.param].type}*>(values[{e.param}])[{self.printer.expr(e.index)}]"

    def load(self, e: Load) -> str:
        self._unknown(e.param)

    def store(self, e: Load) -> str:
        self._unknown(e.param)

    def constant(self, e: Constant) -> str:
        self._unknown(e.name)

    def seed(self, e: Seed) -> str:
        self._unknown(e.param)

    def contribute(self, s: Contribute) -> list[str]:
        self._unknown(s.param)

    def _unknown(self, what: object) -> NoReturn:
        raise NotImplementedError(f"a condition that is evaluated before the loop runs must not depend on '{what}'")


def build(loop: Loop) -> tuple[str, ...]:
    """Statements that set `touched[k]` for every optional argument k; none where there is none."""
    printer = _Passed(loop).printer
    return tuple(f"touched[{p}] = {'true' if condition is None else printer.expr(condition)};"
                 for p, condition in touched.run(loop).items())
