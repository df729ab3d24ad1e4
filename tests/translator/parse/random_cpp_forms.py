"""More text that random C++ kernels are made of: every form of statement, of leaving one, and of extensions that compilers share."""

from __future__ import annotations

DEFINES = ("-DSCALED(x)=((x) * 0.5)", "-DSET_WHEN(c, x, y)=if (c) { x = y; }")  # macros that flags define

FORMS_HELPERS = r"""
inline void grow(double& x, double y) { x = x * 0.5 + y; }
inline void either(double& x, double& y, bool first) { if (first) return grow(x, y); return (grow(y, x), void()); }
inline void none(double& x, int k) { if (k > 1) return (void)(x += 1); if (k == 1) return void(); return x -= 0.5, grow(x, 1); }
template <class... T> inline double total(T... x) { double s = 0; ((s += 0.5 * x), ...); return s; }
inline double operator""_half(long double x) { return double(x) * 0.5; }
struct Delegating { double m, k; Delegating(double x) : m(x), k(2 * m) { m += 1; } Delegating(double x, double y) : Delegating(x * 0.5 + y) { k += 1; } };
struct Counting {
  double m = 0.25;
  static constexpr double s = 0.75;
  static double twice(double x) { return 2 * x; }
  explicit operator bool() const { return m > 0; }
  Counting operator++(int) { Counting old = *this; m += 3; return old; }
};
inline Counting counting(double& x) { x += 0.5; return {x}; }
enum class Phase { solid, liquid, gas };
inline double of_phase(Phase p, double x) {
  switch (p) { case Phase::solid: return x; case Phase::liquid: if (x > 1) break; return 2 * x; case Phase::gas: x *= 0.5; }
  return x - 1;
}
#define WHEN(x, s) if (x) { s; }
#define CASES(x, y) switch (int z = (x) & 3; z) { case 0: y; break; case 1 ... 2: if (z > 1) break; y; }
#define NOTHING(x)
"""

