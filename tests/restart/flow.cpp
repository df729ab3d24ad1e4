// tests/restart/flow.cpp: a program with everything that a restart must bring back: work arrays, halos,
// lower-dimensional data, a time step from a reduction, a sum that goes on over steps, a scalar, random numbers,
// copies, data from the host. Prints the bits of what it ends with.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#define OPS_2D
#include "ops.hpp"

double viscosity;

/// Of tests/ranks/unruly_mpi.cpp, where that is loaded.
extern "C" [[gnu::weak]] void* unruly_memory(std::size_t bytes);

/// Once the program starves, a dataset's worth of memory cannot be had. (Datasets themselves have memory of another
/// kind.)
bool starving = false;
void* operator new(std::size_t bytes) {
  void* const memory = starving && bytes >= 4096  ? nullptr
                       : unruly_memory != nullptr ? unruly_memory(bytes)
                                                  : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

void start(ACC<double>& u, const int* at) { u(0, 0) = 1.0 + 0.01 * at[0] - 0.02 * (at[1] * at[0] % 7); }
void perturb(ACC<double>& u, const ACC<double>& noise) { u(0, 0) += 1e-3 * noise(0, 0); }
void differences(ACC<double>& work, const ACC<double>& u, const ACC<double>& metric) {
  work(0, 0) = metric(0, 0) * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4.0 * u(0, 0));
}
void largest(const ACC<double>& work, double* most) { *most = std::fmax(*most, std::fabs(work(0, 0))); }
void advance(ACC<double>& u, const ACC<double>& work, const double* dt, const double* gain) {
  u(0, 0) += *dt * (viscosity * work(0, 0) + *gain * u(0, 0) * (1.5 - u(0, 0)));
}
void keep(ACC<double>& copy, const ACC<double>& u) { copy(0, 0) = u(0, 0); }
void columns(const ACC<double>& u, ACC<double>& column) { column(0, 0) += u(0, 0); }
void weigh(const ACC<double>& column, ACC<double>& u) { u(0, 0) += 1e-9 * column(0, 0); }
void add_up(const ACC<double>& u, double* sum) { *sum += u(0, 0); }
void only_some(ACC<double>& rare, const ACC<double>& u) {
  if (u(0, 0) > 1.2) rare(0, 0) = u(0, 0);
}

struct Options {
  std::string file, mode = "plain";
  int steps = 60, die = -1, starve = -1, init = 0, size = 40;
  double interval = 0;
  bool more = false;
};

Options parse(int argc, char** argv) {
  Options o;
  for (int k = 1; k < argc; ++k) {
    const std::string word = argv[k];
    const std::string value = word.substr(word.find('=') + 1);
    if (word == "-more") o.more = true;
    if (word.starts_with("-file=")) o.file = value;
    if (word.starts_with("-mode=")) o.mode = value;
    if (word.starts_with("-steps=")) o.steps = std::atoi(value.c_str());
    if (word.starts_with("-die=")) o.die = std::atoi(value.c_str());
    if (word.starts_with("-starve=")) o.starve = std::atoi(value.c_str());
    if (word.starts_with("-size=")) o.size = std::atoi(value.c_str());
    if (word.starts_with("-interval=")) o.interval = std::atof(value.c_str());
  }
  o.init = OPS_CHECKPOINT_INITPHASE;
  if (o.mode == "jump") o.init |= OPS_CHECKPOINT_FASTFW;
  if (o.mode == "list") o.init |= OPS_CHECKPOINT_MANUAL_DATLIST;
  if (o.mode == "trigger") o.init |= OPS_CHECKPOINT_MANUAL;
  if (o.mode == "early") o.init = 0;
  return o;
}

/// What a program that jumps needs to find its place.
struct Payload {
  int step;
  double time;
};

