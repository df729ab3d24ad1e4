// docs/example/inversion.cpp: a source of heat from what a few sensors felt, by L-BFGS.
// The program of docs/recipes/inversion.md.
#define OPS_2D
#include <lbfgs.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int nx = 24, ny = 20, cells = nx * ny, steps = 40, sensors = 6;

void warm(const ACC<double>& u, const ACC<double>& source, ACC<double>& next) {
  next(0, 0) = u(0, 0) + 0.2 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0)) + 0.1 * source(0, 0);
}
void compare(const double* heard, const double* measured, double* misfit) {
  for (int s = 0; s < sensors; ++s) *misfit += (heard[s] - measured[s]) * (heard[s] - measured[s]);
}

class Experiment {
 public:
  Experiment() { ops_partition(""); }

  void measure(const std::vector<double>& truth) {
    ops_dat_set_data(source_, truth);
    forward(true);
    ops_ad_reset();  // the next run is a new recording
    ops_ad_constant(measured_.data(), static_cast<int>(measured_.size()));
  }
  double run() {
    forward(false);
    return ops_ad_objective(misfit_);
  }
  double value(const std::vector<double>& source, std::vector<double>& gradient) {
    ops_ad_reset();
    ops_dat_set_data(source_, source);
    const double misfit = run();
    ops_interpret_adjoints();
    gradient = ops_dat_fetch_derivative<double>(source_);
    return misfit;
  }
  bool check(const std::vector<double>& source) {
    ops_dat_set_data(source_, source);
    return ops_ad_taylor_test({source_}, [this] { return run(); }).passed;
  }

 private:
  void forward(bool truth) {
    ops_dat_deep_copy(now_, start_);
    for (int step = 0; step < steps; ++step, std::swap(now_, next_)) {
      ops_ad_step();
      ops_par_loop(warm, "warm", grid_, 2, all_, ops_arg_dat(now_, 1, star_, "double", OPS_READ),
                   ops_arg_dat(source_, 1, point_, "double", OPS_READ),
                   ops_arg_dat(next_, 1, point_, "double", OPS_WRITE));
      ops_sample(heard_, next_, {{4, 5}, {12, 4}, {19, 6}, {5, 15}, {11, 14}, {20, 13}});
      if (truth) {
        const std::vector<double> felt = ops_scalar_fetch_data<double>(heard_);
        std::ranges::copy(felt, measured_.begin() + step * sensors);
      } else {
        ops_par_loop(compare, "compare", grid_, 2, one_, ops_arg_scalar(heard_, sensors, "double", OPS_READ),
                     ops_arg_gbl(&measured_[static_cast<std::size_t>(step * sensors)], sensors, "double", OPS_READ),
                     ops_arg_reduce(misfit_, 1, "double", OPS_INC));
      }
    }
  }

  int all_[4] = {0, nx, 0, ny}, one_[4] = {0, 1, 0, 1}, five_[10] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  std::vector<double> measured_ = std::vector<double>(steps * sensors);
  ops_block grid_ = ops_decl_block(2, "grid");
  ops_dat start_ = ops_decl_dat<double>(grid_, "start", {nx, ny}, {.halo = 1}),
          source_ = ops_decl_dat<double>(grid_, "source", {nx, ny});
  ops_dat now_ = ops_decl_dat<double>(grid_, "now", {nx, ny}, {.halo = 1}),
          next_ = ops_decl_dat<double>(grid_, "next", {nx, ny}, {.halo = 1});
  ops_stencil point_ = ops_decl_stencil(2, 1, five_, "point"), star_ = ops_decl_stencil(2, 5, five_, "star");
  ops_scalar heard_ = ops_decl_scalar("heard", measured_.data(), sensors);
  ops_reduction misfit_ = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
};

struct Search {
  Experiment& experiment;
  double first = 0;  // first misfit: all misfits are divided by it
  std::exception_ptr failure = nullptr;
};

double evaluate(void* search, const double* x, double* gradient, int size, double) {
  Search& me = *static_cast<Search*>(search);
  if (me.failure) return HUGE_VAL;
  try {
    std::vector<double> slope;
    const double misfit = me.experiment.value({x, x + size}, slope);
    if (me.first == 0) me.first = misfit;
    std::ranges::transform(slope, gradient, [&](double d) { return d / me.first; });
    return misfit / me.first;
  } catch (...) {  // must not propagate through a C library
    me.failure = std::current_exception();
    return HUGE_VAL;
  }
}
int progress(void*, const double*, const double*, double misfit, double, double, double, int, int iteration, int) {
  if (iteration % 10 == 0) ops_printf("%d: %.1e of the first misfit\n", iteration, misfit);
  return 0;
}

int run() {
  Experiment experiment;
  std::vector<double> truth(cells);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i)
      truth[static_cast<std::size_t>(j * nx + i)] = std::exp(-0.05 * ((i - 9) * (i - 9) + (j - 11) * (j - 11)));
  experiment.measure(truth);
  const std::vector<double> guess(cells, 0.1);
  if (!experiment.check(guess)) return 1;  // the optimiser needs a correct gradient

  const std::unique_ptr<double, void (*)(double*)> x(lbfgs_malloc(cells), lbfgs_free);
  std::ranges::copy(guess, x.get());
  Search search{experiment};
  lbfgs_parameter_t parameters;
  lbfgs_parameter_init(&parameters);
  parameters.max_iterations = 30;
  parameters.epsilon = 1e-8;  // norm of the gradient divided by the norm of x
  const int outcome = lbfgs(cells, x.get(), nullptr, evaluate, progress, &search, &parameters);
  if (search.failure) std::rethrow_exception(search.failure);
  ops_printf("lbfgs ends with %d, in the middle of the source: %.2f\n", outcome, x.get()[11 * nx + 9]);
  return 0;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
