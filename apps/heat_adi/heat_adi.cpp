// apps/heat_adi/heat_adi.cpp: heat in a cube by alternating directions, and the gradient of what is left of it.
#include "apps/heat_adi/kernels.hpp"  // first: it says the rank of accessors

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/common/session.hpp"

namespace heat {

struct Settings {
  std::array<int, 3> size, modes;  ///< points inside, half waves; per axis
  int steps;
  double diffusivity, end;

  explicit Settings(apps::CommandLine& words)
      : size{words.integer("nx", 32, 2), words.integer("ny", 32, 2), words.integer("nz", 32, 2)},
        modes{words.integer("mx", 1), words.integer("my", 1), words.integer("mz", 1)},
        steps(words.integer("steps", 10)),
        diffusivity(words.real("diffusivity", 1.0)),
        end(words.real("time", 0.1)) {
    if (!(diffusivity > 0.0 && end > 0.0)) throw std::invalid_argument("-diffusivity and -time are positive");
  }

  double points() const { return static_cast<double>(size[0]) * size[1] * size[2]; }
  double time_step() const { return end / steps; }
  /// Of the exact solution at the end, by its start.
  double decay() const {
    const double pi = std::acos(-1.0);
    return std::exp(-diffusivity * pi * pi * (modes[0] * modes[0] + modes[1] * modes[1] + modes[2] * modes[2]) * end);
  }
};

/// The matrices of all systems along one axis; they depend on nothing.
struct Matrix {
  ops_dat below = nullptr, middle = nullptr, above = nullptr;
};

class Solver {
 public:
  explicit Solver(const Settings& settings)
      : settings_(settings), cube_(ops_decl_block(3, "cube")), parameters_(cube_) {
    start_ = declare("start"), u_ = declare("u"), change_ = declare("change");
    for (const char axis : {'x', 'y', 'z'}) {
      const std::string along = std::string("_along_") + axis;
      matrices_.push_back({passive("below" + along), passive("middle" + along), passive("above" + along)});
    }
    int centre[] = {0, 0, 0}, star[] = {0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, -1, 0, 0, 1};
    point_ = ops_decl_stencil(3, 1, centre, "point");
    star_ = ops_decl_stencil(3, 7, star, "star");
    energy_ = ops_decl_reduction_handle(sizeof(double), "double", "energy");
    error_ = ops_decl_reduction_handle(sizeof(double), "double", "error");
    declare_constants();
    ops_partition("");
    for (std::size_t axis = 0; axis < 3; ++axis) set(matrices_[axis], number[axis]);
  }

  int steps_ahead() const { return settings_.steps; }
  std::vector<ops_dat> inputs() const { return {start_}; }
  std::vector<ops_dat> results() const { return {u_}; }

  void start() {
    ops_ad_reset(OPS_instance::getOPSInstance());
    fill(start_, 1.0);
  }

  /// All time steps, then half the integral of the temperature's square. Seeds it.
  double objective() {
    ops_dat_deep_copy(u_, start_);
    for (int step = 0; step < settings_.steps; ++step) {
      ops_ad_step(OPS_instance::getOPSInstance());
      advance();
    }
    ops_par_loop(energy, "energy", cube_, 3, inside_.data(), read(u_, point_),
                 ops_arg_reduce(energy_, 1, "double", OPS_INC));
    double value = 0.0, one = 1.0;
    energy_->get_result(&value, &one);
    return value;
  }

  /// How far the last run ended from the exact solution.
  void add_to(apps::Report& report) {
    fill(change_, settings_.decay());
    ops_par_loop_passive(largest_difference, "largest_difference", cube_, 3, inside_.data(), read(u_, point_),
                         read(change_, point_), ops_arg_reduce(error_, 1, "double", OPS_MAX));
    double error = 0.0;
    ops_reduction_result(error_, &error);
    report.add("error", error / settings_.decay());
  }

