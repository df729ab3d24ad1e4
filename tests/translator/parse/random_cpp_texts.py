"""Text that random C++ kernels are made of: functions and structs that they call, and statements with gaps."""

from __future__ import annotations

HELPERS = """
struct Pair {
  double x, y;
  int k;
  double sum() const { return x + y * k; }
  Pair& scale(double s) { x *= s; y -= s; return *this; }
  Pair operator+(const Pair& o) const { return {x + o.x, y - o.y, k + o.k}; }
};
inline double by_value(double a, int k) { a *= 0.5; k += 2; return a + k; }
inline double one_line(double a) { return a *= 0.5; }
inline double twice(double a, double b) { return (a += b) * a; }
inline double mixed(double a, double& b, const double& c) { b += 0.25; a -= c; return a * b + c; }
inline void bump(int& k, double& x) { ++k; x = x * 0.5 + k; }
inline double through(double* q, int n) { double s = 0; for (int i = 0; i < n; ++i) { s += q[i]; q[i] *= 0.5; } return s; }
inline double& pick(double& a, double& b, bool first) { return first ? a : b; }
inline const double& larger(const double& a, const double& b) { return a < b ? b : a; }
inline double of_pair(Pair q) { q.x += 1; return q.sum(); }
inline double of_reference(const Pair& q, Pair& w) { w.x += 0.5; return q.x + w.y; }
inline Pair made(double a, int k) { Pair q{a, 0.5 * a, k}; return q; }
inline int next(int& k) { k = (k + 1) & 7; return k; }
inline int counted(int k) { return k++ & 3; }
template <class T> inline T clipped(T a, T b = T(2)) { return a > -b ? a < b ? a : b : -b; }
inline double over(int k) { return k * 0.5; }
inline double over(double k) { return k * 0.25; }
inline double steps(double x, int n) { if (n <= 0) return x; while (x > 1) { x *= 0.5; if (--n < 0) break; } return x; }
static constexpr double table[4] = {0.5, -0.25, 1.5, 0.75};
enum Side { LEFT = -1, MIDDLE, RIGHT };
struct Box {
  double w[3];
  Pair p;
  Box(double a, double b) : w{a, b, a - b}, p{b, a, 1} { w[2] *= 0.5; }
  double& at(int i) { return w[i]; }
  double operator()(double z) const { return z * w[0] + p.x; }
  Box& operator+=(const Box& o) { for (int i = 0; i < 3; ++i) w[i] += 0.5 * o.w[i]; p.k ^= o.p.k; return *this; }
};
inline int truncated(double a) { return a; }
inline float narrowed(double a) { return a * 1.1; }
inline double from_float(float a, bool b) { return a + b; }
inline double rest(double x, int n) { for (; n > 0; --n, x -= 1) if (x < n) x = 0.5 * x + n; else break; return x; }
struct Object {
  double s = 0.5;
  int n{2};
  double more[2] = {1, -1};
  static constexpr double factor = 0.25;
  Object(double a) { s = a; more[1] += a; }
  double times(double z) const { return s * z + n; }
  double operator[](int i) const { return more[i & 1] * factor; }
  double shifted(double z) const { auto f = [=](double y) { return y + s * more[0]; }; return f(z) + [this] { return times(1); }(); }
  Object& add(double z) { auto inner = [&] { return z * s; }; s += inner() * 0.1; this->more[0] -= z; return *this; }
  template <class F> void each(F f) { for (double& m : more) f(m); }
};
struct Limits { double low = -0.5, high = 1.5; };
struct Settings {
  double rate = 0.75, shift;
  Limits limits;
  double w[2] = {0.5, 2};
  int k = 3;
  double last = 2 * rate + limits.high;
  double all() const { return rate + 2 * shift + 3 * limits.low + 5 * limits.high + 7 * w[0] + 11 * w[1] + 13 * k + 17 * last; }
};
inline double of_settings(const Settings& s, double x) { return s.all() * x; }
inline Settings settings_of(double x, int k) { if (k & 1) return {.shift = x, .w = {x}}; return {.limits{.high = x}, .k = k & 3}; }
inline double reached(double x, int n) { int i; for (i = 0; i < 4; ++i) { if (i == n) break; x = x * 0.5 + i; if (x > 2) return x; } return x + i; }
inline std::pair<double, int> two(double a, int k) { return {a + 1, k * 2}; }
inline Pair swapped(const Pair& q) { return {.x = q.y, .y = q.x, .k = q.k}; }
inline void cross(double (&t)[2], const double* q, double w = 0.5) { t[0] += w * q[1]; t[1] -= w * q[0]; }
inline double& last(double* t, int n) { return t[n - 1]; }
template <class F> inline double applied(F f, double x) { return f(x) + f(0.5 * x); }
template <int N> inline double powers(double x) { double s = 1; for (int i = 0; i < N; ++i) s = s * x + 1; return s; }
template <class T> inline T halved(T a) { if constexpr (std::is_integral_v<T>) { return a / 2; } else { return a * T(0.5); } }
inline double filled(Pair q[2], int k) { q[k & 1].x += 1; return q[0].x - q[1].y; }
inline Pair& least(Pair& a, Pair& b) { return a.x < b.x ? a : b; }
inline void both(double* q, double& x) { q[0] += 1; x *= 0.5; q[1] -= x; }
inline double early(double x, int k) { for (int i = 0; i < 4; ++i) { if (i == k) return x + i; x *= 0.5; switch (i + k) { case 2: return x; case 5: x += 1; } } return -x; }
inline double series(double x) { double s = 0, t = 1; int n = 0; do { s += t; t *= clipped(x) * 0.3; } while (std::fabs(t) > 0.01 && ++n < 6); return s; }
"""

