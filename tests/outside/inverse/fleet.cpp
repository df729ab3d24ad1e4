// Many species with many datasets: reacting gases on a plate, the number of species a template parameter, rates in a matrix scalar,
// datasets in vectors, maps, arrays of structs and structs of arrays, loops over them in lambdas, member functions and templates. One
// reaction can be switched off by an optional dataset. Two gradients of one recording, the second with other weights, then a new recording
// of another number of steps. Oracle: an adjoint written by hand, line by line behind the plain program.
#define OPS_2D
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ops.hpp"

namespace gas {
constexpr int species = 3, nx = 10, ny = 6, cells = nx * ny;

void decay(const ACC<double>& a, const ACC<double>& b, const ACC<double>& c, const ACC<double>& catalyst, ACC<double>& ra, ACC<double>& rb,
           ACC<double>& rc, const double* k, const int* active) {
  const double x[species] = {a(0, 0), b(0, 0), c(0, 0)};
  double r[species] = {};
  const double boost = *active ? 1.0 + catalyst(0, 0) * catalyst(0, 0) : 1.0;
  for (int s = 0; s < species; ++s)
    for (int t = 0; t < species; ++t) {
      const double rate = k[s * species + t] * boost * x[s] * x[t];
      r[s] -= rate;
      r[(t + 1) % species] += rate;
    }
  ra(0, 0) = r[0];
  rb(0, 0) = r[1];
  rc(0, 0) = r[2];
}
void spread(const ACC<double>& u, ACC<double>& rate, const int* diffusivity) {
  rate(0, 0) += 0.01 * *diffusivity * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0));
}
void add(const ACC<double>& rate, ACC<double>& u, const double* dt) { u(0, 0) += *dt * rate(0, 0); }
void copy(const ACC<double>& from, ACC<double>& to) { to(0, 0) = from(0, 0); }
void total(const ACC<double>& u, double* sum, const int* idx) { *sum += (1.0 + 0.1 * idx[0] - 0.2 * idx[1]) * u(0, 0); }

struct Kind {
  std::string name;
  ops_dat start, u, rate;
  ops_reduction sum;
};

class Grid {
 protected:
  ops_dat field(const std::string& name) { return ops_decl_dat<double>(block_, name.c_str(), {nx, ny}, {.halo = 1}); }
  int all_[4] = {0, nx, 0, ny}, star_points_[10] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_block block_ = ops_decl_block(2, "plate");
  ops_dat catalyst_ = field("catalyst");
  ops_stencil point_ = ops_decl_stencil(2, 1, star_points_, "point"), star_ = ops_decl_stencil(2, 5, star_points_, "star");
};

