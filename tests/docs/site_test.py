"""The site is built without a warning: no dead link, no page that leads nowhere, and every function of the headers in the reference."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import ROOT

HTML = ROOT / "build" / "docs" / "html"


def module(name: str):  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location(name, ROOT / "docs" / "site" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_headers_as_doxygen_reads_them() -> None:
    text = ("// ops/a.hpp: values.\n// Knows b.\n//\n// Use it so:\n//\n//   ops_a(1);\n#pragma once\n\n/// Does:\n///\n///   ops_a(2);\n"
            "/// @param n  how many,\n///           counted\nvoid ops_a(int n, ops::Where where = ops::Where::current());\n")
    expected = ("/// @file\n///\n/// Use it so:\n///\n/// @code{.cpp}\n///   ops_a(1);\n/// @endcode\n#pragma once\n\n/// Does:\n///\n"
                "/// @code{.cpp}\n///   ops_a(2);\n/// @endcode\n/// @param n  how many,\n///           counted\nvoid ops_a(int n);\n")
    assert module("filter").filtered(text) == expected


def test_links_become_those_of_the_site(tmp_path: Path) -> None:
    tree = module("tree")
    places = tree.pages()
    page = ROOT / "docs" / "guide" / "index.md"
    text = "[a](../adjoint.md#check) [wave](../../apps/wave/README.md) [heat.cpp](../example/heat.cpp) [the web](https://example.org) [here](#there)"
    assert tree.rewritten(text, page, places, tmp_path) == (
        "[a](../adjoint.md#check) [wave](../apps/wave.md) `docs/example/heat.cpp` [the web](https://example.org) [here](#there)")


def members(struct: str) -> set[str]:
    """Names of the variables of a public struct."""
    headers = "".join((ROOT / "ops" / name).read_text() for name in ("gradient/derivatives.hpp", "check/checks.hpp"))
    found = re.search(rf"^struct {struct} {{\n(.*?)^}};", headers, re.MULTILINE | re.DOTALL)
    assert found is not None
    return set(re.findall(r"^  [\w:]+ (\w+)(?: = [^;]+)?;", found[1], re.MULTILINE))


@pytest.mark.skipif(shutil.which("doxygen") is None or subprocess.run(["/usr/bin/python3", "-c", "import sphinx, breathe, myst_parser"],
                                                                      capture_output=True).returncode != 0,
                    reason="Doxygen, Sphinx, Breathe or MyST is not here: bash scripts/install.sh --docs")
def test_the_site_is_built_and_has_every_function() -> None:
    done = subprocess.run(["bash", "scripts/docs.sh"], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()
    declared = {name for header in re.findall(r'#include "([^"]+)"', (ROOT / "ops" / "ops.hpp").read_text())
                for name in re.findall(r"^(?!using)\w[\w:<>*&, ]*?[ *&](ops_\w+)\(", (ROOT / header).read_text(), re.MULTILINE)}
    shown = {name for page in (HTML / "reference").glob("*.html")
             for name in re.findall(r'<span class="pre">(ops_\w+)</span></span></span><span class="sig-paren">', page.read_text())}
    assert len(declared) > 100 and declared - shown == set()
    page = (HTML / "reference" / "derivatives.html").read_text()
    assert all(f'<span class="pre">{member}</span>' in page for member in members("ops_ad_taylor_options") | members("ops_ad_loop_row"))
