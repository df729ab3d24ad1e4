// apps/poisson/poisson.cpp: Jacobi iteration for Poisson's equation, and the gradient of its squared misfit.
#include "apps/poisson/kernels.hpp"  // first: it says the rank of accessors

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "apps/common/second.hpp"
#include "apps/common/session.hpp"
#include "apps/poisson/domain.hpp"

namespace poisson {

struct Settings {
  int size[2], blocks[2], sweeps, flush;
  bool cubic, fixed_point;

  explicit Settings(apps::CommandLine& words)
      : size{words.integer("sizex", 250), words.integer("sizey", 250)},
        blocks{words.integer("ngrid_x", 1), words.integer("ngrid_y", 1)},
        sweeps(words.integer("iters", 100)),
        flush(words.integer("itert", sweeps)),
        cubic(words.flag("cubic")),
        fixed_point(words.flag("fixed-point")) {
    if (fixed_point && sweeps % 2 != 0) throw std::invalid_argument("-fixed-point: the number of sweeps must be even");
    for (int axis = 0; axis < 2; ++axis)
      if (blocks[axis] > size[axis])
        throw std::invalid_argument("more blocks than points along axis " + std::to_string(axis));
  }
  double points() const { return static_cast<double>(size[0]) * size[1]; }
};

class Solver {
 public:
  explicit Solver(const Settings& settings) : settings_(settings), domain_(settings.size, settings.blocks) {
    int centre[] = {0, 0}, sides[] = {-1, 0, 1, 0, 0, -1, 0, 1}, cross[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
    point_ = ops_decl_stencil(2, 1, centre, "point");
    neighbours_ = ops_decl_stencil(2, 4, sides, "neighbours");
    cross_ = ops_decl_stencil(2, 5, cross, "cross");
    remaining_ = ops_decl_reduction_handle(sizeof(double), "double", "remaining");
    misfit_ = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
    declare_constants();
    ops_partition("");
    for (Block& block : domain_.blocks()) set_data(block);
  }

  /// Start values: the manufactured solution on the boundary, and inside with an error for the sweeps to damp.
  void start() {
    ops_ad_reset(OPS_instance::getOPSInstance());
    for (Block& block : domain_.blocks()) {
      int inside[] = {0, block.size[0], 0, block.size[1]};
      ops_par_loop(set_start, "set_start", block.grid, 2, inside,
                   ops_arg_dat(block.start, 1, point_, real_type, OPS_WRITE),
                   ops_arg_gbl(block.origin, 2, "int", OPS_READ), ops_arg_idx());
      set_boundary(block, block.start);
      set_boundary(block, block.other);
    }
  }

  /// All sweeps, then the squared misfit to the manufactured solution; seeds it.
  double objective() {
    if (settings_.fixed_point) sweep_as_fixed_point();
    else sweep();
    for (std::size_t b = 0; b < solution_.size(); ++b) compare(domain_.blocks()[b], solution_[b]);
    double value = 0.0;
    ops_reduction_result(misfit_, &value);
    *ops_reduction_get_derivative(misfit_) = 1.0;
    return value;
  }

  int steps_ahead() const { return settings_.fixed_point ? 0 : settings_.sweeps; }

  /// Forcing first, then start values with the boundary around them.
  std::vector<ops_dat> inputs() {
    std::vector<ops_dat> all;
    for (Block& block : domain_.blocks()) all.insert(all.end(), {block.forcing, block.start, block.other});
    return all;
  }

  std::vector<ops_dat> results() const { return solution_; }

 private:
  void sweep() {
    std::vector<ops_dat> now, next;
    for (Block& block : domain_.blocks()) now.push_back(block.start), next.push_back(block.other);
    ops_halo_group now_halos = domain_.start_halos, next_halos = domain_.other_halos;
    for (int sweep = 0; sweep < settings_.sweeps; ++sweep) {
      ops_ad_step(OPS_instance::getOPSInstance());
      ops_halo_transfer(now_halos);
      for (std::size_t b = 0; b < now.size(); ++b) relax(domain_.blocks()[b], now[b], next[b]);
      std::swap(now, next);
      std::swap(now_halos, next_halos);
      if ((sweep + 1) % settings_.flush == 0) ops_execute();
    }
    solution_ = now;
  }

  /// All sweeps as one event of the recording, whose adjoint needs two of them only.
  void sweep_as_fixed_point() {
    std::vector<ops_arg> touched;
    solution_.clear();
    for (Block& block : domain_.blocks()) {
      touched.push_back(ops_arg_dat(block.start, 1, neighbours_, real_type, OPS_RW));
      touched.push_back(ops_arg_dat(block.other, 1, neighbours_, real_type, OPS_RW));
      touched.push_back(ops_arg_dat(block.forcing, 1, point_, real_type, OPS_READ));
      solution_.push_back(block.start);
    }
    const auto all = [this] {
      for (int pair = 0; pair < settings_.sweeps / 2; ++pair) sweep_there_and_back();
    };
    ops_execute_external_function(all, [this] { reverse_accumulation(); }, touched);
  }

  void sweep_there_and_back() {
    ops_halo_transfer(domain_.start_halos);
    for (Block& block : domain_.blocks()) relax(block, block.start, block.other);
    ops_halo_transfer(domain_.other_halos);
    for (Block& block : domain_.blocks()) relax(block, block.other, block.start);
  }

  /// Each interpretation adds what the derivative of the solution contributes to those of forcing and boundary, and
  /// replaces it with its derivative two sweeps earlier: until nothing is left of it, or all sweeps are reversed.
  void reverse_accumulation() {
    constexpr double tolerance = 1e-14;
    constexpr int pairs_between_looks = 10;
    OPS_instance* instance = OPS_instance::getOPSInstance();
    ops_ad_tape* tape = ops_create_tape(instance);
    const double least = tolerance * tolerance * remaining();
    sweep_there_and_back();
    for (int pair = 1; pair <= settings_.sweeps / 2; ++pair) {
      tape->interpret_adjoints(instance);
      if (pair % pairs_between_looks == 0 && remaining() <= least) break;
    }
    ops_remove_tape(instance, tape);
  }

  /// Squared size of the solution's derivative.
  double remaining() {
    for (Block& block : domain_.blocks()) {
      int inside[] = {0, block.size[0], 0, block.size[1]};
      ops_par_loop_passive(squared_size, "squared_size", block.grid, 2, inside,
                           ops_arg_dat(ops_get_derivative_as_ops_dat(block.start), 1, point_, real_type, OPS_READ),
                           ops_arg_reduce(remaining_, 1, "double", OPS_INC));
    }
    double value = 0.0;
    ops_reduction_result(remaining_, &value);
    return value;
  }

  void declare_constants() {
    spacing_x = 1.0 / (settings_.size[0] + 1);
    spacing_y = 1.0 / (settings_.size[1] + 1);
    const double xx = spacing_x * spacing_x, yy = spacing_y * spacing_y;
    weight_x = yy / (2.0 * (xx + yy));
    weight_y = xx / (2.0 * (xx + yy));
    weight_f = xx * yy / (2.0 * (xx + yy));
    ops_decl_const("spacing_x", 1, real_type, &spacing_x);
    ops_decl_const("spacing_y", 1, real_type, &spacing_y);
    ops_decl_const("weight_x", 1, real_type, &weight_x);
    ops_decl_const("weight_y", 1, real_type, &weight_y);
    ops_decl_const("weight_f", 1, real_type, &weight_f);
  }

  void set_data(Block& block) {
    int inside[] = {0, block.size[0], 0, block.size[1]};
    ops_par_loop(set_forcing, "set_forcing", block.grid, 2, inside,
                 ops_arg_dat(block.forcing, 1, point_, real_type, OPS_WRITE),
                 ops_arg_gbl(block.origin, 2, "int", OPS_READ), ops_arg_idx());
    ops_par_loop(set_solution, "set_exact", block.grid, 2, inside,
                 ops_arg_dat(block.exact, 1, point_, real_type, OPS_WRITE),
                 ops_arg_gbl(block.origin, 2, "int", OPS_READ), ops_arg_idx());
    if (settings_.cubic)
      ops_par_loop(subtract_cube, "subtract_cube", block.grid, 2, inside,
                   ops_arg_dat(block.exact, 1, point_, real_type, OPS_READ),
                   ops_arg_dat(block.forcing, 1, point_, real_type, OPS_RW));
  }

  void set_boundary(Block& block, ops_dat field) {
    const int nx = block.size[0], ny = block.size[1];
    int sides[4][4] = {{-1, 0, 0, ny}, {nx, nx + 1, 0, ny}, {0, nx, -1, 0}, {0, nx, ny, ny + 1}};
    for (int side = 0; side < 4; ++side)
      if (block.outer[side])
        ops_par_loop(set_solution, "set_boundary", block.grid, 2, sides[side],
                     ops_arg_dat(field, 1, point_, real_type, OPS_WRITE), ops_arg_gbl(block.origin, 2, "int", OPS_READ),
                     ops_arg_idx());
  }

  void relax(Block& block, ops_dat now, ops_dat next) {
    int inside[] = {0, block.size[0], 0, block.size[1]};
    if (settings_.cubic)
      ops_par_loop(jacobi_cubic, "jacobi_cubic", block.grid, 2, inside,
                   ops_arg_dat(now, 1, cross_, real_type, OPS_READ),
                   ops_arg_dat(block.forcing, 1, point_, real_type, OPS_READ),
                   ops_arg_dat(next, 1, point_, real_type, OPS_WRITE));
    else
      ops_par_loop(jacobi, "jacobi", block.grid, 2, inside, ops_arg_dat(now, 1, neighbours_, real_type, OPS_READ),
                   ops_arg_dat(block.forcing, 1, point_, real_type, OPS_READ),
                   ops_arg_dat(next, 1, point_, real_type, OPS_WRITE));
  }

  void compare(Block& block, ops_dat result) {
    int inside[] = {0, block.size[0], 0, block.size[1]};
    ops_par_loop(
        squared_misfit, "squared_misfit", block.grid, 2, inside, ops_arg_dat(result, 1, point_, real_type, OPS_READ),
        ops_arg_dat(block.exact, 1, point_, real_type, OPS_READ), ops_arg_reduce(misfit_, 1, "double", OPS_INC));
  }

  Settings settings_;
  Domain domain_;
  ops_stencil point_ = nullptr, neighbours_ = nullptr, cross_ = nullptr;
  ops_reduction misfit_ = nullptr, remaining_ = nullptr;
  std::vector<ops_dat> solution_;
};

void describe(const Settings& settings, apps::Program& program, apps::Report& report) {
  program.multiply = apps::products(program.inputs);
  // A sweep reads u and f and writes u2; its adjoint reads one derivative, writes one and adds to that of f every
  // second time. It reads u where there is a reaction.
  const double field = sizeof(Real) * settings.points();
  program.model_primal = field * (3.0 * settings.sweeps + 2.0);
  program.model_gradient = program.model_primal + field * ((settings.cubic ? 4.5 : 3.5) * settings.sweeps + 3.0);
  program.external = settings.fixed_point;
  report.add("app", std::string("poisson"));
  report.add("points", settings.points());
  report.add("steps", static_cast<std::int64_t>(settings.sweeps));
}

}  // namespace poisson

int main(int argc, char** argv) {
  return apps::main_of<poisson::Settings, poisson::Solver>(argc, argv, poisson::describe);
}
