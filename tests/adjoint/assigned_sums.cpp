// tests/adjoint/assigned_sums.cpp: a sum that a kernel assigns holds what the last point assigns, and has no
// derivative. Derivatives of the rest of the program are right; whoever seeds such a result is told, also where nothing
// that the kernel reads has a derivative: earlier terms are gone.
#include <string>
#include <vector>

#define OPS_1D
#include "ops.hpp"

constexpr int cells = 8;

void assign(const ACC<double>& u, double* sum) { *sum = u(0); }
void count(double* sum, const int* index) { *sum = index[0]; }
void square(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }

struct Program {
  int all[2] = {0, cells}, here[1] = {0};
  ops_block line = ops_decl_block(1, "line");
  ops_dat u = ops_decl_dat<double>(line, "u", {cells});
  ops_stencil point = ops_decl_stencil(1, 1, here, "point");
  ops_reduction assigned = ops_decl_reduction_handle(sizeof(double), "double", "assigned");
  ops_reduction energy = ops_decl_reduction_handle(sizeof(double), "double", "energy");
  int wrong = 0;

  void expect(bool right, const char* what) {
    if (right) return;
    ops_printf("FAILED: %s\n", what);
    ++wrong;
  }

  void add(ops_reduction to) {
    ops_par_loop(square, "square", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                 ops_arg_reduce(to, 1, "double", OPS_INC));
  }

  void last(bool of_data) {
    if (of_data)
      ops_par_loop(assign, "assign", line, 1, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
                   ops_arg_reduce(assigned, 1, "double", OPS_INC));
    else ops_par_loop(count, "count", line, 1, all, ops_arg_reduce(assigned, 1, "double", OPS_INC), ops_arg_idx());
  }

  void unseeded() {
    ops_ad_reset();
    double value = 0.0;
    last(true);
    assigned->get_result(&value);
    expect(value == cells, "the value of the last point");
    add(energy);
    ops_ad_objective(energy);
    ops_interpret_adjoints();
    expect(ops_dat_fetch_derivative<double>(u)[cells - 1] == 2.0 * cells, "the derivative of another sum");
  }

  void seeded(bool of_data, const std::string& name) {
    ops_ad_reset();
    std::string said;
    add(assigned);
    last(of_data);
    ops_ad_objective(assigned);
    try {
      ops_interpret_adjoints();
    } catch (const OPSException& error) {
      said = error.what();
    }
    expect(said.find("the objective depends on loop '" + name + "', which has no adjoint") != std::string::npos,
           "the loop is named");
    expect(said.find(
               "the kernel overwrites reduction 'sum' (OPS_INC) instead of adding to it, so the result is the value of "
               "the last point") != std::string::npos,
           "the reason is named");
  }
};

int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  Program program;
  ops_partition("");
  std::vector<double> start(cells);
  for (int i = 0; i < cells; ++i) start[static_cast<std::size_t>(i)] = i + 1.0;
  ops_dat_set_data(program.u, start);
  program.unseeded();
  program.seeded(true, "assign");
  program.seeded(false, "count");
  ops_printf("assigned sums: %s\n", program.wrong == 0 ? "PASSED" : "FAILED");
  ops_exit();
  return program.wrong;
}
