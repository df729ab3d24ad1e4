"""The machine, the compiler and the commit that a result belongs to; no names of hosts or people."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def output_of(*command: str) -> str:
    try:
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def caches() -> dict[str, str]:
    """Size of each data or unified cache of the first core, as the kernel writes it."""
    found = {}
    for index in sorted(Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        if (index / "type").read_text().strip() != "Instruction":
            found["L" + (index / "level").read_text().strip()] = (index / "size").read_text().strip()
    return found


def last_level_bytes() -> int:
    """Size of the largest cache, 32 MiB where the kernel does not tell."""
    units = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
    sizes = [int(size[:-1]) * units[size[-1]] for size in caches().values() if size[-1:] in units]
    return max(sizes, default=32 << 20)


def commit_of(folder: Path) -> str:
    """Short name of the commit checked out in a folder, "-dirty" behind it where tracked files differ; "unknown" outside of git."""
    changed = "-dirty" if output_of("git", "-C", str(folder), "status", "--porcelain", "--untracked-files=no") else ""
    return (output_of("git", "-C", str(folder), "rev-parse", "--short=12", "HEAD") or "unknown") + changed


def describe() -> dict[str, object]:
    return {
        "cpu": cpu_model(),
        "cores": len(os.sched_getaffinity(0)),
        "caches": caches(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)),
        "compiler": output_of("c++", "--version").splitlines()[:1],
        "commit": commit_of(ROOT),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }
