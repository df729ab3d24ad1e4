"""Random kernels as users write them, in styles that between them reach every form of a reversed loop (backends/openmp/README.md).

Values stay of the order of one: what is written is bounded, or a part of what it replaces.
"""

from __future__ import annotations

import re
from random import Random

from tests.random_programs.model import Kernel, Kind, Offset, Param

ONE = ("sin({})", "cos({})", "tanh({})", "sqrt(1.0 + {0} * {0})", "exp(-{0} * {0})", "fabs({})", "({0} / (1.0 + {0} * {0}))")
SMOOTH = ("0.8 * sin({})", "tanh({})", "({0}) / (1.0 + ({0}) * ({0}))", "0.4 * ({})")
STYLES = ("points", "points", "scale", "linear", "rows", "rows", "push", "edge", "line", "branchy", "branchy", "narrow", "measure")


def random_kernel(r: Random, number: int, size: tuple[int, ...], kinds: tuple[Kind, ...], style: str = "") -> Kernel:
    return _Writer(r, size, kinds).kernel(number, style or r.choice(STYLES))


class _Writer:
    def __init__(self, r: Random, size: tuple[int, ...], kinds: tuple[Kind, ...]) -> None:
        self.r, self.size, self.kinds = r, size, kinds
        self.dims = len(size)
        self.params: list[Param] = []
        self.leaves: list[str] = []
        self.body: list[str] = []
        self.features: set[str] = set()
        self.centre = (0,) * self.dims

    # --- parameters ---------------------------------------------------------------------------------------------------
    def dat(self, kind: Kind, access: str) -> Param:
        stem = {"READ": "in", "WRITE": "out", "RW": "own", "INC": "add"}[access]
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

    def more(self, scalars: bool = True) -> None:
        """Scalars, the index, values passed in, the constant."""
        if scalars and self.r.random() < 0.6:
            self.leaves += [self.scalar() for _ in range(self.r.choice((1, 1, 2)))]
        if self.r.random() < 0.2:
            self.params.append(Param("idx", "idx"))
            self.leaves.append(f"(0.07 * idx[{self.r.randrange(self.dims)}])")
        if self.r.random() < 0.2:
            self.params.append(Param("g", "gbl", "double"))
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
            return self.leaf() if self.r.random() < 0.7 else self.r.choice(ONE).format(self.leaf())
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
        return self.r.choice(SMOOTH).format(self.expression(size))

    def condition(self) -> str:
        return f"{self.leaf()} {self.r.choice('<>')} {self.expression(self.r.choice((1, 1, 2)))}"

    def locals(self, count: int, size: int) -> None:
        for n in range(count):
            name = f"v{n}"
            self.body.append(f"double {name} = {self.expression(size)};")
            if self.r.random() < 0.35:
                self.features.add("branch")
                self.body.append(f"if ({self.condition()}) {name} = {self.expression(size)};")
                if self.r.random() < 0.5:
                    self.body.append(f"else {name} += {self.expression(1)};")
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

    def in_place(self, p: Param, here: str, size: int) -> None:
        way = self.r.randrange(7)
        if way == 0:
            self.body.append(f"{here} = {self.cast(p, f'{here} * {here} * {self.leaf()}')};")
        elif way == 1:
            self.body.append(f"{here} += {self.cast(p, f'{self.leaf()} * ({self.leaf()} - {here})')};")
        elif way == 2:
            self.body.append(f"{here} *= {self.cast(p, f'(0.8 + 0.15 * sin({self.expression(size)}))')};")
        elif way == 3:
            self.body.append(f"{here} = {self.cast(p, f'0.5 * {here} + 0.4 * sin({self.expression(size)})')};")
        elif way == 4:
            self.features.add("branch")
            self.body.append(f"if ({self.condition()}) {here} = {self.cast(p, f'{here} * {self.bounded(size)}')};")
        elif way == 5:
            self.body.append(f"{here} = {self.cast(p, f'tanh({here} * {self.leaf()} + {self.expression(size)})')};")
        else:
            self.body.append(f"{here} -= {self.cast(p, f'0.3 * {here} * {self.leaf()}')};")

    def cast(self, p: Param, text: str) -> str:
        return f"(float)({text})" if p.type == "float" else text

    def reductions(self, count: int, size: int) -> None:
        kinds = self.r.sample(["sum", "sum", "sum2", "low", "low", "high", "high2", "sumf", "lowf"], count)
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
        way = self.r.randrange(3)
        if way == 0:
            return f"{to} = {name}({to}, {value});"
        if way == 1:
            return f"{to} = f{name.lower()}({to}, {value});"
        return f"{{ const {p.type} best = {value}; if (best {sign} {to}) {to} = best; }}"

    # --- kernels ------------------------------------------------------------------------------------------------------
    def kernel(self, number: int, style: str) -> Kernel:
        if style == "line" and not any(k.lower for k in self.kinds):
            style = "points"
        getattr(self, f"_{style}")()
        text = "\n".join(self.body)
        params = tuple(self._used(p, text) for p in self.params if re.search(rf"\b{p.name}\b", text))
        centred = all(o == self.centre for p in params for o in p.offsets)
        range_ = {"edge": self.r.choice(("low", "high"))}.get(style, self.r.choice(("inside", "inside", "part", *(["whole"] if centred else []))))
        if style == "edge":
            range_ = "low" if any(o[0] > 0 for p in params for o in p.offsets) else "high"
        if any(p.what == "scalar" for p in params) and any(p.access == "RW" for p in params):
            self.features.add("scalar with RW")
        if any(p.what == "reduction" for p in params) and any(p.access == "RW" for p in params):
            self.features.add("reduction with RW")
        if {p.type for p in params if p.what == "dat"} == {"double", "float"}:
            self.features.add("double and float")
        return Kernel(f"kernel_{number}", style, params, tuple(self.body), range_, frozenset(self.features))

    def _used(self, p: Param, text: str) -> Param:
        if p.what != "dat":
            return p
        found = set()
        for match in re.finditer(rf"\b{p.name}\(([^()]*)\)", text):
            words = [int(w) for w in match[1].split(",")]
            found.add(tuple(words[1:] if p.dim > 1 else words))
        return Param(p.name, p.what, p.type, p.dim, p.access, p.kind, tuple(sorted(found)))

    def _points(self) -> None:
        """Everything at the centre, in place or not."""
        for _ in range(self.r.choice((1, 1, 2))):
            p = self.dat(self.some("aawf"), "READ")
            self.leaves += [self.at(p, self.centre, c) for c in range(p.dim)]
        outs = [self.dat(self.some("aawf"), self.r.choice(("RW", "RW", "WRITE", "INC"))) for _ in range(self.r.choice((1, 1, 2)))]
        self.leaves += [self.at(p, self.centre, c) for p in outs if p.access == "RW" for c in range(p.dim)]
        self.more()
        self.locals(self.r.choice((0, 1, 2)), 2)
        if self.r.random() < 0.35:
            self.reductions(self.r.choice((1, 2, 3)), 2)
        for p in outs:
            self.outputs(p, 2)

    def _scale(self) -> None:
        """One dataset in place, by scalars; perhaps with a reduction."""
        p = self.dat(self.some("aawf"), "RW")
        self.leaves += [self.scalar() for _ in range(self.r.choice((1, 2)))]
        self.leaves += [self.at(p, self.centre, c) for c in range(p.dim)]
        self.in_place(p, self.at(p, self.centre), 1)
        if self.r.random() < 0.5:
            self.reductions(self.r.choice((1, 2)), 2)
        if not any(re.search(rf"\b{q.name}\b", t) for q in self.params if q.what == "scalar" for t in self.body):
            self.body.append(f"{self.at(p, self.centre)} *= {self.cast(p, self.leaves[0])};")

    def _linear(self) -> None:
        p = self.dat(self.some("aw"), "READ")
        out = self.dat(self.some("aw"), self.r.choice(("WRITE", "INC", "RW")))
        for c in range(out.dim):
            terms = [f"{self.r.choice((0.2, -0.3, 0.15, 0.1))} * {self.at(p, self.near(p))}" for _ in range(self.r.randint(2, 5))]
            here = self.at(out, self.centre, c)
            self.body.append({"WRITE": f"{here} = {' + '.join(terms)};", "INC": f"{here} += {' + '.join(terms)};",
                              "RW": f"{here} = 0.5 * {here} + {' + '.join(terms)};"}[out.access])

    def _rows(self) -> None:
        """Nonlinear, read through several points."""
        for _ in range(self.r.choice((1, 2))):
            p = self.dat(self.some("aawf"), "READ")
            self.leaves += [self.at(p, self.near(p)) for _ in range(self.r.randint(3, 7))]
        if self.r.random() < 0.3 and any(k.lower for k in self.kinds):
            p = self.dat(self.some("x"), "READ")
            self.leaves += [self.at(p, self.near(p)) for _ in range(2)]
        outs = [self.dat(self.some("aawf"), self.r.choice(("RW", "WRITE", "INC"))) for _ in range(self.r.choice((1, 1, 2)))]
        self.leaves += [self.at(p, self.centre, c) for p in outs if p.access == "RW" for c in range(p.dim)]
        self.more()
        self.locals(self.r.choice((1, 2, 3)), 4)
        if self.r.random() < 0.3:
            self.reductions(self.r.choice((1, 2)), 2)
        for p in outs:
            self.outputs(p, 4)

    def _push(self) -> None:
        """Each component through one point of its own, as in streaming."""
        p = self.dat(self.some("w"), "READ")
        self.leaves += [self.at(p, self.near(p), c) for c in range(p.dim)]
        out = self.dat(self.some("w"), self.r.choice(("WRITE", "INC", "RW")))
        self.more()
        self.locals(2, 4)
        self.body.append(f"const double all = {' + '.join(self.leaves[: p.dim])};")
        self.leaves = ["all", *self.leaves]
        self.outputs(out, 4)

    def _edge(self) -> None:
        """A boundary in place: reads inside, writes outside."""
        p = self.dat(self.some("aw"), "RW")
        step = self.r.choice((1, -1))
        for c in range(p.dim):
            inside = self.at(p, (step, *self.centre[1:]), c)
            self.leaves = [inside]
            self.more(scalars=c == 0)
            here = self.at(p, self.centre, c)
            self.body.append(f"{here} = {self.r.choice(('0.9 * {0}', '0.5 * {0} * {0}', '-0.8 * {0}', 'sin({0})')).format(inside)};")
            if len(self.leaves) > 1:
                self.body.append(f"{here} += 0.1 * {self.leaves[-1]};")

    def _line(self) -> None:
        """Lower-dimensional data: read as coefficients, or summed onto."""
        line = next(k for k in self.kinds if k.lower)
        p = self.dat(self.some("aw"), "READ")
        self.leaves += [self.at(p, self.centre, c) for c in range(p.dim)]
        if self.r.random() < 0.5:
            x = self.dat(line, "INC")
            self.more()
            self.locals(1, 2)
            self.body.append(f"{self.at(x, self.centre)} += 0.1 * {self.bounded(2)};")
        else:
            x = self.dat(line, "READ")
            self.leaves += [self.at(x, self.centre)] * 2
            out = self.dat(self.some("aw"), self.r.choice(("RW", "WRITE", "INC")))
            self.more()
            self.locals(1, 2)
            self.outputs(out, 3)

    def _branchy(self) -> None:
        """Components that lie side by side, each under a condition of its own."""
        p = self.dat(self.some("w"), "READ")
        tests = self.dat(self.some("aaw"), "READ") if self.r.random() < 0.5 else p
        out = self.dat(self.some("aaw"), self.r.choice(("WRITE", "RW", "INC")))
        self.features |= {"branch", "components under conditions"}
        self.more()
        self.body.append("double sum = 0.0;")
        for c in range(p.dim):
            value = self.at(p, self.near(p) if self.r.random() < 0.2 else self.centre, c)
            test = self.at(tests, self.centre, self.r.randrange(tests.dim))
            self.leaves = [value, *self.leaves[-2:]]
            self.body.append(f"if ({test} {self.r.choice('<>')} {self.r.randint(-4, 6) / 10}) sum += {self.r.choice(('{0}', '{0} * {0}', 'sin({0})', '{0} * {1}')).format(value, self.leaf())};")
        self.leaves.append("sum")
        if self.r.random() < 0.3:
            self.reductions(1, 1)
        self.leaves = ["sum", "sum", *self.leaves]
        self.outputs(out, 2)
        if not any(re.search(rf"\b{out.name}\b", t) for t in self.body):
            self.body.append(f"{self.at(out, self.centre)} *= {self.cast(out, 'cos(sum)')};")

    def _narrow(self) -> None:
        """Between double and float."""
        p = self.dat(self.some("aw"), "READ")
        q = self.dat(self.some("f"), "READ")
        self.leaves += [self.at(p, self.near(p)), self.at(p, self.centre), self.at(q, self.near(q)), self.at(q, self.centre)]
        out = self.dat(self.some("ff"), self.r.choice(("WRITE", "RW", "INC")))
        self.more()
        self.locals(1, 3)
        self.outputs(out, 3)
        if self.r.random() < 0.5:
            self.outputs(self.dat(self.some("a"), self.r.choice(("RW", "INC"))), 2)

    def _measure(self) -> None:
        """Several reductions in one kernel."""
        for _ in range(self.r.choice((1, 2))):
            p = self.dat(self.some("aawf"), "READ")
            self.leaves += [self.at(p, self.near(p)) for _ in range(2)] + [self.at(p, self.centre, c) for c in range(p.dim)]
        self.more()
        self.locals(self.r.choice((0, 1)), 2)
        self.reductions(self.r.choice((1, 2, 3)), 3)
