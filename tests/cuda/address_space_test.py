"""Device memory that has less address space around it than the machine asks for first, and none."""

from __future__ import annotations

import os
import resource
import subprocess
from pathlib import Path

import pytest

from tests.sanitized import sanitized

BUILD = Path(os.environ.get("OPSGRAD_BUILD", Path(__file__).parents[2] / "build" / "release"))


@pytest.mark.skipif(sanitized(BUILD), reason="sanitizers need much address space themselves")
@pytest.mark.parametrize(("limit", "told"), [(1 << 40, ""), (1 << 38, "address space for device memory")])
def test_address_space_is_limited(limit: int, told: str) -> None:
    done = subprocess.run([BUILD / "tests" / "cuda" / "cuda_machine_test", "--gtest_brief=1"], capture_output=True, text=True, timeout=120,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    assert (done.returncode == 0) == (told == "") and told in done.stdout, done.stdout + done.stderr
