#!/usr/bin/env bash
# Builds and runs the tests of the files that differ from a commit (HEAD, or the one given): bash scripts/test.sh changed [commit]. Tests mirror the tree, so
# these are the tests of the same name, and for what generates or runs loops two programs with gradients. On a tree that is configured.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=build/release
python=/usr/bin/python3
[ -f $build/CTestTestfile.cmake ] || { echo "scripts/changed.sh: run cmake --preset release first" >&2; exit 2; }

folders=() files=() targets=() programs=
room() {  # the tests of a room, or of the folder around it
  local folder=$1
  while [ "$folder" != . ] && [ ! -f "tests/ops/$folder/CMakeLists.txt" ]; do folder=$(dirname "$folder"); done
  if [ "$folder" != . ]; then folders+=("tests/ops/$folder"); else folders+=(tests/ops/derivatives/tape); fi
}
mirrored() { [ ! -f "tests/$1_test.py" ] || files+=("tests/$1_test.py"); }
programs_of() { [ ! -f "$(dirname "$1")/CMakeLists.txt" ] || targets+=("$(dirname "$1")/all"); }
git rev-parse -q --verify "${1:-HEAD}^{commit}" >/dev/null || { echo "scripts/changed.sh: no commit '$1'" >&2; exit 2; }
while IFS= read -r -d '' file; do
  case $file in
    docs/tutorial/*) files+=(tests/docs/tutorial_test.py tests/python/tutorial_test.py); targets+=(docs/tutorial/all) ;;
    README.md|docs/index.md|docs/guide/*.md)
      files+=(tests/docs/{prose,anchors,readme,guide}_test.py); targets+=(docs/example/all) ;;
    *.md|docs/reference/since.txt) files+=(tests/docs/{prose,anchors,reference}_test.py) ;;
    include/*.h*) room api; files+=(tests/public_headers_test.py); programs=1 ;;
    ops/model*|python/*|tests/python/*|docs/notebooks/*) files+=(tests/python/*_test.py); targets+=(tests/python/all) ;;
    ops/*/*) room "$(dirname "${file#ops/}")"; programs=1 ;;
    tests/ops/*/*) room "$(dirname "${file#tests/ops/}")" ;;
    translator/*.py) mirrored "${file%.py}"; files+=(tests/translator/render_test.py); programs=1 ;;
    backends/*) files+=(tests/translator/render_test.py); programs=1 ;;
    apps/*/*)
      app=$(cut -d/ -f2 <<<"$file"); targets+=("apps/$app/all")
      if [ -f "tests/apps/${app}_test.py" ]; then mirrored "apps/$app"; else files+=(tests/apps/apps_test.py); fi ;;
    tests/*_test.py) mirrored "$(sed 's|^tests/||; s|_test.py$||' <<<"$file")"; programs_of "$file" ;;
    tests/*) programs_of "$file" ;;
    *) echo "scripts/changed.sh: $file has no tests of its own; bash scripts/test.sh runs all" ;;
  esac
done < <(git diff -z --name-only "${1:-HEAD}"; git ls-files -z --others --exclude-standard)
mapfile -t folders < <([ ${#folders[@]} -eq 0 ] || printf '%s\n' "${folders[@]}" | sort -u)
mapfile -t files < <([ ${#files[@]} -eq 0 ] || printf '%s\n' "${files[@]}" | sort -u)

targets+=("${folders[@]/%//all}")
[ -z "$programs" ] || targets+=({adjoint_events,conformance_laplace}_{seq,openmp})
mapfile -t targets < <([ ${#targets[@]} -eq 0 ] || printf '%s\n' "${targets[@]}" | sort -u)
[ ${#targets[@]} -eq 0 ] || cmake --build $build --target "${targets[@]}"
for folder in "${folders[@]}"; do ctest --test-dir "$build/$folder" --output-on-failure -j "$(nproc)"; done
[ -z "$programs" ] || ctest --test-dir $build --output-on-failure --no-tests=error -R '^(adjoint_events_|conformance_laplace\.)(seq|openmp)$'
[ ${#files[@]} -eq 0 ] || PYTHONPATH=. OPSGRAD_BUILD=$PWD/$build OPSGRAD_PRECOMPILED=$PWD/$build/CMakeFiles/ops_headers_read \
  $python -m pytest -q -p no:cacheprovider "${files[@]}"
