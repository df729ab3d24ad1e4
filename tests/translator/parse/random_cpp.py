"""Random kernels as C++ text, for what only the parser sees: references, pointers, copies, side effects, conversions, scopes and helper functions.

No undefined behaviour: of two operands at most one has an effect, and then the other one never changes; indices and shifts are masked, divisors are at
least one, loops are short. A kernel is drawn from one number.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from collections.abc import Iterator
from random import Random

from tests.translator.parse.random_cpp_forms import FORMS, FORMS_HELPERS
from tests.translator.parse.random_cpp_texts import HELPERS, SNIPPETS


def header(seed: int, count: int) -> str:
    """Helpers, `count` kernels, and the list of their names."""
    return header_of([_Kernel(Random(1000 * seed + n)).text(f"kernel_{n}") for n in range(count)], count)


def header_of(texts: list[str], count: int) -> str:
    """Helpers, texts with kernels kernel_0, kernel_1 .., and the list of their names."""
    names = " ".join(f"X(kernel_{n})" for n in range(count))
    return ("#pragma once\n#include <algorithm>\n#include <array>\n#include <cmath>\n#include <type_traits>\n#include <utility>\n"
            "#define PARAMS const ACC<double>&u, ACC<double>&v, const double *p, const int *n, double *r\n"
            f"{HELPERS}{FORMS_HELPERS}\n" + "\n".join(texts) + f"\n#define CONSTRUCTS(X) {names}\n")


class _Kernel:
    def __init__(self, r: Random) -> None:
        self.r = r
        self.lines: list[str] = []
        self.depth = 1
        self.looping = 0  # loops that are open
        self.count = 0
        self.doubles, self.ints = ["v(0, 0, 0)", "v(1, 0, 0)", "a", "b"], ["i", "j"]  # what may be changed
        self.floats: list[str] = []
        self.unsigned: list[str] = []
        self.arrays: list[str] = []  # double[4]
        self.pairs: list[str] = []
        self.pointers: list[str] = []  # into arrays, with room for one element more
        self.lambdas: list[str] = []  # of a double

    def text(self, name: str) -> str:
        self.line("double a = u(0, 0), b = p[1];")
        self.line("int i = n[0], j = n[1];")
        for _ in range(self.r.randint(5, 11)):
            self.statement(2)
        changed = [x for x in self.doubles if "v(" not in x]
        self.line(f"v(2, 0, 0) = {' + '.join([*changed, *self.floats, *self.ints, *(f'{x}[1]' for x in self.arrays), *(f'{x}.sum()' for x in self.pairs)])};")
        self.line(f"*r += {self.number(1)};")
        return f"inline void {name}(PARAMS) {{\n" + "\n".join(self.lines) + "\n}"

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def fresh(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    @contextmanager
    def block(self, head: str, tail: str = "}") -> Iterator[None]:
        """What is declared inside is not known outside."""
        kept = [list(x) for x in self.scopes()]
        self.line(f"{head} {{")
        self.depth += 1
        yield
        self.depth -= 1
        self.line(tail)
        for names, before in zip(self.scopes(), kept):
            names[:] = before

    def scopes(self) -> tuple[list[str], ...]:
        return self.doubles, self.ints, self.floats, self.unsigned, self.arrays, self.pairs, self.pointers, self.lambdas

    # --- values without effects -----------------------------------------------------------------------------------------
    def fixed(self) -> str:
        """Nobody changes it."""
        return self.r.choice(["u(1, 0)", "u(0, -1)", "p[0]", "p[2]", "0.75", "1.25f", "2", "n[2]", "table[2]", "table[n[3] & 3]"])

    def whole(self) -> str:
        """An int without effect."""
        kinds = ["{i}", "{i}", "(({i} & 31) + {j})", "({i} & 3)", "(({i} & 15) * 2 - 1)", "n[2]", "(int)({x})", "({i} << 1)", "({i} / 2)", "({i} % 3)", "-{i}", "!{i}", "({i} < {j})",
                 "({i} ^ {j})", "({i} >> 1)", "({i} ? {j} : 1)", "int('b' - 'a')"]
        text = self.r.choice(kinds)
        if "<<" in text or ">>" in text:
            text = text.replace("{i}", "({i} & 7)")
        return text.format(i=self.r.choice(self.ints), j=self.r.choice(self.ints), x=f"clipped<double>({self.r.choice(self.doubles)})")

    def index(self) -> str:
        return f"({self.whole()}) & 3"

    def leaf(self) -> str:
        kinds = [*self.doubles, *self.doubles, self.fixed(), *self.floats, self.r.choice(self.ints)]
        kinds += [f"{x}[{self.index()}]" for x in self.arrays] + [f"{x}.{m}" for x in self.pairs for m in ("x", "y", "k", "sum()")]
        kinds += [f"*{x}" for x in self.pointers] + [f"{x}[1]" for x in self.pointers] + [f"{x}({self.fixed()})" for x in self.lambdas]
        kinds += [f"(double)({x} % 16)" for x in self.unsigned]
        return self.r.choice(kinds)

    def number(self, size: int) -> str:
        """A value without effect."""
        if size <= 0 or self.r.random() < 0.3:
            return self.leaf()
        x, y = self.number(size - 1), self.number(size - 1)
        return self.r.choice([f"({x} + {y})", f"({x} - {y})", f"({x} * {y})", f"({x} / (1 + {y} * {y}))", f"({self.test()} ? {x} : {y})", f"std::fmin({x}, {y})",
                              f"std::max<double>({x}, {y})", f"by_value({x}, {self.whole()})", f"one_line({x})", f"twice({x}, {y})", f"-({x})", f"clipped({self.r.choice(self.doubles)})",
                              f"clipped<float>({x}, 1.5f)", f"(float)({x})", f"over({self.whole()})", f"over({x} * 1.0)", f"larger({x}, {y})", f"of_pair(made({x}, {self.whole()}))",
                              f"(made({x}, 1) + made({y}, 2)).y", f"steps({x}, {self.index()})", f"counted({self.whole()}) * 0.5", f"(1 - {x})"])

    def test(self) -> str:
        x = self.r.choice([f"{self.leaf()} < {self.fixed()}", f"{self.leaf()} >= {self.leaf()}", f"{self.whole()} > 1", f"({self.whole()}) == ({self.whole()})", f"({self.whole()}) & 1"])
        return f"({x})" if self.r.random() < 0.7 else f"(({x}) {self.r.choice(('&&', '||'))} !({self.whole()} > 2))"

    # --- places and effects -----------------------------------------------------------------------------------------
    def place(self) -> str:
        """A double that may be changed, named without effect."""
        kinds = [*self.doubles, *self.doubles] + [f"{x}[{self.index()}]" for x in self.arrays] + [f"{x}.{m}" for x in self.pairs for m in "xy"]
        kinds += [f"*{x}" for x in self.pointers] + [f"{x}[1]" for x in self.pointers]
        if len(self.doubles) > 3:
            x, y = self.r.sample(list(self.doubles), 2)
            kinds += [f"pick({x}, {y}, {self.test()})", f"({self.test()} ? {x} : {y})"]
        return self.r.choice(kinds)

    def effect(self) -> str:
        """A double value with one effect, of a chain that is in order."""
        k = self.r.choice(self.ints)
        kinds = [f"({self.place()} = {self.number(1)})", f"({self.place()} += {self.fixed()})", f"({self.place()} *= {self.fixed()})", f"({k}++ * {self.fixed()})",
                 f"(--{k} + {self.fixed()})", f"({self.fixed()} * next({k}))", f"({k} = {self.whole()}, {self.number(1)})",
                 f"({self.test()} && ++{k} > 1 ? {self.number(1)} : {self.number(1)})", f"({self.test()} ? {self.place()} -= 0.5 : {self.number(1)})",
                 f"mixed({self.fixed()}, {self.r.choice(self.doubles)}, {self.number(1)})", f"mixed({self.number(1)}, {self.r.choice(self.doubles)}, {self.r.choice(self.doubles)})"]
        kinds += [f"({x}[{k}++ & 3] + {self.fixed()})" for x in self.arrays] + [f"through({x}, {self.r.randint(0, 4)})" for x in self.arrays]
        kinds += [f"{x}.scale({self.fixed()}).x" for x in self.pairs] + [f"of_reference({self.r.choice(self.pairs)}, {x})" for x in self.pairs]
        return self.r.choice(kinds)

    def anything(self) -> str:
        return self.effect() if self.r.random() < 0.4 else self.number(2)

    # --- statements -----------------------------------------------------------------------------------------------------
    def statement(self, nested: int) -> None:
        ways = [self.snippet] * 4 + [self.declare, self.declare, self.assign, self.assign, self.assign, self.count_on, self.call]
        ways += [self.branch, self.loop, self.loop, self.choose, self.scope] if nested else []
        self.r.choice(ways)(nested)

    def some(self, nested: int) -> None:
        for _ in range(self.r.randint(1, 3)):
            self.statement(nested - 1)

    def declare(self, nested: int) -> None:
        way = self.r.randrange(13)
        if way < 3:
            name = self.fresh("x")
            self.line(f"{self.r.choice(('double', 'const double', 'auto', 'double'))} {name} = {'1.0 * ' if way == 0 else '0.5 + '}{self.anything()};")
            if not self.lines[-1].strip().startswith("const"):
                self.doubles.append(name)
        elif way == 3:
            name = self.fresh("f")
            self.line(f"float {name} = {self.anything()};")
            self.floats.append(name)
        elif way == 4:
            name = self.fresh("k")
            self.line(f"int {name} = {self.whole()};")
            self.ints.append(name)
        elif way == 5:
            name = self.fresh("w")
            self.line(f"{self.r.choice(('unsigned', 'unsigned char', 'short', 'long'))} {name} = {self.whole()};")
            self.unsigned.append(f"({name} + 16)" if " short" in f" {self.lines[-1].strip()}" or "long" in self.lines[-1] else name)
        elif way == 6:
            name = self.fresh("t")
            self.line(f"double {name}[4] = {{0.0 + {self.number(1)}, 0.5 * {self.number(1)}, 1.0}};")
            self.arrays.append(name)
        elif way in (7, 8):
            name, value = self.fresh("q"), f"{{0.0 + {self.number(1)}, 0.5 * {self.number(1)}, {self.index()}}}"
            if self.pairs and self.r.random() < 0.5:
                value = self.r.choice([f"= {self.r.choice(self.pairs)}", f"= {self.r.choice(self.pairs)} + made({self.number(1)}, 1)", f"= made({self.number(1)}, {self.whole()})"])
                if self.r.random() < 0.3:
                    self.line(f"Pair& {name} = {self.r.choice(self.pairs)};")
                    self.pairs.append(name)
                    return
            self.line(f"Pair {name}{' ' if value.startswith('=') else ''}{value};")
            self.pairs.append(name)
        elif way == 9:
            name = self.fresh("ref")
            self.line(f"{self.r.choice(('double&', 'auto&'))} {name} = {self.place()};")
            self.doubles.append(name)
        elif way == 10 and self.arrays:
            name = self.fresh("at")
            self.line(f"double* {name} = {self.r.choice(('{0}', '&{0}[1]', '{0} + 2', '{0} + (i & 1)')).format(self.r.choice(self.arrays))};")
            self.pointers.append(name)
        elif way == 11:
            name = self.fresh("call")
            caught = self.r.choice(("[=]", "[&]"))
            self.line(f"auto {name} = {caught}(double z) {{ return {self.r.choice(('z * a + b', 'z + i * b', 'z > a ? z - a : b'))}; }};")
            self.lambdas.append(name)
        else:
            name = self.fresh("low")
            self.line(f"const double& {name} = {self.r.choice((self.place(), '0.5 * ' + self.number(1), f'larger({self.r.choice(self.doubles)}, {self.r.choice(self.doubles)})'))};")
            self.line(f"a += {name} * 0.5;")

    def assign(self, nested: int) -> None:
        way = self.r.randrange(9)
        if way < 4:
            self.line(f"{self.place()} {self.r.choice(('=', '=', '+=', '-=', '*='))} {self.anything()};")
        elif way == 4 and self.floats:
            self.line(f"{self.r.choice(self.floats)} {self.r.choice(('=', '+=', '*='))} {self.anything()};")
        elif way == 5:
            self.line(f"{self.r.choice(self.ints)} {self.r.choice(('= {}', '+= {} & 7', '-= 1 + ({} & 1)', '= 2 * ({}) & 15', '|= {} & 3', '^= {} & 3', '= (int)clipped<double>({}) + 1')).format(self.whole())};")
        elif way == 6 and self.arrays:
            k = self.r.choice(self.ints)
            x = self.r.choice(self.arrays)
            self.line(self.r.choice((f"{x}[{k}++ & 3] = {self.number(1)};", f"{x}[--{k} & 3] = {x}[{k} & 3] * 0.5;", f"{x}[{k} & 3] = ({k} += 1, {self.number(1)});",
                                     f"{x}[next({k}) & 3] += {self.fixed()};")))
        elif way == 7:
            x, y = self.place(), self.place()
            self.line(f"{x} = {y} = {self.number(1)};")
        elif self.pairs:
            q = self.r.choice(self.pairs)
            self.line(self.r.choice((f"{q} = {self.r.choice(self.pairs)};", f"{q} = made({self.number(1)}, {self.index()});", f"{q}.k = {self.index()};", f"{q}.scale(0.5).scale({self.fixed()});",
                                     f"{q} = {self.r.choice(self.pairs)} + {self.r.choice(self.pairs)};", f"{q}.k ^= 1;")))
            if ".k" not in self.lines[-1] and "made" not in self.lines[-1]:
                self.line(f"{q}.k &= 3;")
        else:
            self.line(f"{self.place()} -= {self.anything()};")

    def count_on(self, nested: int) -> None:
        k = self.r.choice(self.ints)
        self.line(f"{self.r.choice(('++{}', '{}--', '{}++', '{} += 2', 'next({})')).format(k)};")
        if self.pointers and self.r.random() < 0.3:
            self.line(f"*{self.r.choice(self.pointers)} += {self.fixed()};")

    def snippet(self, nested: int) -> None:
        text = self.r.choice(self.r.choice((SNIPPETS, FORMS)))
        d, e = self.r.sample([x for x in self.doubles if "(" not in x], 2)
        words = {"d": d, "e": e, "x": self.place, "k": self.r.choice(self.ints), "n": lambda: self.number(1), "m": self.fixed, "w": self.whole, "t": self.test, "s": self.fresh("z")}
        found = re.sub(r"\{([a-z])\}", lambda m: str(w() if callable(w := words[m[1]]) else w), text)
        if found.startswith(("if", "for", "do", "switch")) or "return; }" in found:
            self.line(found)
            return
        with self.block(""):
            self.line(found)

    def call(self, nested: int) -> None:
        x, y = (self.r.choice(self.doubles) for _ in range(2))
        ways = [f"bump({self.r.choice(self.ints)}, {x});", f"std::swap({x}, {y});", f"{self.place()} = mixed({self.number(1)}, {x}, {y});", f"pick({x}, {y}, {self.test()}) += {self.fixed()};"]
        ways += [f"through({t}, 3);" for t in self.arrays] + [f"std::swap({t}[0], {t}[{self.index()}]);" for t in self.arrays] + [f"through({t} + 1, 2);" for t in self.arrays]
        ways += [f"{self.place()} = of_reference({q}, {self.r.choice(self.pairs)});" for q in self.pairs] + [f"{x} = {f}({self.number(1)});" for f in self.lambdas]
        ways += [f"if ({self.test()}) r[1] += {self.number(1)};"]
        self.line(self.r.choice(ways))

    def branch(self, nested: int) -> None:
        k = self.r.choice(self.ints)
        head = self.r.choice((f"if ({self.test()})", f"if (++{k} > 1)", f"if ({self.test()} && {k}-- > 0)", f"if (double z = {self.number(1)}; z > 0.25 && {self.test()})",
                              f"if ({k} = {self.whole()}; {self.test()})", f"if (({self.place()} *= 0.5) > {self.fixed()} || {self.test()})", f"if (int z = {self.whole()})"))
        if self.r.random() < 0.5:
            with self.block(head):
                self.some(nested)
            return
        with self.block(head, "} else {"):
            self.some(nested)
        self.depth += 1
        kept = [list(x) for x in self.scopes()]
        self.some(nested)
        for names, before in zip(self.scopes(), kept):
            names[:] = before
        self.depth -= 1
        self.line("}")

    def loop(self, nested: int) -> None:
        self.looping += 1
        self.loop_of_some_kind(nested)
        self.looping -= 1

    def loop_of_some_kind(self, nested: int) -> None:
        k, j = self.fresh("c"), self.r.choice(self.ints)
        heads = [f"for (int {k} = 0; {k} < {self.r.randint(1, 4)}; ++{k})", f"for (int {k} = {self.r.randint(2, 5)}; {k} > 0; {k} -= 2)", f"for (int {k} = 0; {k} < ({self.whole()} & 3); {k}++)",
                 f"for (int {k} = 0, end{k} = {self.index()}; {k} != end{k}; ++{k})", f"for (double {k} = 0; {k} < 1; {k} += 0.4)", f"for (int {k} = 3; {k}--;)",
                 f"for (unsigned {k} = 0; {k} < 3u; ++{k})", f"for (int {k} = 0; {k} < 3 && {self.test()}; ++{k})"]
        way = self.r.randrange(12)
        if way == 8 and self.arrays:
            name = self.fresh("e")
            with self.block(f"for ({self.r.choice(('double', 'double&', 'const double&', 'auto'))} {name} : {self.r.choice(self.arrays)})"):
                if "const" not in self.lines[-1]:
                    self.doubles.append(name)
                else:
                    self.line(f"b += 0.25 * {name};")
                self.some(nested)
            return
        if way == 9:
            self.line(f"int {k} = {self.r.randint(1, 4)};")
            with self.block(f"while ({self.r.choice((f'{k}-- > 0', f'--{k} > 0', f'{k} && {k}--'))})"):
                self.some(nested)
            return
        if way == 10:
            self.line(f"int {k} = {self.index()};")
            with self.block("do", f"}} while ({k}-- > 0 && {self.test()});"):
                self.some(nested)
            return
        if way == 11:  # the bound, or the counter, changes on the way
            with self.block(f"for (int {k} = 0, left{k} = {self.r.randint(1, 4)}; {k} < left{k}; ++{k})"):
                self.line(self.r.choice((f"if ({self.test()}) --left{k};", f"if ({self.test()}) ++{k};", f"left{k} -= {j} & 1;", f"int& of{k} = {k}; if ({self.test()}) of{k} += 1;")))
                self.some(nested)
            return
        with self.block(self.r.choice(heads)):
            if self.r.random() < 0.35:
                self.line(f"if ({self.test()}) {self.r.choice(('break', 'continue', 'continue'))};")
            self.some(nested)
            self.line(f"a += 0.125 * {k};")

    def choose(self, nested: int) -> None:
        k = self.r.choice(self.ints)
        head = self.r.choice((f"switch ({self.index()})", f"switch ({k}++ & 3)"))
        jump = "continue" if self.looping else "break"
        with self.block(head):
            cases = ["case 0:", "case 1:", "case 2 ... 3:"]
            self.r.shuffle(cases)
            if self.r.random() < 0.5:
                cases[self.r.randrange(3)] = "default:"
            for case in cases:
                with self.block(case):
                    self.some(nested)
                    if self.r.random() < 0.4:
                        self.line(f"if ({self.test()}) {self.r.choice(('break;', f'{{ a += 0.25; {jump}; }}', 'return;', 'return grow(v(1, 0, 0), b);', '{ b -= 0.125; break; } else ++i;'))}")
                        self.some(nested)
                if self.r.random() < 0.6:
                    self.line("break;")

    def scope(self, nested: int) -> None:
        with self.block(""):
            shadowed = self.r.choice(("a", "b"))
            self.line(f"double outer = {shadowed};")
            self.line(f"double {shadowed} = outer * {self.fixed()};")
            self.some(nested)
            self.line(f"v(0, 0, 0) += {shadowed};")
