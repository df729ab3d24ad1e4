// Generated from program.cpp:60: kernel 'measure'; do not edit.
namespace ops_loops::loop_3_measure {

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
  ops::backend::for_pieces_in_order(
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
[[gnu::noinline]] static void offered(int n, const double* u, double* least_values) {
  for (int x = 0; x < n; ++x) {
    double least_new = ops::reduce::neutral<ops::reduce::Op::min, double>();
    const double u_0 = u[x];
    least_new = ((least_new < u_0) ? least_new : u_0);
    least_values[0 * ops::backend::piece_cells + x] = least_new;
  }
}

static void attained(const ops::AdjointLaunch& launch, ops::Attained* const* first) {
  ops::backend::FirstPoints<double, 1> least_total(launch.args[3].primal.in);
  ops::backend::for_pieces_in_order(launch.range, 1,
      [&](const ops::backend::Piece& s, auto& least_share) {
        double least_values[1 * ops::backend::piece_cells];
        offered(s.n, ops::backend::read_at<double, 2>(launch.args[0].primal, s), least_values);
        least_share.look(least_values, s, least_total);
      },
      least_total);
  least_total.store(first[3]);
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, const double* u, const double* u_t, int x_first, double* sums_t_values, double* least_t_values,
    std::ptrdiff_t u_y, std::ptrdiff_t u_t_y) {
  const int width = n;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
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
    u += u_y;
    u_t += u_t_y;
  }
}

static void tangent([[maybe_unused]] const ops::Launch& launch) {
  ops::backend::Reduction<ops::reduce::Op::sum, double, 2> sums_t_total;
  ops::backend::Reduction<ops::reduce::Op::sum, double, 1> least_t_total;
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
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
