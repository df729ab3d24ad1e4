// docs/example/target.cpp: a start that leads to a wanted field, with a penalty: listings of docs/recipes/inversion.md.
#define OPS_2D
#include <cmath>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int nx = 16, ny = 12, cells = nx * ny, steps = 20;
constexpr double roughness = 0.05;  // what the penalty counts

void spread(const ACC<double>& u, ACC<double>& next) {
  next(0, 0) = u(0, 0) + 0.2 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0));
}
void compare(const ACC<double>& u, const ACC<double>& target, double* misfit) {
  *misfit += (u(0, 0) - target(0, 0)) * (u(0, 0) - target(0, 0));
}
template <int x, int y>
void rough(const ACC<double>& start, double* penalty) {
  const double step = start(x, y) - start(0, 0);
  *penalty += step * step;
}

class Aim {
 public:
  Aim() { ops_partition(""); }

  /// The field that is wanted: what this start leads to.
  void make_target(const std::vector<double>& truth) {
    ops_dat_set_data(start_, truth);
    forward();
    const std::vector<double> end = ops_dat_fetch_data<double>(now_);
    ops_ad_reset();  // the next run is a new recording
    ops_dat_set_data(target_, end);
  }
  double run() {
    forward();
    ops_par_loop(compare, "compare", grid_, 2, all_, ops_arg_dat(now_, 1, point_, "double", OPS_READ),
                 ops_arg_dat(target_, 1, point_, "double", OPS_READ), ops_arg_reduce(misfit_, 1, "double", OPS_INC));
    ops_par_loop(rough<1, 0>, "rough_x", grid_, 2, pairs_x_, ops_arg_dat(start_, 1, right_, "double", OPS_READ),
                 ops_arg_reduce(penalty_, 1, "double", OPS_INC));
    ops_par_loop(rough<0, 1>, "rough_y", grid_, 2, pairs_y_, ops_arg_dat(start_, 1, above_, "double", OPS_READ),
                 ops_arg_reduce(penalty_, 1, "double", OPS_INC));
    const double misfit = ops_ad_objective(misfit_), penalty = ops_ad_objective(penalty_, roughness);
    return misfit + roughness * penalty;
  }
  /// The value alone.
  double value(const std::vector<double>& start) {
    ops_ad_reset();
    ops_dat_set_data(start_, start);
    return run();
  }
  double value(const std::vector<double>& start, std::vector<double>& gradient) {
    const double found = value(start);
    ops_interpret_adjoints();
    gradient = ops_dat_fetch_derivative<double>(start_);
    return found;
  }

 private:
  void forward() {
    ops_dat_deep_copy(now_, start_);
    for (int step = 0; step < steps; ++step, std::swap(now_, next_))
      ops_par_loop(spread, "spread", grid_, 2, all_, ops_arg_dat(now_, 1, star_, "double", OPS_READ),
                   ops_arg_dat(next_, 1, point_, "double", OPS_WRITE));
  }

  int all_[4] = {0, nx, 0, ny}, pairs_x_[4] = {0, nx - 1, 0, ny}, pairs_y_[4] = {0, nx, 0, ny - 1};
  int five_[10] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, up_[4] = {0, 0, 0, 1};
  ops_block grid_ = ops_decl_block(2, "grid");
  ops_dat start_ = ops_decl_dat<double>(grid_, "start", {nx, ny}, {.halo = 1});
  ops_dat target_ = ops_decl_dat<double>(grid_, "target", {nx, ny}, {.passive = true});
  ops_dat now_ = ops_decl_dat<double>(grid_, "now", {nx, ny}, {.halo = 1}),
          next_ = ops_decl_dat<double>(grid_, "next", {nx, ny}, {.halo = 1});
  ops_stencil point_ = ops_decl_stencil(2, 1, five_, "point"), star_ = ops_decl_stencil(2, 5, five_, "star");
  ops_stencil right_ = ops_decl_stencil(2, 2, five_, "right"), above_ = ops_decl_stencil(2, 2, up_, "above");
  ops_reduction misfit_ = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_reduction penalty_ = ops_decl_reduction_handle(sizeof(double), "double", "penalty");
};

int run() {
  Aim aim;
  std::vector<double> truth(cells), guess(cells), slope;
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      truth[static_cast<std::size_t>(j * nx + i)] = std::exp(-0.1 * ((i - 9) * (i - 9) + (j - 5) * (j - 5)));
      guess[static_cast<std::size_t>(j * nx + i)] = 0.3 + 0.1 * std::sin(0.7 * i) * std::cos(0.5 * j);
    }
  aim.make_target(truth);

  aim.value(guess, slope);  // once before, so that what is compared is a second call
  const double found = aim.value(guess, slope);
  ops_printf("misfit and penalty %.10f\n", found);
  bool good = true;
  for (const std::size_t c : {5 * nx + 9, 0}) {
    std::vector<double> more = guess, less = guess;
    more[c] += 1e-4;
    less[c] -= 1e-4;
    const double difference = (aim.value(more) - aim.value(less)) / 2e-4;
    ops_printf("cell %zu: slope %.8f, by a finite difference %.8f\n", c, slope[c], difference);
    good = good && std::abs(difference - slope[c]) < 1e-6 * std::abs(slope[c]);
  }
  return good ? 0 : 1;
}

int main(int argc, char** argv) { return ops_main(argc, argv, run); }
