// docs/example/guide.cpp: the guide's listings, a small program for each page.
// tests/docs compares them, and what they print.
#define OPS_2D
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "ops.hpp"

int here[] = {0, 0}, four[] = {1, 0, -1, 0, 0, 1, 0, -1};

/// Rows of a dataset, the highest first, halo included.
void show(const char* what, ops_dat dat, int digits = 0) {
  const ops::Box& cells = dat->layout.allocated;
  std::vector<double> values(static_cast<std::size_t>(cells.volume()));
  int range[] = {cells.lo[0], cells.hi[0], cells.lo[1], cells.hi[1]};
  ops_dat_fetch_data_slab_memspace(dat, 0, reinterpret_cast<char*>(values.data()), range, OPS_HOST);
  ops_printf("%s\n", what);
  for (int j = cells.extent(1) - 1; j >= 0; --j) {
    for (int i = 0; i < cells.extent(0); ++i)
      ops_printf("%6.*f", digits, values[static_cast<std::size_t>(j * cells.extent(0) + i)]);
    ops_printf("\n");
  }
}

// --- loops -----------------------------------------------------------------------------------------------------------

void number(ACC<double>& u, const int* idx) { u(0, 0) = 10 * idx[1] + idx[0]; }
void halve(ACC<double>& u) { u(0, 0) = 0.5 * u(0, 0); }
void spread(const ACC<double>& u, ACC<double>& mean) { mean(0, 0) = 0.25 * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1)); }
void collect(const ACC<double>& u, ACC<double>& total) { total(0, 0) += u(0, 0); }
void rotate(ACC<double>& velocity) {
  const double x = velocity(0, 0, 0), y = velocity(1, 0, 0);
  velocity(0, 0, 0) = -y;
  velocity(1, 0, 0) = x;
}

void loops() {
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {4, 3}, {.halo = 1});
  ops_dat mean = ops_decl_dat<double>(grid, "mean", {4, 3});
  ops_stencil point = ops_decl_stencil(2, 1, here, "point"), around = ops_decl_stencil(2, 4, four, "around");
  ops_partition("");

  int interior[] = {0, 4, 0, 3}, with_halo[] = {-1, 5, -1, 4};
  ops_par_loop(number, "number", grid, 2, with_halo, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  show("numbered, halo included", u);
  ops_par_loop(halve, "halve", grid, 2, interior, ops_arg_dat(u, 1, point, "double", OPS_RW));
  show("half of it inside", u, 1);
  ops_par_loop(spread, "spread", grid, 2, interior, ops_arg_dat(u, 1, around, "double", OPS_READ),
               ops_arg_dat(mean, 1, point, "double", OPS_WRITE));
  show("mean of the neighbours", mean, 1);
  ops_par_loop(collect, "collect", grid, 2, interior, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(mean, 1, point, "double", OPS_INC));
  show("with the values added", mean, 1);
}

void components() {
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat velocity = ops_decl_dat<double>(grid, "velocity", {2, 1}, {.dim = 2});
  ops_stencil point = ops_decl_stencil(2, 1, here, "point");
  ops_partition("");
  int all[] = {0, 2, 0, 1};
  ops_dat_set_data(velocity, std::vector<double>{1, 2, 3, 4});  // (1, 2) in cell (0, 0), (3, 4) in cell (1, 0)
  ops_par_loop(rotate, "rotate", grid, 2, all, ops_arg_dat(velocity, 2, point, "double", OPS_RW));
  const std::vector<double> v = ops_dat_fetch_data<double>(velocity);
  ops_printf("(%g, %g) (%g, %g)\n", v[0], v[1], v[2], v[3]);
}

// --- halos -----------------------------------------------------------------------------------------------------------

void mirror(ACC<double>& u) { u(0, 0) = u(0, 1); }

void halos() {
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {4, 3}, {.halo = 1});
  ops_halo_group around_x = ops_decl_halo_periodic(0, {u});
  int up[] = {0, 0, 0, 1};
  ops_stencil point = ops_decl_stencil(2, 1, here, "point"), above = ops_decl_stencil(2, 2, up, "above");
  ops_partition("");
  int interior[] = {0, 4, 0, 3};
  ops_par_loop(number, "number", grid, 2, interior, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_halo_transfer(around_x);
  int bottom[] = {-1, 5, -1, 0};  // the halo row below the interior, corners included
  ops_par_loop(mirror, "mirror", grid, 2, bottom, ops_arg_dat(u, 1, above, "double", OPS_RW));
  show("periodic in x, mirrored at the bottom", u);
}

