// Raw pointers, slabs, copies and output in the middle of a time loop, on datasets with uneven halos and two components; everything is
// mirrored on plain arrays.
#define OPS_2D
#include "ops_seq_v2.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

enum { NX = 14, NY = 9 };
static int bad = 0;
#define CHECK(c) do { if (!(c)) { bad++; printf("rank %d line %d: %s\n", ops_get_proc(), __LINE__, #c); } } while (0)

void ra_init(ACC<double> &u, const int *idx) {
  u(0, 0, 0) = idx[0] + 10.0 * idx[1];
  u(1, 0, 0) = idx[0] * idx[1];
}
void ra_step(const ACC<double> &u, ACC<double> &v) {
  for (int c = 0; c < 2; c++) v(c, 0, 0) = 0.5 * u(c, 0, 0) + 0.125 * (u(c, 1, 0) + u(c, -1, 0) + u(c, 0, 1) + u(c, 0, -2));
}
void ra_sum(const ACC<double> &u, double *s) { s[0] += u(0, 0, 0), s[1] += u(1, 0, 0); }

struct mirror {
  std::vector<double> a = std::vector<double>(2 * (NX + 4) * (NY + 4), 0.0);
  double &operator()(int c, int i, int j) { return a[2 * ((j + 3) * (NX + 4) + i + 2) + c]; }
};
static ops_stencil S0, SU;
static ops_reduction R;

static void compare(ops_dat d, mirror &m, int line) {
  std::vector<double> all = ops_dat_fetch_data<double>(d);
  for (int j = 0; j < NY; j++)
    for (int i = 0; i < NX; i++)
      for (int c = 0; c < 2; c++)
        if (all[2 * (j * NX + i) + c] != m(c, i, j)) {
          bad++;
          ops_printf("line %d: component %d at (%d, %d) is %.17g, expected %.17g\n", line, c, i, j, all[2 * (j * NX + i) + c], m(c, i, j));
          return;
        }
}

