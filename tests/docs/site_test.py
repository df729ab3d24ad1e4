"""The site is built without a warning: no dead link, no page that leads nowhere, and every function of the headers in the reference.

Its search finds guide and recipes before records of decisions.
"""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest

from tests.docs.pages import ROOT
from tests.ops.derivatives.trace.browser import chromium
from tests.tier import drawn

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
                "/// @code{.cpp}\n///   ops_a(2);\n/// @endcode\n/// @param n  how many,\n///           counted\n"
                "///\n/// @since 0.3.0\nvoid ops_a(int n);\n")
    assert module("filter").filtered(text, {"ops_a": "0.3.0"}) == expected


def test_constructors_that_only_the_library_calls_are_left_out() -> None:
    text = "class ops_a {\n public:\n  ops_a(const ops::Request& request, int n)\n      : n_(n) {}\n\n  /// B.\n  int b();\n};\n"
    assert module("filter").filtered(text, {}) == "/// @file\n///\n/// @since 0.1.0\nclass ops_a {\n public:\n  /// B.\n  int b();\n};\n"


def test_functions_and_types_get_their_release() -> None:
    """At the outermost level, behind a template's head too."""
    text = "/// A.\ntemplate <class T>\n  requires Number<T>\ninline void ops_a(T n);\n/// B.\nstruct ops_b {\n  /// C.\n  int ops_c();\n};\n/// D.\nusing other = int;\n"
    dated = list(module("filter").dated(text.splitlines(), {"ops_b": "0.2.0"}))
    assert [line for line in dated if "@since" in line] == ["/// @since 0.1.0", "/// @since 0.2.0"]
    assert dated[:4] == ["/// A.", "///", "/// @since 0.1.0", "template <class T>"] and dated[dated.index("/// B.") + 2] == "/// @since 0.2.0"


def test_tables_of_options_get_a_column() -> None:
    page = "# Options\n\n| option | meaning |\n|---|---|\n| `OPS_A=n` `OPS_B=n` | some |\n| `OPS_C` | other |\n\n| what | else |\n|---|---|\n"
    expected = ("# Options\n\n| option | meaning | since |\n|---|---|---|\n| `OPS_A=n` `OPS_B=n` | some | 0.1.0 |\n"
                "| `OPS_C` | other | 0.2.0 |\n\n| what | else |\n|---|---|\n")
    assert module("since").with_column(page, {"OPS_C": "0.2.0"}) == expected
    with pytest.raises(ValueError):
        module("since").with_column(page, {"OPS_B": "0.2.0"})


def test_links_become_those_of_the_site(tmp_path: Path) -> None:
    tree = module("tree")
    places = tree.pages()
    page = ROOT / "docs" / "guide" / "index.md"
    text = "[a](../adjoint.md#check) [wave](../../apps/wave/README.md) [tests](../../tests/README.md) [the web](https://example.org) [here](#there)"
    assert tree.rewritten(text, page, places, tmp_path) == (
        "[a](../adjoint.md#check) [wave](../apps/wave.md) tests (`tests/README.md`) [the web](https://example.org) [here](#there)")


def test_links_to_source_files_lead_to_copies(tmp_path: Path) -> None:
    tree = module("tree")
    text = "[heat.cpp](../example/heat.cpp) [a build](../example/CMakeLists.txt) [examples](../example)"
    assert tree.rewritten(text, ROOT / "docs" / "guide" / "index.md", tree.pages(), tmp_path) == (
        "[heat.cpp](../sources/docs/example/heat.cpp) [a build](../sources/docs/example/CMakeLists.txt) examples (`docs/example`)")
    assert (tmp_path / "sources" / "docs" / "example" / "heat.cpp").read_bytes() == (ROOT / "docs" / "example" / "heat.cpp").read_bytes()


def members(struct: str) -> set[str]:
    """Names of the variables of a public struct."""
    headers = "".join((ROOT / "ops" / name).read_text() for name in ("derivatives/gradients/derivatives.hpp", "derivatives/checks/checks.hpp"))
    found = re.search(rf"^struct {struct} {{\n(.*?)^}};", headers, re.MULTILINE | re.DOTALL)
    assert found is not None
    return set(re.findall(r"^  [\w:]+ (\w+)(?: = [^;]+)?;", found[1], re.MULTILINE))


