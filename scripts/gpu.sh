#!/usr/bin/env bash
# Target cuda on a device, in two steps, as machines with devices often have no clang:
#   bash scripts/gpu.sh prepare   where the translator runs: writes build/cuda/**/generated, which is to be taken along with the sources
#   bash scripts/gpu.sh run       where a device and nvcc are: builds from these, compares with openmp, runs compute-sanitizer on small programs,
#                                 measures, and writes perf/results/<commit>-cuda.json (what it does is in perf/gpu.py)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
apps=(poisson burgers cloverleaf lbm wave)

case "${1:-}" in
  prepare)
    cmake --preset cuda
    cmake --build build/cuda -j "$(nproc)" --target "${apps[@]/%/_loops_written}"
    ;;
  run)
    [ -d build/cuda/apps/poisson/generated ] || { echo "scripts/gpu.sh: no generated sources: run 'bash scripts/gpu.sh prepare' where the translator runs" >&2; exit 1; }
    capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)
    cmake -S . -B build/gpu -G Ninja -DCMAKE_BUILD_TYPE=Release -DOPSGRAD_TESTS=OFF -DOPSGRAD_GENERATED=build/cuda -DOPSGRAD_CUDA=ON \
      -DOPSGRAD_CUDA_ARCHITECTURES="$capability"
    cmake --build build/gpu -j "$(nproc)" --target "${apps[@]/%/_cuda}" "${apps[@]/%/_openmp}"
    nvcc=$(sed -n 's/^OPSGRAD_NVCC:FILEPATH=//p' build/gpu/CMakeCache.txt)
    "$nvcc" -O3 -arch="sm_$capability" -o build/gpu/device_copy perf/micro/device_copy.cu
    python3 perf/gpu.py build/gpu
    ;;
  *) echo "usage: bash scripts/gpu.sh prepare|run" >&2; exit 2 ;;
esac
