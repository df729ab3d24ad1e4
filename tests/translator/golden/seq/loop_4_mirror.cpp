// Generated from program.cpp:63: kernel 'mirror'; do not edit.
namespace ops_loops::loop_4_mirror {

// The reverse: source points that may add to the same cell one after another.
[[gnu::noinline]] static void adjoint_row(int n, int rows, const double* u_seed_given, const double* f_seed_given, double* u_used_given, double* f_used_given,
    int fields_1, int fields_0, double* u_bar_given, double* f_bar_given, double* next_bar_given,
    std::ptrdiff_t u_seed_y, std::ptrdiff_t f_seed_y, std::ptrdiff_t u_used_y, std::ptrdiff_t f_used_y,
    std::ptrdiff_t u_bar_y, std::ptrdiff_t f_bar_y, std::ptrdiff_t next_bar_y) {
  auto* u_seed = ops::backend::given_or_nothing<1>(u_seed_given);
  auto* f_seed = ops::backend::given_or_nothing<1>(f_seed_given);
  auto* u_used = ops::backend::given_or_nothing<1>(u_used_given);
  auto* f_used = ops::backend::given_or_nothing<1>(f_used_given);
  auto* u_bar = ops::backend::given_or_nothing<1>(u_bar_given);
  auto* f_bar = ops::backend::given_or_nothing<1>(f_bar_given);
  auto* next_bar = ops::backend::given_or_nothing<1>(next_bar_given);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      const double u_seed_0 = (u_seed_given != nullptr ? u_seed[x] : 0);
      const double f_seed_0 = (f_seed_given != nullptr ? f_seed[x] : 0);
      if (u_used_given != nullptr) { u_used[x] = 0; }
      if (f_used_given != nullptr) { f_used[x] = 0; }
      double next_a = 0.0;
      double f_a = 0.0;
      if (fields_1 == 1) {
        next_a = f_seed_0;
      } else {
        f_a = f_seed_0;
      }
      double u_a = 0.0;
      double u_a_1 = 0.0;
      if (fields_0 == 1) {
        u_a = -u_seed_0;
      } else {
        u_a_1 = u_seed_0;
      }
      if (u_bar_given != nullptr) u_bar[x + 1] = u_bar[x + 1] + u_a;
      if (u_bar_given != nullptr) u_bar[x] = u_bar[x] + u_a_1;
      if (f_bar_given != nullptr) f_bar[x] = f_bar[x] + f_a;
      if (next_bar_given != nullptr) next_bar[x + 1] = next_bar[x + 1] + next_a;
    }
    u_seed += u_seed_y;
    f_seed += f_seed_y;
    u_used += u_used_y;
    f_used += f_used_y;
    u_bar += u_bar_y;
    f_bar += f_bar_y;
    next_bar += next_bar_y;
  }
}

static void adjoint([[maybe_unused]] const ops::AdjointLaunch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, s.rows, ops::backend::read_at<double, 2>(launch.args[0].seed, s),
            ops::backend::read_at<double, 2>(launch.args[1].seed, s),
            ops::backend::write_at<double, 2>(launch.args[0].seed, s),
            ops::backend::write_at<double, 2>(launch.args[1].seed, s),
            ops::backend::value<int>(launch.args[3].primal.in, 1),
            ops::backend::value<int>(launch.args[3].primal.in, 0),
            ops::backend::write_at<double, 2>(launch.args[0].target, s),
            ops::backend::write_at<double, 2>(launch.args[1].target, s),
            ops::backend::write_at<double, 2>(launch.args[2].target, s),
            launch.args[0].seed.in == nullptr ? 0 : launch.args[0].seed.pitch[1],
            launch.args[1].seed.in == nullptr ? 0 : launch.args[1].seed.pitch[1],
            launch.args[0].seed.out == nullptr ? 0 : launch.args[0].seed.pitch[1],
            launch.args[1].seed.out == nullptr ? 0 : launch.args[1].seed.pitch[1],
            launch.args[0].target.out == nullptr ? 0 : launch.args[0].target.pitch[1],
            launch.args[1].target.out == nullptr ? 0 : launch.args[1].target.pitch[1],
            launch.args[2].target.out == nullptr ? 0 : launch.args[2].target.pitch[1]);
      });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, double* f_t_out_given, const double* next_t, const double* f_t_given, int fields_1,
    std::ptrdiff_t f_t_out_y, std::ptrdiff_t next_t_y, std::ptrdiff_t f_t_y) {
  auto* f_t_out = ops::backend::given_or_nothing<1>(f_t_out_given);
  auto* f_t = ops::backend::given_or_nothing<1>(f_t_given);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      double f_new_t = {};
      const double next_t_0 = next_t[x + 1];
      const double f_t_1 = (f_t_given != nullptr ? f_t[x] : 0);
      double f_new_1_t = {};
      if (fields_1 == 1) {
        f_new_1_t = next_t_0;
      } else {
        f_new_1_t = f_t_1;
      }
      f_new_t = f_new_1_t;
      if (f_t_out_given != nullptr) f_t_out[x] = f_new_t;
    }
    f_t_out += f_t_out_y;
    next_t += next_t_y;
    f_t += f_t_y;
  }
}

[[gnu::noinline]] static void tangent_row_of_u_t(int n, int rows, double* u_t_out, const double* u_t, int fields_0, std::ptrdiff_t u_t_out_y, std::ptrdiff_t u_t_y) {
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      double u_new_t = {};
      const double u_t_0 = u_t[x + 1];
      const double u_t_1 = u_t[x];
      double u_new_1_t = {};
      if (fields_0 == 1) {
        u_new_1_t = -u_t_0;
      } else {
        u_new_1_t = u_t_1;
      }
      u_new_t = u_new_1_t;
      u_t_out[x] = u_new_t;
    }
    u_t_out += u_t_out_y;
    u_t += u_t_y;
  }
}

static void tangent([[maybe_unused]] const ops::Launch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        tangent_row(s.n, s.rows, ops::backend::write_at<double, 2>(launch.args[5], s),
            ops::backend::read_at<double, 2>(launch.args[6], s), ops::backend::read_at<double, 2>(launch.args[5], s),
            ops::backend::value<int>(launch.args[3].in, 1), launch.args[5].out == nullptr ? 0 : launch.args[5].pitch[1],
            launch.args[6].pitch[1], launch.args[5].in == nullptr ? 0 : launch.args[5].pitch[1]);
        if (launch.args[4].out != nullptr)
          tangent_row_of_u_t(s.n, s.rows, ops::backend::write_at<double, 2>(launch.args[4], s),
            ops::backend::read_at<double, 2>(launch.args[4], s), ops::backend::value<int>(launch.args[3].in, 0),
            launch.args[4].pitch[1], launch.args[4].pitch[1]);
      });
}

}  // namespace ops_loops::loop_4_mirror
