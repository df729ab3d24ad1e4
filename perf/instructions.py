"""Counts the instructions of kernels of the target cuda, without a device, and estimates how fast a device can issue them.

    python3 perf/instructions.py [LOOPS.CPP ..] [--build build/gpu] [--only WORD ..] [--results FILE.json --case WORD] [--json FILE]

Compiles generated code, by default that of poisson, lbm and cloverleaf in the build folder, with the flags of the target for sm_90, and disassembles it. Needs
nvcc, cuobjdump and nvdisasm: in PATH, in /usr/local/cuda/bin, or from pip (nvidia-cuda-cuobjdump, nvidia-cuda-nvdisasm).

  all        instructions of the kernel, each counted once: what a thread executes where the kernel has neither loops nor branches around much of it
  integer    addresses and indices     float  arithmetic of values     memory  loads and stores, those of constants included
  control    branches and barriers     other  mostly moves             called  in routines behind the kernel, such as the slow path of a division
  loops      how many branches go back: 0 for kernels of one point a thread, 1 for those of several, if the kernel of the program has no loops
  point      instructions for one point: all of them without a loop, those within the loop if there is one
  of copy    time of a copy of a point's bytes within the device's memory, over the time of issuing the instructions of the point: below 100 % the
             loop cannot run at the speed of a copy. Bytes are those of the loop's row in the table of loops of a case in the results, divided by the points of
             the case; of forward kernels only, as a reversed loop is several kernels.

Standard library only.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from table import aligned

ROOT = Path(__file__).resolve().parents[1]
DEFAULT = ("poisson", "lbm", "cloverleaf")
FLAGS = ROOT / "backends" / "cuda" / "CMakeLists.txt"  # its `set(compile ..)` has them
CAUSES = {
    "float": "DADD DMUL DFMA DSETP DMNMX FADD FMUL FFMA FSETP FMNMX FSEL FCHK MUFU FRND F2F FADD32I FMUL32I FFMA32I",
    "memory": "LD LDG LDS LDL LDC LDCU ULDC ST STG STS STL ATOM ATOMG ATOMS RED REDG LDGSTS LDGDEPBAR CCTL MEMBAR DEPBAR",
    "control": "BRA BRX JMP BSSY BSYNC BREAK EXIT RET CALL WARPSYNC BAR YIELD NANOSLEEP BMOV KILL ERRBAR",
    "integer": "IMAD IADD3 IADD LEA SHF SHL SHR LOP3 LOP PLOP3 ISETP IMNMX VIMNMX VIADD VIADDMNMX IABS FLO POPC BREV SGXT BMSK I2F F2I I2I I2FP",
}
CAUSE = {name: cause for cause, names in CAUSES.items() for name in names.split()}
COLUMNS = ("integer", "float", "memory", "control", "other")
NUMBERS = ("all", *COLUMNS, "called", "loops", "point", "registers", "shared")


class Refused(Exception):
    """A tool is missing, or says no."""


@dataclass(frozen=True)
class Device:
    """Instructions of one thread are issued for 32 threads at once, one a cycle by each scheduler."""

    name: str
    processors: int
    schedulers: int
    clock: float  # [1/s]
    copy: float  # [bytes/s], read and written together

    def issued(self) -> float:
        """Instructions of threads [1/s]."""
        return 32.0 * self.processors * self.schedulers * self.clock


DEVICES = (Device("H100", 132, 4, 1.755e9, 3.0e12), Device("H200", 132, 4, 1.755e9, 4.22e12))


@dataclass(frozen=True)
class Kernel:
    """What is counted of one."""

    name: str
    form: str
    causes: Counter[str]
    called: int
    loops: int
    point: int | None
    registers: int
    shared: int

    @property
    def all(self) -> int:
        return sum(self.causes.values())

    @property
    def loop(self) -> str:
        """The loop of the program."""
        return re.sub(r"^loop_\d+_", "", self.name.split("::")[0])


def cause(operation: str) -> str:
    """Instructions of all threads at once, which have a U before their names, count as those of one thread."""
    return CAUSE.get(operation) or CAUSE.get(operation.removeprefix("U"), "other")


def names_of(symbol: str) -> tuple[str, str]:
    """The loop's namespace with its function, and the form of the kernel. In symbols, names stand behind their lengths."""
    form = re.search(r"7executeINS\d*_(\d+)(\w+)", symbol)
    named = form[2][:int(form[1])] if form else ""
    found = re.search(r"ops_loops(\d+)(\w+)", symbol)
    if found is None:
        return symbol, named
    loop, rest = found[2][:int(found[1])], found[2][int(found[1]):]
    function = re.match(r"(\d+)(\w+)", rest)
    return loop + (f"::{function[2][:int(function[1])].removesuffix('_launch')}" if function else ""), named