int main(int argc, char **argv) {
  ops_init(argc, argv, 3);
  ops_block block = ops_decl_block(2, "block");
  int size[] = {NX, NY}, base[] = {0, 0}, dm[] = {-2, -3}, dp[] = {2, 1};
  ops_dat u = ops_decl_dat(block, 2, size, base, dm, dp, (double *)NULL, "double", "u"), v = ops_decl_dat(block, 2, size, base, dm, dp, (double *)NULL, "double", "v");
  int s0[] = {0, 0}, su[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -2};
  S0 = ops_decl_stencil(2, 1, s0, "S0"), SU = ops_decl_stencil(2, 5, su, "SU");
  R = ops_decl_reduction_handle(2 * sizeof(double), "double", "R");
  ops_partition("");
  ops_diagnostic_output();
  mirror mu, mv;
  int all[] = {-2, NX + 2, -3, NY + 1}, in[] = {0, NX, 0, NY};
  ops_par_loop(ra_init, "init", block, 2, all, ops_arg_dat(u, 2, S0, "double", OPS_WRITE), ops_arg_idx());
  for (int j = -3; j <= NY; j++) for (int i = -2; i < NX + 2; i++) mu(0, i, j) = i + 10.0 * j, mu(1, i, j) = i * j;
  compare(u, mu, __LINE__);

  CHECK(ops_dat_get_local_npartitions(u) == 1);
  CHECK(ops_dat_get_global_npartitions(u) >= 1);
  for (int step = 0; step < 5; step++) {
    ops_par_loop(ra_step, "step", block, 2, in, ops_arg_dat(u, 2, SU, "double", OPS_READ), ops_arg_dat(v, 2, S0, "double", OPS_WRITE));
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        for (int c = 0; c < 2; c++) mv(c, i, j) = 0.5 * mu(c, i, j) + 0.125 * (mu(c, i + 1, j) + mu(c, i - 1, j) + mu(c, i, j + 1) + mu(c, i, j - 2));
    compare(v, mv, __LINE__);

    // 1: raw pointer, write the local cells and read one neighbour through the stencil's halo
    int disp[2], sz[2], stride[2], rdm[2], rdp[2];
    ops_dat_get_extents(v, 0, disp, sz);
    ops_dat_get_raw_metadata(v, 0, NULL, NULL, stride, rdm, rdp);
    CHECK(disp[0] + sz[0] <= NX && disp[1] + sz[1] <= NY && sz[0] > 0);
    CHECK(v->size[0] == stride[0]);
    ops_memspace space = OPS_HOST;
    double *p = (double *)ops_dat_get_raw_pointer(v, 0, SU, &space);
    CHECK(space == OPS_HOST);
    for (int j = 0; j < sz[1]; j++)
      for (int i = 0; i < sz[0]; i++) {
        CHECK(p[2 * (j * stride[0] + i)] == mv(0, disp[0] + i, disp[1] + j));
        if (disp[0] + i > 0) CHECK(p[2 * (j * stride[0] + i - 1)] == mv(0, disp[0] + i - 1, disp[1] + j));
        if (disp[1] + j > 1) CHECK(p[2 * ((j - 2) * stride[0] + i) + 1] == mv(1, disp[0] + i, disp[1] + j - 2));
      }
    for (int j = 0; j < sz[1]; j++)
      for (int i = 0; i < sz[0]; i++)
        if ((disp[0] + i + disp[1] + j) % 3 == 0) p[2 * (j * stride[0] + i) + 1] += step;
    ops_dat_release_raw_data(v, 0, OPS_RW);
    for (int j = 0; j < NY; j++) for (int i = 0; i < NX; i++) if ((i + j) % 3 == 0) mv(1, i, j) += step;
    compare(v, mv, __LINE__);

    // 2: fetch and set of the packed local part
    std::vector<double> buf(2 * sz[0] * sz[1]);
    ops_dat_fetch_data(v, 0, (char *)buf.data());
    for (int j = 0; j < sz[1]; j++) for (int i = 0; i < sz[0]; i++) CHECK(buf[2 * (j * sz[0] + i)] == mv(0, disp[0] + i, disp[1] + j));
    for (double &x : buf) x *= 0.5;
    ops_dat_set_data_memspace(v, 0, (char *)buf.data(), OPS_HOST);
    for (double &x : mv.a) x *= 0.5;
    compare(v, mv, __LINE__);

    // 3: slabs, one that moves with the step
    int slab[] = {step, step + 4, 2, 2 + step % 2 + 1}, sd[2], ss[2];
    size_t bytes = ops_dat_get_slab_extents(v, 0, sd, ss, slab);
    std::vector<double> part(bytes / sizeof(double) + 1, -1.0);
    CHECK(bytes == sizeof(double) * 2 * ss[0] * ss[1]);
    ops_dat_fetch_data_slab_memspace(v, 0, (char *)part.data(), slab, OPS_HOST);
    for (int j = 0; j < ss[1]; j++) for (int i = 0; i < ss[0]; i++) CHECK(part[2 * (j * ss[0] + i) + 1] == mv(1, disp[0] + sd[0] + i, disp[1] + sd[1] + j) || part[2 * (j * ss[0] + i) + 1] == mv(1, sd[0] + i, sd[1] + j));
    for (double &x : part) x = 7.0 + step;
    ops_dat_set_data_slab_memspace(v, 0, (char *)part.data(), slab, OPS_HOST);
    for (int j = slab[2]; j < slab[3]; j++) for (int i = slab[0]; i < slab[1]; i++) for (int c = 0; c < 2; c++) mv(c, i, j) = 7.0 + step;
    compare(v, mv, __LINE__);

    // 4: copies
    ops_dat copy = ops_dat_copy(v);
    compare(copy, mv, __LINE__);
    int row[] = {-2, NX + 2, 3, 4};
    ops_par_loop(ra_init, "init", block, 2, row, ops_arg_dat(copy, 2, S0, "double", OPS_WRITE), ops_arg_idx());
    mirror mc = mv;
    for (int i = -2; i < NX + 2; i++) mc(0, i, 3) = i + 30.0, mc(1, i, 3) = 3 * i;
    compare(copy, mc, __LINE__);
    compare(v, mv, __LINE__);
    ops_dat_deep_copy(u, copy);
    // halos travel with a copy: those of v were never set, but for the row
    mu = mc;
    compare(u, mu, __LINE__);
    ops_free_dat(copy);

    double s[2], t[2] = {0, 0};
    ops_par_loop(ra_sum, "sum", block, 2, in, ops_arg_dat(u, 2, S0, "double", OPS_READ), ops_arg_reduce(R, 2, "double", OPS_INC));
    ops_reduction_result(R, s);
    for (int j = 0; j < NY; j++) for (int i = 0; i < NX; i++) t[0] += mu(0, i, j), t[1] += mu(1, i, j);
    CHECK(fabs(s[0] - t[0]) < 1e-10 * fabs(t[0]) && fabs(s[1] - t[1]) < 1e-10 * fabs(t[1]));
    ops_printf("step %d: %a %a\n", step, s[0], s[1]);
    ops_NaNcheck(u);
  }
  remove("raw.txt");
  ops_print_dat_to_txtfile(u, "raw.txt");
  if (ops_is_root()) {
    std::ifstream in_("raw.txt");
    std::string line;
    std::getline(in_, line);
    CHECK(line.find("u") != std::string::npos);
    double x;
    int n = 0;
    std::string word;
    while (in_ >> word) n++;
    CHECK(n >= 2 * (NX + 4) * (NY + 4));
    ops_printf("%d words in the text file\n", n);
    (void)x;
  }
  double cpu, wall, cpu2, wall2;
  ops_timers(&cpu, &wall);
  ops_timers_core(&cpu2, &wall2);
  CHECK(wall2 >= wall);
  std::ostringstream os;
  ops_timing_output(os);
  if (ops_is_root()) CHECK(os.str().find("step") != std::string::npos);
  int total = bad;
  ops_printf(total ? "FAIL\n" : "PASS\n");
  ops_exit();
  return total != 0;
}