void turned() {
  ops_block left = ops_decl_block(2, "left"), right = ops_decl_block(2, "right");
  ops_dat a = ops_decl_dat<double>(left, "a", {3, 2}, {.halo = 1}),
          b = ops_decl_dat<double>(right, "b", {2, 3}, {.halo = 1});
  // The right block is turned by a quarter: its x runs up, its y runs to the left.
  // Its last row touches the left block's last column.
  int cells[] = {1, 2};                      // counters: 1 along x of the left block, 2 along its y
  int into_a[] = {3, 0}, from_b[] = {0, 2};  // a's halo column; b's last row
  // a: x with counter 1, y with counter 2; b: x with counter 2, y with counter 1.
  int straight[] = {1, 2}, quarter[] = {2, 1};
  ops_halo joint = ops_decl_halo(b, a, cells, from_b, into_a, quarter, straight);
  ops_halo_group joints = ops_decl_halo_group(1, &joint);
  ops_partition("");
  ops_dat_set_data(b, std::vector<double>{1, 2, 3, 4, 5, 6});
  ops_halo_transfer(joints);
  show("the left block", a);
}

// --- sums ------------------------------------------------------------------------------------------------------------

double width = 0.5;  // of a cell

void measure(const ACC<double>& u, double* integral, double* least, double* most) {
  *integral += width * width * u(0, 0);
  *least = MIN(*least, u(0, 0));
  *most = MAX(*most, u(0, 0));
}
void scale(ACC<double>& u, const double* factor, const double* shift) {
  u(0, 0) = *factor * u(0, 0) + shift[0] - shift[1];
}
void invert(const double* most, double* factor) { *factor = 1.0 / *most; }

void sums() {
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {4, 3});
  ops_stencil point = ops_decl_stencil(2, 1, here, "point");
  ops_reduction integral = ops_decl_reduction_handle(sizeof(double), "double", "integral");
  ops_reduction least = ops_decl_reduction_handle(sizeof(double), "double", "least");
  ops_reduction most = ops_decl_reduction_handle(sizeof(double), "double", "most");
  const double one = 1.0;
  ops_scalar largest = ops_decl_scalar("largest", &one, 1), factor = ops_decl_scalar("factor", &one, 1);
  ops_decl_const("width", 1, "double", &width);
  ops_partition("");

  int all[] = {0, 4, 0, 3};
  double shift[] = {3.0, 2.0};
  ops_par_loop(number, "number", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(measure, "measure", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_reduce(integral, 1, "double", OPS_INC), ops_arg_reduce(least, 1, "double", OPS_MIN),
               ops_arg_reduce(most, 1, "double", OPS_MAX));
  ops_printf("integral %g, from %g\n", ops_reduction_result<double>(integral), ops_reduction_result<double>(least));

  ops_scalar_from_reduction(largest, most);
  ops_scalar_loop(invert, "invert", ops_arg_scalar(largest, 1, "double", OPS_READ),
                  ops_arg_scalar(factor, 1, "double", OPS_WRITE));
  ops_par_loop(scale, "scale", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_RW),
               ops_arg_scalar(factor, 1, "double", OPS_READ), ops_arg_gbl(shift, 2, "double", OPS_READ));
  ops_printf("largest %g, then %g\n", *largest->get_data<double>(), ops_dat_fetch_data<double>(u).back());
}

// --- levels and fewer dimensions -------------------------------------------------------------------------------------

void coarsen(const ACC<double>& fine, ACC<double>& coarse) {
  coarse(0, 0) = 0.25 * (fine(0, 0) + fine(1, 0) + fine(0, 1) + fine(1, 1));
}
void refine(const ACC<double>& coarse, ACC<double>& fine) { fine(0, 0) = coarse(0, 0); }

