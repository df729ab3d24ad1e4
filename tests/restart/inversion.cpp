// tests/restart/inversion.cpp: gradients in a loop, with a step downhill each: the program jumps to an iteration, or
// goes by calls within one.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#define OPS_1D
#include "ops.hpp"

void guess(ACC<double>& c, const int* at) { c(0) = 1.0 + 0.1 * (at[0] % 3); }
void begin(ACC<double>& u, const ACC<double>& c) { u(0) = c(0) * c(0); }
void diffuse(ACC<double>& next, const ACC<double>& u, const ACC<double>& c) {
  next(0) = u(0) + 0.2 * c(0) * (u(1) - 2.0 * u(0) + u(-1));
}
void keep(ACC<double>& u, const ACC<double>& next) { u(0) = next(0); }
void misfit(const ACC<double>& u, const int* at, double* sum) {
  const double off = u(0) - 1.0 - 0.01 * at[0];
  *sum += off * off;
}
void descend(ACC<double>& c, const ACC<double>& slope) { c(0) -= 1e-2 * slope(0); }

int main(int argc, char** argv) {
  try {
    std::string file = "state";
    int iterations = 12, steps = 15, die = -1, die_within = 0;
    for (int k = 1; k < argc; ++k) {
      const std::string word = argv[k], value = word.substr(word.find('=') + 1);
      if (word.starts_with("-file=")) file = value;
      if (word.starts_with("-die=")) die = std::atoi(value.c_str());
      if (word.starts_with("-within=")) die_within = std::atoi(value.c_str());
    }
    ops_init(argc, argv, 1);
    int n[] = {50}, base[] = {0}, m[] = {-1}, p[] = {1}, all[] = {0, 50}, wide[] = {-1, 51}, centre[] = {0},
        star[] = {0, 1, -1};
    double* none = nullptr;
    ops_block block = ops_decl_block(1, "line");
    ops_dat c = ops_decl_dat(block, 1, n, base, m, p, none, "double", "c"),
            u = ops_decl_dat(block, 1, n, base, m, p, none, "double", "u");
    ops_dat next = ops_decl_dat(block, 1, n, base, m, p, none, "double", "next");
    ops_stencil S = ops_decl_stencil(1, 1, centre, "S"), S3 = ops_decl_stencil(1, 3, star, "S3");
    ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_partition("");
    const bool back = ops_checkpointing_init(file.c_str(), 0.0, 0);
    std::fprintf(stderr, "%s\n", back ? "goes back" : "begins");
    ops_par_loop(guess, "guess", block, 1, wide, ops_arg_dat(c, 1, S, "double", OPS_WRITE), ops_arg_idx());
    double value = 0;
    for (int iteration = 0; iteration < iterations; ++iteration) {
      if (ops_checkpointing_fastfw(sizeof iteration, reinterpret_cast<char*>(&iteration)))
        std::fprintf(stderr, "jumps to %d\n", iteration);
      ops_par_loop(begin, "begin", block, 1, wide, ops_arg_dat(u, 1, S, "double", OPS_WRITE),
                   ops_arg_dat(c, 1, S, "double", OPS_READ));
      for (int step = 0; step < steps; ++step) {
        if (iteration == die && step == die_within) std::_Exit(9);
        ops_par_loop(diffuse, "diffuse", block, 1, all, ops_arg_dat(next, 1, S, "double", OPS_WRITE),
                     ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(c, 1, S, "double", OPS_READ));
        ops_par_loop(keep, "keep", block, 1, all, ops_arg_dat(u, 1, S, "double", OPS_WRITE),
                     ops_arg_dat(next, 1, S, "double", OPS_READ));
      }
      ops_par_loop(misfit, "misfit", block, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ), ops_arg_idx(),
                   ops_arg_reduce(sum, 1, "double", OPS_INC));
      const double one = 1.0;
      sum->get_result(&value, &one);
      OPS_instance* const instance = OPS_instance::getOPSInstance();
      ops_interpret_adjoints(instance);
      if (iteration == die && die_within < 0) std::_Exit(9);
      ops_par_loop(descend, "descend", block, 1, all, ops_arg_dat(c, 1, S, "double", OPS_RW),
                   ops_arg_dat(ops_get_derivative_as_ops_dat(c), 1, S, "double", OPS_READ));
      ops_ad_reset();
    }
    unsigned long long bits;
    std::memcpy(&bits, &value, sizeof bits);
    ops_printf("bits %016llx %.6e\n", bits, value);
    ops_exit();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
