// tests/ranks/relayed.cpp: tridiagonal solves of all kinds, with values, gradients, tangents and second derivatives of
// all that they read: along every axis, in place and added, of double and of float, on datasets with different halos;
// on ranges that begin and end anywhere, that only some processes have cells of, that are one row or one system; with
// coefficients of lower dimension. Prints their bits.
// @param argv  the number that ranges are drawn from
#include <cstdlib>
#include <string>
#include <vector>

#define OPS_3D
#include "ops.hpp"

#include "../adjoint/bits.hpp"

constexpr int nx = 23, ny = 14, nz = 17;

void wave(ACC<double>& u, const int* at, const int* which) {
  u(0, 0, 0) = 0.3 * *which + std::sin(1.3 * at[0] + 0.7 * at[1] - 0.9 * at[2] + *which);
}
void wave_of_float(ACC<float>& u, const int* at, const int* which) {
  u(0, 0, 0) = 0.3f * *which + 0.01f * ((at[0] * 7 + at[1] * 3 + at[2] * 5 + *which * 11) % 90);
}
void middle(ACC<double>& b) { b(0, 0, 0) = 3.1 + 0.4 * b(0, 0, 0); }
void middle_of_float(ACC<float>& b) { b(0, 0, 0) = 5.1f + 0.4f * b(0, 0, 0); }
void mix(const ACC<double>& d, ACC<double>& u) {
  u(0, 0, 0) = 0.6 * std::sin(u(0, 0, 0)) + 0.3 * d(0, 0, 0) * d(0, 0, 0);
}
void mix_of_float(const ACC<float>& d, ACC<float>& u) {
  u(0, 0, 0) = 0.5f * u(0, 0, 0) + 0.1f * d(0, 0, 0) * d(0, 0, 0);
}
void measure(const ACC<double>& d, const ACC<double>& u, double* sum, const int* at) {
  *sum += (1.0 + 0.01 * at[0]) * d(0, 0, 0) * d(0, 0, 0) + u(0, 0, 0) * u(0, 0, 0);
}
void measure_float(const ACC<float>& d, const ACC<float>& u, double* sum, const int* at) {
  *sum += (1.0 + 0.01 * at[0]) * d(0, 0, 0) * d(0, 0, 0) + u(0, 0, 0) * u(0, 0, 0);
}

/// The same numbers everywhere.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : state_(seed * 2654435761u + 12345u) {}
  int below(int n) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<int>((state_ >> 8) % static_cast<unsigned>(n));
  }

 private:
  unsigned state_;
};

struct Solve {
  int axis = 0;
  bool adds = false;
  int range[6] = {};
};

/// @param along_z  cells that may be used along z: lower-dimensional datasets have one
Solve drawn(Numbers& numbers, int along_z) {
  Solve solve{.axis = numbers.below(along_z > 1 ? 3 : 2), .adds = numbers.below(2) == 0};
  const int size[] = {nx, ny, along_z}, halo = numbers.below(2) * (along_z > 1 ? 1 : 0);
  for (int d = 0; d < 3; ++d) {
    const int lo = -halo, hi = size[d] + halo, kind = numbers.below(5);
    int begin = lo, end = hi;
    if (kind == 1) begin = lo + numbers.below(hi - lo), end = begin + 1;                              // one cell
    if (kind == 2) begin = lo + numbers.below(hi - lo), end = begin + 1 + numbers.below(hi - begin);  // anywhere
    if (kind == 3) end = lo + 1 + (hi - lo) / 4;                                                      // at one end
    solve.range[2 * d] = begin;
    solve.range[2 * d + 1] = end;
  }
  return solve;
}

struct World {
  ops_block block;
  ops_dat a, b, c, d, u;
  bool of_float;
  int centre[3] = {0, 0, 0};
  ops_stencil point = ops_decl_stencil(3, 1, centre, "point");

  /// @param halos  of a, b, c, d and u
  World(ops_block in, const std::string& name, bool is_float, std::vector<int> halos, bool passive, int along_z)
      : block(in), of_float(is_float) {
    const auto declare = [&](const char* role, std::size_t which, int cells_z) {
      const std::string whole = role + name;
      const ops_dat_options options{.halo = halos[which], .passive = passive && which < 3};
      return is_float ? ops_decl_dat<float>(in, whole.c_str(), {nx, ny, cells_z}, options)
                      : ops_decl_dat<double>(in, whole.c_str(), {nx, ny, cells_z}, options);
    };
    a = declare("a", 0, along_z), b = declare("b", 1, along_z), c = declare("c", 2, along_z);
    d = declare("d", 3, nz), u = declare("u", 4, nz);
    extent = {0, nx, 0, ny, 0, nz};
    coefficients = {0, nx, 0, ny, 0, along_z};
    for (int k = 0; along_z > 1 && k < 3; ++k)
      extent[2 * k] = coefficients[2 * k] = -1, extent[2 * k + 1] += 1, coefficients[2 * k + 1] += 1;
  }
  std::vector<ops_dat> all() const { return {a, b, c, d, u}; }
  ops_arg reals(ops_dat dat, ops_access access) const { return ops_arg_dat(dat, 1, point, "double", access); }
  ops_arg floats(ops_dat dat, ops_access access) const { return ops_arg_dat(dat, 1, point, "float", access); }
  std::vector<int> extent, coefficients;

