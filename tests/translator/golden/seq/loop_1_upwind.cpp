// Generated from program.cpp:52: kernel 'upwind'; do not edit.
namespace ops_loops::loop_1_upwind {

// The reverse, one source point after another.
[[gnu::noinline]] static void adjoint_row(int n, const double* next_seed, double* next_used, const double* u, double weight, double* u_bar) {
  for (int x = 0; x < n; ++x) {
    const double next_seed_0 = next_seed[x];
    if (next_used != nullptr) { next_used[x] = 0; }
    bool taken = u[x] > 0.0;
    double slope_2 = {};
    if (taken) {
      slope_2 = u[x] - u[x - 1];
    } else {
      slope_2 = u[x + 1] - u[x];
    }
    double slope_2_a_1 = -(weight * u[x] * next_seed_0);
    double u_a = {};
    double u_a_1 = 0.0;
    double u_a_2 = 0.0;
    if (taken) {
      u_a = slope_2_a_1;
      u_a_1 = -slope_2_a_1;
    } else {
      u_a = -slope_2_a_1;
      u_a_2 = slope_2_a_1;
    }
    if (u_bar != nullptr) u_bar[x + 1] = u_bar[x + 1] + u_a_2;
    if (u_bar != nullptr) u_bar[x] = u_bar[x] + (next_seed_0 - weight * (slope_2 * next_seed_0) + u_a);
    if (u_bar != nullptr) u_bar[x - 1] = u_bar[x - 1] + u_a_1;
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, ops::backend::read_at<double, 2>(launch.args[1].seed, s),
            ops::backend::write_at<double, 2>(launch.args[1].seed, s),
            ops::backend::read_at<double, 2>(launch.args[0].primal, s),
            ops::backend::constant<double>(launch.constants[0], 0),
            ops::backend::write_at<double, 2>(launch.args[0].target, s));
      });
}

}  // namespace ops_loops::loop_1_upwind
