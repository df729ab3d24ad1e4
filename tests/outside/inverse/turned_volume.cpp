// Two blocks of a volume that touch with turned axes: x, y, z of one run along y, -z, x of the other, one computes in double and one in
// single precision, with two components each. Waves cross the joint both ways; energy is weighed differently in each block. The handles
// live in a struct of vectors, and are walked by range loops. Oracle: a plain program that stores both blocks in one array of double by
// global position, with its adjoint by finite differences along random directions and the complex step for chosen cells. Features: halos of
// different precision, transposes with a flip.
#define OPS_3D
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "ops.hpp"

// The left block has (L, M, N) cells along x, y, z; the right one continues along x with K cells: its own axes are a = y, b = N - 1 - z, c
// = x - L.
constexpr int L = 5, M = 4, N = 3, K = 4, steps = 6;

template <class T>
void push(const ACC<T>& u, const ACC<T>& speed, ACC<T>& next) {
  const T lap = u(0, 1, 0, 0) + u(0, -1, 0, 0) + u(0, 0, 1, 0) + u(0, 0, -1, 0) + u(0, 0, 0, 1) + u(0, 0, 0, -1) - T(6) * u(0, 0, 0, 0);
  next(1, 0, 0, 0) = u(1, 0, 0, 0) + T(0.1) * speed(0, 0, 0) * lap;
  next(0, 0, 0, 0) = u(0, 0, 0, 0) + next(1, 0, 0, 0) - T(0.05) * u(0, 0, 0, 0) * u(0, 0, 0, 0) * u(0, 0, 0, 0);
}
template <class T>
void energy(const ACC<T>& u, double* sum, const double* weight) {
  for (int c = 0; c < 2; ++c) sum[c] += *weight * u(c, 0, 0, 0) * u(c, 0, 0, 0);
}
template <class T>
void copy_in(const ACC<T>& from, ACC<T>& to) {
  to(0, 0, 0, 0) = from(0, 0, 0);
  to(1, 0, 0, 0) = T(0);
}

