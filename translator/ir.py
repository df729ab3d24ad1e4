"""Program IR: what the translator knows of a program once clang is out of the picture.

Frozen values only. `parse` builds it, passes map it, `view` prepares it for templates.
Expressions are typed by C scalar names ("double", "float", "int", "long long", "bool", ...).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Union


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A piece of source text: 1-based lines and columns, end exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


NOWHERE = Span("", 0, 0, 0, 0)


class Access(Enum):
    READ = 0
    WRITE = 1
    RW = 2
    INC = 3
    MIN = 4
    MAX = 5


# --- expressions ----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Const:
    """A literal or folded constant. `text` keeps the exact C spelling where one exists (hex floats, 1e-3)."""

    value: Union[int, float, bool]
    type: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Var:
    """A scalar local. Names are unique within a kernel after `parse` (shadowing is renamed)."""

    name: str
    type: str


@dataclass(frozen=True, slots=True)
class Element:
    """An element of a local array: name[index[0]][index[1]].."""

    name: str
    index: tuple[Expr, ...]
    type: str


@dataclass(frozen=True, slots=True)
class Load:
    """A dataset parameter at an offset: param(component, offset..). Component 0 for scalar datasets."""

    param: int  # position in Kernel.params
    offset: tuple[Expr, ...]  # one per axis of the loop; Const after folding where static
    component: Expr
    type: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Global:
    """An element of a `gbl` argument, of a reduction argument's per-point value, or of an index argument: param[index]."""

    param: int
    index: Expr
    type: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Constant:
    """A declared constant (ops_decl_const), or one scalar member of it, `byte` bytes into its value plus index * stride. With `param`: of the structs
    that a `gbl` argument is."""

    name: str  # with `param` one that no declared constant has
    byte: int
    type: str
    index: Union[Expr, None] = None
    stride: int = 0  # [bytes]
    count: int = 0  # values of `index` from 0 on; 0: not known
    param: Union[int, None] = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    op: str  # - + ! ~
    operand: Expr
    type: str


@dataclass(frozen=True, slots=True)
class Binary:
    op: str  # + - * / % < <= > >= == != && || & | ^ << >>
    left: Expr
    right: Expr
    type: str


@dataclass(frozen=True, slots=True)
class Call:
    """A <cmath> function by its plain name ("sqrt", "fabs", "pow", ..); user functions are inlined by `parse`."""

    name: str
    args: tuple[Expr, ...]
    type: str


@dataclass(frozen=True, slots=True)
class Select:
    """condition ? then : other; only the chosen side is evaluated."""

    condition: Expr
    then: Expr
    other: Expr
    type: str


@dataclass(frozen=True, slots=True)
class Cast:
    operand: Expr
    type: str


@dataclass(frozen=True, slots=True)
class Seed:
    """Only in adjoint kernels: the incoming derivative of what argument `param` holds after the loop
    (dat: component; reduction: index). Every Seed means the value before any Contribute of this point."""

    param: int
    component: int
    type: str
    offset: tuple[int, ...] = ()  # of a dat written beside the point; (): at the centre


Expr = Union[Const, Var, Element, Load, Global, Constant, Unary, Binary, Call, Select, Cast, Seed]
LValue = Union[Var, Element, Load, Global]


# --- statements -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Declare:
    """A scalar local (extents empty) or array local, with optional initial value (scalars only)."""

    name: str
    type: str
    extents: tuple[int, ...] = ()
    value: Union[Expr, None] = None
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Assign:
    """target = value. Compound assignments and increments are expanded; a Load target is a store to the dataset."""

    target: LValue
    value: Expr
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class If:
    condition: Expr
    then: tuple[Stmt, ...]
    other: tuple[Stmt, ...] = ()
    span: Span = field(default=NOWHERE, compare=False)
    last: bool = field(default=False, compare=False)  # of a switch over all values of an enumeration: for none of them the condition is false


