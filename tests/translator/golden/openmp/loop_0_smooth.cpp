// Generated from program.cpp:56: kernel 'smooth'; do not edit.
namespace ops_loops::loop_0_smooth {

// ops_lines: whole lines, which go past the caches.
template <bool ops_lines>
[[gnu::noinline]] static void row(const ops::Launch& launch, const b::Piece& s) {
  auto next_out = b::write<double, 2>(launch.args[2], s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto u = b::read<double, 2>(launch.args[0], s);
  auto f = b::read<double, 2>(launch.args[1], s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int first = 0, last; first < n; first = last) {
      last = ops_lines ? first + ops::openmp::cells_at_once<double> : n;
      [[maybe_unused]] alignas(ops::openmp::line_bytes) double next_line[ops_lines ? 1 * ops::openmp::cells_at_once<double> : 1];
#pragma omp simd
      for (int x = first; x < last; ++x) {
        double next_new = OPS_ROUNDED(weight * (u.at[x - 1] + u.at[x + 1] + u.at[x - u.y] + u.at[x + u.y])) - f.at[x];
        if constexpr (ops_lines) next_line[x - first] = next_new;
        else next_out.at[x] = next_new;
      }
      if constexpr (ops_lines) ops::openmp::store_lines<1, ops::openmp::cells_at_once<double>, true>(next_out.at + first, 0, next_line);
    }
    b::next(next_out, u, f);
  }
}

static void primal(const ops::Launch& launch) {
  const bool stream = launch.stream && ops::openmp::on_lines<double, 2, true>(launch.args[2]);
  ops::openmp::for_pieces(launch.range, ops::openmp::tile, [&](const b::Piece& piece) {
    ops::openmp::by_lines<ops::openmp::cells_at_once<double>>(piece, stream, [&](const b::Piece& s, bool whole) {
      (whole ? row<true> : row<false>)(launch, s);
    });
  });
}

// The reverse: source points in order, as they may add to the same cell.
[[gnu::noinline]] static void adjoint_row(const ops::AdjointLaunch& launch, const b::Piece& s) {
  auto next_seed = b::read<double, 2>(launch.args[2].seed, s);
  auto next_used = b::write<double, 2, 1>(launch.args[2].seed, s);
  auto u_bar = b::write<double, 2, 1>(launch.args[0].target, s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto f_bar = b::write<double, 2, 1>(launch.args[1].target, s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double next_seed_0 = next_seed.at[x];
      if (next_used.given) { next_used.at[x] = 0; }
      u_bar.add(x + u_bar.y, OPS_ROUNDED(weight * next_seed_0));
      u_bar.add(x + 1, OPS_ROUNDED(weight * next_seed_0));
      u_bar.add(x - 1, OPS_ROUNDED(weight * next_seed_0));
      u_bar.add(x - u_bar.y, OPS_ROUNDED(weight * next_seed_0));
      f_bar.add(x, -next_seed_0);
    }
    b::next(next_seed, next_used, u_bar, f_bar);
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::openmp::for_pieces_in_order<>(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}

// Cells of the derivative of 'f'. ops_write: they hold nothing yet; ops_rim: some of their terms may lie outside the range.
template <bool ops_write, bool ops_rim>
[[gnu::noinline]] static void f_cells(const ops::AdjointLaunch& launch, const b::Piece& s, double* f_bar_aside) {
  auto f_bar = b::aside<double, 2>(launch.args[1].target, s, f_bar_aside, s.n, ops::openmp::streamed_cells);
  [[maybe_unused]] const ops::Box& range__ = launch.range;
  [[maybe_unused]] const b::Piece& piece_ = s;
  auto next_seed = b::read<double, 2>(launch.args[2].seed, s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      double t = ops_write ? 0 : f_bar.at[x];
      if (!ops_rim || b::inside<2>(range__, piece_, x, y, {0, 0})) {
        t = t + -next_seed.at[x];
      }
      f_bar.at[x] = t;
    }
    b::next(f_bar, next_seed);
  }
}

// Cells of the derivative of 'u'. ops_write: they hold nothing yet; ops_rim: some of their terms may lie outside the range.
template <bool ops_write, bool ops_rim>
[[gnu::noinline]] static void u_cells(const ops::AdjointLaunch& launch, const b::Piece& s, double* u_bar_aside) {
  auto u_bar = b::aside<double, 2>(launch.args[0].target, s, u_bar_aside, s.n, ops::openmp::streamed_cells);
  [[maybe_unused]] const ops::Box& range__ = launch.range;
  [[maybe_unused]] const b::Piece& piece_ = s;
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto next_seed = b::read<double, 2>(launch.args[2].seed, s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      double t = ops_write ? 0 : u_bar.at[x];
      if (!ops_rim || b::inside<2>(range__, piece_, x, y, {0, 1})) {
        t = t + OPS_ROUNDED(weight * next_seed.at[x - next_seed.y]);
      }
      if (!ops_rim || b::inside<2>(range__, piece_, x, y, {1, 0})) {
        t = t + OPS_ROUNDED(weight * next_seed.at[x - 1]);
      }
      if (!ops_rim || b::inside<2>(range__, piece_, x, y, {-1, 0})) {
        t = t + OPS_ROUNDED(weight * next_seed.at[x + 1]);
      }
      if (!ops_rim || b::inside<2>(range__, piece_, x, y, {0, -1})) {
        t = t + OPS_ROUNDED(weight * next_seed.at[x + next_seed.y]);
      }
      u_bar.at[x] = t;
    }
    b::next(u_bar, next_seed);
  }
}

static constexpr ops::Index points_f[] = {{0, 0}};
static constexpr ops::Index points_u[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};

static void adjoint_owner(const ops::AdjointLaunch& launch) {
  const b::Cells targets[] = {
      {launch, launch.args[1], points_f},
      {launch, launch.args[0], points_u},
  };
  const auto late_f = b::Altered::postponed(launch, 1, 2);
  const bool stream = launch.stream && launch.args[1].deferred == nullptr;
  ops::openmp::for_pieces(b::reach_of(targets), ops::openmp::tile, [&](const b::Piece& piece) {
    ops::openmp::complete<ops::openmp::Target<double, 2, 1, true>>(launch, targets[0], piece, stream, {1}, OPS_CELLS(f_cells), &late_f);
    ops::openmp::complete<ops::openmp::Target<double, 2, 1, true>>(launch, targets[1], piece, stream, {0}, OPS_CELLS(u_cells));
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(const ops::Launch& launch, const b::Piece& s) {
  auto next_t_out = b::write<double, 2>(launch.args[5], s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto u_t = b::read<double, 2>(launch.args[3], s);
  auto f_t = b::read<double, 2>(launch.args[4], s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      double next_new_t_1 = OPS_ROUNDED(weight * (u_t.at[x - 1] + u_t.at[x + 1] + u_t.at[x - u_t.y] + u_t.at[x + u_t.y])) - f_t.at[x];
      double next_new_t = next_new_t_1;
      next_t_out.at[x] = next_new_t;
    }
    b::next(next_t_out, u_t, f_t);
  }
}

static void tangent(const ops::Launch& launch) {
  ops::openmp::for_pieces(launch.range, ops::openmp::tile, [&](const b::Piece& s) {
    tangent_row(launch, s);
  });
}

}  // namespace ops_loops::loop_0_smooth
