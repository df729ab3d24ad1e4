// Generated from program.cpp:56: kernel 'smooth'; do not edit.
namespace ops_loops::loop_0_smooth {

[[gnu::noinline]] static void row(int n, int rows, double* next_out, double weight, const double* u, std::ptrdiff_t u_y, const double* f,
    std::ptrdiff_t next_out_y, std::ptrdiff_t f_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      double next_new = {};
      next_new = OPS_ROUNDED(weight * (u[x - 1] + u[x + 1] + u[x - u_y] + u[x + u_y])) - f[x];
      next_out[x] = next_new;
    }
    next_out += next_out_y;
    u += u_y;
    f += f_y;
  }
}


// The same for whole lines, which go past the caches.
[[gnu::noinline]] static void row_lines(int n, int rows, double* next_out, double weight, const double* u, std::ptrdiff_t u_y, const double* f,
    std::ptrdiff_t next_out_y, std::ptrdiff_t f_y) {
  for (int y = 0; y < rows; ++y) {
    for (int first = 0; first < n; first += ops::openmp::cells_at_once<double>) {
      alignas(ops::openmp::line_bytes) double next_line[1 * ops::openmp::cells_at_once<double>];
#pragma omp simd
      for (int lane = 0; lane < ops::openmp::cells_at_once<double>; ++lane) {
        [[maybe_unused]] const int x = first + lane;
        double next_new = {};
        next_new = OPS_ROUNDED(weight * (u[x - 1] + u[x + 1] + u[x - u_y] + u[x + u_y])) - f[x];
        next_line[lane] = next_new;
      }
      ops::openmp::store_lines<1, ops::openmp::cells_at_once<double>, true>(next_out + first, 0, next_line);
    }
    next_out += next_out_y;
    u += u_y;
    f += f_y;
  }
}
static void primal([[maybe_unused]] const ops::Launch& launch) {
  const bool stream = launch.stream && ops::openmp::on_lines<double, 2, true>(launch.args[2]);
  ops::openmp::for_pieces(
      launch.range, ops::openmp::tile,
      [&](const ops::backend::Piece& piece) {
        ops::openmp::by_lines<ops::openmp::cells_at_once<double>>(piece, stream, [&](const ops::backend::Piece& s, bool whole) {
          (whole ? row_lines : row)(s.n, s.rows, ops::backend::write_at<double, 2>(launch.args[2], s),
              ops::backend::constant<double>(launch.constants[0], 0), ops::backend::read_at<double, 2>(launch.args[0], s),
              launch.args[0].pitch[1], ops::backend::read_at<double, 2>(launch.args[1], s), launch.args[2].pitch[1],
              launch.args[1].pitch[1]);
        });
      });
}

// The reverse: source points that may add to the same cell one after another.
[[gnu::noinline]] static void adjoint_row(int n, int rows, const double* next_seed, double* next_used_given, double* u_bar_given, std::ptrdiff_t u_bar_y,
    double weight, double* f_bar_given, std::ptrdiff_t next_seed_y, std::ptrdiff_t next_used_y, std::ptrdiff_t f_bar_y) {
  auto* next_used = ops::backend::given_or_nothing<1>(next_used_given);
  auto* u_bar = ops::backend::given_or_nothing<1>(u_bar_given);
  auto* f_bar = ops::backend::given_or_nothing<1>(f_bar_given);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      const double next_seed_0 = next_seed[x];
      if (next_used_given != nullptr) { next_used[x] = 0; }
      if (u_bar_given != nullptr) u_bar[x + u_bar_y] = u_bar[x + u_bar_y] + OPS_ROUNDED(weight * next_seed_0);
      if (u_bar_given != nullptr) u_bar[x + 1] = u_bar[x + 1] + OPS_ROUNDED(weight * next_seed_0);
      if (u_bar_given != nullptr) u_bar[x - 1] = u_bar[x - 1] + OPS_ROUNDED(weight * next_seed_0);
      if (u_bar_given != nullptr) u_bar[x - u_bar_y] = u_bar[x - u_bar_y] + OPS_ROUNDED(weight * next_seed_0);
      if (f_bar_given != nullptr) f_bar[x] = f_bar[x] + -next_seed_0;
    }
    next_seed += next_seed_y;
    next_used += next_used_y;
    u_bar += u_bar_y;
    f_bar += f_bar_y;
  }
}

