// Tracer in a given wind through a box, with inflow and outflow: an emission is found from eight sensors, with a penalty; Taylor, differences.
#define OPS_3D
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <utility>
#include <vector>
#include "ops.hpp"

constexpr int nx = 24, ny = 20, nz = 16, cells = nx * ny * nz, steps = 20, sensors = 8;
constexpr double pi = 3.14159265358979323846;
constexpr double diffusion = 0.03;    // D dt / h^2
constexpr double roughness = 1e-3;    // weight of the penalty
constexpr double background = 0.2;    // concentration of the air that comes in

// Courant numbers through the west, south and bottom faces of a cell: differences of two stream functions, so that no air is
// lost in any cell. Nothing passes the sides, the floor and the lid.
inline double psi(double x, double y, double z) {
  return (0.3 + 0.1 * z / nz) * y + 0.5 * std::sin(pi * y / ny) * std::sin(2.0 * pi * x / nx + 0.2 * z);
}
inline double chi(double x, double z) { return 0.4 * std::sin(pi * z / nz) * std::cos(pi * x / nx); }
void blow(ACC<double>& wind, const int* idx) {
  const double x = idx[0], y = idx[1], z = idx[2];
  wind(0, 0, 0, 0) = psi(x, y + 1.0, z) - psi(x, y, z) + chi(x, z + 1.0) - chi(x, z);
  wind(1, 0, 0, 0) = idx[1] == 0 || idx[1] == ny ? 0.0 : psi(x, y, z) - psi(x + 1.0, y, z);
  wind(2, 0, 0, 0) = idx[2] == 0 || idx[2] == nz ? 0.0 : chi(x, z) - chi(x + 1.0, z);
}

void fill(ACC<double>& c, const double* inflow) { c(0, 0, 0) = *inflow; }
template <int x, int y, int z>
void mirror(ACC<double>& c) { c(0, 0, 0) = c(x, y, z); }

// What goes through a face from the lower to the upper cell: upwind, and diffusion.
inline double flux(double lower, double upper, double courant) {
  return (courant > 0.0 ? courant * lower : courant * upper) + diffusion * (lower - upper);
}
void carry(const ACC<double>& c, const ACC<double>& wind, const ACC<double>& source, ACC<double>& next) {
  next(0, 0, 0) = c(0, 0, 0) + 0.1 * source(0, 0, 0) +
                  flux(c(-1, 0, 0), c(0, 0, 0), wind(0, 0, 0, 0)) - flux(c(0, 0, 0), c(1, 0, 0), wind(0, 1, 0, 0)) +
                  flux(c(0, -1, 0), c(0, 0, 0), wind(1, 0, 0, 0)) - flux(c(0, 0, 0), c(0, 1, 0), wind(1, 0, 1, 0)) +
                  flux(c(0, 0, -1), c(0, 0, 0), wind(2, 0, 0, 0)) - flux(c(0, 0, 0), c(0, 0, 1), wind(2, 0, 0, 1));
}
void compare(const double* heard, const double* measured, double* misfit) {
  for (int s = 0; s < sensors; ++s) *misfit += (heard[s] - measured[s]) * (heard[s] - measured[s]);
}
template <int x, int y, int z>
void rough(const ACC<double>& source, double* sum) {
  const double d = source(x, y, z) - source(0, 0, 0);
  *sum += d * d;
}

class Experiment {
 public:
  Experiment() {
    ops_partition("");
    int faces[] = {0, nx + 1, 0, ny + 1, 0, nz + 1};
    ops_par_loop(blow, "blow", grid_, 3, faces, ops_arg_dat(wind_, 3, point_, "double", OPS_WRITE), ops_arg_idx());
  }
  void measure(const std::vector<double>& truth) {
    ops_dat_set_data(source_, truth);
    forward(true);
    ops_ad_reset();
    ops_ad_constant(measured_.data(), static_cast<int>(measured_.size()));
  }
  double run() {
    forward(false);
    penalty();
    misfit_value = ops_ad_objective(misfit_);
    return misfit_value + roughness * ops_ad_objective(rough_, roughness);
  }
  double value(const std::vector<double>& source, std::vector<double>& gradient) {
    ops_ad_reset();
    ops_dat_set_data(source_, source);
    const double objective = run();
    ops_interpret_adjoints();
    gradient = ops_dat_fetch_derivative<double>(source_);
    by_inflow = ops_scalar_fetch_derivative<double>(inflow_)[0];
    return objective;
  }
  double only_value(const std::vector<double>& source) {
    ops_ad_reset();
    ops_dat_set_data(source_, source);
    return run();
  }
  bool check() { return ops_ad_taylor_test({source_, inflow_}, [this] { return run(); }).passed; }
  std::pair<double, double> heard_range() const {
    const auto [least, most] = std::ranges::minmax_element(measured_);
    return {*least, *most};
  }
  double misfit_value = 0, by_inflow = 0;

