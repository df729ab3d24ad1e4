"""Which reads of data stand before a body, so that a loop over it vectorises (`RowPlaces.body`)."""

from __future__ import annotations

from translator.ir import Binary, Const, Expr, Load, Seed, Select, Stmt
from translator.passes.walk import blocks, body_nodes, constant_offset, nodes, reads


def conditional_reads(body: tuple[Stmt, ...], values: tuple[Expr, ...]) -> list[Load | Seed]:
    """Distinct loads and seeds at constant places that are not read on every path, in order."""
    found: dict[Load | Seed, None] = {}
    for s in body:
        inner = [e for block in blocks(s) for e in body_nodes(block)]
        for e in (*inner, *(n for top in reads(s) for n in _chosen(top))):
            found.update({e: None} if isinstance(e, (Load, Seed)) else {})
    for value in values:
        found.update({e: None for e in _chosen(value) if isinstance(e, (Load, Seed))})
    return [e for e in found if isinstance(e, Seed) or constant_offset(e) is not None and isinstance(e.component, Const)]


def _chosen(e: Expr) -> list[Expr]:
    """What is evaluated only if a condition within `e` says so."""
    found: list[Expr] = []
    for n in nodes(e):
        if isinstance(n, Select):
            found += [*nodes(n.then), *nodes(n.other)]
        elif isinstance(n, Binary) and n.op in ("&&", "||"):
            found += nodes(n.right)
    return found
