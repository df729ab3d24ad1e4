#!/usr/bin/env bash
# Target cuda on a device, in steps, as machines with devices often have no clang, no development packages and no network:
#   bash scripts/gpu.sh prepare   where the translator and nvcc are: builds in build/gpu, and packs into build/carried what goes to the other machine
#   bash scripts/gpu.sh build     where a device is: unpacks build/carried; if these programs do not run there, builds them from generated sources
#   bash scripts/gpu.sh run       the same, then runs, compares, tests and measures for under 10 minutes (perf/gpu.py says in which order), and writes
#                                 $OUT/<commit>-cuda.json and .log (default: perf/results) after each process. A second call goes on where one ended.
# Functions of kernels are the library's own, so that bits are those of openmp. Variables:
#   OPSGRAD_CAPABILITIES="80 90"  compute capabilities that are compiled for
#   OPSGRAD_TARGET=cuda           cuda_host: kernels run on the host (tests/cuda)
#   OPSGRAD_SECONDS=560           of the run     OPSGRAD_QUICK=1   small sizes
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${OPSGRAD_TARGET:-cuda}
apps=(poisson burgers cloverleaf lbm wave cde heat_adi stencil1d lbm_aos)

configure() { # folder, words
  local folder=$1 lbfgs
  shift
  lbfgs=$(c++ -print-file-name=liblbfgs.a || true)  # a path, where there is one: application wave needs no shared library then
  if [[ $lbfgs == */* ]]; then set -- "-DLBFGS_LIBRARY=$lbfgs" "$@"; fi
  cmake -S . -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release -DOPSGRAD_TESTS=OFF -DOPSGRAD_DEVICE_TESTS="$target" -DOPSGRAD_CUDA=ON \
    -DOPSGRAD_HDF5=OFF -DOPSGRAD_ZSTD=OFF -DOPSGRAD_NATIVE=OFF -DOPSGRAD_OWN_FUNCTIONS=ON "-DCMAKE_EXE_LINKER_FLAGS=-static-libstdc++ -static-libgcc" "$@"
}

tools() { # folder, capability
  local nvcc cuda
  nvcc=$(sed -n 's/^OPSGRAD_NVCC:FILEPATH=//p' "$1/CMakeCache.txt")
  cuda=$(dirname "$nvcc")/..
  for tool in device_copy hold_device; do "$nvcc" -O3 -cudart static -arch="sm_$2" -o "$1/$tool" "perf/micro/$tool.cu"; done
  c++ -std=c++20 -O2 -shared -fPIC -static-libstdc++ -static-libgcc -isystem "$cuda/include" -isystem "$cuda/extras/CUPTI/include" \
    -o "$1/libkernel_times.so" perf/micro/kernel_times.cpp -L"$cuda/lib64" -L"$cuda/extras/CUPTI/lib64" -lcupti \
    "-Wl,-rpath,/usr/local/cuda/lib64,-rpath,/usr/local/cuda/extras/CUPTI/lib64" ||
    echo "scripts/gpu.sh: no CUPTI: time without a kernel will not be measured" >&2
}

prepare() {
  local capabilities=(${OPSGRAD_CAPABILITIES:-80 90}) list
  list=$(IFS=';'; echo "${capabilities[*]}")
  configure build/gpu "-DOPSGRAD_CUDA_ARCHITECTURES=$list"
  if [ "$target" = cuda ]; then tools build/gpu "${capabilities[0]}"; fi
  cmake --build build/gpu -j "$(nproc)" --target "${apps[@]/%/_$target}" "${apps[@]/%/_openmp}" device_tests
  python3 perf/carry.py pack build/gpu build/carried --target "$target"
}

runs() { timeout 60 "$1/apps/poisson/poisson_$target" -sizex=8 -sizey=8 -iters=1 >/dev/null; }

build() {
  if [ ! -f build/carried/programs.tar.xz ]; then
    echo "scripts/gpu.sh: build/carried is not here: run 'bash scripts/gpu.sh prepare' where the translator and nvcc are, and bring that folder" >&2
    exit 1
  fi
  python3 perf/carry.py unpack build/carried build/unpacked
  export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$PWD/build/unpacked/missing"
  if runs build/unpacked; then
    rm -rf build/device
    ln -s unpacked build/device
    return
  fi
  echo "scripts/gpu.sh: the programs that were carried do not run here; building them from their generated sources" >&2
  local capability
  capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .) || {
    echo "scripts/gpu.sh: nvidia-smi does not say which compute capability the device has" >&2
    exit 1
  }
  if [ -L build/device ]; then rm build/device; fi
  configure build/device "-DOPSGRAD_CUDA_ARCHITECTURES=$capability" "-DOPSGRAD_GENERATED=$PWD/build/unpacked"
  tools build/device "$capability" || echo "scripts/gpu.sh: not all tools were built; what they measure is reported as wrong" >&2
  timeout $((SECONDS < 300 ? 300 - SECONDS : 1)) cmake --build build/device -j "$(nproc)" --target "${apps[@]/%/_$target}" device_tests -- -k 0 ||
    echo "scripts/gpu.sh: not all was built; what is missing is reported as wrong" >&2
}

case "${1:-}" in
  prepare) prepare ;;
  build) build ;;
  run)
    build
    python3 perf/gpu.py build/device build/carried --target "$target" --seconds $((${OPSGRAD_SECONDS:-560} - SECONDS)) \
      --out "${OUT:-perf/results}" ${OPSGRAD_QUICK:+--quick}
    ;;
  *) echo "usage: bash scripts/gpu.sh prepare|build|run" >&2; exit 2 ;;
esac
