#!/usr/bin/env bash
# Installs what is missing, builds the Poisson application and runs it with its gradient on 1024 x 1024 points.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/apps
size=1024 sweeps=200

echo "== 1/4 packages"
bash scripts/install.sh
echo "== 2/4 build ($build)"
cmake --preset apps
cmake --build --preset apps -j "$(nproc)" --target poisson_openmp
echo "== 3/4 run: $size x $size points, $sweeps Jacobi sweeps, gradient with respect to forcing, start and boundary"
"$build/apps/poisson/poisson_openmp" -sizex=$size -sizey=$size -iters=$sweeps -gradient -taylor -repeat=3 -dump="$build/poisson"
echo "== 4/4 picture"
/usr/bin/python3 scripts/picture.py "$build/poisson.block_0_0.u.values.npy" \
  "$build/poisson.block_0_0.f.derivative.npy" "$build/poisson.png"
echo "Solution and gradient: $PWD/$build/poisson.png"
