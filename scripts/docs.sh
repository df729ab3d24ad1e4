#!/usr/bin/env bash
# Installs what is missing and builds the site of docs/: build/docs/html/index.html.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

echo "== 1/3 packages"
bash scripts/install.sh --docs
echo "== 2/3 reference"
mkdir -p build/docs
doxygen docs/site/Doxyfile
echo "== 3/3 pages"
python3 docs/site/tree.py build/docs/source
/usr/bin/python3 -m sphinx -q -W --keep-going -b html build/docs/source build/docs/html
echo "Site: $PWD/build/docs/html/index.html"