# {d}, {e}: doubles, {x}: a place, {k}: an int, {n}, {m}: values, {w}: a whole number, {t}: a test, {s}: a new name.
SNIPPETS = """
auto [{s}x, {s}y, {s}k] = made({n}, {w}); {s}x += {s}y * {s}k; {d} = {s}x;
Pair {s}{0.5, {n}, 1}; auto& [{s}x, {s}y, {s}k] = {s}; {s}x -= 1; {s}k += 2; {d} += {s}.sum();
double {s}[2][3] = {{{n}, 1}, {0.5}}; {s}[{w} & 1][1] += {m}; {d} = {s}[0][1] + {s}[1][{w} & 1];
double {s}[2][2] = {}; for (auto& row : {s}) for (double& z : row) z = {n}; {s}[1][0] *= 2; {d} -= {s}[1][0] * {s}[0][1];
Pair {s}[2] = {made({n}, 1), {0.5, 0.25, 2}}; {d} += filled({s}, {w}); {s}[1] = {s}[0]; {s}[0].x = 9; {e} = {s}[1].x;
Box {s}(0.0 + {n}, 0.5); {s}.at({w} & 1) += {m}; {d} = {s}({n}) + {s}.w[2];
Box {s}a(0.0 + {n}, 0.25), {s}b = {s}a; {s}b.w[0] += 1; {s}b.p.y = 2; {s}a += {s}b; {d} -= {s}a.w[0] + {s}a.p.sum();
Box {s}(1.0, {d}); Pair& {s}p = {s}.p; {s}p.scale(0.5); double* {s}w = {s}.w + 1; *{s}w += 1; {d} = {s}.p.y + {s}.w[1];
std::array<double, 3> {s}{0.5, {d}, 1.0}, {s}c = {s}; {s}c[1] += 1; {d} = {s}[1] * {s}c[{w} & 1];
std::pair<double, int> {s}({d}, {w}); {s}.first += 1; {d} = {s}.first * 0.5 + ({s}.second & 3);
auto {s} = [z = {n}, &{d}](auto y) { {d} += 0.25; return z * y; }; {x} = {s}(2.0) + {s}(1);
{d} = [&] { double z = {n}; if ({t}) return z; z += 1; return z * 0.5; }();
auto {s} = [&](double z) { a += 0.25; return z - a; }; {d} = applied({s}, {n});
{d} = applied([=](double z) { return z * b + i; }, {n}) - applied(Box(0.5, 1.0), 0.5);
auto {s} = [](double z, int n = 2) { while (n-- > 0) z *= 0.5; return z; }; {d} += {s}({n}) + {s}({m}, {w} & 3);
{k} += clipped<double>({n}) * 1.7; {k} &= 15;
{k} = -{k} / 2; {d} += {k} % 3 + (-{k} >> 1);
float {s} = {d}; {s} += clipped<double>({n}) * 0.1; {s} *= 1.7; {d} = {s};
{d} += truncated(clipped<double>({n})) + narrowed(clipped<double>({m})) + from_float({d}, {k});
unsigned {s} = {w}; {d} += ({s} > {k}) + ({s} - 1 > 3) + ({s} >> 30) + (int)({s} * 3u) % 7;
long {s} = {w}; {s} = ({s} << 33) >> 31; {d} += {s} % 11;
char {s} = 'a' + ({w} & 7); {s} += 1; {d} += {s} - 'a'; bool {s}b = {k}; {d} += {s}b + !{s}b * 2;
Side {s} = {t} ? LEFT : RIGHT; {d} += {s} * 0.5 + (int({s}) == RIGHT); switch ({s}) { case LEFT: {k}++; break; case MIDDLE: default: {d} -= 1; }
{d} = rest({n}, {w} & 3) + powers<2>(clipped({d})) + halved({w} & 7) + halved({n} * 1.0);
double {s}[4] = {0.5, {d}, {n} * 1.0, 1}; double* {s}q = {s}; *{s}q++ += 1; *++{s}q *= 2; {s}q[-1] -= 1; {d} = {s}[0] + {s}[2] * *{s}q; both({s} + 1, {s}[3]); {e} += {s}[1] + {s}[2] + {s}[3];
double {s}[3] = {{d} * 1.0, 0.5, 2}; for (double *q = {s}, *end = {s} + 3; q != end; ++q) { if (*q > 1) continue; {e} += *q; } both({s}, {s}[0]); {d} = {s}[0] - {s}[1];
Pair {s}a = made({n}, 1), {s}b{0.5, {d}, 2}; least({s}a, {s}b).y += 1; least({s}a, {s}b) = {s}b; Pair* {s}p = &{s}a; {s}p->x *= 0.5; ({t} ? *{s}p : {s}b).y -= 1; {d} = {s}a.sum() - {s}b.sum();
Pair {s}a = made({n}, 1), {s}b{0.5, {d}, 2}; std::swap({s}a, {s}b); {s}a.x += 1; {d} = {s}a.sum() - 2 * {s}b.sum();
{d} = early({n}, {w} & 7) + series({m});
{d} = std::min({{d} * 1.0, {e} * 1.0, 0.5}) + std::max({1.0, {d} * 0.5}) + std::clamp<double>({n}, -1.0, 1.0) + std::abs({k} - 3) + std::pow(clipped({d}), 2) + std::fmod(clipped({e}), 0.7);
do { if ({t}) break; {x} += {n}; } while (false);
for (int {s} = 0, {s}b = 3; {s} < {s}b; ++{s}, --{s}b) {d} += {s} * 0.5 - {s}b;
for (int {s} = 0; {s} < 3; ++{s}) { int {s}c = {s}; while ({s}c > 0) { {d} += 0.25; if (--{s}c == 1) break; } if ({t}) continue; {e} -= 0.125; }
if ({t}) { v(2, 0, 0) = {n}; } else if ({d} > {m}) {e} = 0.5; else ++{k};
{x} = {t} ? {k} : {n}; {d} = ({t}, {n}); {d} *= {t} ? 1 : -1;
const double& {s} = {d}; {d} += 1; {x} = {s} * 0.5; double& {s}r = {e}; {s}r = {s}r + {s};
int {s} = {k}; int& {s}r = {s}; {s}r += 2; {s}r <<= 1; {d} += {s} & 15; {k} = {s}r++ & 7;
{d} = ({d} = {n}) + 0.5; ({d} += 1) *= 0.5; ++({d} -= {m});
if ({t}) { *r += {n}; return; }
double {s} = {n}, {s}o = {s} > 0 ? {s} : -{s}; {d} = {s}o / (1 + {s}o) + ({s} != {s}o);
for (double {s} : {0.5, 1.0 * {d}, 2.0}) { {e} += {s} * 0.25; if ({s} > 1.5) break; }
Object {s}({n}), {s}c = {s}; {s}c.add({m}).add(0.5); {s}.n += {s}c.more[0] > 0; {d} = {s}.times({s}c[1]) + {s}c.shifted({n}) + {s}c.s - {s}[{w}];
Object {s}(0.5); {s}.each([&](double& z) { z += {n}; {d} += 0.5 * z; }); {e} = {s}.more[0] * {s}.more[1]; Object {s}b = {s}; {s}b.s += 1; {d} += {s}b.times(0.5) - {s}.s;
const double& {s} = std::max<double>({d}, {e}); {d} += 0.5; {e} -= {s}; {x} = mixed(0.5, {e}, std::min({d} * 1.0, {e} + 0.0));
auto [{s}x, {s}k] = two({n}, {w}); {d} = {s}x + ({s}k & 7); const auto& [{s}a, {s}b] = two({m}, 3); {e} = {s}a - {s}b;
Pair {s} = made({n}, 3); Pair {s}b = {t} ? {s} : swapped({s}); {s}.x += 1; {s}b = {s}b + {s}b; {d} = {s}b.sum() - {s}.sum();
Pair {s}{0.5, 1, 2}, {s}b{.x = 0.5 * {n}, .y = {d}, .k = 2}; {s} = {s}b = made({m}, 1); {s}b.x += 2; {s} = {s}; {d} = {s}.sum() + {s}b.y;
double {s}[2] = {{n} * 1.0, 0.5}, {s}b[2] = {1, {d}}; cross({s}, {s}b); cross({s}b, {s}, 0.25); cross({s}, {s}); last({s}b, 2) *= 0.5; {d} = {s}[0] - {s}[1] + {s}b[1];
double {s}[3] = {0.5, {d}, 1}; {d} = mixed({n}, {s}[{w} & 1], {s}[1]); {d} += mixed(0.5, {s}[0], {d}); bump({k}, {s}[{w} & 1]); {k} &= 7; {e} = {s}[0] + {s}[1];
Pair {s}{0.5, {d}, 1}; {e} = mixed({n}, {s}.x, {s}.y); bump({s}.k, {s}.y); {d} = {s}.sum();
std::array<Pair, 2> {s}{{{0.5, {n} * 1.0, 1}, {1, 2, 3}}}; for (auto& q : {s}) q.scale(0.5).k -= 1; for (const auto& q : {s}) {d} += q.sum() * 0.25;
auto {s} = [&](double z) { auto inner = [&, z](double y) mutable { z += y; {d} += 0.125; return z; }; return inner(0.5) - inner({m}); }; {e} = {s}({n});
double {s} = {n}; auto {s}f = [{s}, &{d}] { {d} -= {s}; return {s} * 2; }; {s} += 3; {e} = {s}f(); {e} += {s}f();
auto&& {s} = {d}; {s} += {n}; decltype({d}) {s}c = {s}; {s}c *= 2; const_cast<double&>(static_cast<const double&>({e})) = {s}c;
int {s} = {w}; {s} = {s} > 3 ? 3 : {s} < -3 ? -3 : {s}; double {s}t[7] = {}; {s}t[{s} + 3] = {n}; {s}t[3 - {s}] += 1; {d} = {s}t[0] + 2 * {s}t[3] + 3 * {s}t[6];
for (int {s} = 0; {s} < 9; {s} += 2) { if ({s} == 4) { {k} = {s}; continue; } if ({s} * 0.5 > {m}) { {d} += {s}; break; } {e} += 0.125; }
for (int {s} = 0, {s}n = {w} & 3; {s} <= {s}n; {s} += 1 + ({t})) for (int {s}i = {s}; {s}i >= 0; {s}i--) { if ({s}i == 1) break; {d} += {n} * 0.125; }
int {s} = 0; while (true) { if (++{s} > 4) break; if ({s} == 2) continue; {d} -= {s} * 0.25; if ({t}) { {e} = {s}; break; } }
switch ({w} & 7) { case 1: { {d} += 1; } case 2: {e} -= 1; break; default: for (int {s} = 0; {s} < 2; ++{s}) { if ({s}) break; {d} *= 0.5; } case 5: ++{k}; }
static const int {s}[3] = {2, -1, 4}; {d} += {s}[{w} & 1] * 0.5; constexpr double {s}c = 1.0 / 3; {e} *= {s}c;
Settings {s}{.limits = {.low = 1.0 * {n}}, .k = {k} & 7}; {d} = {s}.all() * 0.125 + of_settings({.shift = 1.0 * {m}}, 0.25); {s} = {.last = {e}}; {x} = {s}.all();
Settings {s}[2] = {{.rate = 1.0 * {n}}, {.w = {0.5, {d}}, .last = 1}}; {d} = {s}[{w} & 1].all() + Settings{.limits = Limits{.high = {e}}}.all() + settings_of({m}, {w}).all();
const Settings {s} = {t} ? Settings{.shift = 1.0 * {n}} : Settings{.rate = 0.5, .w{{e}}, .last = 1.0 * {m}}; {d} = {s}.all() * 0.25; Limits {s}l{.high = {s}.last}; {e} -= {s}l.low * {s}l.high;
Limits {s}{.high = 1.0 * {n}}; Pair {s}p = {.y = {d}, .k = {k} & 3}, {s}q{.k = 1}; {s}q = {.x = {s}.high, .k = 2}; {d} = {s}.low + 2 * {s}.high + {s}p.sum() * 0.5 - {s}q.sum();
int {s}; for ({s} = 0; {s} < 5; ++{s}) { if ({s} == ({w} & 7)) break; {d} += {n} * 0.25; } {e} += {s}; {d} = reached({n}, {w} & 7) + {s};
int {s}; for ({s} = {w} & 7; {s} > 0; {s} -= 2) { if ({s} == 3) continue; {d} -= {s} * {m}; if ({t}) break; } {k} = {s} & 7;
int {s}, {s}i; for ({s} = 0; {s} <= 4; {s} += 3) { for ({s}i = {s}; {s}i != 4; {s}i++) if ({t}) break; else {d} += 0.125; {e} += {s}i; } {d} -= {s} + {s}i;
""".strip().split("\n")
