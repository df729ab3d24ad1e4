"""Random kernels as C++ text: what users write, in all combinations, drawn from one number; and smaller versions of a kernel.

Every kernel has the same parameters; access modes differ. Values stay bounded and away from singularities, so that derivatives can be
compared to rounding. REAL is a macro: the text is compiled with several types. NARROW is the type of `tri`, float in some programs where REAL is double.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Union

ONE = "sqrt cbrt exp log sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh erf fabs floor ceil".split()
TWO = "pow atan2 hypot fmin fmax copysign".split()
INSIDE = {  # arguments moved into the domain of a function, without large slopes
    "sqrt": "1.5 + sin({})", "cbrt": "1.5 + sin({})", "exp": "sin({})", "log": "1.5 + sin({})", "tan": "0.5 * sin({})", "asin": "0.5 * sin({})",
    "log10": "1.5 + sin({})", "acos": "0.5 * sin({})", "sinh": "sin({})", "cosh": "sin({})", "acosh": "2.5 + sin({})", "atanh": "0.5 * sin({})",
}
NAMES = ("p", "q", "s", "out")  # outputs
COMPONENTS = {"u": 1, "v": 2, "tri": 3, "row": 1, "p": 1, "q": 2, "s": 1, "out": 3}
FORMS = ("points", "gather", "rows", "push")  # of reversed loops, backends/openmp/README.md
NEAR = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))


@dataclass(frozen=True)
class Block:
    """head { body }, and perhaps else { other }."""

    head: str
    body: tuple[Statement, ...]
    other: tuple[Statement, ...] = ()


Statement = Union[str, Block]


@dataclass(frozen=True)
class TextKernel:
    seed: int
    access: tuple[str, str, str, str]  # of p, q, s, out
    body: tuple[Statement, ...]
    form: str = ""  # the reversed loop has this form, one of FORMS, if it can have it

    def text(self, name: str) -> str:
        outputs = ", ".join(f"ACC<REAL>& {n}" for n in NAMES)
        inputs = "const ACC<REAL>& u, const ACC<REAL>& v, const ACC<NARROW>& tri, const ACC<REAL>& row"
        head = f"inline void {name}({inputs}, {outputs}, const ACC<int>& m, const int* idx, const double* g, const REAL* coef, REAL* r, REAL* smallest, REAL* largest) {{"
        return "\n".join([head, *_lines(self.body, 1), "}"]) + "\n"


def _lines(body: tuple[Statement, ...], depth: int) -> Iterator[str]:
    pad = "  " * depth
    for s in body:
        if isinstance(s, str):
            yield pad + s
            continue
        yield f"{pad}{s.head} {{"
        yield from _lines(s.body, depth + 1)
        if s.other:
            yield pad + "} else {"
            yield from _lines(s.other, depth + 1)
        yield pad + "}"


def places(name: str) -> list[str]:
    """How the components of a dataset begin: c of a(c 0, 0)."""
    return [f"{k}, " for k in range(COMPONENTS[name])] if COMPONENTS[name] > 1 else [""]


def smaller(body: tuple[Statement, ...]) -> Iterator[tuple[Statement, ...]]:
    """Bodies with one statement less, or one block replaced by what is in it."""
    for i, s in enumerate(body):
        yield body[:i] + body[i + 1 :]
        if isinstance(s, Block):
            yield (*body[:i], *s.body, *body[i + 1 :])
            for inner in smaller(s.body):
                yield (*body[:i], replace(s, body=inner), *body[i + 1 :])
            for inner in smaller(s.other):
                yield (*body[:i], replace(s, other=inner), *body[i + 1 :])


def shrunk(kernel: TextKernel, fails: Callable[[TextKernel], bool]) -> TextKernel:
    """The smallest kernel that still fails, leaving out one piece at a time."""
    for body in smaller(kernel.body):
        candidate = replace(kernel, body=body)
        if fails(candidate):
            return shrunk(candidate, fails)
    return kernel


def random_kernel(seed: int, form: str = "") -> TextKernel:
    """`form`: one of FORMS for a small kernel whose reversed loop can have that form; else anything goes."""
    return _Writer(seed, form).kernel()


class _Writer:
    def __init__(self, seed: int, form: str) -> None:
        self.r = Random(f"{seed} {form}" if form else seed)
        self.seed, self.form = seed, form
        self.count = 0
        first, *others = (self.r.choice(("WRITE", "RW", "INC")) for _ in NAMES)
        self.access = ("RW" if form == "points" else first, *others)
        self.near = form in ("", "rows")  # whether offsets may be computed
        self.plain = bool(form) and seed % 2 == 0  # no function of the library, which would keep a loop from being vectorised
        self.leaves = self.inputs()
        self.leaves += ["REAL(g[0])", "REAL(idx[0])", "REAL(0.75)", "coef[0]", "coef[1]"]
        if self.r.random() < 0.3 and not form:
            self.leaves += ["row(0, 0)", "row(1, 0)"]
        self.leaves += [f"{n}({c}0, 0)" for n, a in zip(NAMES, self.access) if a == "RW" for c in places(n)]

    def inputs(self) -> list[str]:
        """What is read of u, v and tri: at the centre only, each component through one point, or anywhere."""
        if self.form in ("", "rows"):
            return ["u(0, 0)", "u(-1, 0)", "u(1, 1)", "u(0, -1)", "v(0, 0, 0)", "v(1, 1, 0)", "v(0, -1, -1)", "REAL(tri(0, 0, 0))", "REAL(tri(1, 0, 1))", "REAL(tri(2, -1, 0))"]
        few = {"points": [(0, 0)], "push": self.r.choices(NEAR[1:], k=6), "gather": self.r.choices(NEAR, k=6)}[self.form]
        read = [(n, c) for n in ("u", "v", "tri") for c in places(n)]
        text = [f"{n}({c}{i}, {j})" for (n, c), (i, j) in zip(read, few * 6)]
        if self.form == "gather":
            text += ["u(0, 0)", "v(0, 0, 0)"]
        return [f"REAL({t})" if t.startswith("tri") else t for t in text]

    # --- expressions ------------------------------------------------------------------------------
    def leaf(self) -> str:
        return self.r.choice(self.leaves)

    def expression(self, size: int = 0) -> str:
        size = size or self.r.choice((1, 1, 2, 2, 3))
        if size == 1:
            return self.leaf() if self.r.random() < 0.6 else self.one(self.leaf())
        left = self.r.randint(1, size - 1)
        return self.two(self.expression(left), self.expression(size - left))

    def one(self, x: str) -> str:
        if self.plain:
            return f"({x} * {self.leaf()})"
        f = self.r.choice(ONE)
        return f"{f}(REAL({INSIDE.get(f, '{}').format(x)}))"

    def two(self, x: str, y: str) -> str:
        kind = self.r.choice(["+", "-", "*", "*", "/", "?", "MIN", "MAX", *(["SIGN", "fma", "mixed", "power", *TWO] if not self.plain else [])])
        if kind in "+-*":
            return f"({x} {kind} {y})"
        if kind == "/":
            return f"({x} / (1.5 + {y} * {y}))"
        if kind == "?":
            return f"({x} < {y} ? REAL({x} * {y}) : REAL({y} - {x}))"
        if kind == "fma":
            return f"fma(REAL({x}), REAL({y}), REAL({self.leaf()}))"
        if kind == "power":
            return f"power<{self.r.randint(0, 3)}>(REAL(sin({x}))) + {y}"
        if kind == "pow":
            return f"pow(REAL(1.5 + sin({x})), REAL(sin({y})))"
        if kind in ("atan2", "hypot"):
            return f"{kind}(REAL({x}), REAL(2.5 + sin({y})))"
        if kind in ("MIN", "MAX", "SIGN"):
            return f"{kind}(+REAL({x}), +REAL({y}))"  # without the sign, (REAL(idx[0])) * (-1) would be a conversion
        return f"{kind}(REAL({x}), REAL({y}))"

    def small(self, x: str) -> str:
        return f"({x})" if self.plain else f"sin(REAL({x}))"

    def whole(self, count: int) -> str:
        """An integer from 0 to count - 1."""
        if self.plain or self.r.random() < 0.3:
            return f"m(0, 0) % {count}"
        return f"whole({count} * (0.5 + 0.49 * sin({self.leaf()})))"

    def condition(self) -> str:
        if self.r.random() < 0.2:
            return f"m(0, 0) {self.r.choice(['> 1', '== 2', '!= 0'])}"
        test = f"{self.expression(1)} {self.r.choice(['<', '>', '<=', '>='])} {self.expression(2)}"
        return test if self.r.random() < 0.8 else f"{test} {self.r.choice(['&&', '||'])} idx[1] % 2 == 0"

    # --- statements -------------------------------------------------------------------------------
    def block(self, depth: int) -> tuple[Statement, ...]:
        known = list(self.leaves)
        out = tuple(s for _ in range(self.r.choice((1, 1, 2))) for s in self.statement(depth))
        self.leaves = known
        return out

    def statement(self, depth: int) -> list[Statement]:
        kinds: list[Callable[[int], list[Statement]]] = [self.assignment] * 4 + [self.store, self.output, self.component_wise, self.extremum]
        if self.near:
            kinds += [self.offset, self.offset]
        if depth:
            kinds += [self.branch, self.branch, self.switch]
            kinds += [self.computed, self.conditional, self.matrix] if not self.plain else []
            kinds += [self.counted] if self.near else []
        return self.r.choice(kinds)(depth)

    def assignment(self, depth: int) -> list[Statement]:
        name = self.r.choice("abc")
        op = self.r.choice(["=", "=", "=", "+=", "-=", "*="])
        return [f"{name} {op} {self.expression() if op != '*=' else self.small(self.expression())};"]

    def store(self, depth: int) -> list[Statement]:
        return [f"t[{self.whole(3)}] {self.r.choice(['=', '+='])} {self.expression()};"]

    def offset(self, depth: int) -> list[Statement]:
        """An offset of the stencil that data decide, and with a component that they decide, too, more places than a choice is made among."""
        name, value = self.name("o"), self.whole(3)
        self.leaves += [f"u({name}, 0)", f"v(1, {name}, -{name})", f"REAL(tri({name} + 1, -{name}, {name}))"]
        return [f"const int {name} = {value} - 1;"]

    def output(self, depth: int) -> list[Statement]:
        k = self.r.randrange(len(NAMES))
        name, access = NAMES[k], self.access[k]
        c = self.r.choice(places(name))
        if access == "INC":
            return [f"{name}({c}0, 0) += {self.expression()};"]
        if access == "RW" and self.r.random() < 0.3:
            c = f"{self.whole(COMPONENTS[name])}, " if c else ""
            return [f"{name}({c}0, 0) = {self.small(f'{name}({c}0, 0) * {self.expression()}')};"]
        return [f"{name}({c}0, 0) = {self.expression()};"]

    def component_wise(self, depth: int) -> list[Statement]:
        """Components of a dataset, each where a condition of its own holds."""
        name, access = self.r.choice([(n, a) for n, a in zip(NAMES, self.access) if COMPONENTS[n] > 1])
        out: list[Statement] = []
        for c in places(name):
            target = f"{name}({c}0, 0)"
            product = f"{target if access == 'RW' else self.leaf()} * {self.leaf()}"
            change = f"{target} += {self.expression()};" if access == "INC" else f"{target} = {self.small(product)};"
            out.append(Block(f"if ({self.condition()})", (change,)))
        return out

    def extremum(self, depth: int) -> list[Statement]:
        value = self.expression()
        return [self.r.choice([f"*smallest = MIN(*smallest, {value});", f"*smallest = fmin(*smallest, REAL({value}));", f"*largest = MAX(*largest, {value});", f"if ({value} > *largest) *largest = {value};"])]

    def branch(self, depth: int) -> list[Statement]:
        return [Block(f"if ({self.condition()})", self.block(depth - 1), self.block(depth - 1) if self.r.random() < 0.6 else ())]

    def counted(self, depth: int) -> list[Statement]:
        i = self.name("i")
        self.leaves += [f"u({i}, 0)", f"REAL({i})"]
        body = self.block(depth - 1)
        self.leaves = self.leaves[:-2]
        return [Block(f"for (int {i} = -1; {i} <= {self.r.randint(0, 1)}; ++{i})", body)]

    def computed(self, depth: int) -> list[Statement]:
        n, i = self.name("n"), self.name("i")
        self.leaves += [f"t[{i} % 3]", f"REAL({i})"]
        body = self.block(depth - 1)
        leave: tuple[Statement, ...] = (f"if ({self.condition()}) {self.r.choice(['break', 'continue'])};",) if self.r.random() < 0.3 else ()
        self.leaves = self.leaves[:-2]
        return [f"const int {n} = {self.whole(5)};", Block(f"for (int {i} = 0; {i} < {n}; ++{i})", (*body, *leave, *self.bounded()))]

    def conditional(self, depth: int) -> list[Statement]:
        n = self.name("k")
        body = self.block(depth - 1)
        return [f"int {n} = 0;", Block(f"while ({n}++ < 4 && ({self.condition()}))", (*body, *self.bounded()))]

    def matrix(self, depth: int) -> list[Statement]:
        """A local matrix that helpers run through as one array, and whose rows are used as well."""
        w, first = self.name("w"), self.r.choice(["&{0}[0][0]", "{0}[0]"])
        change = f"{w}[1][{self.whole(3)}] {self.r.choice(['=', '+=', '*='])} {self.small(self.expression())};"
        target = self.r.choice("abc")
        return [f"REAL {w}[2][3];", f"spread({first.format(w)}, 6, REAL({self.expression()}));", change,
                f"{target} = {self.small(f'{w}[1][0] * summed({w}[0] + {self.whole(3)}, 3) - {w}[0][{self.whole(3)}]')};"]

    def switch(self, depth: int) -> list[Statement]:
        a, b = self.r.sample("abc", 2)
        return [f"switch (m(0, 0) % 3) {{ case 0: {a} = {self.expression()}; break; case 1: {b} += {self.leaf()}; default: {a} *= {self.leaf()}; }}"]

    def bounded(self) -> tuple[Statement, ...]:
        return tuple(f"{name} = tanh({name});" for name in "abc")

    def name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def kernel(self) -> TextKernel:
        depth = 1 if self.form else 2
        body: list[Statement] = [f"REAL a = {self.expression()}, b = {self.expression()}, c = {self.leaf()};"]
        body.append(f"REAL t[3] = {{REAL({self.leaf()}), REAL({self.leaf()}), REAL({self.expression()})}};")
        for name, access in zip(NAMES, self.access):
            body += [f"{name}({c}0, 0) = {self.expression()};" for c in places(name) if access == "WRITE"]
        self.leaves += ["a", "b", "c", "t[1]"]
        body += self.block(depth)
        if self.r.random() < 0.3 and not self.form:
            body.append(Block(f"if ({self.condition()})", (f"*r += {self.expression()};", "return;")))
        body += self.block(1)
        for name, access in zip(NAMES, self.access):
            body.append(f"{name}({places(name)[-1]}0, 0) {'+=' if access == 'INC' else '='} {self.expression()} + a;")
        return TextKernel(self.seed, self.access, (*body, "*r += b * c;"), self.form)
