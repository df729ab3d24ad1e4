// Loops behind macros, lambdas around loops, `auto` everywhere, constants that a loop declares and updates, several blocks.
#define OPS_2D
#include <array>
#include "slope.h"

#define READS(dat, stencil) ops_arg_dat(dat, 1, stencil, "double", OPS_READ)
#define WRITES(dat) ops_arg_dat(dat, 1, centre, "double", OPS_WRITE)
#define CHANGES(dat) ops_arg_dat(dat, 1, centre, "double", OPS_RW)
#define EVERYWHERE(kernel, block, ...) ops_par_loop(kernel, #kernel, block, 2, everywhere, __VA_ARGS__)
#define TWICE(body) do { body; body; } while (0)

constexpr int NX = 6, NY = 5;
double rate, sharpness, levels[3];

namespace physics {
namespace detail {
inline double limited(double x) { return x / (1.0 + sharpness * x * x); }
}  // namespace detail
inline void diffuse(const ACC<double>& u, ACC<double>& v) { v(0, 0) = u(0, 0) + rate * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0)); }
inline void limit(ACC<double>& u) { u(0, 0) = detail::limited(u(0, 0)) + levels[1] * levels[2]; }
inline void exchange(const ACC<double>& u, ACC<double>& v) { const auto old = v(0, 0); v(0, 0) = old + rate * (u(0, 0) - old) * levels[0]; }
inline void energy(const ACC<double>& u, double* e) { *e += u(0, 0) * u(0, 0) * sharpness; }
}  // namespace physics

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  std::array<ops_block, 2> blocks = {ops_decl_block(2, "left"), ops_decl_block(2, "right")};
  std::array<std::array<ops_dat, 2>, 2> u;
  int size[] = {NX, NY}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1}, star[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1};
  int everywhere[] = {0, NX, 0, NY};
  double* none = nullptr;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (auto& dat : u[b]) dat = ops_decl_dat(blocks[b], 1, size, base, below, above, none, "double", b ? "right" : "left");
  auto centre = ops_decl_stencil(2, 1, star, "centre"), five = ops_decl_stencil(2, 5, star, "five");
  auto sum = ops_decl_reduction_handle(sizeof(double), "double", "energy");
  int one_row[] = {1, NY}, last[] = {NX - 1, 0}, halo[] = {-1, 0}, axes[] = {1, 2};
  std::array<ops_halo, 1> seam = {ops_decl_halo(u[0][1], u[1][0], one_row, last, halo, axes, axes)};
  auto seams = ops_decl_halo_group(int(seam.size()), seam.data());
  const char* names[] = {"rate", "sharpness"};
  double* const addresses[] = {&rate, &sharpness};
  for (int k = 0; k < 2; ++k) {
    *addresses[k] = k ? 0.4 : 0.11;
    ops_decl_const(names[k], 1, "double", addresses[k]);
  }
  for (auto k = 0; k < 3; ++k) levels[k] = 0.3 * (k + 1);
  ops_decl_const("levels", 3, "double", levels);
  ops_partition("");

  const auto diffused = [&](auto block, auto from, auto to) { EVERYWHERE(physics::diffuse, block, READS(from, five), WRITES(to)); };
  auto run = [&](const std::vector<double>& start) {
    rate = 0.11;
    ops_update_const("rate", 1, "double", &rate);
    ops_dat_set_data(u[0][0], start);
    ops_dat_set_data(u[1][0], waves(NX * NY));
    diffused(blocks[0], u[0][0], u[0][1]);
    TWICE(EVERYWHERE(physics::limit, blocks[0], CHANGES(u[0][1])));
    ops_halo_transfer(seams);
    for (const auto value : {0.07, 0.13}) {
      rate = value;
      ops_update_const("rate", 1, "double", &rate);
      diffused(blocks[1], u[1][0], u[1][1]);
      [&] { EVERYWHERE(physics::exchange, blocks[1], READS(u[1][1], centre), CHANGES(u[1][0])); }();
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      auto& last_of = b ? u[1][0] : u[0][1];
      EVERYWHERE(physics::energy, blocks[b], READS(last_of, centre), ops_arg_reduce(sum, 1, "double", OPS_INC));
    }
    double value, seed = 1.0;
    sum->get_result(&value, &seed);
    return value;
  };
  const bool right = slopes_fit("macros", u[0][0], waves(NX * NY), run);
  ops_exit();
  return right ? 0 : 1;
}
