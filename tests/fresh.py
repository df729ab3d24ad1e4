"""Seeds that differ from run to run, so that random tests reach further every time; printed, to be run again."""

from __future__ import annotations

import functools
import os
import time


@functools.cache
def fresh_seed() -> int:
    """The same number throughout a run: OPSGRAD_SEED, or one from the clock. A failing test names it."""
    return int(os.environ.get("OPSGRAD_SEED", "0")) or int(time.time()) % 10**8 * 1000
