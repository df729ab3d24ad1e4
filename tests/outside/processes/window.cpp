// A window on a sea: datasets of one block with first indices and sizes of their own, one larger than all others, one of three cells, lines and single numbers
// for a row, a column and everything; loops over halo cells, sums of them; what a window computes goes back into the sea. More components than cells.
#define OPS_2D
#include <algorithm>
#include "ops_seq_v2.h"
#include "check.h"

constexpr int NX = 13, NY = 10, steps = 3;
constexpr int wx = 7, wy = 2, WX = 5, WY = 6;       // window: first cell and size
constexpr int bx = -3, by = -2, BX = 20, BY = 15;   // frame, which is larger than the sea
void near(const ACC<double>& sea, const ACC<double>& frame, ACC<double>& window) {
  for (int c = 0; c < 3; ++c) window(c, 0, 0) = sea(0, 0) * frame(-2, 1) + 0.1 * c * sea(-1, 0) - 0.02 * (c + 1) * sea(0, 0) * sea(1, 1);
}
void into(const ACC<double>& window, const ACC<double>& gauge, ACC<double>& sea) { sea(0, 0) += 0.1 * window(0, 0, 0) - 0.05 * window(1, -1, 0) * window(2, 0, 1) + 0.01 * gauge(0, 0); }
void gather(const ACC<double>& sea, ACC<double>& gauge) { gauge(0, 0) += 0.05 * sea(0, 0) * sea(0, 0); }
void frame_in(ACC<double>& frame, const ACC<double>& row, const ACC<double>& column, const int* idx) { frame(0, 0) = row(0, 0) * column(0, 0) + 0.01 * idx[0] - 0.02 * idx[1]; }
void rim(ACC<double>& sea, const ACC<double>& all, const int* idx) { sea(0, 0) = all(0, 0) * (0.1 * idx[0] + 0.05 * idx[1]); }
void rim_sum(const ACC<double>& sea, double* sum, double* most) {
  *sum += sea(0, 0) * sea(0, 0);
  *most = MAX(*most, sea(0, 0));
}
void copy(const ACC<double>& a, ACC<double>& b) { b(0, 0) = a(0, 0); }

