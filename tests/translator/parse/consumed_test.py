"""Every token of a kernel has a meaning: whatever C++ and its extensions allow in a function is translated right, or refused with its place.

Test of translator/parse/consumed.py and heads.py.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.translator.parse.constructs_test import FLAGS, HERE
from tests.translator.parse.random_cpp import header_of
from tests.translator.parse.random_cpp_test import cases, compiled, difference
from translator.ir import Loop
from translator.parse import parse

MACROS = """
#define HIDDEN_SWITCH switch (int z = n[0] & 1; z)
#define OPENED_SWITCH(x) switch (x) {
#define CHOSEN(x, y) switch (int z = (x) & 3; z) { case 0: a += y; break; case 1: a -= y; }
#define FIRST_ZERO int z = n[0];
#define WHEN(x, s) if (x) s
#define WHEN_BUT(x, s, t) if (int z = x; z > 0) { s; } else { t; }
#define NOTHING(x)
#define DO(x) do { x; } while (0)
#define BEGIN {
#define END }
#define ALWAYS for (;;)
#define ADDED(x, y) ((x) + (y))
#define RANGE 1 ... 2
inline void put(ACC<double>& v, double x) { v(0, 0, 0) = x * x; }
inline void add(double& x, double y) { x += y; }
inline double seen(double& x) { x += 0.5; return x * 2; }
struct Empty {};
struct Doing { Doing(double& x) { x += 2; } };
struct Derived : Doing { double m; Derived(double& x, double y) : Doing(x), m(y) {} };
struct Counted { double m = 0.25; static constexpr double s = 0.75; static double twice(double x) { return 2 * x; } };
inline Counted made_counted(double& x) { x += 1; return {}; }
struct Leaving { double m; ~Leaving() { std::sqrt(m); } };
struct Staying { double m; ~Staying() {} };
struct Comma {
  double m;
  Comma operator,(const Comma& o) const { return {m * o.m + 1}; }
  bool operator&&(const Comma& o) const { return m < o.m; }
  explicit operator bool() const { return m > 0; }
  Comma* operator->() { m += 1; return this; }
  Comma operator++(int) { Comma old = *this; m += 3; return old; }
};
inline double defaulted(double x, double y = 3 * 0.5, int k = sizeof(int)) { return x * y + k; }
enum class Kind { one, two, three };
#include <numeric>
#include <functional>
#include <limits>
struct Valued { double x; Valued(double y) : x(y) {} Valued() : x(0.5) {} virtual double f(double y) const { return x * y; } double g() const { return f(2); } };
struct Offset : Valued { Offset(double& y) : Valued((y += 1, y)), z(y) {} double z; double f(double y) const override { return x + y * z; } };
inline double cut(double& x) { x *= 0.5; return x + 2; }
template <class F> double taken_by(F f, double& x) { return f(x); }
template <int n> double halves(double x, double& y) { if constexpr (n == 0) { x *= y; } else { x -= y; y += x; } if constexpr (n > 0) { x += 0.25; } return x; }
template <int n> double thirds(double x) { if constexpr (n == 0) { x *= x; } else if constexpr (n == 1) { if (x > 0) { return x; } } else { x += 1; } return x - 1; }
template <double F(double&)> double taken_as(double& x) { return F(x); }
inline double throws(double x) { throw x; }
inline std::array<double, 3> three() { return {1, 2, 3}; }
"""
RIGHT = """
return put(v, a);
if (i > 1) return add(a, b), put(v, a); v(1, 0, 0) = a;
if (i > 1) return void(); v(1, 0, 0) = a;
if (i > 1) return (void)(v(1, 0, 0) = b); v(1, 0, 0) = a;
if (i > 1) return (put(v, a), void()); put(v, b);
if (i > 1) return i > 2 ? put(v, a) : put(v, b); put(v, 1);
if (i > 1) return (void)seen(a), v(1, 0, 0) += a, put(v, b);
auto f = [&](double x) { return put(v, x); }; f(a);
auto f = [&](double x) { if (x > 0) return put(v, x); return add(a, x); }; f(b);
for (int k = 0; k < 3; ++k) if (k == i) return add(v(0, 0, 0), k);
switch (i) { case 1 ... 3: a += 1; break; case 4: a += 2; break; default: a *= 0.5; }
switch (i) { case -5 ... 0: a += 1; case RANGE: b += a; break; case 3: return; }
switch (i) case 0: case 1: a = b * b;
switch (i) default: a = b * b;
switch (i) { case 0: if (a > 0) break; b += 1; case 1: if (a < b) { a += 1; break; } else b += 2; default: a *= 0.5; }
switch (i) { case 0: if (a > 0) { if (b > 0) break; a += 1; } else if (j > 1) { b += 0.5; } b += 1; break; case 1: { { if (b > 0) { break; } } a = 2; } case 2: a += 4; }
switch (i) { case 0: if (a > 0) { if (b > 0) return; break; } b += 1; case 1: if (a > 1) break; if (b < 0) return; a += 3; } b += 0.25;
for (int k = 0; k < 4; ++k) { switch (k + i) { case 1: if (a > 0) break; if (b > 0) continue; a += 2; case 2: b += 1; break; case 3: if (a > b) return; default: a *= 0.5; } b += 0.125; }
switch (i) { case 0: for (int k = 0; k < 3; ++k) { if (k == j) break; a += k; } if (a > 2) break; case 1: switch (j) { case 1: if (b > 0) break; a += 1; default: b += 1; } a += 0.5; }
switch (i) { case 0: do { if (a > 0) break; a += 0.25; } while (a < 0); b = a; break; a = 5; case 1: { break; } b = 3; default: b -= 1; }
switch (int z = i; z) { case 1: a += z; break; default: b += z * 2; }
switch (double z = a * 2; i) { case 1: a += z; break; default: b += z * 2; }
switch (int z = i, y = j; z + y) { case 1: a += z; break; default: b += y; }
switch (int z = i) { case 1: a += z; break; default: b += z; }
HIDDEN_SWITCH { case 0: a += 1; break; default: b += z; }
OPENED_SWITCH(i) case 0: a += 1; break; case 1: b += 1; }
CHOSEN(i, b)
WHEN(i > 1, a += 1); else b += 1;
WHEN_BUT(i, a += z, b += 2)
NOTHING(a) a += 1; NOTHING(b)
DO(a += 1; b += 2);
if (i > 1) BEGIN a += 1; END else BEGIN b += 1; END
ALWAYS { a += 1; if (a > 3) break; }
a = ADDED(b, FROM_FLAGS(a)); FLAG_STATEMENT(a)
for (double z = b; double x : {0.5, a}) { a += x * z; }
for (double w[2] = {b, 0.5}; double& x : w) { x *= 2; a += x; }
if (double z = a * b; z > 0.1) a = z; else b = z;
if (i++; i > 1) a += i;
if (int z = i) a += z; else b += z;
[[likely]] a += 1; [[unlikely]] { b += 2; }
if (i > 1) [[likely]] { a += 1; } else [[unlikely]] b += 1;
switch (i) { [[likely]] case 1: a += 1; break; case 2: [[fallthrough]]; default: b += 1; }
[[maybe_unused]] double z = a; a += z; alignas(32) double w[2] = {b, a}; a -= w[0];
using T = double; typedef int I; static_assert(sizeof(T) == 8); T z = a; I k = i; a += z * k;
struct L { double x; int k; double f() const { return x * k; } } z{b, i}; a += z.f();
enum { A = 2, B }; a += A * B;
decltype(a) z; z = b; a += z; __typeof__(b) y = a; b += y; decltype(seen(a)) x = 1; b += x;
__extension__ double z = a; a += __extension__ (z + 1);
auto [x, y, k] = made(b, i); a = x + y * k;
double w[2] = {a, b}; auto [x, y] = (add(a, 1), w); x += 1; a += x * y + w[0];
a = (b += 1, i++, b * i); a = (seen(b), b);
a = sizeof(double) + alignof(int) + sizeof a; a += sizeof(seen(b)); a += noexcept(seen(b)); a += noexcept(1 + 1);
(void)a; (void)b; (void(i)); (void)(seen(b)); (void)made_counted(b).m; (void)0; static_cast<void>(seen(a)); (void)(int)seen(a);
a += made_counted(b).s; a += Counted{}.twice(b);
a = 0x1.8p1 + 0b101 + 1'000 + 017 + 'a' + 1e-3 + .5f; a *= true;
a += __builtin_sqrt(b * b) + __builtin_fabs(a) + __builtin_fmax(a, b);
a = i and not (a > 1) ? 1 : 2; b = i or j; i = i bitand 3; i = compl i; i xor_eq 1;
Pair q = {.x = seen(a), .y = b}; a += q.x + q.y + q.k;
do a += 1; while (i++, false); a += i;
do { a += 1; } while (0); do a += 1; while ((seen(b), 0));
for (int k = 0; k < 6; k += (seen(a), 2)) b += k;
for (int k = 0; (signed char)k < 3; ++k) b += k; for (int k = 0; bool(k < 3); ++k) b += k;
for (int k = 0; k < 3; (void)++k) b += k;
for (i = 0, j = 1; i < 3; ++i, j += 2) a += j; for (;;) { if (a > 3) break; a += 1; }
while (int z = i & 3) { a += z; i = z - 1; }
while (i-- > 0, i > 0) a += 1;
Kind k = i > 1 ? Kind::one : Kind::three; switch (k) { case Kind::one: a += 1; break; case Kind::two: a += 2; break; case Kind::three: b += 1; }
using enum Kind; Kind k = i > 1 ? one : three; switch (k) { case one: a += 1; break; default: b += 1; }
auto f = [z = seen(a), &b, i](double x) mutable { z += x; b += z; return i * z; }; a = f(1) + f(2);
auto f = [z = 1.0 * i, w = (seen(b), a)] { return z + w; }; a = f();
auto f = [&]<class T>(T x) { return x * a; }; a = f(2) + f(0.5);
a += [&](auto... x) { return (x + ...); }(a, b, 1.0); b += [](auto... x) { return sizeof...(x) + (0.5 * ... * x); }(a, b);
if constexpr (sizeof(int) == 4) a += 1; else b += 1;
a += halves<0>(b, a) + halves<1>(a, b); b += thirds<0>(a) + thirds<1>(b) + thirds<2>(a);
auto f = [&]<class T>(T x) { if constexpr (sizeof(T) == 4) { return x + i; } else { if (x > 0) { return x * a; } } return x; }; a += f(i) + f(b) + f(-a);
double& z = (seen(a), b); z += 1; double y = (i ? (a += 1, b) : b); a += y;
b = -+-a + !i + ~i; a = (((a))) * ((b)); a += *&b;
const int k = 3; int w[k] = {1, 2, 3}; a += w[i & 1];
int k = 0; k = k++ + 1; a += k;
i += i > 1 ? 1 : -1; a += i ? b : a; a > 0 ? b += 1 : a += 2;
(a > 0 ? a : b) += 1;
unsigned char c = 250 + i; c += 5; a += c;
struct Z { int k; double w[0]; } z{}; z.k = i; a += z.k;
volatile double z = b; a += z;
a += __builtin_offsetof(Pair, y);
Delegating x(a), y(a, b); a = x.m + y.m; b = x.k + y.k;
Staying x{a}; b += x.m;
Comma x{a}, y{b}; a = (x, y).m; b = (x && y) ? 1 : 2; if (x) a += 1; a += x->m; a += (x++).m;
a += 3.0_half; a = defaulted(a) + defaulted(b, a) + total(a, b, 1.0);
_Pragma("GCC ivdep") for (int k = 0; k < 3; ++k) b += k;
/* 1 */ a += /* 2 ... 3 */ 1; switch (i /* ; */) { case /* ... */ 1: a += 1; default: b += 1; } // switch (int q = 1; q)
if (a > 0 /* ; */) <% a += 1; %> else b += 1;
if (int k = i; k > 0) if (int k = j; k > 1) a += k; else b += k; else a += 2;
using namespace std; a += max(a, b) + sqrt(b * b); namespace N = std; a += N::abs(b);
switch (i) { default: switch (j) { case 1: a += 1; default: break; } b += 1; break; case 1:; }
switch (i) { } switch (bool(i)) { case true: a += 1; break; case false: b += 1; } switch ('a' + i) { case 'a': a += 1; break; case 'b' ... 'c': b += 1; }
switch (i) { case 0: if constexpr (sizeof(int) == 4) break; a += 3; case 1: b += 1; case 2: [[likely]] if (b > 2) break; a += 1; }
for (int k = 0; k < 5; ++k) { switch (k) { case 1: continue; case 2: if (b > 0) continue; case 3: if (a > 0) { break; } else continue; default: a += 1; } b += k; }
double z = [&] { switch (i) { case 0: return a; case 1: if (b > 0) return b; break; case 2: return 1.0; } return 2.0; }(); a += z;
double& r1 = pick(a, b, i > 1); double low = 0.25; const double& most = std::max<double>(r1, low); r1 += 0.5; a -= most; b += std::min(r1, most);
[&] { a += 1; }(); [&](double x) { if (x > 0) return; b += x; }(a);
Derived d(a, b); a += d.m;
struct Inside : Doing { using Doing::Doing; } in(b);
Valued d; a += d.f(b) + d.g(); Valued w[2]; a += w[1].x; Valued y[2] = {Valued(a), Valued((b += 1, b))}; b += y[0].x * y[1].x;
Offset d(a); const Valued& e = d; a += e.f(b) + e.g() + e.Valued::f(a); Valued* q = &d; q->x += 1; (*q).x *= 2; b += q->f(1) + d.Valued::x + d.z;
Offset d(a); Valued s = d; s.x += 1; b += s.f(2) + static_cast<Valued&>(d).x + static_cast<const Offset&>(static_cast<Valued&>(d)).z;
struct E : Valued { using Valued::Valued; double z = 2; } x((seen(a), b)), y; a += x.x * x.z + y.x;
struct E : Empty { double z; E(double& x) : Empty(), z(x) {} } x(a); b += x.z;
struct E : Counted { double z; } x{{a}, b}, z{.z = a}; a += x.m * x.z + z.z;
double w[4] = {a, b, 1, 2}, y[4]; std::fill(w, w + 2, seen(a)); std::fill_n(y, 4, 0.5); std::copy(w, w + 4, y); b += y[1] + std::accumulate(w, &w[4], seen(b));
double w[4] = {a, b, 1, 2}, y[4]; std::iota(w, w + 4, (a += 1)); std::transform(w, w + 4, y, [&](double x) { return seen(x) * a; }); std::for_each(y, y + 4, [&](double& x) { x += 1; b += x; });
double w[4] = {a, b, 1, 2}; std::sort(w, w + 4); a += w[0] - w[3]; std::sort(w, w + 4, [](double x, double y) { return x > y; }); a += w[1]; std::sort(std::begin(w), std::end(w)); b += w[2];
double w[3] = {a, b, 1}; a = std::accumulate(w, w + 3, 0.0, std::plus<double>{}) + std::accumulate(w, w + 3, 1.0, [](auto x, auto y) { return x * y; }) + std::inner_product(w, w + 3, w, (seen(b), 0.5));
std::array<double, 3> w{a, b, 1}; w.fill(seen(a)); w.back() += b; a += w.front() * w.at(1) + w[2] + w.size() + *w.begin() + w.data()[1] + std::get<1>(w); b += std::accumulate(w.begin(), w.end(), 0.0);
std::array<double, 3> w; w.fill(a); for (double& x : w) x += 1; b += w[1] + std::size(w) + *(w.end() - 1);
struct pair { double x; pair() : x(3) {} }; pair z, w[2]; struct H { pair z; } h; a += z.x + w[1].x + h.z.x; w[0] = z; b += w[0].x;
std::pair<double, double> w[3]; w[0] = {a, b}; w[1] = {b, 1}; w[2] = {a, 2}; int k = 0; w[k++] = w[k]; w[k] = w[k + 1]; a += w[0].first + w[1].second + k;
struct H { std::pair<double, int> z; double y = 3; } h, w[2]; h.z.first += b; a += h.z.first + h.z.second + w[1].z.first; struct D : std::pair<double, double> { double y = 1; } d; b += d.first + d.y;
std::pair<double, double> w[2]; a += w[1].first; std::pair<int, std::pair<double, double>> z, y{i, {a, b}}; a += z.second.first; z = y; b += z.second.second * z.first; std::swap(z, y); a += z.first;
std::pair<double, double> z{a, b}, w(b, seen(a)); if (b > 0) z = w; a += z.first * z.second; w = std::make_pair(b, a); z = {a, 1}; b += z.first - w.second; (z = w).first += 1; a += z.first;
std::pair<double, int> z{a, i}, w; w = z; w.second += 1; z = std::pair<double, int>(b, 2); a += w.first * w.second + z.first * z.second;
double w[2] = {a, b}; a += std::exchange(b, seen(a)) + std::exchange(w[0], {}) + std::get<0>(std::pair<double, double>(a, b)); auto [low, high] = std::minmax({a, b, 1.0}); a += low - 2 * high;
const auto x = std::minmax(a, b); double y = x.first - x.second * 2; a += y; std::swap(a, b); std::swap((a), b); Valued c(a), d(b); std::swap(c, d); std::swap((c), (d)); a += c.x - 2 * d.x;
a += std::lerp(a, b, 0.25) + std::hypot(a, b, 1.0) + std::numeric_limits<double>::epsilon();
double (*f)(double&) = seen; a += f(b); double (*g)(double&) = &seen; a += (*g)(b) + (*seen)(a) + (&seen)(b); auto h = i > 1 ? seen : cut; a += h(b); auto l = +[](double x) { return x * 2; }; a += l(b);
double (*w[2])(double&) = {seen, cut}; for (int k = 0; k < 2; ++k) a += w[k](b); a += w[i & 1](a); a += taken_by(seen, a) + taken_by(&cut, b) + taken_by([](double& x) { return x += 1; }, a) + taken_as<seen>(a);
double (*w[2])(double&) = {seen, nullptr}; a += w[1] ? w[1](b) : 2; a += w[0] ? w[0](b) : 2; if (w[1]) a += 1; else b += 1; if (!w[1]) a += 1; if (w[0] != nullptr) b += 2;
double* q = nullptr; if (q == nullptr) a += 1; if (!q) b += 1; q = &a; if (q && *q > 0) *q += 1; q = (i > 1 ? &a : &b); *q += 2; q = 0; a += q == nullptr;
double* q = &a; double* o = q; (o) = &b; *o += 1; *(o) += 2; double w[3] = {1, 2, 3}; double* s = w; ++s; *s++ += a; b += *s + (s - w) + (s > w); --s; s += 1; a += s[0]; (s) -= 1; (void)++s; a += *s;
struct P { double* at; double& of; const double* none = nullptr; } x{&a, b}; *x.at += 1; x.of += 2; x.at = &b; *x.at += *x.at; a += x.none ? 1 : 2; P y = x; y.of += 1; P z[2] = {{&a, b}, {&b, a}}; *z[1].at += z[0].of; std::swap(x.at, z[0].at); *x.at += 1;
struct C { double x, y[2]; C(double u) : x(u), y{u, 1} {} C(const C& o) : x(o.x) { for (int k = 0; k < 2; ++k) y[k] = o.y[k]; } C& operator=(const C& o) { x = o.x; y[0] = o.y[0]; y[1] = o.y[1]; return *this; } } c(a), d(c), e = d; e.x += 1; c = e; (c) = (e); a += c.x + d.y[0]; C w[2] = {c, C(b)}; b += w[1].x;
auto f = [&](auto g, double x) { return g(x); }; a += f([](double x) { return x * 2; }, seen(b)); auto h = [f](double x) { return f([](double y) { return y + 1; }, x); }; a += h(b);
struct N { double x; operator double() const { return x * 2; } explicit operator bool() const { return x > 0; } double operator[](int k) const { return x + k; } N& operator+=(double y) { x += y; return *this; } N operator+(const N& o) const { return {x + o.x}; } N operator-() const { return {-x}; } } n1{a}, n2{b}; a += (n1 + n2)[1]; (n1 += 2) += 3; b += (n1 + n2).x + (-n1).x; if (n1) a += 1; b += double(n2); a += n1 ? 1 : 2;
const int k = three().size(); a += k;
Valued made_b = Valued(Valued(a)); a += Valued(b).x + Valued{a}.f(1) + Offset(b).f(2); Valued z{made_b}; b += z.x; Valued y = {a}; b += y.x; auto t = Valued(2.0); a += t.x;
struct V { virtual double f() const = 0; double g() { return f() + this->f(); } }; struct W : V { double x; W(double y) { x = y; } double f() const override { return x; } }; struct X : W { X(double y) : W(y + 1) {} double f() const final { return W::f() * 2 + this->x; } }; X x(a); V& v0 = x; a += v0.g() + x.f(); V* w[2] = {&x, &v0}; a += w[0]->f();
struct S { static double t(double x) { return x * 2; } double m; double h() const { return t(m) + S::t(m); } } s{a}; a += s.h() + s.t(b) + S::t(b) + (seen(b), s).t(1); double (*f)(double) = S::t; b += f(a) + (*f)(a);
struct Q { double x, y; auto operator<=>(const Q&) const = default; bool operator==(const Q&) const = default; }; a += 1;
struct M { double w[2][2]; double& at(int r, int c) { return w[r][c]; } } m1{{{a, b}, {1, 2}}}, m2 = m1, m3{}; m1.at(i & 1, 0) += 1; a += m1.w[1][0] + m2.at(0, 1) + m3.w[1][1]; m3 = m1; b += m3.w[i & 1][1];
struct G { G(double x) noexcept(true) : m(x) {} explicit(true) G(int x) : m(x) {} double m; } g(a), h(2); b += g.m + h.m;
struct E : Counted { double z; } x{{a}, b}; a += x.m * x.z; E w[2] = {{{a}, b}, {{}, 1}}; b += w[1].m + w[0].z;
double z = __builtin_nan(""); a += z != z; z = __builtin_inf(); a += z > 1;
const Valued& y = Offset(a); b += y.f(1);
struct S { static double t(double x) { return x * 2; } }; double (*f)(double) = S::t; int k = 0; double (*w[2])(double) = {S::t, f}; a += w[k++](b) + k;
struct R { double x; R(double y) : x(y) {} ~R() = default; }; struct T : R { T(double y) : R(y) {} ~T() {} } z(a); a += z.x;
double* q = i > 1 ? &a : nullptr; if (q) *q += 1;
double* q = &a; q = i > 1 ? 0 : &b; a += q == 0;
double* q = i > 1 ? nullptr : &b; a += q == nullptr; a += q != nullptr; a += !q;
double* q = i > 1 ? nullptr : &b; a += q == nullptr ? 5 : 7;
struct P { double* w; } x{0}; a += !x.w;
struct P { double* w; } x{}; a += !x.w;
struct P { double* w; } x{NULL}; a += !x.w;
struct P { double* w; } x{nullptr}; a += !x.w;
struct P { const double* w[2]; const int& n; } x{{0, &a}, 0}; a += !x.w[0]; a += x.w[1] != nullptr; b += x.n; b += *x.w[1];
double* q = NULL; q = &a; a += q != nullptr; a += q != NULL; a += NULL != q; q = 0; a += !q;
double* q = (double*)0; a += q == nullptr; q = &a; a += q == (double*)0; a += q == static_cast<double*>(nullptr);
auto f = [](double* q = nullptr) { return q ? *q : 2; }; a += f() + f(&b) + f(0) + f(NULL);
Offset d(a); const auto g = [](const Valued& x) { return x.f(2); }; a += g(d) + g(Valued(b)); const auto o = [](Valued x) { return x.f(2); }; a += o(d);
a += true ? b : throws(a); a += false && throws(a) > 0; a += true || throws(a) > 0; true ? a += 1 : throws(a); (1 ? a : b) += 1;
"""
EITHER = """
std::pair<double&, double&> z(a, b); double x = 1, y = 2; std::pair<double&, double&> w(x, y); z = w;
std::pair<double&, double&> z(a, b); double x = 1, y = 2; std::pair<double&, double&> w(x, y); std::swap(z, w);
struct H { std::pair<double&, int> z; }; double x = 1; H h{{a, 1}}, w{{x, 2}}; h = w; b += h.z.second;
std::pair<double, double> z(a, b), w(b, a); z.operator=(w); a += z.first;
a += "abc"[1]; (i ? add : add)(a, 1);
double w[3] = {[0] = 1, [1] = a, [2] = b}; a += w[1];
if (i > 1) goto_free: a += 1;
asm_free: ; a += 1;
"""
REFUSED = """
a = __builtin_bit_cast(double, 1L);
a = ({ double z = b; z + 1; });
a = b ?: 2;
void* l = &&there; goto *l; there: a += 1;
goto there; a += 1; there: a += 2;
try { a += 1; } catch (...) { b += 1; }
if (a > 100) throw 1;
double w[n[1]]; w[0] = b; a += w[0];
double* q = new double(b); a += *q; delete q;
asm("nop"); a += 1;
__complex__ double z = b; a += __real__ z + __imag__ z;
typedef double V __attribute__((vector_size(16))); V z = {b, a}; z += z; a = z[0];
a += (struct Pair){b, 1, 2}.x + (double[]){a, b}[1];
switch (i) { case 0: a += 1; if (b > 0) { case 1: a += 2; } default: b += 1; }
switch (i++; i) { case 1: a += 1; break; default: b += 1; }
switch (auto [x, y] = std::pair(i, j); x + y) { case 1: a += 1; break; default: b += 1; }
switch (int z = i, y = (i++, 2); z) { case 1: a += 1; break; default: b += 1; }
switch (FIRST_ZERO z) { case 1: a += 1; break; default: b += 1; }
for (i++; double x : {0.5, a}) a += x;
static thread_local double z = 1; a += z;
a += typeid(a) == typeid(b);
a = dynamic_cast<Virtual&>(one).m;
a += (i <=> j) < 0;
a += __func__[0]; a += __builtin_LINE();
int Pair::*m = &Pair::k; Pair q = made(a, i); a += q.*m;
Leaving x{a}; b += x.m;
{ struct { Leaving l; } x{{a}}; b += x.l.m; }
b += Leaving{a}.m;
struct Left : Leaving { Left(double x) : Leaving{x} {} } x(a); b += x.m;
double* q = (double*)8; a += q == nullptr;
double z[2] = {a, b}; a += 1[z];
"""


def told_apart(loop: Loop, given: list[tuple[list[float], list[int]]], right: list[list[float]]) -> str:
    try:
        return difference(loop, given, right)
    except KeyError as missing:
        return f"nothing is given to {missing}"


def lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.fixture(scope="module")
def translated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Loop]]:
    folder = tmp_path_factory.mktemp("consumed")
    for file in ("constructs.cpp", "constructs_run.cpp"):
        shutil.copy(HERE / file, folder / file)
    bodies = [*lines(RIGHT), *lines(EITHER), *lines(REFUSED)]
    start, end = "double a = u(0, 0), b = p[1]; int i = n[0], j = n[1];", "v(2, 0, 0) = a + 2 * b + i + 4 * j;"
    more = f"{MACROS}\n#include <typeinfo>\n#include <compare>\nstruct Virtual {{ double m; virtual ~Virtual() {{}} }}; static Virtual one;"
    kernels = [f"inline void kernel_{k}(PARAMS) {{\n{start}\n{text}\n{end} }}" for k, text in enumerate(bodies)]
    (folder / "constructs.hpp").write_text(header_of([more, *kernels], len(bodies)))
    parsed = parse((str(folder / "constructs.cpp"),), (*FLAGS, "-DFROM_FLAGS(x)=((x) * 2)", "-DFLAG_STATEMENT(x)=if (i > 1) { x += 1; }"))
    return folder, {loop.name: loop for loop in parsed.program.loops}


def test_what_is_valid_means_the_same(translated: tuple[Path, dict[str, Loop]]) -> None:
    folder, loops = translated
    given = cases(1)
    right = compiled(folder, given, "-DFROM_FLAGS(x)=((x) * 2)", "-DFLAG_STATEMENT(x)=if (i > 1) { x += 1; }")
    wrong = {text: told for k, text in enumerate([*lines(RIGHT), *lines(EITHER), *lines(REFUSED)])
             if not loops[f"kernel_{k}"].kernel.unsupported and (told := told_apart(loops[f"kernel_{k}"], given, right[f"kernel_{k}"]))}
    assert not wrong, "\n".join(f"{text}\n  {told}" for text, told in wrong.items())
    refused = {text: entry.what for k, text in enumerate(lines(RIGHT)) for entry in loops[f"kernel_{k}"].kernel.unsupported}
    assert not refused, "\n".join(f"{text}\n  {told}" for text, told in refused.items())


def test_all_else_is_refused_where_it_stands(translated: tuple[Path, dict[str, Loop]]) -> None:
    folder, loops = translated
    taken = []
    for k, text in enumerate(lines(REFUSED), len(lines(RIGHT + EITHER))):
        entries = loops[f"kernel_{k}"].kernel.unsupported
        if not entries or (folder / "constructs.hpp").read_text().splitlines()[entries[0].span.line - 1] != text:
            taken.append(f"{text}: {entries}")
    assert not taken, "\n".join(taken)
