#!/usr/bin/env bash
# Checks how the code is written: bash scripts/lint.sh [--fix|--tidy]
#   (no option)  layout of C++ (clang-format), Python (ruff, mypy): seconds
#   --fix        lays out C++ and mends what ruff can mend
#   --tidy       also clang-tidy on libraries for which clang has all headers: minutes
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

ruff=0.14.6 mypy=1.18.2
tools=build/tools/$ruff-$mypy-$(python3 -c 'import sys; print(sys.implementation.cache_tag)')
layout=(--dry-run -Werror) mend=() tidy=
case "${1:-}" in
  "") ;;
  --fix) layout=(-i) mend=(--fix) ;;
  --tidy) tidy=1 ;;
  *) sed -n 's/^# \{0,1\}//p' "${BASH_SOURCE[0]}" | sed -n 2,5p >&2; exit 2 ;;
esac

for tool in clang-format-19 ${tidy:+clang-tidy-19}; do
  command -v "$tool" >/dev/null || { echo "scripts/lint.sh: $tool is missing: bash scripts/install.sh --tests" >&2; exit 1; }
done
if [ ! -e "$tools" ]; then
  mkdir -p build/tools
  rm -rf "$tools.part"
  python3 -m pip install -q --disable-pip-version-check --root-user-action=ignore --target "$tools.part" "ruff==$ruff" "mypy==$mypy" ||
    { echo "scripts/lint.sh: ruff $ruff and mypy $mypy could not be fetched" >&2; exit 3; }
  mv "$tools.part" "$tools"
fi

mapfile -t sources < <(git ls-files --cached --others --exclude-standard '*.cpp' '*.hpp' '*.h' '*.cu' '*.cuh' | grep -v /golden/ |
  while read -r file; do [ ! -e "$file" ] || echo "$file"; done)
failed=()
run() { # name, command ..
  local name=$1; shift
  if "$@"; then echo "[lint] $name: clean"; else failed+=("$name"); fi
}
run clang-format clang-format-19 "${layout[@]}" "${sources[@]}"
run ruff "$tools/bin/ruff" check -q "${mend[@]}" .
run mypy env PYTHONPATH="$tools" python3 -m mypy --no-error-summary
if [ -n "$tidy" ]; then
  mapfile -t libraries < <(printf '%s\n' "${sources[@]}" | grep -E '^(ops|tridsolver|backends/(common|openmp|checked|launches))/.*\.cpp$')
  run clang-tidy xargs -P "$(nproc)" -n 4 -a <(printf '%s\n' "${libraries[@]}") sh -c 'clang-tidy-19 --quiet "$@" -- -std=c++20 -I. -Iinclude -fopenmp \
    -DOPSGRAD_HDF5=1 -DOPSGRAD_ZSTD=1 -isystem /usr/include/hdf5/serial' clang-tidy
fi
[ "${#failed[@]}" -eq 0 ] || { printf '[lint] failed: %s\n' "${failed[*]}" >&2; exit 1; }
