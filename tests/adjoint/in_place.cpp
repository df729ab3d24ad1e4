// tests/adjoint/in_place.cpp: loops that overwrite what they read, with an active scalar and a reduction beside it: the
// derivatives of scalars and fields against derivatives written by hand. Exit status 0 if all agree.
#include <cmath>
#include <cstdio>
#include <functional>

#define OPS_1D
#include "ops.hpp"

constexpr int cells = 12;
constexpr double pull = 0.3, target = 0.4;

void fill(ACC<double>& u, const int* index) { u(0) = 0.7 + 0.1 * std::sin(1.3 * index[0]); }
void scale(ACC<double>& u, const double* k) { u(0) = u(0) * u(0) * *k; }
void relax(ACC<double>& u, const double* dt) { u(0) += *dt * (target - u(0)); }
void relax_and_weigh(ACC<double>& u, const double* dt, double* before) {
  *before += pull * u(0) * u(0);
  u(0) += *dt * (target - u(0) * u(0));
}
void weigh(const ACC<double>& u, double* sum) { *sum += pull * u(0) * u(0) / 100; }
void add(const ACC<double>& u, double* sum) { *sum += u(0); }

struct Program {
  ops_block block = ops_decl_block(1, "line");
  ops_dat u;
  ops_stencil here;
  int range[2] = {0, cells};
  Program() {
    int size[] = {cells}, none[] = {0}, centre[] = {0};
    double* zeros = nullptr;
    u = ops_decl_dat(block, 1, size, none, none, none, zeros, "double", "u");
    here = ops_decl_stencil(1, 1, centre, "here");
  }
  ops_arg field(ops_access access) const { return ops_arg_dat(u, 1, here, "double", access); }
  void start() const { ops_par_loop(fill, "fill", block, 1, const_cast<int*>(range), field(OPS_WRITE), ops_arg_idx()); }
};

double start_at(int i) { return 0.7 + 0.1 * std::sin(1.3 * i); }
double total(const std::function<double(double)>& f) {
  double sum = 0;
  for (int i = 0; i < cells; ++i) sum += f(start_at(i));
  return sum;
}

int agrees(const char* what, double got, double wanted) {
  const bool right = std::fabs(got - wanted) <= 1e-13 * (1 + std::fabs(wanted));
  std::printf("%-60s %.15g, by hand %.15g%s\n", what, got, wanted, right ? "" : " DIFFERS");
  return right ? 0 : 1;
}

/// The derivative by u as it was at the start, at every cell.
int field_agrees(const Program& p, const char* what, const std::function<double(double)>& by_hand) {
  double bar[cells];
  ops_dat_fetch_derivative(p.u, reinterpret_cast<char*>(bar));
  int wrong = 0;
  for (int i = 0; i < cells; ++i) wrong += agrees(what, bar[i], by_hand(start_at(i)));
  return wrong;
}

void interpret(const Program& p, ops_reduction sum) {
  ops_par_loop(add, "add", p.block, 1, const_cast<int*>(p.range), p.field(OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double value, one = 1;
  sum->get_result(&value, &one);
  ops_interpret_adjoints(OPS_instance::getOPSInstance());
}

/// u <- k u u twice: the sum of k^3 u^4.
int scaled_twice(const Program& p, ops_scalar k, double factor, ops_reduction sum) {
  p.start();
  for (int n = 0; n < 2; ++n)
    ops_par_loop(scale, "scale", p.block, 1, const_cast<int*>(p.range), p.field(OPS_RW),
                 ops_arg_scalar(k, 1, "double", OPS_READ));
  interpret(p, sum);
  const double by_k = total([&](double u) { return 3 * factor * factor * u * u * u * u; });
  return agrees("scaled twice, by k", *k->get_derivative<double>(), by_k) +
         field_agrees(p, "scaled twice, by u", [&](double u) { return 4 * factor * factor * factor * u * u * u; });
}

/// dt = sum of pull u^2 / 100 and twice u <- u + dt (target - u): the sum of u.
int step_from_a_reduction(const Program& p, ops_scalar dt, ops_reduction norm, ops_reduction sum) {
  p.start();
  ops_par_loop(weigh, "weigh", p.block, 1, const_cast<int*>(p.range), p.field(OPS_READ),
               ops_arg_reduce(norm, 1, "double", OPS_INC));
  ops_scalar_from_reduction(dt, norm);
  for (int n = 0; n < 2; ++n)
    ops_par_loop(relax, "relax", p.block, 1, const_cast<int*>(p.range), p.field(OPS_RW),
                 ops_arg_scalar(dt, 1, "double", OPS_READ));
  interpret(p, sum);
  const double step = total([](double u) { return pull * u * u / 100; });
  const double by_step = total([&](double u) { return -2 * (1 - step) * (u - target); });
  return field_agrees(p, "time step from a reduction, by u",
                      [&](double u) { return (1 - step) * (1 - step) + by_step * 2 * pull * u / 100; });
}

/// A reduction of what u was before, in the loop that overwrites it: pull u^2 + u + dt (target - u^2).
int beside_a_reduction(const Program& p, ops_scalar dt, double step, ops_reduction before, ops_reduction sum) {
  p.start();
  ops_par_loop(relax_and_weigh, "relax_and_weigh", p.block, 1, const_cast<int*>(p.range), p.field(OPS_RW),
               ops_arg_scalar(dt, 1, "double", OPS_READ), ops_arg_reduce(before, 1, "double", OPS_INC));
  double value, one = 1;
  before->get_result(&value, &one);
  interpret(p, sum);
  return agrees("beside a reduction, by dt", *dt->get_derivative<double>(),
                total([](double u) { return target - u * u; })) +
         field_agrees(p, "beside a reduction, by u", [&](double u) { return 2 * pull * u + 1 - 2 * step * u; });
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const double factor = 1.1, step = 0.2;
  const Program p;
  ops_scalar k = ops_decl_scalar("k", &factor, 1), dt = ops_decl_scalar("dt", &step, 1);
  ops_reduction norm = ops_decl_reduction_handle(sizeof(double), "double", "norm");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  int wrong = scaled_twice(p, k, factor, sum);
  ops_ad_reset(OPS_instance::getOPSInstance());
  wrong += beside_a_reduction(p, dt, step, norm, sum);
  ops_ad_reset(OPS_instance::getOPSInstance());
  wrong += step_from_a_reduction(p, dt, norm, sum);
  ops_exit();
  return wrong == 0 ? 0 : 1;
}
