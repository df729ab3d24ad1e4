// Generated from program.cpp:58: kernel 'upwind'; do not edit.
namespace ops_loops::loop_1_upwind {

// ops_lines: whole lines, which go past the caches.
template <bool ops_lines>
[[gnu::noinline]] static void row(const ops::Launch& launch, const b::Piece& s) {
  auto next_out = b::write<double, 2>(launch.args[1], s);
  auto u = b::read<double, 2>(launch.args[0], s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int first = 0, last; first < n; first = last) {
      last = ops_lines ? first + ops::openmp::cells_at_once<double> : n;
      [[maybe_unused]] alignas(ops::openmp::line_bytes) double next_line[ops_lines ? 1 * ops::openmp::cells_at_once<double> : 1];
#pragma omp simd
      for (int x = first; x < last; ++x) {
        const double u_0 = u.at[x];
        const double u_1 = u.at[x - 1];
        const double u_2 = u.at[x + 1];
        double slope = {};
        if (u_0 > 0.0) {
          slope = u_0 - u_1;
        } else {
          slope = u_2 - u_0;
        }
        double next_new = u_0 - OPS_ROUNDED(weight * u_0 * slope);
        if constexpr (ops_lines) next_line[x - first] = next_new;
        else next_out.at[x] = next_new;
      }
      if constexpr (ops_lines) ops::openmp::store_lines<1, ops::openmp::cells_at_once<double>, true>(next_out.at + first, 0, next_line);
    }
    b::next(next_out, u);
  }
}

static void primal(const ops::Launch& launch) {
  const bool stream = launch.stream && ops::openmp::on_lines<double, 2, true>(launch.args[1]);
  ops::openmp::for_pieces(launch.range, ops::openmp::long_rows, [&](const b::Piece& piece) {
    ops::openmp::by_lines<ops::openmp::cells_at_once<double>>(piece, stream, [&](const b::Piece& s, bool whole) {
      (whole ? row<true> : row<false>)(launch, s);
    });
  });
}

