#!/usr/bin/env bash
# Shows that OPSgrad needs no library: in a Debian 13 that has a compiler, CMake, Ninja and the translator's Python and nothing else, it builds and
# installs OPSgrad, builds the program of README.md with its gradient for targets seq and openmp, and compares what they print with README.md.
# Needs root and debootstrap. The first run downloads 300 MB. Too slow for scripts/test.sh: run it by hand.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

debian=${1:-build/debian13}
packages=g++,cmake,ninja-build,python3-jinja2,python3-clang-19
[ "$#" -le 1 ] || { echo "usage: bash scripts/without_libraries.sh [folder for Debian 13]" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null || { echo "scripts/without_libraries.sh: needs root and debootstrap (apt-get install debootstrap)" >&2; exit 1; }

if [ ! -e "$debian/ready" ]; then
  debootstrap --variant=minbase --include="$packages" trixie "$debian"
  touch "$debian/ready"
fi
for header in zstd.h xxhash.h hdf5.h mpi.h cuda_runtime.h; do
  [ -z "$(find "$debian/usr" -path "*/$header")" ] || { echo "scripts/without_libraries.sh: $header is in $debian: remove the folder" >&2; exit 1; }
done

inside() { chroot "$debian" /usr/bin/env -i PATH=/usr/bin:/bin bash -euc "$1"; }
rm -rf "$debian/opsgrad" "$debian/heat"
mkdir -p "$debian/opsgrad" "$debian/heat"
git ls-files -z | tar --create --null --files-from=- | tar --extract --no-same-owner --directory="$debian/opsgrad"
cp docs/example/heat.cpp "$debian/heat"
cat > "$debian/heat/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(heat LANGUAGES CXX)
find_package(OPSgrad REQUIRED)
ops_add_app(heat SOURCES heat.cpp TARGETS seq openmp)
CMAKE
inside 'cmake -S /opsgrad -B /build -G Ninja -DOPSGRAD_APPS=OFF -DOPSGRAD_TESTS=OFF
cmake --build /build
cmake --install /build --prefix /installed
cmake -S /heat -B /heat/build -G Ninja -DCMAKE_PREFIX_PATH=/installed
cmake --build /heat/build'

expected=$(sed -n '/^```text$/,/^```$/p' README.md | sed '/^```/d')
for target in seq openmp; do
  printed=$(inside "/heat/build/heat_$target")
  echo "heat_$target: $printed"
  [ "$printed" = "$expected" ] || { echo "scripts/without_libraries.sh: README.md says: $expected" >&2; exit 1; }
done