# Gaps as in random_cpp_texts.py.
FORMS = r"""
grow({d}, {n}); either({d}, {e}, {t}); none({x}, {k});
if ({t}) return grow(v(0, 0, 0), {n}); if ({k} > 3) return (void)({d} += 1, v(1, 0, 0) = {d});
auto {s} = [&](double z) { if (z > {e}) return grow({d}, z); {e} += 0.25; return none({d}, {k}); }; {s}({n}); {s}({m});
switch ({w} & 7) { case 1 ... 3: {d} += 1; if ({t}) break; {e} -= {n}; case 4: {d} *= 0.5; break; case 6 ... 7: if ({t}) { {k}++; break; } else { {d} = {m}; } [[fallthrough]]; default: {e} += 0.125; }
switch ({w} & 3) { case 0: if ({t}) { if ({t}) break; {d} += {m}; } else if ({t}) { {e} = {n}; break; } {d} -= 1; case 1: { { if ({t}) { break; } } {d} = {m}; } case 2: ++{k}; }
for (int {s} = 0; {s} < 4; ++{s}) { switch ({s} + ({w} & 1)) { case 1: if ({t}) continue; {d} += {n} * 0.25; break; case 2: if ({t}) break; if ({t}) return; {e} *= 0.5; default: if ({s} > 2) { break; } {d} -= 0.125; } {e} += 0.0625; }
switch (int {s} = {w} & 3; {s}) { case 0: {d} += {s}; break; case 1 ... 2: if ({t}) break; {d} = {n}; default: {e} -= {s}; }
switch (double {s} = {n}; {w} & 1) { default: {d} = {s}; break; case 0: {e} += {s}; }
switch ({w} & 3) case 0: case 2: {d} = {n};
switch (int {s} = {k} & 1) { case 0: { double {s}y = {n}; {d} -= {s}y; break; } case 1: {e} += {s}; }
CASES({w}, {d} += 1) WHEN({t}, {e} = {n}) NOTHING({d}) CASES({k}, {e} -= {m})
SET_WHEN({t}, {d}, {n}) {e} = SCALED({n}) + SCALED({d});
{d} = of_phase({t} ? Phase::solid : Phase::gas, {n}); Phase {s} = {t} ? Phase::liquid : Phase::gas; switch ({s}) { case Phase::solid: {d} += 1; break; case Phase::liquid: {e} += 1; if ({t}) break; case Phase::gas: ++{k}; }
for (double {s} = {m}; double z : {0.5, 1.0 * {d}}) { {e} += z * {s} * 0.25; }
for (double {s}[2] = {{n} * 1.0, 0.5}; auto& z : {s}) { z *= 0.5; {d} += z; }
[[likely]] {d} += {m}; if ({t}) [[unlikely]] { {e} -= {m}; } else [[likely]] --{k}; [[maybe_unused]] alignas(16) double {s} = {n}; {d} = {s};
{d} = (none({e}, {k}), {n}); {k} = ({k}++, {w} & 7); {e} = ((void)({d} += 0.25), {m});
do {d} += 0.25; while (({e} -= 0.125, false)); int {s} = 0; do { if ({t}) continue; {e} += 0.25; } while ((++{s}, {s} & 3));
for (int {s} = 0; {s} < 6; {s} += ({d} += 0.0625, 2)) {e} -= 0.125; for (int {s} = 0; (signed char){s} < 3; (void)++{s}) {d} += 0.25;
double {s}[2] = {{d} * 1.0, {n} * 1.0}; auto [{s}x, {s}y] = (grow({e}, 0.5), {s}); {s}x += 1; {d} = {s}x * 0.5 - {s}[0] + {s}y;
Delegating {s}({n} * 1.0), {s}b({m} * 1.0, {d}); {d} = {s}.m - {s}b.k * 0.25; {e} += counting({d}).s + Counting{}.twice({m}) + Counting{0.5}.m;
Counting {s} = counting({e}); if ({s}) {d} += {s}++.m * 0.25; {d} -= {s}.m * 0.125; (void)counting({d}).m; (void)({k} = 1); (void){d};
{d} = total({n}, {w}, 0.5f) - total({m}) + 3.0_half * sizeof(double) + [](auto... z) { return sizeof...(z) + (0.25 * ... * z); }({m}, {w} & 1);
{d} = 0x1.8p1 * {m} + 0b101 + 1'000 * 1e-3 + 017 + .5f; {k} = {k} bitand 3 bitor 1; {e} = not ({t}) and {k} ? {m} : {n};
decltype({d}) {s}r = {d}; double {s} = {n}; __typeof__({s}) {s}y; {s}y = {m}; {d} = {s} * 0.5 + {s}y; __extension__ double {s}z = {s}; {e} = __extension__ ({s}z + 1) + {s}r;
struct {s}L { double z; int n; double f() const { return z * n; } } {s}{{n} * 1.0, {w} & 3}; {d} = {s}.f(); using {s}T = double; {s}T {s}y = {e}; static_assert(sizeof({s}y) == 8); {e} = {s}y + 1;
_Pragma("GCC ivdep") for (int {s} = 0; {s} < 3; ++{s}) {d} += {s} * 0.25; /* case 1 ... 3: */ if (int {s} = {w} & 1; {s} > 0) {e} += {s}; else if ({t}) {e} -= 1; else ;
{d} = __builtin_fabs({n}) + std::hypot({m}, clipped({e})) + std::copysign({m}, {d}) + std::atan2({n}, 2.0) + std::floor({e} * 0.5) + std::cbrt({d}) + std::exp(-std::fabs({e})) + std::fma({m}, {d}, {e});
{d} = (float){d} * (double)(int)clipped<double>({n}) + static_cast<double>({w}) - double({k}) + float{0.5f} + int(1.5) + (long)({k}) * 0.5 + (char)({w}) + (bool)({k}) + (unsigned char)({k});
{d} += {t} ? ({e} += 0.25, 1) : ({k} & 1 ? 2 : 3); {t} ? grow({d}, {m}) : grow({e}, {n}); ({t} ? {d} : {e}) *= 0.5;
""".strip().split("\n")
