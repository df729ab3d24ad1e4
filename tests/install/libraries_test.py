"""Builds without optional libraries: what configure says, and that states on disk are as safe without zstd as with it.

`scripts/without_libraries.sh`, which is run by hand, shows the same of a whole machine without libraries.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.install.install_test import COMPILED_WITH, cached, must
from tests.tier import FULL

ROOT = Path(__file__).parents[2]
NO_LIBRARY = ("-DZSTD_INCLUDE_DIR=", "-DOPSGRAD_HDF5=OFF", "-DOPSGRAD_CUDA=OFF", "-DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON", "-DOPSGRAD_APPS=OFF")


def configure(build: Path, *more: str) -> subprocess.CompletedProcess[str]:
    flags = [f"-D{name}={cached(name)}" for name in (*COMPILED_WITH, "CMAKE_CXX_COMPILER_LAUNCHER") if cached(name)]
    return subprocess.run(["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", *flags, *more], capture_output=True, text=True)


@pytest.mark.skipif(not FULL, reason="compiles a part of the library again, in the full tier: OPSGRAD_FULL=1")
def test_without_zstd_pieces_on_disk_are_stored_as_they_are(tmp_path: Path) -> None:
    configured = configure(tmp_path, *NO_LIBRARY, "-DCMAKE_CXX_FLAGS_RELEASE=-O0 -DNDEBUG")
    assert configured.returncode == 0, configured.stdout + configured.stderr
    assert configured.stdout.count("OPSgrad: no zstd (Debian: libzstd-dev): states on disk are not compressed\n") == 1
    must("cmake", "--build", tmp_path, "--target", "ops_store_test")
    must(tmp_path / "tests" / "ops" / "support" / "ops_store_test", "--gtest_brief=1")


def test_without_openmp_its_targets_alone_are_left_out(tmp_path: Path) -> None:
    """As for clang++ without libomp: what to install is said, and everything else is built."""
    configured = configure(tmp_path, *NO_LIBRARY[:-1], "-DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON", "-DOPSGRAD_TESTS=OFF")
    assert configured.returncode == 0, configured.stdout + configured.stderr
    (told,) = [line for line in configured.stdout.splitlines() if "target openmp is left out" in line]
    assert "libomp-dev" in told
    built = must("cmake", "--build", tmp_path, "--target", "help")
    assert "poisson_seq" in built and "poisson_checked" in built and "poisson_openmp" not in built