 private:
  void walls() {
    int west[] = {-1, 0, 0, ny, 0, nz}, east[] = {nx, nx + 1, 0, ny, 0, nz};
    int south[] = {0, nx, -1, 0, 0, nz}, north[] = {0, nx, ny, ny + 1, 0, nz};
    int bottom[] = {0, nx, 0, ny, -1, 0}, top[] = {0, nx, 0, ny, nz, nz + 1};
    ops_par_loop(fill, "inflow", grid_, 3, west, ops_arg_dat(now_, 1, point_, "double", OPS_WRITE), ops_arg_scalar(inflow_, 1, "double", OPS_READ));
    ops_par_loop(mirror<-1, 0, 0>, "outflow", grid_, 3, east, ops_arg_dat(now_, 1, left_, "double", OPS_RW));
    ops_par_loop(mirror<0, 1, 0>, "south", grid_, 3, south, ops_arg_dat(now_, 1, back_, "double", OPS_RW));
    ops_par_loop(mirror<0, -1, 0>, "north", grid_, 3, north, ops_arg_dat(now_, 1, front_, "double", OPS_RW));
    ops_par_loop(mirror<0, 0, 1>, "bottom", grid_, 3, bottom, ops_arg_dat(now_, 1, up_, "double", OPS_RW));
    ops_par_loop(mirror<0, 0, -1>, "top", grid_, 3, top, ops_arg_dat(now_, 1, down_, "double", OPS_RW));
  }
  void forward(bool truth) {
    int all[] = {0, nx, 0, ny, 0, nz}, one[] = {0, 1, 0, 1, 0, 1};
    ops_par_loop(fill, "clean", grid_, 3, all, ops_arg_dat(now_, 1, point_, "double", OPS_WRITE), ops_arg_scalar(inflow_, 1, "double", OPS_READ));
    for (int step = 0; step < steps; ++step, std::swap(now_, next_)) {
      ops_ad_step();
      walls();
      ops_par_loop(carry, "carry", grid_, 3, all, ops_arg_dat(now_, 1, star_, "double", OPS_READ), ops_arg_dat(wind_, 3, faces_, "double", OPS_READ),
                   ops_arg_dat(source_, 1, point_, "double", OPS_READ), ops_arg_dat(next_, 1, point_, "double", OPS_WRITE));
      ops_sample(heard_, next_, {{10, 8, 6}, {12, 14, 8}, {14, 10, 4}, {16, 6, 9}, {17, 12, 7}, {19, 9, 11}, {21, 15, 5}, {22, 10, 8}});
      if (truth) {
        const std::vector<double> felt = ops_scalar_fetch_data<double>(heard_);
        std::ranges::copy(felt, measured_.begin() + step * sensors);
      } else {
        ops_par_loop(compare, "compare", grid_, 3, one, ops_arg_scalar(heard_, sensors, "double", OPS_READ),
                     ops_arg_gbl(&measured_[static_cast<std::size_t>(step * sensors)], sensors, "double", OPS_READ),
                     ops_arg_reduce(misfit_, 1, "double", OPS_INC));
      }
    }
  }
  void penalty() {
    int along_x[] = {0, nx - 1, 0, ny, 0, nz}, along_y[] = {0, nx, 0, ny - 1, 0, nz}, along_z[] = {0, nx, 0, ny, 0, nz - 1};
    ops_par_loop(rough<1, 0, 0>, "rough_x", grid_, 3, along_x, ops_arg_dat(source_, 1, right_, "double", OPS_READ),
                 ops_arg_reduce(rough_, 1, "double", OPS_INC));
    ops_par_loop(rough<0, 1, 0>, "rough_y", grid_, 3, along_y, ops_arg_dat(source_, 1, back_, "double", OPS_READ),
                 ops_arg_reduce(rough_, 1, "double", OPS_INC));
    ops_par_loop(rough<0, 0, 1>, "rough_z", grid_, 3, along_z, ops_arg_dat(source_, 1, up_, "double", OPS_READ),
                 ops_arg_reduce(rough_, 1, "double", OPS_INC));
  }
  static ops_stencil pair(const char* name, int x, int y, int z) {
    const int offsets[] = {0, 0, 0, x, y, z};
    return ops_decl_stencil(3, 2, offsets, name);
  }

