// One dimension, and hardly a real number in it: a list of random walkers whose random numbers are functions of 64-bit seeds, kept in datasets of seven types
// (ull, long, short, char, bool, int, float); bins, moments, extremes and deaths come from one loop. Ranges shrink; the list is renumbered through raw pointers.
#define OPS_1D
#include "ops_seq_v2.h"
#include "walkers_kernels.h"
#include "tally.h"
#include <algorithm>
#include <numeric>

static const int n = 203, deep = 2;

struct Plain {
  std::vector<unsigned long long> seed = std::vector<unsigned long long>(n);
  std::vector<long> place = std::vector<long>(n);
  std::vector<short> kind = std::vector<short>(n);
  std::vector<char> name = std::vector<char>(n);
  std::vector<int> alive = std::vector<int>(n, 1), near = std::vector<int>(n);
  std::vector<float> energy = std::vector<float>(n);

  explicit Plain(unsigned long long salt) {
    for (size_t i = 0; i < n; ++i)
      seed[i] = draw(salt, i).word, kind[i] = static_cast<short>(i % 3), name[i] = static_cast<char>('a' + i % 26);
  }
  void jump(long step, int first, int last, long limit) {
    for (size_t i = static_cast<size_t>(first); i < static_cast<size_t>(last); ++i) {
      const unsigned long long at = static_cast<unsigned long long>(step) * 256u;
      const auto which = [&](unsigned k) { return draw(seed[i], at + k); };
      if (!alive[i]) continue;
      long move = 0;
      if (kind[i] == 0) move = std::vector<long>{-3, -1, 1, 3}[which(0).word % 4];
      if (kind[i] == 1) for (unsigned k = 0; k < 3; ++k) move += std::vector<long>{-6, -2, 2, 6}[which(k).word % 4];
      if (kind[i] == 2) for (unsigned k = 0; k < 5 && move == 0; ++k) move = which(k).uniform() > 0.5;
      place[i] += move;
      energy[i] += 0.5f * static_cast<float>(move * move);
    }
    for (size_t i = 0; i < n; ++i) alive[i] = alive[i] && (std::labs(place[i]) <= limit || kind[i] == 2);
  }
  void crowd() {
    for (int i = 0; i < n; ++i) {
      int same = 0;
      for (int d = -2; d <= 2; ++d) {
        const long there = i + d < 0 || i + d >= n ? -999 : place[static_cast<size_t>(i + d)];
        same += d != 0 && there == place[static_cast<size_t>(i)];
      }
      near[static_cast<size_t>(i)] = same * 256 + name[static_cast<size_t>(i)];
    }
  }
};

template <class T>
static ops_dat list_of(ops_block block, const char* type, const char* name, int halo = 0) {
  int size[1] = {n}, base[1] = {0}, d_m[1] = {-halo}, d_p[1] = {halo};
  return ops_decl_dat(block, 1, size, base, d_m, d_p, static_cast<T*>(NULL), type, name);
}

