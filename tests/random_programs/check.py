"""What must hold of a program: targets and numbers of threads agree to the last bit, and all with the plain program."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import isfinite, isnan

from tests.random_programs import application
from tests.random_programs.build import Built
from tests.random_programs.model import Batch, Outside, Program, Reckoned, Squared, calls
from tests.tier import FULL, T

# For double, and where a program uses float. Closer to a point where a kernel is not smooth, rounding may choose another branch.
NEAR_TIE = {"double": 1e-11, "float": 1e-6}
FAR_FROM_TIES = {"slope": 1e-6, "second": 3e-5}  # no branch changes within the step of central differences, 1e-7 and 1e-5
TOLERANCE = {"double": 1e-8, "float": 1e-3}  # relative to the largest entry of one input's derivative, or a thousandth of the largest of all


@dataclass(frozen=True)
class Lines:
    """value, slope and second (derivative) lines by name, and the rest."""

    values: dict[str, list[float]] = field(default_factory=dict)
    slopes: dict[str, list[float]] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    other: dict[str, list[str]] = field(default_factory=dict)

    @staticmethod
    def of(text: str) -> Lines:
        out = Lines()
        for words in map(str.split, text.splitlines()):
            kinds = {"value": out.values, "slope": out.slopes, "second": out.seconds}
            if len(words) > 1 and words[0] in kinds:
                kinds[words[0]][words[1]] = [float.fromhex(w) for w in words[2:]]
            elif words:
                out.other[words[0]] = words[1:]
        return out


@dataclass(frozen=True)
class Verdict:
    """`wrong`: what is, in one line; "" if nothing. `smooth`: whether derivatives could be compared with the plain program's."""

    wrong: str
    smooth: bool = True


def check(built: Built, batch: Batch, number: int, left_out: frozenset[int] = frozenset(), checked: bool = False, ranks: tuple[int, ...] = (),
          one_process: bool = True) -> Verdict:
    """Runs the program without the events `left_out` on all targets, and on so many processes each."""
    words = [f"without={','.join(map(str, sorted(left_out)))}"] if left_out else []
    if has_second(batch, number):
        words.append("second")
    seq = built.run(batch.seed, "seq", number, *words)
    if not seq.endswith("done\n") or "FAILED" in seq:
        return Verdict(f"seq: {_told(seq)}")
    plain = Lines.of(built.run(batch.seed, "plain", number, *words))
    wrong, smooth = _against_plain(Lines.of(seq), plain, precision(batch.programs[number]))
    if wrong:
        return Verdict(f"seq: {wrong}", smooth)
    runs = [*_others(built, batch, number, words, checked), _interrupted(built, batch, number, words)] if one_process else []
    runs += [_interrupted(built, batch, number, words, True)] if ranks else []
    for how, text in [*runs, *(_shared(built, batch, number, words, n) for n in ranks)]:
        if difference := _difference(text, seq):
            return Verdict(f"{how}: {difference}", smooth)
    return Verdict("", smooth)


def _shared(built: Built, batch: Batch, number: int, words: list[str], ranks: int) -> tuple[str, str]:
    """On several processes, which keep everything, two states, or what fits into the least memory, there or on disk as well."""
    turn = number + ranks
    more = [*[[], ["slots=2"], [], [f"-OPS_AD_DISK={built.folder}"]][turn % 4], *([f"-OPS_TILING_MAXDEPTH={turn % 5}"] if turn % 5 else [])]
    run = lambda *limit: built.run(batch.seed, "mpi", number, *words, *more, *limit, ranks=ranks)  # noqa: E731
    return f"mpi, {ranks} processes{' in the least memory' if turn % 4 > 1 else ''} {' '.join(more)}", _least_memory(run) if turn % 4 > 1 else run()