  void fill() {
    int which = 0;
    for (ops_dat dat : all()) {
      int* const range = which < 3 ? coefficients.data() : extent.data();
      if (of_float)
        ops_par_loop(wave_of_float, "wave of float", block, 3, range, floats(dat, OPS_WRITE), ops_arg_idx(),
                     ops_arg_gbl(&which, 1, "int", OPS_READ));
      else
        ops_par_loop(wave, "wave", block, 3, range, reals(dat, OPS_WRITE), ops_arg_idx(),
                     ops_arg_gbl(&which, 1, "int", OPS_READ));
      ++which;
    }
    if (of_float) ops_par_loop(middle_of_float, "middle of float", block, 3, coefficients.data(), floats(b, OPS_RW));
    else ops_par_loop(middle, "middle", block, 3, coefficients.data(), reals(b, OPS_RW));
  }

  void run(const std::vector<Solve>& solves, ops_reduction sum) {
    for (Solve solve : solves) {
      if (solve.adds) ops_tridMultiDimBatch_Inc(3, solve.axis, solve.range, a, b, c, d, u, nullptr);
      else ops_tridMultiDimBatch(3, solve.axis, solve.range, a, b, c, d, nullptr);
      if (of_float)
        ops_par_loop(mix_of_float, "mix of float", block, 3, extent.data(), floats(d, OPS_READ), floats(u, OPS_RW));
      else ops_par_loop(mix, "mix", block, 3, extent.data(), reals(d, OPS_READ), reals(u, OPS_RW));
    }
    if (of_float)
      ops_par_loop(measure_float, "measure of float", block, 3, extent.data(), floats(d, OPS_READ), floats(u, OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_idx());
    else
      ops_par_loop(measure, "measure", block, 3, extent.data(), reals(d, OPS_READ), reals(u, OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_idx());
  }
};

void say(const char* what, ops_dat dat, const std::vector<double>& values) {
  std::uint64_t hash = no_bits;
  mix_in(hash, values.data(), values.size());
  ops_printf("%s of %s: %016llx\n", what, dat->name, static_cast<unsigned long long>(hash));
}
std::vector<double> widened(const std::vector<float>& values) { return {values.begin(), values.end()}; }

using Fetch = std::vector<double> (*)(ops_dat, bool);
std::vector<double> value(ops_dat dat, bool f) {
  return f ? widened(ops_dat_fetch_data<float>(dat)) : ops_dat_fetch_data<double>(dat);
}
std::vector<double> derivative(ops_dat dat, bool f) {
  return f ? widened(ops_dat_fetch_derivative<float>(dat)) : ops_dat_fetch_derivative<double>(dat);
}
std::vector<double> tangent(ops_dat dat, bool f) {
  return f ? widened(ops_dat_fetch_tangent<float>(dat)) : ops_dat_fetch_tangent<double>(dat);
}
std::vector<double> product(ops_dat dat, bool f) {
  return f ? widened(ops_dat_fetch_hessian_vector<float>(dat)) : ops_dat_fetch_hessian_vector<double>(dat);
}

void say_all(const World& world, const char* what, Fetch fetch, bool coefficients) {
  for (ops_dat dat : coefficients ? world.all() : std::vector<ops_dat>{world.d, world.u})
    say(what, dat, fetch(dat, world.of_float));
}

template <class T>
void differentiate(World& world, const std::vector<Solve>& solves, ops_reduction sum, bool passive) {
  std::vector<std::vector<T>> directions;
  for (ops_dat dat : world.all()) {
    std::vector<T>& direction = directions.emplace_back(ops_dat_fetch_data<T>(dat).size());
    for (std::size_t i = 0; i < direction.size(); ++i)
      direction[i] = static_cast<T>(0.1 * static_cast<double>((i * 37 + directions.size()) % 19) - 0.9);
  }
  const auto along = [&] {
    std::vector<ops_ad_direction> all;
    for (std::size_t k = passive ? 3 : 0; k < directions.size(); ++k)
      all.push_back(ops_ad_along(world.all()[k], directions[k]));
    return all;
  };
  const auto again = [&] {
    world.fill();
    ops_ad_reset(world.block->context);
    world.run(solves, sum);
    double value = 0.0;
    ops_reduction_result(sum, &value);
    ops_printf("value %a\n", value);
    *ops_reduction_get_derivative<double>(sum) = 1.0;
  };
  again();
  say_all(world, "value", value, false);
  ops_interpret_adjoints(world.block->context);
  say_all(world, "derivative", derivative, !passive);
  again();
  ops_tangent(world.block->context, along());
  say_all(world, "tangent", tangent, false);
  again();
  ops_hessian_vector(world.block->context, along());
  say_all(world, "product", product, !passive);
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] {
    Numbers numbers(argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1u);
    ops_block block = ops_decl_block(3, "block");
    ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    World worlds[] = {{block, "", false, {1, 2, 1, 3, 2}, false, nz},
                      {block, " of float", true, {2, 1, 3, 1, 1}, false, nz},
                      {block, " passive", false, {1, 1, 1, 1, 2}, true, nz},
                      {block, " flat", false, {0, 0, 0, 1, 1}, false, 1},
                      {block, " flat and passive", false, {0, 0, 0, 1, 0}, true, 1}};
    ops_partition("");
    for (World& world : worlds) {
      std::vector<Solve> solves;
      const bool flat = world.coefficients[5] == 1,
                 passive = std::string(world.a->name).find("passive") != std::string::npos;
      for (int k = 0; k < 6; ++k) solves.push_back(drawn(numbers, flat ? 1 : nz));
      if (world.of_float) differentiate<float>(world, solves, sum, passive);
      else differentiate<double>(world, solves, sum, passive);
    }
  });
}
