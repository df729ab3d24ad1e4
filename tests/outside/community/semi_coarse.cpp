// Multigrid on three levels, coarsened along two of three axes. Datasets are declared in a loop, ranges come from functions.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define OPS_3D
#include <ops_seq_v2.h>

double omega = 0.8;
#include "semi_coarse_kernels.h"
#include "agree.h"

#define LEVELS 3
int cells[LEVELS][3] = {{22, 20, 5}, {11, 10, 5}, {6, 5, 5}};
double weights[LEVELS][3] = {{1.0, 1.0, 0.5}, {0.25, 0.25, 0.5}, {0.0625, 0.0625, 0.5}};

typedef struct {
  ops_dat u, f, r, next;
  int range[6];
} level_type;
level_type level[LEVELS];
ops_block grid;
ops_stencil S3D_000, S3D_7PT, S3D_RESTRICT_9PT, S3D_PROLONG_4PT;

int* range_of(int l) { return level[l].range; }

void smooth(int l, int times) {
  for (int n = 0; n < times; n++) {
    ops_par_loop(mg_smooth, "mg_smooth", grid, 3, range_of(l), ops_arg_dat(level[l].u, 1, S3D_7PT, "double", OPS_READ),
                 ops_arg_dat(level[l].f, 1, S3D_000, "double", OPS_READ), ops_arg_dat(level[l].next, 1, S3D_000, "double", OPS_WRITE),
                 ops_arg_gbl(weights[l], 3, "double", OPS_READ));
    ops_dat swap = level[l].u;
    level[l].u = level[l].next;
    level[l].next = swap;
  }
}

void residual(int l) {
  ops_par_loop(mg_residual, "mg_residual", grid, 3, range_of(l), ops_arg_dat(level[l].u, 1, S3D_7PT, "double", OPS_READ),
               ops_arg_dat(level[l].f, 1, S3D_000, "double", OPS_READ), ops_arg_dat(level[l].r, 1, S3D_000, "double", OPS_WRITE),
               ops_arg_gbl(weights[l], 3, "double", OPS_READ));
}

void cycle(int l) {
  smooth(l, 2);
  if (l + 1 < LEVELS) {
    residual(l);
    ops_par_loop(mg_restrict, "mg_restrict", grid, 3, range_of(l + 1), ops_arg_restrict(level[l].r, 1, S3D_RESTRICT_9PT, "double", OPS_READ),
                 ops_arg_dat(level[l + 1].f, 1, S3D_000, "double", OPS_WRITE));
    ops_par_loop(mg_zero, "mg_zero", grid, 3, range_of(l + 1), ops_arg_dat(level[l + 1].u, 1, S3D_000, "double", OPS_WRITE));
    cycle(l + 1);
    ops_par_loop(mg_prolong, "mg_prolong", grid, 3, range_of(l), ops_arg_prolong(level[l + 1].u, 1, S3D_PROLONG_4PT, "double", OPS_READ),
                 ops_arg_dat(level[l].u, 1, S3D_000, "double", OPS_RW), ops_arg_idx());
  }
  smooth(l, l + 1 < LEVELS ? 1 : 4);
}

namespace {
struct Plain {
  int n[3];
  std::vector<double> v;
  explicit Plain(const int* cells) : n{cells[0], cells[1], cells[2]}, v(static_cast<size_t>((n[0] + 2) * (n[1] + 2) * (n[2] + 2))) {}
  double& operator()(int i, int j, int k) { return v[static_cast<size_t>(i + 1 + (n[0] + 2) * (j + 1 + (n[1] + 2) * (k + 1)))]; }
};

template <class F>
void each(const int* n, F f) {
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) f(i, j, k);
}

double plain_laplace(Plain& u, int i, int j, int k, const double* w) {
  return w[0] * (u(i + 1, j, k) - 2.0 * u(i, j, k) + u(i - 1, j, k)) + w[1] * (u(i, j + 1, k) - 2.0 * u(i, j, k) + u(i, j - 1, k)) +
         w[2] * (u(i, j, k + 1) - 2.0 * u(i, j, k) + u(i, j, k - 1));
}

void plain_smooth(int l, Plain& u, Plain& f, int times) {
  const double* w = weights[l];
  for (int n = 0; n < times; ++n) {
    Plain next(cells[l]);
    each(cells[l], [&](int i, int j, int k) {
      next(i, j, k) = u(i, j, k) + omega * (f(i, j, k) + plain_laplace(u, i, j, k, w)) / (2.0 * (w[0] + w[1] + w[2]));
    });
    u = next;
  }
}

