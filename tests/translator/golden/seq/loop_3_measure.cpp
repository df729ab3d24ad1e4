// Generated from program.cpp:60: kernel 'measure'; do not edit.
namespace ops_loops::loop_3_measure {

// The reverse: source points in order, as they may add to the same cell.
[[gnu::noinline]] static void adjoint_row(const ops::AdjointLaunch& launch, const b::Piece& s) {
  auto u = b::read<double, 2>(launch.args[0].primal, s);
  auto u_bar = b::write<double, 2, 1>(launch.args[0].target, s);
  const double least_seed = b::value<double>(launch.args[3].seed.in, 0);
  const int x_first = s.x;
  const double sums_seed_1 = b::value<double>(launch.args[2].seed.in, 1);
  const double sums_seed_0 = b::value<double>(launch.args[2].seed.in, 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double u_0 = u.at[x];
      u_bar.add(x, (((1.7976931348623157e+308 < u_0) ? 0.0 : least_seed) + OPS_ROUNDED(static_cast<double>((x_first + x)) * sums_seed_1) + OPS_ROUNDED(2.0 * ((sums_seed_0 != 0.0) ? OPS_ROUNDED(u_0 * sums_seed_0) : 0.0))));
    }
    b::next(u, u_bar);
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}

// Where the smallest and the largest values were attained.
[[gnu::noinline]] static void offered(const ops::AdjointLaunch& launch, const b::Piece& s, double* least_values) {
  auto u = b::read<double, 2>(launch.args[0].primal, s);
  const int n = s.n;
  for (int x = 0; x < n; ++x) {
    double least_new = ops::reduce::neutral<ops::reduce::Op::min, double>();
    const double u_0 = u.at[x];
    least_new = ((least_new < u_0) ? least_new : u_0);
    least_values[0 * b::piece_cells + x] = least_new;
  }
}

static void attained(const ops::AdjointLaunch& launch, ops::Attained* const* first) {
  b::FirstPoints<double, 1> least_total(launch.args[3].primal.in);
  b::for_pieces_in_order(launch.range, 1, [&](const b::Piece& s, auto& least_share) {
    double least_values[1 * b::piece_cells];
    offered(launch, s, least_values);
    least_share.look(least_values, s, least_total);
  }, least_total);
  least_total.store(first[3]);
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(const ops::Launch& launch, const b::Piece& s, double* sums_t_values, double* least_t_values) {
  auto u = b::read<double, 2>(launch.args[0], s);
  auto u_t = b::read<double, 2>(launch.args[4], s);
  const int x_first = s.x;
  const int width = s.n;
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double u_0 = u.at[x];
      const double u_t_1 = u_t.at[x];
      double sums_new_0_t = ((u_t_1 != 0.0) ? OPS_ROUNDED(2.0 * u_0 * u_t_1) : 0.0);
      double sums_new_1_t = OPS_ROUNDED(static_cast<double>((x_first + x)) * u_t_1);
      double least_new_t = ((1.7976931348623157e+308 < u_0) ? 0.0 : u_t_1);
      sums_t_values[0 * b::piece_cells + y * width + x] = sums_new_0_t;
      sums_t_values[1 * b::piece_cells + y * width + x] = sums_new_1_t;
      least_t_values[0 * b::piece_cells + y * width + x] = least_new_t;
    }
    b::next(u, u_t);
  }
}

static void tangent(const ops::Launch& launch) {
  b::Reduction<ops::reduce::Op::sum, double, 2> sums_t_total;
  b::Reduction<ops::reduce::Op::sum, double, 1> least_t_total;
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s, auto& sums_t_share, auto& least_t_share) {
    double sums_t_values[2 * b::piece_cells];
    double least_t_values[1 * b::piece_cells];
    tangent_row(launch, s, sums_t_values, least_t_values);
    sums_t_share.add(sums_t_values, s);
    least_t_share.add(least_t_values, s);
  }, sums_t_total, least_t_total);
  sums_t_total.combine_into(launch.args[6].out);
  least_t_total.combine_into(launch.args[7].out);
}

}  // namespace ops_loops::loop_3_measure