template <class T>
struct Block {
  std::vector<int> size;
  std::vector<int> all;
  const char* type;
  ops_block block;
  ops_dat start, speed, now, next;
  ops_stencil point, star;
  Block(const char* name, std::vector<int> cells, const char* kind) : size(cells), all{0, cells[0], 0, cells[1], 0, cells[2]}, type(kind) {
    int offsets[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
    block = ops_decl_block(3, name);
    start = ops_decl_dat<T>(block, "start", {cells[0], cells[1], cells[2]}, {});
    speed = ops_decl_dat<T>(block, "speed", {cells[0], cells[1], cells[2]}, {});
    now = ops_decl_dat<T>(block, "now", {cells[0], cells[1], cells[2]}, {.dim = 2, .halo = 1});
    next = ops_decl_dat<T>(block, "next", {cells[0], cells[1], cells[2]}, {.dim = 2, .halo = 1});
    point = ops_decl_stencil(3, 1, offsets, "point"), star = ops_decl_stencil(3, 7, offsets, "star");
  }
};
using C = std::complex<double>;
struct Whole {
  std::vector<C> start = std::vector<C>((L + K) * M * N), speed = start;
  static int id(int x, int y, int z) { return (z * M + y) * (L + K) + x; }
  C run() const {
    std::vector<C> u = start, v(u.size());
    for (int s = 0; s < steps; ++s) {
      std::vector<C> w = u;
      for (int z = 0; z < N; ++z)
        for (int y = 0; y < M; ++y)
          for (int x = 0; x < L + K; ++x) {
            auto at = [&](int a, int b, int c) {
              return a < 0 || b < 0 || c < 0 || a >= L + K || b >= M || c >= N ? C(0) : w[id(a, b, c)];
            };
            const C h = w[id(x, y, z)];
            v[id(x, y, z)] +=
                0.1 * speed[id(x, y, z)] *
                (at(x + 1, y, z) + at(x - 1, y, z) + at(x, y + 1, z) + at(x, y - 1, z) + at(x, y, z + 1) + at(x, y, z - 1) - 6.0 * h);
            u[id(x, y, z)] = h + v[id(x, y, z)] - 0.05 * h * h * h;
          }
    }
    C sum = 0;
    for (std::size_t q = 0; q < u.size(); ++q) sum += (static_cast<int>(q) % (L + K) < L ? 1.5 : 0.5) * (u[q] * u[q] + 2.0 * v[q] * v[q]);
    return sum;
  }
};

bool run() {
  Block<double> left("left", {L, M, N}, "double");
  Block<float> right("right", {M, N, K}, "float");
  // counter 1 runs along y, counter 2 along z of the left block; each field belongs to groups of its own
  auto joint = [](ops_dat l, ops_dat r) {
    int cells[] = {M, N, 1}, in_l[] = {L - 1, 0, 0}, halo_l[] = {L, 0, 0}, in_r[] = {0, 0, 0}, halo_r[] = {0, 0, -1};
    int on_left[] = {3, 1, 2}, on_right[] = {1, -2, 3};
    std::vector<ops_halo> halos = {ops_decl_halo(l, r, cells, in_l, halo_r, on_left, on_right),
                                   ops_decl_halo(r, l, cells, in_r, halo_l, on_right, on_left)};
    return ops_decl_halo_group(2, halos.data());
  };
  std::array<ops_halo_group, 2> joints = {joint(left.now, right.now), joint(left.next, right.next)};
  ops_reduction sum = ops_decl_reduction_handle(2 * sizeof(double), "double", "sum");
  ops_partition("");

  Whole whole;
  std::vector<double> l[2] = {std::vector<double>(L * M * N), std::vector<double>(L * M * N)};
  std::vector<float> r[2] = {std::vector<float>(K * M * N), std::vector<float>(K * M * N)};
  auto place = [](int x, int y, int z) { return x < L ? (z * M + y) * L + x : ((x - L) * N + N - 1 - z) * M + y; };
  for (int z = 0; z < N; ++z)
    for (int y = 0; y < M; ++y)
      for (int x = 0; x < L + K; ++x)
        for (int k = 0; k < 2; ++k) {
          const float value =
              static_cast<float>(k ? 1.0 + 0.3 * std::sin(x + 2.0 * y - z) : std::cos(0.9 * x) * std::sin(0.8 * y + 0.3) + 0.2 * z);
          (k ? whole.speed : whole.start)[Whole::id(x, y, z)] = value;
          if (x < L)
            l[k][place(x, y, z)] = value;
          else
            r[k][place(x, y, z)] = value;
        }
  ops_dat_set_data(left.start, l[0]), ops_dat_set_data(left.speed, l[1]);
  ops_dat_set_data(right.start, r[0]), ops_dat_set_data(right.speed, r[1]);

  const auto step = [](auto& b) {
    using T = std::conditional_t<std::is_same_v<std::decay_t<decltype(b)>, Block<float>>, float, double>;
    ops_par_loop(push<T>, "push", b.block, 3, b.all.data(), ops_arg_dat(b.now, 2, b.star, b.type, OPS_READ),
                 ops_arg_dat(b.speed, 1, b.point, b.type, OPS_READ), ops_arg_dat(b.next, 2, b.point, b.type, OPS_WRITE));
    std::swap(b.now, b.next);
  };
  ops_par_loop(copy_in<double>, "copy_in", left.block, 3, left.all.data(), ops_arg_dat(left.start, 1, left.point, "double", OPS_READ),
               ops_arg_dat(left.now, 2, left.point, "double", OPS_WRITE));
  ops_par_loop(copy_in<float>, "copy_in", right.block, 3, right.all.data(), ops_arg_dat(right.start, 1, right.point, "float", OPS_READ),
               ops_arg_dat(right.now, 2, right.point, "float", OPS_WRITE));
  for (int s = 0; s < steps; ++s, std::swap(joints[0], joints[1])) {
    ops_ad_step();
    ops_halo_transfer(joints[0]);
    step(left);
    step(right);
  }
  const double heavy = 1.5, light = 0.5, weights[] = {1.0, 2.0};
  ops_par_loop(energy<double>, "energy", left.block, 3, left.all.data(), ops_arg_dat(left.now, 2, left.point, "double", OPS_READ),
               ops_arg_reduce(sum, 2, "double", OPS_INC), ops_arg_gbl(&heavy, 1, "double", OPS_READ));
  ops_par_loop(energy<float>, "energy", right.block, 3, right.all.data(), ops_arg_dat(right.now, 2, right.point, "float", OPS_READ),
               ops_arg_reduce(sum, 2, "double", OPS_INC), ops_arg_gbl(&light, 1, "double", OPS_READ));
  double results[2];
  sum->get_result(results, weights);
  ops_interpret_adjoints();
  const std::vector<double> gl[2] = {ops_dat_fetch_derivative<double>(left.start), ops_dat_fetch_derivative<double>(left.speed)};
  const std::vector<float> gr[2] = {ops_dat_fetch_derivative<float>(right.start), ops_dat_fetch_derivative<float>(right.speed)};

  const double value = results[0] + 2 * results[1], reference = whole.run().real();
  double off = 0, largest = 0;
  for (int z = 0; z < N; ++z)
    for (int y = 0; y < M; ++y)
      for (int x = 0; x < L + K; ++x)
        for (int k = 0; k < 2; ++k) {
          C& c = (k ? whole.speed : whole.start)[Whole::id(x, y, z)];
          c += C(0, 1e-40);
          const double slope = whole.run().imag() / 1e-40, found = x < L ? gl[k][place(x, y, z)] : gr[k][place(x, y, z)];
          c = c.real();
          off = std::fmax(off, std::fabs(slope - found)), largest = std::fmax(largest, std::fabs(slope));
        }
  ops_printf("energy %.9g (plain %.9g), gradient off by %.1e of %.3e, g %a\n", value, reference, off, largest, gl[0][7]);
  return std::fabs(value - reference) < 1e-5 * value && off < 1e-5 * largest;
}

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
