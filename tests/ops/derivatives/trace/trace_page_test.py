"""The page of -OPS_AD_TRACE in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.ops.derivatives.trace.browser import Shown, chromium, show
from tests.ops.derivatives.trace.known import data, large, page, with_data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def known(folder: Path) -> str:
    return page(folder / "known.html")


@pytest.fixture(scope="module")
def shown(known: str, folder: Path) -> Shown:
    return show(known, folder)


@pytest.fixture(scope="module")
def large_page(known: str) -> str:
    return with_data(known, json.dumps(large(), separators=(",", ":")))


def test_the_script_ran_without_complaint(shown: Shown) -> None:
    assert shown.body("state") == "ready"
    assert shown.console == ()


def test_the_page_counts_the_loops(shown: Shown) -> None:
    assert shown.body("loops") == "15"
    assert "15 loops at 6 places of the program, on the target openmp" in shown.text("subtitle")
    assert "Loops recorded 14 of 15 that ran" in shown.text("tiles")
    assert "Adjoints run 10 4 skipped" in shown.text("tiles")
    assert len(re.findall(r"<tr[^>]*data-site=", shown.html)) == 7


def test_repeated_sweeps_are_folded(shown: Shown) -> None:
    assert shown.text("parts").startswith("start: 1 event 4 × 3 events end: 3 events repetition of 4")
    assert len(re.findall(r'<tr[^>]*id="at-\d+"', shown.html)) == 3


def test_names_are_text(shown: Shown) -> None:
    assert "root &lt;/script&gt;" in shown.html
    assert '&lt;v&gt; "quoted"' in shown.html


def test_a_healthy_gradient_has_no_fault(shown: Shown) -> None:
    assert shown.text("faults") == ""


def test_the_first_nan_is_marked(folder: Path) -> None:
    bad = show(page(folder / "tiny.html", "-tiny"), folder)
    line = r"program\.cpp:\d+"
    assert re.search(rf"First infinite number in the reverse sweep: the adjoint of loop root &lt;/script&gt; \({line}\) makes it, "
                     r"in the derivative of u at cell \(2, 1\)\. show #14", bad.text("faults"))
    assert re.search(rf"First NaN \(not a number\) in the reverse sweep: the adjoint of loop spoil \({line}\) makes it, "
                     r"in the derivative of u at cell \(2, 1\)\. show #13", bad.text("faults"))
    assert len(re.findall(r'<tr class="[^"]*faulty[^"]*" data-site', bad.html)) == 2
    assert bad.console == ()


def test_data_that_cannot_be_read_are_an_error_on_page_and_console(known: str, folder: Path) -> None:
    """So the two checks above can fail."""
    broken = show(with_data(known, '{"title":'), folder)
    assert broken.body("state") == "failed"
    assert "This page could not be drawn" in broken.text("faults")
    assert broken.console != ()


def test_nothing_comes_from_elsewhere(known: str) -> None:
    code = with_data(known, "")
    assert not re.findall(r"""(?:src|href)\s*=|url\(|@import|fetch\(|XMLHttpRequest""", code)
    assert set(re.findall(r"https?://[^'\"\s)]*", code)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in code


CHOOSE = """
const press = (target, key) => target.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
const line = byId('timeline');
line.focus();
press(line, 'Home'); out('home', byId('here').textContent);
press(line, 'ArrowRight'); out('right', byId('details').textContent);
press(line, 'PageDown'); out('down', line.getAttribute('aria-valuenow'));
press(line, 'End'); out('end', line.getAttribute('aria-valuetext'));
document.querySelector('#parts button:nth-child(2)').click();
const row = document.querySelector('#score tbody tr .name');
row.focus(); row.click(); out('row', byId('details').textContent);
out('focus', document.activeElement.getAttribute('aria-expanded'));
document.activeElement.click(); out('closed', byId('details') === null);
const jumpTo = () => document.querySelector('#details .jump');
press(line, 'Home'); jumpTo().click(); out('jumped', document.activeElement.closest('tr').id);
document.querySelector('#loops th button').click(); out('sorted', document.querySelector('#loops tbody .name').textContent);
document.querySelector('#loops tbody .name').click(); out('pressed', document.activeElement.getAttribute('aria-pressed'));
out('unreachable', [...document.querySelectorAll('[onclick], td, tr, li')].filter((e) => e.tabIndex >= 0).length);
"""


def test_everything_works_from_the_keyboard(known: str, folder: Path) -> None:
    used = show(known, folder, CHOOSE)
    assert used.said("home").startswith("#0 fill (program.cpp:")
    assert "u version 1, written by #0 fill; the adjoint reads it" in used.said("right")
    assert "u as it is read here, 1.05 KiB" in used.said("right")
    assert used.said("down") == "4", "one sweep further"
    assert used.said("end").startswith("#15 result sum")
    assert "read by #2 edge, #3 back" in used.said("row")
    assert used.said("focus") == "true", "the focus stays where it was"
    assert used.said("closed") == "true"
    assert used.said("jumped") == "at-1"
    assert used.said("sorted") == "back"
    assert used.said("pressed") == "true"
    assert used.console == ()


def test_parts_of_a_version_are_attributed(known: str, folder: Path) -> None:
    """The edge writes a part of what the sweep has written; both are read."""
    text = show(known, folder, "document.querySelector('#at-9 .name').click(); out('back', byId('details').textContent);").said("back")
    assert re.search(r'"quoted" version \d+, written by #7 sweep, in parts by #8 edge', text.replace("&quot;", '"'))


def test_a_tape_of_8000_loops_is_small_and_quick(large_page: str, folder: Path) -> None:
    assert len(data(large_page)["kind"]) == 8000
    assert len(large_page.encode()) < 5_000_000
    seen = show(large_page, folder, "out('ms', Math.round(performance.now())); out('rows', document.querySelectorAll('#score tbody tr').length);"
                "const sites = () => document.querySelectorAll('#loops tr[data-site]').length;"
                "out('few', sites()); byId('rest').click(); out('all', sites());")
    assert seen.body("state") == "ready"
    assert seen.body("loops") == "8000"
    assert seen.text("parts").startswith("100 × 80 events")
    assert seen.said("rows") == "80"
    assert (seen.said("few"), seen.said("all")) == ("14", "80"), "the loops that matter first, all when asked for"
    assert int(seen.said("ms")) < 8000
    assert seen.console == ()


def test_marked_steps_that_alternate_are_folded_in_pairs(known: str, folder: Path) -> None:
    """As in a code that sweeps along x and y first in turn; something comes before and after."""
    one, other = [1, 2, 3], [1, 3, 2, 4]
    trace = large(steps=1, loops=6)
    kind = [5] + (one + other) * 10 + [0, 5]
    columns = {name: [1] * len(kind) for name in ("recorded", "forward", "reverse", "norm")}
    marks = [1 + 7 * (i // 2) + 3 * (i % 2) for i in range(20)]
    seen = show(with_data(known, json.dumps({**trace, **columns, "kind": kind, "steps": marks, "kept": []})), folder)
    assert seen.text("parts").startswith("start: 1 event 10 × 7 events end: 2 events")
    assert seen.console == ()


@pytest.mark.parametrize("width", [1280, 820, 520])
def test_the_page_fits_its_window(large_page: str, folder: Path, width: int) -> None:
    seen = show(large_page, folder, "out('over', document.documentElement.scrollWidth - document.documentElement.clientWidth);"
                "out('score', byId('score').scrollWidth - byId('score').parentElement.clientWidth);", width)
    assert int(seen.said("over")) <= 0
    assert width < 1280 or int(seen.said("score")) <= 0, "at 1280 pixels the widest table needs no scrolling either"


@pytest.mark.parametrize("scheme", [0, 1], ids=["dark", "light"])
def test_text_is_readable(known: str, folder: Path, scheme: int) -> None:
    """Contrast of 4.5 to 1 (WCAG AA) between the inks and the papers that carry them."""
    script = """
      const style = getComputedStyle(document.documentElement), get = (name) => style.getPropertyValue('--' + name).trim();
      const light = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
        .map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
      const contrast = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
      const pairs = ['ink paper', 'ink panel', 'ink choice', 'soft paper', 'soft panel', 'forward paper', 'reverse paper', 'kept paper', 'norm paper',
                     'fault paper', 'fault fault-paper', 'ring panel', 'paper fault'].map((p) => p.split(' '));
      out('worst', pairs.map(([a, b]) => [contrast(get(a), get(b)), a + ' on ' + b]).sort((x, y) => x[0] - y[0])[0].join(' '));
      out('dark', light(get('paper')) < 0.5);"""
    file = folder / "scheme.html"
    file.write_text(known.replace("</body>", "<script>function out(n, v) { document.body.dataset['said' + n] = v; }" + script + "</script></body>"))
    seen = Shown(chromium(file.as_uri(), folder, f"--blink-settings=preferredColorScheme={scheme}", "--dump-dom").stdout, ())
    assert seen.said("dark") == ("true" if scheme == 0 else "false")
    assert float(seen.said("worst").split()[0]) >= 4.5, seen.said("worst")
