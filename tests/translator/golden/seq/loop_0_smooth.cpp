// Generated from program.cpp:56: kernel 'smooth'; do not edit.
namespace ops_loops::loop_0_smooth {

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
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
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
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      double next_new_t_1 = OPS_ROUNDED(weight * (u_t.at[x - 1] + u_t.at[x + 1] + u_t.at[x - u_t.y] + u_t.at[x + u_t.y])) - f_t.at[x];
      double next_new_t = next_new_t_1;
      next_t_out.at[x] = next_new_t;
    }
    b::next(next_t_out, u_t, f_t);
  }
}

static void tangent(const ops::Launch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    tangent_row(launch, s);
  });
}

}  // namespace ops_loops::loop_0_smooth
