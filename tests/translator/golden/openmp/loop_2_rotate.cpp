// Generated from program.cpp:59: kernel 'rotate'; do not edit.
namespace ops_loops::loop_2_rotate {

[[gnu::noinline]] static void row(const ops::Launch& launch, const b::Piece& s) {
  auto q = b::read<float, 2>(launch.args[0], s);
  auto q_out = b::write<float, 2>(launch.args[0], s);
  const float angle = b::value<float>(launch.args[1].in, 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      float q_new_0 = q.at[2 * x];
      float q_new_1 = q.at[2 * x + 1];
      float a = q_new_0;
      float b = q_new_1;
      q_new_0 = a - OPS_ROUNDED(angle * b);
      q_new_1 = b + OPS_ROUNDED(angle * a);
      q_out.at[2 * x] = q_new_0;
      q_out.at[2 * x + 1] = q_new_1;
    }
    b::next(q, q_out);
  }
}

static void primal(const ops::Launch& launch) {
  ops::openmp::for_pieces(launch.range, ops::openmp::long_rows, [&](const b::Piece& s) {
    row(launch, s);
  });
}

// The reverse: source points in order, as they may add to the same cell.
[[gnu::noinline]] static void adjoint_row(const ops::AdjointLaunch& launch, const b::Piece& s) {
  auto q_seed = b::read<float, 2>(launch.args[0].seed, s);
  auto q_used = b::write<float, 2, 2>(launch.args[0].seed, s);
  auto q_bar = b::write<float, 2, 2>(launch.args[0].target, s);
  const float angle = b::value<float>(launch.args[1].primal.in, 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const float q_seed_0 = q_seed.at[2 * x];
      const float q_seed_1 = q_seed.at[2 * x + 1];
      if (q_used.given) { q_used.at[2 * x] = 0; q_used.at[2 * x + 1] = 0; }
      q_bar.add(2 * x, (OPS_ROUNDED(angle * q_seed_1) + q_seed_0));
      q_bar.add(2 * x + 1, (q_seed_1 - OPS_ROUNDED(angle * q_seed_0)));
    }
    b::next(q_seed, q_used, q_bar);
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::openmp::for_pieces_in_order<0, 1>(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}

// The whole reverse at each point, all derivatives at once.
[[gnu::noinline]] static void adjoint_points(const ops::AdjointLaunch& launch, const b::Piece& s, float* q_bar_aside, const float* q_old_aside) {
  auto q_bar = b::aside<float, 2>(launch.args[0].target, s, q_bar_aside, s.n * 2, ops::openmp::streamed_cells);
  auto q_old = b::aside<const float, 2>(launch.args[0].target, s, q_old_aside, s.n * 2, ops::openmp::streamed_cells);
  const float angle = b::value<float>(launch.args[1].primal.in, 0);
  auto q_seed = b::read<float, 2>(launch.args[0].seed, s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      const float q_add_0 = (OPS_ROUNDED(angle * q_seed.at[2 * x + 1]) + q_seed.at[2 * x]);
      const float q_add_1 = (q_seed.at[2 * x + 1] - OPS_ROUNDED(angle * q_seed.at[2 * x]));
      q_bar.at[2 * x] = q_old.at[2 * x] + q_add_0;
      q_bar.at[2 * x + 1] = q_old.at[2 * x + 1] + q_add_1;
    }
    b::next(q_bar, q_old, q_seed);
  }
}

static constexpr ops::Index points_q[] = {{0, 0}};

static void adjoint_owner(const ops::AdjointLaunch& launch) {
  const b::Cells targets[] = {
      {launch, launch.args[0], points_q},
  };
  const bool stream = launch.stream;
  ops::openmp::for_pieces(b::points_of(launch), ops::openmp::long_rows, [&](const b::Piece& piece) {
    b::split_points<2>(targets, piece, [&](const b::Piece& s, auto holes) {
      ops::openmp::all_at_once<ops::openmp::Target<float, 2, 2, true>>(launch, targets, s, holes, stream, {0}, adjoint_points);
    });
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(const ops::Launch& launch, const b::Piece& s) {
  auto q_t_out = b::write<float, 2>(launch.args[2], s);
  auto q_t = b::read<float, 2>(launch.args[2], s);
  const float angle = b::value<float>(launch.args[1].in, 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      float a_t = q_t.at[2 * x];
      float b_t = q_t.at[2 * x + 1];
      float q_new_0_t = a_t - OPS_ROUNDED(angle * b_t);
      float q_new_1_t = b_t + OPS_ROUNDED(angle * a_t);
      q_t_out.at[2 * x] = q_new_0_t;
      q_t_out.at[2 * x + 1] = q_new_1_t;
    }
    b::next(q_t_out, q_t);
  }
}

static void tangent(const ops::Launch& launch) {
  ops::openmp::for_pieces(launch.range, ops::openmp::long_rows, [&](const b::Piece& s) {
    tangent_row(launch, s);
  });
}

}  // namespace ops_loops::loop_2_rotate
