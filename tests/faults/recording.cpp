// tests/faults/recording.cpp: a right program, and one mistake at a time around recording, seeds and derivatives.
// recording <fault>.. runs it once per fault, each after a line "== <fault>"; "right" is no fault. What is reported must name the line
// that bears, or follows, "here: <fault>" (faults_test.py).
#include <algorithm>
#include <cstring>
#include <vector>

struct MemoryBudget {
  double rate;
};
double dt = 0.02, weights[3] = {0.25, 0.5, 0.25};
MemoryBudget limits = {0.1};
int type_error(const MemoryBudget *, const char *type);

#define OPS_2D
#include "ops.hpp"

#include "recording_kernels.h"
#include "run.hpp"

int type_error(const MemoryBudget *, const char *type) { return std::strcmp(type, "Limits"); }

namespace {

constexpr int N = 8;
using faults::is;

struct World {
  int size[2] = {N, N}, base[2] = {0, 0}, d_m[2] = {-1, -1}, d_p[2] = {1, 1}, all[4] = {0, N, 0, N}, whole[4] = {-1, N + 1, -1, N + 1};
  int point[2] = {0, 0}, five[10] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, row[6] = {0, 0, 1, 0, -1, 0}, before[2] = {-1, 0};
  std::vector<double> values = std::vector<double>((N + 2) * (N + 2), 0.7), inside = std::vector<double>(N * N, 0.3), gradient = inside;
  double one = 1.0, value = 0.0, factor = 0.5;
  OPS_instance *instance = OPS_instance::getOPSInstance();
  ops_block block = ops_decl_block(2, "block"), other = ops_decl_block(2, "other");
  ops_stencil S00 = ops_decl_stencil(2, 1, point, "00"), S5 = ops_decl_stencil(2, 5, five, "5"), S3 = ops_decl_stencil(2, 3, row, "3");
  ops_stencil SB = ops_decl_stencil(2, 1, before, "before");
  ops_dat u = declare("u"), v = declare("v"), w = declare("w"), f = declare("f"), spare = declare("spare");
  ops_dat p = is("passive-dataset") || is("passive-twice") ? passive("p") : declare("p"), q = passive("q"), fixed = passive("fixed");
  ops_dat n = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<int *>(nullptr), "int", "n");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"), norm = ops_decl_reduction_handle(sizeof(double), "double", "norm");
  ops_dat z = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<complexd *>(nullptr), "complexd", "z");
  ops_dat h = ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<half *>(nullptr), "half", "h");
  ops_reduction votes = ops_decl_reduction_handle(sizeof(complexd), "complexd", "votes");
  ops_scalar scale = ops_decl_scalar("scale", &factor, 1);
  ops_halo_group wrap, aside;

  World() {
    int strip[] = {N, 1}, last[] = {0, N - 1}, ghost[] = {0, -1}, straight[] = {1, 2};
    ops_halo halos[] = {ops_decl_halo(w, w, strip, last, ghost, straight, straight)};
    ops_halo away[] = {ops_decl_halo(v, q, size, base, base, straight, straight)};
    wrap = ops_decl_halo_group(1, halos);
    aside = ops_decl_halo_group(1, away);
    ops_decl_const("dt", 1, "double", &dt);
    ops_decl_const("weights", 3, "double", weights);
    ops_decl_const("limits", 1, "Limits", &limits);
    ops_partition("");
    ops_randomgen_init(7, 0);
  }

  ops_dat declare(const char *name) { return ops_decl_dat(block, 1, size, base, d_m, d_p, values.data(), "double", name); }
  ops_dat passive(const char *name) { return ops_decl_dat_passive(block, 1, size, base, d_m, d_p, values.data(), "double", name); }
  char *bytes(std::vector<double> &data) { return reinterpret_cast<char *>(data.data()); }
  void fetch(ops_dat dat) { ops_dat_fetch_derivative(dat, bytes(gradient)); }  // here: questions

  void step();
  void middle();
  void constants();
  void detour();
  void hidden();
  void inputs();
  void loops();
  void objective();
  void seeds();
  void questions();
  void run();
};