@dataclass(frozen=True, slots=True)
class For:
    """for (var = start; var < stop; var += step) with step a non-zero literal (var > stop if step < 0); the body does not assign var,
    nor anything that start and stop read."""

    var: str
    start: Expr
    stop: Expr
    step: int
    body: tuple[Stmt, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class While:
    """Any other loop."""

    condition: Expr
    body: tuple[Stmt, ...]
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Jump:
    """break or continue; early returns are branches already."""

    kind: str
    span: Span = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Contribute:
    """Only in adjoint kernels, at the end of the body: derivative of `param` at `offset`, `component` += value."""

    param: int
    offset: tuple[int, ...]
    component: int
    value: Expr


Stmt = Union[Declare, Assign, If, For, While, Jump, Contribute]


# --- kernels and loops ----------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Param:
    """A kernel parameter. kind: "dat" (ACC<T>), "pointer" (gbl, scalar or reduction), "index"."""

    name: str
    kind: str
    type: str
    const: bool
    span: Span = field(default=NOWHERE, compare=False)
    struct: int = 0  # [bytes] of a struct that a "pointer" points to; 0: a number


@dataclass(frozen=True, slots=True)
class Kernel:
    """One kernel (or one instance of a kernel template), self-contained: helpers inlined, macros expanded."""

    name: str
    params: tuple[Param, ...]
    body: tuple[Stmt, ...]
    span: Span
    unsupported: tuple[Unsupported, ...] = ()  # not empty: the body is incomplete; the loop runs the reference
    user_adjoint: Union[Kernel, None] = None  # `<name>_adjoint`, if the program defines one


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A construct the IR cannot hold: what, where, and a way out."""

    what: str
    span: Span
    hint: str = ""
    code: str = ""  # diagnostic code where a program must not do this at all ("mutable-static"); "" if only we cannot

    def of(self, kernel: str) -> str:
        """The sentence about the kernel of this name: `what` is a sentence about "the kernel", or the name of a construct."""
        rest = self.what.removeprefix("the kernel ")
        return f"kernel '{kernel}' {rest}" if rest != self.what else f"kernel '{kernel}' contains {rest}"


@dataclass(frozen=True, slots=True)
class Stencil:
    """A declared stencil as far as the source tells."""

    name: str
    dims: int
    offsets: Union[tuple[tuple[int, ...], ...], None]  # None: not known statically
    stride: Union[tuple[int, ...], None]  # None: not known statically; (1, ..) for plain stencils
    kind: str = "normal"  # normal | restrict | prolong
    span: Span = field(default=NOWHERE, compare=False)
    several: bool = False  # any of several stencils may be meant: `offsets` has the points of all


@dataclass(frozen=True, slots=True)
class Arg:
    """One loop argument. `None` fields could not be resolved statically."""

    kind: str  # dat | gbl | reduce | idx | scalar
    dat: str  # source text of the handle, for messages
    dim: Union[int, None]
    stencil: Union[Stencil, None]
    type: str  # canonical element type ("double"); "" if unknown
    access: Union[Access, None]
    optional: bool
    span: Span
    access_span: Span = NOWHERE
    stencil_span: Span = NOWHERE
    soa: bool = False  # structure of arrays, by this type string or for the whole program
    type_text: str = ""  # the type string as written


@dataclass(frozen=True, slots=True)
class Loop:
    """One ops_par_loop or ops_scalar_loop call (in one instance of the enclosing template, if any)."""

    name: str  # "" if not a literal
    kernel: Kernel
    dims: int  # axes: those of the call, or of the block if it has more
    args: tuple[Arg, ...]
    passive: bool
    span: Span
    function: str  # enclosing function, for comments
    block_dims: Union[int, None] = None  # of the block it runs on
    range_length: Union[int, None] = None  # elements of the range array
    range_span: Span = NOWHERE
    block_span: Span = NOWHERE
    instance: tuple[tuple[str, str], ...] = ()  # template arguments of the enclosing function, where they tell kernels apart
    called_dims: int = 0  # as the call gives them; 0: as `dims`
    scalars: bool = False  # ops_scalar_loop: one point, no block, no range


@dataclass(frozen=True, slots=True)
class Refused:
    """An ops_par_loop call that only the reference can run: `blame` is the place of what the translator could not express."""

    name: str  # "" if not a literal
    span: Span
    why: str
    blame: Span
    hint: str = ""


@dataclass(frozen=True, slots=True)
class ConstantDecl:
    name: str
    type: str
    dim: int  # 0: known when the program runs
    bytes: int  # 0 likewise
    span: Span


@dataclass(frozen=True, slots=True)
class Program:
    name: str
    loops: tuple[Loop, ...]
    constants: tuple[ConstantDecl, ...]
    derivatives: bool  # the program calls the derivative API
    soa: bool  # OPS_SOA is defined
    files: tuple[str, ...]  # every user file read, for dependency tracking
    second_derivatives: bool = False  # it asks for Hessian-vector products
    refused: tuple[Refused, ...] = ()
    members_read: bool = False  # it reads members of handles that point to values


# --- after differentiation ------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Idle:
    """Run `body` at a source point: if `condition` holds then, every contribution of the point is 0."""

    body: tuple[Stmt, ...]
    condition: Expr


@dataclass(frozen=True, slots=True)
class AdjointKernel:
    """The reverse of a kernel at one point: `body` holds ordinary statements, Seed expressions and Contribute statements.

    The Contribute statements stand at the end of the body, at most one per (param, offset, component), outside any If.
    Loads are of the values before the loop. Contributions to a written argument that is not `passed_through` are to a
    derivative just consumed (zero); a written argument without seeds was overwritten by passive values (consumed unread).
    """

    kernel: Kernel
    body: tuple[Stmt, ...]
    seeds: tuple[int, ...]  # params whose derivative after the loop is read
    targets: tuple[int, ...]  # params that receive contributions
    passed_through: tuple[int, ...]  # written params whose own derivative is unchanged by the loop (pure increments)
    adjoint_reads: tuple[int, ...]  # params whose values the body loads
    idle: Union[Idle, None] = None  # a cheap test for points that contribute nothing


@dataclass(frozen=True, slots=True)
class NotDifferentiable:
    """Why a loop has no adjoint: what, where, and a way out. A result, never an exception outside the passes."""

    what: str
    span: Span
    hint: str = ""
