// tests/restart/gradient.cpp: a program that records, with all that can stand in a recording: nonlinear loops, halos,
// sums over lines, extrema that several loops take together, scalars, solves, copies, data from the host, random
// numbers. Prints the bits of its gradient.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"

void start(ACC<double>& u, const int* at) { u(0, 0) = 1.0 + 0.01 * (at[0] % 5) - 0.02 * (at[1] * at[0] % 7); }
void perturb(ACC<double>& u, const ACC<double>& noise) { u(0, 0) += 1e-3 * noise(0, 0) * u(0, 0); }
void differences(ACC<double>& work, const ACC<double>& u, const ACC<double>& metric) {
  work(0, 0) = metric(0, 0) * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0)) * u(0, 0);
}
void extremes(const ACC<double>& u, double* most, double* least) {
  *most = std::fmax(*most, u(0, 0));
  *least = std::fmin(*least, u(0, 0));
}
void largest(const ACC<double>& work, const double* level, double* most) {
  *most = std::fmax(*most, *level + 3.0 * work(0, 0));
}
void gather(const double* most, double* rate) { *rate = 0.1 / (1.0 + *most * *most); }
void advance(ACC<double>& u, const ACC<double>& work, const double* rate, const double* gain) {
  u(0, 0) += *rate * (work(0, 0) + *gain * u(0, 0) * (1.5 - u(0, 0)));
}
void columns(const ACC<double>& u, ACC<double>& column) { column(0, 0) += u(0, 0) * u(0, 0); }
void weigh(const ACC<double>& column, ACC<double>& u) { u(0, 0) += 1e-3 * u(0, 0) / column(0, 0); }
void matrix(const ACC<double>& u, ACC<double>& a, ACC<double>& b, ACC<double>& c, ACC<double>& d) {
  a(0, 0) = c(0, 0) = -0.1 * u(0, 0);
  b(0, 0) = 1.0 + 0.3 * u(0, 0);
  d(0, 0) = u(0, 0);
}
void solved(ACC<double>& u, const ACC<double>& d) { u(0, 0) = 0.9 * u(0, 0) + 0.1 * d(0, 0); }
void blend(ACC<double>& u, const ACC<double>& before) { u(0, 0) += 0.01 * before(0, 0) * before(0, 0); }
void cost(const ACC<double>& u, double* sum) { *sum += u(0, 0) * u(0, 0); }

struct Options {
  std::string file, mode = "plain";
  int steps = 40, die = -1, size = 24, slots = 0, external = -1, again = 0;
  double interval = 0;
  bool marks = false, reset = false;
};

Options parse(int argc, char** argv) {
  Options o;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    const std::string value = word.substr(word.find('=') + 1);
    if (word == "-marks") o.marks = true;
    if (word == "-reset") o.reset = true;
    if (word.starts_with("-file=")) o.file = value;
    if (word.starts_with("-mode=")) o.mode = value;
    if (word.starts_with("-steps=")) o.steps = std::atoi(value.c_str());
    if (word.starts_with("-die=")) o.die = std::atoi(value.c_str());
    if (word.starts_with("-size=")) o.size = std::atoi(value.c_str());
    if (word.starts_with("-slots=")) o.slots = std::atoi(value.c_str());
    if (word.starts_with("-external=")) o.external = std::atoi(value.c_str());
    if (word.starts_with("-again=")) o.again = std::atoi(value.c_str());
    if (word.starts_with("-interval=")) o.interval = std::atof(value.c_str());
  }
  return o;
}

int chosen(const std::string& mode) {
  if (mode == "jump") return OPS_CHECKPOINT_INITPHASE | OPS_CHECKPOINT_FASTFW;
  if (mode == "list") return OPS_CHECKPOINT_INITPHASE | OPS_CHECKPOINT_MANUAL_DATLIST;
  return mode == "early" ? 0 : OPS_CHECKPOINT_INITPHASE;
}

