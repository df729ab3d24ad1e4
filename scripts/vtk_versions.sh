#!/usr/bin/env bash
# Fetches every VTK from 9.3 on that PyPI has for this Python (each more than 100 MB), and reads with each of them the files that the library writes.
# bash scripts/vtk_versions.sh [version ..]   with versions: these alone. After a build with tests.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
store=$root/build/vtk

versions=("$@")
if [ "${#versions[@]}" -eq 0 ]; then
  mapfile -t versions < <(/usr/bin/python3 -m pip index versions vtk 2>/dev/null | sed -n 's/^Available versions: //p' | tr -d ' ' | tr ',' '\n' | grep -v '^9\.2\.')
fi
folders=()
for version in "${versions[@]}"; do
  if [ ! -d "$store/$version" ]; then
    echo "[vtk] fetching $version"
    /usr/bin/python3 -m pip install -q --no-deps --disable-pip-version-check --target "$store/$version.part" "vtk==$version"
    mv "$store/$version.part" "$store/$version"
  fi
  folders+=("$store/$version")
done
cd "$root"
OPSGRAD_VTK=$(IFS=:; echo "${folders[*]}") /usr/bin/python3 -m pytest -q tests/hdf5/vtk_versions_test.py
