"""How tests start a program on several processes: more than there are cores, as root too."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))
AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none"}


def has_mpi() -> bool:
    """Whether this build has the target `mpi`."""
    return shutil.which("mpirun") is not None and (BUILD / "backends/mpi/libops_mpi.a").exists()


def mpirun(ranks: int) -> list[str]:
    return ["mpirun", "--oversubscribe", "-n", str(ranks)]
