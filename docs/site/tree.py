"""The site's sources: copies the pages of docs/, the READMEs of applications and others, and makes their links those of the site.

A link to a page that the site has leads there. A link to a source file (.cpp, .py, ..) leads to a copy of the file, which the site offers as a download.
A link to anything else of the repository, such as a folder or a README that is no page, becomes its path, as text. Programs that a page includes are
copied, and tables of options get a column with the release of each option.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import since

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LISTING = re.compile(r"^( *```cpp\n)(.*?)(^ *```$)", re.MULTILINE | re.DOTALL)
INCLUDED = re.compile(r"^```{literalinclude} (\S+)$", re.MULTILINE)
SOURCES = {".c", ".cff", ".cmake", ".cpp", ".h", ".hpp", ".ipynb", ".j2", ".js", ".py", ".sh", ".toml"}  # files that readers may download, and CMakeLists.txt
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")


def pages() -> dict[Path, str]:
    """Files of the repository and where they go in the site."""
    found = {page: page.relative_to(ROOT / "docs").as_posix() for page in sorted((ROOT / "docs").rglob("*.md")) if page.parent != HERE}
    found |= {readme: f"apps/{readme.parent.name}.md" for readme in sorted((ROOT / "apps").glob("*/README.md"))}
    found |= {ROOT / "perf" / "README.md": "perf.md", ROOT / "CONTRIBUTING.md": "contributing.md", ROOT / "CHANGELOG.md": "changelog.md",
              ROOT / "tridsolver" / "README.md": "tridsolver.md"}
    return found


def rewritten(text: str, file: Path, places: dict[Path, str], target: Path) -> str:
    """With links as seen from the page's place in the site; pictures are copied beside it, and source files to the folder `sources`."""
    here = Path(places[file]).parent

    def link(match: re.Match[str]) -> str:
        picture, label, path, anchor = match[1], match[2], match[3], match[4] or ""
        if not path or "://" in path:
            return match[0]
        there = Path(os.path.normpath(file.parent / path))
        if picture:
            copy = target / here / there.name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(there, copy)
            return f"![{label}]({there.name})"
        if there.is_dir() and there / "README.md" in places:
            there /= "README.md"
        if there in places:
            return f"[{label}]({os.path.relpath(places[there], here)}{anchor})"
        name = there.relative_to(ROOT).as_posix()
        if there.suffix in SOURCES or there.name == "CMakeLists.txt":
            copy = target / "sources" / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(there, copy)
            return f"[{label}]({os.path.relpath(copy, target / here)})"
        return f"`{name}`" if name.endswith(label.strip("`")) else f"{label} (`{name}`)"

    return LISTING.sub(lambda listing: listing[1] + textwrap.dedent(listing[2]) + listing[3], LINK.sub(link, text))


def copy_included(text: str, file: Path, page: Path) -> None:
    """Programs that the page shows, beside it as they are beside the file."""
    for name in INCLUDED.findall(text):
        (page.parent / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file.parent / name, page.parent / name)


def apps_index(places: dict[Path, str]) -> str:
    names = [Path(place).stem for place in places.values() if place.startswith("apps/") and Path(place).stem != "common"]
    return "# Applications\n\n```{toctree}\n:maxdepth: 1\n\n" + "\n".join([*names, "common", "../tridsolver"]) + "\n```\n"


def build(target: Path) -> None:
    shutil.rmtree(target, ignore_errors=True)
    places = pages()
    for file, place in places.items():
        page = target / place
        page.parent.mkdir(parents=True, exist_ok=True)
        text = rewritten(file.read_text(encoding="utf-8"), file, places, target)
        if place == "reference/options.md":
            text = since.with_column(text, since.later(since.LIST.read_text(encoding="utf-8")))
        page.write_text(text, encoding="utf-8")
        copy_included(text, file, page)
    (target / "apps" / "index.md").write_text(apps_index(places), encoding="utf-8")
    with (target / "adr" / "README.md").open("a", encoding="utf-8") as decisions:
        decisions.write("\n```{toctree}\n:hidden:\n:glob:\n\n0*\n```\n")
    for file in ("conf.py", "site.css", "scorer.js"):
        shutil.copyfile(HERE / file, target / file)


if __name__ == "__main__":
    build(Path(sys.argv[1]))
