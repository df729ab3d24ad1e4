// tests/backends/checked_halos.cpp: small programs with halo transfers, right ones and wrong ones; the command line names which one runs.
// Target checked names the wrong ones (checked_halos_test.py): lines that a message must name bear "here: <program>".
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#define OPS_2D
#include "ops.hpp"

namespace {

constexpr int N = 6;

void fill(ACC<double>& u, const int* index) { u(0, 0) = 1.0 + 0.1 * index[0] * index[0] + 0.01 * index[1] * index[1] * index[1]; }
void fill_more(ACC<double>& u, const int* index) { u(0, 0) = 2.0 + 0.3 * index[0] * index[0] + 0.02 * index[1]; }
void diffuse(const ACC<double>& u, ACC<double>& next) { next(0, 0) = 0.25 * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1)) + 0.001 * u(0, 0); }
void leap(const ACC<double>& u, const ACC<double>& old, ACC<double>& next) { next(0, 0) = 0.3 * (u(1, 0) + u(-1, 0)) - 0.1 * old(0, 0); }
void flux(const ACC<double>& u, ACC<double>& f) { f(0, 0) = u(1, 0) - 2.0 * u(0, 0) + u(-1, 0); }
void add(const ACC<double>& u, const ACC<double>& f, ACC<double>& next) { next(0, 0) = u(0, 0) + 0.1 * f(0, 0); }
void grow(ACC<double>& u) { u(0, 0) = 1.5 * u(0, 0) + 0.1; }
void corners(const ACC<double>& u, ACC<double>& next) { next(0, 0) = 0.25 * (u(1, 1) + u(-1, -1) + u(1, -1) + u(-1, 1)); }
void wall(ACC<double>& u) { u(0, 0) = 7.0; }
void inwards(ACC<double>& u) { u(1, 0) = 0.5 * u(-1, 0); }
void upwind(const ACC<double>& u, const int* index, ACC<double>& next) {
  if (index[0] > 0)
    next(0, 0) = u(-1, 0);
  else
    next(0, 0) = u(0, 0);
}

/// One square of N x N cells with halos of two, periodic along both axes.
struct Square {
  ops_block block;
  int size[2] = {N, N}, base[2] = {0, 0}, low[2] = {-2, -2}, high[2] = {2, 2};
  double* zeros = nullptr;
  explicit Square(const char* name) : block(ops_decl_block(2, name)) {}
  ops_dat declare(const char* name) { return ops_decl_dat(block, 1, size, base, low, high, zeros, "double", name); }
};