/// From u to v, by a constant that changes and a value passed in.
void World::step() {
  double by = factor;
  ops_par_loop(advance, "advance", block, 2, all, ops_arg_dat(u, 1, S5, "double", OPS_READ), ops_arg_dat(f, 1, S00, "double", OPS_READ),
               ops_arg_dat(v, 1, S00, "double", OPS_WRITE), ops_arg_gbl(&by, 1, "double", OPS_READ));
  by = 0.25;
  dt = 0.03;
  if (!is("constant")) ops_update_const("dt", 1, "double", &dt);
  if (is("constant-of-result")) constants();
  // here: constant
  ops_par_loop(advance, "again", block, 2, all, ops_arg_dat(v, 1, S5, "double", OPS_READ), ops_arg_dat(f, 1, S00, "double", OPS_READ),
               ops_arg_dat(w, 1, S00, "double", OPS_WRITE), ops_arg_gbl(&by, 1, "double", OPS_READ));
  if (is("gbl-of-result")) constants();
  ops_halo_transfer(wrap);
  weights[1] = 0.6;
  if (!is("constant-element")) ops_update_const("weights", 3, "double", weights);
  // here: constant-element
  ops_par_loop(smooth, "smooth", block, 2, all, ops_arg_dat(w, 1, S3, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
  limits.rate = 0.2;
  if (!is("constant-member")) ops_update_const("limits", 1, "Limits", &limits);
  if (is("scalar-sampled")) ops_sample(scale, f, {{1, 1}});  // here: scalar-sampled
  ops_par_loop(multiply, "multiply", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_RW), ops_arg_scalar(scale, 1, "double", OPS_READ));
  ops_par_loop(damp, "damp", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_RW));  // here: constant-member
}

/// A result of a reduction comes back by way of the host.
void World::constants() {
  double result = 0.0;
  ops_par_loop(energy, "size", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_reduce(norm, 1, "double", OPS_INC));
  ops_reduction_result(norm, &result);
  if (is("constant-of-result")) {
    dt = result;
    ops_update_const("dt", 1, "double", &dt);
    // here: constant-of-result
    ops_par_loop(advance, "by_result", block, 2, all, ops_arg_dat(v, 1, S5, "double", OPS_READ), ops_arg_dat(f, 1, S00, "double", OPS_READ),
                 ops_arg_dat(w, 1, S00, "double", OPS_WRITE), ops_arg_gbl(&factor, 1, "double", OPS_READ));
  } else {
    // here: gbl-of-result
    ops_par_loop(advance, "given_result", block, 2, all, ops_arg_dat(v, 1, S5, "double", OPS_READ), ops_arg_dat(f, 1, S00, "double", OPS_READ),
                 ops_arg_dat(w, 1, S00, "double", OPS_WRITE), ops_arg_gbl(&result, 1, "double", OPS_READ));
  }
}

/// v += 0.1 v^2, by way of p.
void World::middle() {
  const ops_dat from = v;
  if (is("passive-loop"))
    // here: passive-loop
    ops_par_loop_passive(pressure, "pressure", block, 2, all, ops_arg_dat(from, 1, S00, "double", OPS_READ),
                         ops_arg_dat(p, 1, S00, "double", OPS_WRITE));
  else
    // here: passive-dataset, passive-twice
    ops_par_loop(pressure, "pressure", block, 2, all, ops_arg_dat(from, 1, S00, "double", OPS_READ), ops_arg_dat(p, 1, S00, "double", OPS_WRITE));
  detour();
  ops_par_loop(force, "force", block, 2, all, ops_arg_dat(p, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_INC));
}

