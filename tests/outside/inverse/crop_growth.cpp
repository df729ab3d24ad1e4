// Crops on a field: ways in which kernels treat what they are given. Accessors handed to helpers and lambdas, references to cells, chained
// and repeated assignments to one cell, values read back after they were written, returns after half of the writes, components in reverse
// order, one dataset given twice, pointers to scalars walked through, offsets from constexpr tables, and datasets that are added to and
// multiplied within one kernel. Oracle: the complex step of plain loops that were written separately, for three inputs.
#define OPS_2D
#include <array>
#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include "ops.hpp"

namespace crops {

constexpr int nx = 9, ny = 7, cells = nx * ny, weeks = 6;
constexpr int way[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
constexpr std::array<double, 4> wind = {0.4, 0.3, 0.1, 0.2};

template <class Field>
inline double slope(const Field& f, int axis) {
  return axis == 0 ? 0.5 * (f(1, 0) - f(-1, 0)) : 0.5 * (f(0, 1) - f(0, -1));
}
inline double saved(const ACC<double>& plant, int c) { return plant(c, 0, 0) * plant(c, 0, 0); }
inline void use(ACC<double>& water, double amount) {
  if (amount > water(0, 0)) amount = water(0, 0);
  water(0, 0) -= amount;
}

// leaf, root and seed of a plant, from the last to the first
void grow(ACC<double>& plant, ACC<double>& water, const ACC<double>& soil, const double* rates) {
  const double* rate = rates;
  const double& leaf = plant(0, 0, 0);
  double& root = plant(1, 0, 0);
  for (int c = 2; c >= 0; --c, ++rate) plant(c, 0, 0) += 0.1 * *rate * water(0, 0) * saved(plant, (c + 1) % 3);
  root = root + 0.05 * leaf;  // both as they are now
  root *= 1.0 - 0.1 * soil(0, 0);
  use(water, 0.02 * (leaf + root));
  const double before = water(0, 0);
  use(water, 0.3 * leaf * leaf);
  plant(2, 0, 0) += before - water(0, 0);
}
void rain(const ACC<double>& cloud, ACC<double>& water, ACC<double>& wet, const int* idx) {
  const auto fall = [&](double part) { return part * cloud(0, 0) * (1.0 + 0.1 * cloud(0, 0)); };
  wet(0, 0) = water(0, 0) = water(0, 0) + fall(0.2);
  if (idx[0] % 3 == 1) return;
  wet(0, 0) += 0.5 * water(0, 0);
  water(0, 0) *= 0.9;
  if (water(0, 0) > 1.0) {
    wet(0, 0) = wet(0, 0) * water(0, 0);
    water(0, 0) = 1.0;
    return;
  }
  water(0, 0) += 0.01 * wet(0, 0);
}
void blow(const ACC<double>& cloud, ACC<double>& next) {
  next(0, 0) = 0.0;
  for (int k = 0; k < 4; ++k) next(0, 0) += wind[k] * cloud(way[k][0], way[k][1]);
  double steep = 0.0;
  for (int axis = 0; axis < 2; ++axis) steep += slope(cloud, axis) * slope(cloud, axis);
  next(0, 0) /= 1.0 + steep;
}
// the same dataset twice: read at neighbours by one name before, written by another
void seep(const ACC<double>& wet, const ACC<double>& also_wet, ACC<double>& soil) {
  const double here = also_wet(0, 0);
  double sum = -4.0 * here, most = here;
  for (const auto& w : way) {
    sum += wet(w[0], w[1]);
    most = MAX(most, wet(w[0], w[1]));
  }
  soil(0, 0) += 0.05 * sum + 0.01 * (most - here);
}
void harvest(ACC<double>& plant, ACC<double>& barn, const double* rates, double* yield) {
  double cut[3];
  for (int c = 0; c < 3; ++c) {
    cut[c] = plant(c, 0, 0) > 0.7 ? plant(c, 0, 0) - 0.7 : 0.0;
    if (cut[c] <= 0.0) continue;
    plant(c, 0, 0) -= 0.5 * cut[c];
    yield[c] += rates[2 - c] * cut[c];
  }
  barn(0, 0) = barn(0, 0) * (0.9 + 0.1 * cut[0]) + cut[1] * cut[2];
}
void total(const ACC<double>& plant, const ACC<double>& barn, const ACC<double>& soil, double* sum) {
  for (int c = 0; c < 3; ++c) *sum += (c + 1) * plant(c, 0, 0);
  *sum += barn(0, 0) * barn(0, 0) - soil(0, 0);
}

using C = std::complex<double>;
struct Inputs {
  std::vector<C> plant = std::vector<C>(3 * cells), cloud = std::vector<C>(cells);
  C rates[3];
};
C plain(const Inputs& in) {
  std::vector<C> p = in.plant, cloud = in.cloud, water(cells, 0.5), wet(cells), soil(cells, 0.3), barn(cells, 0.2), next(cells);
  C sum = 0;
  auto at = [](const std::vector<C>& f, int q, int k) {
    const int i = q % nx + (k == 0) - (k == 2), j = q / nx + (k == 1) - (k == 3);
    return i < 0 || j < 0 || i >= nx || j >= ny ? C(0) : f[j * nx + i];
  };
  for (int w = 0; w < weeks; ++w) {
    for (int q = 0; q < cells; ++q) {
      const C rained = water[q] + 0.2 * cloud[q] * (1.0 + 0.1 * cloud[q]);
      wet[q] = water[q] = rained;
      if (q % nx % 3 != 1) {
        wet[q] = 1.5 * rained;
        const C dried = 0.9 * rained;
        if (dried.real() > 1)
          wet[q] *= dried, water[q] = 1.0;
        else
          water[q] = dried + 0.01 * wet[q];
      }
    }
    for (int q = 0; q < cells; ++q) {
      const C x = 0.5 * (at(cloud, q, 0) - at(cloud, q, 2)), y = 0.5 * (at(cloud, q, 1) - at(cloud, q, 3));
      next[q] = (0.4 * at(cloud, q, 0) + 0.3 * at(cloud, q, 1) + 0.1 * at(cloud, q, 2) + 0.2 * at(cloud, q, 3)) / (1.0 + x * x + y * y);
    }
    cloud = next;
    for (int q = 0; q < cells; ++q) {
      C s = -4.0 * wet[q], most = wet[q];
      for (int k = 0; k < 4; ++k) {
        const C n = at(wet, q, k);
        s += n;
        if (n.real() > most.real()) most = n;
      }
      soil[q] += 0.05 * s + 0.01 * (most - wet[q]);
    }
    for (int q = 0; q < cells; ++q) {
      C *l = &p[3 * q], *r = l + 1, *s = l + 2;
      *s += 0.1 * in.rates[0] * water[q] * *l * *l;
      *r += 0.1 * in.rates[1] * water[q] * *s * *s;
      *l += 0.1 * in.rates[2] * water[q] * *r * *r;
      *r = (*r + 0.05 * *l) * (1.0 - 0.1 * soil[q]);
      C a = 0.02 * (*l + *r);
      if (a.real() > water[q].real()) a = water[q];
      water[q] -= a;
      a = 0.3 * *l * *l;
      if (a.real() > water[q].real()) a = water[q];
      *s += water[q] - (water[q] - a);
      water[q] -= a;
    }
    for (int q = 0; q < cells; ++q) {
      C cut[3] = {0, 0, 0};
      for (int c = 0; c < 3; ++c)
        if (p[3 * q + c].real() > 0.7) {
          cut[c] = p[3 * q + c] - 0.7;
          p[3 * q + c] -= 0.5 * cut[c];
          sum += (c + 1.0) * in.rates[2 - c] * cut[c];
        }
      barn[q] = barn[q] * (0.9 + 0.1 * cut[0]) + cut[1] * cut[2];
    }
  }
  for (int q = 0; q < cells; ++q) sum += p[3 * q] + 2.0 * p[3 * q + 1] + 3.0 * p[3 * q + 2] + barn[q] * barn[q] - soil[q];
  return sum;
}

bool run() {
  int all[] = {0, nx, 0, ny}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  double values[] = {0.9, 1.3, 0.6};
  ops_block farm = ops_decl_block(2, "farm");
  const auto field = [&](const char* name) { return ops_decl_dat<double>(farm, name, {nx, ny}, {.halo = 1}); };
  ops_dat plant = ops_decl_dat<double>(farm, "plant", {nx, ny}, {.dim = 3}), cloud = field("cloud"), first_cloud = cloud,
          next = field("next");
  ops_dat water = field("water"), wet = field("wet"), soil = field("soil"), barn = field("barn");
  ops_stencil S0 = ops_decl_stencil(2, 1, star, "S0"), S5 = ops_decl_stencil(2, 5, star, "S5");
  ops_scalar rates = ops_decl_scalar("rates", values, 3);
  ops_reduction yield = ops_decl_reduction_handle(3 * sizeof(double), "double", "yield"),
                sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  Inputs in;
  std::vector<double> p(3 * cells), c(cells);
  for (int q = 0; q < cells; ++q) {
    for (int k = 0; k < 3; ++k) in.plant[3 * q + k] = p[3 * q + k] = 0.6 + 0.25 * std::sin(1.3 * q + k);
    in.cloud[q] = c[q] = 0.8 + 0.7 * std::cos(0.8 * q);
  }
  for (int k = 0; k < 3; ++k) in.rates[k] = values[k];
  ops_dat_set_data(plant, p), ops_dat_set_data(cloud, c);
  ops_dat_set_data(water, std::vector<double>(cells, 0.5)), ops_dat_set_data(soil, std::vector<double>(cells, 0.3));
  ops_dat_set_data(barn, std::vector<double>(cells, 0.2));

  for (int week = 0; week < weeks; ++week) {
    ops_ad_step();
    ops_par_loop(rain, "rain", farm, 2, all, ops_arg_dat(cloud, 1, S0, "double", OPS_READ), ops_arg_dat(water, 1, S0, "double", OPS_RW),
                 ops_arg_dat(wet, 1, S0, "double", OPS_WRITE), ops_arg_idx());
    ops_par_loop(blow, "blow", farm, 2, all, ops_arg_dat(cloud, 1, S5, "double", OPS_READ), ops_arg_dat(next, 1, S0, "double", OPS_WRITE));
    std::swap(cloud, next);
    ops_par_loop(seep, "seep", farm, 2, all, ops_arg_dat(wet, 1, S5, "double", OPS_READ), ops_arg_dat(wet, 1, S0, "double", OPS_READ),
                 ops_arg_dat(soil, 1, S0, "double", OPS_INC));
    ops_par_loop(grow, "grow", farm, 2, all, ops_arg_dat(plant, 3, S0, "double", OPS_RW), ops_arg_dat(water, 1, S0, "double", OPS_RW),
                 ops_arg_dat(soil, 1, S0, "double", OPS_READ), ops_arg_scalar(rates, 3, "double", OPS_READ));
    ops_par_loop(harvest, "harvest", farm, 2, all, ops_arg_dat(plant, 3, S0, "double", OPS_RW), ops_arg_dat(barn, 1, S0, "double", OPS_RW),
                 ops_arg_scalar(rates, 3, "double", OPS_READ), ops_arg_reduce(yield, 3, "double", OPS_INC));
  }
  ops_par_loop(total, "total", farm, 2, all, ops_arg_dat(plant, 3, S0, "double", OPS_READ), ops_arg_dat(barn, 1, S0, "double", OPS_READ),
               ops_arg_dat(soil, 1, S0, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  double sold[3];
  const double worth[3] = {1.0, 2.0, 3.0};
  yield->get_result(sold, worth);
  const double value = ops_ad_objective(sum) + sold[0] + 2 * sold[1] + 3 * sold[2], reference = plain(in).real();
  ops_interpret_adjoints();
  std::vector<double> found = ops_dat_fetch_derivative<double>(plant), by_cloud = ops_dat_fetch_derivative<double>(first_cloud),
                      by_rates = ops_scalar_fetch_derivative<double>(rates);
  found.insert(found.end(), by_cloud.begin(), by_cloud.end());
  found.insert(found.end(), by_rates.begin(), by_rates.end());
  double off = 0, largest = 0;
  for (int k = 0; k < 4 * cells + 3; ++k) {
    C& z = k < 3 * cells ? in.plant[k] : k < 4 * cells ? in.cloud[k - 3 * cells] : in.rates[k - 4 * cells];
    z += C(0, 1e-40);
    const double exact = plain(in).imag() / 1e-40;
    z = z.real();
    off = std::fmax(off, std::fabs(exact - found[k])), largest = std::fmax(largest, std::fabs(exact));
  }
  ops_printf("value %.12g (plain %.12g), gradient off by %.1e of %.3e, g %a\n", value, reference, off, largest, found[7]);
  return std::fabs(value - reference) < 1e-12 * std::fabs(value) && off < 1e-12 * largest;
}
}  // namespace crops

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = crops::run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
