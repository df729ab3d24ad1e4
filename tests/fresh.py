"""Seeds that differ from commit to commit, so that random tests reach further with each; printed, to be run again."""

from __future__ import annotations

import functools
import os
import subprocess
import time
from pathlib import Path


@functools.cache
def fresh_seed() -> int:
    """The same number throughout a run: OPSGRAD_SEED, or one from the files that are committed, so that what passed once passes again
    until something is changed; from the clock where there is no commit. A failing test names it."""
    return int(os.environ.get("OPSGRAD_SEED", "0")) or _of_the_files() or int(time.time()) % 10**8 * 1000


def _of_the_files() -> int:
    """0 where git knows nothing of this folder."""
    tree = subprocess.run(["git", "rev-parse", "HEAD^{tree}"], cwd=Path(__file__).parent, capture_output=True, text=True, check=False)
    return int(tree.stdout.strip() or "0", 16) % 10**8 * 1000