void print_hash(const std::vector<double>& values) {
  unsigned long long hash = 1469598103934665603ULL;
  for (const double v : values) {
    unsigned long long bits;
    std::memcpy(&bits, &v, sizeof bits);
    hash = (hash ^ bits) * 1099511628211ULL;
  }
  ops_printf(" %016llx", hash);
}

int run(const Options& o) {
  int n[] = {o.size, o.size / 2}, row[] = {1, n[1]}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, none[] = {0, 0};
  double* temp = nullptr;
  ops_block block = ops_decl_block(2, "block");
  const auto dataset = [&](const char* name) { return ops_decl_dat(block, 1, n, base, m, p, temp, "double", name); };
  ops_dat u = dataset("u"), work = dataset("work"), metric = dataset("metric"), noise = dataset("noise"),
          before = dataset("before");
  ops_dat a = dataset("a"), b = dataset("b"), c = dataset("c"), d = dataset("d");
  ops_dat column = ops_decl_dat(block, 1, row, base, none, none, temp, "double", "column");
  int centre[] = {0, 0}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, flat[] = {0, 1};
  ops_stencil S = ops_decl_stencil(2, 1, centre, "S"), S5 = ops_decl_stencil(2, 5, star, "S5"),
              SY = ops_decl_strided_stencil(2, 1, centre, flat, "SY");
  ops_reduction most = ops_decl_reduction_handle(sizeof(double), "double", "most"),
                least = ops_decl_reduction_handle(sizeof(double), "double", "least");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  double first_gain = 0.3, zero = 0;
  ops_scalar gain = ops_decl_scalar("gain", &first_gain, 1), highest = ops_decl_scalar("highest", &zero, 1),
             rate = ops_decl_scalar("rate", &zero, 1);
  int dir[] = {1, 2}, left[] = {-1, 0}, right[] = {n[0] - 1, 0}, rim[] = {1, n[1]}, inner[] = {0, 0},
      outer[] = {n[0], 0};
  ops_halo halos[] = {ops_decl_halo(u, u, rim, right, left, dir, dir),
                      ops_decl_halo(u, u, rim, inner, outer, dir, dir)};
  ops_halo_group periodic = ops_decl_halo_group(2, halos);
  ops_partition("");
  ops_randomgen_init(11, 0);
  if (o.slots > 0) ops_ad_set_checkpoint_count(o.slots, o.steps);
  const bool back = ops_checkpointing_init(o.file.c_str(), o.interval, chosen(o.mode));
  std::fprintf(stderr, "%s\n", back ? "goes back" : "begins");

  int all[] = {0, n[0], 0, n[1]}, wide[] = {-1, n[0] + 1, -1, n[1] + 1};
  std::vector<double> values(static_cast<std::size_t>(n[0] * n[1]));
  const auto fill = [&](int step) {
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = 0.1 + 1e-3 * static_cast<double>((k + static_cast<std::size_t>(step)) % 17);
    ops_dat_set_data(metric, values);
  };
  ops_par_loop(start, "start", block, 2, wide, ops_arg_dat(u, 1, S, "double", OPS_WRITE), ops_arg_idx());
  fill(0);
  ops_checkpointing_initphase_done();
  if (o.reset) {
    ops_par_loop(cost, "measure", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    double measured;
    ops_reduction_result(sum, &measured);
    ops_ad_reset();
  }
  ops_tridsolver_params params(block);
  double smallest = 0, objective = 0;
  for (int step = 0; step < o.steps; ++step) {
    if (o.marks) ops_ad_step();
    if (o.mode == "jump") ops_checkpointing_fastfw(sizeof step, reinterpret_cast<char*>(&step));
    ops_dat needed[] = {u, metric, before, column, noise};
    if (o.mode == "list") ops_checkpointing_manual_datlist(5, needed);
    if (step == o.die) std::_Exit(9);
    if (step == 17) fill(step);
    if (step % 9 == 2) {
      ops_fill_random_uniform(noise);
      ops_par_loop(perturb, "perturb", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                   ops_arg_dat(noise, 1, S, "double", OPS_READ));
    }
    if (step == o.external)
      ops_execute_external_function([&] { values = ops_dat_fetch_data<double>(u); }, [] {},
                                    ops_arg_dat(u, 1, S, "double", OPS_READ));
    ops_halo_transfer(periodic);
    ops_par_loop(differences, "differences", block, 2, all, ops_arg_dat(work, 1, S, "double", OPS_WRITE),
                 ops_arg_dat(u, 1, S5, "double", OPS_READ), ops_arg_dat(metric, 1, S, "double", OPS_READ));
    ops_par_loop(extremes, "extremes", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                 ops_arg_reduce(most, 1, "double", OPS_MAX), ops_arg_reduce(least, 1, "double", OPS_MIN));
    const double level = step % 2 == 0 ? 0.2 : 2.0;  // now the loop before, now this one has the largest
    ops_par_loop(largest, "largest", block, 2, all, ops_arg_dat(work, 1, S, "double", OPS_READ),
                 ops_arg_gbl(&level, 1, "double", OPS_READ), ops_arg_reduce(most, 1, "double", OPS_MAX));
    ops_scalar_from_reduction(highest, most);
    ops_scalar_loop(gather, "gather", ops_arg_scalar(highest, 1, "double", OPS_READ),
                    ops_arg_scalar(rate, 1, "double", OPS_WRITE));
    ops_par_loop(advance, "advance", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                 ops_arg_dat(work, 1, S, "double", OPS_READ), ops_arg_scalar(rate, 1, "double", OPS_READ),
                 ops_arg_scalar(gain, 1, "double", OPS_READ));
    ops_par_loop(matrix, "matrix", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                 ops_arg_dat(a, 1, S, "double", OPS_WRITE), ops_arg_dat(b, 1, S, "double", OPS_WRITE),
                 ops_arg_dat(c, 1, S, "double", OPS_WRITE), ops_arg_dat(d, 1, S, "double", OPS_WRITE));
    ops_tridMultiDimBatch(2, step % 2, all, a, b, c, d, &params);
    ops_par_loop(solved, "solved", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                 ops_arg_dat(d, 1, S, "double", OPS_READ));
    if (step % 5 != 4)
      ops_par_loop(columns, "columns", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                   ops_arg_dat(column, 1, SY, "double", OPS_INC));
    if (step % 5 == 3)
      ops_par_loop(weigh, "weigh", block, 2, all, ops_arg_dat(column, 1, SY, "double", OPS_READ),
                   ops_arg_dat(u, 1, S, "double", OPS_RW));
    if (step % 10 == 6) ops_dat_deep_copy(before, u);
    if (step % 10 == 1)
      ops_par_loop(blend, "blend", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                   ops_arg_dat(before, 1, S, "double", OPS_READ));
    if (step % 6 == 5 || step + 1 == o.steps) ops_reduction_result(least, &smallest);
  }
  ops_par_loop(cost, "cost", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_reduction_result(sum, &objective);
  *ops_reduction_get_derivative<double>(sum) = 1.0;
  *ops_reduction_get_derivative<double>(least) = 0.5;
  for (int k = 0; k <= o.again; ++k) ops_interpret_adjoints(OPS_instance::getOPSInstance());
  ops_printf("bits");
  print_hash({objective, smallest});
  for (ops_dat dat : {u, metric, before}) {
    print_hash(ops_dat_fetch_derivative<double>(dat));
    print_hash(ops_dat_fetch_data<double>(dat));
  }
  print_hash({*ops_scalar_get_derivative<double>(gain)});
  ops_printf("\n");
  return 0;
}

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    ops_init(argc, argv, 1);
    const int status = run(options);
    ops_exit();
    return status;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