void levels() {
  int size[] = {4, 4}, half[] = {2, 2}, zero[] = {0, 0}, every_cell[] = {1, 1}, every_second[] = {2, 2},
      square[] = {0, 0, 1, 0, 0, 1, 1, 1};
  double* none = nullptr;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat fine = ops_decl_dat(grid, 1, size, zero, zero, zero, every_cell, none, "double", "fine");
  ops_dat coarse = ops_decl_dat(grid, 1, half, zero, zero, zero, every_second, none, "double", "coarse");
  ops_stencil point = ops_decl_stencil(2, 1, here, "point");
  ops_stencil children = ops_decl_restrict_stencil(2, 4, square, every_second, "children");  // 2 i + offset
  ops_stencil parent = ops_decl_prolong_stencil(2, 1, here, every_second, "parent");         // i / 2 + offset
  ops_partition("");

  int on_fine[] = {0, 4, 0, 4}, on_coarse[] = {0, 2, 0, 2};
  ops_par_loop(number, "number", grid, 2, on_fine, ops_arg_dat(fine, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(coarsen, "coarsen", grid, 2, on_coarse, ops_arg_restrict(fine, 1, children, "double", OPS_READ),
               ops_arg_dat(coarse, 1, point, "double", OPS_WRITE));
  show("means of four cells", coarse, 1);
  ops_par_loop(refine, "refine", grid, 2, on_fine, ops_arg_prolong(coarse, 1, parent, "double", OPS_READ),
               ops_arg_dat(fine, 1, point, "double", OPS_WRITE));
  show("and back", fine, 1);
}

void place(ACC<double>& x, const int* idx) { x(0, 0) = 0.1 * idx[0] * idx[0]; }
void evaluate(const ACC<double>& x, ACC<double>& u) { u(0, 0) = x(1, 0) - x(0, 0); }
void add_up(const ACC<double>& u, ACC<double>& column) { column(0, 0) += u(0, 0); }

void fewer() {
  int right[] = {0, 0, 1, 0}, along_x[] = {1, 0};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat x = ops_decl_dat<double>(grid, "x", {5, 1}), u = ops_decl_dat<double>(grid, "u", {4, 3}),
          column = ops_decl_dat<double>(grid, "column", {4, 1});
  ops_stencil point = ops_decl_stencil(2, 1, here, "point");
  ops_stencil line = ops_decl_strided_stencil(2, 1, here, along_x, "line"),
              next = ops_decl_strided_stencil(2, 2, right, along_x, "next");
  ops_partition("");

  int points[] = {0, 5, 0, 1}, all[] = {0, 4, 0, 3};
  ops_par_loop(place, "place", grid, 2, points, ops_arg_dat(x, 1, line, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(evaluate, "evaluate", grid, 2, all, ops_arg_dat(x, 1, next, "double", OPS_READ),
               ops_arg_dat(u, 1, point, "double", OPS_WRITE));
  ops_par_loop(add_up, "add_up", grid, 2, all, ops_arg_dat(u, 1, point, "double", OPS_READ),
               ops_arg_dat(column, 1, line, "double", OPS_INC));
  show("widths of cells, in every row", u, 1);
  show("summed along y", column, 1);
}

void flow(const ACC<double>& pressure, ACC<double>& through) { through(0, 0) = pressure(-1, 0) - pressure(0, 0); }
void gather(const ACC<double>& through, ACC<double>& gain) { gain(0, 0) = through(0, 0) - through(1, 0); }

void faces() {
  constexpr int nx = 4, ny = 2;
  int west[] = {0, 0, -1, 0}, east[] = {0, 0, 1, 0};
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat pressure = ops_decl_dat<double>(grid, "pressure", {nx, ny}),
          gain = ops_decl_dat<double>(grid, "gain", {nx, ny});
  ops_dat through = ops_decl_dat<double>(grid, "through", {nx + 1, ny});  // faces along x
  ops_stencil point = ops_decl_stencil(2, 1, here, "point");
  ops_stencil beside = ops_decl_stencil(2, 2, west, "beside"), around = ops_decl_stencil(2, 2, east, "around");
  ops_partition("");

  int cells[] = {0, nx, 0, ny}, inner[] = {1, nx, 0, ny};  // faces with a cell on both sides
  ops_par_loop(number, "number", grid, 2, cells, ops_arg_dat(pressure, 1, point, "double", OPS_WRITE), ops_arg_idx());
  ops_par_loop(flow, "flow", grid, 2, inner, ops_arg_dat(pressure, 1, beside, "double", OPS_READ),
               ops_arg_dat(through, 1, point, "double", OPS_WRITE));
  ops_par_loop(gather, "gather", grid, 2, cells, ops_arg_dat(through, 1, around, "double", OPS_READ),
               ops_arg_dat(gain, 1, point, "double", OPS_WRITE));
  show("through the faces", through);
  show("what cells gain", gain);
}

// --- data in and out -------------------------------------------------------------------------------------------------

void data() {
  constexpr int nx = 4, ny = 3;
  ops_block grid = ops_decl_block(2, "grid");
  ops_dat u = ops_decl_dat<double>(grid, "u", {nx, ny}, {.halo = 1});
  ops_partition("");

  std::vector<double> start(nx * ny);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) start[static_cast<std::size_t>(j * nx + i)] = std::cos(0.5 * i) * j;
  ops_dat_set_data(u, start);
  ops_write_npy("u.npy", u);
  ops_write_npy("start.npy", start, {ny, nx});
  const std::vector<double> values = ops_dat_fetch_data<double>(u);
  ops_printf("u(3, 2) = %.6f\n", values[2 * nx + 3]);
}

// --- gradients -------------------------------------------------------------------------------------------------------

void diffuse(const ACC<double>& u, ACC<double>& next, const double* rate) {
  next(0, 0) = u(0, 0) + *rate * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4.0 * u(0, 0)) - 0.1 * u(0, 0) * u(0, 0);
}

class Experiment {
 public:
  Experiment() : rate_(ops_decl_scalar("rate", &first_rate_, 1)) { ops_partition(""); }

  double run() {
    ops_dat_deep_copy(now_, start_);  // now_ = start_
    for (int step = 0; step < 8; ++step, std::swap(now_, next_), std::swap(periodic_now_, periodic_next_)) {
      ops_ad_step();
      for (const ops_halo_group& group : periodic_now_) ops_halo_transfer(group);
      ops_par_loop(diffuse, "diffuse", grid_, 2, all_, ops_arg_dat(now_, 1, star_, "double", OPS_READ),
                   ops_arg_dat(next_, 1, point_, "double", OPS_WRITE), ops_arg_scalar(rate_, 1, "double", OPS_READ));
    }
    ops_sum_points(probe_, now_, {{3, 3}, {8, 5}});
    return ops_ad_objective(probe_);
  }

  void differentiate() {
    const double value = run();
    ops_interpret_adjoints();
    const std::vector<double> by_start = ops_dat_fetch_derivative<double>(start_);
    ops_printf("probe %.6f, d/d start(4, 3) %.6f, d/d rate %.6f\n", value, by_start[3 * 12 + 4],
               ops_scalar_fetch_derivative<double>(rate_)[0]);
  }

  void begin() {
    ops_ad_reset();
    std::vector<double> bump(12 * 10);
    for (int j = 0; j < 10; ++j)
      for (int i = 0; i < 12; ++i)
        bump[static_cast<std::size_t>(j * 12 + i)] = std::exp(-0.1 * ((i - 4) * (i - 4) + (j - 4) * (j - 4)));
    ops_dat_set_data(start_, bump);
  }

  bool check() {
    const ops_ad_taylor_result taylor = ops_ad_taylor_test({start_}, [this] { return run(); });
    return taylor.passed;
  }

 private:
  double first_rate_ = 0.2;
  int all_[4] = {0, 12, 0, 10}, five_[10] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
  ops_block grid_ = ops_decl_block(2, "grid");
  ops_dat start_ = ops_decl_dat<double>(grid_, "start", {12, 10}, {.halo = 1});
  ops_dat now_ = ops_decl_dat<double>(grid_, "now", {12, 10}, {.halo = 1}),
          next_ = ops_decl_dat<double>(grid_, "next", {12, 10}, {.halo = 1});
  std::vector<ops_halo_group> periodic_now_ = {ops_decl_halo_periodic(0, {now_}), ops_decl_halo_periodic(1, {now_})};
  std::vector<ops_halo_group> periodic_next_ = {ops_decl_halo_periodic(0, {next_}), ops_decl_halo_periodic(1, {next_})};
  ops_stencil point_ = ops_decl_stencil(2, 1, here, "point"), star_ = ops_decl_stencil(2, 5, five_, "star");
  ops_reduction probe_ = ops_decl_reduction_handle(sizeof(double), "double", "probe");
  ops_scalar rate_;
};

int gradients() {
  Experiment experiment;
  experiment.begin();
  experiment.differentiate();
  experiment.begin();
  return experiment.check() ? 0 : 1;
}

int main(int argc, char** argv) {
  int failed = 0;
  for (void (*part)() : {loops, components, halos, turned, sums, levels, fewer, faces, data})
    failed += ops_main(argc, argv, part);
  return failed + ops_main(argc, argv, gradients);
}