 private:
  /// The walls, where it is 0, are the halo.
  ops_dat declare(const char* name) {
    int base[] = {0, 0, 0}, below[] = {-1, -1, -1}, above[] = {1, 1, 1};
    Real* zeros = nullptr;
    return ops_decl_dat(cube_, 1, settings_.size.data(), base, below, above, zeros, real_type, name);
  }
  ops_dat passive(const std::string& name) {
    int base[] = {0, 0, 0}, none[] = {0, 0, 0};
    Real* zeros = nullptr;
    return ops_decl_dat_passive(cube_, 1, settings_.size.data(), base, none, none, zeros, real_type, name.c_str());
  }

  static ops_arg read(ops_dat dat, ops_stencil stencil) { return ops_arg_dat(dat, 1, stencil, real_type, OPS_READ); }
  ops_arg write(ops_dat dat) const { return ops_arg_dat(dat, 1, point_, real_type, OPS_WRITE); }

  void declare_constants() {
    cell = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      inside_[2 * axis + 1] = settings_.size[axis];
      waves[axis] = settings_.modes[axis];
      spacing[axis] = 1.0 / (settings_.size[axis] + 1);
      number[axis] = settings_.diffusivity * settings_.time_step() / (spacing[axis] * spacing[axis]);
      cell *= spacing[axis];
    }
    ops_decl_const("spacing", 3, "double", spacing);
    ops_decl_const("waves", 3, "int", waves);
    ops_decl_const("number", 3, real_type, number);
    ops_decl_const("cell", 1, real_type, &cell);
  }

  void fill(ops_dat field, double left) {
    ops_par_loop(set_exact, "set_exact", cube_, 3, inside_.data(), write(field),
                 ops_arg_gbl(&left, 1, "double", OPS_READ), ops_arg_idx());
  }

  void set(const Matrix& matrix, Real along) {
    ops_par_loop(set_matrix, "set_matrix", cube_, 3, inside_.data(), write(matrix.below), write(matrix.middle),
                 write(matrix.above), ops_arg_gbl(&along, 1, real_type, OPS_READ));
  }

  /// One step of Douglas and Gunn: the change of an explicit step is solved along x, y and z in turn.
  void advance() {
    ops_par_loop(explicit_change, "explicit_change", cube_, 3, inside_.data(), read(u_, star_), write(change_));
    for (int axis = 0; axis < 2; ++axis) {
      const Matrix& m = matrices_[static_cast<std::size_t>(axis)];
      ops_tridMultiDimBatch(3, axis, inside_.data(), m.below, m.middle, m.above, change_, &parameters_);
    }
    const Matrix& z = matrices_[2];
    ops_tridMultiDimBatch_Inc(3, 2, inside_.data(), z.below, z.middle, z.above, change_, u_, &parameters_);
  }

  Settings settings_;
  ops_block cube_;
  ops_tridsolver_params parameters_;
  ops_dat start_ = nullptr, u_ = nullptr, change_ = nullptr;
  std::vector<Matrix> matrices_;
  ops_stencil point_ = nullptr, star_ = nullptr;
  ops_reduction energy_ = nullptr, error_ = nullptr;
  std::array<int, 6> inside_ = {};
};

void describe(const Settings& settings, apps::Program& program, apps::Report& report) {
  report.add("app", std::string("heat_adi"));
  report.add("points", settings.points());
  report.add("steps", static_cast<std::int64_t>(settings.steps));
  // A step reads u and writes the change; two solves read three diagonals and change it; the last reads it, too, and
  // changes u. Its adjoint reads the diagonals again: the derivative of u is solved into that of the change, solved
  // twice, and added back.
  const double field = sizeof(Real) * settings.points();
  program.model_primal = field * (18.0 * settings.steps + 3.0);
  program.model_gradient = program.model_primal + field * (18.0 * settings.steps + 4.0);
}

}  // namespace heat

int main(int argc, char** argv) { return apps::main_of<heat::Settings, heat::Solver>(argc, argv, heat::describe); }
