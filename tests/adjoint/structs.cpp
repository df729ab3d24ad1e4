// tests/adjoint/structs.cpp: structs that loops get by ops_arg_gbl: members of several types, nested, in arrays,
// through helpers and methods, copied, chosen by a number that is computed. Values, gradients, tangents and products of
// second derivatives have the bits of the same loops over plain numbers. Exit status 0 if right.
#include <cmath>
#include <cstdio>
#include <vector>

#define OPS_2D
#include "ops.hpp"
#include "tests/adjoint/bits.hpp"

struct Range {
  float low, high;
  bool inside(double x) const { return low < x && x < high; }
};
struct Gas {
  char name = 'g';
  double gamma = 1.4;
  int terms = 2;
  double weights[3] = {0.3, 0.7, -0.2};
  Range range{0.2f, 1.9f};
};
template <class T>
struct Pair {
  T first, second;
};
using Rates = Pair<double>;

double pressure(const Gas& gas, double u) { return (gas.gamma - 1.0) * u * u; }

void fill(ACC<double>& u, const int index[]) { u(0, 0) = 0.9 + 0.4 * std::sin(1.3 * index[0] + 0.4 * index[1]); }
// Each kernel with structs, and the same with numbers.
void members(const ACC<double>& u, ACC<double>& v, const Gas* gas) {
  v(0, 0) = pressure(*gas, u(0, 0)) + gas->weights[gas->terms - 1] * u(0, 0) +
            (gas->range.inside(u(0, 0)) ? gas->range.high * u(0, 0) : 0.0);
}
void numbers(const ACC<double>& u, ACC<double>& v, const double* gamma, const double* weights, const float* range) {
  v(0, 0) = (gamma[0] - 1.0) * u(0, 0) * u(0, 0) + weights[1] * u(0, 0) +
            (range[0] < u(0, 0) && u(0, 0) < range[1] ? range[1] * u(0, 0) : 0.0);
}
void several(const ACC<double>& v, ACC<double>& w, const Rates* rates, const Gas gases[]) {
  const Rates last = rates[1];
  const Gas& other = gases[1];
  double sum = 0.0, gases_at = 0.0;  // a name that generated code likes, too
  for (int k = 0; k < other.terms; ++k) sum += other.weights[k] * std::exp(-rates[k % 2].first * v(0, 0));
  for (int k = 0; k < other.terms; ++k) gases_at += k;
  w(0, 0) = last.second * v(0, 0) + sum * other.gamma + gases_at - 3.0;
}
void several_numbers(const ACC<double>& v, ACC<double>& w, const double rates[4], const double gas[],
                     const int terms[]) {
  double sum = 0.0, extra = 0.0;
  for (int k = 0; k < terms[0]; ++k) sum += gas[1 + k] * std::exp(-rates[2 * (k % 2)] * v(0, 0));
  for (int k = 0; k < terms[0]; ++k) extra += k;
  w(0, 0) = rates[3] * v(0, 0) + sum * gas[0] + extra - 3.0;
}
// With an adjoint by hand.
void own(const ACC<double>& w, ACC<double>& x, const Gas* gas) {
  x(0, 0) = gas->gamma * w(0, 0) * w(0, 0) + gas->weights[gas->terms - 2];
}
void own_adjoint(const ACC<double>& w, ACC<double>& w_a1s, const ACC<double>& x, ACC<double>& x_a1s, const Gas* gas) {
  w_a1s(0, 0) += 2.0 * gas->gamma * w(0, 0) * x_a1s(0, 0) + 0.0 * gas->weights[gas->terms - 2];
  x_a1s(0, 0) = 0.0;
}
void own_number(const ACC<double>& w, ACC<double>& x, const double* gamma) {
  x(0, 0) = *gamma * w(0, 0) * w(0, 0) + 0.7;
}
void own_number_adjoint(const ACC<double>& w, ACC<double>& w_a1s, const ACC<double>& x, ACC<double>& x_a1s,
                        const double* gamma) {
  w_a1s(0, 0) += 2.0 * *gamma * w(0, 0) * x_a1s(0, 0);
  x_a1s(0, 0) = 0.0;
}
void cost(const ACC<double>& w, double sum[1]) { sum[0] += w(0, 0) * w(0, 0); }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  int size[] = {37, 11}, base[] = {0, 0}, none[] = {0, 0}, all[] = {0, 37, 0, 11}, at[] = {0, 0};
  ops_block block = ops_decl_block(2, "block");
  const auto dataset = [&](const char* name) {
    return ops_decl_dat(block, 1, size, base, none, none, static_cast<double*>(nullptr), "double", name);
  };
  ops_dat u = dataset("u"), v = dataset("v"), w = dataset("w"), x = dataset("x");
  ops_dat along =
      ops_decl_dat_passive(block, 1, size, base, none, none, static_cast<double*>(nullptr), "double", "along");
  ops_stencil S = ops_decl_stencil(2, 1, at, "S");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  ops_par_loop(fill, "fill", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(fill, "fill", block, 2, all, ops_arg_dat(along, 1, S, "double", OPS_WRITE), ops_arg_idx());
  Gas gases[2];
  gases[1].gamma = 1.7;
  gases[1].terms = 3;
  Rates rates[] = {{0.4, 0.9}, {0.6, 1.1}};
  std::uint64_t bits[] = {no_bits, no_bits};
  const auto take = [&](bool structs, const std::vector<double>& values) {
    mix_in(bits[structs ? 0 : 1], values.data(), values.size());
  };
  const auto gradient = [&](ops_dat of) {
    ops_par_loop(cost, "cost", block, 2, all, ops_arg_dat(of, 1, S, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value;
    ops_reduction_result(sum, &value);
    *ops_reduction_get_derivative<double>(sum) = 1.0;
    ops_interpret_adjoints(block->context);
    return value;
  };
  for (const bool structs : {true, false}) {
    ops_ad_reset(block->context);
    if (structs) {
      ops_par_loop(members, "members", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                   ops_arg_dat(v, 1, S, "double", OPS_WRITE), ops_arg_gbl(&gases[0], 1, "Gas", OPS_READ));
      ops_par_loop(several, "several", block, 2, all, ops_arg_dat(v, 1, S, "double", OPS_READ),
                   ops_arg_dat(w, 1, S, "double", OPS_WRITE), ops_arg_gbl(rates, 2, "Rates", OPS_READ),
                   ops_arg_gbl(gases, 2, "Gas", OPS_READ));
    } else {
      double gamma = gases[0].gamma, flat[] = {0.4, 0.9, 0.6, 1.1}, gas[] = {1.7, 0.3, 0.7, -0.2};
      float range[] = {0.2f, 1.9f};
      ops_par_loop(numbers, "numbers", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                   ops_arg_dat(v, 1, S, "double", OPS_WRITE), ops_arg_gbl(&gamma, 1, "double", OPS_READ),
                   ops_arg_gbl(gases[0].weights, 3, "double", OPS_READ), ops_arg_gbl(range, 2, "float", OPS_READ));
      ops_par_loop(several_numbers, "several_numbers", block, 2, all, ops_arg_dat(v, 1, S, "double", OPS_READ),
                   ops_arg_dat(w, 1, S, "double", OPS_WRITE), ops_arg_gbl(flat, 4, "double", OPS_READ),
                   ops_arg_gbl(gas, 4, "double", OPS_READ), ops_arg_gbl(&gases[1].terms, 1, "int", OPS_READ));
    }
    gases[1].gamma = rates[1].second = -5.0;  // what loops were given is on record
    take(structs, {gradient(w)});
    take(structs, ops_dat_fetch_data<double>(w));
    take(structs, ops_dat_fetch_derivative<double>(u));
    ops_tangent(block->context, {{u, along}});
    take(structs, {*ops_reduction_get_tangent<double>(sum)});
    ops_hessian_vector(block->context, {{u, along}});
    take(structs, ops_dat_fetch_hessian_vector<double>(u));
  }
  for (const bool structs : {true, false}) {
    ops_ad_reset(block->context);
    gases[1].gamma = 1.7;
    double gamma = 1.7;
    if (structs)
      ops_par_loop(own, "own", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                   ops_arg_dat(x, 1, S, "double", OPS_WRITE), ops_arg_gbl(&gases[1], 1, "Gas", OPS_READ));
    else
      ops_par_loop(own_number, "own_number", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                   ops_arg_dat(x, 1, S, "double", OPS_WRITE), ops_arg_gbl(&gamma, 1, "double", OPS_READ));
    gases[1].gamma = gamma = -5.0;
    take(structs, {gradient(x)});
    take(structs, ops_dat_fetch_derivative<double>(u));
  }
  ops_printf("%s\n", bits[0] == bits[1] ? "PASSED" : "FAILED");
  ops_exit();
  return bits[0] == bits[1] ? 0 : 1;
}
