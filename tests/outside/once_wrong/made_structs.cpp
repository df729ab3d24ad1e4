// Local objects made in every way that C++ has: by values written in the class, by constructors, by lists, as members of others.
// Expected: the values of the host's own calls of the same functions, and their slopes.
// Once came: members of class type without the values written in their class, members made in another order than that of the class,
// constructors that call others ignored, objects that a lambda had copied changed with the original: other values and derivatives on openmp, without a word.
#include <cmath>
#define OPS_1D
#include "ops.hpp"

struct In { double y = 0.4, z = 2.0; };
struct Made { double y; Made() : y(0.7) {} explicit Made(double start) : y(start) {} };
struct Out { In in; double c = 1.5; };
struct Deep { Out out; Made made; In row[2]; double w[2] = {0.3, 0.9}; };
struct Order { double a; double b = 2.0 * a; explicit Order(double x) : a(x) {} };
struct Turned { double first, second; explicit Turned(double x) : second(x), first(3.0 * x) {} };
struct Chained { double a, b; Chained(double x, double y) : a(x), b(y) {} explicit Chained(double x) : Chained(x, x * x) { b += 1.0; } };
struct Given { double a, b; explicit Given(double x, double y = 0.25) : a(x), b(y) {} };
struct Has { Given given; Made made; In in; explicit Has(double x) : given(x) { in.z += x; } };
struct Plain { double a, b; };
struct Whole { Plain plain; double c; };
struct Number { double a, b; operator double() const { return a + 0.5 * b; } };
struct Links { double a = 0.5, b = 3.0 * a; };

inline double by_class(double x) { Out o; return o.in.y * x + o.in.z * o.c; }
inline double deep(double x) { Deep d; return d.out.in.y * x + d.made.y * d.row[1].z * x * x + d.w[1] * d.out.c; }
inline double listed(double x) { Out o{}; Deep d = {}; return o.in.z * x + d.made.y * d.out.in.y + d.row[0].y * x; }
inline double some(double x) { Out o{{x}, 2.0}; Out p{{x, 1.0}}; return o.in.y * o.in.z + p.c * p.in.y; }
inline double order(double x) { Order o(x); return o.a * o.b; }
inline double turned(double x) { Turned t(x); return t.first * t.second - t.second; }
inline double chained(double x) { Chained c(x); return c.a * c.b; }
inline double given(double x) { Given g(x), h(x, x); return g.a * g.b + h.a * h.b; }
inline double has(double x) { Has h(x); return h.given.a * h.given.b + h.made.y * h.in.z + h.in.y * x; }
inline double made(double x) { Made m = Made(), n = Made(x), k{}; return m.y * n.y + k.y * x; }
inline double called(double x) { auto o = Out(); return o.in.y * x + o.c; }
inline double taken(const Out& o, double x) { return o.in.z * x + o.in.y; }
inline double passed(double x) { return taken(Out{}, x) + taken(Out(), x * x); }
inline double zeros(double x) { Whole w{}; Whole v = {{x, 2.0}, 0.5}; Plain p = Plain(); return w.plain.a + w.c + v.plain.a * v.plain.b * v.c + p.a; }
inline double rows(double x) { Out many[2]; many[1].in.y = x; return many[0].in.z * many[1].in.y + many[0].in.y * many[1].c; }
inline double number(double x) { Number n{x, x * x}; double d = n; return d * static_cast<double>(n); }
inline double links(double x) { Links l; Links m{x}; return l.a * l.b + m.a * m.b * x; }

inline double captured(double x) {
  Plain p{x, 2.0};
  const auto by_name = [p](double v) { return v + p.a; };
  const auto all = [=](double v) { return v * p.a; };
  p.a = 7.0 * x;
  return by_name(x) * p.b + all(x) + p.a;
}

constexpr int ways = 18;
inline double way(int n, double x) {
  switch (n) {
    case 0: return by_class(x);
    case 1: return deep(x);
    case 2: return listed(x);
    case 3: return some(x);
    case 4: return order(x);
    case 5: return turned(x);
    case 6: return chained(x);
    case 7: return given(x);
    case 8: return has(x);
    case 9: return made(x);
    case 10: return called(x);
    case 11: return passed(x);
    case 12: return zeros(x);
    case 13: return rows(x);
    case 14: return number(x);
    case 15: return links(x);
    case 16: return captured(x);
    default: return x;
  }
}

void all_ways(const ACC<double>& u, ACC<double>& v) {
  for (int n = 0; n < ways; ++n) v(n, 0) = way(n, u(0));
}
void add(const ACC<double>& v, const int* n, double* sum) { *sum += v(*n, 0); }

int run() {
  int all[] = {0, 3}, here[] = {0};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {3}), v = ops_decl_dat<double>(line, "v", {3}, {.dim = ways});
  ops_stencil point = ops_decl_stencil(1, 1, here, "point");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  const std::vector<double> start = {0.3, -0.6, 1.1};
  ops_dat_set_data(u, start);
  bool right = true;
  for (int n = 0; n < ways; ++n) {
    ops_ad_reset();
    ops_par_loop(all_ways, "all_ways", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ), ops_arg_dat(v, ways, point, "double", OPS_WRITE));
    ops_par_loop(add, "add", line, 1, all, ops_arg_dat(v, ways, point, "double", OPS_READ), ops_arg_gbl(&n, 1, "int", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    const double value = ops_ad_objective(sum);
    ops_interpret_adjoints();
    const std::vector<double> slope = ops_dat_fetch_derivative<double>(u);
    double expected = 0.0;
    for (const double x : start) expected += way(n, x);
    bool good = std::fabs(value - expected) < 1e-13;
    for (std::size_t k = 0; k < start.size(); ++k) {
      const double h = 1e-5, difference = (way(n, start[k] + h) - way(n, start[k] - h)) / (2.0 * h);
      good = good && std::fabs(slope[k] - difference) < 1e-8;
    }
    if (!good) ops_printf("way %d: %.17g, expected %.17g\n", n, value, expected);
    right = right && good;
  }
  ops_printf(right ? "passed\n" : "failed\n");
  return right ? 0 : 1;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
