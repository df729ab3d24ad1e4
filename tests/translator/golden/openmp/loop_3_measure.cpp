// Generated from program.cpp:60: kernel 'measure'; do not edit.
namespace ops_loops::loop_3_measure {

[[gnu::noinline]] static void row(int n, int rows, const double* u, int x_first, double* sums_values, double* least_values, std::ptrdiff_t u_y) {
  const int width = n;
  for (int y = 0; y < rows; ++y) {
    for (int begin = 0; begin < n; begin += 128) {
      {
        const int x = begin + 1536;
        ops::backend::ask<128>(&u[x]);
      }
      const int end = begin + 128 < n ? begin + 128 : n;
#pragma omp simd
      for (int x = begin; x < end; ++x) {
        double sums_new_0 = ops::reduce::neutral<ops::reduce::Op::sum, double>();
        double sums_new_1 = ops::reduce::neutral<ops::reduce::Op::sum, double>();
        double least_new = ops::reduce::neutral<ops::reduce::Op::min, double>();
        const double u_0 = u[x];
        sums_new_0 = sums_new_0 + OPS_ROUNDED(u_0 * u_0);
        sums_new_1 = sums_new_1 + OPS_ROUNDED(static_cast<double>((x_first + x)) * u_0);
        least_new = ((least_new < u_0) ? least_new : u_0);
        sums_values[0 * ops::backend::piece_cells + y * width + x] = sums_new_0;
        sums_values[1 * ops::backend::piece_cells + y * width + x] = sums_new_1;
        least_values[0 * ops::backend::piece_cells + y * width + x] = least_new;
      }
    }
    u += u_y;
  }
}

static void primal([[maybe_unused]] const ops::Launch& launch) {
  ops::backend::Reduction<ops::reduce::Op::sum, double, 2> sums_total;
  ops::backend::Reduction<ops::reduce::Op::min, double, 1> least_total;
  ops::openmp::for_pieces(
      launch.range, ops::openmp::summed_rows,
      [&](const ops::backend::Piece& s, auto& sums_share, auto& least_share) {
        double sums_values[2 * ops::backend::piece_cells];
        double least_values[1 * ops::backend::piece_cells];
        row(s.n, s.rows, ops::backend::read_at<double, 2>(launch.args[0], s), s.x, sums_values, least_values,
            launch.args[0].pitch[1]);
        sums_share.add(sums_values, s);
        least_share.add(least_values, s);
      },
      sums_total,
      least_total);
  sums_total.combine_into(launch.args[2].out);
  least_total.combine_into(launch.args[3].out);
}

// The reverse: source points that may add to the same cell one after another.
[[gnu::noinline]] static void adjoint_row(int n, int rows, const double* u, double* u_bar_given, double least_seed, int x_first, double sums_seed_1,
    double sums_seed_0, std::ptrdiff_t u_y, std::ptrdiff_t u_bar_y) {
  auto* u_bar = ops::backend::given_or_nothing<1>(u_bar_given);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      const double u_0 = u[x];
      if (u_bar_given != nullptr) u_bar[x] = u_bar[x] + (((1.7976931348623157e+308 < u_0) ? 0.0 : least_seed) + OPS_ROUNDED(static_cast<double>((x_first + x)) * sums_seed_1) + OPS_ROUNDED(2.0 * ((sums_seed_0 != 0.0) ? OPS_ROUNDED(u_0 * sums_seed_0) : 0.0)));
    }
    u += u_y;
    u_bar += u_bar_y;
  }
}

static void adjoint([[maybe_unused]] const ops::AdjointLaunch& launch) {
  ops::openmp::for_pieces_in_order<0, 1>(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, s.rows, ops::backend::read_at<double, 2>(launch.args[0].primal, s),
            ops::backend::write_at<double, 2>(launch.args[0].target, s),
            ops::backend::value<double>(launch.args[3].seed.in, 0), s.x,
            ops::backend::value<double>(launch.args[2].seed.in, 1),
            ops::backend::value<double>(launch.args[2].seed.in, 0), launch.args[0].primal.pitch[1],
            launch.args[0].target.out == nullptr ? 0 : launch.args[0].target.pitch[1]);
      });
}

// Where the smallest and the largest values were attained.
[[gnu::noinline]] static void offered(int n, int rows, const double* u, double* least_values, std::ptrdiff_t u_y) {
  const int width = n;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      double least_new = ops::reduce::neutral<ops::reduce::Op::min, double>();
      const double u_0 = u[x];
      least_new = ((least_new < u_0) ? least_new : u_0);
      least_values[0 * ops::backend::piece_cells + y * width + x] = least_new;
    }
    u += u_y;
  }
}

static void attained(const ops::AdjointLaunch& launch, ops::Attained* const* first) {
  ops::backend::FirstPoints<double, 1> least_total(launch.args[3].primal.in);
  ops::openmp::for_pieces(launch.range, ops::openmp::tile,
      [&](const ops::backend::Piece& s, auto& least_share) {
        double least_values[1 * ops::backend::piece_cells];
        offered(s.n, s.rows, ops::backend::read_at<double, 2>(launch.args[0].primal, s), least_values,
            launch.args[0].primal.pitch[1]);
        least_share.look(least_values, s, least_total);
      },
      least_total);
  least_total.store(first[3]);
}