def assert_releases_are_shown() -> None:
    options = (HTML / "reference" / "options.html").read_text()
    assert re.search(r"OPS_SENTINEL.*?<p>0\.2\.0</p>", options, re.DOTALL) and options.count("<p>0.1.0</p>") > 20
    assert (HTML / "reference" / "setup.html").read_text().count("0.1.0") > 20


def assert_sources_can_be_downloaded() -> None:
    """The link on the page leads to a file with the contents of the source."""
    link = re.search(r'href="([^"]*/heat_model\.cpp)"', (HTML / "guide" / "python.html").read_text())
    assert link is not None
    assert (HTML / "guide" / link[1]).read_bytes() == (ROOT / "docs" / "example" / "heat_model.cpp").read_bytes()


def assert_python_is_in_the_reference() -> None:
    """With the methods of models and runs; and without what is no part of the interface."""
    page = (HTML / "reference" / "python.html").read_text()
    names = ("load", "Model", "Model.value_and_grad", "Model.forward", "Model.plan", "Run", "Run.vjp", "Run.hvp", "scipy.minimize")
    assert [name for name in names if f'id="opsgrad.{name}"' not in page] == []
    assert [word for word in ("declared_", "request_", "Private Members", "model::Request") if word in page] == []


def found(words: str, folder: Path) -> list[str]:
    """The pages that the site's search finds, the best one first."""
    page = chromium(f"{(HTML / 'search.html').as_uri()}?q={quote(words)}", folder, "--virtual-time-budget=20000", "--dump-dom")
    return re.findall(r'<li[^>]*><a href="([^"#?]*)[^"]*" data-score', page.stdout)


def assert_search_finds_pages_for_users_first(folder: Path) -> None:
    for words in ("halo", "boundary", "time step", "gradient"):
        pages = found(words, folder)
        assert pages[0].startswith(("guide/", "recipes/", "index")), (words, pages[:5])
        kinds = ["adr" if page.startswith("adr/") else "user" for page in pages if page.startswith(("adr/", "guide/", "recipes/"))]
        assert {"adr", "user"} == set(kinds) and kinds == sorted(kinds, reverse=True), (words, pages)
    assert found("threads", folder)[0].startswith("guide/")
    assert found("ops_halo_transfer", folder)[0] == "reference/setup.html"


@pytest.mark.skipif("build" not in drawn(["build", "", ""], 1), reason="not drawn: its parts are tested here, links in readme_test.py, functions in reference_test.py")
@pytest.mark.skipif(shutil.which("doxygen") is None or subprocess.run(["/usr/bin/python3", "-c", "import sphinx, breathe, myst_parser"],
                                                                      capture_output=True).returncode != 0,
                    reason="Doxygen, Sphinx, Breathe or MyST is not here: bash scripts/install.sh --docs")
def test_the_site_is_built_and_has_every_function(tmp_path: Path) -> None:
    done = subprocess.run(["bash", "scripts/docs.sh"], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in (done.stdout + done.stderr).lower()
    declared = {name for header in re.findall(r'#include "([^"]+)"', (ROOT / "include" / "opsgrad" / "opsgrad.hpp").read_text())
                for name in re.findall(r"^(?!using)\w[\w:<>*&, ]*?[ *&](ops_\w+)\(", (ROOT / header).read_text(), re.MULTILINE)}
    shown = {name for page in (HTML / "reference").glob("*.html")
             for name in re.findall(r'<span class="pre">(ops_\w+)</span></span></span><span class="sig-paren">', page.read_text())}
    assert len(declared) > 100 and declared - shown == set()
    assert_releases_are_shown()
    assert_sources_can_be_downloaded()
    assert_python_is_in_the_reference()
    assert_search_finds_pages_for_users_first(tmp_path)
    page = (HTML / "reference" / "derivatives.html").read_text()
    assert all(f'<span class="pre">{member}</span>' in page for member in members("ops_ad_taylor_options") | members("ops_ad_loop_row"))
