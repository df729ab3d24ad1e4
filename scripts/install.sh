#!/usr/bin/env bash
# Installs from apt what is missing to build and run (default), or also to test (--tests), or to build the site (--docs). Quick when nothing is.
set -euo pipefail

packages=(g++ cmake ninja-build libzstd-dev libhdf5-dev liblbfgs-dev python3 python3-clang-19 libclang1-19 python3-jinja2 python3-numpy python3-matplotlib)
docs=(doxygen python3-sphinx python3-breathe python3-myst-parser furo)
case "${1:-}" in
  "") ;;
  --tests) packages+=(clang-19 clang-format-19 clang-tidy-19 libomp-19-dev libopenmpi-dev openmpi-bin libgtest-dev libgmock-dev librapidcheck-dev libadolc-dev libmpfr-dev python3-mpmath python3-pytest python3-scipy python3-hypothesis python3-h5py python3-pip chromium "${docs[@]}") ;;
  --docs) packages=("${docs[@]}") ;;
  *) echo "usage: bash scripts/install.sh [--tests|--docs]" >&2; exit 2 ;;
esac

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

fail() {
  printf '\nscripts/install.sh: %s\n' "$1" >&2
  printf 'Packages needed: %s\n' "${packages[*]}" >&2
  printf 'They are those of Debian 12. Install them by other means and run the command again.\n' >&2
  exit 1
}

# Packages that are no Debian ones and only serve for comparison: without one the tests that compare are skipped.
fetch_oracle() { # name, version, module, tests [, folder below build/oracles]
  local folder; folder=$(dirname "${BASH_SOURCE[0]}")/../build/oracles${5:+/$5}
  [ -d "$folder/$3" ] && return
  python3 -m pip install -q --no-deps --disable-pip-version-check --target "$folder" "$1==$2" 2>/dev/null \
    || echo "[install] $1 $2 could not be fetched: $4 will be skipped"
}
fetch_oracles() {
  fetch_oracle checkpoint-schedules 1.0.4 checkpoint_schedules tests/ops/derivatives/checkpoints/oracle_test.py
  fetch_oracle vtk 9.7.2 vtkmodules tests/hdf5/vtk_test.py
  local version
  for version in 19.1.7.2 20.1.8.2 22.1.4.2; do
    fetch_oracle libclang-ng "$version" clang tests/translator/libclangs_test.py "libclang-$version"
  done
  fetch_oracle libclang 14.0.6 clang tests/translator/libclangs_test.py libclang-14.0.6
}

missing=()
for package in "${packages[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if [ "${#missing[@]}" -eq 0 ]; then
  echo "[install] all ${#packages[@]} packages are here"
  if [ "${1:-}" = --tests ]; then fetch_oracles; fi
  exit 0
fi

command -v apt-get >/dev/null || fail "no apt-get here, and these are missing: ${missing[*]}"
sudo=""
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || fail "not root and no sudo, and these are missing: ${missing[*]}"
  sudo="sudo"
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Runs apt-get, shows one line per package, keeps everything for the message if it fails.
apt() {
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get -y -o Dpkg::Use-Pty=0 -o Acquire::Retries=3 "$@" >"$log" 2>&1 &
  local pid=$! shown=0 now
  while kill -0 "$pid" 2>/dev/null; do
    sleep 1
    now=$(grep -c '^Setting up\|^Unpacking\|^Get:' "$log" || true)
    if [ "$now" -ge $((shown + 25)) ]; then shown=$now; tail -n 1 "$log" | cut -c1-100; fi
  done
  wait "$pid"
}

echo "[install] apt-get install ${missing[*]}"
echo "[install] reading package lists"
apt update || { tail -n 15 "$log" >&2; fail "apt-get update failed (last lines above): is there a network?"; }
if is_installed python3-clang-14; then
  echo "[install] python3-clang-14 gives way to python3-clang-19: they provide the same module"
fi
apt install --no-install-recommends "${missing[@]}" \
  || { tail -n 25 "$log" >&2; fail "apt-get could not install ${missing[*]} (last lines above)"; }
if [ "${1:-}" = --tests ]; then fetch_oracles; fi
echo "[install] done"
