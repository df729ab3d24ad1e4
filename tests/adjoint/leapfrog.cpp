// tests/adjoint/leapfrog.cpp: steps over three levels, whose adjoints leave seeds in place for the step before: two
// fields of two components in one kernel, float beside double, factors by value, by scalar and by index that change on
// the way, ranges that change, levels that are met between steps. Prints a hash of the gradient with respect to all
// inputs. Built twice: as it stands, and with OPS_SOA.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#define OPS_2D
#include "ops.hpp"

#include "bits.hpp"

constexpr int nx = 150, ny = 130, steps = 14;  // enough points for several threads

void fill(ACC<double>& u, ACC<double>& k, const double* shift, const int* index) {
  u(0, 0, 0) = 0.3 + 0.1 * std::sin(1.3 * index[0] + 0.4 * index[1] + *shift);
  u(1, 0, 0) = 0.2 + 0.1 * std::cos(0.3 * index[0] - 0.9 * index[1] + *shift);
  k(0, 0) = 0.2 + 0.01 * std::sin(0.1 * index[0] * index[1]);
}
void fill_narrow(ACC<float>& u, const int* index) {
  u(0, 0) = 0.5f + 0.01f * static_cast<float>((index[0] * 7 + index[1] * 3) % 11);
}
void leap(const ACC<double>& u, const ACC<double>& w, const ACC<double>& k, ACC<double>& a, ACC<double>& b,
          const double* damping, const double* speed, const int* index) {
  for (int c = 0; c < 2; ++c) {
    a(c, 0, 0) = k(0, 0) * (u(c, 1, 0) + u(c, -2, 0) + u(1 - c, 0, 1)) * *speed -
                 *damping * (1.0 - 0.001 * index[0]) * a(c, 0, 0);
    b(c, 0, 0) = 0.4 * w(c, 0, -1) + 0.3 * w(c, 1, 1) * u(c, 0, 0) - *speed * b(1 - c, 0, 0);
  }
}
void leap_narrow(const ACC<float>& u, ACC<float>& a) {
  a(0, 0) = 0.4f * (u(1, 0) + u(-1, 0)) + 0.3f * u(0, 1) - 0.6f * a(0, 0);
}
void couple(const ACC<float>& f, ACC<double>& u) { u(0, 0, 0) += 0.01 * f(0, 0); }
void soften(ACC<double>& u) { u(1, 0, 0) = u(1, 0, 0) * u(1, 0, 0) * 0.9 + 0.01; }
void total(const ACC<double>& u, const ACC<double>& w, const ACC<float>& f, double* sum) {
  *sum += u(0, 0, 0) * u(1, 0, 0) + w(0, 0, 0) * w(0, 0, 0) + f(0, 0) * w(1, 0, 0);
}
void most_of(const ACC<double>& u, double* most) { *most = MAX(*most, u(0, 0, 0) * u(0, 0, 0)); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {nx, ny}, base[] = {0, 0}, above[] = {2, 2}, below[] = {-2, -2};
  double* zeros = nullptr;
  float* narrow_zeros = nullptr;
  ops_block block = ops_decl_block(2, "block");
  const auto pair = [&](const char* name) {
    return ops_decl_dat(block, 2, size, base, below, above, zeros, "double", name);
  };
  ops_dat u = pair("u"), a = pair("a"), w = pair("w"), b = pair("b");
  ops_dat k = ops_decl_dat(block, 1, size, base, below, above, zeros, "double", "k");
  ops_dat f = ops_decl_dat(block, 1, size, base, below, above, narrow_zeros, "float", "f");
  ops_dat g = ops_decl_dat(block, 1, size, base, below, above, narrow_zeros, "float", "g");
  int centre[] = {0, 0}, around_u[] = {0, 0, 1, 0, -2, 0, 0, 1}, around_w[] = {0, -1, 1, 1},
      around_f[] = {1, 0, -1, 0, 0, 1};
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point"), of_u = ops_decl_stencil(2, 4, around_u, "u"),
              of_w = ops_decl_stencil(2, 2, around_w, "w"), of_f = ops_decl_stencil(2, 3, around_f, "f");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"),
                most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  const double start = 0.7;
  ops_scalar speed = ops_decl_scalar("speed", &start, 1);
  ops_partition("");
  int whole[] = {-2, nx + 2, -2, ny + 2}, inside[] = {0, nx, 0, ny}, part[] = {3, nx - 20, 5, ny};
  double shift = 0.0;
  for (ops_dat dat : {u, a, w, b}) {
    ops_par_loop(fill, "fill", block, 2, whole, ops_arg_dat(dat, 2, point, "double", OPS_WRITE),
                 ops_arg_dat(k, 1, point, "double", OPS_WRITE), ops_arg_gbl(&shift, 1, "double", OPS_READ),
                 ops_arg_idx());
    shift += 0.5;
  }
  for (ops_dat dat : {f, g})
    ops_par_loop(fill_narrow, "fill_narrow", block, 2, whole, ops_arg_dat(dat, 1, point, "float", OPS_WRITE),
                 ops_arg_idx());
  for (int step = 0; step < steps; ++step) {
    double damping = step / 5 == 1 ? 0.45 : 0.5;
    ops_ad_step(OPS_instance::getOPSInstance());
    if (step % 6 == 3) {
      ops_par_loop(most_of, "most_of", block, 2, inside, ops_arg_dat(u, 2, point, "double", OPS_READ),
                   ops_arg_reduce(most, 1, "double", OPS_MAX));
      ops_scalar_from_reduction(speed, most);
    }
    ops_par_loop(leap, "leap", block, 2, step == 8 ? part : inside, ops_arg_dat(u, 2, of_u, "double", OPS_READ),
                 ops_arg_dat(w, 2, of_w, "double", OPS_READ), ops_arg_dat(k, 1, point, "double", OPS_READ),
                 ops_arg_dat(a, 2, point, "double", OPS_RW), ops_arg_dat(b, 2, point, "double", OPS_RW),
                 ops_arg_gbl(&damping, 1, "double", OPS_READ), ops_arg_scalar(speed, 1, "double", OPS_READ),
                 ops_arg_idx());
    ops_par_loop(leap_narrow, "leap_narrow", block, 2, inside, ops_arg_dat(f, 1, of_f, "float", OPS_READ),
                 ops_arg_dat(g, 1, point, "float", OPS_RW));
    std::swap(u, a);
    std::swap(w, b);
    std::swap(f, g);
    if (step % 4 == 1)
      ops_par_loop(couple, "couple", block, 2, part, ops_arg_dat(f, 1, point, "float", OPS_READ),
                   ops_arg_dat(u, 2, point, "double", OPS_INC));
    if (step == 10) ops_par_loop(soften, "soften", block, 2, part, ops_arg_dat(a, 2, point, "double", OPS_RW));
  }
  ops_par_loop(total, "total", block, 2, inside, ops_arg_dat(u, 2, point, "double", OPS_READ),
               ops_arg_dat(w, 2, point, "double", OPS_READ), ops_arg_dat(f, 1, point, "float", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value = 0.0, one = 1.0;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
  std::uint64_t hash = no_bits;
  mix_in(hash, &value, 1);
  mix_in(hash, ops_scalar_get_derivative<double>(speed), 1);
  for (ops_dat dat : {u, a, w, b, k}) {
    std::vector<double> derivative(static_cast<std::size_t>(nx * ny * (dat == k ? 1 : 2)));
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(derivative.data()));
    mix_in(hash, derivative.data(), derivative.size());
  }
  for (ops_dat dat : {f, g}) {
    std::vector<float> derivative(static_cast<std::size_t>(nx * ny));
    ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(derivative.data()));
    const std::vector<double> wide(derivative.begin(), derivative.end());
    mix_in(hash, wide.data(), wide.size());
  }
  const ops_ad_statistics s = ops_ad_get_statistics(OPS_instance::getOPSInstance());
  std::printf("hash %016llx\n", static_cast<unsigned long long>(hash));
  std::printf("added together %zu\n", s.fused);
  ops_exit();
  return 0;
}
