"""What NVIDIA's compiler makes of kernels, with the flags of backends/cuda, and what must not be in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.cuda.registers import unwritten_reads

ROOT = Path(__file__).parents[2]
NVCC = shutil.which("nvcc", path=os.pathsep.join((os.environ.get("PATH", ""), "/usr/local/cuda/bin")))
FLAGS = Path("backends/cuda/CMakeLists.txt")  # its `set(compile ..)` has them
EXACT = {"sqrt", "fabs", "abs", "ptrdiff_t", "size_t", "byte"}  # of what generated code takes from std::
Entries = dict[str, str]  # name -> PTX


class Refused(Exception):
    """What the compiler says."""


def flags(description: Path) -> list[str]:
    """As target cuda is compiled, without architectures and the host's compiler."""
    found = re.search(r"set\(compile \$\{OPSGRAD_NVCC\} -ccbin \$\{CMAKE_CXX_COMPILER\} (.*)\)", description.read_text())
    assert found is not None, description
    return found[1].split()


def compiled(loops: Path, *words: str, planted: Path = ROOT) -> str:
    """What the compiler says. `planted`: a folder whose files take the place of those of the project. Raises: Refused."""
    assert NVCC is not None
    description = planted / FLAGS if (planted / FLAGS).exists() else ROOT / FLAGS
    places = [f"-I{planted}", f"-I{ROOT}", f"-I{ROOT}/tests/cuda"]
    result = subprocess.run([NVCC, *flags(description), *places, *words, str(loops)], capture_output=True, text=True, timeout=1200)
    if result.returncode != 0:
        raise Refused(result.stdout + result.stderr)
    return result.stdout + result.stderr


def entries(loops: Path, folder: Path, planted: Path = ROOT) -> Entries:
    """Kernels as PTX for sm_90."""
    compiled(loops, "-ptx", "-arch=sm_90", "-o", str(folder / "loops.ptx"), planted=planted)
    return dict(re.findall(r"\.entry (\w+)\((.*?)\n\}", (folder / "loops.ptx").read_text(), re.DOTALL))


def assembled(folder: Path) -> str:
    """What ptxas says of the kernels that `entries` left in the folder. Raises: Refused."""
    assert NVCC is not None
    words = [str(Path(NVCC).with_name("ptxas")), "-v", "-arch=sm_90", "loops.ptx", "-o", "loops.cubin"]
    result = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=1200)
    if result.returncode != 0:
        raise Refused(result.stdout + result.stderr)
    return result.stdout + result.stderr


def is_exact(entry: str, loops: Path) -> bool:
    """Whether it is the kernel of a loop that calls no functions of the device's library."""
    if "_launch" not in entry:
        return False
    found = re.search(r"ops_loops(\d+)(loop_.*)", entry)  # names stand behind their lengths
    assert found is not None, entry
    text = (loops.parent / f"{found[2][:int(found[1])]}.cpp").read_text()
    return not set(re.findall(r"(?:std|functions)::(\w+)\(", text)) - EXACT


def fused(kernels: Entries, loops: Path | None = None) -> list[str]:
    """Kernels in which a product is joined with a sum. `loops`: generated code, whose kernels may call the device's library."""
    return [name for name, body in kernels.items() if (loops is None or is_exact(name, loops)) and re.search(r"\b(fma|mad)\.(rn\.)?(ftz\.)?f\d", body)]


def without_barrier(kernels: Entries) -> list[str]:
    """Kernels of more than one phase in which threads do not meet."""
    return [name for name, body in kernels.items() if not re.search(r"ops4cuda7executeINS0_(9EachPoint|8EachCell|16EachPointInOrder|8EachItem|16EachItemOfGroups)I", name) and not re.search(r"\b(bar|barrier)\.sync\b", body)]


def unnumbered(kernels: Entries) -> list[str]:
    """Kernels that store something, and do not ask which block and thread along axis x they are, or ask for more."""
    return [name for name, body in kernels.items() if re.search(r"\bst\.", body) and set(re.findall(r"%(?:n?tid|n?ctaid)\.\w", body)) != {"%tid.x", "%ctaid.x"}]


def unwritten(kernels: Entries) -> list[str]:
    """Kernels that read a register which not every path to there has written; each with the register and the instruction of the first such read.
    nvcc leaves them behind where it has dropped an initialisation."""
    reads = {name: unwritten_reads(body) for name, body in kernels.items()}
    return [f"{name}: {found[0][0]} in '{found[0][1]}'" for name, found in reads.items() if found]


def in_local_memory(said: str, loops: Path) -> list[str]:
    """Kernels with a stack or spilled registers. `said`: by the compiler, with -Xptxas=-v."""
    found = re.findall(r"Function properties for (\w+)\n\s*(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", said)
    assert found
    return [name for name, *numbers in found if numbers != ["0", "0", "0"] and ("_launch" not in name or is_exact(name, loops))]
