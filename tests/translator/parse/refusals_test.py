"""What a kernel cannot contain is called by its name, with what to write instead; said once."""

from __future__ import annotations

from pathlib import Path

import pytest

from translator.ir import Constant, Loop
from translator.parse import parse
from translator.passes.walk import body_nodes

ROOT = Path(__file__).parents[3]
FLAGS = ("-std=c++20", f"-I{ROOT}", f"-I{ROOT}/include")
HEADERS = "algorithm array cassert cmath complex cstdio cstring functional numeric optional span string tuple utility vector".split()
BEFORE = """
struct Law { virtual double of(double x) const { return x; } };
struct Square : Law { double of(double x) const override { return x * x; } };
struct Counted { double x; Counted(double a) : x(a) {} Counted(const Counted& o) : x(o.x + 1) {} };
struct Moved { double x; Moved(double a) : x(a) {} Moved(Moved&& o) : x(o.x) { o.x = 0; } };
struct Doubled { double x; Doubled& operator=(const Doubled& o) { x = 2 * o.x; return *this; } };
struct Doubling { Doubled inside; };
struct Inheriting : Doubled { double y; };
struct Hidden { double x = 1; };
struct Hiding : Hidden { double x = 2; };
struct Virtual : virtual Hidden { double y = 2; };
template <class T> struct Of { T x; };
template <class T> struct Derived : Of<T> { T y; };
struct First { double a; };
struct Second { double b; };
struct Two : First, Second { double c; };
Two two;
struct View { double* at; };
struct Own { double x; double* at; Own(double a) : x(a), at(&x) {} };
double of_copy(Own o) { *o.at *= 2; return o.x; }
struct Node { double v; const Node* next; };
double twice(double x) { return 2 * x; }
template <class T> T thrice(T x) { return 3 * x; }
struct Table { double (*f)(double); };
"""
# By name: the body of a kernel, a part of what is said, a part of the hint.
KERNELS = {
    "vector": ("std::vector<double> w(3); w[0] = u(0); v(0) = w[0] + w.size();", "a local object of 'std::vector<double>'", "double w[8]"),
    "vector of int": ("std::vector<int> w{1, 2}; v(0) = w[0];", "a local object of 'std::vector<int>'", "int w[8]"),
    "complex": ("std::complex<double> w(u(0), 1.0); v(0) = std::abs(w * w);", "'std::complex<double>'", "two numbers"),
    "tuple": ("auto w = std::make_tuple(u(0), 2.0); v(0) = std::get<0>(w);", "'make_tuple'", "use a struct"),
    "optional": ("std::optional<double> w; w = u(0); v(0) = *w;", "'std::optional<double>'", "use a value and a bool"),
    "span": ("double w[2] = {u(0), 1}; std::span<double> s(w); v(0) = s[0];", "'std::span<double>'", "pass a pointer"),
    "function": ("std::function<double(double)> f = twice; v(0) = f(u(0));", "'std::function<double (double)>'", "template parameter"),
    "string": ('std::string s = "a"; v(0) = u(0);', "'std::string'", "use a number"),
    "printf": ('std::printf("%g", u(0)); v(0) = u(0);', "'printf'", "print the values after the loop"),
    "assert": ("assert(u(0) > 0); v(0) = u(0);", "'assert'", "with a reduction"),
    "throw": ("if (u(0) < 0) throw 1; v(0) = u(0);", "'throw 1'", "with a reduction"),
    "new": ("double* w = new double[3]; w[0] = u(0); v(0) = w[0];", "'new double[3]'", "constant size"),
    "length": ("int n = 2; double w[n]; w[0] = u(0); v(0) = w[0];", "the kernel declares the array 'w', whose size is not constant", "with a constant size"),
    "memcpy": ("double a = u(0), b; std::memcpy(&b, &a, sizeof a); v(0) = b;", "'memcpy'", "std::copy"),
    "largest": ("double w[2] = {u(0), 1}; v(0) = *std::max_element(w, w + 2);", "'max_element'", "with a loop"),
    "many": ("double w[17] = {u(0)}; std::sort(w, w + 17); v(0) = w[0];", "std::sort of more than 16 elements", "write the loops"),
    "some": ("double w[4] = {u(0)}; int n = u(0) > 0 ? 2 : 4; std::sort(w, w + n); v(0) = w[0];", "that is not constant", "write the loops"),
    "two arrays": ("double w[2] = {u(0)}, x[2] = {}; std::fill(w, x + 2, 1.0); v(0) = w[0];", "belong to the same array", "write a loop"),
    "virtual": ("Square s; Law l; const Law* p[2] = {&s, &l}; v(0) = p[u(0) > 0]->of(u(0));", "the virtual call 'p[u(0) > 0]->of(u(0))'", "object.Class::function"),
    "copies": ("Counted a(u(0)), b = a; v(0) = b.x;", "'Counted', whose copy constructor does more", "use the default copy constructor"),
    "moves": ("Moved a(u(0)), b(std::move(a)); v(0) = b.x;", "'Moved', whose copy constructor does more", "use the default copy constructor"),
    "assigned member": ("Doubling a{{u(0)}}, b{{1}}; b = a; v(0) = b.inside.x;", "'b = a', but the operator= of class 'Doubled'", "directly"),
    "assigned base": ("Inheriting a{{u(0)}, 1}, b{{1}, 2}; b = a; v(0) = b.x;", "'b = a', but the operator= of class 'Doubled'", "directly"),
    "swapped": ("Doubled a{u(0)}, b{1}; std::swap(a, b); v(0) = b.x;", "'std::swap(a, b)', but the operator= of class 'Doubled'", "directly"),
    "exchanged": ("Doubled a{u(0)}, b{1}; std::exchange(a, b); v(0) = a.x;", "'std::exchange(a, b)', but the operator=", "directly"),
    "filled": ("Doubled a[2], b{u(0)}; std::fill(a, a + 2, b); v(0) = a[0].x;", "'std::fill(a, a + 2, b)', but the operator=", "directly"),
    "one of two classes": ("Square s; Law l; const Law& p = u(0) > 0 ? static_cast<const Law&>(s) : l; v(0) = p.of(u(0));", "the virtual call 'p.of(u(0))'",
                           "object.Class::function"),
    "second base": ("v(0) = two.b * u(0);", "member 'b' of a base class that is not at the beginning", "make it a member"),
    "hiding": ("Hiding h; v(0) = h.x * u(0);", "two of its members have the same name", "a member"),
    "virtual base": ("Virtual h; v(0) = h.y * u(0);", "'Virtual', but one of its base classes is virtual", "a member"),
    "base of arguments": ("Derived<double> d; d.x = u(0); v(0) = d.x;", "depends on template arguments", "a member"),
    "set in a branch": ("double a = u(0), b = 1; View w{&a}; if (a > 0) w.at = &b; v(0) = *w.at;", "assigns to a pointer in a branch or a loop", "condition ? p : q"),
    "points into itself": ("v(0) = of_copy(Own(u(0)));", "the kernel copies an object that contains a pointer to one of its own members", "by reference"),
    "list": ("Node b{2, nullptr}, a{u(0), &b}; double s = 0; for (const Node* p = &a; p; p = p->next) s += p->v; v(0) = s;", "assigns to a pointer in a branch or a loop", "condition ? p : q"),
    "null": ("const double* p = nullptr; v(0) = *p * u(0);", "a value at a null pointer", "test the pointer"),
    "unset": ("View w; v(0) = *w.at * u(0);", "uses a pointer before assigning an address to it", ""),
    "template in braces": ("Table t{thrice<double>}; v(0) = t.f(u(0));", "the name 'thrice<double>'", "a variable first"),
}


