"""Random kernels as users write them, in styles that between them reach every form of a reversed loop (backends/openmp/README.md)."""

from __future__ import annotations

import re
from random import Random

from tests.random_programs.model import Kernel, Kind, Param
from tests.random_programs.writer import Writer

STYLES = ("points", "points", "scale", "linear", "rows", "rows", "push", "edge", "wall", "wall", "line", "least", "most", "branchy", "masked", "masked",
          "narrow", "rounded", "measure")


def random_kernel(r: Random, number: int, size: tuple[int, ...], kinds: tuple[Kind, ...], style: str = "") -> Kernel:
    """Drawn again where nothing came of what was drawn, or a fill (see Writer.feed)."""
    while True:
        kernel = _Styles(r, size, kinds).kernel(number, style or r.choice(STYLES))
        if any(p.what == "scalar" or (p.what == "dat" and p.access != "WRITE") for p in kernel.params):
            return kernel


class _Styles(Writer):
    def kernel(self, number: int, style: str) -> Kernel:
        if style in ("line", "least", "most") and not any(k.lower for k in self.kinds):
            style = "points"
        getattr(self, f"_{style}")()
        self.feed()
        text = "\n".join(self.body)
        params = tuple(self._used(p, text) for p in self.params if re.search(rf"\b{p.name}\b", text))
        centred = all(o == self.centre for p in params for o in p.offsets)
        range_ = {"edge": self.r.choice(("low", "high"))}.get(style, self.r.choice(("inside", "inside", "part", *(["whole"] if centred else []))))
        if style == "wall":
            range_ = self.wall
        if style in ("least", "most"):  # no cell may be left without a value
            range_ = "whole"
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
        found = {self.centre} if f"{p.name}.combine_" in text else set()
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
            self.body.append(f"{here} = {self.r.choice(('0.9 * {0}', '0.5 * {0} * {0}', '-0.8 * {0}', self.wave('{0}'))).format(inside)};")
            if len(self.leaves) > 1:
                self.body.append(f"{here} += 0.1 * {self.leaves[-1]};")

    def _wall(self) -> None:
        """Ghost cells from the wall, beside the point that the kernel runs for."""
        self.features.add("beside")
        axis, side = self.r.choice((0, self.dims - 1)), self.r.choice((1, -1))
        self.wall = {(0, -1): "first", (0, 1): "last"}.get((axis, side), "under" if side < 0 else "over")
        ghost, inside = ((*self.centre[:axis], step, *self.centre[axis + 1:]) for step in (side, -side))
        q = self.dat(self.some("aawf"), "READ")
        self.leaves += [self.at(q, self.r.choice((self.centre, inside)), c) for c in range(q.dim)]
        p = self.dat(self.some("aw"), self.r.choice(("RW", "RW", "RW", "WRITE", "INC")))
        if p.access == "RW":
            self.leaves += [self.at(p, self.r.choice((self.centre, inside, inside)), c) for c in range(p.dim)]
        self.more()
        self.locals(self.r.choice((0, 1, 2)), 2)
        if self.r.random() < 0.35:
            self.reductions(self.r.choice((1, 2)), 2)
        for c in range(p.dim):
            self._ghost(p, self.at(p, ghost, c))
        if p.access == "RW" and self.r.random() < 0.5:
            self.in_place(p, self.at(p, self.r.choice((self.centre, inside))), 2)

    def _ghost(self, p: Param, here: str) -> None:
        """Written, at last, with what comes from data."""
        value = f"0.6 * {self.r.choice(self.data())} + 0.3 * {self.bounded(2)}"
        if p.access == "INC":
            self.body.append(f"{here} += 0.1 * {self.bounded(2)};")
        elif p.access == "WRITE" or self.r.random() < 0.6:
            self.body.append(f"{here} = {value};")
        else:
            self.in_place(p, here, 2)

    def _line(self) -> None:
        """Lower-dimensional data: read as coefficients, or summed onto."""
        line = next(k for k in self.kinds if k.lower)
        p = self.dat(self.some("aw"), "READ")
        self.leaves += [self.at(p, self.centre, c) for c in range(p.dim)]
        if self.r.random() < 0.5:
            x = self.dat(line, "INC")
            beside = self.dat(self.some("aw"), "RW") if self.r.random() < 0.5 else None
            if beside:
                self.leaves += [self.at(beside, self.centre, c) for c in range(beside.dim)]
            self.more()
            self.locals(1, 2)
            self.body.append(f"{self.at(x, self.centre)} += 0.1 * {self.bounded(2)};")
            if beside:
                self.features.add("RW beside a sum onto a line")
                self.outputs(beside, 2)
        else:
            x = self.dat(line, "READ")
            self.leaves += [self.at(x, self.centre)] * 2
            out = self.dat(self.some("aw"), self.r.choice(("RW", "WRITE", "INC")))
            self.more()
            self.locals(1, 2)
            self.outputs(out, 3)

    def _least(self) -> None:
        """The smallest or the largest value along axes, onto lower-dimensional data."""
        self._extremum("MIN")

    def _most(self) -> None:
        self._extremum("MAX")

    def _extremum(self, access: str) -> None:
        p = self.dat(self.some("aw"), "READ")
        self.leaves += [self.at(p, self.centre, c) for c in range(p.dim)]
        x = self.dat(next(k for k in self.kinds if k.lower), access)
        beside = self.dat(self.some("aw"), "WRITE") if self.r.random() < 0.3 else None
        self.more()
        self.locals(self.r.choice((0, 1)), 2)
        self.body.append(self.reduce(x, self.at(x, self.centre), 2))
        if beside:
            self.outputs(beside, 2)

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
            self.body.append(f"if ({test} {self.r.choice('<>')} {self.r.randint(-4, 6) / 10}) sum += {self.r.choice(('{0}', '{0} * {0}', self.wave('{0}'), '{0} * {1}')).format(value, self.leaf())};")
        self.leaves.append("sum")
        if self.r.random() < 0.3:
            self.reductions(1, 1)
        self.leaves = ["sum", "sum", *self.leaves]
        self.outputs(out, 2)
        if not any(re.search(rf"\b{out.name}\b", t) for t in self.body):
            self.body.append(f"{self.at(out, self.centre)} *= {self.cast(out, '(1.0 - 0.1 * sum)')};")

    def _masked(self) -> None:
        """Components that lie side by side, each read or written under a condition of its own: so does the reverse read seeds."""
        self.vectorised = True
        p = self.dat(self.some("aww"), "READ")
        tests = self.dat(self.some("w"), "READ") if self.r.random() < 0.7 else p
        out = self.dat(self.some("w"), self.r.choice(("RW", "WRITE", "WRITE", "INC")))
        self.features |= {"branch", "components under conditions"}
        self.leaves = [self.at(p, self.near(p) if self.r.random() < 0.2 else self.centre, c) for c in range(p.dim)]
        self.more()
        forms = [(self.r.choice("<>"), self.r.randint(-4, 6) / 10, self.r.choice(("{0} * {0}", "{0} * {0}", self.wave("{0}"), "{0} * {1}"))) for _ in range(out.dim)]
        if self.r.random() < 0.7:  # compilers join components that are treated alike
            forms = forms[:1] * out.dim
        for c, (sign, bound, form) in enumerate(forms):
            here, leaf = self.at(out, self.centre, c), self.leaves[c % p.dim]
            test = f"{self.at(tests, self.centre, c % tests.dim)} {sign} {bound}"
            if out.access == "WRITE":
                value = form.format(leaf, self.leaf())
                self.body += [f"double t{c} = 0.0;", f"if ({test}) t{c} = {value};", f"{here} = t{c};"]
            elif out.access == "INC":
                self.body.append(f"if ({test}) {here} += 0.1 * {self.bounded(1)};")
            else:
                self.body.append(f"if ({test}) {here} = {self.r.choice(('{0} * {1}', self.wave('{0} * {1}'), '0.7 * {0} + 0.2 * {1}')).format(here, leaf)};")

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

    def _rounded(self) -> None:
        """Between double and double, by way of float."""
        p = self.dat(self.some("aw"), "READ")
        self.leaves += [self.at(p, self.near(p)), self.at(p, self.centre)]
        out = self.dat(self.some("aw"), self.r.choice(("WRITE", "RW", "INC")))
        self.features.add("float in between")
        self.more()
        self.locals(self.r.choice((1, 2)), 3, "float")
        self.leaves += ["v0", "v0"]
        self.outputs(out, 3)

    def _measure(self) -> None:
        """Several reductions in one kernel."""
        for _ in range(self.r.choice((1, 2))):
            p = self.dat(self.some("aawf"), "READ")
            self.leaves += [self.at(p, self.near(p)) for _ in range(2)] + [self.at(p, self.centre, c) for c in range(p.dim)]
        self.more()
        self.locals(self.r.choice((0, 1)), 2)
        self.reductions(self.r.choice((2, 3)), 3)
