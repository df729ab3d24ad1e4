"""How tests start a program on several processes: more than there are cores, as root too, by OpenMPI or MPICH, whichever the build has."""

from __future__ import annotations

import functools
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
FOR_MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
    "ASAN_OPTIONS": "detect_leaks=0:verify_asan_link_order=0:alloc_dealloc_mismatch=0",  # MPI leaves memory behind; the unruly one comes first
}
UNRULY = BUILD / "tests/ranks/libunruly_mpi.so"
ENDED = "TIME LIMIT"  # told instead of a status


@functools.cache
def launcher() -> str:
    """mpirun of the MPI that the build has found; "" if there is none."""
    cache = BUILD / "CMakeCache.txt"
    found = re.search(r"^MPIEXEC_EXECUTABLE:\w+=(.*)$", cache.read_text(), re.MULTILINE) if cache.exists() else None
    return shutil.which(found[1] if found else "mpirun") or ""


def has_mpi() -> bool:
    """Whether this build has the target `mpi`."""
    return launcher() != "" and (BUILD / "backends/mpi/libops_mpi.a").exists()


@functools.cache
def _words() -> tuple[str, ...]:
    said = subprocess.run([launcher(), "--version"], capture_output=True, text=True, env={**os.environ, **FOR_MPI}).stdout
    return ("--oversubscribe", "--bind-to", "none") if "Open" in said else ()


def over_unruly(seed: int | str) -> list[str]:
    """Words before a program: it runs over the MPI that delays and reorders (tests/ranks/unruly_mpi.cpp)."""
    return ["env", f"LD_PRELOAD={UNRULY}", f"UNRULY_SEED={seed}"]


def mpirun(ranks: int) -> list[str]:
    """Words before a program. OPSGRAD_UNRULY=<seed> puts every program over the unruly MPI."""
    seed = os.environ.get("OPSGRAD_UNRULY")
    return [launcher(), *_words(), "-n", str(ranks), *(over_unruly(seed) if seed else [])]


@dataclass(frozen=True)
class Run:
    """What a program printed, without notices, and how it ended."""

    text: str
    errors: str
    status: int | str

    @property
    def lines(self) -> frozenset[str]:
        """Each once: some programs print on every process."""
        return frozenset(line for line in self.text.splitlines() if not line.startswith("OPS"))

    @property
    def numbers(self) -> list[str]:
        """Lines that are one number in hexadecimal digits, which keep every bit."""
        return [line for line in self.text.splitlines() if line.startswith(("0x", "-0x"))]


def start(program: Path, words: tuple[str, ...], ranks: int = 1, threads: int = 1, unruly: int | None = None, limit: float = 300, folder: Path | None = None,
          apart: bool = False) -> Run:
    """@param apart  each process prints to a file of its own, as launchers mix lines
    @param unruly  seed of the MPI that delays and reorders (tests/ranks/unruly_mpi.cpp), between the program and the real one"""
    between = over_unruly(unruly) if unruly is not None else []
    env = {**os.environ, **FOR_MPI, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "passive"}
    with tempfile.TemporaryDirectory() as outputs:
        into = ["sh", "-c", f'exec "$0" "$@" > {outputs}/${{PMI_RANK:-$OMPI_COMM_WORLD_RANK}}'] if apart and ranks > 1 else []
        try:
            done = subprocess.run([*(mpirun(ranks) if ranks > 1 else []), *between, *into, program, *words], capture_output=True, text=True, errors="replace",
                                  env=env, timeout=limit, cwd=folder, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return Run("", f"did not end within {limit} s", ENDED)
        printed = [path.read_text(errors="replace") for path in sorted(Path(outputs).iterdir())]
    return Run("".join([done.stdout, *printed]), done.stderr, done.returncode)
