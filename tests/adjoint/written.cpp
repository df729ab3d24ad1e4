// tests/adjoint/written.cpp: hand-written adjoints: right ones pass every check and give the generated gradient's
// order; a mistake is named by kernel and argument, by call and by ops_interpret_adjoints. Exit status 0 if so.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>

#define OPS_2D
#include "ops.hpp"
#include "written_kernels.h"

void fill(ACC<double>& u, const int* index) { u(0, 0) = 0.8 + 0.3 * std::sin(1.3 * index[0] + 0.4 * index[1]); }

namespace {

int wrong = 0;

void expect(bool truth, const std::string& what) {
  if (truth) return;
  std::printf("FAILED: %s\n", what.c_str());
  ++wrong;
}

/// What a mistake should be reported as.
struct Mistake {
  const char* kernel;
  const char* input;
  int input_argument;
  const char* output;
  int output_argument;
  std::function<void()> run;
};

void expect_found(const Mistake& mistake) {
  const ops_ad_loops_result result = ops_ad_loops_test(OPS_instance::getOPSInstance());
  const std::string adjoint = std::string(mistake.kernel) + "_adjoint";
  expect(!result.passed, adjoint + " passed");
  if (result.faults.empty()) return;
  const ops_ad_loop_fault& fault = result.faults.front();
  expect(fault.kernel == mistake.kernel && fault.adjoint == adjoint, adjoint + ": named " + fault.adjoint);
  expect(fault.input == mistake.input && fault.input_argument == mistake.input_argument,
         adjoint + ": input " + fault.text);
  expect(fault.output == mistake.output && fault.output_argument == mistake.output_argument,
         adjoint + ": output " + fault.text);
  for (const ops_ad_loop_row& row : result.loops)
    expect(row.passed == (row.kernel != mistake.kernel), row.kernel + " in " + adjoint);
}

/// With any -OPS_AD_CHECK.
void expect_thrown(const Mistake& mistake) {
  try {
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    expect(false, std::string(mistake.kernel) + ": no error");
  } catch (const OPSException& error) {
    const std::string text = error.what();
    expect(text.find("written.cpp:") != text.npos && text.find(std::string(mistake.kernel) + "_adjoint") != text.npos,
           text);
    expect(text.find("'" + std::string(mistake.input) + "' (argument " + std::to_string(mistake.input_argument) +
                     ")") != text.npos,
           text);
  }
}

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  const bool checked = argc > 1;
  int size[] = {9, 7}, base[] = {0, 0}, d_m[] = {-1, -1}, d_p[] = {1, 1}, centre[] = {0, 0},
      four[] = {0, 0, -1, 0, 1, 0, 0, 1}, two[] = {0, 0, 1, 0};
  int whole[] = {-1, 10, -1, 8}, inside[] = {0, 9, 0, 7};
  double* none = nullptr;
  ops_block block = ops_decl_block(2, "written");
  const auto declare = [&](const char* name) {
    return ops_decl_dat(block, 1, size, base, d_m, d_p, none, "double", name);
  };
  ops_dat start = declare("start"), u = declare("u"), v = declare("v"), c = declare("c");
  ops_stencil S1 = ops_decl_stencil(2, 1, centre, "centre"), S4 = ops_decl_stencil(2, 4, four, "four"),
              S2 = ops_decl_stencil(2, 2, two, "two");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  OPS_instance* instance = OPS_instance::getOPSInstance();

  const auto begin = [&] {
    ops_ad_reset(instance);
    for (ops_dat dat : {start, c, v})
      ops_par_loop(fill, "fill", block, 2, whole, ops_arg_dat(dat, 1, S1, "double", OPS_WRITE), ops_arg_idx());
    ops_dat_deep_copy(u, start);
  };
  const auto steps = [&] {
    for (int step = 0; step < 4; ++step) {
      ops_par_loop(advance, "advance", block, 2, inside, ops_arg_dat(u, 1, S4, "double", OPS_READ),
                   ops_arg_dat(c, 1, S1, "double", OPS_READ), ops_arg_dat(v, 1, S1, "double", OPS_WRITE));
      ops_par_loop(limit, "limit", block, 2, inside, ops_arg_dat(v, 1, S1, "double", OPS_READ),
                   ops_arg_dat(u, 1, S1, "double", OPS_RW));
    }
  };
  const auto finish = [&] {
    double value = 0, one = 1;
    ops_par_loop(energy, "energy", block, 2, inside, ops_arg_dat(u, 1, S1, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_par_loop(energy, "energy", block, 2, inside, ops_arg_dat(v, 1, S1, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    sum->get_result(&value, &one);
    return value;
  };

  begin();
  steps();
  finish();
  static double first[63], second[63];
  ops_interpret_adjoints(instance);
  ops_dat_fetch_derivative(start, reinterpret_cast<char*>(first));
  const ops_ad_loops_result right = ops_ad_loops_test(instance);
  expect(right.passed && right.loops.size() == 4, right.verdict);
  for (const ops_ad_loop_row& row : right.loops)
    expect(row.adjoint == row.kernel + "_adjoint", row.loop + ": " + row.adjoint);
  ops_interpret_adjoints(instance);
  ops_dat_fetch_derivative(start, reinterpret_cast<char*>(second));
  expect(std::memcmp(first, second, sizeof first) == 0, "the gradient has other bits after the test");

  const Mistake mistakes[] = {
      {"factor", "u", 1, "v", 2,
       [&] {
         ops_par_loop(factor, "factor", block, 2, inside, ops_arg_dat(u, 1, S1, "double", OPS_READ),
                      ops_arg_dat(v, 1, S1, "double", OPS_WRITE));
       }},
      {"sign", "c", 2, "v", 3,
       [&] {
         ops_par_loop(sign, "sign", block, 2, inside, ops_arg_dat(u, 1, S2, "double", OPS_READ),
                      ops_arg_dat(c, 1, S1, "double", OPS_READ), ops_arg_dat(v, 1, S1, "double", OPS_WRITE));
       }},
      {"point", "u", 1, "v", 3,
       [&] {
         ops_par_loop(point, "point", block, 2, inside, ops_arg_dat(u, 1, S2, "double", OPS_READ),
                      ops_arg_dat(c, 1, S1, "double", OPS_READ), ops_arg_dat(v, 1, S1, "double", OPS_WRITE));
       }},
      {"branch", "u", 1, "v", 2,
       [&] {
         ops_par_loop(branch, "branch", block, 2, inside, ops_arg_dat(u, 1, S1, "double", OPS_READ),
                      ops_arg_dat(v, 1, S1, "double", OPS_WRITE));
       }},
      {"kept", "v", 2, "v", 2,
       [&] {
         ops_par_loop(kept, "kept", block, 2, inside, ops_arg_dat(u, 1, S1, "double", OPS_READ),
                      ops_arg_dat(v, 1, S1, "double", OPS_RW));
       }},
      {"weight", "u", 1, "sum", 2,
       [&] {
         ops_par_loop(weight, "weight", block, 2, inside, ops_arg_dat(u, 1, S1, "double", OPS_READ),
                      ops_arg_reduce(sum, 1, "double", OPS_INC));
       }},
  };
  for (const Mistake& mistake : mistakes) {
    begin();
    steps();
    mistake.run();
    finish();
    expect_found(mistake);
    if (checked) expect_thrown(mistake);
  }
  std::printf("written: %s\n", wrong == 0 ? "PASSED" : "FAILED");
  ops_exit();
  return wrong == 0 ? 0 : 1;
}