@pytest.fixture(scope="module")
def loops(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Loop]:
    kernels = "".join(f"void k{n}(const ACC<double>& u, ACC<double>& v) {{ {body} }}\n" for n, (body, _, _) in enumerate(KERNELS.values()))
    calls = "".join(f'  ops_par_loop(k{n}, "{name}", b, 1, all, ops_arg_dat(d, 1, c, "double", OPS_READ), ops_arg_dat(d, 1, c, "double", OPS_WRITE));\n'
                    for n, name in enumerate(KERNELS))
    source = tmp_path_factory.mktemp("refusals") / "program.cpp"
    includes = "".join(f"#include <{h}>\n" for h in HEADERS)
    source.write_text(f'#define OPS_1D\n{includes}#include "ops_seq_v2.h"\n{BEFORE}{kernels}int main() {{\n  int all[] = {{0, 8}}, zero[] = {{0}};\n'
                      f'  ops_block b = ops_decl_block(1, "b");\n  ops_dat d = nullptr;\n  ops_stencil c = ops_decl_stencil(1, 1, zero, "c");\n{calls}}}\n')
    found = parse((str(source),), FLAGS)
    assert found.diagnostics == ()
    return {loop.name: loop for loop in found.program.loops}


def test_members_of_constants_lie_where_they_do(tmp_path: Path) -> None:
    source = tmp_path / "program.cpp"
    source.write_text("""#define OPS_1D
#include "ops_seq_v2.h"
struct Nothing {};
struct First { double a[2]; };
struct Two : Nothing, First { int n; double c; };
Two two;
void k(ACC<double>& v) { v(0) = two.a[1] + two.c + two.n; }
int main() {
  int all[] = {0, 8}, zero[] = {0};
  ops_block b = ops_decl_block(1, "b");
  ops_dat d = nullptr;
  ops_decl_const("two", 1, "Two", &two);
  ops_par_loop(k, "k", b, 1, all, ops_arg_dat(d, 1, ops_decl_stencil(1, 1, zero, "c"), "double", OPS_WRITE));
}
""")
    (loop,) = parse((str(source),), FLAGS).program.loops
    found = [n.byte for n in body_nodes(loop.kernel.body) if isinstance(n, Constant)]
    assert loop.kernel.unsupported == () and sorted(found) == [8, 16, 24]


@pytest.mark.parametrize("name", KERNELS)
def test_it_is_named_and_what_to_write_instead(name: str, loops: dict[str, Loop]) -> None:
    _, what, hint = KERNELS[name]
    said = loops[name].kernel.unsupported
    assert said and what in said[0].what and hint in said[0].hint, said
    assert len(said) == 1 or name == "two arrays", said
