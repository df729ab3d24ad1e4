#!/usr/bin/env bash
# Target cuda on a device, in steps, as machines with devices often have no clang:
#   bash scripts/gpu.sh prepare   where the translator runs: writes build/cuda/**/generated, which is to be taken along with the sources
#   bash scripts/gpu.sh build     where nvcc is: builds from these in build/gpu: applications, then programs of tests, in at most 5 minutes
#   bash scripts/gpu.sh run       where a device is, too: builds what is not built, then compares with openmp, runs tests and compute-sanitizer,
#                                 measures, and writes perf/results/<commit>-cuda.json, in under 10 minutes (what it does is in perf/gpu.py)
# Functions of kernels are the library's own, so that bits are those of openmp. OPSGRAD_CAPABILITY=90 stands for a device where there is none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
apps=(poisson burgers cloverleaf lbm wave cde heat_adi stencil1d lbm_aos)

build() {
  if [ ! -d build/cuda/apps/poisson/generated ]; then
    echo "scripts/gpu.sh: no generated sources: run 'bash scripts/gpu.sh prepare' where the translator runs" >&2
    exit 1
  fi
  local capability nvcc cuda
  capability=${OPSGRAD_CAPABILITY:-$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)}
  cmake -S . -B build/gpu -G Ninja -DCMAKE_BUILD_TYPE=Release -DOPSGRAD_TESTS=OFF -DOPSGRAD_DEVICE_TESTS=ON -DOPSGRAD_GENERATED=build/cuda \
    -DOPSGRAD_CUDA=ON -DOPSGRAD_CUDA_ARCHITECTURES="$capability"
  nvcc=$(sed -n 's/^OPSGRAD_NVCC:FILEPATH=//p' build/gpu/CMakeCache.txt)
  cuda=$(dirname "$nvcc")/..
  "$nvcc" -O3 -arch="sm_$capability" -o build/gpu/device_copy perf/micro/device_copy.cu
  c++ -std=c++20 -O2 -shared -fPIC -isystem "$cuda/include" -isystem "$cuda/extras/CUPTI/include" -o build/gpu/libkernel_times.so perf/micro/kernel_times.cpp \
    -L"$cuda/lib64" -L"$cuda/extras/CUPTI/lib64" -lcupti "-Wl,-rpath,$cuda/lib64,-rpath,$cuda/extras/CUPTI/lib64" ||
    echo "scripts/gpu.sh: no CUPTI: time without a kernel will not be measured" >&2
  limited --target "${apps[@]/%/_cuda}" "${apps[@]/%/_openmp}"
  limited --target device_tests
}

# What does not build, or has no time, is missed by what would run it.
limited() {
  timeout $((SECONDS < 300 ? 300 - SECONDS : 1)) cmake --build build/gpu -j "$(nproc)" "$@" -- -k 0 || echo "scripts/gpu.sh: not all was built" >&2
}

case "${1:-}" in
  prepare)
    cmake --preset cuda
    cmake --build build/cuda -j "$(nproc)" --target "${apps[@]/%/_loops_written}" device_tests_written
    ;;
  build) build ;;
  run)
    build
    python3 perf/gpu.py build/gpu --seconds $((580 - SECONDS))
    ;;
  *) echo "usage: bash scripts/gpu.sh prepare|build|run" >&2; exit 2 ;;
esac
