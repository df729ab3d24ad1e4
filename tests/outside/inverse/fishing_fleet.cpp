// A fishery with quotas, seen by an accountant: catches that are discounted year by year through one handle that is read in every year with
// another seed, a price that is updated in place by a kernel over scalars, areas that are closed in some years by optional datasets that
// would be written, stocks remembered with a lag by deep copies, a season constant that is published anew, cells restocked from outside in
// the middle, a smallest stock over two areas in one handle, and a largest catch of two components. At the end some cells are summed by
// points, one of them twice, and the stock is seeded as well. Oracle: the complex step of plain loops, for all inputs.
#define OPS_2D
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <utility>
#include <vector>

#include "ops.hpp"

constexpr int nx = 8, ny = 6, cells = nx * ny, years = 9, lag = 3;
double season = 1.0;

void breed(const ACC<double>& stock, const ACC<double>& past, ACC<double>& next, const double* growth) {
  const double room = 1.0 - 0.5 * (stock(0, 0) + past(0, 0));
  next(0, 0) = stock(0, 0) + season * *growth * stock(0, 0) * room +
               0.05 * (stock(1, 0) + stock(-1, 0) + stock(0, 1) + stock(0, -1) - 4.0 * stock(0, 0));
}
void fish(ACC<double>& stock, const ACC<double>& effort, ACC<double>& landed, ACC<float>& market, const double* price, double* worth,
          double* most, const int* open) {
  const double q[2] = {effort(0, 0, 0), effort(1, 0, 0)};
  double caught[2], sum = 0.0;
  for (int g = 0; g < 2; ++g) {
    caught[g] = (g ? 0.1 : 0.15) * q[g] * stock(0, 0) / (1.0 + stock(0, 0));
    most[g] = MAX(most[g], caught[g]);
    sum += caught[g];
  }
  stock(0, 0) -= sum;
  if (open[0]) landed(0, 0) = sum * sum;
  if (open[1]) market(0, 0) += static_cast<float>(sum);
  *worth += *price * sum;
}
void take(const double* from, double* to) { *to = *from; }
void haggle(const double* worth, const double* price, double* next) { *next = 0.8 * *price + 0.3 / (1.0 + *worth); }
void spoil(ACC<double>& landed, double* waste) {
  landed(0, 0) *= 0.5;
  *waste += landed(0, 0);
}
void poorest(const ACC<double>& stock, double* least) { *least = MIN(*least, stock(0, 0)); }
void sell(const ACC<float>& market, float* sum, const float* tax) { *sum += (1.0f - *tax) * market(0, 0) * market(0, 0); }

using C = std::complex<double>;
struct Inputs {
  std::vector<C> stock = std::vector<C>(cells), effort = std::vector<C>(2 * cells);
  C growth = 0.4, price = 1.2, tax = 0.25;
};
C plain(const Inputs& in) {
  std::vector<C> s = in.stock, past(cells), landed(cells), market(cells), t(cells);
  C price = in.price, sum = 0, most[2] = {0, 0}, least = 1e30;
  double open = 1.0;
  for (int y = 0; y < years; ++y) {
    if (y % lag == 0) past = s;
    open = y % 2 ? 0.8 : 1.1;
    for (int q = 0; q < cells; ++q) {
      const int i = q % nx, j = q / nx;
      const C around =
          (i < nx - 1 ? s[q + 1] : 0.0) + (i ? s[q - 1] : 0.0) + (j < ny - 1 ? s[q + nx] : 0.0) + (j ? s[q - nx] : 0.0) - 4.0 * s[q];
      t[q] = s[q] + open * in.growth * s[q] * (1.0 - 0.5 * (s[q] + past[q])) + 0.05 * around;
    }
    s = t;
    if (y == 5)
      for (int q = 2 * nx + 3; q < 2 * nx + 6; ++q) s[q] = 0.9;
    C worth = 0;
    for (int q = 0; q < cells; ++q) {
      C all = 0;
      for (int g = 0; g < 2; ++g) {
        const C c = (g ? 0.1 : 0.15) * in.effort[2 * q + g] * s[q] / (1.0 + s[q]);
        if (c.real() > most[g].real()) most[g] = c;
        all += c;
      }
      s[q] -= all;
      if (y % 3 != 1) landed[q] = all * all;
      if (y >= 4) market[q] += all;
      worth += price * all;
      if (y % 4 == 2) landed[q] *= 0.5, sum += 0.7 * landed[q];
    }
    sum += std::pow(0.9, y) * worth;
    price = 0.8 * price + 0.3 / (1.0 + worth);
  }
  for (int q = 0; q < cells; ++q) {
    if (q % nx < 3 || q / nx >= 4)
      if (s[q].real() < least.real()) least = s[q];
    sum += 0.1 * (1.0 + q % 3) * s[q] + 2.0 * (1.0 - in.tax) * market[q] * market[q];
  }
  return sum + 5.0 * most[0] - 4.0 * most[1] + 3.0 * least + 0.5 * s[1 * nx + 1] - 1.5 * s[4 * nx + 6] + 0.25 * s[1 * nx + 1];
}