/// Numbers that come from v by way of types that have no derivatives.
void World::hidden() {
  const bool as_complex = is("gbl-of-complex-data"), as_half = is("gbl-of-half-data");
  if (!as_complex && !as_half && !is("gbl-of-complex-result")) return;
  double number = 0.0;
  if (as_complex) {
    std::vector<complexd> values((N + 2) * (N + 2));
    ops_par_loop(to_complex, "to_complex", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_dat(z, 1, S00, "complexd", OPS_WRITE));
    ops_dat_fetch_all(z, reinterpret_cast<char *>(values.data()));
    for (const complexd &value : values) number += 0.001 * value.real();
  }
  if (as_half) {
    std::vector<half> values(N * N);
    ops_par_loop_passive(to_half, "to_half", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_dat(h, 1, S00, "half", OPS_WRITE));
    ops_dat_fetch_data(h, 0, reinterpret_cast<char *>(values.data()));
    for (const half value : values) number += 0.001 * static_cast<float>(value);
  }
  if (is("gbl-of-complex-result")) {
    complexd total;
    ops_par_loop(complex_sum, "complex_sum", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_reduce(votes, 1, "complexd", OPS_INC));
    ops_reduction_result(votes, &total);
    number = 0.001 * total.real();
  }
  // here: gbl-of-complex-data, gbl-of-half-data, gbl-of-complex-result
  ops_par_loop(multiply, "by_hidden", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_RW), ops_arg_gbl(&number, 1, "double", OPS_READ));
}

void World::detour() {
  if (is("host-detour")) {
    ops_dat_fetch_data(v, 0, bytes(inside));
    for (double &x : inside) x *= x;
    ops_dat_set_data(spare, 0, bytes(inside));  // here: host-detour
    ops_par_loop(force, "back", block, 2, all, ops_arg_dat(spare, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_INC));
  }
  if (is("data-of-result") || is("data-declared")) {
    double result = 0.0;
    ops_par_loop(energy, "size", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_reduce(norm, 1, "double", OPS_INC));
    ops_reduction_result(norm, &result);
    std::ranges::fill(inside, 0.1 / (1.0 + result));
    ops_dat_set_data(spare, 0, bytes(inside));  // here: data-of-result
    if (is("data-declared")) ops_ad_constant(spare);
    ops_par_loop(force, "back", block, 2, all, ops_arg_dat(spare, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_INC));
  }
  if (is("declared-of-result") || is("declared-of-nothing")) {
    double result = 0.0;
    ops_par_loop(energy, "size", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_reduce(norm, 1, "double", OPS_INC));
    if (is("declared-of-result")) ops_reduction_result(norm, &result);
    std::ranges::fill(values, 0.1 / (1.0 + result));
    ops_dat fresh = ops_decl_dat(block, 1, size, base, d_m, d_p, values.data(), "double", "fresh");  // here: declared-of-result
    ops_par_loop(force, "back", block, 2, all, ops_arg_dat(fresh, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_INC));
  }
  if (is("passive-twice")) {
    ops_par_loop(move, "there", block, 2, all, ops_arg_dat(p, 1, S00, "double", OPS_READ), ops_arg_dat(q, 1, S00, "double", OPS_WRITE));
    ops_par_loop(force, "back", block, 2, all, ops_arg_dat(q, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_INC));
  }
  hidden();
  if (is("passive-halo")) ops_halo_transfer(aside);  // here: passive-halo
  if (is("passive-copy")) ops_dat_deep_copy(q, v);   // here: passive-copy
  if (is("passive-halo") || is("passive-copy"))
    ops_par_loop(force, "back", block, 2, all, ops_arg_dat(q, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_INC));
}

