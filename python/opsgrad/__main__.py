"""`python -m opsgrad`: prints facts about this installation that a build needs."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from opsgrad import installation


def main(words: list[str] | None = None) -> int:
    """Prints one line for each option that is given."""
    parser = argparse.ArgumentParser(prog="python -m opsgrad", description="Prints where OPSgrad is installed. See also: `ops doctor`.")
    parser.add_argument("--cmake-dir", action="store_true", help="print the folder to pass to CMake as -DOPSgrad_DIR= or -DCMAKE_PREFIX_PATH=")
    parser.add_argument("--prefix", action="store_true", help="print the folder that contains lib/, include/ and share/")
    parser.add_argument("--stub", metavar="FOLDER", help="write type hints to FOLDER/__init__.pyi; FOLDER must be a package that ops_add_python_module has created")
    parser.add_argument("--version", action="store_true", help="print the version of the library")
    options = parser.parse_args(words)
    if options.stub:
        from opsgrad.errors import Error
        from opsgrad.stubs import write  # only here: the other answers need no NumPy

        try:
            print(write(Path(options.stub)))
        except Error as problem:
            print(f"opsgrad: error: {problem}", file=sys.stderr)
            return 1
        return 0
    asked = [ask for ask, given in ((installation.cmake_dir, options.cmake_dir), (installation.prefix, options.prefix), (installation.version, options.version)) if given]
    if not asked:
        parser.print_help()
        return 2
    try:
        print(*(ask() for ask in asked), sep="\n")
    except installation.NotInstalled as problem:
        print(f"opsgrad: error: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