bool run() {
  int all[] = {0, nx, 0, ny}, west[] = {0, 3, 0, ny}, north[] = {0, nx, 4, ny}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  double growth_value = 0.4, price_value = 1.2, nothing = 0.0;
  float tax_value = 0.25f;
  ops_block sea = ops_decl_block(2, "sea");
  const auto field = [&](const char* name) { return ops_decl_dat<double>(sea, name, {nx, ny}, {.halo = 1}); };
  ops_dat start = field("start"), stock = field("stock"), next = field("next"), past = field("past"), landed = field("landed");
  ops_dat effort = ops_decl_dat<double>(sea, "effort", {nx, ny}, {.dim = 2}), market = ops_decl_dat<float>(sea, "market", {nx, ny}, {});
  ops_stencil S0 = ops_decl_stencil(2, 1, star, "S0"), S5 = ops_decl_stencil(2, 5, star, "S5");
  ops_scalar growth = ops_decl_scalar("growth", &growth_value, 1), first_price = ops_decl_scalar("first_price", &price_value, 1),
             price = ops_decl_scalar("price", &nothing, 1), worth_now = ops_decl_scalar("worth_now", &nothing, 1),
             tax = ops_decl_scalar("tax", &tax_value, 1);
  ops_reduction worth = ops_decl_reduction_handle(sizeof(double), "double", "worth"),
                most = ops_decl_reduction_handle(2 * sizeof(double), "double", "most"),
                waste = ops_decl_reduction_handle(sizeof(double), "double", "waste"),
                least = ops_decl_reduction_handle(sizeof(double), "double", "least"),
                sold = ops_decl_reduction_handle(sizeof(float), "float", "sold"),
                points = ops_decl_reduction_handle(sizeof(double), "double", "points");
  ops_decl_const("season", 1, "double", &season);
  ops_partition("");
  Inputs in;
  std::vector<double> x(cells), e(2 * cells), w(cells);
  for (int q = 0; q < cells; ++q) {
    in.stock[q] = x[q] = 0.6 + 0.3 * std::sin(1.7 * q);
    in.effort[2 * q] = e[2 * q] = 0.8 + 0.4 * std::cos(0.9 * q), in.effort[2 * q + 1] = e[2 * q + 1] = 0.7 + 0.3 * std::sin(0.3 * q * q);
    w[q] = 0.1 * (1 + q % 3);
  }
  ops_dat_set_data(start, x);
  ops_dat_set_data(effort, e);

  ops_dat_deep_copy(stock, start);
  double value = 0.0, amount = 0.0;
  ops_scalar_loop(take, "first", ops_arg_scalar(first_price, 1, "double", OPS_READ), ops_arg_scalar(price, 1, "double", OPS_WRITE));
  for (int year = 0; year < years; ++year) {
    ops_ad_step();
    if (year % lag == 0) ops_dat_deep_copy(past, stock);
    season = year % 2 ? 0.8 : 1.1;
    ops_update_const("season", 1, "double", &season);
    ops_par_loop(breed, "breed", sea, 2, all, ops_arg_dat(stock, 1, S5, "double", OPS_READ), ops_arg_dat(past, 1, S0, "double", OPS_READ),
                 ops_arg_dat(next, 1, S0, "double", OPS_WRITE), ops_arg_scalar(growth, 1, "double", OPS_READ));
    std::swap(stock, next);
    if (year == 5) {
      double young[] = {0.9, 0.9, 0.9};
      int where[] = {3, 6, 2, 3};
      ops_dat_set_data_slab_memspace(stock, 0, reinterpret_cast<char*>(young), where, OPS_HOST);
    }
    const int open[] = {year % 3 != 1, year >= 4};
    ops_par_loop(fish, "fish", sea, 2, all, ops_arg_dat(stock, 1, S0, "double", OPS_RW), ops_arg_dat(effort, 2, S0, "double", OPS_READ),
                 ops_arg_dat_opt(landed, 1, S0, "double", OPS_WRITE, open[0]), ops_arg_dat_opt(market, 1, S0, "float", OPS_RW, open[1]),
                 ops_arg_scalar(price, 1, "double", OPS_READ), ops_arg_reduce(worth, 1, "double", OPS_INC),
                 ops_arg_reduce(most, 2, "double", OPS_MAX), ops_arg_gbl(open, 2, "int", OPS_READ));
    if (year % 4 == 2)
      ops_par_loop(spoil, "spoil", sea, 2, all, ops_arg_dat(landed, 1, S0, "double", OPS_RW), ops_arg_reduce(waste, 1, "double", OPS_INC));
    const double discount = std::pow(0.9, year);
    *ops_reduction_get_derivative(worth) = discount;  // of the result that is read next
    ops_scalar_from_reduction(worth_now, worth);
    value += discount * *worth_now->get_data<double>();
    ops_scalar_loop(haggle, "haggle", ops_arg_scalar(worth_now, 1, "double", OPS_READ), ops_arg_scalar(price, 1, "double", OPS_READ),
                    ops_arg_scalar(price, 1, "double", OPS_WRITE));
  }
  const double weights[] = {5.0, -4.0}, three = 3.0;
  double both[2];
  most->get_result(both, weights);
  ops_par_loop(poorest, "poorest", sea, 2, west, ops_arg_dat(stock, 1, S0, "double", OPS_READ),
               ops_arg_reduce(least, 1, "double", OPS_MIN));
  ops_par_loop(poorest, "poorest", sea, 2, north, ops_arg_dat(stock, 1, S0, "double", OPS_READ),
               ops_arg_reduce(least, 1, "double", OPS_MIN));
  least->get_result(&amount, &three);
  value += 5 * both[0] - 4 * both[1] + 3 * amount + 0.7 * ops_ad_objective(waste, 0.7);
  ops_par_loop(sell, "sell", sea, 2, all, ops_arg_dat(market, 1, S0, "float", OPS_READ), ops_arg_reduce(sold, 1, "float", OPS_INC),
               ops_arg_scalar(tax, 1, "float", OPS_READ));
  float income, two = 2.0f;
  sold->get_result(&income, &two);
  ops_sum_points(points, stock, {{1, 1}, {6, 4}, {1, 1}}, {0.5, -1.5, 0.25});
  value += 2 * income + ops_ad_objective(points);
  const std::vector<double> left = ops_dat_fetch_data<double>(stock);
  for (int q = 0; q < cells; ++q) value += w[q] * left[q];
  ops_dat_set_derivative(stock, w);
  ops_interpret_adjoints();

  std::vector<double> found = ops_dat_fetch_derivative<double>(start), by_effort = ops_dat_fetch_derivative<double>(effort);
  found.insert(found.end(), by_effort.begin(), by_effort.end());
  found.push_back(ops_scalar_fetch_derivative<double>(growth)[0]);
  found.push_back(ops_scalar_fetch_derivative<double>(first_price)[0]);
  found.push_back(ops_scalar_fetch_derivative<float>(tax)[0]);
  const double reference = plain(in).real();
  std::vector<C*> inputs;
  for (C& z : in.stock) inputs.push_back(&z);
  for (C& z : in.effort) inputs.push_back(&z);
  inputs.insert(inputs.end(), {&in.growth, &in.price, &in.tax});
  double off = 0, largest = 0;
  std::size_t where = 0;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    *inputs[k] += C(0, 1e-40);
    const double slope = plain(in).imag() / 1e-40;
    *inputs[k] = inputs[k]->real();
    if (std::fabs(slope - found[k]) > off) off = std::fabs(slope - found[k]), where = k;
    largest = std::fmax(largest, std::fabs(slope));
  }
  ops_printf("value %.10g (plain %.10g), gradient off by %.1e of %.3e at input %zu of %zu, g %a\n", value, reference, off, largest, where,
             inputs.size(), found[5]);
  return std::fabs(value - reference) < 1e-6 * std::fabs(value) && off < 1e-6 * largest;
}

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = run(); });
  if (status != 0) return status;
  std::puts(right ? "passed" : "failed");
  return right ? 0 : 1;
}
