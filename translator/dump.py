"""A program's IR as readable text, for people who wonder what the translator saw."""

from __future__ import annotations

from translator.ir import (Arg, Assign, Binary, Call, Cast, Const, Constant, Contribute, Declare, Element, Expr, For, Global, If, Jump,
                           Kernel, Load, Loop, Program, Seed, Select, Stmt, Unary, Var, While)


def program(p: Program) -> str:
    """The whole program."""
    lines = [f"program {p.name}: derivatives {p.derivatives}, soa {p.soa}"]
    lines += [f"  file {f}" for f in p.files]
    lines += [f"  constant {c.name}: {c.type}[{c.dim}], {c.bytes} bytes" for c in p.constants]
    for loop in p.loops:
        lines += _loop(loop)
    return "\n".join(lines) + "\n"


def _loop(loop: Loop) -> list[str]:
    kind = "passive loop" if loop.passive else "loop"
    lines = [f"{kind} '{loop.name}' at {loop.span.file}:{loop.span.line} in {loop.function or 'a global'}: {loop.dims} dimensions"]
    lines += [f"  {param.name}: {_arg(arg)}" for param, arg in zip(loop.kernel.params, loop.args)]
    return lines + [f"  {line}" for line in kernel(loop.kernel)]


def _arg(arg: Arg) -> str:
    access = "" if arg.access is None else f" {arg.access.name}"
    text = f"{arg.kind} {arg.dat} {arg.type}[{arg.dim}]{access}"
    if arg.stencil is not None:
        text += f" through '{arg.stencil.name}' {arg.stencil.offsets} stride {arg.stencil.stride} {arg.stencil.kind}"
    return text + (" optional" if arg.optional else "")


def kernel(k: Kernel) -> list[str]:
    """A kernel, one line per statement."""
    names = [p.name for p in k.params]
    params = ", ".join(f"{'const ' if p.const else ''}{p.kind} {p.type} {p.name}" for p in k.params)
    lines = [f"kernel {k.name}({params})"]
    lines += [f"  unsupported: {u.what} at {u.span.file}:{u.span.line}:{u.span.column}" for u in k.unsupported]
    lines += _block(k.body, names, "  ")
    if k.user_adjoint is not None:
        lines += ["user adjoint:", *kernel(k.user_adjoint)]
    return lines


def _block(statements: tuple[Stmt, ...], names: list[str], indent: str) -> list[str]:
    return [line for s in statements for line in _statement(s, names, indent)]


def _statement(s: Stmt, names: list[str], indent: str) -> list[str]:
    def text(e: Expr) -> str:
        return expression(e, names)

    deeper = indent + "  "
    match s:
        case Declare():
            extents = "".join(f"[{n}]" for n in s.extents)
            return [f"{indent}{s.type} {s.name}{extents}" + ("" if s.value is None else f" = {text(s.value)}")]
        case Assign():
            return [f"{indent}{text(s.target)} = {text(s.value)}"]
        case If():
            other = [f"{indent}else", *_block(s.other, names, deeper)] if s.other else []
            return [f"{indent}if {text(s.condition)}", *_block(s.then, names, deeper), *other]
        case For():
            return [f"{indent}for {s.var} from {text(s.start)} to {text(s.stop)} by {s.step}", *_block(s.body, names, deeper)]
        case While():
            return [f"{indent}while {text(s.condition)}", *_block(s.body, names, deeper)]
        case Jump():
            return [f"{indent}{s.kind}"]
        case Contribute():
            return [f"{indent}d {names[s.param]}{s.offset}.{s.component} += {text(s.value)}"]


def expression(e: Expr, names: list[str]) -> str:
    """An expression, fully parenthesised, accesses by the parameter's name."""
    def text(inner: Expr) -> str:
        return expression(inner, names)

    match e:
        case Const():
            return e.text or str(e.value)
        case Var():
            return e.name
        case Element():
            return e.name + "".join(f"[{text(i)}]" for i in e.index)
        case Load():
            component = "" if e.component == Const(0, "int") else f"{text(e.component)}; "
            return f"{names[e.param]}({component}{', '.join(map(text, e.offset))})"
        case Global():
            return f"{names[e.param]}[{text(e.index)}]"
        case Constant():
            at = "" if e.index is None else f" + {text(e.index)} * {e.stride}"
            return f"{e.name}@{e.byte}{at}:{e.type}"
        case Unary():
            return f"{e.op}{text(e.operand)}"
        case Binary():
            return f"({text(e.left)} {e.op} {text(e.right)})"
        case Call():
            return f"{e.name}({', '.join(map(text, e.args))})"
        case Select():
            return f"({text(e.condition)} ? {text(e.then)} : {text(e.other)})"
        case Cast():
            return f"{e.type}({text(e.operand)})"
        case Seed():
            return f"seed {names[e.param]}.{e.component}" + (f" at {e.offset}" if e.offset else "")
