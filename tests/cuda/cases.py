"""Small runs of the applications whose values and gradients have the same bits on every target."""

from __future__ import annotations

from pathlib import Path

DECK = Path(__file__).parents[1] / "apps" / "cloverleaf_stable.in"
POISSON, BURGERS, WAVE = ("-sizex=33", "-sizey=17", "-iters=12"), ("-size=21", "-steps=12"), ("-nx=40", "-ny=32", "-steps=60")
CLOVER, LBM = (f"-input={DECK}", "-end_step=6", "-ripple=0.01"), ("-nx=27", "-ny=22", "-steps=20", "-problem=channel", "-radius=4", "-objective=drag")

CASES = [
    ("poisson", *POISSON), ("poisson", *POISSON, "-cubic"), ("poisson", *POISSON, "-fixed-point"), ("poisson", *POISSON, "-hessian"),
    ("stencil1d", "-size=777", "-points=17", "-sweeps=6", "-nonlinear"),
    ("burgers", *BURGERS), ("burgers", *BURGERS, "-slots=2", "-OPS_AD_DISK=."), ("burgers", *BURGERS, "-slots=1", "-repeat=2", "-OPS_AD_MARKS=found"),
    ("cloverleaf", *CLOVER), ("cloverleaf", *CLOVER, "-slots=2"), ("cloverleaf", *CLOVER, "-time-step=differentiated"),
    ("lbm", *LBM), ("lbm", "-dims=3", "-nx=9", "-ny=8", "-nz=7", "-steps=5"), ("lbm_aos", *LBM), ("wave", *WAVE), ("wave", *WAVE, "-slots=3"),
    ("wave", "-dims=3", "-nx=24", "-ny=24", "-nz=24", "-steps=6"),
    ("cde", "-ns=24", "-nv=16", "-steps=6", "-slots=2"), ("heat_adi", "-nx=9", "-ny=8", "-nz=7"),
]