void outside(ACC<long>& place) { place(0) = -999; }

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  Tally tally;
  ops_block list = ops_decl_block(1, "list");
  ops_dat seed = list_of<unsigned long long>(list, "ull", "seed"), place = list_of<long>(list, "long", "place", deep), kind = list_of<short>(list, "short", "kind");
  ops_dat name = list_of<char>(list, "char", "name"), alive = list_of<bool>(list, "bool", "alive"), near = list_of<int>(list, "int", "near");
  ops_dat energy = list_of<float>(list, "float", "energy");
  int offsets[] = {0, -2, -1, 1, 2};
  ops_stencil here = ops_decl_stencil(1, 1, offsets, "here"), five = ops_decl_stencil(1, 5, offsets, "five");
  ops_reduction bins = ops_decl_reduction_handle(8 * sizeof(int), "int", "bins"), moments = ops_decl_reduction_handle(3 * sizeof(double), "double", "moments");
  ops_reduction hottest = ops_decl_reduction_handle(sizeof(float), "float", "hottest"), range = ops_decl_reduction_handle(sizeof(int), "int", "range");
  ops_reduction dead = ops_decl_reduction_handle(sizeof(int), "int", "dead");
  ops_partition("");

  unsigned long long salt = 20240229ull;
  int all[] = {0, n}, low[] = {-deep, 0}, high[] = {n, n + deep};
  ops_par_loop(walk::begin, "begin", list, 1, all, ops_arg_dat(seed, 1, here, "ull", OPS_WRITE), ops_arg_dat(place, 1, here, "long", OPS_WRITE),
               ops_arg_dat(kind, 1, here, "short", OPS_WRITE), ops_arg_dat(name, 1, here, "char", OPS_WRITE), ops_arg_dat(alive, 1, here, "bool", OPS_WRITE),
               ops_arg_gbl(&salt, 1, "ull", OPS_READ), ops_arg_idx());
  for (int* rim : {low, high}) ops_par_loop(outside, "outside", list, 1, rim, ops_arg_dat(place, 1, here, "long", OPS_WRITE));
  Plain plain(salt);
  long limit = 40;
  for (long step = 0; step < 30; ++step) {
    int some[] = {static_cast<int>(step), n - static_cast<int>(step) / 2};  // fewer and fewer move
    ops_par_loop(walk::jump, "jump", list, 1, some, ops_arg_dat(seed, 1, here, "ull", OPS_READ), ops_arg_dat(kind, 1, here, "short", OPS_READ),
                 ops_arg_dat(alive, 1, here, "bool", OPS_READ), ops_arg_dat(place, 1, here, "long", OPS_RW), ops_arg_dat(energy, 1, here, "float", OPS_RW),
                 ops_arg_gbl(&step, 1, "long", OPS_READ));
    ops_par_loop(walk::cull, "cull", list, 1, all, ops_arg_dat(place, 1, here, "long", OPS_READ), ops_arg_dat(kind, 1, here, "short", OPS_READ),
                 ops_arg_dat(alive, 1, here, "bool", OPS_RW), ops_arg_gbl(&limit, 1, "long", OPS_READ));
    plain.jump(step, some[0], some[1], limit);
    if (step % 10 != 9) continue;
    ops_par_loop(walk::crowd, "crowd", list, 1, all, ops_arg_dat(place, 1, five, "long", OPS_READ), ops_arg_dat(name, 1, here, "char", OPS_READ),
                 ops_arg_dat(near, 1, here, "int", OPS_WRITE));
    ops_par_loop(walk::census, "census", list, 1, all, ops_arg_dat(place, 1, here, "long", OPS_READ), ops_arg_dat(alive, 1, here, "bool", OPS_READ),
                 ops_arg_dat(seed, 1, here, "ull", OPS_READ), ops_arg_dat(near, 1, here, "int", OPS_READ), ops_arg_dat(energy, 1, here, "float", OPS_READ),
                 ops_arg_reduce(bins, 8, "int", OPS_INC), ops_arg_reduce(moments, 3, "double", OPS_INC), ops_arg_reduce(hottest, 1, "float", OPS_MAX),
                 ops_arg_reduce(range, 1, "int", OPS_MAX), ops_arg_reduce(dead, 1, "int", OPS_INC));
    std::vector<int> in_bin(8), expected_bin(8);
    std::vector<double> moment(3), expected(3);
    float hot, expected_hot = -1.0f;
    int reach, gone, expected_reach = -1000, expected_gone = 0;
    ops_reduction_result(bins, in_bin.data()), ops_reduction_result(moments, moment.data()), ops_reduction_result(hottest, &hot);
    ops_reduction_result(range, &reach), ops_reduction_result(dead, &gone);
    plain.crowd();
    for (size_t i = 0; i < n; ++i) {
      if (!plain.alive[i]) {
        ++expected_gone;
        continue;
      }
      const long p = plain.place[i];
      expected_bin[static_cast<size_t>(std::min(7, p == 0 ? 0 : 1 + static_cast<int>(std::log2(std::labs(p)))))]++;
      expected[0] += p, expected[1] += static_cast<double>(p * p), expected[2] += __builtin_popcountll(plain.seed[i]) + plain.name[i];
      expected_hot = std::max(expected_hot, plain.energy[i]), expected_reach = std::max(expected_reach, static_cast<int>(p));
    }
    const std::string when = " after " + std::to_string(step + 1);
    tally.all("places" + when, ops_dat_fetch_data<long>(place), plain.place);
    tally.all("energies" + when, ops_dat_fetch_data<float>(energy), plain.energy);
    tally.all("neighbours" + when, ops_dat_fetch_data<int>(near), plain.near);
    tally.all("seeds" + when, ops_dat_fetch_data<unsigned long long>(seed), plain.seed);
    tally.all("kinds" + when, ops_dat_fetch_data<short>(kind), plain.kind);
    tally.all("names" + when, ops_dat_fetch_data<char>(name), plain.name);
    tally.all("bins" + when, in_bin, expected_bin);
    tally.all("moments" + when, moment, expected);
    tally.one("hottest" + when, hot, expected_hot), tally.one("range" + when, reach, expected_reach), tally.one("dead" + when, gone, expected_gone);
    ops_printf("%ld steps: %d dead, as far as %d, mean square %.6f\n", step + 1, gone, reach, moment[1] / (n - gone));
    // The kinds change places: calm ones get stuck, stuck ones hurry. By hand, through pointers.
    ops_memspace space = OPS_HOST;
    int count = 0, pitch = 0;
    ops_dat_get_raw_metadata(kind, 0, NULL, &count, &pitch, NULL, NULL);
    short* raw = reinterpret_cast<short*>(ops_dat_get_raw_pointer(kind, 0, here, &space));
    for (int i = 0; i < count; ++i) raw[i] = static_cast<short>((raw[i] + 2) % 3);
    ops_dat_release_raw_data(kind, 0, OPS_RW);
    for (short& k : plain.kind) k = static_cast<short>((k + 2) % 3);
  }
  const int status = tally.end();
  ops_exit();
  return status;
}