static void adjoint([[maybe_unused]] const ops::AdjointLaunch& launch) {
  ops::openmp::for_pieces_in_order<>(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, s.rows, ops::backend::read_at<double, 2>(launch.args[2].seed, s),
            ops::backend::write_at<double, 2>(launch.args[2].seed, s),
            ops::backend::write_at<double, 2>(launch.args[0].target, s),
            launch.args[0].target.out == nullptr ? 0 : launch.args[0].target.pitch[1],
            ops::backend::constant<double>(launch.constants[0], 0),
            ops::backend::write_at<double, 2>(launch.args[1].target, s), launch.args[2].seed.pitch[1],
            launch.args[2].seed.out == nullptr ? 0 : launch.args[2].seed.pitch[1],
            launch.args[1].target.out == nullptr ? 0 : launch.args[1].target.pitch[1]);
      });
}

// Cells of the derivative of 'f'. ops_write: they hold nothing yet; ops_rim: some of their terms may lie outside the range.
template <bool ops_write, bool ops_rim>
[[gnu::noinline]] static void f_cells(int n, int rows, double* f_bar, std::ptrdiff_t f_bar_y, [[maybe_unused]] const ops::Box& range__,
    [[maybe_unused]] const ops::backend::Piece& piece_, const double* next_seed, std::ptrdiff_t next_seed_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      double t = ops_write ? 0 : f_bar[x];
      if (!ops_rim || ops::backend::inside<2>(range__, piece_, x, y, {0, 0})) {
        t = t + -next_seed[x];
      }
      f_bar[x] = t;
    }
    f_bar += f_bar_y;
    next_seed += next_seed_y;
  }
}

// Cells of the derivative of 'u'. ops_write: they hold nothing yet; ops_rim: some of their terms may lie outside the range.
template <bool ops_write, bool ops_rim>
[[gnu::noinline]] static void u_cells(int n, int rows, double* u_bar, std::ptrdiff_t u_bar_y, [[maybe_unused]] const ops::Box& range__,
    [[maybe_unused]] const ops::backend::Piece& piece_, double weight, const double* next_seed,
    std::ptrdiff_t next_seed_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      double t = ops_write ? 0 : u_bar[x];
      if (!ops_rim || ops::backend::inside<2>(range__, piece_, x, y, {0, 1})) {
        t = t + OPS_ROUNDED(weight * next_seed[x - next_seed_y]);
      }
      if (!ops_rim || ops::backend::inside<2>(range__, piece_, x, y, {1, 0})) {
        t = t + OPS_ROUNDED(weight * next_seed[x - 1]);
      }
      if (!ops_rim || ops::backend::inside<2>(range__, piece_, x, y, {-1, 0})) {
        t = t + OPS_ROUNDED(weight * next_seed[x + 1]);
      }
      if (!ops_rim || ops::backend::inside<2>(range__, piece_, x, y, {0, -1})) {
        t = t + OPS_ROUNDED(weight * next_seed[x + next_seed_y]);
      }
      u_bar[x] = t;
    }
    u_bar += u_bar_y;
    next_seed += next_seed_y;
  }
}

