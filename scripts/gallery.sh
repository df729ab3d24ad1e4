#!/usr/bin/env bash
# Builds the applications and draws the pictures of docs/gallery.md again, in place: about five minutes on two cores.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/apps
made=build/gallery

step() { echo "== $1"; }

step "1/3 packages"
bash scripts/install.sh
step "2/3 build ($build)"
cmake --preset apps
cmake --build --preset apps -j "$(nproc)" --target cloverleaf_openmp wave_openmp shallow_water_openmp cde_openmp lbm_openmp
step "3/3 pictures"
mkdir -p "$made"
app() { "$build/apps/${1%_openmp}/$1" "${@:2}"; }
draw() { echo "  $2"; /usr/bin/python3 "$@"; }
draw apps/cloverleaf/sensitivity.py "$build/apps/cloverleaf/cloverleaf_openmp" docs/cloverleaf.png
draw apps/shallow_water/sensitivity.py "$build/apps/shallow_water/shallow_water_openmp" docs/waves.png
app wave_openmp -nx=100 -ny=90 -order=4 -steps=400 -shots=8 -inversion -iterations=15 -output="$made/lens"
draw apps/wave/picture.py "$made/lens" apps/wave/inversion.png
app shallow_water_openmp -nx=100 -ny=100 -steps=250 -frozen -inversion -iterations=60 -output="$made/floor"
draw apps/shallow_water/picture.py "$made/floor" apps/shallow_water/inversion.png
app cde_openmp -ns=300 -nv=150 -steps=100 -correlation=-0.7 -gradient -surfaces="$made/call"
draw apps/cde/picture.py "$made/call" apps/cde/greeks.png
app lbm_openmp -problem=channel -nx=360 -ny=122 -radius=10 -velocity=0.1 -objective=drag -reynolds=400 -steps=9000 -gradient \
  -OPS_AD_MEMORY=2G -dump="$made/channel"
draw apps/lbm/picture.py "$made/channel" apps/lbm/drag.png
echo "Pictures of docs/gallery.md are drawn; git status shows which ones have changed."
