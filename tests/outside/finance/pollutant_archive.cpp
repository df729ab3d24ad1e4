// Two species carried down two connected river reaches. Half of the run is archived in an HDF5 file, read back into
// new datasets, and the run goes on from them; the result is compared with one uninterrupted run in plain loops.
// Features: two blocks joined by halos, blocks, datasets, constants, planes and slabs in HDF5 files.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>
#define OPS_2D
#include "ops_seq_v2.h"

double wind[2] = {0.35, -0.12}, mixing = 0.07;
#include "pollutant_archive_kernels.h"

#define NX 26
#define NY 17
#define HALF 11
static const char *archive = "pollutant_archive.h5", *everything = "pollutant_archive_dump.h5",
                  *cuts = "pollutant_archive_cuts.h5";

ops_block reach[2];
ops_stencil S0, S5;

struct State {
  ops_dat c[2], n[2], depth[2];
  ops_halo_group link;
};

static ops_halo_group connect(ops_dat left, ops_dat right) {
  int iter[] = {1, NY}, to_right_from[] = {NX - 1, 0}, to_right_to[] = {-1, 0}, dir[] = {1, 2};
  int to_left_from[] = {0, 0}, to_left_to[] = {NX, 0};
  ops_halo h[2] = {ops_decl_halo(left, right, iter, to_right_from, to_right_to, dir, dir),
                   ops_decl_halo(right, left, iter, to_left_from, to_left_to, dir, dir)};
  return ops_decl_halo_group(2, h);
}

static void bank(ops_block b, ops_dat c, int x0, int x1, int y0, int y1, int ox, int oy) {
  int r[] = {x0, x1, y0, y1}, off[] = {ox, oy};
  ops_par_loop(river_banks, "river_banks", b, 2, r, ops_arg_dat(c, 2, S5, "double", OPS_RW),
               ops_arg_gbl(off, 2, "int", OPS_READ));
}

static void advance(State &s, int steps) {
  int r[] = {0, NX, 0, NY};
  for (int t = 0; t < steps; t++) {
    ops_halo_transfer(s.link);
    bank(reach[0], s.c[0], -1, 0, 0, NY, 1, 0);
    bank(reach[1], s.c[1], NX, NX + 1, 0, NY, -1, 0);
    for (int b = 0; b < 2; b++) {
      bank(reach[b], s.c[b], 0, NX, -1, 0, 0, 1);
      bank(reach[b], s.c[b], 0, NX, NY, NY + 1, 0, -1);
    }
    for (int b = 0; b < 2; b++)
      ops_par_loop(river_step, "river_step", reach[b], 2, r, ops_arg_dat(s.c[b], 2, S5, "double", OPS_READ),
                   ops_arg_dat(s.depth[b], 1, S0, "double", OPS_READ), ops_arg_dat(s.n[b], 2, S0, "double", OPS_WRITE));
    for (int b = 0; b < 2; b++)
      ops_par_loop(river_copy, "river_copy", reach[b], 2, r, ops_arg_dat(s.n[b], 2, S0, "double", OPS_READ),
                   ops_arg_dat(s.c[b], 2, S0, "double", OPS_WRITE));
  }
}

// one field over both reaches, with a rim of one cell
struct Plain {
  std::vector<double> c, h;
  static int at(int i, int j) { return (j + 1) * (2 * NX + 2) + i + 1; }
  Plain() : c(2 * (2 * NX + 2) * (NY + 2)), h((2 * NX + 2) * (NY + 2)) {
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < 2 * NX; i++) {
        double x = i, y = j;
        h[at(i, j)] = 2.0 + 0.3 * sin(0.2 * x) * cos(0.4 * y);
        c[2 * at(i, j)] = exp(-0.05 * ((x - 9.0) * (x - 9.0) + (y - 8.0) * (y - 8.0)));
        c[2 * at(i, j) + 1] = 0.1 / (1.0 + 0.01 * x * y);
      }
  }
  void advance(int steps) {
    for (int t = 0; t < steps; t++) {
      for (int s = 0; s < 2; s++) {
        for (int j = 0; j < NY; j++) {
          c[2 * at(-1, j) + s] = c[2 * at(0, j) + s];
          c[2 * at(2 * NX, j) + s] = c[2 * at(2 * NX - 1, j) + s];
        }
        for (int i = 0; i < 2 * NX; i++) {
          c[2 * at(i, -1) + s] = c[2 * at(i, 0) + s];
          c[2 * at(i, NY) + s] = c[2 * at(i, NY - 1) + s];
        }
      }
      std::vector<double> n(c);
      for (int j = 0; j < NY; j++)
        for (int i = 0; i < 2 * NX; i++)
          for (int s = 0; s < 2; s++) {
            int q = 2 * at(i, j) + s, e = 2, u = 2 * (2 * NX + 2);
            double d = wind[0] * (c[q] - c[q - e]) + wind[1] * (c[q + u] - c[q]);
            n[q] = c[q] - d / h[at(i, j)] + mixing * (c[q + e] + c[q - e] + c[q + u] + c[q - u] - 4.0 * c[q]) +
                   0.02 * (c[q + 1 - 2 * s] - c[q]) * c[2 * at(i, j)];
          }
      c.swap(n);
    }
  }
};

