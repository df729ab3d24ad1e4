// apps/burgers/burgers.cpp: coupled Burgers' equations on the unit square, and the gradient of the final L2 norm.
#include "apps/burgers/kernels.hpp"  // first: it says the rank of accessors

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/second.hpp"
#include "apps/common/session.hpp"

namespace burgers {

struct Settings {
  int size, steps;

  explicit Settings(apps::CommandLine& words)
      : size(words.integer("size", 101, 3)), steps(words.integer("steps", 20)) {}
  int inside() const { return size - 2; }  ///< points that are not on the boundary, per axis
};

constexpr double reynolds = 1000.0;

/// The two velocity components of one time level.
struct Velocity {
  ops_dat u = nullptr, v = nullptr;
};

class Solver {
 public:
  explicit Solver(const Settings& settings) : settings_(settings), square_(ops_decl_block(2, "square")) {
    start_ = {declare("u"), declare("v")};
    other_ = {declare("u2"), declare("v2")};
    int centre[] = {0, 0}, star[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
    point_ = ops_decl_stencil(2, 1, centre, "point");
    star_ = ops_decl_stencil(2, 5, star, "star");
    energy_ = ops_decl_reduction_handle(sizeof(double), "double", "energy");
    declare_constants();
    ops_partition("");
  }

  int steps_ahead() const { return settings_.steps; }
  std::vector<ops_dat> inputs() const { return {start_.u, start_.v}; }
  std::vector<ops_dat> results() const {
    const Velocity& last = settings_.steps % 2 == 0 ? start_ : other_;
    return {last.u, last.v};
  }

  /// The exact solution at time 0, boundary included.
  void start() {
    ops_ad_reset(OPS_instance::getOPSInstance());
    const int n = settings_.inside();
    int all[] = {-1, n + 1, -1, n + 1};
    fill(start_, all, 0.0);
  }

  /// All time steps, then the L2 norm of the velocity; seeds the sum under its root.
  double objective() {
    Velocity now = start_, next = other_;
    for (int step = 0; step < settings_.steps; ++step) {
      ops_ad_step(OPS_instance::getOPSInstance());
      euler(now, next);
      set_boundary(next, (step + 1) * time_step_);
      std::swap(now, next);
    }
    const int n = settings_.inside();
    int inside[] = {0, n, 0, n};
    ops_par_loop(energy, "energy", square_, 2, inside, ops_arg_dat(now.u, 1, point_, real_type, OPS_READ),
                 ops_arg_dat(now.v, 1, point_, real_type, OPS_READ), ops_arg_reduce(energy_, 1, "double", OPS_INC));
    double sum = 0.0;
    ops_reduction_result(energy_, &sum);
    *ops_reduction_get_derivative(energy_) = 0.5 / std::sqrt(sum);
    return std::sqrt(sum);
  }

 private:
  ops_dat declare(const char* name) {
    int size[] = {settings_.inside(), settings_.inside()}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1};
    Real* zeros = nullptr;
    return ops_decl_dat(square_, 1, size, base, below, above, zeros, real_type, name);
  }

  /// Half the largest stable time step for |u| <= 2, |v| <= 1.
  void declare_constants() {
    spacing = 1.0 / (settings_.size - 1);
    time_step_ = 0.5 / (3.0 / spacing + 4.0 / (reynolds * spacing * spacing));
    convection = time_step_ / spacing;
    diffusion = time_step_ / (reynolds * spacing * spacing);
    ops_decl_const("spacing", 1, real_type, &spacing);
    ops_decl_const("convection", 1, real_type, &convection);
    ops_decl_const("diffusion", 1, real_type, &diffusion);
  }

  void fill(const Velocity& field, int* range, Real time) {
    ops_par_loop(set_exact, "set_exact", square_, 2, range, ops_arg_dat(field.u, 1, point_, real_type, OPS_WRITE),
                 ops_arg_dat(field.v, 1, point_, real_type, OPS_WRITE), ops_arg_gbl(&time, 1, real_type, OPS_READ),
                 ops_arg_idx());
  }

  void set_boundary(const Velocity& field, Real time) {
    const int n = settings_.inside();
    int sides[4][4] = {{-1, 0, 0, n}, {n, n + 1, 0, n}, {0, n, -1, 0}, {0, n, n, n + 1}};
    for (auto& side : sides) fill(field, side, time);
  }

  void euler(const Velocity& now, const Velocity& next) {
    const int n = settings_.inside();
    int inside[] = {0, n, 0, n};
    ops_par_loop(advance, "advance", square_, 2, inside, ops_arg_dat(now.u, 1, star_, real_type, OPS_READ),
                 ops_arg_dat(now.v, 1, star_, real_type, OPS_READ),
                 ops_arg_dat(next.u, 1, point_, real_type, OPS_WRITE),
                 ops_arg_dat(next.v, 1, point_, real_type, OPS_WRITE));
  }

  Settings settings_;
  ops_block square_;
  double time_step_ = 0.0;
  Velocity start_, other_;
  ops_stencil point_ = nullptr, star_ = nullptr;
  ops_reduction energy_ = nullptr;
};

void describe(const Settings& settings, apps::Program& program, apps::Report& report) {
  program.multiply = apps::products(program.inputs);
  const double points = static_cast<double>(settings.inside()) * settings.inside(), field = sizeof(Real) * points;
  // A step reads u, v and writes u2, v2; its adjoint reads u, v and two derivatives and writes two.
  program.model_primal = field * (4.0 * settings.steps + 2.0);
  program.model_gradient = program.model_primal + field * (6.0 * settings.steps + 4.0);
  report.add("app", std::string("burgers"));
  report.add("points", points);
  report.add("steps", static_cast<std::int64_t>(settings.steps));
}

}  // namespace burgers

int main(int argc, char** argv) {
  return apps::main_of<burgers::Settings, burgers::Solver>(argc, argv, burgers::describe);
}
