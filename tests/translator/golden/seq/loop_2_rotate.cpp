// Generated from program.cpp:59: kernel 'rotate'; do not edit.
namespace ops_loops::loop_2_rotate {

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
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(const ops::Launch& launch, const b::Piece& s) {
  auto q_t_out = b::write<float, 2>(launch.args[2], s);
  auto q_t = b::read<float, 2>(launch.args[2], s);
  const float angle = b::value<float>(launch.args[1].in, 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
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
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    tangent_row(launch, s);
  });
}

}  // namespace ops_loops::loop_2_rotate