template <class T>
T plain(const std::vector<T>& x, std::vector<T>* end = nullptr) {  // sea, row of the frame, column of the frame, one number
  constexpr int W = NX + 2;
  std::vector<T> sea(W * (NY + 2)), window(3 * (WX + 2) * (WY + 2)), frame(BX * BY);
  auto s = [&](int i, int j) -> T& { return sea[i + 1 + W * (j + 1)]; };
  auto w = [&](int c, int i, int j) -> T& { return window[c + 3 * (i - wx + 1 + (WX + 2) * (j - wy + 1))]; };
  auto f = [&](int i, int j) -> T& { return frame[i - bx + BX * (j - by)]; };
  const T *row = x.data() + NX * NY, *column = row + BX, one = column[BY];
  T sum = 0, most = -1e300;
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i) s(i, j) = x[i + NX * j];
  for (int j = by; j < by + BY; ++j)
    for (int i = bx; i < bx + BX; ++i) f(i, j) = row[i - bx] * column[j - by] + 0.01 * i - 0.02 * j;
  for (int n = 0; n < steps; ++n) {
    for (int j = -1; j <= NY; ++j)
      for (int i = -1; i <= NX; ++i)
        if (j == -1 || j == NY) s(i, j) = one * (0.1 * i + 0.05 * j);
    for (int j = 0; j < NY; ++j) s(NX, j) = one * (0.1 * NX + 0.05 * j);
    for (int j = wy; j < wy + WY; ++j)
      for (int i = wx; i < wx + WX; ++i)
        for (int c = 0; c < 3; ++c) w(c, i, j) = s(i, j) * f(i - 2, j + 1) + 0.1 * c * s(i - 1, j) - 0.02 * (c + 1.0) * s(i, j) * s(i + 1, j + 1);
    T gauge = 0;
    for (int j = wy; j < wy + WY; ++j)
      for (int i = wx; i < wx + WX; ++i) gauge += 0.05 * s(i, j) * s(i, j);
    for (int j = wy; j < wy + WY; ++j)
      for (int i = wx; i < wx + WX; ++i) s(i, j) += 0.1 * w(0, i, j) - 0.05 * w(1, i - 1, j) * w(2, i, j + 1) + 0.01 * gauge;
    for (int i = -1; i <= NX; ++i) {
      sum += s(i, NY) * s(i, NY);
      if (re(s(i, NY)) > re(most)) most = s(i, NY);
    }
  }
  for (int j = 0; j < NY; ++j)
    for (int i = 0; i < NX; ++i) {
      sum += s(i, j) * s(i, j);
      if (re(s(i, j)) > re(most)) most = s(i, j);
      if (end) end->push_back(s(i, j));
    }
  return sum - 2.0 * most;
}
int main(int argc, const char** argv) {
  ops_init(argc, argv, 1);
  ops_block ocean = ops_decl_block(2, "ocean");
  int sea_size[] = {NX, NY}, zero[] = {0, 0}, one_m[] = {-1, -1}, one_p[] = {1, 1}, window_size[] = {WX, WY}, window_base[] = {wx, wy}, frame_size[] = {BX, BY}, frame_base[] = {bx, by};
  int row_size[] = {BX, 1}, row_base[] = {bx, 0}, column_size[] = {1, BY}, column_base[] = {0, by}, single[] = {1, 1};
  double* none = NULL;
  ops_dat one = ops_decl_dat(ocean, 1, single, zero, zero, zero, none, "double", "one"), gauge = ops_decl_dat(ocean, 1, single, zero, zero, zero, none, "double", "gauge"),
          window = ops_decl_dat(ocean, 3, window_size, window_base, one_m, one_p, none, "double", "window"), start = ops_decl_dat(ocean, 1, sea_size, zero, zero, zero, none, "double", "start"),
          sea = ops_decl_dat(ocean, 1, sea_size, zero, one_m, one_p, none, "double", "sea"), row = ops_decl_dat(ocean, 1, row_size, row_base, zero, zero, none, "double", "row"),
          column = ops_decl_dat(ocean, 1, column_size, column_base, zero, zero, none, "double", "column"), frame = ops_decl_dat(ocean, 1, frame_size, frame_base, zero, zero, none, "double", "frame");
  int some[] = {0, 0, -1, 0, 1, 1}, off[] = {-2, 1}, back[] = {0, 0, -1, 0, 0, 1}, sx[] = {1, 0}, sy[] = {0, 1}, s0[] = {0, 0};
  ops_stencil S2D_00 = ops_decl_stencil(2, 1, some, "00"), S2D_NEAR = ops_decl_stencil(2, 3, some, "near"), S2D_OFF = ops_decl_stencil(2, 1, off, "off"), S2D_BACK = ops_decl_stencil(2, 3, back, "back"),
              S2D_STRID2D_X = ops_decl_strided_stencil(2, 1, some, sx, "strid2d_x"), S2D_STRID2D_Y = ops_decl_strided_stencil(2, 1, some, sy, "strid2d_y"), S2D_STRID2D_NONE = ops_decl_strided_stencil(2, 1, some, s0, "none");
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum"), most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  ops_partition("");
  std::vector<double> x(NX * NY + BX + BY + 1);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.4 + 0.3 * std::sin(2.2 * i);
  auto at = x.begin();
  for (ops_dat dat : {start, row, column, one}) {
    const int n = dat == start ? NX * NY : dat == row ? BX : dat == column ? BY : 1;
    ops_dat_set_data(dat, std::vector<double>(at, at + n));
    at += n;
  }
  int sea_range[] = {0, NX, 0, NY}, window_range[] = {wx, wx + WX, wy, wy + WY}, frame_range[] = {bx, bx + BX, by, by + BY}, below[] = {-1, NX + 1, -1, 0}, above[] = {-1, NX + 1, NY, NY + 1}, right[] = {NX, NX + 1, 0, NY};
  ops_par_loop(copy, "copy", ocean, 2, sea_range, ops_arg_dat(start, 1, S2D_00, "double", OPS_READ), ops_arg_dat(sea, 1, S2D_00, "double", OPS_WRITE));
  ops_par_loop(frame_in, "frame", ocean, 2, frame_range, ops_arg_dat(frame, 1, S2D_00, "double", OPS_WRITE), ops_arg_dat(row, 1, S2D_STRID2D_X, "double", OPS_READ), ops_arg_dat(column, 1, S2D_STRID2D_Y, "double", OPS_READ), ops_arg_idx());
  for (int n = 0; n < steps; ++n) {
    for (int* range : {below, above, right})
      ops_par_loop(rim, "rim", ocean, 2, range, ops_arg_dat(sea, 1, S2D_00, "double", OPS_WRITE), ops_arg_dat(one, 1, S2D_STRID2D_NONE, "double", OPS_READ), ops_arg_idx());
    ops_par_loop(near, "near", ocean, 2, window_range, ops_arg_dat(sea, 1, S2D_NEAR, "double", OPS_READ), ops_arg_dat(frame, 1, S2D_OFF, "double", OPS_READ), ops_arg_dat(window, 3, S2D_00, "double", OPS_WRITE));
    ops_par_loop(gather, "gather", ocean, 2, window_range, ops_arg_dat(sea, 1, S2D_00, "double", OPS_READ), ops_arg_dat(gauge, 1, S2D_STRID2D_NONE, "double", OPS_INC));
    ops_par_loop(into, "into", ocean, 2, window_range, ops_arg_dat(window, 3, S2D_BACK, "double", OPS_READ), ops_arg_dat(gauge, 1, S2D_STRID2D_NONE, "double", OPS_READ), ops_arg_dat(sea, 1, S2D_00, "double", OPS_INC));
    ops_par_loop(rim_sum, "rim_sum", ocean, 2, above, ops_arg_dat(sea, 1, S2D_00, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_reduce(most, 1, "double", OPS_MAX));
  }
  ops_par_loop(rim_sum, "sea_sum", ocean, 2, sea_range, ops_arg_dat(sea, 1, S2D_00, "double", OPS_READ), ops_arg_reduce(sum, 1, "double", OPS_INC), ops_arg_reduce(most, 1, "double", OPS_MAX));
  const double first = ops_ad_objective(sum), second = ops_ad_objective(most, -2.0);
  std::vector<double> end;
  check::number("J", first - 2.0 * second, plain<double>(x, &end), 1e-13);
  check::fields("sea", ops_dat_fetch_data<double>(sea), end, 1e-13);
  ops_interpret_adjoints();
  std::vector<double> slope;
  for (ops_dat dat : {start, row, column, one}) {
    const std::vector<double> part = ops_dat_fetch_derivative<double>(dat);
    slope.insert(slope.end(), part.begin(), part.end());
  }
  check::fields("slope", slope, check::gradient(x, [](const std::vector<Complex>& y) { return plain<Complex>(y); }), 1e-11);
  const int status = check::verdict();
  ops_exit();
  return status;
}
