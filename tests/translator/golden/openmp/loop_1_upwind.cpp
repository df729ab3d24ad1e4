// Generated from program.cpp:58: kernel 'upwind'; do not edit.
namespace ops_loops::loop_1_upwind {

[[gnu::noinline]] static void row(int n, int rows, double* next_out, const double* u, double weight, std::ptrdiff_t next_out_y, std::ptrdiff_t u_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      double next_new = {};
      const double u_0 = u[x];
      const double u_1 = u[x - 1];
      const double u_2 = u[x + 1];
      double slope = {};
      if (u_0 > 0.0) {
        slope = u_0 - u_1;
      } else {
        slope = u_2 - u_0;
      }
      next_new = u_0 - OPS_ROUNDED(weight * u_0 * slope);
      next_out[x] = next_new;
    }
    next_out += next_out_y;
    u += u_y;
  }
}


// The same for whole lines, which go past the caches.
[[gnu::noinline]] static void row_lines(int n, int rows, double* next_out, const double* u, double weight, std::ptrdiff_t next_out_y, std::ptrdiff_t u_y) {
  for (int y = 0; y < rows; ++y) {
    for (int first = 0; first < n; first += ops::openmp::cells_at_once<double>) {
      alignas(ops::openmp::line_bytes) double next_line[1 * ops::openmp::cells_at_once<double>];
#pragma omp simd
      for (int lane = 0; lane < ops::openmp::cells_at_once<double>; ++lane) {
        [[maybe_unused]] const int x = first + lane;
        double next_new = {};
        const double u_0 = u[x];
        const double u_1 = u[x - 1];
        const double u_2 = u[x + 1];
        double slope = {};
        if (u_0 > 0.0) {
          slope = u_0 - u_1;
        } else {
          slope = u_2 - u_0;
        }
        next_new = u_0 - OPS_ROUNDED(weight * u_0 * slope);
        next_line[lane] = next_new;
      }
      ops::openmp::store_lines<1, ops::openmp::cells_at_once<double>, true>(next_out + first, 0, next_line);
    }
    next_out += next_out_y;
    u += u_y;
  }
}
static void primal([[maybe_unused]] const ops::Launch& launch) {
  const bool stream = launch.stream && ops::openmp::on_lines<double, 2, true>(launch.args[1]);
  ops::openmp::for_pieces(
      launch.range, ops::openmp::long_rows,
      [&](const ops::backend::Piece& piece) {
        ops::openmp::by_lines<ops::openmp::cells_at_once<double>>(piece, stream, [&](const ops::backend::Piece& s, bool whole) {
          (whole ? row_lines : row)(s.n, s.rows, ops::backend::write_at<double, 2>(launch.args[1], s),
              ops::backend::read_at<double, 2>(launch.args[0], s), ops::backend::constant<double>(launch.constants[0], 0),
              launch.args[1].pitch[1], launch.args[0].pitch[1]);
        });
      });
}

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
  ops::openmp::for_pieces_in_order<1>(
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

static constexpr int row_cells = ops::openmp::row_cells(3);
// The whole reverse at each point, into buffers and cells.
[[gnu::noinline]] static void adjoint_points(int n, double* buffers_, const double* u, double weight, const double* next_seed) {
#pragma omp simd
  for (int x = 0; x < n; ++x) {
    bool taken = u[x] > 0.0;
    double slope_2 = {};
    double slope_2_1 = u[x] - u[x - 1];
    double slope_2_2 = u[x + 1] - u[x];
    slope_2 = (taken ? slope_2_1 : slope_2_2);
    double slope_2_a_1 = -OPS_ROUNDED(weight * u[x] * next_seed[x]);
    double u_a = {};
    double u_a_1 = 0.0;
    double u_a_2 = 0.0;
    bool alive = next_seed[x] != 0.0;
    double u_a_3 = (alive ? slope_2_a_1 : 0.0);
    double u_a_1_1 = -(alive ? slope_2_a_1 : 0.0);
    bool alive_1 = next_seed[x] != 0.0;
    double u_a_4 = -(alive_1 ? slope_2_a_1 : 0.0);
    double u_a_2_1 = (alive_1 ? slope_2_a_1 : 0.0);
    u_a = (taken ? u_a_3 : u_a_4);
    u_a_1 = (taken ? u_a_1_1 : u_a_1);
    u_a_2 = (taken ? u_a_2 : u_a_2_1);
    buffers_[0 * row_cells + x] = u_a_2;
    double one = OPS_ROUNDED(slope_2 * next_seed[x]);
    buffers_[1 * row_cells + x] = (next_seed[x] - OPS_ROUNDED(weight * ((next_seed[x] != 0.0) ? one : 0.0)) + u_a);
    buffers_[2 * row_cells + x] = u_a_1;
  }
}

static constexpr ops::Index points_u[] = {{-1, 0, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}};
static constexpr ops::openmp::Buffered buffers_of_points[] = {
    {0, 0, 0, {1, 0, 0, 0, 0}, 0, 1},
    {0, 0, 0, {0, 0, 0, 0, 0}, 1, 1},
    {0, 0, 0, {-1, 0, 0, 0, 0}, 2, 1},
};

static void adjoint_owner(const ops::AdjointLaunch& launch) {
  const ops::backend::Cells targets[] = {
      {launch, launch.args[0], points_u},
  };
  const auto evaluate = [&](const ops::backend::Piece& s, [[maybe_unused]] double* buffers, [[maybe_unused]] double* const* cells,
                            [[maybe_unused]] const double* const* held) { adjoint_points(s.n, buffers, ops::backend::read_at<double, 2>(launch.args[0].primal, s),
            ops::backend::constant<double>(launch.constants[0], 0),
            ops::backend::read_at<double, 2>(launch.args[1].seed, s)); };
  const auto prepare = [&]([[maybe_unused]] const ops::backend::Piece& row) {
    ops::backend::split<2>(targets[0], row, [&](const ops::backend::Piece& s, bool write, [[maybe_unused]] bool rim) {
      if (write) ops::backend::zero<double, 2, 1, true>(launch.args[0].target, s);
    });
  };
  ops::openmp::Rows<double, decltype(evaluate), decltype(prepare)>(launch, targets, buffers_of_points, {}, row_cells, evaluate, prepare).run();
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, double* next_t_out, const double* u_t, const double* u, double weight, std::ptrdiff_t next_t_out_y,
    std::ptrdiff_t u_t_y, std::ptrdiff_t u_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
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
  ops::openmp::for_pieces(
      launch.range, ops::openmp::long_rows,
      [&](const ops::backend::Piece& s) {
        tangent_row(s.n, s.rows, ops::backend::write_at<double, 2>(launch.args[3], s),
            ops::backend::read_at<double, 2>(launch.args[2], s), ops::backend::read_at<double, 2>(launch.args[0], s),
            ops::backend::constant<double>(launch.constants[0], 0), launch.args[3].pitch[1], launch.args[2].pitch[1],
            launch.args[0].pitch[1]);
      });
}

}  // namespace ops_loops::loop_1_upwind
