#!/usr/bin/env bash
# Shows that `pip install .` needs no packages of the distribution and no root: in a Debian that has a compiler and Python and nothing else, a user installs
# OPSgrad into a virtual environment and runs the Python example of README.md. Prints the seconds that this took; compares what is printed.
#   bash scripts/pip_install.sh [bookworm|trixie]
# Needs root and debootstrap, and a network for PyPI. Too slow for scripts/test.sh: run it by hand.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

suite=${1:-bookworm}
debian=build/pip_$suite
[ "$#" -le 1 ] || { echo "usage: bash scripts/pip_install.sh [bookworm|trixie]" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null || { echo "scripts/pip_install.sh: needs root and debootstrap (apt-get install debootstrap)" >&2; exit 1; }

if [ ! -e "$debian/ready" ]; then
  debootstrap --variant=minbase --include=g++,python3-venv,ca-certificates "$suite" "$debian"
  touch "$debian/ready"
fi
cp /etc/resolv.conf "$debian/etc"
if [ -e /etc/ssl/certs/ca-certificates.crt ]; then cp /etc/ssl/certs/ca-certificates.crt "$debian/etc/ssl/certs"; fi
for tool in cmake ninja clang git; do
  [ ! -e "$debian/usr/bin/$tool" ] || { echo "scripts/pip_install.sh: $tool is in $debian: remove the folder" >&2; exit 1; }
done

rm -rf "$debian/srv/user"
mkdir -p "$debian/srv/user/OPSgrad"
git ls-files -z | tar --create --null --files-from=- | tar --extract --no-same-owner --directory="$debian/srv/user/OPSgrad"
chown -R 1000:1000 "$debian/srv/user"
[ -e "$debian/proc/self" ] || mount -t proc proc "$debian/proc"
trap 'umount "$debian/proc"' EXIT
inside() {
  chroot --userspec=1000:1000 "$debian" /usr/bin/env -i HOME=/srv/user PATH=/srv/user/env/bin:/usr/bin:/bin PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_CERT=/etc/ssl/certs/ca-certificates.crt bash -euc "cd ~/OPSgrad; $1"
}
begin=$SECONDS
inside 'python3 -m venv ~/env && pip install -q .'
echo "[pip_install] $suite: installed after $((SECONDS - begin)) s"
printed=$(inside 'cd docs/example && python heat.py' 2>/dev/null)
echo "[pip_install] $suite: $printed"
echo "[pip_install] $suite: README.md's Python example has run after $((SECONDS - begin)) s"
inside 'ops doctor' || true
grep -qxF "$printed" README.md || { echo "scripts/pip_install.sh: README.md says something else" >&2; exit 1; }
