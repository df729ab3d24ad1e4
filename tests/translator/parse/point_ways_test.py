"""Ways of computing points of a stencil: what the translator knows of them is what the compiled program has."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Union

import pytest

from translator.parse import parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
Points = Union[tuple[tuple[int, ...], ...], None]

# Each stands in a function of its own, behind: int p[6] = {0, 0, 1, 0, 0, 1}, q[6] = {0}, k = 1, m = 2; and before ops_decl_stencil(2, 3, p, ..).
# argc is 1, and nothing the translator knows.
FOLLOWED = {
    "untouched": "",
    "an element": "p[2] = 3;",
    "in an argument": "id(k++); p[0] = k;",
    "in an argument of a library's function": "std::abs(k++); p[0] = k;",
    "in an argument that is printed": "std::printf(\"%d\", k += 4); p[0] = k;",
    "in a choice": "p[0] = k > 0 ? k++ : k--; p[1] = k;",
    "in a choice that is not made": "p[0] = k > 5 ? k++ : 7; p[1] = k;",
    "in an index": "p[k++] = 5; p[k++] = 6; p[0] = k;",
    "right before left": "p[k++] = k;",
    "in a condition": "if (k++ > 0) p[0] = k;",
    "in a condition that does not hold": "if (k++ > 5) p[0] = 8; else p[0] = k;",
    "behind && that holds": "if (m > 0 && k++ > 0) p[0] = k;",
    "behind && that does not": "if (m < 0 && k++ > 0) p[1] = 1; p[0] = k;",
    "behind || that holds": "if (m > 0 || k++ > 0) p[1] = 3; p[0] = k;",
    "behind || that does not": "if (m < 0 || k++ > 0) p[1] = 3; p[0] = k;",
    "behind a comma": "p[0] = (k++, k);",
    "by a reference": "int& r = k; r = 5; p[0] = k;",
    "by a reference to an element": "int& r = p[2]; r = 5;",
    "by a reference to a reference": "int& r = k; int& s = r; s = 4; p[0] = k;",
    "by a reference to a row": "int a[3][2] = {}; auto& r = a[1]; r[0] = 4; p[0] = a[1][0];",
    "by a constant reference": "const int& r = k; k = 6; p[0] = r;",
    "by a pointer": "int* r = &k; *r = 5; p[0] = k;",
    "by a pointer that moves": "int* r = p; *r++ = 3; *r++ = 4; r += 2; *r = 5; *--r = 6;",
    "by a pointer to an element": "int* r = &p[2]; r[-1] = 7; r[1] = 8;",
    "by a pointer that is set later": "int* r; r = p; r[0] = 5;",
    "by a pointer to a pointer's element": "int* r = p + 1; int* s = r + 1; *s = 9;",
    "a pointer compared": "int n = 0; for (int* r = p; r != p + 6; ++r) n++; q[0] = n;",
    "unsigned wraps": "unsigned u = 0; if (u - 1 > 100) p[0] = 3;",
    "unsigned compared with signed": "unsigned u = 1; int i = -1; if (i > u) p[0] = 4;",
    "bytes wrap": "unsigned char c = 250; c += 10; p[0] = c;",
    "bytes are signed": "signed char c = 100; c = c + 100; p[0] = c;",
    "shorts are cut": "short c = 70000; p[0] = c;",
    "numbers of a size": "std::size_t n = sizeof(p) / sizeof(p[0]); p[0] = int(n);",
    "longs": "long n = 1L << 40; p[0] = int(n >> 38);",
    "booleans": "bool b = m; p[0] = b + 4;",
    "cut off": "p[0] = int(2.9) + (int)-1.5;",
    "divided": "p[0] = -7 / 2; p[1] = -7 % 3;",
    "bits": "p[0] = (5 & 6) | 8; p[1] = ~k ^ 3;",
    "shifted": "p[0] = k << 3; p[1] = -16 >> 2;",
    "unsigned divided": "int i = -6; i /= 2u; p[0] = i;",
    "negated": "p[0] = !k; p[1] = -k;",
    "enumerators": "enum { low = -3, high }; p[0] = low; p[1] = high;",
    "constants": "constexpr int c[] = {3, 4}; p[0] = c[1]; const int d = c[0] * 2; p[1] = d;",
    "global constants": "p[0] = table[1]; p[1] = width;",
    "a loop": "for (int i = 0; i < 6; ++i) p[i] = i * i - 3;",
    "a loop with two counters": "for (int i = 0, j = 5; i < j; ++i, --j) p[i] = j;",
    "a loop that is left": "for (int i = 0; i < 6; ++i) { if (i == 3) break; p[i] = i; }",
    "rounds that are cut short": "for (int i = 0; i < 6; ++i) { if (i % 2) continue; p[i] = i; }",
    "while": "while (k < 6) p[k++] = k;",
    "while, left": "while (true) { p[k] = 9; if (++k > 3) break; }",
    "do while": "do { p[k] = 4; k += 2; } while (k < 6);",
    "do while once": "do p[0] = 4; while (false);",
    "nested loops": "int n = 0; for (int j = 0; j < 3; ++j) for (int i = 0; i < 2; ++i) { if (i == j) continue; p[n++] = i - j; }",
    "an inner loop is left": "for (int j = 0; j < 3; ++j) for (int i = 0; i < 9; ++i) { if (i > j) break; p[2 * j] = i; }",
    "elements in turn": "for (int& x : p) x += 2;",
    "elements of a table": "int n = 0; for (int v : {4, 5, 6}) { (void)v; n++; } (void)n; for (int v : table) p[v % 6] = v;",
    "rows in turn": "int a[3][2] = {{1, 2}, {3, 4}, {5, 6}}; int n = 0; for (auto& row : a) for (int v : row) p[n++] = v;",
    "rows": "int a[3][2] = {{1, 2}, {3, 4}}; for (int i = 0; i < 3; ++i) for (int j = 0; j < 2; ++j) p[2 * i + j] = a[i][j];",
    "rows written flat": "int a[3][2] = {1, 2, 3, 4, 5, 6}; p[0] = a[1][0]; p[1] = a[2][1];",
    "a list that counts": "int a[] = {k++, k++, k}; p[0] = a[0]; p[1] = a[1]; p[2] = a[2];",
    "braces": "int a{3}, b = {4}, c{}; p[0] = a; p[1] = b; p[2] = c;",
    "read by a lambda": "auto sum = [&] { return k + p[0]; }; k = 5; p[0] = k; sum();",
    "read by a function": "first(p); p[0] = 3; first(p + 2);",
    "read by a function with a pointer": "look(p); p[0] = 3;",
    "copied": "std::vector<int> v(p, p + 6); p[0] = 3;",
    "the largest": "p[0] = 3; std::max(k, 4);",
    "read by an algorithm": "const int* c = p; std::printf(\"%d\", c[1]); p[0] = 3;",
    "switched elsewhere": "switch (m) { case 2: q[0] = 3; break; default: q[0] = 4; } p[0] = 5;",
    "a condition from outside, elsewhere": "if (argc > 1) q[0] = 3; p[0] = 5;",
    "written again after it": "p[0] = argc; p[0] = 5;",
    "a local type": "struct Pair { int a, b; }; p[0] = 5;",
    "nothing": ";;",
    "conditions with a first part": "if (k = 5; k > 3) p[0] = k;",
    "sizes are not computed": "p[0] = int(sizeof(k++)) + k;",
    "a constant condition": "if constexpr (sizeof(int) == 4) p[0] = 4; else p[0] = 5;",
    "a condition that declares": "if (int n = 2) p[0] = n;",
    "numbers of a random generator": "unsigned seed = 1; for (int i = 0; i < 100; i++) { seed = seed * 1103515245u + 12345u; p[0] = (seed / 65536) % 3; }",
    "tried": "double x = 0.5; x *= 2; p[0] = 3;",
}
UNFOLLOWED = {
    "by a pointer that is chosen": "int* r = k > 0 ? p : q; r[0] = 5;",
    "a converted copy by a constant reference": "const long& r = k; k = 6; p[0] = r;",
    "a copy by a constant reference": "const int& r = int(k); k = 6; p[0] = r;",
    "a lambda that is called later": "auto set = [&] { p[0] = 5; }; p[0] = 3; set();",
    "a lambda that is called twice": "auto next = [&] { return k++; }; p[0] = next(); p[1] = k;",
    "a lambda with a parameter": "auto set = [&](int v) { k = v; }; set(5); p[0] = k;",
    "a lambda's copy": "auto next = [k]() mutable { return ++k; }; p[0] = next(); p[1] = k;",
    "a lambda's own reference": "auto set = [&r = k] { r = 7; }; set(); p[0] = k;",
    "a lambda's own pointer": "auto set = [r = p] { r[0] = 7; }; set();",
    "a lambda kept": "std::function<void()> f = [&] { k = 9; }; k = 2; f(); p[0] = k;",
    "a lambda that gives a reference": "auto at = [&](int i) -> int& { return p[i]; }; at(0) = 4;",
    "a lambda of a lambda": "auto outer = [&] { auto inner = [&] { k = 8; }; inner(); }; outer(); p[0] = k;",
    "an argument twice": "pair(k++, k); p[0] = k;",
    "behind && from outside": "if (argc > 0 && k++ > 0) p[1] = 1; p[0] = k;",
    "behind || from outside": "if (argc > 5 || k++ > 0) p[1] = 1; p[0] = k;",
    "in a choice from outside": "q[0] = argc > 0 ? k++ : 0; p[0] = k;",
    "one of two": "(argc > 0 ? k : m) = 9; p[0] = k; p[1] = m;",
    "a reference to one of two": "int& r = argc > 0 ? k : m; r = 9; p[0] = k; p[1] = m;",
    "a pointer to one of two": "int* r = argc > 0 ? p : q; r[0] = 9;",
    "a pointer that is moved by argc": "int* r = p + argc; *r = 9;",
    "an element from outside": "p[argc] = 9;",
    "a reference that goes on": "int& r = p[argc]; r = 9;",
    "a pointer to a pointer": "int* r = q; int** rr = &r; *rr = p; *r = 9;",
    "a reference to a pointer": "int* r = q; int*& rr = r; rr = p; *r = 9;",
    "pointers in a table": "int* t[] = {p, q}; t[0][0] = 9;",
    "a pointer in a structure": "struct H { int* at; } h{p}; h.at[0] = 9;",
    "a reference in a structure": "struct H { int& at; } h{k}; h.at = 9; p[0] = k;",
    "a member": "struct H { int n = 2; } h; h.n = 9; p[0] = h.n;",
    "a pointer by a function": "int* r = pick(p, q); r[0] = 9;",
    "a reference by a function": "same(k) = 9; p[0] = k;",
    "a reference to what a function gives": "int& r = same(k); r = 9; p[0] = k;",
    "changed by a function": "set(p, 9);",
    "an argument by reference": "bump(k); p[0] = k;",
    "by a pointer to a function": "void (*f)(int&) = bump; f(k); p[0] = k;",
    "kept by an object": "Keeper keeper(p); p[0] = 3; keeper.set();",
    "jumped over": "goto there; p[0] = 9; there: p[1] = 3;",
    "jumped back": "again: p[0] = k; if (k++ < 3) goto again;",
    "switched": "switch (m) { case 1: k = 7; break; case 2: k = 8; break; default: k = 9; } p[0] = k;",
    "switched through": "switch (m) { case 2: k = 7; case 3: k = k + 1; } p[0] = k;",
    "tried and caught": "try { k = 5; throw 1; } catch (int) { k = 6; } p[0] = k;",
    "a constant no more": "const int& r = k; const_cast<int&>(r) = 9; p[0] = k;",
    "a constant array no more": "const int* r = p; const_cast<int*>(r)[0] = 9;",
    "another cast": "const int& r = k; (int&)r = 9; p[0] = k;",
    "by bytes": "reinterpret_cast<char*>(p)[0] = 9;",
    "copied in": "std::memcpy(p, table, sizeof table);",
    "filled": "std::fill(p, p + 6, 2);",
    "filled by ranges": "std::ranges::fill(p, 2);",
    "filled with numbers that follow": "std::iota(std::begin(p), std::end(p), 3);",
    "sorted": "std::ranges::sort(p, std::greater{});",
    "transformed": "std::transform(p, p + 6, p, [](int x) { return x + 1; });",
    "for each": "std::for_each(p, p + 6, [](int& x) { x += 2; });",
    "reversed": "std::reverse(p, p + 6);",
    "rotated": "std::rotate(p, p + 2, p + 6);",
    "copied by an algorithm": "std::copy(table, table + 4, p);",
    "generated": "std::generate(p, p + 6, [&] { return k++; }); q[0] = k;",
    "swapped": "std::swap(k, m); p[0] = k;",
    "arrays swapped": "std::swap(p, q);",
    "exchanged": "p[0] = std::exchange(k, 9); p[1] = k;",
    "tied": "std::tie(k, m) = std::make_pair(7, 8); p[0] = k; p[1] = m;",
    "names of elements": "int a[2] = {1, 2}; auto& [x, y] = a; x = 7; p[0] = a[0]; p[1] = y;",
    "copies of elements": "int a[2] = {1, 2}; auto [x, y] = a; x = 7; p[0] = a[0]; p[1] = x;",
    "a span": "std::span<int> v(p); v[0] = 9;",
    "a view": "for (int& x : std::views::all(p)) x = 4;",
    "an array of the library": "std::array<int, 2> a = {3, 4}; a[0] = 7; p[0] = a[0];",
    "a vector": "std::vector<int> v = {3, 4}; v[0] = 7; p[0] = v[0];",
    "a wrapped reference": "auto r = std::ref(k); r.get() = 9; p[0] = k;",
    "by the address of it": "*std::addressof(k) = 9; p[0] = k;",
    "scanned": "std::sscanf(\"9\", \"%d\", &k); p[0] = k;",
    "read from a stream": "std::istringstream(\"9\") >> k; p[0] = k;",
    "a pointer to an array": "int (*r)[6] = &p; (*r)[0] = 9;",
    "a reference to an array": "int (&r)[6] = p; r[0] = 9;",
    "a moved reference": "int&& r = std::move(k); r = 9; p[0] = k;",
    "any reference": "auto&& r = k; r = 9; p[0] = k;",
    "an assignment's result": "(k = 3) += 4; p[0] = k;",
    "a step's result": "++k += 4; p[0] = k;",
    "a reference to a step's result": "int& r = ++k; r = 9; p[0] = k;",
    "a comma's result": "(m, k) = 9; p[0] = k;",
    "a static counter": "p[0] = count(); p[1] = count();",
    "by a pointer of the program": "kept = p; p[0] = 3; set_kept();",
    "by a static pointer": "static int* r = p; r[0] = 9;",
    "by a global pointer": "kept = p; kept[0] = 9;",
    "a static local": "static int n = 3; n++; p[0] = n;",
    "a static local without a value": "static int n; p[0] = n; n = 5;",
    "a global that changes": "p[0] = counter; counter = 5;",
    "a global that a function changes": "counter = 2; count(); p[0] = counter;",
    "a macro": "BUMP(k); p[0] = k;",
    "an expression of statements": "p[0] = ({ k = 9; k + 1; });",
    "a list of references": "for (int* r : {&k, &m}) *r = 9; p[0] = k;",
    "a loop that declares": "int n = 3; while (int i = n--) p[0] = i;",
    "a loop without a condition": "for (;;) { p[0] = k; if (++k > 3) break; }",
    "left in a switch": "for (int i = 0; i < 6; ++i) { switch (i) { case 2: continue; default: break; } p[i] = i; }",
    "left from outside": "for (int i = 0; i < 6; ++i) { if (i == argc) break; p[i] = 9; }",
    "as often as outside says": "for (int i = 0; i < argc; ++i) p[i] = 9;",
    "for long": "for (int i = 0; i < 20000; ++i) k = i; p[0] = k;",
    "real numbers": "double x = 2.5; p[0] = x * 2; p[1] = std::floor(x);",
    "a compound with a real number": "k *= 2.5; p[0] = k;",
    "overflows nothing": "int n = 3; for (int i = 0; i < 10; ++i) n = n * 5 % 1000; p[0] = n;",
    "an array of unknown size": "int a[argc + 1]; a[0] = 7; p[0] = a[0];",
    "a union": "union { int a; int b; } u; u.a = 3; u.b = 7; p[0] = u.a;",
    "recursion": "p[0] = depth(3);",
    "a function that returns": "p[0] = id(9);",
    "a constexpr function": "constexpr int n = twice(4); p[0] = n; p[1] = twice(k);",
    "new": "int* r = new int[2]{3, 4}; r[0] = 7; p[0] = r[0]; delete[] r;",
    "a volatile": "volatile int v = 3; v = 8; p[0] = v;",
    "bits of a structure": "struct B { unsigned n : 3; } b{9 & 7}; b.n += 9; p[0] = b.n;",
}
OUTSIDE = """
constexpr int width = 3;
const int table[] = {3, 1, 2, 0};
int counter = 1;
int* kept;
void set_kept() { kept[0] = 9; }
#define BUMP(x) do { (x)++; } while (0)
int id(int n) { return n; }
void pair(int, int) {}
int first(const int* a) { return a[0]; }
int look(int* a) { int n = a[0]; n += a[1]; return n; }
void set(int* a, int v) { a[0] = v; }
void bump(int& n) { n += 5; }
int& same(int& n) { return n; }
int* pick(int* a, int*) { return a; }
int count() { static int n = 0; counter += 10; return ++n; }
int depth(int n) { int own = n; if (n > 0) depth(n - 1); return own; }
constexpr int twice(int n) { return 2 * n; }
struct Keeper { int* at; explicit Keeper(int* a) : at(a) {} void set() { at[0] = 9; } };
"""
COMPILED = """#include <cstdio>
struct ops_block_core; struct ops_stencil_core { int n; const char* name; }; struct ops_dat_core;
using ops_block = ops_block_core*; using ops_stencil = ops_stencil_core*; using ops_dat = ops_dat_core*;
int shown[6];
ops_stencil ops_decl_stencil(int, int n, int* p, const char*) { for (int i = 0; i < 2 * n; ++i) shown[i] = p[i]; return nullptr; }
void show(const char* name) { std::fprintf(stderr, "[\\"%s\\"", name); for (int v : shown) std::fprintf(stderr, ", %d", v); std::fprintf(stderr, "]\\n"); }
#define ops_arg_dat(...) 0
#define ops_par_loop(kernel, name, ...) show(name)
"""
INCLUDES = "".join(f"#include <{name}>\n" for name in ("algorithm", "array", "cmath", "cstdio", "cstdlib", "cstring", "functional", "memory", "numeric", "ranges", "span",
                                                      "sstream", "tuple", "utility", "vector"))
WAYS = {**FOLLOWED, **UNFOLLOWED}


def _function(n: int, how: str, code: str) -> str:
    return f"""
