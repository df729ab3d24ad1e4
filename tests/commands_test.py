"""How everything is compiled: by the commands of the build."""

from __future__ import annotations

import json
import os
from pathlib import Path

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[1] / "build" / "release"))


def commands() -> list[str]:
    """But for those that compile single headers, to see whether they can be."""
    return [entry["command"] for entry in json.loads((BUILD / "compile_commands.json").read_text()) if "verify_interface_header_sets" not in entry["file"]]


def test_nothing_may_be_fused() -> None:
    """a * b + c in one instruction on one target and in two on another gives other bits. The last option counts."""
    assert len(commands()) > 100
    for command in commands():
        said = [word for word in command.split() if word.startswith("-ffp-contract=")]
        assert said and said[-1] == "-ffp-contract=off", command