static constexpr ops::Index points_f[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index points_u[] = {{-1, 0, 0, 0, 0}, {0, -1, 0, 0, 0}, {0, 1, 0, 0, 0}, {1, 0, 0, 0, 0}};

static void adjoint_owner(const ops::AdjointLaunch& launch) {
  const ops::backend::Cells targets[] = {
      {launch, launch.args[1], points_f},
      {launch, launch.args[0], points_u},
  };
  const bool stream = launch.stream && launch.args[1].deferred == nullptr;
  ops::openmp::for_pieces(ops::backend::reach_of(targets), ops::openmp::tile, [&](const ops::backend::Piece& piece) {
    ops::backend::split<2>(targets[0], piece, [&](const ops::backend::Piece& s, bool write, bool rim) {
      alignas(ops::openmp::line_bytes) double f_line[1 * ops::openmp::streamed_cells];
      const bool f_aside = write && stream;
      if (launch.args[1].deferred != nullptr) {
        const ops::ArgView late = ops::backend::moved(launch.args[2].seed, launch.args[1].deferred);
        ops::backend::choose(write, rim, [&](auto w, auto r) { f_cells<w, r>(s.n, s.rows, f_aside ? f_line : ops::backend::write_at<double, 2>(launch.args[1].target, s),
            f_aside ? s.n : launch.args[1].target.pitch[1], launch.range, s,
            ops::backend::read_at<double, 2>(late, s), late.pitch[1]); });
        write = false;
      }
      ops::backend::choose(write, rim, [&](auto w, auto r) { f_cells<w, r>(s.n, s.rows, f_aside ? f_line : ops::backend::write_at<double, 2>(launch.args[1].target, s),
            f_aside ? s.n : launch.args[1].target.pitch[1], launch.range, s,
            ops::backend::read_at<double, 2>(launch.args[2].seed, s), launch.args[2].seed.pitch[1]); });
      if (f_aside) ops::openmp::store_piece<double, 2, 1, true>(launch.args[1].target, s, f_line);
    });
    ops::backend::split<2>(targets[1], piece, [&](const ops::backend::Piece& s, bool write, bool rim) {
      alignas(ops::openmp::line_bytes) double u_line[1 * ops::openmp::streamed_cells];
      const bool u_aside = write && stream;
      ops::backend::choose(write, rim, [&](auto w, auto r) { u_cells<w, r>(s.n, s.rows, u_aside ? u_line : ops::backend::write_at<double, 2>(launch.args[0].target, s),
            u_aside ? s.n : launch.args[0].target.pitch[1], launch.range, s,
            ops::backend::constant<double>(launch.constants[0], 0),
            ops::backend::read_at<double, 2>(launch.args[2].seed, s), launch.args[2].seed.pitch[1]); });
      if (u_aside) ops::openmp::store_piece<double, 2, 1, true>(launch.args[0].target, s, u_line);
    });
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, double* next_t_out, double weight, const double* u_t, std::ptrdiff_t u_t_y, const double* f_t,
    std::ptrdiff_t next_t_out_y, std::ptrdiff_t f_t_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      double next_new_t = {};
      double next_new_t_1 = OPS_ROUNDED(weight * (u_t[x - 1] + u_t[x + 1] + u_t[x - u_t_y] + u_t[x + u_t_y])) - f_t[x];
      next_new_t = next_new_t_1;
      next_t_out[x] = next_new_t;
    }
    next_t_out += next_t_out_y;
    u_t += u_t_y;
    f_t += f_t_y;
  }
}

static void tangent([[maybe_unused]] const ops::Launch& launch) {
  ops::openmp::for_pieces(
      launch.range, ops::openmp::tile,
      [&](const ops::backend::Piece& s) {
        tangent_row(s.n, s.rows, ops::backend::write_at<double, 2>(launch.args[5], s),
            ops::backend::constant<double>(launch.constants[0], 0), ops::backend::read_at<double, 2>(launch.args[3], s),
            launch.args[3].pitch[1], ops::backend::read_at<double, 2>(launch.args[4], s), launch.args[5].pitch[1],
            launch.args[4].pitch[1]);
      });
}

}  // namespace ops_loops::loop_0_smooth