def instructions(text: str) -> list[tuple[int, str, int | None]]:
    """Place, name without its words, and the place that it refers to, of all in one function."""
    found = re.findall(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9]*)(\S*)([^;]*);", text, re.MULTILINE)
    return [(int(place, 16), name, int(to[1], 16) if name in ("BRA", "CALL") and (to := re.search(r"\b0x([0-9a-f]+)\s*$", rest.strip())) else None)
            for place, name, _, rest in found]


def counted(text: str) -> tuple[Counter[str], int, int, int | None]:
    """By cause; in routines that are called; how many branches go back; for one point. What fills up behind the end does not count."""
    all_of_it = [one for one in instructions(text) if one[1] != "NOP" and not (one[1] == "BRA" and one[2] == one[0])]
    routines = min((to for _, name, to in all_of_it if name == "CALL" and to is not None), default=1 << 60)
    main = [one for one in all_of_it if one[0] < routines]
    loops = [(to, place) for place, name, to in main if name == "BRA" and to is not None and to < place]
    within = [sum(begin <= place <= end for place, _, _ in main) for begin, end in loops] or [len(main)]
    return Counter(cause(name) for _, name, _ in main), len(all_of_it) - len(main), len(loops), within[0] if len(within) == 1 else None


def functions(disassembly: str) -> Iterator[tuple[str, str]]:
    """Symbol and text of each."""
    _, *rest = re.split(r"^\s*Function : (\S+)$", disassembly, flags=re.MULTILINE)
    return zip(rest[::2], rest[1::2], strict=True)


def resources(said: str) -> dict[str, tuple[int, int]]:
    """Registers, and shared memory that is not asked for by a launch [bytes], by symbol."""
    found = re.findall(r"Function (\S+):\s+REG:(\d+) .*?SHARED:(\d+)", said)
    return {symbol: (int(registers), int(shared)) for symbol, registers, shared in found}


def kernels(disassembly: str, said: str) -> list[Kernel]:
    uses, found = resources(said), []
    for symbol, text in functions(disassembly):
        if "7execute" in symbol:
            found.append(Kernel(*names_of(symbol), *counted(text), *uses.get(symbol, (0, 0))))
    return sorted(found, key=lambda kernel: (int((re.findall(r"^loop_(\d+)", kernel.name) or ["0"])[0]), kernel.name))


