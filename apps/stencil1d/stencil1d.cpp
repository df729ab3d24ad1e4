// apps/stencil1d/stencil1d.cpp: sweeps of a narrow or wide stencil over a line, and the gradient of the final square
// sum.
#include "apps/stencil1d/kernels.hpp"  // first: it says the rank of accessors

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/second.hpp"
#include "apps/common/session.hpp"

namespace stencil1d {

struct Settings {
  int size, points, sweeps;
  bool nonlinear;

  explicit Settings(apps::CommandLine& words)
      : size(words.integer("size", 100000)),
        points(words.integer("points", 3)),
        sweeps(words.integer("sweeps", points == 3 ? 512 : 64)),
        nonlinear(words.flag("nonlinear")) {
    if (points != 3 && points != 2 * reach + 1)
      throw std::invalid_argument("-points=" + std::to_string(points) + ": the stencils have 3 or 17 points");
  }
};

class Solver {
 public:
  explicit Solver(const Settings& settings) : settings_(settings), line_(ops_decl_block(1, "line")) {
    int size[] = {settings.size}, base[] = {0}, below[] = {-halo()}, above[] = {halo()};
    Real* zeros = nullptr;
    start_ = ops_decl_dat(line_, 1, size, base, below, above, zeros, real_type, "u");
    other_ = ops_decl_dat(line_, 1, size, base, below, above, zeros, real_type, "u2");
    std::vector<int> offsets;
    for (int k = -halo(); k <= halo(); ++k) offsets.push_back(k);
    int centre[] = {0};
    point_ = ops_decl_stencil(1, 1, centre, "point");
    row_ = ops_decl_stencil(1, settings.points, offsets.data(), "row");
    square_sum_ = ops_decl_reduction_handle(sizeof(double), "double", "square_sum");
    declare_constants();
    ops_partition("");
  }

  int halo() const { return settings_.points / 2; }
  int steps_ahead() const { return settings_.sweeps; }
  std::vector<ops_dat> inputs() const { return {start_, other_}; }
  std::vector<ops_dat> results() const { return {settings_.sweeps % 2 == 0 ? start_ : other_}; }

  /// A wave in both buffers, so that both hold the same fixed values in their halos.
  void start() {
    ops_ad_reset(OPS_instance::getOPSInstance());
    int all[] = {-halo(), settings_.size + halo()};
    for (ops_dat field : {start_, other_})
      ops_par_loop(set_wave, "set_wave", line_, 1, all, ops_arg_dat(field, 1, point_, real_type, OPS_WRITE),
                   ops_arg_idx());
  }

  /// All sweeps, then the sum of squares times the cell's length; seeds it.
  double objective() {
    ops_dat now = start_, next = other_;
    for (int sweep = 0; sweep < settings_.sweeps; ++sweep) {
      ops_ad_step(OPS_instance::getOPSInstance());
      advance(now, next);
      std::swap(now, next);
    }
    int inside[] = {0, settings_.size};
    ops_par_loop(square, "square", line_, 1, inside, ops_arg_dat(now, 1, point_, real_type, OPS_READ),
                 ops_arg_reduce(square_sum_, 1, "double", OPS_INC));
    double value = 0.0;
    ops_reduction_result(square_sum_, &value);
    *ops_reduction_get_derivative(square_sum_) = 1.0;
    return value;
  }

 private:
  /// Smoothing weights that add up to one, and antisymmetric ones small enough for the nonlinear sweeps to stay smooth.
  void declare_constants() {
    narrow[0] = 0.5, narrow[1] = 0.25;
    wide[0] = 1.0;
    for (int k = 1; k <= reach; ++k) {
      wide[k] = 0.5 / ((k + 1) * (k + 2));
      wide[0] -= 2.0 * wide[k];
      slope[k] = 0.01 / k;
    }
    cell = 1.0 / settings_.size;
    ops_decl_const("narrow", 2, real_type, narrow);
    ops_decl_const("wide", reach + 1, real_type, wide);
    ops_decl_const("slope", reach + 1, real_type, slope);
    ops_decl_const("cell", 1, real_type, &cell);
  }

  void advance(ops_dat now, ops_dat next) {
    int inside[] = {0, settings_.size};
    const ops_arg from = ops_arg_dat(now, 1, row_, real_type, OPS_READ);
    const ops_arg to = ops_arg_dat(next, 1, point_, real_type, OPS_WRITE);
    if (settings_.points == 3 && settings_.nonlinear)
      ops_par_loop(narrow_nonlinear, "narrow_nonlinear", line_, 1, inside, from, to);
    else if (settings_.points == 3) ops_par_loop(narrow_linear, "narrow_linear", line_, 1, inside, from, to);
    else if (settings_.nonlinear) ops_par_loop(wide_nonlinear, "wide_nonlinear", line_, 1, inside, from, to);
    else ops_par_loop(wide_linear, "wide_linear", line_, 1, inside, from, to);
  }

  Settings settings_;
  ops_block line_;
  ops_dat start_ = nullptr, other_ = nullptr;
  ops_stencil point_ = nullptr, row_ = nullptr;
  ops_reduction square_sum_ = nullptr;
};

void describe(const Settings& settings, apps::Program& program, apps::Report& report) {
  program.multiply = apps::products(program.inputs);
  // A sweep reads u and writes u2; its adjoint reads one derivative and writes one, and reads u where it is nonlinear.
  const double field = sizeof(Real) * static_cast<double>(settings.size);
  program.model_primal = field * (2.0 * settings.sweeps + 1.0);
  program.model_gradient = program.model_primal + field * ((settings.nonlinear ? 3.0 : 2.0) * settings.sweeps + 2.0);
  report.add("app", std::string("stencil1d"));
  report.add("points", static_cast<std::int64_t>(settings.size));
  report.add("stencil_points", static_cast<std::int64_t>(settings.points));
  report.add("nonlinear", static_cast<std::int64_t>(settings.nonlinear));
  report.add("steps", static_cast<std::int64_t>(settings.sweeps));
}

}  // namespace stencil1d

int main(int argc, char** argv) {
  return apps::main_of<stencil1d::Settings, stencil1d::Solver>(argc, argv, stencil1d::describe);
}
