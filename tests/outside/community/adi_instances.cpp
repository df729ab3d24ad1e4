// Two instances in one process, each with two blocks that exchange heat: alternating directions, each block with its own material and solver.
#include <cmath>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#define OPS_2D
#define OPS_CPP_API
#include "ops_seq_v2.h"

struct material {
  double conductivity;
  double capacity[2];
  int kind;
};
inline int type_error(const material*, const char* type) { return strcmp(type, "material") != 0; }

namespace kernels {
inline double diffusivity(const material& m) { return m.conductivity / (m.kind == 2 ? m.capacity[1] : m.capacity[0]); }

void warm(ACC<double>& u, const int* idx, const double* shift) {
  u(0, 0) = std::exp(-0.02 * ((idx[0] - 5) * (idx[0] - 5) + (idx[1] - 4) * (idx[1] - 4))) + *shift;
}

void rows_x(const ACC<double>& u, ACC<double>& a, ACC<double>& b, ACC<double>& c, ACC<double>& d, const material* m, const int* idx,
            const int* range) {
  const double r = 0.5 * diffusivity(*m);
  d(0, 0) = u(0, 0) + r * (u(0, 1) - 2.0 * u(0, 0) + u(0, -1));
  a(0, 0) = idx[0] == range[0] ? 0.0 : -r;
  c(0, 0) = idx[0] == range[1] - 1 ? 0.0 : -r;
  b(0, 0) = 1.0 + 2.0 * r;
  if (idx[0] == range[0]) d(0, 0) += r * u(-1, 0);
  if (idx[0] == range[1] - 1) d(0, 0) += r * u(1, 0);
}

void rows_y(const ACC<double>& u, ACC<double>& a, ACC<double>& b, ACC<double>& c, ACC<double>& d, const material* m, const int* idx,
            const int* range) {
  const double r = 0.5 * diffusivity(*m);
  d(0, 0) = u(0, 0) + r * (u(1, 0) - 2.0 * u(0, 0) + u(-1, 0));
  a(0, 0) = idx[1] == range[2] ? 0.0 : -r;
  c(0, 0) = idx[1] == range[3] - 1 ? 0.0 : -r;
  b(0, 0) = 1.0 + 2.0 * r;
  if (idx[1] == range[2]) d(0, 0) += r * u(0, -1);
  if (idx[1] == range[3] - 1) d(0, 0) += r * u(0, 1);
}

void copy(const ACC<double>& from, ACC<double>& to) { to(0, 0) = from(0, 0); }

void totals(const ACC<double>& u, double* sums, double* least, const material* m) {
  sums[0] += u(0, 0);
  sums[1] += m->capacity[m->kind == 2] * u(0, 0);
  *least = std::min(*least, u(0, 0));
}
}  // namespace kernels

#include "agree.h"

namespace {
constexpr int nx = 13, ny = 9;
const material materials[2] = {{0.4, {1.0, 9.0}, 1}, {0.9, {7.0, 1.5}, 2}};

struct Plain {
  std::vector<double> v = std::vector<double>((nx + 2) * (ny + 2));
  double& operator()(int i, int j) { return v[static_cast<size_t>(i + 1 + (nx + 2) * (j + 1))]; }
};

void thomas(std::vector<double>& d, double r) {
  std::vector<double> b(d.size(), 1.0 + 2.0 * r);
  for (size_t i = 1; i < d.size(); ++i) {
    const double m = -r / b[i - 1];
    b[i] += m * r, d[i] -= m * d[i - 1];
  }
  d.back() /= b.back();
  for (size_t i = d.size() - 1; i-- > 0;) d[i] = (d[i] + r * d[i + 1]) / b[i];
}

/// The blocks lie side by side along x.
void exchange(Plain* u) {
  for (int j = 0; j < ny; ++j) u[1](-1, j) = u[0](nx - 1, j), u[0](nx, j) = u[1](0, j);
}

void plain_half(Plain* u, int axis) {
  exchange(u);
  for (int k = 0; k < 2; ++k) {
    Plain old = u[k];
    const double r = 0.5 * materials[k].conductivity / (k == 0 ? 1.0 : 1.5);
    for (int line = 0; line < (axis == 0 ? ny : nx); ++line) {
      const int n = axis == 0 ? nx : ny;
      const auto at = [&](int i, int other) -> double& { return axis == 0 ? old(i, line + other) : old(line + other, i); };
      std::vector<double> d;
      for (int i = 0; i < n; ++i) d.push_back(at(i, 0) + r * (at(i, 1) - 2.0 * at(i, 0) + at(i, -1)));
      d.front() += r * at(-1, 0), d.back() += r * at(n, 0);
      thomas(d, r);
      for (int i = 0; i < n; ++i) (axis == 0 ? u[k](i, line) : u[k](line, i)) = d[static_cast<size_t>(i)];
    }
  }
}

class Plate {
 public:
  Plate(OPS_instance& ops, double shift) : ops_(ops) {
    int size[] = {nx, ny}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, none[] = {0, 0}, cross[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
    double* temp = nullptr;
    here_ = ops.decl_stencil(2, 1, cross, "here");
    cross_ = ops.decl_stencil(2, 5, cross, "cross");
    for (int k = 0; k < 2; ++k) {
      block_[k] = ops.decl_block(2, k == 0 ? "west" : "east");
      u_[k] = block_[k]->decl_dat(1, size, base, d_m, d_p, temp, "double", k == 0 ? "u_west" : "u_east");
      for (int n = 0; n < 4; ++n)
        system_[k][n] = block_[k]->decl_dat(1, size, base, none, none, temp, "double", ("s" + std::to_string(4 * k + n)).c_str());
      params_[k] = std::make_unique<ops_tridsolver_params>(block_[k],
                                                           k == 0 ? ops_tridsolver_params::PCR : ops_tridsolver_params::LATENCY_HIDING_TWO_STEP);
    }
    int iter[] = {1, ny}, last[] = {nx - 1, 0}, before[] = {-1, 0}, first[] = {0, 0}, after[] = {nx, 0}, dir[] = {1, 2};
    ops_halo halos[] = {ops.decl_halo(u_[0], u_[1], iter, last, before, dir, dir), ops.decl_halo(u_[1], u_[0], iter, first, after, dir, dir)};
    joint_ = ops.decl_halo_group(2, halos);
    sums_ = ops.decl_reduction_handle(2 * sizeof(double), "double", "sums");
    least_ = ops.decl_reduction_handle(sizeof(double), "double", "least");
    ops.partition("");
    for (int k = 0; k < 2; ++k) {
      ops_par_loop(kernels::warm, "warm", block_[k], 2, all_, ops_arg_dat(u_[k], 1, here_, "double", OPS_WRITE), ops_arg_idx(),
                   ops_arg_gbl(&shift, 1, "double", OPS_READ));
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) plain_[k](i, j) = std::exp(-0.02 * ((i - 5) * (i - 5) + (j - 4) * (j - 4))) + shift;
    }
  }