def tool(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/cuda/bin")))
    if found is None:
        raise Refused(f"{name} is neither in PATH nor in /usr/local/cuda/bin")
    return found


def output(*words: str | Path) -> str:
    result = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        raise Refused(f"{Path(words[0]).name}: ended with status {result.returncode}:\n{(result.stdout + result.stderr)[-2000:]}")
    return result.stdout


def compiled(loops: Path, folder: Path) -> list[Kernel]:
    """Those of generated code."""
    found = re.search(r"set\(compile \$\{OPSGRAD_NVCC\} -ccbin \$\{CMAKE_CXX_COMPILER\} (.*)\)", FLAGS.read_text())
    assert found is not None, FLAGS
    cubin = folder / "loops.cubin"
    output(tool("nvcc"), *found[1].split(), f"-I{ROOT}", f"-I{ROOT}/tests/cuda", "-cubin", "-arch=sm_90", loops.resolve(), "-o", cubin)
    return kernels(output(tool("cuobjdump"), "-sass", cubin), output(tool("cuobjdump"), "-res-usage", cubin))


def case_of(results: Path, word: str) -> dict[str, Any]:
    rows = [row for row in json.loads(results.read_text())["rows"] if word in row["case"] and row.get("report", {}).get("points")]
    if not rows:
        raise Refused(f"{results}: no case that is named like '{word}' has a report with the number of its points")
    return dict(rows[0])


def bytes_of(row: dict[str, Any]) -> dict[tuple[str, str], float]:
    """Of one point, by loop and direction, for loops over all points of the case."""
    found: dict[tuple[str, str], float] = {}
    for loop in (*row.get("primal_loops", []), *row.get("loops", [])):
        if loop["calls"] and loop["bytes"]:
            found[loop["name"], loop["pass"]] = loop["bytes"] / loop["calls"] / row["report"]["points"]
    return found


def bytes_of_point(kernel: Kernel, known: dict[tuple[str, str], float]) -> float | None:
    return known.get((kernel.loop, "forward")) if kernel.name.endswith("::point") else None


def of_copy(number: int, of_point: float, device: Device) -> float:
    """`number`: instructions for the bytes of a point."""
    return of_point / device.copy / (number / device.issued())


def described(kernel: Kernel, known: dict[tuple[str, str], float]) -> dict[str, Any]:
    row: dict[str, Any] = {"kernel": kernel.name, "form": kernel.form, "all": kernel.all, **{column: kernel.causes[column] for column in COLUMNS},
                           "called": kernel.called, "loops": kernel.loops, "point": kernel.point, "registers": kernel.registers, "shared": kernel.shared}
    of_point = bytes_of_point(kernel, known)
    if of_point is not None and kernel.point is not None:
        row |= {"bytes": of_point, **{device.name: of_copy(kernel.point, of_point, device) for device in DEVICES}}
    return row


def render(rows: list[dict[str, Any]]) -> str:
    head = ("kernel", "form", *NUMBERS, "bytes", *(f"{device.name}, of copy" for device in DEVICES))
    lines: list[tuple[str, ...]] = [head]
    for row in rows:
        parts = (f"{100 * row[device.name]:.0f} %" if device.name in row else "-" for device in DEVICES)
        lines.append((row["kernel"], row["form"], *("-" if row[key] is None else str(row[key]) for key in NUMBERS), f"{row['bytes']:.1f}" if "bytes" in row else "-", *parts))
    return "\n".join(aligned(lines))


def generated(build: Path) -> list[Path]:
    """Of the default applications, for the target cuda, or cuda_host, which has the same text."""
    found = [path for app in DEFAULT for target in ("cuda", "cuda_host") if (path := build / "apps" / app / "generated" / app / target / "loops.cpp").exists()]
    if not found:
        raise Refused(f"{build} has no generated code of {', '.join(DEFAULT)} for the target cuda")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("loops", type=Path, nargs="*", help="generated code: loops.cpp of the target cuda")
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "gpu", help="where it is taken from; default: build/gpu")
    parser.add_argument("--only", nargs="+", default=[""], metavar="WORD", help="kernels whose name contains one of the words")
    parser.add_argument("--results", type=Path, help="of perf/gpu.py: bytes of loops")
    parser.add_argument("--case", default="", help="a word of the case's name in the results")
    parser.add_argument("--json", type=Path, help="where the numbers are written as well")
    options = parser.parse_args()
    try:
        known = bytes_of(case_of(options.results, options.case)) if options.results else {}
        rows = []
        for loops in options.loops or generated(options.build):
            with tempfile.TemporaryDirectory() as folder:
                found = [kernel for kernel in compiled(loops, Path(folder)) if any(word in kernel.name for word in options.only)]
            rows += [described(kernel, known) for kernel in found]
    except Refused as why:
        print(f"perf/instructions.py: {why}", file=sys.stderr)
        return 1
    print(render(rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
