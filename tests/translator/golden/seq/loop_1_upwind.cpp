// Generated from program.cpp:58: kernel 'upwind'; do not edit.
namespace ops_loops::loop_1_upwind {

// The reverse: source points that may add to the same cell one after another.
[[gnu::noinline]] static void adjoint_row(int n, int rows, const double* next_seed, double* next_used_given, const double* u, double weight,
    double* u_bar_given, std::ptrdiff_t next_seed_y, std::ptrdiff_t next_used_y, std::ptrdiff_t u_y,
    std::ptrdiff_t u_bar_y) {
  auto* next_used = ops::backend::given_or_nothing<1>(next_used_given);
  auto* u_bar = ops::backend::given_or_nothing<1>(u_bar_given);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      const double next_seed_0 = next_seed[x];
      if (next_used_given != nullptr) { next_used[x] = 0; }
      const double u_0 = u[x];
      const double u_1 = u[x - 1];
      const double u_2 = u[x + 1];
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
      if (u_bar_given != nullptr) u_bar[x + 1] = u_bar[x + 1] + u_a_2;
      if (u_bar_given != nullptr) u_bar[x] = u_bar[x] + (next_seed_0 - OPS_ROUNDED(weight * ((next_seed_0 != 0.0) ? OPS_ROUNDED(slope_2 * next_seed_0) : 0.0)) + u_a);
      if (u_bar_given != nullptr) u_bar[x - 1] = u_bar[x - 1] + u_a_1;
    }
    next_seed += next_seed_y;
    next_used += next_used_y;
    u += u_y;
    u_bar += u_bar_y;
  }
}

static void adjoint([[maybe_unused]] const ops::AdjointLaunch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, s.rows, ops::backend::read_at<double, 2>(launch.args[1].seed, s),
            ops::backend::write_at<double, 2>(launch.args[1].seed, s),
            ops::backend::read_at<double, 2>(launch.args[0].primal, s),
            ops::backend::constant<double>(launch.constants[0], 0),
            ops::backend::write_at<double, 2>(launch.args[0].target, s), launch.args[1].seed.pitch[1],
            launch.args[1].seed.out == nullptr ? 0 : launch.args[1].seed.pitch[1], launch.args[0].primal.pitch[1],
            launch.args[0].target.out == nullptr ? 0 : launch.args[0].target.pitch[1]);
      });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, double* next_t_out, const double* u_t, const double* u, double weight, std::ptrdiff_t next_t_out_y,
    std::ptrdiff_t u_t_y, std::ptrdiff_t u_y) {
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      double next_new_t = {};
      const double u_t_0 = u_t[x];
      const double u_t_1 = u_t[x - 1];
      const double u_2 = u[x];
      const double u_3 = u[x - 1];
      const double u_t_4 = u_t[x + 1];
      const double u_5 = u[x + 1];
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
      next_new_t = next_new_t_1;
      next_t_out[x] = next_new_t;
    }
    next_t_out += next_t_out_y;
    u_t += u_t_y;
    u += u_y;
  }
}

static void tangent([[maybe_unused]] const ops::Launch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        tangent_row(s.n, s.rows, ops::backend::write_at<double, 2>(launch.args[3], s),
            ops::backend::read_at<double, 2>(launch.args[2], s), ops::backend::read_at<double, 2>(launch.args[0], s),
            ops::backend::constant<double>(launch.constants[0], 0), launch.args[3].pitch[1], launch.args[2].pitch[1],
            launch.args[0].pitch[1]);
      });
}

}  // namespace ops_loops::loop_1_upwind
