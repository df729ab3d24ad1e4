"""Runs whose bits have to be those of openmp on every device: applications, and programs of tests."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from bench import ROOT, Bench

sys.path.insert(0, str(ROOT))
from tests.cuda.cases import BURGERS, CASES, CLOVER, LBM, POISSON, WAVE

Words = tuple[str, ...]
SMALL: list[Words] = [("poisson", *POISSON), ("burgers", *BURGERS), ("cloverleaf", *CLOVER[:1], "-end_step=2", "-ripple=0.01"), ("lbm", *LBM),
                      ("wave", *WAVE), ("heat_adi", "-nx=9", "-ny=8", "-nz=7"), ("cde", "-ns=24", "-nv=16", "-steps=2")]
ALIKE: list[Words] = [("adjoint/adjoint_copies",), ("adjoint/adjoint_scalars",), ("adjoint/adjoint_scalar_loops",), ("adjoint/adjoint_tridiagonal",),
                      ("programs/programs_functions",), ("cuda/cuda_turned",), ("cuda/cuda_turned", "-OPS_AD_CHECK=dot")]
CASES = [*CASES, *(case for case in SMALL if case not in CASES)]


def name(case: Words) -> str:
    """The same wherever the project lies."""
    return " ".join(word.replace(f"{ROOT}/", "") for word in case)


def application(bench: Bench, case: Words, *more: str) -> list[object]:
    """The objective, and norm and hash of the gradient, and of a product with second derivatives."""
    app, *words = case
    path = bench.build / "apps" / app.removesuffix("_aos") / f"{app}_{bench.target}"
    with tempfile.TemporaryDirectory() as folder:
        report = json.loads(bench.output(path, *words, *more, "-gradient", "-json", folder=Path(folder)).splitlines()[-1])
    return [report[key] for key in ("objective", "gradient_norm", "gradient_hash", *(key for key in report if key == "hessian_hash"))]


def program(bench: Bench, of: str) -> Path:
    return bench.build / "tests" / f"{of}_{bench.target}"


def told(bench: Bench, case: Words) -> str:
    """The lines that name bits, or all."""
    with tempfile.TemporaryDirectory() as folder:  # some write files
        text = bench.output(program(bench, case[0]), *case[1:], folder=Path(folder))
    return "\n".join(line for line in text.splitlines() if line.startswith("hash")) or text
