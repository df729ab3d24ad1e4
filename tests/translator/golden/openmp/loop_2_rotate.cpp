// Generated from program.cpp:59: kernel 'rotate'; do not edit.
namespace ops_loops::loop_2_rotate {

[[gnu::noinline]] static void row(int n, int rows, const float* q, float* q_out, float angle, std::ptrdiff_t q_y, std::ptrdiff_t q_out_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      float q_new_0 = q[2 * x];
      float q_new_1 = q[2 * x + 1];
      float a = q_new_0;
      float b = q_new_1;
      q_new_0 = a - OPS_ROUNDED(angle * b);
      q_new_1 = b + OPS_ROUNDED(angle * a);
      q_out[2 * x] = q_new_0;
      q_out[2 * x + 1] = q_new_1;
    }
    q += q_y;
    q_out += q_out_y;
  }
}

static void primal([[maybe_unused]] const ops::Launch& launch) {
  ops::openmp::for_pieces(
      launch.range, ops::openmp::long_rows,
      [&](const ops::backend::Piece& s) {
        row(s.n, s.rows, ops::backend::read_at<float, 2>(launch.args[0], s),
            ops::backend::write_at<float, 2>(launch.args[0], s), ops::backend::value<float>(launch.args[1].in, 0),
            launch.args[0].pitch[1], launch.args[0].pitch[1]);
      });
}

// The reverse: source points that may add to the same cell one after another.
[[gnu::noinline]] static void adjoint_row(int n, int rows, const float* q_seed, float* q_used_given, float* q_bar_given, float angle, std::ptrdiff_t q_seed_y,
    std::ptrdiff_t q_used_y, std::ptrdiff_t q_bar_y) {
  auto* q_used = ops::backend::given_or_nothing<2>(q_used_given);
  auto* q_bar = ops::backend::given_or_nothing<2>(q_bar_given);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      const float q_seed_0 = q_seed[2 * x];
      const float q_seed_1 = q_seed[2 * x + 1];
      if (q_used_given != nullptr) { q_used[2 * x] = 0; q_used[2 * x + 1] = 0; }
      if (q_bar_given != nullptr) q_bar[2 * x] = q_bar[2 * x] + (OPS_ROUNDED(angle * q_seed_1) + q_seed_0);
      if (q_bar_given != nullptr) q_bar[2 * x + 1] = q_bar[2 * x + 1] + (q_seed_1 - OPS_ROUNDED(angle * q_seed_0));
    }
    q_seed += q_seed_y;
    q_used += q_used_y;
    q_bar += q_bar_y;
  }
}

static void adjoint([[maybe_unused]] const ops::AdjointLaunch& launch) {
  ops::openmp::for_pieces_in_order<0, 1>(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, s.rows, ops::backend::read_at<float, 2>(launch.args[0].seed, s),
            ops::backend::write_at<float, 2>(launch.args[0].seed, s),
            ops::backend::write_at<float, 2>(launch.args[0].target, s),
            ops::backend::value<float>(launch.args[1].primal.in, 0), launch.args[0].seed.pitch[1],
            launch.args[0].seed.out == nullptr ? 0 : launch.args[0].seed.pitch[1],
            launch.args[0].target.out == nullptr ? 0 : launch.args[0].target.pitch[1]);
      });
}

// The whole reverse at each point, all derivatives at once.
[[gnu::noinline]] static void adjoint_points(int n, int rows, float* q_bar, std::ptrdiff_t q_bar_y, const float* q_old, std::ptrdiff_t q_old_y, float angle,
    const float* q_seed, std::ptrdiff_t q_seed_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      const float q_add_0 = (OPS_ROUNDED(angle * q_seed[2 * x + 1]) + q_seed[2 * x]);
      const float q_add_1 = (q_seed[2 * x + 1] - OPS_ROUNDED(angle * q_seed[2 * x]));
      q_bar[2 * x] = q_old[2 * x] + q_add_0;
      q_bar[2 * x + 1] = q_old[2 * x + 1] + q_add_1;
    }
    q_bar += q_bar_y;
    q_old += q_old_y;
    q_seed += q_seed_y;
  }
}

static constexpr ops::Index points_q[] = {{0, 0, 0, 0, 0}};

static void adjoint_owner(const ops::AdjointLaunch& launch) {
  const ops::backend::Cells targets[] = {
      {launch, launch.args[0], points_q},
  };
  const bool stream = launch.stream;
  ops::openmp::for_pieces(ops::backend::points_of(launch), ops::openmp::long_rows, [&](const ops::backend::Piece& piece) {
    ops::backend::split_points<2>(targets, piece, [&](const ops::backend::Piece& s, auto holes) {
      alignas(ops::openmp::line_bytes) float q_line[2 * ops::openmp::streamed_cells];
      const bool q_streams = stream && holes.has(0) && targets[0].wanted;
      const bool q_aside = q_streams || !targets[0].wanted;
      adjoint_points(s.n, s.rows, q_aside ? q_line : ops::backend::write_at<float, 2>(launch.args[0].target, s),
            q_aside ? s.n * 2 : launch.args[0].target.pitch[1],
            ops::backend::empty(targets, holes, 0) ? ops::openmp::zeros<float, 2>() : ops::backend::write_at<float, 2>(launch.args[0].target, s),
            ops::backend::empty(targets, holes, 0) ? s.n * 2 : launch.args[0].target.pitch[1],
            ops::backend::value<float>(launch.args[1].primal.in, 0),
            ops::backend::read_at<float, 2>(launch.args[0].seed, s), launch.args[0].seed.pitch[1]);
      if (q_streams) ops::openmp::store_piece<float, 2, 2, true>(launch.args[0].target, s, q_line);
    });
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, float* q_t_out, const float* q_t, float angle, std::ptrdiff_t q_t_out_y, std::ptrdiff_t q_t_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      float q_new_0_t = {};
      float q_new_1_t = {};
      float a_t = q_t[2 * x];
      float b_t = q_t[2 * x + 1];
      q_new_0_t = a_t - OPS_ROUNDED(angle * b_t);
      q_new_1_t = b_t + OPS_ROUNDED(angle * a_t);
      q_t_out[2 * x] = q_new_0_t;
      q_t_out[2 * x + 1] = q_new_1_t;
    }
    q_t_out += q_t_out_y;
    q_t += q_t_y;
  }
}

static void tangent([[maybe_unused]] const ops::Launch& launch) {
  ops::openmp::for_pieces(
      launch.range, ops::openmp::long_rows,
      [&](const ops::backend::Piece& s) {
        tangent_row(s.n, s.rows, ops::backend::write_at<float, 2>(launch.args[2], s),
            ops::backend::read_at<float, 2>(launch.args[2], s), ops::backend::value<float>(launch.args[1].in, 0),
            launch.args[2].pitch[1], launch.args[2].pitch[1]);
      });
}

}  // namespace ops_loops::loop_2_rotate
