// Generated from program.cpp:59: kernel 'rotate'; do not edit.
namespace ops_loops::loop_2_rotate {

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
  ops::backend::for_pieces_in_order(
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

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, float* q_t_out, const float* q_t, float angle, std::ptrdiff_t q_t_out_y, std::ptrdiff_t q_t_y) {
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
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
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        tangent_row(s.n, s.rows, ops::backend::write_at<float, 2>(launch.args[2], s),
            ops::backend::read_at<float, 2>(launch.args[2], s), ops::backend::value<float>(launch.args[1].in, 0),
            launch.args[2].pitch[1], launch.args[2].pitch[1]);
      });
}

}  // namespace ops_loops::loop_2_rotate
