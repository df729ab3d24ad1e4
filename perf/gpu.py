"""Target cuda on a device: the second half of scripts/gpu.sh run.

    python3 perf/gpu.py build/gpu

Compares values and gradients with openmp, also where what is kept goes to the host's memory, runs compute-sanitizer (memcheck, racecheck) on
small programs, measures primals and gradients against a copy within the device's memory, and writes perf/results/<commit>-cuda.json. Status 1 if anything
was wrong. Standard library only.
Functions of <cmath> but sqrt and fabs are the device's own: where a program calls others, values may differ by TOLERANCE; bits are reported.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from tests.cuda.cases import BURGERS, CASES, CLOVER, LBM, POISSON, WAVE  # noqa: E402

from perf import machine  # noqa: E402

BUILT = {"poisson", "burgers", "cloverleaf", "lbm", "wave"}
TOLERANCE = 1e-9  # of objectives and norms of gradients, relative
SANITIZED = (("poisson", *POISSON), ("burgers", *BURGERS), ("lbm", *LBM), ("wave", *WAVE), ("cloverleaf", *CLOVER[:1], "-end_step=2", "-ripple=0.01"))
MEASURED = (
    ("poisson", "-sizex=8192", "-sizey=8192", "-iters=100"), ("lbm", "-nx=4096", "-ny=4096", "-steps=30"),
    ("wave", "-nx=4000", "-ny=4000", "-steps=100"), ("cloverleaf", f"-input={ROOT}/apps/cloverleaf/inputs/clover_960.in"),
)
Row = dict[str, Any]


def output_of(command: list[str | Path], timeout: int = 600) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=timeout)


def report(build: Path, target: str, case: tuple[str, ...], *more: str) -> Row:
    name, *words = case
    result = output_of([build / "apps" / name / f"{name}_{target}", *words, *more, "-json"])
    if result.returncode != 0:
        return {"failed": (result.stdout + result.stderr)[-2000:]}
    return dict(json.loads(result.stdout.splitlines()[-1]))


def compared(build: Path, case: tuple[str, ...], *on_device: str) -> Row:
    device, host = report(build, "cuda", case, "-gradient", *on_device), report(build, "openmp", case, "-gradient")
    row: Row = {"case": " ".join((*case, *on_device))}
    if "failed" in device or "failed" in host:
        return {**row, "right": False, "said": device.get("failed") or host.get("failed")}
    off = max(abs(device[key] - host[key]) / max(abs(host[key]), 1e-300) for key in ("objective", "gradient_norm"))
    return {**row, "right": off <= TOLERANCE, "off": off, "same_bits": device["gradient_hash"] == host["gradient_hash"]}


def sanitized(build: Path, case: tuple[str, ...], tool: str) -> Row:
    name, *words = case
    result = output_of(["compute-sanitizer", f"--tool={tool}", "--error-exitcode=9", build / "apps" / name / f"{name}_cuda", *words, "-gradient"])
    return {"case": " ".join(case), "tool": tool, "right": result.returncode == 0, "said": "" if result.returncode == 0 else result.stdout[-2000:]}


def measured(build: Path, case: tuple[str, ...], copy: float) -> Row:
    """Medians after the first run. `of_copy`: bytes of the model per second against a copy within the device's memory."""
    primal, gradient = (report(build, "cuda", case, *more, "-repeat=4") for more in (("-OPS_AD=0",), ("-gradient",)))
    row: Row = {"case": " ".join(case)}
    if "failed" in primal or "failed" in gradient:
        return {**row, "right": False, "said": primal.get("failed") or gradient.get("failed")}
    forward = median(primal["forward_seconds"][1:])
    both = median([f + r for f, r in zip(gradient["forward_seconds"], gradient["reverse_seconds"])][1:])
    return {**row, "right": True, "primal_seconds": forward, "gradient_over_primal": both / forward,
            "of_copy": primal["model_bytes"] / forward / 1e9 / copy}


def main(build: Path) -> int:
    device = output_of(["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]).stdout.strip()
    copy = float(output_of([build / "device_copy"]).stdout)
    rows: dict[str, list[Row]] = {
        "compared": [compared(build, case) for case in CASES if case[0] in BUILT],
        "moved": [compared(build, case, "-OPS_AD_MEMORY=30kB", "-OPS_AD_HOST_MEMORY=1GB", "-repeat=2") for case in SANITIZED],
        "sanitized": [sanitized(build, case, tool) for case in SANITIZED for tool in ("memcheck", "racecheck")],
        "measured": [measured(build, case, copy) for case in MEASURED],
    }
    result = {"machine": machine.describe(), "device": device, "device_copy_gb_s": copy, **rows}
    out = ROOT / "perf" / "results" / f"{machine.commit_of(ROOT)}-cuda.json"
    out.write_text(json.dumps(result, indent=1) + "\n")
    wrong = [row for part in rows.values() for row in part if not row["right"]]
    print(json.dumps(rows, indent=1))
    print(f"{device}: {sum(map(len, rows.values()))} runs, {len(wrong)} wrong; written to {out.relative_to(ROOT)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