def _others(built: Built, batch: Batch, number: int, words: list[str], checked: bool) -> list[tuple[str, str]]:
    seed = batch.seed
    out = [(f"openmp, {n} threads", built.run(seed, "openmp", number, *words, threads=n)) for n in (1, 2)]
    out.append(("openmp, 2 states", built.run(seed, "openmp", number, *words, "slots=2", threads=2)))
    out.append(("openmp, least memory", _least_memory(lambda *limit: built.run(seed, "openmp", number, *words, *limit, threads=2))))
    out += [(f"hostile machine {' '.join(more)}", built.run(seed, "hostile", number, *words, *more, threads=2)) for more in _in_turn([[], ["slots=2"]], number)]
    tiles = _tiles(random.Random(seed * 1000 + number))
    out += [(f"{target}, {' '.join(tiles)}", built.run(seed, target, number, *words, *tiles, threads=3)) for target in _in_turn(["openmp", "hostile"], number)]
    if built.has(seed, "cuda_host"):
        out += [(f"kernels of cuda on the host {' '.join(more)}", built.run(seed, "cuda_host", number, *words, *more)) for more in ([], ["slots=2"])]
        memory = lambda *limit: built.run(seed, "cuda_host", number, *words, "-OPS_AD_HOST_MEMORY=1GB", *limit)  # noqa: E731
        out.append(("kernels of cuda on the host, all but 2 kB moved", memory("-OPS_AD_MEMORY=2kB")))
    return [*out, ("checked", built.run(seed, "checked", number, *words))] if checked else out


def _in_turn(ways: list[T], number: int) -> list[T]:
    """All of them in the full tier, elsewhere one for each program."""
    return ways if FULL else [ways[number % len(ways)]]


def _tiles(choose: random.Random) -> list[str]:
    """Options with which all that can be is done tile by tile."""
    sizes = [f"OPS_TILESIZE_{axis}={choose.choice((1, 2, 3, 5, 9))}" for axis in "XYZ" if choose.random() < 0.8]
    return ["OPS_TILING=force", *sizes, *(["slots=2"] if choose.random() < 0.5 else [])]


def _interrupted(built: Built, batch: Batch, number: int, words: list[str], ranks: bool = False) -> tuple[str, str]:
    """Killed before one of its events, and then run to the end: with everything kept, with two states, or with a disk; on other numbers of processes."""
    program = batch.programs[number]
    choose = random.Random(batch.seed * 1000 + number)
    die = choose.randrange(len(program.before) + program.steps * len(program.step) + len(program.after))
    target, more = ("mpi", ["slots=2"]) if ranks else (("openmp", []), ("hostile", ["slots=2"]), ("openmp", ["-OPS_AD_MEMORY=1GB", f"-OPS_AD_DISK={built.folder}"]))[number % 3]
    first, second = (choose.randint(1, 3), choose.randint(1, 3)) if ranks else (1, 1)
    file = built.folder / f"state_{batch.seed}_{number}"
    again = [*words, *more, f"restart={file}", "OPS_CHECKPOINT"]
    built.run(batch.seed, target, number, *again, f"die={die}", threads=2, ranks=first)
    text = built.run(batch.seed, target, number, *again, threads=2, ranks=second)
    for left in built.folder.glob(file.name + "*"):
        left.unlink()
    return f"{target}, killed before event {die}, {' '.join(more)}{f', on {first} and {second} processes' if ranks else ''}", text


def _least_memory(run: Callable[..., str]) -> str:
    """With as little memory as the run says would be enough; later steps may say that they need more."""
    text, enough = "", "1"
    for _ in range(30):
        text = run(f"-OPS_AD_MEMORY={enough}")
        match = re.search(r"; (\d+) bytes would suffice", text)
        if match is None:
            break
        enough = match[1]
    return text


def _told(text: str) -> str:
    return "\n".join(line[:3000] for line in text.splitlines() if not line.startswith(("value ", "slope "))) or "nothing printed"


def _alike(x: float, y: float) -> bool:
    """Zeros are: of two with different signs fmax and fmin may give either, and compilers swap their arguments."""
    return x == y or isnan(x) and isnan(y)


def _difference(text: str, expected: str) -> str:
    """In one line; "" where there is none."""
    if not text.endswith("done\n") or "FAILED" in text:
        return _told(text)
    a, b = Lines.of(text), Lines.of(expected)
    for what, got, wanted in (("value", a.values, b.values), ("derivative", a.slopes, b.slopes), ("second derivative", a.seconds, b.seconds)):
        for name in wanted:
            if len(got.get(name, [])) != len(wanted[name]):
                return f"{what} of {name}: printed lines differ"
            k = next((k for k, (x, y) in enumerate(zip(got[name], wanted[name])) if not _alike(x, y)), None)
            if k is not None:
                return f"{what} of {name}, entry {k}: {got[name][k]!r}, on seq {wanted[name][k]!r}"
    return "" if a.other == b.other else "printed lines differ"


def has_second(batch: Batch, number: int) -> bool:
    """Directions cannot pass external functions."""
    return batch.second and not any(isinstance(e, (Squared, Reckoned, Outside)) for e in batch.programs[number].events)


def precision(program: Program) -> str:
    kernels = [c.kernel for c in calls(program.events)]
    return "float" if any(k.style == "rounded" or any(p.type == "float" for p in k.params) for k in kernels) else "double"


def _against_plain(seq: Lines, plain: Lines, real: str) -> tuple[str, bool]:
    """What is wrong, and whether the program could be judged."""
    if "tie" not in plain.other:
        return "the plain program failed", False
    along, difference = (float.fromhex(w) for w in plain.other["difference"])
    largest = max((abs(x) for all_ in (*plain.values.values(), *plain.slopes.values()) for x in all_), default=0.0)
    tie = float.fromhex(plain.other["tie"][0])
    if not isfinite(largest + difference) or largest > 1e6 or tie < NEAR_TIE[real]:
        return "", False
    scale = max((abs(x) for all_ in plain.slopes.values() for x in all_), default=0.0)
    if tie > FAR_FROM_TIES["slope"] and abs(along - difference) > TOLERANCE[real] * (100 * scale + abs(difference)):
        return f"the plain program contradicts itself: slope {along}, by differences {difference}", True
    for what, got, wanted in (("value", seq.values, plain.values), ("derivative", seq.slopes, plain.slopes)):
        for name, all_ in wanted.items():
            size = max(max(map(abs, all_), default=0.0), 1e-3 * scale if what == "derivative" else 0.0)
            for k, (x, y) in enumerate(zip(got[name], all_, strict=True)):
                if not abs(x - y) <= TOLERANCE["float" if "f" in name else real] * size + 1e-300:
                    return f"{what} of {name}, entry {k}: {x!r}, of the plain program {y!r}", True
    return _second_against_plain(seq, plain, real), True


def _second_against_plain(seq: Lines, plain: Lines, real: str) -> str:
    """By central differences of the plain program's gradient: only where no branch changes between them, and in double."""
    if real != "double" or float.fromhex(plain.other["tie"][0]) < FAR_FROM_TIES["second"]:
        return ""
    scale = max((abs(x) for all_ in plain.seconds.values() for x in all_), default=0.0)
    for name, all_ in plain.seconds.items():
        for k, (x, y) in enumerate(zip(seq.seconds[name], all_, strict=True)):
            if not abs(x - y) <= 1e-5 * scale + 1e-300:
                return f"second derivative of {name}, entry {k}: {x!r}, of the plain program {y!r}"
    return ""


def reduced(batch: Batch, number: int, judge: Callable[[frozenset[int]], Verdict]) -> frozenset[int]:
    """Events that need not happen for the program to be wrong. @param judge  the program without some"""
    left_out: frozenset[int] = frozenset()
    kind = _kind(judge(left_out).wrong)
    for event in reversed(range(len(batch.programs[number].events))):
        verdict = judge(left_out | {event})
        if verdict.wrong and _kind(verdict.wrong) == kind:
            left_out |= {event}
    return left_out


def _kind(wrong: str) -> str:
    """How it is wrong, without names and numbers."""
    return re.sub(r"\d+", "", wrong.split(" of ")[0])[:60]


def story(batch: Batch, number: int, left_out: frozenset[int]) -> str:
    """The program as an application, without those events and without kernels that nothing calls."""
    p = batch.programs[number]
    sizes = (len(p.before), len(p.before) + len(p.step))
    kept = [tuple(e for n, e in enumerate(p.events) if n not in left_out and lo <= n < hi) for lo, hi in ((0, sizes[0]), sizes, (sizes[1], len(p.events)))]
    small = Program(p.seed, kept[0], p.steps, p.marked, kept[1], kept[2], p.seeds)
    used = {c.kernel.name for c in calls(small.events)}
    return application.text(replace(batch, programs=(small,), kernels=tuple(k for k in batch.kernels if k.name in used)))