template <std::size_t count>
class Plate : private Grid {
 public:
  Plate() {
    for (std::size_t s = 0; s < count; ++s) {
      const std::string name(1, static_cast<char>('a' + s));
      kinds[s] = {name, field(name + "_start"), field(name), field(name + "_rate"),
                  ops_decl_reduction_handle(sizeof(double), "double", (name + "_sum").c_str())};
      by_name[name] = kinds[s].start;
    }
    by_name["catalyst"] = catalyst_;
    ops_partition("");
  }
  void run(int steps, bool boosted) {
    each([&](Kind& k) {
      ops_par_loop(copy, "copy", block_, 2, all_, ops_arg_dat(k.start, 1, point_, "double", OPS_READ),
                   ops_arg_dat(k.u, 1, point_, "double", OPS_WRITE));
    });
    for (int step = 0; step < steps; ++step) {
      ops_ad_step();
      react(boosted && step % 2 == 0);
      diffuse<1>(0);
      diffuse<2>(1);
      diffuse<5>(2);
      const double dt = step % 3 == 0 ? 0.05 : 0.1;
      for (const Kind& k : kinds)
        ops_par_loop(add, "add", block_, 2, all_, ops_arg_dat(k.rate, 1, point_, "double", OPS_READ),
                     ops_arg_dat(k.u, 1, point_, "double", OPS_RW), ops_arg_gbl(&dt, 1, "double", OPS_READ));
    }
    for (auto& [name, start, u, rate, sum] : kinds)
      ops_par_loop(total, "total", block_, 2, all_, ops_arg_dat(u, 1, point_, "double", OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_idx());
  }
  std::array<Kind, count> kinds;
  std::map<std::string, ops_dat> by_name;
  std::vector<double> table = std::vector<double>(count * count, 0.0);
  ops_scalar rates = ops_decl_scalar("rates", table.data(), static_cast<int>(count* count));

 private:
  void each(const std::function<void(Kind&)>& body) {
    for (Kind& k : kinds) body(k);
  }
  void react(bool boosted) {
    const int active = boosted;
    ops_par_loop(decay, "decay", block_, 2, all_, ops_arg_dat(kinds[0].u, 1, point_, "double", OPS_READ),
                 ops_arg_dat(kinds[1].u, 1, point_, "double", OPS_READ), ops_arg_dat(kinds[2].u, 1, point_, "double", OPS_READ),
                 ops_arg_dat_opt(catalyst_, 1, point_, "double", OPS_READ, active),
                 ops_arg_dat(kinds[0].rate, 1, point_, "double", OPS_WRITE), ops_arg_dat(kinds[1].rate, 1, point_, "double", OPS_WRITE),
                 ops_arg_dat(kinds[2].rate, 1, point_, "double", OPS_WRITE), ops_arg_scalar(rates, 9, "double", OPS_READ),
                 ops_arg_gbl(&active, 1, "int", OPS_READ));
  }
  template <int diffusivity>
  void diffuse(int s) {
    const Kind& k = kinds.at(static_cast<std::size_t>(s));
    const int factor = diffusivity;
    ops_par_loop(spread, "spread", block_, 2, all_, ops_arg_dat(k.u, 1, star_, "double", OPS_READ),
                 ops_arg_dat(k.rate, 1, point_, "double", OPS_INC), ops_arg_gbl(&factor, 1, "int", OPS_READ));
  }
};

struct Plain {
  double start[species][cells], catalyst[cells], k[species][species];
  double bs[species][cells] = {}, bc[cells] = {}, bk[species][species] = {}, value = 0;

