"""Programs that were written from the interface's description alone, each with an oracle of its own: plain loops, complex steps, finite differences.

A program's last line says `passed` or `failed`, and its status is 0 or 1. Folders are fields; `once_wrong` holds what such programs found.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tests.random_programs.build import BUILD, COMPILED_WITH, cached
from tests.ranks.start import FOR_MPI, mpirun
from tests.tier import FULL, drawn

HERE = Path(__file__).parent
TARGETS = tuple(drawn(("seq", "openmp", "checked"), 2))
PROGRAMS = tuple(sorted(path.relative_to(HERE).with_suffix("").as_posix() for path in HERE.glob("*/*.cpp")))

# What is not in the product ends with an error that names it, when the program asks for the derivative; all programs build.
ENDS_WITH = {
    "derivatives/scatter": "has no adjoint: the reference implementation is used", "once_wrong/complex_passive": "has no adjoint: the reference implementation is used",
    "once_wrong/trid_symmetric": "is also passed as",
}
# What these do is for one process only.
ONE_PROCESS = {
    "derivatives/two_aquifers": "an external function that changes the whole dataset through a raw pointer",
    "methods/spectral": "external functions that transform the whole dataset through raw pointers",
    "finance/epidemic_pair": "instances in two threads", "variety/threads": "instances in four threads",
    "finance/glacier_restart": "starts itself, which mpirun does not allow",
}
# openmp goes on with the published value, and says so.
UNPUBLISHED = {"seq": "was assigned without ops_update_const before", "checked": "the implementation differs from the reference"}


@dataclass(frozen=True)
class Outside:
    """Programs of one build, for each target on one process, or on each of these numbers of processes."""

    folder: Path
    ranks: tuple[int, ...] = ()

    @property
    def runs(self) -> list[tuple[str, int]]:
        """Targets, and on how many processes."""
        return [("mpi", ranks) for ranks in self.ranks] or [(target, 1) for target in TARGETS]

    def translated(self, path: str) -> str:
        """What building one program said; "" if all went well."""
        name = Path(path).name
        made = [f"{name}_{target}" for target in dict(self.runs)]
        done = subprocess.run(["cmake", "--build", self.folder / "build", "--target", *made], capture_output=True, text=True)
        return "" if done.returncode == 0 else done.stdout + done.stderr

    def verdict(self, path: str) -> str:
        """What is wrong with a program; "" if nothing is."""
        said = self.translated(path)
        if said:
            return f"does not build:\n{said[-3000:]}"
        return next((wrong for target, ranks in self.runs if (wrong := self._run(path, target, ranks))), "")

    def _run(self, path: str, target: str, ranks: int) -> str:
        start = mpirun(ranks) if ranks > 1 else []
        done = subprocess.run([*start, self.folder / "build" / f"{Path(path).name}_{target}"], capture_output=True, text=True, timeout=240,
                              cwd=self.folder, env={**os.environ, **FOR_MPI, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"})
        unpublished = path == "once_wrong/const_unpublished"
        expected = UNPUBLISHED.get(target) if unpublished else ENDS_WITH.get(path)
        if expected is not None:
            right = done.returncode != 0 and expected in done.stdout + done.stderr
        elif unpublished:
            right = done.returncode == 1 and "OPS warning" in done.stdout and "const_unpublished: failed" in done.stdout  # to its end, with the old value
        else:
            right = done.returncode == 0 and "failed" not in done.stdout
        return "" if right else f"{target} on {ranks} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"


def configure(folder: Path, programs: tuple[str, ...] = PROGRAMS, ranks: tuple[int, ...] = ()) -> Outside:
    outside = Outside(folder, ranks)
    prefix = folder / "prefix"
    settings = [f"-D{name}={cached(name)}" for name in COMPILED_WITH if cached(name)]
    if not FULL:
        settings.append("-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")  # they compute little
    for command in (["cmake", "--install", BUILD, "--prefix", prefix],
                    ["cmake", "-S", HERE, "-B", folder / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}",
                     f"-DPROGRAMS={';'.join(programs)}", f"-DTARGETS={';'.join(dict(outside.runs))}", *settings]):
        subprocess.run(command, check=True, capture_output=True, text=True)
    return outside
