"""Ways in which another kernel comes to a loop than the one that is seen first: none of them is believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.parse import parse

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
WAYS = {
    "exchange": "Kernel k = twice; std::exchange(k, thrice); LOOP(k)",
    "own reference": "Kernel k = twice; auto f = [&, &r = k] { r = thrice; }; f(); LOOP(k)",
    "reference": "Kernel k = twice; Kernel& r = k; r = thrice; LOOP(k)",
    "pointer": "Kernel k = twice; Kernel* r = &k; *r = thrice; LOOP(k)",
    "by function": "Kernel k = twice; change(k); LOOP(k)",
    "by function pointer": "Kernel k = twice; change_at(&k); LOOP(k)",
    "struct": "Held h{twice}; Held& r = h; r.k = thrice; LOOP(h.k)",
    "struct copy": "Held h{twice}, g{thrice}; h = g; LOOP(h.k)",
    "struct pointer": "Held h{twice}; set_held(&h); LOOP(h.k)",
    "struct memcpy": "Held h{twice}, g{thrice}; std::memcpy(&h, &g, sizeof h); LOOP(h.k)",
    "table swapped": "Kernel t[] = {twice, thrice}; std::swap(t[0], t[1]); LOOP(t[0])",
    "table reversed": "Kernel t[] = {twice, thrice}; std::reverse(t, t + 2); LOOP(t[0])",
    "tie": "Kernel k = twice; int n; std::tie(k, n) = std::make_pair(thrice, 1); LOOP(k)",
    "binding": "auto [k, n] = std::make_pair(twice, 1); k = thrice; LOOP(k)",
    "range": "Kernel k = twice; for (Kernel q : {twice, thrice}) { k = q; LOOP(k) }",
    "range ref": "Kernel t[] = {twice, twice}; for (auto& q : t) q = thrice; LOOP(t[0])",
    "const_cast": "Kernel k = twice; const Kernel& r = k; const_cast<Kernel&>(r) = thrice; LOOP(k)",
    "capture": "Kernel k = twice; auto f = [&] { k = thrice; }; f(); LOOP(k)",
    "capture copy": "Kernel k = twice; auto f = [&, k]() mutable { k = thrice; LOOP(k) }; f();",
    "lambda param": "auto f = [&](Kernel k) { LOOP(k) }; f(twice); auto g = f; g(thrice);",
    "lambda given to a lambda": "auto g = [&](auto h) { h(thrice); }; auto f = [&](Kernel k) { LOOP(k) }; f(twice); g(f);",
    "lambda by function": "auto f = [&](Kernel k) { LOOP(k) }; f(twice); std::invoke(f, thrice);",
    "std function": "std::function<void(Kernel)> f = [&](Kernel k) { LOOP(k) }; f(thrice);",
    "optional": "std::optional<Kernel> o = twice; o = thrice; LOOP(*o)",
    "map": "std::map<int, Kernel> m{{0, twice}}; m[0] = thrice; LOOP(m[0])",
    "vector": "std::vector<Kernel> v{twice}; v[0] = thrice; LOOP(v[0])",
    "array": "std::array<Kernel, 1> v{twice}; v[0] = thrice; LOOP(v[0])",
    "unique": "auto h = std::make_unique<Held>(Held{twice}); h->k = thrice; LOOP(h->k)",
    "emplace": "std::vector<Made> v; v.emplace_back(twice); v.emplace_back(thrice); LOOP(v[1].k)",
    "new": "auto* h = new Made(thrice); Made g(twice); LOOP(h->k)",
    "brace": "Made g(twice); Made h{thrice}; LOOP(h.k)",
    "default member": "Default d; LOOP(d.k)",
    "aggregate designated": "Held g{twice}; Held h{.k = thrice}; LOOP(h.k)",
    "aggregate designated inside": "struct O { int n; Held h; } o{.n = 1, .h.k = thrice}, q{1, {twice}}; LOOP(o.h.k)",
    "aggregate designated in part": "struct O { int n; Kernel k; Kernel l; } o{1, .l = thrice}, q{1, twice, twice}; LOOP(o.l)",
    "aggregate designated element": "struct O { Kernel k[2]; } o{.k[0] = thrice}, q{{twice, twice}}; LOOP(o.k[0])",
    "static": "static Kernel k = twice; LOOP(k) k = thrice;",
    "ternary": "LOOP((block ? twice : thrice))",
    "void pointer": "Kernel k = twice; void* p = &k; *(Kernel*)p = thrice; LOOP(k)",
    "union": "union U { Kernel a; Kernel b; } u{twice}; u.b = thrice; LOOP(u.a)",
    "nested": "struct O { Held h; } o{{twice}}; o.h.k = thrice; LOOP(o.h.k)",
    "array of structs": "Held hs[2] = {{twice}, {twice}}; hs[1] = Held{thrice}; LOOP(hs[1].k)",
    "array of structs list": "Held hs[] = {{twice}, {thrice}}; LOOP(hs[1].k)",
    "push_back": "std::vector<Held> hs; hs.push_back({twice}); hs.push_back({thrice}); LOOP(hs[1].k)",
    "derived": "struct D : Made { D() : Made(thrice) {} } d; Made g(twice); LOOP(d.k)",
    "assign operator": "Made g(twice), h(thrice); g = h; LOOP(g.k)",
    "bind": "auto f = std::bind(apply, std::placeholders::_1, block, a, b, c); apply(twice, block, a, b, c); f(thrice);",
    "alias of function": "auto f = apply; apply(twice, block, a, b, c); f(thrice, block, a, b, c);",
    "thread": "apply2(twice, block, a, b, c); std::thread t(apply2, thrice, block, a, b, c); t.join();",
    "apply tuple": "apply3(twice, block, a, b, c); std::apply(apply3, std::make_tuple(thrice, block, a, b, c));",
    "member pointer": "Runner r{block, a, b, c}; r.go(twice); auto m = &Runner::go; (r.*m)(thrice);",
    "virtual": "VD v; VB& w = v; w.go(thrice, block, a, b, c); VB z; z.go(twice, block, a, b, c);",
}
OUTSIDE = """
#define OPS_1D
#include "ops_seq_v2.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>
void twice(const ACC<double>& a, ACC<double>& b) { b(0) = 2 * a(0); }
void thrice(const ACC<double>& a, ACC<double>& b) { b(0) = 3 * a(0); }
using Kernel = void (*)(const ACC<double>&, ACC<double>&);
int range[] = {0, 4}, zero[] = {0};
struct Held { Kernel k; };
struct Made { Kernel k; explicit Made(Kernel given) : k(given) {} };
struct Default { Kernel k = twice; Default() : k(thrice) {} };
void change(Kernel& k) { k = thrice; }
void change_at(Kernel* k) { *k = thrice; }
void set_held(Held* h) { h->k = thrice; }
Kernel give(Kernel k) { return k; }
#define LOOP(kernel) ops_par_loop(kernel, NAME, block, 1, range, ops_arg_dat(a, 1, c, "double", OPS_READ), ops_arg_dat(b, 1, c, "double", OPS_WRITE));
#define NAME "bind/alias of function"
void apply(Kernel k, ops_block block, ops_dat a, ops_dat b, ops_stencil c) { LOOP(k) }
#undef NAME
#define NAME "thread"
void apply2(Kernel k, ops_block block, ops_dat a, ops_dat b, ops_stencil c) { LOOP(k) }
#undef NAME
#define NAME "apply tuple"
void apply3(Kernel k, ops_block block, ops_dat a, ops_dat b, ops_stencil c) { LOOP(k) }
#undef NAME
#define NAME "member pointer"
struct Runner { ops_block block; ops_dat a, b; ops_stencil c; void go(Kernel k) { LOOP(k) } };
#undef NAME
#define NAME "virtual"
struct VB { virtual void go(Kernel, ops_block, ops_dat, ops_dat, ops_stencil) {} };
struct VD : VB { void go(Kernel k, ops_block block, ops_dat a, ops_dat b, ops_stencil c) override { LOOP(k) } };
#undef NAME
"""


@pytest.fixture(scope="module")
def resolved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The kernels of the loops that are not refused, by the way."""
    functions = "".join(f"""#define NAME "{how}"
void f{n}(ops_block block, ops_dat a, ops_dat b, ops_stencil c) {{ {code} }}
#undef NAME
""" for n, (how, code) in enumerate(WAYS.items()))
    calls = " ".join(f"f{n}(nullptr, nullptr, nullptr, c);" for n in range(len(WAYS)))
    source = tmp_path_factory.mktemp("kernels") / "program.cpp"
    source.write_text(f"{OUTSIDE}\n{functions}int main() {{ ops_stencil c = ops_decl_stencil(1, 1, zero, \"c\"); {calls} }}\n")
    found = parse((str(source),), FLAGS)
    assert {d.code for d in found.diagnostics} == {"unresolved-kernel"}, found.diagnostics
    return {loop.name: loop.kernel.name for loop in found.program.loops}


@pytest.mark.parametrize("how", WAYS)
def test_kernels_that_are_not_known(how: str, resolved: dict[str, str]) -> None:
    assert not any(how in name for name in resolved)
