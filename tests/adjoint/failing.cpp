// tests/adjoint/failing.cpp: a loop that reaches out of the allocated cells ends the recording, by name, until it is
// forgotten; loops on one line each have their own adjoint, whether they are the same or not. Exit status 0 if so.
#include <cstdio>
#include <string>

#define OPS_1D
#include "ops.hpp"

void advance(const ACC<double>& u, ACC<double>& v) { v(0) = u(0) * u(1); }
void skip(const ACC<double>& u, ACC<double>& v) { v(0) = u(-1) * u(1); }
void total(const ACC<double>& v, double* sum) { *sum += v(0); }

bool expect(bool right, const char* what) {
  if (!right) std::printf("FAILED: %s\n", what);
  return right;
}

template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const OPSException& error) {
    return error.what();
  }
  return "";
}

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  ops_block block = ops_decl_block(1, "line");
  int size[] = {8}, base[] = {0}, below[] = {-1}, above[] = {1}, offsets[] = {0, 1, -1};
  double values[10];
  for (int i = 0; i < 10; ++i) values[i] = 1.0 + i;
  ops_dat u = ops_decl_dat(block, 1, size, base, below, above, values, "double", "u");
  ops_dat v = ops_decl_dat(block, 1, size, base, below, above, values, "double", "v");
  ops_stencil here = ops_decl_stencil(1, 1, offsets, "here"), ahead = ops_decl_stencil(1, 2, offsets, "ahead");
  ops_stencil around = ops_decl_stencil(1, 3, offsets, "around");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  const auto run = [&](int end) {
    int range[] = {0, end}, inside[] = {0, 8};
    const std::string error = error_of([&] {
      ops_par_loop(advance, "advance", block, 1, range, ops_arg_dat(u, 1, ahead, "double", OPS_READ),
                   ops_arg_dat(v, 1, here, "double", OPS_WRITE));
    });
    ops_par_loop(total, "total", block, 1, inside, ops_arg_dat(v, 1, here, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value, one = 1.0;
    sum->get_result(&value, &one);
    return error;
  };
  const auto contains = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };

  bool right = expect(contains(run(9), "outside the halo"), "the loop is refused");
  const std::string error = error_of([&] { ops_interpret_adjoints(block->context); });
  right &= expect(contains(error, "an error in loop 'advance' at") && contains(error, "ended the recording") &&
                      contains(error, "failing.cpp:"),
                  "the loop is named");
  ops_ad_reset(block->context);
  right &= expect(run(8).empty(), "a smaller range is right");
  ops_interpret_adjoints(block->context);
  double gradient[8];
  ops_dat_fetch_derivative(u, reinterpret_cast<char*>(gradient));
  right &=
      expect(gradient[0] == values[2] && gradient[3] == values[3] + values[5], "the gradient of the new recording");

  ops_ad_reset(block->context);
  int range[] = {0, 4}, rest[] = {4, 8};
  const ops_arg left = ops_arg_dat(u, 1, ahead, "double", OPS_READ),
                both = ops_arg_dat(u, 1, around, "double", OPS_READ);
  const ops_arg result = ops_arg_dat(v, 1, here, "double", OPS_WRITE);
  // clang-format off
  const auto same = [&] { ops_par_loop(advance, "same", block, 1, range, left, result); ops_par_loop(advance, "same", block, 1, rest, left, result); };
  const auto twins = [&] { ops_par_loop(advance, "twin", block, 1, range, both, result); ops_par_loop(skip, "twin", block, 1, rest, both, result); };
  // clang-format on
  same();
  const auto differentiate = [&] {
    int inside[] = {0, 8};
    ops_par_loop(total, "total", block, 1, inside, ops_arg_dat(v, 1, here, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    double value, one = 1.0;
    sum->get_result(&value, &one);
    ops_interpret_adjoints(block->context);
    ops_dat_fetch_derivative(u, reinterpret_cast<char*>(gradient));
  };
  differentiate();
  right &= expect(gradient[0] == values[2] && gradient[6] == values[6] + values[8],
                  "the gradient of two loops on one line that are the same");
  ops_ad_reset(block->context);
  twins();
  differentiate();
  right &= expect(gradient[0] == values[2] && gradient[6] == values[5] + values[9],
                  "the gradient of two loops on one line that differ");
  ops_printf("%s\n", right ? "PASSED" : "FAILED");
  ops_exit();
  return right ? 0 : 1;
}
