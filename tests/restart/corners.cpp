// tests/restart/corners.cpp: what calls made again do not bring about: seeds, a tape of one's own, a dataset that is
// freed, a loop that throws after it has written some cells; and two places between which only the host does something.
// Prints the bits of the gradient.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#define OPS_1D
#include "ops.hpp"

void guess(ACC<double>& c, const int* at) { c(0) = 1.0 + 0.1 * (at[0] % 3); }
void begin(ACC<double>& u, const ACC<double>& c) { u(0) = c(0) * c(0); }
void diffuse(ACC<double>& next, const ACC<double>& u, const ACC<double>& c) {
  next(0) = u(0) + 0.2 * c(0) * (u(1) - 2.0 * u(0) + u(-1));
}
void keep(ACC<double>& u, const ACC<double>& next) { u(0) = next(0); }
void force(ACC<double>& f, const int* at, const int* step) {
  if (*step == 7 && at[0] == 30) throw std::runtime_error("no force");
  f(0) = 1e-3 * *step;
}
void apply(ACC<double>& u, const ACC<double>& f) { u(0) += f(0) * u(0); }
void square(const ACC<double>& u, double* sum) { *sum += u(0) * u(0); }

int main(int argc, char** argv) {
  try {
    std::string file = "state", mode = "seeds";
    int die = -1, calls = 0;
    for (int k = 1; k < argc; ++k) {
      const std::string word = argv[k], value = word.substr(word.find('=') + 1);
      if (word.starts_with("-file=")) file = value;
      if (word.starts_with("-mode=")) mode = value;
      if (word.starts_with("-die=")) die = std::atoi(value.c_str());
    }
    ops_init(argc, argv, 1);
    int n[] = {50}, base[] = {0}, m[] = {-1}, p[] = {1}, all[] = {0, 50}, wide[] = {-1, 51}, centre[] = {0},
        star[] = {0, 1, -1};
    ops_block block = ops_decl_block(1, "line");
    const auto dataset = [&](const char* name) {
      return ops_decl_dat(block, 1, n, base, m, p, static_cast<double*>(nullptr), "double", name);
    };
    ops_dat c = dataset("c"), u = dataset("u"), next = dataset("next"), spare = dataset("spare");
    ops_dat f = ops_decl_dat_passive(block, 1, n, base, m, p, static_cast<double*>(nullptr), "double", "f");
    ops_stencil S = ops_decl_stencil(1, 1, centre, "S"), S3 = ops_decl_stencil(1, 3, star, "S3");
    ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"),
                  early = ops_decl_reduction_handle(sizeof(double), "double", "early");
    ops_partition("");
    OPS_instance* const instance = OPS_instance::getOPSInstance();
    const int lists = mode == "lists" ? OPS_CHECKPOINT_MANUAL_DATLIST : 0;
    std::fprintf(stderr, "%s\n", ops_checkpointing_init(file.c_str(), 0.0, lists) ? "goes back" : "begins");
    const auto seed = [&] { *ops_reduction_get_derivative<double>(early) = 0.25; };
    const auto tick = [&] {
      if (calls++ == die) std::_Exit(9);
    };
    ops_par_loop(guess, "guess", block, 1, wide, ops_arg_dat(c, 1, S, "double", OPS_WRITE), ops_arg_idx());
    ops_ad_reset();
    if (mode == "seeds") seed();
    double value = 0, first = 0;
    std::vector<double> slopes;
    for (int iteration = 0; iteration < 3; ++iteration) {
      ops_checkpointing_fastfw(sizeof iteration, reinterpret_cast<char*>(&iteration));
      ops_par_loop(begin, "begin", block, 1, wide, ops_arg_dat(u, 1, S, "double", OPS_WRITE),
                   ops_arg_dat(c, 1, S, "double", OPS_READ));
      for (int step = 0; step < 12; ++step) {
        tick();
        ops_dat needed[] = {c, u, f, spare};
        if (mode == "lists") {
          ops_checkpointing_manual_datlist(4, needed);
          ops_dat_set_data(spare, std::vector<double>(50, 1e-3 * step));
          ops_checkpointing_manual_datlist(4, needed);
        }
        try {
          if (mode == "throws")
            ops_par_loop_passive(force, "force", block, 1, all, ops_arg_dat(f, 1, S, "double", OPS_WRITE),
                                 ops_arg_idx(), ops_arg_gbl(&step, 1, "int", OPS_READ));
        } catch (const std::exception&) {}
        if (mode == "throws")
          ops_par_loop(apply, "apply", block, 1, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                       ops_arg_dat(f, 1, S, "double", OPS_READ));
        if (mode != "freed" || (iteration == 0 && step < 8))
          ops_par_loop(apply, "apply_spare", block, 1, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                       ops_arg_dat(spare, 1, S, "double", OPS_READ));
        if (mode == "freed" && iteration == 0 && step == 8) ops_free_dat(spare);
        if (mode == "tape" && step == 8) ops_remove_tape(instance, ops_create_tape(instance));
        ops_par_loop(diffuse, "diffuse", block, 1, all, ops_arg_dat(next, 1, S, "double", OPS_WRITE),
                     ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(c, 1, S, "double", OPS_READ));
        ops_par_loop(keep, "keep", block, 1, all, ops_arg_dat(u, 1, S, "double", OPS_WRITE),
                     ops_arg_dat(next, 1, S, "double", OPS_READ));
        if (step == 3) {
          ops_par_loop(square, "early", block, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                       ops_arg_reduce(early, 1, "double", OPS_INC));
          ops_reduction_result(early, &first);
        }
      }
      ops_par_loop(square, "square", block, 1, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC));
      const double one = 1.0;
      sum->get_result(&value, &one);
      ops_interpret_adjoints(instance);
      slopes = ops_dat_fetch_derivative<double>(c);
      std::vector<double> controls = ops_dat_fetch_data<double>(c);
      for (std::size_t k = 0; k < controls.size(); ++k) controls[k] -= 1e-4 * slopes[k];
      ops_ad_reset();
      ops_dat_set_data(c, controls);
      if (mode == "seeds") seed();
    }
    ops_printf("bits %a %a", value, first);
    for (const double slope : slopes) ops_printf(" %a", slope);
    ops_printf("\n");
    ops_exit();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
