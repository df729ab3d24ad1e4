// tests/adjoint/events.cpp: what is no loop, between loops: constants that change, values passed in that change, values
// set from outside, transfers between two blocks with turned and flipped axes in three dimensions. The gradient goes by
// what each loop saw, whatever the program does to all of that afterwards. Exit status 0 if so.
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

double rate = 0.1, shape[2] = {1.0, 0.5};

#define OPS_3D
#include "ops.hpp"

#include "events_kernels.h"

namespace {

constexpr int N = 5, CELLS = (N + 2) * (N + 2) * (N + 2);

struct Part {
  ops_block block;
  ops_dat in, u, v, c;
};

class Events {
 public:
  Events() {
    int around[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1}, centre[] = {0, 0, 0};
    here = ops_decl_stencil(3, 1, centre, "here");
    near = ops_decl_stencil(3, 5, around, "near");
    for (Part& p : parts) declare(p, &p == parts ? "left" : "right");
    int face[] = {1, N, N}, last[] = {N - 1, 0, 0}, top[] = {0, 0, N - 1}, below[] = {0, 0, -1}, side[] = {0, -1, 0};
    int straight[] = {1, 2, 3}, turned[] = {2, -3, 1}, flipped[] = {-3, 1, 2};
    ops_halo there[] = {ops_decl_halo(parts[0].v, parts[1].v, face, last, below, straight, turned)};
    ops_halo back[] = {ops_decl_halo(parts[1].u, parts[0].u, face, last, side, straight, flipped),
                       ops_decl_halo(parts[1].u, parts[1].u, face, top, side, turned, flipped)};
    forth = ops_decl_halo_group(1, there);
    return_way = ops_decl_halo_group(2, back);
    sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
    ops_decl_const("rate", 1, "double", &rate);
    ops_decl_const("shape", 2, "double", shape);
    ops_partition("");
  }

  /// The program: from the inputs of both blocks to the objective.
  double run() {
    double by[] = {0.3, 0.2, 0.1}, value = 0;
    for (Part& p : parts)
      ops_par_loop(begin, "begin", p.block, 3, whole, ops_arg_dat(p.in, 1, here, "double", OPS_READ),
                   ops_arg_dat(p.u, 1, here, "double", OPS_WRITE), ops_arg_dat(p.v, 1, here, "double", OPS_WRITE));
    change(0.1, 0.5, 1.0);
    advance(parts[0].u, parts[0], parts[0].v, by);
    ops_halo_transfer(forth);
    by[0] = -0.4;
    change(0.25, -0.5, 2.0);
    advance(parts[1].v, parts[1], parts[1].u, by);
    ops_halo_transfer(return_way);
    by[2] = 0.6;
    change(0.3, 0.75, 0.5);
    for (Part& p : parts) advance(p.u, p, p.v, by);
    for (Part& p : parts)
      ops_par_loop(objective, "objective", p.block, 3, inner, ops_arg_dat(p.v, 1, here, "double", OPS_READ),
                   ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_gbl(by, 3, "double", OPS_READ));
    by[1] = 77.0;
    ops_reduction_result(sum, &value);
    return value;
  }

  bool gradient_is_right() {
    bool right = true;
    for (ops_dat dat : {parts[0].in, parts[1].in}) {
      const ops_ad_taylor_result r =
          ops_ad_taylor_test(OPS_instance::getOPSInstance(), {dat}, [this] { return run(); }, sum);
      std::printf("%s: %s\n", dat->name, r.verdict.c_str());
      right = right && r.passed;
    }
    run();
    const ops_ad_dot_result r = ops_ad_dot_test(OPS_instance::getOPSInstance(), {parts[0].in, parts[1].in});
    std::printf("tangent and adjoint: %s\n", r.verdict.c_str());
    ops_ad_reset(OPS_instance::getOPSInstance());
    return right && r.passed;
  }

  /// Every derivative after the program, and after it has changed everything once more.
  std::vector<double> gradient(bool disturbed) {
    run();
    if (disturbed) {
      change(9.0, 9.0, 9.0);
      for (Part& p : parts) poke(p.v);
    }
    *ops_reduction_get_derivative<double>(sum) = 1.0;
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    std::vector<double> all, one(N * N * N);
    for (ops_dat dat : {parts[0].in, parts[1].in}) {
      ops_dat_fetch_derivative(dat, reinterpret_cast<char*>(one.data()));
      all.insert(all.end(), one.begin(), one.end());
    }
    ops_ad_reset(OPS_instance::getOPSInstance());
    return all;
  }

 private:
  void declare(Part& p, const char* name) {
    int size[] = {N, N, N}, base[] = {0, 0, 0}, d_m[] = {-1, -1, -1}, d_p[] = {1, 1, 1};
    std::vector<double> data(CELLS);
    for (std::size_t k = 0; k < data.size(); ++k) data[k] = 0.3 + 0.05 * static_cast<double>((7 * k) % 11);
    p.block = ops_decl_block(3, name);
    p.in = ops_decl_dat(p.block, 1, size, base, d_m, d_p, data.data(), "double", (std::string(name) + ".in").c_str());
    p.u = ops_decl_dat(p.block, 1, size, base, d_m, d_p, data.data(), "double", "u");
    p.v = ops_decl_dat(p.block, 1, size, base, d_m, d_p, data.data(), "double", "v");
    p.c = ops_decl_dat_passive(p.block, 1, size, base, d_m, d_p, data.data(), "double", "c");
  }

  /// Constants, and the coefficient from outside of loops.
  void change(double new_rate, double new_shape, double c) {
    rate = new_rate;
    shape[1] = new_shape;
    ops_update_const("rate", 1, "double", &rate);
    ops_update_const("shape", 2, "double", shape);
    std::vector<double> data(N * N * N, c);
    for (Part& p : parts) ops_dat_set_data(p.c, 0, reinterpret_cast<char*>(data.data()));
  }

  void poke(ops_dat dat) {
    ops_memspace space = OPS_HOST;
    *reinterpret_cast<double*>(ops_dat_get_raw_pointer(dat, 0, here, &space)) = 100.0;
    ops_dat_release_raw_data(dat, 0, OPS_RW);
  }

  void advance(ops_dat from, Part& p, ops_dat to, double* by) {
    ops_par_loop(spread, "spread", p.block, 3, inner, ops_arg_dat(from, 1, near, "double", OPS_READ),
                 ops_arg_dat(p.c, 1, here, "double", OPS_READ), ops_arg_dat(to, 1, here, "double", OPS_WRITE),
                 ops_arg_gbl(by, 3, "double", OPS_READ));
  }

  int inner[6] = {0, N, 0, N, 0, N}, whole[6] = {-1, N + 1, -1, N + 1, -1, N + 1};
  Part parts[2];
  ops_reduction sum;
  ops_halo_group forth, return_way;
  ops_stencil here, near;
};

}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  bool right = false;
  {
    Events events;
    right = events.gradient_is_right();
    const std::vector<double> clean = events.gradient(false), disturbed = events.gradient(true);
    const bool same = std::memcmp(clean.data(), disturbed.data(), clean.size() * sizeof(double)) == 0;
    if (!same) std::printf("FAILED: what came after the recording changed the gradient\n");
    right = right && same;
  }
  std::printf("%s\n", right ? "PASSED" : "FAILED");
  ops_exit();
  return right ? 0 : 1;
}
