// Generated from program.cpp:54: kernel 'measure'; do not edit.
namespace ops_loops::loop_3_measure {

// The reverse, one source point after another.
[[gnu::noinline]] static void adjoint_row(int n, double* u_bar, int x_first, double sums_seed_1, const double* u, double sums_seed_0) {
  for (int x = 0; x < n; ++x) {
    if (u_bar != nullptr) u_bar[x] = u_bar[x] + (static_cast<double>((x_first + x)) * sums_seed_1 + 2.0 * (u[x] * sums_seed_0));
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, ops::backend::write_at<double, 2>(launch.args[0].target, s), s.x,
            ops::backend::value<double>(launch.args[2].seed.in, 1),
            ops::backend::read_at<double, 2>(launch.args[0].primal, s),
            ops::backend::value<double>(launch.args[2].seed.in, 0));
      });
}

}  // namespace ops_loops::loop_3_measure
