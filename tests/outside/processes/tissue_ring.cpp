// Excitable tissue in a ring: two 3-D blocks, the second turned (its axes are -z, x, y), which meet at both ends. Two components, halos of different
// depths along each axis, walls that mirror. Sums of three components and a maximum, all differentiated.
#define OPS_3D
#include "ops_seq_v2.h"
#include <algorithm>
#include "check.h"

constexpr int NX = 6, NY = 5, NZ = 4, LX = 7, steps = 5, all_x = NX + LX;
double diffusion = 0.11, rate = 0.2;

void react(const ACC<double>& u, ACC<double>& next, double lap) {
  const double a = u(0, 0, 0, 0), b = u(1, 0, 0, 0);
  next(0, 0, 0, 0) = a + diffusion * lap + rate * (a - a * a * a / 3.0 - b);
  next(1, 0, 0, 0) = b + 0.1 * rate * (a + 0.7 - 0.8 * b);
}
void step_a(const ACC<double>& u, ACC<double>& next) {
  const double lap = (-u(0, -2, 0, 0) + 16.0 * u(0, -1, 0, 0) - 30.0 * u(0, 0, 0, 0) + 16.0 * u(0, 1, 0, 0) - u(0, 2, 0, 0)) / 12.0 +
                     (u(0, 0, 1, 0) - 2.0 * u(0, 0, 0, 0) + u(0, 0, -1, 0)) + 0.5 * (u(0, 0, 0, 1) - u(0, 0, 0, -1)) * u(1, 0, 0, 0);
  react(u, next, lap);
}
void step_b(const ACC<double>& u, ACC<double>& next) {
  const double lap = (-u(0, 0, -2, 0) + 16.0 * u(0, 0, -1, 0) - 30.0 * u(0, 0, 0, 0) + 16.0 * u(0, 0, 1, 0) - u(0, 0, 2, 0)) / 12.0 +
                     (u(0, 0, 0, 1) - 2.0 * u(0, 0, 0, 0) + u(0, 0, 0, -1)) + 0.5 * (u(0, -1, 0, 0) - u(0, 1, 0, 0)) * u(1, 0, 0, 0);
  react(u, next, lap);
}
template <int x, int y, int z>
void mirror(ACC<double>& u) {
  u(0, 0, 0, 0) = u(0, x, y, z);
  u(1, 0, 0, 0) = u(1, x, y, z);
}
void measure_a(const ACC<double>& u, const int* idx, double* sums, double* top) {
  const double w = 1.0 + 0.1 * idx[0] - 0.2 * idx[1] + 0.05 * idx[2];
  sums[0] += w * u(0, 0, 0, 0) * u(0, 0, 0, 0);
  sums[1] += u(0, 0, 0, 0) * u(1, 0, 0, 0);
  sums[2] += idx[2] == 1 ? u(1, 0, 0, 0) : 0.0;
  *top = MAX(*top, u(0, 0, 0, 0));
}
void measure_b(const ACC<double>& u, const int* idx, double* sums, double* top) {
  const double w = 1.0 + 0.1 * (NX + idx[1]) - 0.2 * idx[2] + 0.05 * (NZ - 1 - idx[0]);
  sums[0] += w * u(0, 0, 0, 0) * u(0, 0, 0, 0);
  sums[1] += u(0, 0, 0, 0) * u(1, 0, 0, 0);
  sums[2] += NZ - 1 - idx[0] == 1 ? u(1, 0, 0, 0) : 0.0;
  *top = MAX(*top, u(0, 0, 0, 0));
}

int cell(int x, int y, int z) { return (x + all_x) % all_x + all_x * (std::clamp(y, 0, NY - 1) + NY * std::clamp(z, 0, NZ - 1)); }
template <class T>
T plain(std::vector<T> u, std::vector<double>* sums = nullptr, double* top = nullptr, std::vector<T>* end = nullptr) {
  for (int s = 0; s < steps; ++s) {
    std::vector<T> v = u;
    for (int z = 0; z < NZ; ++z)
      for (int y = 0; y < NY; ++y)
        for (int x = 0; x < all_x; ++x) {
          auto f = [&](int c, int i, int j, int k) { return u[2 * cell(x + i, y + j, z + k) + c]; };
          const T a = f(0, 0, 0, 0), b = f(1, 0, 0, 0);
          const T lap = (-f(0, -2, 0, 0) + 16.0 * f(0, -1, 0, 0) - 30.0 * a + 16.0 * f(0, 1, 0, 0) - f(0, 2, 0, 0)) / 12.0 +
                        (f(0, 0, 1, 0) - 2.0 * a + f(0, 0, -1, 0)) + 0.5 * (f(0, 0, 0, 1) - f(0, 0, 0, -1)) * b;
          v[2 * cell(x, y, z)] = a + diffusion * lap + rate * (a - a * a * a / 3.0 - b);
          v[2 * cell(x, y, z) + 1] = b + 0.1 * rate * (a + 0.7 - 0.8 * b);
        }
    u.swap(v);
  }
  T s0 = 0, s1 = 0, s2 = 0, most = -1e300;
  for (int z = 0; z < NZ; ++z)
    for (int y = 0; y < NY; ++y)
      for (int x = 0; x < all_x; ++x) {
        const T a = u[2 * cell(x, y, z)], b = u[2 * cell(x, y, z) + 1];
        s0 += (1.0 + 0.1 * x - 0.2 * y + 0.05 * z) * a * a;
        s1 += a * b;
        if (z == 1) s2 += b;
        if (re(a) > re(most)) most = a;
      }
  if (sums) *sums = {re(s0), re(s1), re(s2)}, *top = re(most);
  if (end) *end = u;
  return s0 + 0.5 * s1 - 2.0 * s2 + 3.0 * most;
}

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
#ifdef OPS_SOA
  ops_set_soa(1);
