// tests/ranks/agreed.cpp: what goes wrong, or is right, on one process alone: the first word says what. All processes
// say the same, and nobody waits for ever.
#define OPS_1D
#include <cstdio>
#include <stdexcept>
#include <string>

#include "ops.hpp"

void place(ACC<double>& g, const int* idx) { g(0) = idx[0]; }
void total(const ACC<double>& f, double* sum) { *sum += f(0); }
void product(const ACC<double>& f, const ACC<double>& g, double* sum) { *sum += f(0) * g(0); }

struct Fields {
  ops_block line = ops_decl_block(1, "line");
  ops_dat g = ops_decl_dat<double>(line, "g", {8}), f = ops_decl_dat<double>(line, "f", {8});
  int zero[1] = {0}, all[2] = {0, 8};
  ops_stencil point = ops_decl_stencil(1, 1, zero, "point");
  double two = 2.0;
  ops_scalar k = ops_decl_scalar("k", &two, 1);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"),
                by_k = ops_decl_reduction_handle(sizeof(double), "double", "by_k");
};

/// Cells of this process, times k.
void scaled(Fields& with, const std::string& how) {
  ops_memspace space = OPS_HOST;
  int n[1];
  ops_dat_get_extents(with.g, 0, nullptr, n);
  double* const from = reinterpret_cast<double*>(ops_dat_get_raw_pointer(with.g, 0, with.point, &space));
  double* const to = reinterpret_cast<double*>(ops_dat_get_raw_pointer(with.f, 0, with.point, &space));
  for (int i = 0; i < n[0]; ++i) to[i] = *with.k->get_data<double>() * from[i];
  if (how == "value of parts") *with.k->get_data<double>() = from[0];
  ops_dat_release_raw_data(with.g, 0, OPS_READ), ops_dat_release_raw_data(with.f, 0, OPS_WRITE);
}

/// dJ/dk, over the cells of this process or over all.
void scaled_adjoint(Fields& with, const std::string& how) {
  ops_memspace space = OPS_HOST;
  double by_k = 0.0;
  ops_dat slope = with.f->get_derivative_as_ops_dat();
  if (how != "derivative of parts") {
    ops_par_loop(product, "product", with.line, 1, with.all, ops_arg_dat(slope, 1, with.point, "double", OPS_READ),
                 ops_arg_dat(with.g, 1, with.point, "double", OPS_READ),
                 ops_arg_reduce(with.by_k, 1, "double", OPS_INC));
    ops_reduction_result(with.by_k, &by_k);
  }
  int n[1];
  ops_dat_get_extents(with.g, 0, nullptr, n);
  double* const from = reinterpret_cast<double*>(ops_dat_get_raw_pointer(with.g, 0, with.point, &space));
  double* const df = reinterpret_cast<double*>(ops_dat_derivative_get_raw_pointer(with.f, with.point, &space));
  for (int i = 0; i < n[0]; ++i) {
    if (how == "derivative of parts") by_k += from[i] * df[i];
    df[i] = 0.0;
  }
  *with.k->get_derivative<double>() += by_k;
  ops_dat_release_raw_data(with.g, 0, OPS_READ), ops_dat_release_raw_derivative(with.f, OPS_RW, OPS_HOST);
}

/// The error of a call that the first process makes for all, which the program catches.
template <class Call>
void caught(const char* what, const Call& call) {
  std::string said = "nothing";
  try {
    call();
  } catch (const std::exception& error) {
    said = error.what();
  }
  std::printf("process %d, %s: %s\n", ops_get_proc(), what, said.c_str());
  std::fflush(stdout);
}

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] {
    const std::string how = argc > 1 ? argv[1] : "";
    Fields with;
    ops_partition("");
    ops_par_loop(place, "place", with.line, 1, with.all, ops_arg_dat(with.g, 1, with.point, "double", OPS_WRITE),
                 ops_arg_idx());
    if (how == "files") {
      caught("text", [&] { ops_print_dat_to_txtfile(with.g, "no/such/folder/g.txt"); });
      caught("npy", [&] { ops_write_npy("no/such/folder/g.npy", with.g); });
    }
    ops_execute_external_function([&] { scaled(with, how); }, [&] { scaled_adjoint(with, how); },
                                  ops_arg_dat(with.g, 1, with.point, "double", OPS_READ),
                                  ops_arg_dat(with.f, 1, with.point, "double", OPS_WRITE));
    ops_par_loop(total, "total", with.line, 1, with.all, ops_arg_dat(with.f, 1, with.point, "double", OPS_READ),
                 ops_arg_reduce(with.sum, 1, "double", OPS_INC));
    ops_ad_objective(with.sum);
    ops_interpret_adjoints();
    ops_printf("dJ/dk %g\n", *with.k->get_derivative<double>());
  });
}
