"""Registers of a kernel's PTX that are read where not every path from the beginning has written them: such a read finds any value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce

SPECIAL = re.compile(r"%(?:n?tid|n?ctaid|laneid|n?warpid|n?smid|gridid|lanemask_\w+|clock\w*|globaltimer\w*|envreg\d+|dynamic_smem_size|total_smem_size)\b")
WITHOUT_RESULT = {"st", "red", "bra", "brx", "ret", "exit", "trap", "bar", "barrier", "membar", "fence", "call", "prefetch", "prefetchu", "cp", "nanosleep"}
FINAL = {"ret", "exit", "trap"}
Registers = frozenset[str]


@dataclass(frozen=True)
class Instruction:
    """One statement. `writes`: what it writes for certain, which excludes the result of a predicated instruction."""

    text: str
    operation: str  # without its types
    predicated: bool
    reads: Registers
    writes: Registers


@dataclass(frozen=True)
class Block:
    """Instructions that run one after the other, and the blocks that may follow, by number."""

    instructions: tuple[Instruction, ...]
    followers: tuple[int, ...]


def registers_of(operands: str) -> Registers:
    return frozenset(re.findall(r"%\w+", SPECIAL.sub("", operands)))


def result_and_sources(operands: str) -> tuple[str, str]:
    """The first operand, which may be several registers in braces, and the others."""
    found = re.match(r"(\{[^}]*\}|[^,]*)(.*)", operands, re.DOTALL)
    assert found is not None
    return found[1], found[2]


def instruction(text: str) -> Instruction:
    found = re.match(r"(?:@!?(%\w+)\s+)?(\w+)\S*\s*(.*)", text, re.DOTALL)
    assert found is not None, text
    guard, operation, operands = found.groups()
    result, sources = ("", operands) if operation in WITHOUT_RESULT else result_and_sources(operands)
    reads = registers_of(sources) | registers_of(guard or "")
    return Instruction(text, operation, bool(guard), reads, Registers() if guard else registers_of(result))


def statements(body: str) -> list[tuple[list[str], str]]:
    """Labels and the statement behind them. `body`: behind the kernel's parameters."""
    text = re.sub(r"//.*|^\s*\.(?:loc|file)\b.*", "", body, flags=re.MULTILINE)
    found = []
    for statement in text.split(";"):
        labels = []
        statement = statement.strip("{} \t\n")  # scopes
        while label := re.match(r"(\$?\w+)\s*:(?!:)\s*", statement):
            labels.append(label[1])
            statement = statement[label.end():].strip("{} \t\n")
        found.append((labels, re.sub(r"\s+", " ", statement)))
    return found


def targets_of(jump: Instruction, tables: dict[str, list[str]]) -> list[str]:
    """Labels that a branch goes to."""
    labels = re.findall(r"\$\w+", jump.text)
    return tables[labels[-1]] if jump.operation == "brx" else labels


def blocks_of(body: str) -> list[Block]:
    """In the order of the text; the kernel begins with the first."""
    groups: list[list[Instruction]] = [[]]
    places: dict[str, int] = {}
    tables: dict[str, list[str]] = {}  # of indexed branches
    for labels, statement in statements(body):
        if statement.startswith(".branchtargets"):
            tables.update((label, re.findall(r"\$\w+", statement)) for label in labels)
            continue
        if labels and groups[-1]:
            groups.append([])
        places.update((label, len(groups) - 1) for label in labels)
        if not statement or statement.startswith("."):
            continue
        groups[-1].append(instruction(statement))
        if groups[-1][-1].operation in ("bra", "brx", *FINAL):
            groups.append([])
    return [Block(tuple(group), followers(number, group, len(groups), places, tables)) for number, group in enumerate(groups)]


def followers(number: int, group: list[Instruction], count: int, places: dict[str, int], tables: dict[str, list[str]]) -> tuple[int, ...]:
    last = group[-1] if group else None
    found = [places[label] for label in targets_of(last, tables)] if last is not None and last.operation in ("bra", "brx") else []
    leaves = last is not None and not last.predicated and last.operation in ("bra", "brx", *FINAL)
    return tuple(found) if leaves or number + 1 == count else (*found, number + 1)


def written_before(blocks: list[Block]) -> list[Registers | None]:
    """What every path to each block has written; None for a block that no path reaches."""
    before: list[Registers | None] = [Registers(), *[None] * (len(blocks) - 1)]
    waiting = [0]
    while waiting:
        number = waiting.pop()
        known = before[number]
        assert known is not None
        after = reduce(Registers.union, (one.writes for one in blocks[number].instructions), known)
        for follower in blocks[number].followers:
            there = before[follower]
            both = after if there is None else there & after
            if both != there:
                before[follower] = both
                waiting.append(follower)
    return before


def unwritten_reads(body: str) -> list[tuple[str, str]]:
    """Register and instruction of each read that some path reaches without having written the register."""
    blocks = blocks_of(body[body.index("{"):])
    found = []
    for block, known in zip(blocks, written_before(blocks), strict=True):
        if known is None:
            continue
        for one in block.instructions:
            found += [(register, one.text) for register in sorted(one.reads - known)]
            known |= one.writes
    return found