#endif
  int size_a[] = {NX, NY, NZ}, size_b[] = {NZ, LX, NY}, base[] = {0, 0, 0};
  int am[] = {-2, -1, -1}, ap[] = {2, 1, 1}, bm[] = {-1, -2, -1}, bp[] = {1, 2, 1};
  double* none = NULL;
  ops_block block_a = ops_decl_block(3, "a"), block_b = ops_decl_block(3, "b");
  ops_dat a[3], b[3];
  const char* names[] = {"start", "now", "next"};
  for (int f = 0; f < 3; ++f) {
    a[f] = ops_decl_dat(block_a, 2, size_a, base, am, ap, none, "double", (std::string(names[f]) + "_a").c_str());
    b[f] = ops_decl_dat(block_b, 2, size_b, base, bm, bp, none, "double", (std::string(names[f]) + "_b").c_str());
  }
  int sa[] = {0, 0, 0, -2, 0, 0, -1, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
  int sb[] = {0, 0, 0, 0, -2, 0, 0, -1, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 0, -1, 1, 0, 0, -1, 0, 0};
  ops_stencil point = ops_decl_stencil(3, 1, sa, "point"), star_a = ops_decl_stencil(3, 9, sa, "star_a"), star_b = ops_decl_stencil(3, 9, sb, "star_b");
  int xp[] = {0, 0, 0, 1, 0, 0}, xm[] = {0, 0, 0, -1, 0, 0}, yp[] = {0, 0, 0, 0, 1, 0}, ym[] = {0, 0, 0, 0, -1, 0}, zp[] = {0, 0, 0, 0, 0, 1}, zm[] = {0, 0, 0, 0, 0, -1};
  ops_stencil XP = ops_decl_stencil(3, 2, xp, "xp"), XM = ops_decl_stencil(3, 2, xm, "xm"), YP = ops_decl_stencil(3, 2, yp, "yp"), YM = ops_decl_stencil(3, 2, ym, "ym"),
              ZP = ops_decl_stencil(3, 2, zp, "zp"), ZM = ops_decl_stencil(3, 2, zm, "zm");
  ops_decl_const("diffusion", 1, "double", &diffusion);
  ops_decl_const("rate", 1, "double", &rate);
  ops_halo_group joints[3];
  int iter[] = {2, NY, NZ}, dir_a[] = {1, 2, 3}, dir_b[] = {-3, 1, 2};
  int a_low[] = {0, 0, 0}, a_high[] = {NX - 2, 0, 0}, a_before[] = {-2, 0, 0}, a_after[] = {NX, 0, 0};
  int b_low[] = {0, 0, 0}, b_high[] = {0, LX - 2, 0}, b_before[] = {0, -2, 0}, b_after[] = {0, LX, 0};
  for (int f = 1; f < 3; ++f) {
    ops_halo list[] = {ops_decl_halo(b[f], a[f], iter, b_low, a_after, dir_b, dir_a), ops_decl_halo(a[f], b[f], iter, a_high, b_before, dir_a, dir_b),
                       ops_decl_halo(b[f], a[f], iter, b_high, a_before, dir_b, dir_a), ops_decl_halo(a[f], b[f], iter, a_low, b_after, dir_a, dir_b)};
    joints[f] = ops_decl_halo_group(4, list);
  }
  ops_reduction sums = ops_decl_reduction_handle(3 * sizeof(double), "double", "sums"), top = ops_decl_reduction_handle(sizeof(double), "double", "top");
  ops_partition("");

  std::vector<double> first(2 * all_x * NY * NZ), fa(2 * NX * NY * NZ), fb(2 * LX * NY * NZ);
  auto in_a = [](int x, int y, int z) { return x + NX * (y + NY * z); };
  auto in_b = [](int x, int y, int z) { return (NZ - 1 - z) + NZ * ((x - NX) + LX * y); };
  for (int z = 0; z < NZ; ++z)
    for (int y = 0; y < NY; ++y)
      for (int x = 0; x < all_x; ++x)
        for (int c = 0; c < 2; ++c) {
          const double v = std::sin(0.9 * x + 1.3 * y - 0.7 * z + c) + 0.1 * std::cos(5.0 * x * y + z);
          first[2 * cell(x, y, z) + c] = v;
          (x < NX ? fa[2 * in_a(x, y, z) + c] : fb[2 * in_b(x, y, z) + c]) = v;
        }
  ops_dat_set_data(a[0], fa);
  ops_dat_set_data(b[0], fb);
  ops_dat_deep_copy(a[1], a[0]);
  ops_dat_deep_copy(b[1], b[0]);
  int all_a[] = {0, NX, 0, NY, 0, NZ}, all_b[] = {0, NZ, 0, LX, 0, NY};
  for (int s = 0, n = 1; s < steps; ++s, n = 3 - n) {
    ops_halo_transfer(joints[n]);
    int lo_y[] = {0, NX, -1, 0, 0, NZ}, hi_y[] = {0, NX, NY, NY + 1, 0, NZ}, lo_z[] = {0, NX, 0, NY, -1, 0}, hi_z[] = {0, NX, 0, NY, NZ, NZ + 1};
    ops_par_loop(mirror<0, 1, 0>, "lo_y", block_a, 3, lo_y, ops_arg_dat(a[n], 2, YP, "double", OPS_RW));
    ops_par_loop(mirror<0, -1, 0>, "hi_y", block_a, 3, hi_y, ops_arg_dat(a[n], 2, YM, "double", OPS_RW));
    ops_par_loop(mirror<0, 0, 1>, "lo_z", block_a, 3, lo_z, ops_arg_dat(a[n], 2, ZP, "double", OPS_RW));
    ops_par_loop(mirror<0, 0, -1>, "hi_z", block_a, 3, hi_z, ops_arg_dat(a[n], 2, ZM, "double", OPS_RW));
    int lo_p[] = {-1, 0, 0, LX, 0, NY}, hi_p[] = {NZ, NZ + 1, 0, LX, 0, NY}, lo_r[] = {0, NZ, 0, LX, -1, 0}, hi_r[] = {0, NZ, 0, LX, NY, NY + 1};
    ops_par_loop(mirror<1, 0, 0>, "lo_p", block_b, 3, lo_p, ops_arg_dat(b[n], 2, XP, "double", OPS_RW));
    ops_par_loop(mirror<-1, 0, 0>, "hi_p", block_b, 3, hi_p, ops_arg_dat(b[n], 2, XM, "double", OPS_RW));
    ops_par_loop(mirror<0, 0, 1>, "lo_r", block_b, 3, lo_r, ops_arg_dat(b[n], 2, ZP, "double", OPS_RW));
    ops_par_loop(mirror<0, 0, -1>, "hi_r", block_b, 3, hi_r, ops_arg_dat(b[n], 2, ZM, "double", OPS_RW));
    ops_par_loop(step_a, "step_a", block_a, 3, all_a, ops_arg_dat(a[n], 2, star_a, "double", OPS_READ), ops_arg_dat(a[3 - n], 2, point, "double", OPS_WRITE));
    ops_par_loop(step_b, "step_b", block_b, 3, all_b, ops_arg_dat(b[n], 2, star_b, "double", OPS_READ), ops_arg_dat(b[3 - n], 2, point, "double", OPS_WRITE));
  }
  const int last = steps % 2 ? 2 : 1;
  ops_par_loop(measure_a, "measure_a", block_a, 3, all_a, ops_arg_dat(a[last], 2, point, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(sums, 3, "double", OPS_INC),
               ops_arg_reduce(top, 1, "double", OPS_MAX));
  ops_par_loop(measure_b, "measure_b", block_b, 3, all_b, ops_arg_dat(b[last], 2, point, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(sums, 3, "double", OPS_INC),
               ops_arg_reduce(top, 1, "double", OPS_MAX));
  double found[3], most, seeds[] = {1.0, 0.5, -2.0}, three = 3.0;
  sums->get_result(found, seeds);
  top->get_result(&most, &three);
  std::vector<double> expected, end;
  double expected_top;
  plain<double>(first, &expected, &expected_top, &end);
  check::fields("sums", {found[0], found[1], found[2]}, expected, 1e-13);
  check::number("top", most, expected_top, 1e-14);
  auto compare = [&](const char* what, const std::vector<double>& all, const std::vector<double>& of_a, const std::vector<double>& of_b, double tolerance) {
    std::vector<double> wa(fa.size()), wb(fb.size());
    for (int z = 0; z < NZ; ++z)
      for (int y = 0; y < NY; ++y)
        for (int x = 0; x < all_x; ++x)
          for (int c = 0; c < 2; ++c) (x < NX ? wa[2 * in_a(x, y, z) + c] : wb[2 * in_b(x, y, z) + c]) = all[2 * cell(x, y, z) + c];
    check::fields(std::string(what) + " a", of_a, wa, tolerance);
    check::fields(std::string(what) + " b", of_b, wb, tolerance);
  };
  compare("end", end, ops_dat_fetch_data<double>(a[last]), ops_dat_fetch_data<double>(b[last]), 1e-13);
  ops_interpret_adjoints();
  compare("slope", check::gradient(first, [](const std::vector<Complex>& x) { return plain<Complex>(x); }), ops_dat_fetch_derivative<double>(a[0]),
          ops_dat_fetch_derivative<double>(b[0]), 1e-11);
  const int status = check::verdict();
  ops_exit();
  return status;
}