/// What may happen to inputs once they are used.
void World::inputs() {
  int part[] = {0, 2, 0, 2};
  if (is("set-data")) ops_dat_set_data(f, 0, bytes(inside));                                        // here: set-data
  if (is("set-slab")) ops_dat_set_data_slab_memspace(f, 0, bytes(inside), part, OPS_HOST);          // here: set-slab
  if (is("random-fill")) ops_fill_random_uniform(f);                                                // here: random-fill
  if (is("copy-over")) ops_dat_deep_copy(u, fixed);                                                 // here: copy-over
  if (is("raw-write") || is("raw-read-write")) {
    ops_memspace space = OPS_HOST;
    reinterpret_cast<double *>(ops_dat_get_raw_pointer(f, 0, S00, &space))[1] += 0.5;
    ops_dat_release_raw_data(f, 0, is("raw-write") ? OPS_WRITE : OPS_RW);  // here: raw-write, raw-read-write
  }
  if (is("member-write")) reinterpret_cast<double *>(f->data)[N + 5] = 0.5;  // here: member-write
  if (is("stale-pointer")) {
    ops_memspace space = OPS_HOST;
    auto *kept = reinterpret_cast<double *>(ops_dat_get_raw_pointer(f, 0, S00, &space));
    ops_dat_release_raw_data(f, 0, OPS_READ);
    kept[1] = 0.5;  // here: stale-pointer
  }
  // here: filled-again
  if (is("filled-again")) ops_par_loop(start, "start", block, 2, whole, ops_arg_dat(u, 1, S00, "double", OPS_WRITE), ops_arg_idx());
  if (is("passive-overwrite"))
    ops_par_loop_passive(start, "start", block, 2, all, ops_arg_dat(f, 1, S00, "double", OPS_WRITE), ops_arg_idx());  // here: passive-overwrite
  if (is("scalar-write")) {
    double *at = scale->get_raw_pointer<double>();
    *at = 3.0;
    scale->release_raw_pointer(at, OPS_WRITE);  // here: scalar-write
  }
}

