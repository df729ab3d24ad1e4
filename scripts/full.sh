#!/usr/bin/env bash
# All that can be tested; hours. bash scripts/test.sh full [--again] [step ..]: steps that have passed for this commit are not run again, unless
# --again is given, so that what was interrupted goes on. Logs lie in build/full; a table of steps and times ends it.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)
python=/usr/bin/python3
seed=${OPSGRAD_SEED:-$(date +%s)}
commit=$(git describe --always --dirty --exclude "*" 2>/dev/null || echo dirty)
state=build/full/$commit
export OPSGRAD_BUILD=$PWD/build/plain OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 PYTHONUNBUFFERED=1

build() { # folder, options of cmake ..
  local folder=build/$1; shift
  cmake --preset release -B "$folder" "$@" && cmake --build "$folder" -j "$jobs"
}
every_test() { ctest --test-dir "build/$1" -j "$jobs" --output-on-failure --no-tests=error "${@:2}"; }

# Every source alone, as missing headers are found so; every test.
plain() { build plain -DOPSGRAD_UNITY=OFF -DOPSGRAD_FULL=ON && every_test plain; }
together() { build release && $python -m tests.same_bits build/plain build/release; }
native() { build native -DCMAKE_CXX_FLAGS=-march=native -DOPSGRAD_TESTS=OFF && $python -m tests.same_bits build/plain build/native; }
clang() { build clang -DCMAKE_CXX_COMPILER=clang++-19 && every_test clang; }
cpp23() { build cpp23 -DCMAKE_CXX_STANDARD=23 -DOPSGRAD_TESTS=OFF && $python -m tests.same_bits build/plain build/cpp23; }
debian13() { apt-get -qq install -y debootstrap && bash scripts/without_libraries.sh && bash scripts/pip_install.sh bookworm && bash scripts/pip_install.sh trixie; }
tidy() { bash scripts/lint.sh --tidy; }
# The cases of scripts/test.sh, without optimised code: at -O3 with sanitizers, GCC took 13 minutes for one file of CloverLeaf. Tests of the translator run
# no code of this build.
addresses() { cmake --preset asan && cmake --build --preset asan -j "$jobs" && every_test asan -E py/translator; }
threads() { # tests of rooms: programs that use OpenMP's own threads are not understood by this sanitizer
  cmake --preset debug -B build/tsan -DCMAKE_CXX_FLAGS="-fsanitize=thread -O1" && cmake --build build/tsan -j "$jobs" --target all_room_tests &&
    TSAN_OPTIONS=halt_on_error=1 every_test tsan -L room
}
random_kernels() { OPSGRAD_FULL=1 OPSGRAD_KERNELS=$((seed % 100000))-$((seed % 100000 + 1000)) $python -m pytest -q -p no:cacheprovider tests/kernels/random_kernels_test.py; }
random_cpp() { OPSGRAD_FULL=1 $python -m tests.translator.parse.random_cpp_test 50 $((seed % 100000)) && OPSGRAD_FULL=1 $python -m tests.translator.parse.random_cpp_test 3 $((seed % 100000)) generated; }
random_programs() { OPSGRAD_FULL=1 $python -m tests.random_programs.many 1000 $((seed % 100000)); }
random_ranks() { OPSGRAD_FULL=1 $python -m tests.random_programs.many 300 $((seed % 100000)) 2 3 4; }
second_derivatives() { OPSGRAD_FULL=1 $python -m tests.random_programs.many 200 $((seed % 100000)) second; }
mutants() { OPSGRAD_FULL=1 $python -m tests.sentinel.mutants --batches 50 --seed $((seed % 100000)); }
device_faults() { OPSGRAD_FULL=1 $python -m tests.cuda.faults; }
unruly() { OPSGRAD_FULL=1 $python -m tests.ranks.unruly; }
outside() { OPSGRAD_FULL=1 $python -m tests.outside.all; }
outside_ranks() { OPSGRAD_FULL=1 $python -m tests.outside.all --ranks 2 3; }
vtk() { bash scripts/vtk_versions.sh; }
# Of PyPI: what Debian has not, or not so new. PyTorch brings 3 GB of libraries for devices.
frameworks() {
  local environment=build/frameworks
  python3 -m venv "$environment" && "$environment/bin/pip" install -q pytest numpy scipy matplotlib xarray h5py jinja2 'libclang-ng>=19.1.7,<21' 'jax[cpu]' optax torch &&
    PYTHONPATH=. OPSGRAD_FULL=1 "$environment/bin/python" -m pytest -q -p no:cacheprovider tests/python tests/hdf5/xarray_test.py
}
steps=(plain together native clang cpp23 debian13 tidy addresses threads random_kernels random_cpp random_programs random_ranks second_derivatives
       mutants device_faults unruly outside outside_ranks vtk frameworks)

again=
[ "${1:-}" = --again ] && { again=1; shift; }
if [ $# -gt 0 ]; then steps=("$@"); fi
for step in "${steps[@]}"; do
  declare -F "$step" >/dev/null || { echo "scripts/full.sh: no step '$step'" >&2; exit 2; }
done
bash scripts/install.sh --tests || exit 1
mkdir -p "$state"
echo "Logs: $state; random numbers: OPSGRAD_SEED=$seed"
for step in "${steps[@]}"; do
  if [ -z "$again" ] && [[ $commit != *dirty ]] && grep -qs '^passed' "$state/$step"; then continue; fi
  printf '%s  %-18s .. ' "$(date +%H:%M)" "$step"
  from=$SECONDS verdict=passed
  ("$step") >"$state/$step.log" 2>&1 || verdict=FAILED
  echo "$verdict $((SECONDS - from))" >"$state/$step"
  echo "$verdict, $((SECONDS - from)) s"
done
echo; echo "step                 result   seconds"
for step in "${steps[@]}"; do printf '%-20s %s\n' "$step" "$(sed 's/ /   /' "$state/$step")"; done
! grep -l '^FAILED' $(printf "$state/%s " "${steps[@]}") >/dev/null