  int seven_[21] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  int upper_[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  std::vector<double> measured_ = std::vector<double>(steps * sensors);
  double inflow_value_ = background;
  ops_block grid_ = ops_decl_block(3, "grid");
  ops_dat source_ = ops_decl_dat<double>(grid_, "source", {nx, ny, nz});
  ops_dat wind_ = ops_decl_dat<double>(grid_, "wind", {nx, ny, nz}, {.dim = 3, .halo = 1, .passive = true});
  ops_dat now_ = ops_decl_dat<double>(grid_, "now", {nx, ny, nz}, {.halo = 1}), next_ = ops_decl_dat<double>(grid_, "next", {nx, ny, nz}, {.halo = 1});
  ops_stencil point_ = ops_decl_stencil(3, 1, seven_, "point"), star_ = ops_decl_stencil(3, 7, seven_, "star");
  ops_stencil faces_ = ops_decl_stencil(3, 4, upper_, "faces");
  ops_stencil right_ = pair("right", 1, 0, 0), left_ = pair("left", -1, 0, 0), back_ = pair("back", 0, 1, 0), front_ = pair("front", 0, -1, 0);
  ops_stencil up_ = pair("up", 0, 0, 1), down_ = pair("down", 0, 0, -1);
  ops_scalar heard_ = ops_decl_scalar("heard", measured_.data(), sensors), inflow_ = ops_decl_scalar("inflow", &inflow_value_, 1);
  ops_reduction misfit_ = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
  ops_reduction rough_ = ops_decl_reduction_handle(sizeof(double), "double", "rough");
};

using Function = std::function<double(const std::vector<double>& x, std::vector<double>& gradient)>;
// Steepest descent within bounds: steps are halved until the value falls enough, and doubled after.
std::vector<double> descend(const Function& function, std::vector<double> x, double least, double most, int iterations) {
  std::vector<double> slope, there, slope_there;
  double value = function(x, slope), length = 1.0;
  for (int k = 0; k < iterations; ++k, length *= 2) {
    for (double promised = 0; length > 1e-12; length /= 2) {
      there = x;
      promised = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        there[i] = std::clamp(x[i] - length * slope[i], least, most);
        promised += slope[i] * (x[i] - there[i]);
      }
      const double found = function(there, slope_there);
      if (found > value - 0.1 * promised) continue;
      value = found, x = there, slope = slope_there;
      ops_printf("%2d: objective %.6f of the first, step %.3g\n", k + 1, value, length);
      break;
    }
  }
  return x;
}

bool run() {
  Experiment experiment;
  std::vector<double> truth(cells), guess(cells, 0.05), gradient;
  const auto at = [](int i, int j, int k) { return static_cast<std::size_t>((k * ny + j) * nx + i); };
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) truth[at(i, j, k)] = std::exp(-0.1 * ((i - 7) * (i - 7) + (j - 9) * (j - 9) + (k - 6) * (k - 6)));
  experiment.measure(truth);
  ops_printf("measured concentrations from %.4f to %.4f\n", experiment.heard_range().first, experiment.heard_range().second);

  bool good = true;
  const double zero = experiment.only_value(std::vector<double>(cells, 0.0)), exact = experiment.only_value(truth);
  ops_printf("objective without a source %.6f; with the true one %.3g, its misfit %.3g\n", zero, exact, experiment.misfit_value);
  good = good && experiment.misfit_value < 1e-20 * zero;

  const double first = experiment.value(guess, gradient), first_misfit = experiment.misfit_value;
  ops_printf("objective at the first guess %.6f, slope at (7, 9, 6) %.6f, by the inflow %.6f\n", first, gradient[at(7, 9, 6)], experiment.by_inflow);

  // The gradient at a guess that is not uniform: finite differences in three cells, and the Taylor test.
  std::vector<double> bumpy(cells);
  for (int n = 0; n < cells; ++n) bumpy[static_cast<std::size_t>(n)] = 0.3 + 0.2 * std::sin(0.7 * n);
  experiment.value(bumpy, gradient);
  for (const std::size_t n : {at(7, 9, 6), at(0, 0, 0), at(23, 10, 8)}) {
    std::vector<double> more = bumpy, less = bumpy;
    more[n] += 1e-2, less[n] -= 1e-2;  // the objective is a parabola: central differences are exact but for rounding
    const double difference = (experiment.only_value(more) - experiment.only_value(less)) / 2e-2;
    ops_printf("cell %zu: slope %.12f, by a difference %.12f\n", n, gradient[n], difference);
    good = good && std::abs(difference - gradient[n]) < 1e-6 * std::abs(gradient[n]) + 1e-9;
  }
  experiment.only_value(bumpy);
  good = experiment.check() && good;

  const Function scaled = [&](const std::vector<double>& x, std::vector<double>& slope) {
    const double objective = experiment.value(x, slope);
    for (double& s : slope) s /= first;
    return objective / first;
  };
  const std::vector<double> found = descend(scaled, guess, 0.0, HUGE_VAL, 10);
  experiment.value(found, gradient);
  ops_printf("misfit %.6f, first %.6f; source from %.3g to %.3g\n", experiment.misfit_value, first_misfit,
             std::ranges::min(found), std::ranges::max(found));
  return good && experiment.misfit_value < 0.5 * first_misfit && std::ranges::min(found) >= 0;
}

int main(int argc, char** argv) {
  bool good = false, root = true;
  const int code = ops_main(argc, argv, [&] {
    root = ops_is_root();
    good = run();
  });
  if (root) std::puts(good && code == 0 ? "passed" : "failed");
  return good && code == 0 ? 0 : 1;
}
