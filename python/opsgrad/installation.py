"""Finds the library, its headers, its translator and its CMake package: in the wheel, or in the folder OPSGRAD_PREFIX (environment variable).

Test:    tests/install/package_test.py
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

_IN_THE_WHEEL = Path(__file__).resolve().parent / "prefix"


class NotInstalled(RuntimeError):
    """The library is not installed."""


def prefix() -> Path:
    """The folder with lib/, include/ and share/.

    Raises:
        NotInstalled: this is a source checkout, and OPSGRAD_PREFIX does not name an installation.
    """
    named = os.environ.get("OPSGRAD_PREFIX", "")
    if _IN_THE_WHEEL.is_dir() and not named:
        return _IN_THE_WHEEL
    if not named:
        raise NotInstalled("This copy of opsgrad is a source checkout without a built library. Run `pip install .` in the checkout, "
                           "or set OPSGRAD_PREFIX to the FOLDER in which `cmake --install BUILD --prefix FOLDER` installed the library.")
    folder = Path(named).expanduser().absolute()
    if not _config(folder):
        raise NotInstalled(f"OPSGRAD_PREFIX is {folder}, but there is no OPSgradConfig.cmake in {folder}/lib or its subfolders. "
                           "Set OPSGRAD_PREFIX to the FOLDER in which `cmake --install BUILD --prefix FOLDER` installed the library.")
    return folder


def cmake_dir() -> Path:
    """The folder for OPSgrad_DIR or CMAKE_PREFIX_PATH, with OPSgradConfig.cmake."""
    folder = prefix()
    found = _config(folder)
    if found is None:
        raise NotInstalled(f"{folder} has no OPSgradConfig.cmake. Install opsgrad again.")
    return found.parent


def share() -> Path:
    """The folder with the translator and the templates of the targets."""
    return prefix() / "share" / "opsgrad"


def version() -> str:
    """The version of the library, such as 0.2.0."""
    text = (cmake_dir() / "OPSgradConfigVersion.cmake").read_text()
    match = re.search(r'set\(PACKAGE_VERSION "([^"]+)"\)', text)
    return match[1] if match else "unknown"


def tool(name: str) -> str:
    """The path of cmake or ninja: next to the interpreter, where pip installs it (even if the environment is not activated), or on PATH; otherwise ""."""
    return shutil.which(name, path=str(Path(sys.executable).parent)) or shutil.which(name) or ""


def _config(folder: Path) -> Path | None:
    """OPSgradConfig.cmake: in lib, lib64, or as on Debian lib/x86_64-linux-gnu."""
    places = (*folder.glob("lib*/cmake/OPSgrad/OPSgradConfig.cmake"), *folder.glob("lib/*/cmake/OPSgrad/OPSgradConfig.cmake"))
    return next(iter(sorted(places)), None)