/// Loops that cannot be right.
void World::loops() {
  int out[] = {0, N + 2, 0, N}, edge[] = {-1, N, 0, N};
  if (is("range-beyond-halo"))
    // here: range-beyond-halo
    ops_par_loop(move, "move", block, 2, out, ops_arg_dat(u, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
  if (is("reads-beyond-halo"))
    // here: reads-beyond-halo
    ops_par_loop(smooth, "smooth", block, 2, edge, ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
  if (is("points-in-order"))
    ops_par_loop(chain, "chain", block, 2, all, ops_arg_dat(v, 1, SB, "double", OPS_RW));  // here: points-in-order
  if (is("other-block"))
    // here: other-block
    ops_par_loop(move, "move", other, 2, all, ops_arg_dat(u, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
  if (is("pointer-out")) {
    ops_memspace space = OPS_HOST;
    ops_dat_get_raw_pointer(u, 0, S00, &space);
    // here: pointer-out
    ops_par_loop(move, "move", block, 2, all, ops_arg_dat(u, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
  }
  if (is("freed")) {
    ops_free_dat(spare);
    // here: freed
    ops_par_loop(move, "move", block, 2, all, ops_arg_dat(spare, 1, S00, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
  }
  if (is("caught-error")) {
    try {
      ops_par_loop(smooth, "caught", block, 2, edge, ops_arg_dat(u, 1, S3, "double", OPS_READ), ops_arg_dat(v, 1, S00, "double", OPS_WRITE));
    } catch (const OPSException &) {
    }
  }
  if (is("result-of-nothing")) ops_reduction_result(norm, &value);  // here: result-of-nothing
}

void World::objective() {
  if (is("passive-sum"))
    // here: passive-sum
    ops_par_loop_passive(energy, "more", block, 2, all, ops_arg_dat(w, 1, S00, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
  ops_par_loop(energy, "energy", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC));
}

void World::seeds() {
  const bool other_way = is("unseeded") || is("twice-later") || is("seeded-late") || is("seed-of-unread") || is("wrong-seed-type");
  if (is("seeded-between") || is("objective-between")) {
    ops_reduction_result(sum, &value);  // here: seeded-between, objective-between
    *ops_reduction_get_derivative<double>(sum) = 1.0;
    objective();
    if (is("seeded-between")) ops_reduction_result(sum, &value);
    else sum->get_result(&value, &one);
    return;
  }
  if (is("seed-of-unread")) *ops_reduction_get_derivative<double>(sum) = 1.0;
  if (is("twice-later")) *ops_reduction_get_derivative<double>(sum) = 2.0;
  if (is("seed-of-unread")) return;
  if (other_way)
    ops_reduction_result(sum, &value);  // here: twice-later
  else
    sum->get_result(&value, &one);  // here: twice-handle
  if (is("twice-later")) *ops_reduction_get_derivative<double>(sum) = 3.0;
  if (is("twice-handle")) *ops_reduction_get_derivative<double>(sum) = 2.0;
  if (is("wrong-seed-type")) *ops_reduction_get_derivative<float>(sum) = 1.0f;  // here: wrong-seed-type
  if (is("seeded-late")) {
    objective();
    *ops_reduction_get_derivative<double>(sum) = 1.0;
  }
  if (is("dataset-twice")) {
    ops_dat_set_derivative(v, bytes(inside));
    ops_dat_set_derivative(v, bytes(values));  // here: dataset-twice
  }
  if (is("passive-seed")) ops_dat_set_derivative(fixed, bytes(inside));     // here: passive-seed
  if (is("pointer-to-derivative")) ops_dat_derivative_get_raw_pointer(u, S00, nullptr);
  if (is("too-early")) fetch(u);
  if (is("nothing-recorded")) ops_ad_reset(instance);
}

/// Derivatives of what has none, or not this one any more.
void World::questions() {
  const auto record_more = [&] {
    // here: later
    ops_par_loop(move, "later", block, 2, all, ops_arg_dat(f, 1, S00, "double", OPS_READ), ops_arg_dat(w, 1, S00, "double", OPS_WRITE));
  };
  if (is("of-intermediate")) fetch(w);
  if (is("of-unused")) fetch(spare);
  if (is("scalar-sampled")) ops_scalar_get_derivative(scale);
  if (is("of-passive")) fetch(fixed);
  if (is("of-integers")) fetch(n);
  if (is("of-freed")) {
    ops_free_dat(spare);
    fetch(spare);
  }
  if (is("forgotten")) {
    ops_ad_reset(instance);
    fetch(u);
  }
  if (is("stale")) {
    record_more();
    fetch(u);
  }
  if (is("stale-dataset")) {
    const ops_dat g = ops_get_derivative_as_ops_dat(u);
    record_more();
    // here: stale-dataset
    ops_par_loop_passive(move, "use", block, 2, all, ops_arg_dat(g, 1, S00, "double", OPS_READ), ops_arg_dat(q, 1, S00, "double", OPS_WRITE));
  }
}

/// Twice, as in an optimisation.
void World::run() {
  for (int round = 0; round < 2; ++round) {
    dt = 0.02;
    ops_update_const("dt", 1, "double", &dt);
    ops_par_loop(start, "fill", block, 2, whole, ops_arg_dat(u, 1, S00, "double", OPS_WRITE), ops_arg_idx());
    step();
    middle();
    inputs();
    loops();
    ops_par_loop(round_off, "round_off", block, 2, all, ops_arg_dat(v, 1, S00, "double", OPS_READ), ops_arg_dat(n, 1, S00, "int", OPS_WRITE));
    objective();
    seeds();
    ops_interpret_adjoints(instance);  // here: interpret
    fetch(u);
    fetch(f);
    questions();
    if (!is("no-reset")) ops_ad_reset(instance);
  }
}

}  // namespace

int main(int argc, char **argv) { return faults::run_each<World>(argc, argv, [] {
    dt = 0.02;
    weights[1] = 0.5;
    limits.rate = 0.1;
  }); }
