// Templates in a hierarchy of classes: a CRTP solver, policies that hold kernels, datasets in maps of vectors, handles behind getters and optional, a
// loop in a virtual function, in a lambda that is kept, and in a recursion over levels.
#define OPS_1D
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include "slope.h"

constexpr int CELLS = 12;

struct Context {
  ops_block line;
  ops_stencil centre, three;
  int range[2] = {0, CELLS};
  std::map<std::string, std::vector<ops_dat>> fields;
  std::optional<ops_reduction> sum;
  static Context& get() { static Context context; return context; }
  ops_dat& operator()(const std::string& name, int level) { return fields.at(name)[level]; }
};

struct Upwind {
  static void kernel(const ACC<double>& u, ACC<double>& o) { o(0) = u(0) - 0.3 * u(0) * (u(0) - u(-1)); }
};
struct Central {
  static void kernel(const ACC<double>& u, ACC<double>& o) { o(0) = u(0) - 0.15 * u(0) * (u(1) - u(-1)) + 0.1 * (u(1) - 2 * u(0) + u(-1)); }
};

template <class Derived>
struct Solver {
  virtual ~Solver() = default;
  virtual void advance(int level) {
    auto& at = Context::get();
    ops_par_loop(Derived::Policy::kernel, "advance", at.line, 1, at.range, ops_arg_dat(at("u", level), 1, at.three, "double", OPS_READ),
                 ops_arg_dat(at("u", level + 1), 1, at.centre, "double", OPS_WRITE));
  }
};
struct First final : Solver<First> { using Policy = Upwind; };
struct Second final : Solver<Second> {
  using Policy = Central;
  static void half(ACC<double>& u) { u(0) *= 0.5 + 0.1 * u(0); }
  void advance(int level) override {
    Solver<Second>::advance(level);
    auto& at = Context::get();
    ops_par_loop(half, "half", at.line, 1, at.range, ops_arg_dat(at("u", level + 1), 1, at.centre, "double", OPS_RW));
  }
};

static void sum_of(const ACC<double>& u, double* s) { *s += u(0) * u(0) * u(0); }
static void mix(const ACC<double>& u, const ACC<double>& v, ACC<double>& o) { o(0) = 0.5 * u(0) * v(0) + v(-1); }

static void climb(int level, const std::function<void(int)>& each) {
  if (level < 0) return;
  climb(level - 1, each);
  each(level);
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  auto& at = Context::get();
  at.line = ops_decl_block(1, "line");
  int size[] = {CELLS}, base[] = {0}, below[] = {-1}, above[] = {1}, three[] = {0, -1, 1};
  for (int level = 0; level < 5; ++level)
    at.fields["u"].emplace_back(ops_decl_dat(at.line, 1, size, base, below, above, static_cast<double*>(nullptr), "double", ("u" + std::to_string(level)).c_str()));
  at.centre = ops_decl_stencil(1, 1, three, "centre"), at.three = ops_decl_stencil(1, 3, three, "three");
  at.sum.emplace(ops_decl_reduction_handle(sizeof(double), "double", "sum"));
  ops_partition("");
  First first;
  Second second;
  std::function<void(int)> mixed = [&at](int level) {
    ops_par_loop(mix, "mix", at.line, 1, at.range, ops_arg_dat(at("u", level), 1, at.centre, "double", OPS_READ),
                 ops_arg_dat(at("u", level + 1), 1, at.three, "double", OPS_READ), ops_arg_dat(at("u", 4), 1, at.centre, "double", OPS_WRITE));
  };
  const auto run = [&](const std::vector<double>& start) {
    ops_dat_set_data(at("u", 0), start);
    climb(2, [&](int level) { if (level % 2) first.advance(level); else second.advance(level); });
    mixed(2);
    ops_par_loop(sum_of, "sum", at.line, 1, at.range, ops_arg_dat(at("u", 4), 1, at.centre, "double", OPS_READ), ops_arg_reduce(*at.sum, 1, "double", OPS_INC));
    double value, one = 1.0;
    (*at.sum)->get_result(&value, &one);
    return value;
  };
  const bool right = slopes_fit("registry", at("u", 0), waves(CELLS), run);
  ops_exit();
  return right ? 0 : 1;
}