ops_halo strip(ops_dat from, ops_dat to, std::vector<int> extent, std::vector<int> source, std::vector<int> target) {
  int axes[2] = {1, 2};
  return ops_decl_halo(from, to, extent.data(), source.data(), target.data(), axes, axes);
}
std::vector<ops_halo> along_x(ops_dat from, ops_dat to, int depth = 1) {
  return {strip(from, to, {depth, N}, {N - depth, 0}, {-depth, 0}), strip(from, to, {depth, N}, {0, 0}, {N, 0})};
}
/// With the halos along x, so that corners are filled second.
std::vector<ops_halo> along_y(ops_dat from, ops_dat to) {
  return {strip(from, to, {N + 2, 1}, {-1, N - 1}, {-1, -1}), strip(from, to, {N + 2, 1}, {-1, 0}, {-1, N})};
}
ops_halo_group group_of(std::vector<ops_halo> halos, ops::Where where = ops::Where::current()) {
  return ops_decl_halo_group(static_cast<int>(halos.size()), halos.data(), where);
}
std::vector<ops_halo> operator+(std::vector<ops_halo> a, const std::vector<ops_halo>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct World {
  Square square{"square"}, second{"second"};
  int centre[2] = {0, 0}, five[10] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, nine[8] = {1, 1, -1, -1, 1, -1, -1, 1};
  ops_stencil point = ops_decl_stencil(2, 1, centre, "point"), cross = ops_decl_stencil(2, 5, five, "cross"), diagonal = ops_decl_stencil(2, 4, nine, "diagonal");
  ops_dat u = square.declare("u"), next = square.declare("next"), old = square.declare("old"), f = square.declare("f");
  ops_dat v = second.declare("v"), next_v = second.declare("next_v");
  ops_halo_group of_u = nullptr, of_next = nullptr, of_old = nullptr, of_y = nullptr;
  int inside[4] = {0, N, 0, N}, whole[4] = {-2, N + 2, -2, N + 2}, wider[4] = {-1, N + 1, 0, N}, right[4] = {1, N - 1, 1, N - 1};
  int left_halo[4] = {-1, 0, 0, N}, right_halo[4] = {N, N + 1, 0, N};

  void periodic() { of_u = group_of(along_x(u, u) + along_y(u, u)); }  // here: group u
  void periodic_next() { of_next = group_of(along_x(next, next) + along_y(next, next)); }  // here: group next
  void begin(const int* range) {
    ops_partition("");
    start(u, range);
  }
  void start(ops_dat dat, const int* range) {
    ops_par_loop(fill, "fill", dat->block, 2, range, ops_arg_dat(dat, 1, point, "double", OPS_WRITE), ops_arg_idx());  // here: fill
  }
  void step() { step(square.block, u, next, inside); }
  void step(ops_block block, ops_dat from, ops_dat to, const int* range) {
    ops_par_loop(diffuse, "diffuse", block, 2, range, ops_arg_dat(from, 1, cross, "double", OPS_READ), ops_arg_dat(to, 1, point, "double", OPS_WRITE));  // here: diffuse
  }
  void grow_all(ops_dat dat) { ops_par_loop(grow, "grow", dat->block, 2, inside, ops_arg_dat(dat, 1, point, "double", OPS_RW)); }  // here: grow
  void walls() {
    for (const int* range : {left_halo, right_halo}) ops_par_loop(wall, "wall", square.block, 2, range, ops_arg_dat(u, 1, point, "double", OPS_WRITE));
  }
};

using Program = void (*)(World&);

// Both are exchanged, or neither is.
void swap_both(World& w) {
  w.periodic(), w.periodic_next(), w.begin(w.inside);
  for (int step = 0; step < 5; ++step, std::swap(w.u, w.next), std::swap(w.of_u, w.of_next)) ops_halo_transfer(w.of_u), w.step();
}
void swap_without_groups(World& w) {
  w.periodic(), w.periodic_next(), w.begin(w.inside);
  for (int step = 0; step < 5; ++step, std::swap(w.u, w.next)) ops_halo_transfer(w.of_u), w.step();
}
void swap_after_both_were_transferred(World& w) {
  w.periodic(), w.periodic_next(), w.begin(w.inside);
  w.start(w.next, w.inside);
  ops_halo_transfer(w.of_next);
  for (int step = 0; step < 5; ++step, std::swap(w.u, w.next)) ops_halo_transfer(w.of_u), w.step();
}
void swap_with_one_group(World& w) {
  w.periodic(), w.begin(w.inside);
  for (int step = 0; step < 5; ++step, std::swap(w.u, w.next)) ops_halo_transfer(w.of_u), w.step();
}
void swap_with_one_group_filled(World& w) {
  w.periodic(), w.begin(w.whole);
  w.start(w.next, w.whole);
  for (int step = 0; step < 5; ++step, std::swap(w.u, w.next)) ops_halo_transfer(w.of_u), w.step();
}
void swap_in_two_loops(World& w) {
  w.periodic(), w.begin(w.inside);
  for (int step = 0; step < 6; ++step, std::swap(w.u, w.next)) {
    ops_halo_transfer(w.of_u);
    ops_par_loop(flux, "flux", w.square.block, 2, w.inside, ops_arg_dat(w.u, 1, w.cross, "double", OPS_READ), ops_arg_dat(w.f, 1, w.point, "double", OPS_WRITE));  // here: flux
    ops_par_loop(add, "add", w.square.block, 2, w.inside, ops_arg_dat(w.u, 1, w.point, "double", OPS_READ), ops_arg_dat(w.f, 1, w.point, "double", OPS_READ),  // here: add
                 ops_arg_dat(w.next, 1, w.point, "double", OPS_WRITE));
  }
}
void leap_all(World& w, bool groups) {
  w.periodic();
  if (groups) w.periodic_next(), w.of_old = group_of(along_x(w.old, w.old));
  w.begin(w.inside);
  w.start(w.old, w.inside);
  for (int step = 0; step < 6; ++step) {
    ops_halo_transfer(w.of_u);
    ops_par_loop(leap, "leap", w.square.block, 2, w.inside, ops_arg_dat(w.u, 1, w.cross, "double", OPS_READ), ops_arg_dat(w.old, 1, w.point, "double", OPS_READ),  // here: leap
                 ops_arg_dat(w.next, 1, w.point, "double", OPS_WRITE));
    const ops_dat oldest = w.old;
    w.old = w.u, w.u = w.next, w.next = oldest;
    if (!groups) continue;
    const ops_halo_group group = w.of_old;
    w.of_old = w.of_u, w.of_u = w.of_next, w.of_next = group;
  }
}
void leap_with_groups(World& w) { leap_all(w, true); }
void leap_without_groups(World& w) { leap_all(w, false); }

// One dataset, transfers at other times.
void left_out(World& w) {
  w.periodic(), w.begin(w.inside);
  for (int step = 0; step < 3; ++step) {
    if (step == 0) ops_halo_transfer(w.of_u);
    w.step(), w.grow_all(w.u);
  }
}
/// Reads the halo from the first cells inside, and writes their neighbours.
void from_the_edge(World& w, bool transfer) {
  int edge[] = {0, 1, 0, N};
  w.periodic(), w.begin(w.inside);
  ops_halo_transfer(w.of_u), w.grow_all(w.u);
  if (transfer) ops_halo_transfer(w.of_u);
  ops_par_loop(inwards, "inwards", w.square.block, 2, edge, ops_arg_dat(w.u, 1, w.cross, "double", OPS_RW));  // here: inwards
}
void edge_after_a_transfer(World& w) { from_the_edge(w, true); }
void edge_too_early(World& w) { from_the_edge(w, false); }
void never(World& w) {
  w.periodic(), w.begin(w.inside);
  w.step();
}
void never_but_filled(World& w) {
  w.periodic(), w.begin(w.whole);
  w.step(), w.grow_all(w.u), w.step();
}
void transferred(World& w) {
  w.periodic(), w.begin(w.whole);
  for (int step = 0; step < 3; ++step) ops_halo_transfer(w.of_u), w.step(), w.grow_all(w.u);
}
void lag(World& w, bool declared) {
  w.periodic();
  if (declared) ops_halo_lagged(w.of_u);
  w.begin(w.inside);
  for (int step = 0; step < 5; ++step) {
    if (step % 2 == 0) ops_halo_transfer(w.of_u);
    w.step(), w.grow_all(w.u);
  }
}
void lagged(World& w) { lag(w, true); }
void lagged_by_accident(World& w) { lag(w, false); }
void unchanged(World& w) {
  w.periodic(), w.begin(w.inside);
  ops_halo_transfer(w.of_u);
  w.step(), w.step();
  w.start(w.u, w.inside);  // the same values again
  w.step();
}

// Cells that are no transfer's, or not read.
void walls_instead(World& w) {
  w.of_u = group_of(along_x(w.u, w.u)), w.begin(w.inside);
  ops_halo_transfer(w.of_u);
  w.walls(), w.grow_all(w.u), w.step();
}
void declared_walls(World& w) {
  w.begin(w.inside);
  for (int step = 0; step < 3; ++step, std::swap(w.u, w.next)) w.step();
}
void wide_halos(World& w) {
  ops_halo_group deep = group_of(along_x(w.u, w.u, 2)), deep_next = group_of(along_x(w.next, w.next, 2));
  w.begin(w.inside);
  for (int step = 0; step < 3; ++step) {
    ops_halo_transfer(deep);
    w.step(w.square.block, w.u, w.next, w.wider), w.step(w.square.block, w.next, w.u, w.inside);
  }
  static_cast<void>(deep_next);
}
void inner_part(World& w) {
  w.periodic(), w.begin(w.inside);
  ops_halo_transfer(w.of_u);
  w.grow_all(w.u), w.step(w.square.block, w.u, w.next, w.right);
}
void guarded(World& w) {
  w.periodic(), w.begin(w.inside);
  ops_halo_transfer(w.of_u);
  w.grow_all(w.u);
  ops_par_loop(upwind, "upwind", w.square.block, 2, w.inside, ops_arg_dat(w.u, 1, w.cross, "double", OPS_READ), ops_arg_idx(), ops_arg_dat(w.next, 1, w.point, "double", OPS_WRITE));
}

// From outside.
void by_pointer(World& w) {
  w.periodic(), w.begin(w.inside);
  ops_halo_transfer(w.of_u);
  w.grow_all(w.u);
  ops_memspace space = OPS_HOST;
  ops_dat_get_raw_pointer(w.u, 0, w.point, &space);
  ops_dat_release_raw_data(w.u, 0, OPS_RW);
  w.step();
}
void by_data(World& w) {
  std::vector<double> values(N * N);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.5 * static_cast<double>(i);
  w.periodic(), w.begin(w.inside);
  ops_halo_transfer(w.of_u);
  ops_dat_set_data(w.u, 0, reinterpret_cast<char*>(values.data()));  // here: set
  w.step();
}
void copied(World& w) {
  w.periodic(), w.begin(w.inside);
  for (int step = 0; step < 3; ++step) ops_halo_transfer(w.of_u), w.step(), ops_dat_deep_copy(w.u, w.next);
  ops_halo_transfer(w.of_u);
  ops_dat_deep_copy(w.next, w.u);
  w.grow_all(w.u);
  w.step(w.square.block, w.next, w.f, w.inside);
}
void copied_without_transfer(World& w) {
  w.periodic(), w.begin(w.inside);
  for (int step = 0; step < 2; ++step) {
    if (step == 0) ops_halo_transfer(w.of_u);
    w.step(), ops_dat_deep_copy(w.u, w.next);
  }
}

// Several groups, several blocks.
void corner(World& w, bool in_order) {
  w.of_u = group_of(along_x(w.u, w.u)), w.of_y = group_of(along_y(w.u, w.u));  // here: group y
  w.begin(w.inside);
  for (int step = 0; step < 2; ++step) {
    for (const bool y : {!in_order, in_order}) ops_halo_transfer(y ? w.of_y : w.of_u);
    ops_par_loop(corners, "corners", w.square.block, 2, w.inside, ops_arg_dat(w.u, 1, w.diagonal, "double", OPS_READ), ops_arg_dat(w.next, 1, w.point, "double", OPS_WRITE));  // here: corners
    w.grow_all(w.u);
  }
}
void corners_in_order(World& w) { corner(w, true); }
void corners_too_early(World& w) { corner(w, false); }
void joined(World& w, bool groups) {
  w.of_u = group_of(along_x(w.v, w.u) + along_x(w.u, w.v));  // here: group blocks
  w.of_next = groups ? group_of(along_x(w.next_v, w.next) + along_x(w.next, w.next_v)) : w.of_u;
  w.begin(w.inside);
  ops_par_loop(fill_more, "fill_more", w.second.block, 2, w.inside, ops_arg_dat(w.v, 1, w.point, "double", OPS_WRITE), ops_arg_idx());  // here: fill_more
  for (int step = 0; step < 4; ++step) {
    ops_halo_transfer(w.of_u);
    w.step(), w.step(w.second.block, w.v, w.next_v, w.inside);
    std::swap(w.u, w.next), std::swap(w.v, w.next_v), std::swap(w.of_u, w.of_next);
  }
}
void joined_with_groups(World& w) { joined(w, true); }
void joined_without_groups(World& w) { joined(w, false); }

void brought_inside(World& w) {
  w.of_u = group_of({strip(w.v, w.f, {N, N}, {0, 0}, {0, 0})});
  w.begin(w.inside);
  w.start(w.v, w.inside);
  ops_halo_transfer(w.of_u);
  w.grow_all(w.v);
  w.step(w.square.block, w.f, w.next, w.inside);
}

#define PROGRAM(name) {#name, name}
const std::map<std::string, Program> programs = {
    PROGRAM(swap_both), PROGRAM(swap_without_groups), PROGRAM(swap_after_both_were_transferred), PROGRAM(swap_with_one_group), PROGRAM(swap_with_one_group_filled),
    PROGRAM(swap_in_two_loops), PROGRAM(leap_with_groups), PROGRAM(leap_without_groups), PROGRAM(left_out), PROGRAM(edge_after_a_transfer),
    PROGRAM(edge_too_early), PROGRAM(never), PROGRAM(never_but_filled),
    PROGRAM(transferred), PROGRAM(lagged), PROGRAM(lagged_by_accident), PROGRAM(unchanged), PROGRAM(walls_instead), PROGRAM(declared_walls), PROGRAM(wide_halos),
    PROGRAM(inner_part), PROGRAM(guarded), PROGRAM(by_pointer), PROGRAM(by_data), PROGRAM(copied), PROGRAM(copied_without_transfer), PROGRAM(corners_in_order),
    PROGRAM(corners_too_early), PROGRAM(joined_with_groups), PROGRAM(joined_without_groups), PROGRAM(brought_inside)};

}  // namespace

int main(int argc, char** argv) {
  for (const auto& [name, program] : programs) {
    if (argc > 1 && name != argv[1]) continue;
    std::printf("== %s\n", name.c_str());
    std::fflush(stdout);
    ops_init(argc, argv, 1);
    {
      World world;
      program(world);
    }
    ops_exit();
  }
  return 0;
}