void way_{n}(int argc, ops_block block, ops_dat from, ops_dat to) {{
  int p[6] = {{0, 0, 1, 0, 0, 1}}, q[6] = {{0}}, k = 1, m = 2, zero[] = {{0, 0}}, range[] = {{0, 4, 0, 4}};
  ops_stencil centre = ops_decl_stencil(2, 1, zero, "centre");
  {code}
  ops_stencil star = ops_decl_stencil(2, 3, p, "star");
  ops_par_loop(kernel, "{how}", block, 2, range, ops_arg_dat(from, 1, star, "double", OPS_READ), ops_arg_dat(to, 1, centre, "double", OPS_WRITE));
}}
"""


def _source() -> str:
    calls = "\n".join(f"  way_{n}(argc, nullptr, nullptr, nullptr);" for n in range(len(WAYS)))
    functions = "".join(_function(n, how, code) for n, (how, code) in enumerate(WAYS.items()))
    return f"""#ifdef OPS_TRANSLATING
#define OPS_2D
#include "ops_seq_v2.h"
#else
{COMPILED}
#endif
{INCLUDES}{OUTSIDE}
#ifdef OPS_TRANSLATING
void kernel(const ACC<double>& a, ACC<double>& b) {{ b(0, 0) = a(0, 0); }}
#endif
{functions}
int main(int argc, char**) {{
{calls}
}}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ways") / "ways.cpp"
    path.write_text(_source())
    return path


@pytest.fixture(scope="module")
def real(source: Path) -> dict[str, Points]:
    """What the compiled program has."""
    program = source.with_suffix("")
    subprocess.run(["g++", "-std=c++20", "-w", "-fpermissive", source, "-o", program], check=True)
    said = subprocess.run([program], check=True, capture_output=True, text=True).stderr
    return {name: tuple(zip(numbers[::2], numbers[1::2])) for name, *numbers in map(json.loads, said.splitlines())}


@pytest.fixture(scope="module")
def known(source: Path) -> dict[str, Points]:
    """What the translator knows."""
    found = parse((str(source),), FLAGS)
    assert not found.diagnostics, found.diagnostics
    stencils = {loop.name: loop.args[0].stencil for loop in found.program.loops}
    return {name: None if stencil is None else stencil.offsets for name, stencil in stencils.items()}


@pytest.mark.parametrize("how", WAYS)
def test_no_points_are_wrong(how: str, known: dict[str, Points], real: dict[str, Points]) -> None:
    assert known[how] in (None, real[how])


@pytest.mark.parametrize("how", FOLLOWED)
def test_points_that_are_known(how: str, known: dict[str, Points]) -> None:
    assert known[how] is not None
