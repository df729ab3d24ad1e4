"""`python3 -m translator.compiler DATABASE OBJECTS OUT`: the commands of a compile_commands.json that write below a folder, into a file of their own.

The file is left as it is where nothing changed, so that nothing is translated again.
"""

from __future__ import annotations

import sys
from pathlib import Path

from translator.compiler.command import of_database, to_text


def main(database: str, objects: str, out: str) -> None:
    """Writes the file."""
    text, file = to_text(of_database(Path(database), objects)), Path(out)
    if not file.is_file() or file.read_text() != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


main(*sys.argv[1:])
