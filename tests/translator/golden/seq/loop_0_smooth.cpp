// Generated from program.cpp:50: kernel 'smooth'; do not edit.
namespace ops_loops::loop_0_smooth {

// The reverse, one source point after another.
[[gnu::noinline]] static void adjoint_row(int n, const double* next_seed, double* next_used, double* u_bar, std::ptrdiff_t u_bar_y, double weight,
    double* f_bar) {
  for (int x = 0; x < n; ++x) {
    const double next_seed_0 = next_seed[x];
    if (next_used != nullptr) { next_used[x] = 0; }
    if (u_bar != nullptr) u_bar[x + u_bar_y] = u_bar[x + u_bar_y] + weight * next_seed_0;
    if (u_bar != nullptr) u_bar[x + 1] = u_bar[x + 1] + weight * next_seed_0;
    if (u_bar != nullptr) u_bar[x - 1] = u_bar[x - 1] + weight * next_seed_0;
    if (u_bar != nullptr) u_bar[x - u_bar_y] = u_bar[x - u_bar_y] + weight * next_seed_0;
    if (f_bar != nullptr) f_bar[x] = f_bar[x] + -next_seed_0;
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, ops::backend::read_at<double, 2>(launch.args[2].seed, s),
            ops::backend::write_at<double, 2>(launch.args[2].seed, s),
            ops::backend::write_at<double, 2>(launch.args[0].target, s), launch.args[0].target.pitch[1],
            ops::backend::constant<double>(launch.constants[0], 0),
            ops::backend::write_at<double, 2>(launch.args[1].target, s));
      });
}

}  // namespace ops_loops::loop_0_smooth
