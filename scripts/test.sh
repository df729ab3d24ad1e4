#!/usr/bin/env bash
# Installs what is missing, builds everything and runs all tests: bash scripts/test.sh [preset], default release.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=${1:-release}
jobs=$(nproc)

echo "== 1/4 packages"
bash scripts/install.sh --tests
echo "== 2/4 configure (build/$preset)"
cmake --preset "$preset"
echo "== 3/4 build ($jobs jobs)"
cmake --build --preset "$preset" -j "$jobs"
echo "== 4/4 test"
ctest --preset "$preset" -j "$jobs"