// The reverse: source points in order, as they may add to the same cell.
[[gnu::noinline]] static void adjoint_row(const ops::AdjointLaunch& launch, const b::Piece& s) {
  auto next_seed = b::read<double, 2>(launch.args[1].seed, s);
  auto next_used = b::write<double, 2, 1>(launch.args[1].seed, s);
  auto u = b::read<double, 2>(launch.args[0].primal, s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto u_bar = b::write<double, 2, 1>(launch.args[0].target, s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double next_seed_0 = next_seed.at[x];
      if (next_used.given) { next_used.at[x] = 0; }
      const double u_0 = u.at[x];
      const double u_1 = u.at[x - 1];
      const double u_2 = u.at[x + 1];
      bool taken = u_0 > 0.0;
      double slope_2 = {};
      if (taken) {
        slope_2 = u_0 - u_1;
      } else {
        slope_2 = u_2 - u_0;
      }
      double slope_2_a_1 = -OPS_ROUNDED(weight * u_0 * next_seed_0);
      double u_a = {};
      double u_a_1 = 0.0;
      double u_a_2 = 0.0;
      if (taken) {
        bool alive = next_seed_0 != 0.0;
        u_a = (alive ? slope_2_a_1 : 0.0);
        u_a_1 = -(alive ? slope_2_a_1 : 0.0);
      } else {
        bool alive_1 = next_seed_0 != 0.0;
        u_a = -(alive_1 ? slope_2_a_1 : 0.0);
        u_a_2 = (alive_1 ? slope_2_a_1 : 0.0);
      }
      u_bar.add(x + 1, u_a_2);
      u_bar.add(x, (next_seed_0 - OPS_ROUNDED(weight * ((next_seed_0 != 0.0) ? OPS_ROUNDED(slope_2 * next_seed_0) : 0.0)) + u_a));
      u_bar.add(x - 1, u_a_1);
    }
    b::next(next_seed, next_used, u, u_bar);
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::openmp::for_pieces_in_order<1>(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}

static constexpr int row_cells = ops::openmp::row_cells(3);
// The whole reverse at each point, into buffers and cells.
[[gnu::noinline]] static void adjoint_points(const ops::AdjointLaunch& launch, const b::Piece& s, double* buffers_) {
  auto u = b::read<double, 2>(launch.args[0].primal, s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto next_seed = b::read<double, 2>(launch.args[1].seed, s);
  const int n = s.n;
#pragma omp simd
  for (int x = 0; x < n; ++x) {
    bool taken = u.at[x] > 0.0;
    double slope_2_1 = u.at[x] - u.at[x - 1];
    double slope_2_2 = u.at[x + 1] - u.at[x];
    double slope_2_3 = (taken ? slope_2_1 : slope_2_2);
    double slope_2_a_1 = OPS_ROUNDED(-weight * u.at[x] * next_seed.at[x]);
    bool alive = next_seed.at[x] != 0.0;
    double u_a_3 = (alive ? slope_2_a_1 : 0.0);
    double u_a_1_1 = -u_a_3;
    double u_a_4 = -u_a_3;
    double u_a_5 = (taken ? u_a_3 : u_a_4);
    double u_a_1_2 = (taken ? u_a_1_1 : 0.0);
    double u_a_2_2 = (taken ? 0.0 : u_a_3);
    buffers_[0 * row_cells + x] = u_a_2_2;
    double one = OPS_ROUNDED(slope_2_3 * next_seed.at[x]);
    double kept_2 = (alive ? one : 0.0);
    buffers_[1 * row_cells + x] = (next_seed.at[x] - OPS_ROUNDED(weight * kept_2) + u_a_5);
    buffers_[2 * row_cells + x] = u_a_1_2;
  }
}

static constexpr ops::Index points_u[] = {{-1, 0}, {0, 0}, {1, 0}};
static constexpr ops::openmp::Buffered buffers_of_points[] = {
    {0, 0, 0, {1, 0}, 0, 1},
    {0, 0, 0, {0, 0}, 1, 1},
    {0, 0, 0, {-1, 0}, 2, 1},
};

static void adjoint_owner(const ops::AdjointLaunch& launch) {
  const b::Cells targets[] = {
      {launch, launch.args[0], points_u},
  };
  const auto evaluate = [&](const b::Piece& s, [[maybe_unused]] double* buffers, [[maybe_unused]] double* const* cells,
                            [[maybe_unused]] const double* const* held, [[maybe_unused]] const ops::openmp::Counted& counted) {
    adjoint_points(launch, s, buffers);
  };
  const auto prepare = [&]([[maybe_unused]] const b::Piece& row) {
    ops::openmp::prepare<ops::openmp::Target<double, 2, 1, true>>(launch, targets[0], row, 0);
  };
  ops::openmp::Rows<double, decltype(evaluate), decltype(prepare)>(launch, targets, buffers_of_points, {}, row_cells, evaluate, prepare).run(false);
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(const ops::Launch& launch, const b::Piece& s) {
  auto next_t_out = b::write<double, 2>(launch.args[3], s);
  auto u_t = b::read<double, 2>(launch.args[2], s);
  auto u = b::read<double, 2>(launch.args[0], s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      const double u_t_0 = u_t.at[x];
      const double u_t_1 = u_t.at[x - 1];
      const double u_2 = u.at[x];
      const double u_3 = u.at[x - 1];
      const double u_t_4 = u_t.at[x + 1];
      const double u_5 = u.at[x + 1];
      double slope_2_t = {};
      double slope_2 = {};
      if (u_2 > 0.0) {
        slope_2_t = u_t_0 - u_t_1;
        slope_2 = u_2 - u_3;
      } else {
        slope_2_t = u_t_4 - u_t_0;
        slope_2 = u_5 - u_2;
      }
      double t_t = OPS_ROUNDED(weight * u_t_0);
      double next_new_t_1 = u_t_0 - (((t_t != 0.0) ? OPS_ROUNDED(t_t * slope_2) : 0.0) + ((slope_2_t != 0.0) ? OPS_ROUNDED(weight * u_2 * slope_2_t) : 0.0));
      double next_new_t = next_new_t_1;
      next_t_out.at[x] = next_new_t;
    }
    b::next(next_t_out, u_t, u);
  }
}

static void tangent(const ops::Launch& launch) {
  ops::openmp::for_pieces(launch.range, ops::openmp::long_rows, [&](const b::Piece& s) {
    tangent_row(launch, s);
  });
}

}  // namespace ops_loops::loop_1_upwind
