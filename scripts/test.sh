#!/usr/bin/env bash
# Installs what is missing, builds and tests. Three tiers, and what has changed:
#   bash scripts/test.sh quick        minutes, on a tree that is built: what to run while working
#   bash scripts/test.sh changed      about a minute: the tests of the files that differ from HEAD (scripts/changed.sh)
#   bash scripts/test.sh              what every change has to pass
#   bash scripts/test.sh full [..]    all that can be tested; hours (scripts/full.sh)
# Presets other than release: bash scripts/test.sh debug, or asan.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
jobs=$(nproc)

if [ "${1:-}" = changed ]; then exec bash scripts/changed.sh "${@:2}"; fi
if [ "${1:-}" = full ]; then exec bash scripts/full.sh "${@:2}"; fi
quick=
if [ "${1:-}" = quick ]; then quick=1; shift; fi
preset=${1:-release}

echo "== 1/4 packages"
bash scripts/install.sh --tests
echo "== 2/4 configure (build/$preset)"
cmake --preset "$preset"
echo "== 3/4 build ($jobs jobs)"
cmake --build --preset "$preset" -j "$jobs"
echo "== 4/4 test"
ctest --preset "$preset" -j "$jobs" ${quick:+-LE slow}
