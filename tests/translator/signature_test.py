"""The line by which run time and translator recognise a loop (docs/architecture.md)."""

from __future__ import annotations

from dataclasses import replace

from tests.translator.build_ir import program
from translator.ir import Loop, Stencil
from translator.signature import signature


def with_stencil(loop: Loop, stride: tuple[int, ...], kind: str = "normal") -> Loop:
    arg = replace(loop.args[0], stencil=Stencil("S", len(stride), None, stride, kind))
    return replace(loop, args=(arg, *loop.args[1:]))


def test_the_example_of_the_documentation() -> None:
    loop = program(2, "u:dat:READ v:dat:WRITE s:reduce:INC i:idx:READ", [])
    assert signature(loop) == "2|dat:double:1:READ:uu|dat:double:1:WRITE:uu|red:double:1:INC|idx"


def test_values() -> None:
    assert signature(program(1, "g:gbl:READ:int:4 s:scalar:READ", [])) == "1|gbl:int:4|sca:double:1"


def test_axes_by_stride_and_level() -> None:
    loop = program(3, "u:dat:READ", [])
    assert signature(with_stencil(loop, (1, 0, 2))) == "3|dat:double:1:READ:u0s"
    assert signature(with_stencil(loop, (2, 2, 2), "restrict")) == "3|dat:double:1:READ:rrr"
    assert signature(with_stencil(loop, (2, 2, 2), "prolong")) == "3|dat:double:1:READ:ppp"


def test_layout_only_where_there_are_components() -> None:
    loop = program(1, "u:dat:READ:float:3", [])
    assert signature(loop) == "1|dat:float:3:READ:u:aos"
    soa = replace(loop, args=(replace(loop.args[0], soa=True),))
    assert signature(soa) == "1|dat:float:3:READ:u:soa"
    assert signature(program(1, "u:dat:READ", [])) == "1|dat:double:1:READ:u"
