"""Parameters, expressions and statements of random kernels; `kernels.py` puts them together.

Values stay of the order of one: what is written is bounded, or a part of what it replaces.
"""

from __future__ import annotations

import re
from random import Random

from tests.random_programs.model import Kind, Offset, Param

# Without calls of the mathematical library loops are vectorised, so half of the kernels are.
VECTORISED = ("sqrt(1.0 + {0} * {0})", "fabs({})", "({0} / (1.0 + {0} * {0}))")
ONE = ("sin({})", "cos({})", "tanh({})", "sqrt(1.0 + {0} * {0})", "exp(-{0} * {0})", "fabs({})", "({0} / (1.0 + {0} * {0}))")
SMOOTH = ("0.8 * sin({})", "tanh({})", "({0}) / (1.0 + ({0}) * ({0}))", "0.4 * ({})")

_ASSIGNED = re.compile(r"((?:if \(.*\) |else )?)(?:double |float )?(\w+)(?:\[\d\]|\([^=]*\))? [-+*/]?= (.*);$")


def rounded(text: str, real: str) -> str:
    return f"(float)({text})" if real == "float" else text


class Writer:
    def __init__(self, r: Random, size: tuple[int, ...], kinds: tuple[Kind, ...]) -> None:
        self.r, self.size, self.kinds = r, size, kinds
        self.dims = len(size)
        self.params: list[Param] = []
        self.leaves: list[str] = []
        self.body: list[str] = []
        self.features: set[str] = set()
        self.centre = (0,) * self.dims
        self.wall = ""  # name of the range one cell thick that a kernel's ghost cells are filled from
        self.vectorised = r.random() < 0.6

    # --- parameters ---------------------------------------------------------------------------------------------------
    def dat(self, kind: Kind, access: str) -> Param:
        stem = {"READ": "in", "WRITE": "out", "RW": "own", "INC": "add", "MIN": "least", "MAX": "most"}[access]
        p = Param(f"{stem}{len(self.params)}", "dat", kind.real, kind.components, access, kind.letter)
        self.params.append(p)
        self.features |= {access, kind.real, *(["lower"] if kind.lower else []), *([f"{kind.components}-{'soa' if kind.soa else 'aos'}"] if kind.components > 1 else [])}
        return p

    def some(self, letters: str) -> Kind:
        return self.r.choice([k for k in self.kinds if k.letter in letters] or [self.kinds[0]])

    def at(self, p: Param, offset: Offset, component: int | None = None) -> str:
        c = self.r.randrange(p.dim) if component is None else component
        return f"{p.name}({', '.join(map(str, ((c,) if p.dim > 1 else ()) + offset))})"

    def near(self, p: Param) -> Offset:
        axes = next(k for k in self.kinds if k.letter == p.kind).axes
        return tuple(self.r.choice((-1, 0, 1)) if extends else 0 for extends in axes)

    def scalar(self) -> str:
        type_, dim = self.r.choice([("double", 1)] * 3 + [("double", 2), ("float", 1)])
        p = Param(f"s{len(self.params)}", "scalar", type_, dim)
        self.params.append(p)
        self.features.add("scalar")
        return f"{p.name}[{self.r.randrange(dim)}]" if dim > 1 else f"*{p.name}"

    def once(self, p: Param) -> None:
        if p not in self.params:
            self.params.append(p)

    def more(self, scalars: bool = True) -> None:
        """Scalars, the index, values passed in, the constant."""
        if scalars and self.r.random() < 0.6:
            self.leaves += [self.scalar() for _ in range(self.r.choice((1, 1, 2)))]
        if self.r.random() < 0.2:
            self.once(Param("idx", "idx"))
            self.leaves.append(f"(0.07 * idx[{self.r.randrange(self.dims)}])")
        if self.r.random() < 0.2:
            self.once(Param("g", "gbl", "double"))
            self.leaves.append("g[0]")
        if self.r.random() < 0.2:
            self.leaves.append("rate")

    # --- expressions --------------------------------------------------------------------------------------------------
    def leaf(self) -> str:
        return self.r.choice(self.leaves) if self.r.random() < 0.9 else f"{self.r.randint(2, 9) / 10}"

    def data(self) -> list[str]:
        return [leaf for leaf in self.leaves if re.match(r"(in|own)\d+\(", leaf)]

    def expression(self, size: int) -> str:
        if size <= 1:
            return self.leaf() if self.r.random() < 0.7 else self.r.choice(VECTORISED if self.vectorised else ONE).format(self.leaf())
        left = self.r.randint(1, size - 1)
        x, y = self.expression(left), self.expression(size - left)
        kind = self.r.choice("+-****/?mMfF" if x != y else "+*/")  # equal ones would tie
        if kind in "+-*":
            return f"({x} {kind} {y})"
        if kind == "/":
            return f"({x} / (1.5 + {y} * {y}))"
        self.features.add("choice")
        if kind == "?":
            return f"({x} < {y} ? {x} * 0.5 + 0.1 : {y} - 0.3)"
        return {"m": f"MIN({x}, {y})", "M": f"MAX({x}, {y})", "f": f"fmin({x}, {y})", "F": f"fmax({x}, {y})"}[kind]

    def bounded(self, size: int) -> str:
        return self.r.choice(SMOOTH[2:] if self.vectorised else SMOOTH).format(self.expression(size))

    def wave(self, x: str) -> str:
        return f"({x}) / (1.0 + ({x}) * ({x}))" if self.vectorised else f"sin({x})"

    def condition(self) -> str:
        return f"{self.leaf()} {self.r.choice('<>')} {self.expression(self.r.choice((1, 1, 2)))}"

    def locals(self, count: int, size: int, real: str = "double") -> None:
        for n in range(count):
            name = f"v{n}"
            self.body.append(f"{real} {name} = {rounded(self.expression(size), real)};")
            if self.r.random() < 0.35:
                self.features.add("branch")
                self.body.append(f"if ({self.condition()}) {name} = {rounded(self.expression(size), real)};")
                if self.r.random() < 0.5:
                    self.body.append(f"else {name} += {rounded(self.expression(1), real)};")
            self.leaves.append(name)

    # --- statements ---------------------------------------------------------------------------------------------------
    def outputs(self, p: Param, size: int) -> None:
        for c in range(p.dim):
            here = self.at(p, self.centre, c)
            if p.access == "WRITE":
                self.body.append(f"{here} = {self.cast(p, self.bounded(size))};")
            elif p.access == "INC":
                self.body.append(f"{here} += {self.cast(p, f'0.1 * {self.bounded(size)}')};")
            elif self.r.random() < 0.85:
                self.in_place(p, here, size)

    def feed(self) -> None:
        """No dataset is filled with what depends on no other: that counts as its first values where nothing has used it, and the plain program
        knows no such rule."""
        given = [p for p in self.params if p.what == "dat" and p.access in ("READ", "RW")]
        scalars = [f"{p.name}[0]" for p in self.params if p.what == "scalar"]
        sources = [*self.data(), *scalars, *(self.at(p, self.centre, 0) for p in given)]
        names = {*(p.name for p in given), *(s[:-3] for s in scalars)}
        for _ in self.body:  # as often as a value can be handed on
            names |= {m[2] for m in map(_ASSIGNED.match, self.body) if m and set(re.findall(r"\w+", m[1] + m[3])) & names}
        for p in self.params if sources else ():
            if p.what == "dat" and p.access == "WRITE" and p.name not in names:
                self.body.append(f"{self.at(p, self.centre, 0)} += {self.cast(p, f'0.1 * {sources[0]}')};")

    def in_place(self, p: Param, here: str, size: int) -> None:
        way = self.r.randrange(7)
        if way == 0:
            self.body.append(f"{here} = {self.cast(p, f'{here} * {here} * {self.leaf()}')};")
        elif way == 1:
            self.body.append(f"{here} += {self.cast(p, f'{self.leaf()} * ({self.leaf()} - {here})')};")
        elif way == 2:
            self.body.append(f"{here} *= {self.cast(p, f'(0.8 + 0.15 * {self.wave(self.expression(size))})')};")
        elif way == 3:
            self.body.append(f"{here} = {self.cast(p, f'0.5 * {here} + 0.4 * {self.wave(self.expression(size))}')};")
        elif way == 4:
            self.features.add("branch")
            self.body.append(f"if ({self.condition()}) {here} = {self.cast(p, f'{here} * {self.bounded(size)}')};")
        elif way == 5:
            self.body.append(f"{here} = {self.cast(p, self.wave(f'{here} * {self.leaf()} + {self.expression(size)}'))};")
        else:
            self.body.append(f"{here} -= {self.cast(p, f'0.3 * {here} * {self.leaf()}')};")

    def cast(self, p: Param, text: str) -> str:
        return rounded(text, p.type)

    def reductions(self, count: int, size: int) -> None:
        kinds = self.r.sample(["sum", "sum", "sum2", "low", "low", "high", "high", "high2", "sumf", "lowf"], count)
        for k in kinds:
            type_ = "float" if k.endswith("f") else "double"
            dim = 2 if k.endswith("2") else 1
            access = {"s": "INC", "l": "MIN", "h": "MAX"}[k[0]]
            p = Param(f"r{len(self.params)}", "reduction", type_, dim, access)
            self.params.append(p)
            self.features |= {f"{access} reduction", f"{type_} reduction"}
            for c in range(dim):
                self.body.append(self.reduce(p, f"{p.name}[{c}]" if dim > 1 else f"*{p.name}", size))
        if count > 1:
            self.features.add("several reductions")

    def reduce(self, p: Param, to: str, size: int) -> str:
        value = self.cast(p, f"{self.r.choice(self.data())} + {self.expression(size)}")  # one that differs from point to point
        if p.access == "INC":
            cells = 1
            for n in self.size:
                cells *= n
            return f"{to} += {self.cast(p, f'{1 / cells:.6f} * ({value})')};"
        name, sign = ("MIN", "<") if p.access == "MIN" else ("MAX", ">")
        way = self.r.randrange(4 if p.what == "dat" else 3)
        if way == 3:
            return f"{p.name}.combine_{name.lower()}({to.partition('(')[2][:-1]}, {value});"
        if way == 0:
            return f"{to} = {name}({to}, {value});"
        if way == 1:
            return f"{to} = f{name.lower()}({to}, {value});"
        return f"{{ const {p.type} best = {value}; if (best {sign} {to}) {to} = best; }}"
