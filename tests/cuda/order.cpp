// tests/cuda/order.cpp: many small loops whose order matters: walls of several fields, fields that go back and forth,
// totals of several loops in one handle, read late, never, or as scalars, with a gradient of it all. Lines with the
// same words on every target.
//   order [steps [values]]          values: without the gradient
#include <array>
#include <cstdlib>
#include <vector>

#define OPS_2D
#include "ops.hpp"

constexpr int nx = 9, ny = 7, fields = 6;
int size[] = {nx, ny}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1};

void fill(ACC<double>& u, const int* idx, const int* which) {
  u(0, 0) = 1.0 + 0.1 * idx[0] - 0.07 * idx[1] + 0.3 * *which + 0.01 * idx[0] * idx[1];
}
void from_right(ACC<double>& u) { u(0, 0) = 0.9 * u(1, 0); }
void from_left(ACC<double>& u) { u(0, 0) = 0.9 * u(-1, 0); }
void from_above(ACC<double>& u) { u(0, 0) = 0.8 * u(0, 1); }
void from_below(ACC<double>& u) { u(0, 0) = 0.8 * u(0, -1); }
void spread(const ACC<double>& u, const ACC<double>& other, ACC<double>& next, const double* weight) {
  next(0, 0) = 0.19 * (u(0, 0) + u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1)) + *weight * u(0, 0) * other(0, 0);
}
void add_up(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }
void extremes(const ACC<double>& u, double* low, double* high) {
  *low = fmin(*low, u(0, 0));
  *high = fmax(*high, u(0, 0));
}
void add_scaled(ACC<double>& u, const double* by) { u(0, 0) += 0.001 * *by; }

class World {
 public:
  World() {
    int offsets[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
    here_ = ops_decl_stencil(2, 1, offsets, "here");
    star_ = ops_decl_stencil(2, 5, offsets, "star");
    for (std::size_t k = 0; k < walls_.size(); ++k) {
      int two[] = {0, 0, offsets[2 * k + 2], offsets[2 * k + 3]};
      walls_[k] = ops_decl_stencil(2, 2, two, "wall");
    }
    for (int k = 0; k < fields; ++k)
      for (auto* of : {&u_, &next_})
        of->push_back(ops_decl_dat(block_, 1, size, base, d_m, d_p, static_cast<double*>(nullptr), "double", "field"));
    ops_partition("");
  }

  void run(int steps) {
    for (int k = 0; k < fields; ++k)
      ops_par_loop(fill, "fill", block_, 2, all_, ops_arg_dat(u_[field(k)], 1, here_, "double", OPS_WRITE),
                   ops_arg_idx(), ops_arg_gbl(&k, 1, "int", OPS_READ));
    for (int step = 0; step < steps; ++step) {
      walls();
      for (int k = 0; k < fields; ++k) advance(k);
      u_.swap(next_);
      totals(u_[field(step)], sum_);  // several loops in one handle, whose result is read at the end
      totals(u_[field(step + 1)], sum_);
      totals(u_[field(step + 2)], unread_);
      if (step % 4 == 3) use_total();
    }
    show("sum", ops_reduction_result<double>(sum_));
    limits(u_[0]);
    limits(u_[1]);
    show_limits();
    for (const ops_dat u : u_)
      for (const double value : ops_dat_fetch_data<double>(u)) show("u", value);
  }
  void gradient() {
    totals(u_[0], last_);
    show("objective", ops_ad_objective(last_));
    ops_interpret_adjoints();
    for (const ops_dat u : u_)
      for (const double value_of : ops_dat_fetch_derivative<double>(u)) show("d", value_of);
  }

 private:
  static std::size_t field(int k) { return static_cast<std::size_t>(k % fields); }
  static void show(const char* what, double value) { ops_printf("%s %a\n", what, value); }
  /// Four loops for each field, which read and write it.
  void walls() {
    int left[] = {-1, 0, 0, ny}, right[] = {nx, nx + 1, 0, ny}, low[] = {-1, nx + 1, -1, 0},
        high[] = {-1, nx + 1, ny, ny + 1};
    for (const ops_dat u : u_) {
      ops_par_loop(from_right, "left", block_, 2, left, ops_arg_dat(u, 1, walls_[0], "double", OPS_RW));
      ops_par_loop(from_left, "right", block_, 2, right, ops_arg_dat(u, 1, walls_[1], "double", OPS_RW));
      ops_par_loop(from_above, "low", block_, 2, low, ops_arg_dat(u, 1, walls_[2], "double", OPS_RW));
      ops_par_loop(from_below, "high", block_, 2, high, ops_arg_dat(u, 1, walls_[3], "double", OPS_RW));
    }
  }
  void advance(int k) {
    double weight = 0.001 * (k + 1);
    ops_par_loop(spread, "spread", block_, 2, all_, ops_arg_dat(u_[field(k)], 1, star_, "double", OPS_READ),
                 ops_arg_dat(u_[field(k + 1)], 1, here_, "double", OPS_READ),
                 ops_arg_dat(next_[field(k)], 1, here_, "double", OPS_WRITE),
                 ops_arg_gbl(&weight, 1, "double", OPS_READ));
  }
  void totals(ops_dat u, ops_reduction handle) {
    ops_par_loop(add_up, "add_up", block_, 2, all_, ops_arg_dat(u, 1, here_, "double", OPS_READ),
                 ops_arg_reduce(handle, 1, "double", OPS_INC));
  }
  void limits(ops_dat u) {
    ops_par_loop(extremes, "extremes", block_, 2, all_, ops_arg_dat(u, 1, here_, "double", OPS_READ),
                 ops_arg_reduce(low_, 1, "double", OPS_MIN), ops_arg_reduce(high_, 1, "double", OPS_MAX));
  }
  void show_limits() {
    show("low", ops_reduction_result<double>(low_));
    show("high", ops_reduction_result<double>(high_));
  }
  /// A total becomes a scalar that a loop reads. The limits have come by then.
  void use_total() {
    limits(u_[4]);
    totals(u_[1], part_);
    ops_scalar_from_reduction(scale_, part_);
    show_limits();
    ops_par_loop(add_scaled, "add_scaled", block_, 2, all_, ops_arg_dat(u_[2], 1, here_, "double", OPS_RW),
                 ops_arg_scalar(scale_, 1, "double", OPS_READ));
  }

  ops_block block_ = ops_decl_block(2, "block");
  ops_stencil here_ = nullptr, star_ = nullptr;
  std::array<ops_stencil, 4> walls_{};  // from the right, the left, above and below
  std::vector<ops_dat> u_, next_;
  ops_reduction sum_ = handle("sum"), unread_ = handle("unread"), low_ = handle("low"), high_ = handle("high"),
                part_ = handle("part"), last_ = handle("last");
  double zero_ = 0.0;
  ops_scalar scale_ = ops_decl_scalar("scale", &zero_, 1);
  int all_[4] = {0, nx, 0, ny};

  static ops_reduction handle(const char* name) { return ops_decl_reduction_handle(sizeof(double), "double", name); }
};

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  World world;
  world.run(argc > 1 ? std::atoi(argv[1]) : 12);
  if (argc < 3) world.gradient();
  ops_exit();
}