static double difference(State &s, const Plain &p) {
  double err = 0.0;
  for (int b = 0; b < 2; b++) {
    std::vector<double> v = ops_dat_fetch_data<double>(s.c[b]);
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        for (int k = 0; k < 2; k++)
          err = MAX(err, fabs(v[2 * (j * NX + i) + k] - p.c[2 * Plain::at(i + b * NX, j) + k]));
  }
  return err;
}

// the bytes of small datasets lie in one piece in the file
static bool holds(const char *file, const std::vector<double> &v) {
  std::ifstream in(file, std::ios::binary);
  std::string all((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return all.find(std::string((const char *)v.data(), v.size() * sizeof(double))) != std::string::npos;
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 1);
  remove(archive);
  remove(everything);
  remove(cuts);
  ops_decl_const("wind", 2, "double", wind);
  ops_decl_const("mixing", 1, "double", &mixing);
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1};
  State first, second, third;
  double *null = NULL;
  const char *bnames[] = {"upstream", "downstream"};
  for (int b = 0; b < 2; b++) {
    reach[b] = ops_decl_block(2, bnames[b]);
    first.c[b] = ops_decl_dat(reach[b], 2, size, base, dm, dp, null, "double", b ? "conc_down" : "conc_up");
    first.n[b] = ops_decl_dat(reach[b], 2, size, base, dm, dp, null, "double", b ? "new_down" : "new_up");
    first.depth[b] = ops_decl_dat(reach[b], 1, size, base, dm, dp, null, "double", b ? "depth_down" : "depth_up");
  }
  first.link = connect(first.c[0], first.c[1]);
  int s0[] = {0, 0}, s5[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  S0 = ops_decl_stencil(2, 1, s0, "S0");
  S5 = ops_decl_stencil(2, 5, s5, "S5");
  ops_partition("");
  int all[] = {0, NX, 0, NY};
  for (int b = 0; b < 2; b++)
    ops_par_loop(river_init, "river_init", reach[b], 2, all, ops_arg_dat(first.c[b], 2, S0, "double", OPS_WRITE),
                 ops_arg_dat(first.depth[b], 1, S0, "double", OPS_WRITE), ops_arg_gbl(&b, 1, "int", OPS_READ),
                 ops_arg_idx());
  advance(first, HALF);
  Plain p;
  p.advance(HALF);
  double e1 = difference(first, p);

  // archive: chosen data in one file, everything in another, cuts in a third
  for (int b = 0; b < 2; b++) {
    ops_fetch_block_hdf5_file(reach[b], archive);
    ops_fetch_dat_hdf5_file(first.c[b], archive);
    ops_fetch_dat_hdf5_file(first.depth[b], archive);
  }
  int steps = HALF;
  ops_write_const_hdf5("steps", 1, "int", (char *)&steps, archive);
  ops_write_const_hdf5("wind", 2, "double", (char *)wind, archive);
  ops_dump_to_hdf5(everything);
  ops_write_plane_hdf5(first.depth[1], 0, 5, cuts, "column");
  ops_write_plane_hdf5(first.depth[1], 1, 7, cuts, "row");
  int slab[] = {3, 20, 2, 11};
  ops_write_data_slab_hdf5(first.depth[0], slab, cuts, "slab");
  std::vector<double> column, row, part;
  for (int j = 0; j < NY; j++)
    column.push_back(p.h[Plain::at(NX + 5, j)]);
  for (int i = 0; i < NX; i++)
    row.push_back(p.h[Plain::at(NX + i, 7)]);
  for (int j = 2; j < 11; j++)
    for (int i = 3; i < 20; i++)
      part.push_back(p.h[Plain::at(i, j)]);
  bool cut_ok = holds(cuts, column) && holds(cuts, row) && holds(cuts, part);

  // read back and go on, once from each file
  int steps_back = 0;
  double wind_back[2] = {0, 0};
  ops_get_const_hdf5("steps", 1, "int", (char *)&steps_back, archive);
  ops_get_const_hdf5("wind", 2, "double", (char *)wind_back, archive);
  bool const_ok = steps_back == HALF && wind_back[0] == wind[0] && wind_back[1] == wind[1];
  State *later[2] = {&second, &third};
  for (int f = 0; f < 2; f++) {
    const char *file = f ? everything : archive;
    for (int b = 0; b < 2; b++) {
      later[f]->c[b] = ops_decl_dat_hdf5(reach[b], 2, "double", b ? "conc_down" : "conc_up", file);
      later[f]->depth[b] = ops_decl_dat_hdf5(reach[b], 1, "double", b ? "depth_down" : "depth_up", file);
      later[f]->n[b] = ops_decl_dat(reach[b], 2, size, base, dm, dp, null, "double", f ? "work3" : "work2");
    }
    later[f]->link = connect(later[f]->c[0], later[f]->c[1]);
  }
  double e2 = difference(second, p), e3 = difference(third, p);
  advance(second, HALF);
  advance(third, HALF);
  advance(first, HALF);
  p.advance(HALF);
  double e4 = MAX3(difference(second, p), difference(third, p), difference(first, p));
  ops_printf("errors: half way %.2e, read back %.2e %.2e, end %.2e; cuts %d constants %d\n", e1, e2, e3, e4, cut_ok,
             const_ok);
  bool good = MAX(MAX(e1, e2), MAX(e3, e4)) < 1e-12 && cut_ok && const_ok;
  ops_printf("pollutant_archive: %s\n", good ? "passed" : "failed");
  ops_exit();
  return good ? 0 : 1;
}