  void differentiate(int steps, bool boosted, const double* weights) {
    std::memset(bs, 0, sizeof bs), std::memset(bc, 0, sizeof bc), std::memset(bk, 0, sizeof bk);
    std::vector<std::array<std::array<double, cells>, species>> u(steps + 1);
    auto lap = [](const auto& f, int q) {
      const int i = q % nx, j = q / nx;
      return (i + 1 < nx ? f[q + 1] : 0) + (i > 0 ? f[q - 1] : 0) + (j + 1 < ny ? f[q + nx] : 0) + (j > 0 ? f[q - nx] : 0) - 4 * f[q];
    };
    const double d[species] = {0.01, 0.02, 0.05};
    for (int s = 0; s < species; ++s) std::memcpy(u[0][s].data(), start[s], sizeof start[s]);
    for (int n = 0; n < steps; ++n)
      for (int q = 0; q < cells; ++q) {
        double r[species] = {};
        const double boost = boosted && n % 2 == 0 ? 1 + catalyst[q] * catalyst[q] : 1;
        for (int s = 0; s < species; ++s)
          for (int t = 0; t < species; ++t) {
            const double rate = k[s][t] * boost * u[n][s][q] * u[n][t][q];
            r[s] -= rate, r[(t + 1) % species] += rate;
          }
        for (int s = 0; s < species; ++s) u[n + 1][s][q] = u[n][s][q] + (n % 3 ? 0.1 : 0.05) * (r[s] + d[s] * lap(u[n][s], q));
      }
    std::array<std::array<double, cells>, species> b, next;
    value = 0;
    for (int s = 0; s < species; ++s)
      for (int q = 0; q < cells; ++q) {
        b[s][q] = weights[s] * (1 + 0.1 * (q % nx) - 0.2 * (q / nx));
        value += b[s][q] * u[steps][s][q];
      }
    for (int n = steps - 1; n >= 0; --n) {
      next = b;
      const double dt = n % 3 ? 0.1 : 0.05;
      for (int q = 0; q < cells; ++q) {
        const double boost = boosted && n % 2 == 0 ? 1 + catalyst[q] * catalyst[q] : 1;
        for (int s = 0; s < species; ++s) {
          next[s][q] += dt * d[s] * lap(b[s], q);
          for (int t = 0; t < species; ++t) {
            const double g = dt * (b[(t + 1) % species][q] - b[s][q]), x = u[n][s][q], y = u[n][t][q];
            bk[s][t] += g * boost * x * y;
            next[s][q] += g * k[s][t] * boost * y;
            next[t][q] += g * k[s][t] * boost * x;
            if (boosted && n % 2 == 0) bc[q] += g * k[s][t] * x * y * 2 * catalyst[q];
          }
        }
      }
      b = next;
    }
    for (int s = 0; s < species; ++s) std::memcpy(bs[s], b[s].data(), sizeof bs[s]);
  }
};

bool compare(const char* what, Plate<species>& plate, const Plain& plain, double value) {
  double off = 0, largest = 0;
  std::vector<double> found[species + 1];
  for (int s = 0; s < species; ++s) found[s] = ops_dat_fetch_derivative<double>(plate.kinds[s].start);
  found[species] = ops_dat_fetch_derivative<double>(plate.by_name.at("catalyst"));
  for (int s = 0; s <= species; ++s)
    for (int q = 0; q < cells; ++q) {
      const double exact = s < species ? plain.bs[s][q] : plain.bc[q];
      off = std::fmax(off, std::fabs(found[s][q] - exact)), largest = std::fmax(largest, std::fabs(exact));
    }
  const std::vector<double> by_rate = ops_scalar_fetch_derivative<double>(plate.rates);
  double off_rate = 0;
  for (int s = 0; s < 9; ++s)
    off_rate = std::fmax(off_rate, std::fabs(by_rate[s] - plain.bk[s / 3][s % 3]) / std::fabs(plain.bk[s / 3][s % 3]));
  ops_printf("%s: %.10g (plain %.10g), gradient off by %.1e of %.2e, by rates %.1e, g %a %a\n", what, value, plain.value, off, largest,
             off_rate, found[1][7], by_rate[4]);
  return off < 1e-12 * largest && off_rate < 1e-11 && std::fabs(value - plain.value) < 1e-12 * std::fabs(value);
}

bool run() {
  Plate<species> plate;
  static Plain plain;
  for (int s = 0; s < species; ++s)
    for (int t = 0; t < species; ++t) plain.k[s][t] = plate.table[s * species + t] = 0.2 + 0.07 * s - 0.05 * t;
  ops_scalar_set_data(plate.rates, plate.table);
  for (int q = 0; q < cells; ++q) {
    for (int s = 0; s < species; ++s) plain.start[s][q] = 1 + 0.5 * std::sin(1.0 + s + 0.7 * q);
    plain.catalyst[q] = 0.5 * std::cos(0.9 * q);
  }
  for (int s = 0; s < species; ++s) ops_dat_set_data(plate.kinds[s].start, std::vector<double>(plain.start[s], plain.start[s] + cells));
  ops_dat_set_data(plate.by_name["catalyst"], std::vector<double>(plain.catalyst, plain.catalyst + cells));

  plate.run(7, true);
  const double first[] = {1.0, -2.0, 0.5}, second[] = {0.0, 1.0, 3.0};
  double value = 0, other = 0;
  for (int s = 0; s < species; ++s) {
    double sum = 0;
    plate.kinds[s].sum->get_result(&sum, &first[s]);
    value += first[s] * sum, other += second[s] * sum;
  }
  ops_interpret_adjoints();
  plain.differentiate(7, true, first);
  bool right = compare("first", plate, plain, value);
  for (int s = 0; s < species; ++s) *ops_reduction_get_derivative(plate.kinds[s].sum) = second[s];
  ops_interpret_adjoints();
  plain.differentiate(7, true, second);
  right &= compare("second", plate, plain, other);

  ops_ad_reset();
  plate.run(4, true);
  value = 0;
  for (int s = 0; s < species; ++s) {
    *ops_reduction_get_derivative(plate.kinds[s].sum) = first[s];
    value += first[s] * ops_reduction_result<double>(plate.kinds[s].sum);
  }
  ops_interpret_adjoints();
  plain.differentiate(4, true, first);
  return right && compare("third", plate, plain, value);
}
}  // namespace gas

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = gas::run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