void plain_cycle(int l, Plain& u, Plain& f) {
  plain_smooth(l, u, f, 2);
  if (l + 1 < LEVELS) {
    Plain r(cells[l]), below(cells[l + 1]), f2(cells[l + 1]);
    each(cells[l], [&](int i, int j, int k) { r(i, j, k) = f(i, j, k) + plain_laplace(u, i, j, k, weights[l]); });
    each(cells[l + 1], [&](int i, int j, int k) {
      double sum = 0.0;
      for (int b = -1; b <= 1; ++b) {
        double row = 0.0;
        for (int a = -1; a <= 1; ++a) row += (a == 0 ? 2.0 : 1.0) * r(2 * i + a, 2 * j + b, k);
        sum += (b == 0 ? 2.0 : 1.0) * row;
      }
      f2(i, j, k) = sum / 16.0;
    });
    plain_cycle(l + 1, below, f2);
    each(cells[l], [&](int i, int j, int k) {
      const int a = i / 2, b = j / 2;
      if (i % 2 && j % 2)
        u(i, j, k) += 0.25 * (below(a, b, k) + below(a + 1, b, k) + below(a, b + 1, k) + below(a + 1, b + 1, k));
      else
        u(i, j, k) += i % 2 ? 0.5 * (below(a, b, k) + below(a + 1, b, k)) : j % 2 ? 0.5 * (below(a, b, k) + below(a, b + 1, k)) : below(a, b, k);
    });
  }
  plain_smooth(l, u, f, l + 1 < LEVELS ? 1 : 4);
}
}  // namespace

int main(int argc, char* argv[]) {
  ops_init(argc, argv, 1);
  grid = ops_decl_block(3, "grid");
  int base[3] = {0, 0, 0}, d_m[3] = {-1, -1, -1}, d_p[3] = {1, 1, 1}, stride[3] = {1, 1, 1};
  double* temp = nullptr;
  for (int l = 0; l < LEVELS; l++) {
    const char* names[] = {"u", "f", "r", "next"};
    ops_dat* dats[] = {&level[l].u, &level[l].f, &level[l].r, &level[l].next};
    for (int n = 0; n < 4; n++) {
      char name[16];
      sprintf(name, "%s_%d", names[n], l);
      *dats[n] = ops_decl_dat(grid, 1, cells[l], base, d_m, d_p, stride, temp, "double", name);
    }
    for (int d = 0; d < 3; d++) level[l].range[2 * d] = 0, level[l].range[2 * d + 1] = cells[l][d];
    stride[0] *= 2, stride[1] *= 2;
  }
  int at[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1}, by[] = {2, 2, 1};
  int nine[27], *p = nine, four[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
  for (int j = -1; j <= 1; j++)
    for (int i = -1; i <= 1; i++) *p++ = i, *p++ = j, *p++ = 0;
  S3D_000 = ops_decl_stencil(3, 1, at, "000");
  S3D_7PT = ops_decl_stencil(3, 7, at, "7pt");
  S3D_RESTRICT_9PT = ops_decl_restrict_stencil(3, 9, nine, by, "RESTRICT_9PT");
  S3D_PROLONG_4PT = ops_decl_prolong_stencil(3, 4, four, by, "PROLONG_4PT");
  ops_decl_const("omega", 1, "double", &omega);
  ops_reduction squares = ops_decl_reduction_handle(sizeof(double), "double", "squares");
  ops_reduction largest = ops_decl_reduction_handle(sizeof(double), "double", "largest");
  ops_partition("multigrid");

  ops_par_loop(mg_source, "mg_source", grid, 3, range_of(0), ops_arg_dat(level[0].f, 1, S3D_000, "double", OPS_WRITE), ops_arg_idx());
  for (int n = 0; n < 3; n++) cycle(0);
  residual(0);
  ops_par_loop(mg_norm, "mg_norm", grid, 3, range_of(0), ops_arg_dat(level[0].u, 1, S3D_000, "double", OPS_READ),
               ops_arg_dat(level[0].r, 1, S3D_000, "double", OPS_READ), ops_arg_reduce(squares, 1, "double", OPS_INC),
               ops_arg_reduce(largest, 1, "double", OPS_MAX));
  const double one = 1.0;
  double sum = 0.0, most = 0.0;
  squares->get_result(&sum, &one);
  ops_reduction_result(largest, &most);
  ops_printf("sum of squares %.10f, largest residual %.12f\n", sum, most);

  Plain f(cells[0]);
  each(cells[0], [&](int i, int j, int k) { f(i, j, k) = sin(0.7 * i + 0.1) * cos(0.4 * j) + ((i * 3 + j * 5 + k * 7) % 11) * 0.01; });
  const auto plain_run = [](Plain& f, std::vector<double>* field) {
    Plain u(cells[0]);
    for (int n = 0; n < 3; ++n) plain_cycle(0, u, f);
    double sum = 0.0;
    each(cells[0], [&](int i, int j, int k) {
      sum += u(i, j, k) * u(i, j, k);
      if (field) field->push_back(u(i, j, k));
    });
    return sum;
  };
  std::vector<double> expected;
  check::number("sum of squares", sum, plain_run(f, &expected), 1e-12);
  check::fields("u", ops_dat_fetch_data<double>(level[0].u), expected);

  ops_interpret_adjoints();
  const std::vector<double> slope = ops_dat_fetch_derivative<double>(level[0].f);
  const int probes[][3] = {{0, 0, 0}, {1, 1, 0}, {21, 19, 4}, {10, 7, 2}, {7, 10, 3}, {20, 18, 4}};
  for (auto& q : probes) {
    Plain up = f, down = f;
    up(q[0], q[1], q[2]) += 1e-3, down(q[0], q[1], q[2]) -= 1e-3;
    const double difference = (plain_run(up, nullptr) - plain_run(down, nullptr)) / 2e-3;
    check::number("slope by f", slope[static_cast<size_t>(q[0] + 22 * (q[1] + 20 * q[2]))], difference, 1e-8);
  }
  const int status = check::verdict();
  ops_exit();
  return status;
}