int run(const Options& o) {
  int n[] = {o.size, o.size / 2}, row[] = {1, n[1]}, base[] = {0, 0}, m[] = {-1, -1}, p[] = {1, 1}, none[] = {0, 0};
  double* temp = nullptr;
  ops_block block = ops_decl_block(2, "block");
  ops_dat u = ops_decl_dat(block, 1, n, base, m, p, temp, "double", "u"),
          work = ops_decl_dat(block, 1, n, base, m, p, temp, "double", "work");
  ops_dat metric = ops_decl_dat(block, 1, n, base, m, p, temp, "double", "metric"),
          noise = ops_decl_dat(block, 1, n, base, m, p, temp, "double", "noise"),
          walled = ops_decl_dat(block, 1, n, base, m, p, temp, "double", "walled");
  ops_dat rare = ops_decl_dat(block, 1, n, base, m, p, temp, "double", "rare"),
          before = ops_decl_dat(block, 1, n, base, m, p, temp, "double", "before");
  ops_dat column = ops_decl_dat(block, 1, row, base, none, none, temp, "double", "column");
  if (o.more) ops_decl_dat(block, 1, n, base, none, none, temp, "double", "more");
  int centre[] = {0, 0}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, flat[] = {0, 1};
  ops_stencil S = ops_decl_stencil(2, 1, centre, "S"), S5 = ops_decl_stencil(2, 5, star, "S5"),
              SY = ops_decl_strided_stencil(2, 1, centre, flat, "SY");
  ops_reduction most = ops_decl_reduction_handle(sizeof(double), "double", "most"),
                sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  double first_gain = 0.3;
  ops_scalar gain = ops_decl_scalar("gain", &first_gain, 1);
  int dir[] = {1, 2}, left[] = {-1, 0}, right[] = {n[0] - 1, 0}, rim[] = {1, n[1]}, inner[] = {0, 0},
      outer[] = {n[0], 0};
  ops_halo halos[] = {ops_decl_halo(u, u, rim, right, left, dir, dir),
                      ops_decl_halo(u, u, rim, inner, outer, dir, dir)};
  ops_halo_group periodic = ops_decl_halo_group(2, halos);
  ops_halo wall = ops_decl_halo(walled, walled, rim, right, left, dir, dir);
  ops_decl_halo_group(1, &wall);
  viscosity = 0.2;
  ops_decl_const("viscosity", 1, "double", &viscosity);
  ops_partition("");
  ops_randomgen_init(11, 0);
  const bool back = ops_checkpointing_init(o.file.c_str(), o.interval, o.init);
  std::fprintf(stderr, "%s\n", back ? "goes back" : "begins");

  int all[] = {0, n[0], 0, n[1]}, wide[] = {-1, n[0] + 1, -1, n[1] + 1}, west[] = {-1, 0, 0, n[1]},
      beyond[] = {0, n[0] + 5, 0, n[1]};
  std::vector<double> values(static_cast<std::size_t>(n[0] * n[1]));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = 1.0 + 1e-3 * static_cast<double>(k % 17);
  ops_par_loop(start, "start", block, 2, wide, ops_arg_dat(u, 1, S, "double", OPS_WRITE), ops_arg_idx());
  ops_dat_set_data(metric, values);
  ops_par_loop(add_up, "add_up_first", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
               ops_arg_reduce(sum, 1, "double", OPS_INC));
  double initial;
  ops_reduction_result(sum, &initial);
  ops_checkpointing_initphase_done();
  double time = initial;
  for (int step = 0; step < o.steps; ++step) {
    ops_dat needed[] = {u, metric, rare, column, before, walled};
    Payload payload{step, time};
    char* const bytes = reinterpret_cast<char*>(&payload);
    bool jumped = false;
    if (o.mode == "jump") jumped = ops_checkpointing_fastfw(sizeof payload, bytes);
    if (o.mode == "list") ops_checkpointing_manual_datlist(6, needed);
    if (o.mode == "trigger" && (step % 7 == 0 || back))
      jumped = ops_checkpointing_manual_datlist_fastfw_trigger(6, needed, sizeof payload, bytes);
    if (jumped) {
      std::fprintf(stderr, "jumps to %d\n", payload.step);
      step = payload.step;
      time = payload.time;
    }
    if (step == o.die) std::_Exit(9);
    if (step == o.starve) starving = true;
    if (step % 8 == 5) {
      viscosity *= 0.98;
      ops_update_const("viscosity", 1, "double", &viscosity);
    }
    if (step == 24) ops_randomgen_init(12, 0);
    if (step % 9 == 2) {
      ops_fill_random_uniform(noise);
      ops_par_loop(perturb, "perturb", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                   ops_arg_dat(noise, 1, S, "double", OPS_READ));
    }
    ops_dat temporary = ops_decl_dat(block, 1, n, base, none, none, temp, "double", "temporary");
    ops_par_loop(keep, "keep", block, 2, all, ops_arg_dat(temporary, 1, S, "double", OPS_WRITE),
                 ops_arg_dat(u, 1, S, "double", OPS_READ));
    ops_halo_transfer(periodic);
    ops_par_loop(differences, "differences", block, 2, all, ops_arg_dat(work, 1, S, "double", OPS_WRITE),
                 ops_arg_dat(u, 1, S5, "double", OPS_READ), ops_arg_dat(metric, 1, S, "double", OPS_READ));
    ops_par_loop(largest, "largest", block, 2, all, ops_arg_dat(work, 1, S, "double", OPS_READ),
                 ops_arg_reduce(most, 1, "double", OPS_MAX));
    double change;
    ops_reduction_result(most, &change);
    double dt = 0.2 / (1.0 + change);
    ops_par_loop(advance, "advance", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                 ops_arg_dat(work, 1, S, "double", OPS_READ), ops_arg_gbl(&dt, 1, "double", OPS_READ),
                 ops_arg_scalar(gain, 1, "double", OPS_READ));
    ops_par_loop(add_up, "add_up", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                 ops_arg_reduce(sum, 1, "double", OPS_INC));
    ops_par_loop(perturb, "relax", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                 ops_arg_dat(temporary, 1, S, "double", OPS_READ));
    ops_free_dat(temporary);
    if (step == 0)
      ops_par_loop(start, "wall", block, 2, west, ops_arg_dat(walled, 1, S, "double", OPS_WRITE),
                   ops_arg_idx());  // which stays
    ops_par_loop(perturb, "warm", block, 2, all, ops_arg_dat(walled, 1, S, "double", OPS_RW),
                 ops_arg_dat(work, 1, S, "double", OPS_READ));
    ops_par_loop(differences, "across", block, 2, all, ops_arg_dat(noise, 1, S, "double", OPS_WRITE),
                 ops_arg_dat(walled, 1, S5, "double", OPS_READ), ops_arg_dat(metric, 1, S, "double", OPS_READ));
    ops_par_loop(perturb, "feel", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_RW),
                 ops_arg_dat(noise, 1, S, "double", OPS_READ));
    if (step % 6 == 3) {
      try {
        ops_par_loop(keep, "beyond", block, 2, beyond, ops_arg_dat(before, 1, S, "double", OPS_WRITE),
                     ops_arg_dat(u, 1, S, "double", OPS_READ));
      } catch (const OPSException& error) {
        time += 1e-6 * static_cast<double>(std::strlen(error.what()));
        ops_par_loop(columns, "instead", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                     ops_arg_dat(column, 1, SY, "double", OPS_INC));
      }
    }
    if (step % 5 == 4)
      ops_par_loop(columns, "columns", block, 2, all, ops_arg_dat(u, 1, S, "double", OPS_READ),
                   ops_arg_dat(column, 1, SY, "double", OPS_INC));
    if (step % 10 == 9)
      ops_par_loop(weigh, "weigh", block, 2, all, ops_arg_dat(column, 1, SY, "double", OPS_READ),
                   ops_arg_dat(u, 1, S, "double", OPS_RW));
    if (step % 11 == 3)
      ops_par_loop(only_some, "only_some", block, 2, all, ops_arg_dat(rare, 1, S, "double", OPS_WRITE),
                   ops_arg_dat(u, 1, S, "double", OPS_READ));
    if (step % 20 == 10) ops_dat_deep_copy(before, u);
    if (step % 15 == 14) {
      double mean;
      ops_reduction_result(sum, &mean);
      double* const value = gain->get_raw_pointer<double>();
      *value = 0.3 + 1e-6 * mean;
      gain->release_raw_pointer(value, OPS_WRITE);
    }
    time += dt;
  }
  starving = false;
  unsigned long long bits;
  std::memcpy(&bits, &time, sizeof bits);
  ops_printf("bits %016llx", bits);
  for (ops_dat dat : {u, rare, before}) {
    values = ops_dat_fetch_data<double>(dat);
    unsigned long long hash = 1469598103934665603ULL;
    for (const double v : values) {
      std::memcpy(&bits, &v, sizeof bits);
      hash = (hash ^ bits) * 1099511628211ULL;
    }
    ops_printf(" %016llx", hash);
  }
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