  void half(int axis) {
    joint_->halo_transfer();
    for (int k = 0; k < 2; ++k) {
      ops_dat* s = system_[k];
#define ROWS(kernel)                                                                                               \
  ops_par_loop(kernel, #kernel, block_[k], 2, all_, ops_arg_dat(u_[k], 1, cross_, "double", OPS_READ),             \
               ops_arg_dat(s[0], 1, here_, "double", OPS_WRITE), ops_arg_dat(s[1], 1, here_, "double", OPS_WRITE), \
               ops_arg_dat(s[2], 1, here_, "double", OPS_WRITE), ops_arg_dat(s[3], 1, here_, "double", OPS_WRITE), \
               ops_arg_gbl(&materials[k], 1, "material", OPS_READ), ops_arg_idx(), ops_arg_gbl(all_, 4, "int", OPS_READ))
      if (axis == 0) {
        ROWS(kernels::rows_x);
      } else {
        ROWS(kernels::rows_y);
      }
      ops_tridMultiDimBatch(2, axis, all_, s[0], s[1], s[2], s[3], params_[k].get());
      ops_par_loop(kernels::copy, "copy", block_[k], 2, all_, ops_arg_dat(s[3], 1, here_, "double", OPS_READ),
                   ops_arg_dat(u_[k], 1, here_, "double", OPS_WRITE));
    }
    plain_half(plain_, axis);
  }

  std::string compare() {
    for (int k = 0; k < 2; ++k) {
      ops_par_loop(kernels::totals, "totals", block_[k], 2, all_, ops_arg_dat(u_[k], 1, here_, "double", OPS_READ),
                   ops_arg_reduce(sums_, 2, "double", OPS_INC), ops_arg_reduce(least_, 1, "double", OPS_MIN),
                   ops_arg_gbl(&materials[k], 1, "material", OPS_READ));
      std::vector<double> expected;
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) expected.push_back(plain_[k](i, j));
      check::fields(u_[k]->name, ops_dat_fetch_data<double>(u_[k]), expected, 1e-12);
    }
    double sums[2], least;
    sums_->get_result(sums);
    least_->get_result(&least);
    char line[128];
    snprintf(line, sizeof line, "%.11f %.11f %.12f", sums[0], sums[1], least);
    return line;
  }

 private:
  OPS_instance& ops_;
  int all_[4] = {0, nx, 0, ny};
  ops_block block_[2];
  ops_dat u_[2], system_[2][4];
  ops_stencil here_, cross_;
  ops_halo_group joint_;
  ops_reduction sums_, least_;
  std::unique_ptr<ops_tridsolver_params> params_[2];
  Plain plain_[2];
};
}  // namespace

int main(int argc, const char** argv) {
  try {
    std::stringstream said[2];
    std::unique_ptr<OPS_instance> ops[2];
    std::unique_ptr<Plate> plate[2];
    for (int n = 0; n < 2; ++n) {
      ops[n] = std::make_unique<OPS_instance>(argc, argv, 1, said[n]);
      plate[n] = std::make_unique<Plate>(*ops[n], 0.25 * n);
    }
    for (int step = 0; step < 5; ++step)
      for (int n = 0; n < 2; ++n) {
        plate[n]->half(0);
        plate[n]->half(1);
      }
    std::string results[2];
    for (int n = 0; n < 2; ++n) {
      results[n] = plate[n]->compare();
      ops[n]->diagnostic_output();
      ops[n]->timing_output(said[n]);
    }
    int status = 0;
    if (ops[0]->is_root()) {
      for (const std::string& line : results) std::cout << line << "\n";
      status = check::wrong != 0;
      std::cout << (status ? "failed" : "passed") << std::endl;
    }
    for (int n = 0; n < 2; ++n) {
      plate[n].reset();
      ops[n]->exit();
    }
    return status;
  } catch (OPSException& e) {
    std::cout << e.what() << "\nfailed" << std::endl;
    return 1;
  }
}