// The whole reverse at each point, all derivatives at once.
[[gnu::noinline]] static void adjoint_points(int n, int rows, double* u_bar, std::ptrdiff_t u_bar_y, const double* u_old, std::ptrdiff_t u_old_y,
    const double* u, double least_seed, int x_first, double sums_seed_1, double sums_seed_0, std::ptrdiff_t u_y) {
  for (int y = 0; y < rows; ++y) {
#pragma omp simd
    for (int x = 0; x < n; ++x) {
      const double u_0 = u[x];
      const double u_add_0 = (((1.7976931348623157e+308 < u_0) ? 0.0 : least_seed) + OPS_ROUNDED(static_cast<double>((x_first + x)) * sums_seed_1) + OPS_ROUNDED(2.0 * ((sums_seed_0 != 0.0) ? OPS_ROUNDED(u_0 * sums_seed_0) : 0.0)));
      u_bar[x] = u_old[x] + u_add_0;
    }
    u_bar += u_bar_y;
    u_old += u_old_y;
    u += u_y;
  }
}

static constexpr ops::Index points_u[] = {{0, 0, 0, 0, 0}};

static void adjoint_owner(const ops::AdjointLaunch& launch) {
  const ops::backend::Cells targets[] = {
      {launch, launch.args[0], points_u},
  };
  const bool stream = launch.stream;
  ops::openmp::for_pieces(ops::backend::points_of(launch), ops::openmp::long_rows, [&](const ops::backend::Piece& piece) {
    ops::backend::split_points<2>(targets, piece, [&](const ops::backend::Piece& s, auto holes) {
      alignas(ops::openmp::line_bytes) double u_line[1 * ops::openmp::streamed_cells];
      const bool u_streams = stream && holes.has(0) && targets[0].wanted;
      const bool u_aside = u_streams || !targets[0].wanted;
      adjoint_points(s.n, s.rows, u_aside ? u_line : ops::backend::write_at<double, 2>(launch.args[0].target, s),
            u_aside ? s.n : launch.args[0].target.pitch[1],
            ops::backend::empty(targets, holes, 0) ? ops::openmp::zeros<double, 1>() : ops::backend::write_at<double, 2>(launch.args[0].target, s),
            ops::backend::empty(targets, holes, 0) ? s.n : launch.args[0].target.pitch[1],
            ops::backend::read_at<double, 2>(launch.args[0].primal, s),
            ops::backend::value<double>(launch.args[3].seed.in, 0), s.x,
            ops::backend::value<double>(launch.args[2].seed.in, 1),
            ops::backend::value<double>(launch.args[2].seed.in, 0), launch.args[0].primal.pitch[1]);
      if (u_streams) ops::openmp::store_piece<double, 2, 1, true>(launch.args[0].target, s, u_line);
    });
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, const double* u, const double* u_t, int x_first, double* sums_t_values, double* least_t_values,
    std::ptrdiff_t u_y, std::ptrdiff_t u_t_y) {
  const int width = n;
  for (int y = 0; y < rows; ++y) {
    for (int begin = 0; begin < n; begin += 8) {
      {
        const int x = begin + 768;
        ops::backend::ask<8>(&u[x]);
        ops::backend::ask<8>(&u_t[x]);
      }
      const int end = begin + 8 < n ? begin + 8 : n;
#pragma omp simd
      for (int x = begin; x < end; ++x) {
        double sums_new_0_t = ops::reduce::neutral<ops::reduce::Op::sum, double>();
        double sums_new_1_t = ops::reduce::neutral<ops::reduce::Op::sum, double>();
        double least_new_t = ops::reduce::neutral<ops::reduce::Op::sum, double>();
        const double u_0 = u[x];
        const double u_t_1 = u_t[x];
        sums_new_0_t = ((u_t_1 != 0.0) ? OPS_ROUNDED(2.0 * u_0 * u_t_1) : 0.0);
        sums_new_1_t = OPS_ROUNDED(static_cast<double>((x_first + x)) * u_t_1);
        least_new_t = ((1.7976931348623157e+308 < u_0) ? 0.0 : u_t_1);
        sums_t_values[0 * ops::backend::piece_cells + y * width + x] = sums_new_0_t;
        sums_t_values[1 * ops::backend::piece_cells + y * width + x] = sums_new_1_t;
        least_t_values[0 * ops::backend::piece_cells + y * width + x] = least_new_t;
      }
    }
    u += u_y;
    u_t += u_t_y;
  }
}

static void tangent([[maybe_unused]] const ops::Launch& launch) {
  ops::backend::Reduction<ops::reduce::Op::sum, double, 2> sums_t_total;
  ops::backend::Reduction<ops::reduce::Op::sum, double, 1> least_t_total;
  ops::openmp::for_pieces(
      launch.range, ops::openmp::summed_rows,
      [&](const ops::backend::Piece& s, auto& sums_t_share, auto& least_t_share) {
        double sums_t_values[2 * ops::backend::piece_cells];
        double least_t_values[1 * ops::backend::piece_cells];
        tangent_row(s.n, s.rows, ops::backend::read_at<double, 2>(launch.args[0], s),
            ops::backend::read_at<double, 2>(launch.args[4], s), s.x, sums_t_values, least_t_values,
            launch.args[0].pitch[1], launch.args[4].pitch[1]);
        sums_t_share.add(sums_t_values, s);
        least_t_share.add(least_t_values, s);
      },
      sums_t_total,
      least_t_total);
  sums_t_total.combine_into(launch.args[6].out);
  least_t_total.combine_into(launch.args[7].out);
}

}  // namespace ops_loops::loop_3_measure
