// Generated from program.cpp:63: kernel 'mirror'; do not edit.
namespace ops_loops::loop_4_mirror {

// The reverse: source points in order, as they may add to the same cell.
[[gnu::noinline]] static void adjoint_row(const ops::AdjointLaunch& launch, const b::Piece& s) {
  auto u_seed = b::read<double, 2, 1>(launch.args[0].seed, s);
  auto f_seed = b::read<double, 2, 1>(launch.args[1].seed, s);
  auto u_used = b::write<double, 2, 1>(launch.args[0].seed, s);
  auto f_used = b::write<double, 2, 1>(launch.args[1].seed, s);
  const int fields_1 = b::value<int>(launch.args[3].primal.in, 1);
  const int fields_0 = b::value<int>(launch.args[3].primal.in, 0);
  auto u_bar = b::write<double, 2, 1>(launch.args[0].target, s);
  auto f_bar = b::write<double, 2, 1>(launch.args[1].target, s);
  auto next_bar = b::write<double, 2, 1>(launch.args[2].target, s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double u_seed_0 = (u_seed.given ? u_seed.at[x] : 0);
      const double f_seed_0 = (f_seed.given ? f_seed.at[x] : 0);
      if (u_used.given) { u_used.at[x] = 0; }
      if (f_used.given) { f_used.at[x] = 0; }
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
      u_bar.add(x + 1, u_a);
      u_bar.add(x, u_a_1);
      f_bar.add(x, f_a);
      next_bar.add(x + 1, next_a);
    }
    b::next(u_seed, f_seed, u_used, f_used, u_bar, f_bar, next_bar);
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(const ops::Launch& launch, const b::Piece& s) {
  auto f_t_out = b::write<double, 2, 1>(launch.args[5], s);
  auto next_t = b::read<double, 2>(launch.args[6], s);
  auto f_t = b::read<double, 2, 1>(launch.args[5], s);
  const int fields_1 = b::value<int>(launch.args[3].in, 1);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double next_t_0 = next_t.at[x + 1];
      const double f_t_1 = (f_t.given ? f_t.at[x] : 0);
      double f_new_1_t = {};
      if (fields_1 == 1) {
        f_new_1_t = next_t_0;
      } else {
        f_new_1_t = f_t_1;
      }
      double f_new_t = f_new_1_t;
      if (f_t_out.given) f_t_out.at[x] = f_new_t;
    }
    b::next(f_t_out, next_t, f_t);
  }
}

[[gnu::noinline]] static void tangent_row_of_u_t(const ops::Launch& launch, const b::Piece& s) {
  auto u_t_out = b::write<double, 2>(launch.args[4], s);
  auto u_t = b::read<double, 2>(launch.args[4], s);
  const int fields_0 = b::value<int>(launch.args[3].in, 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double u_t_0 = u_t.at[x + 1];
      const double u_t_1 = u_t.at[x];
      double u_new_1_t = {};
      if (fields_0 == 1) {
        u_new_1_t = -u_t_0;
      } else {
        u_new_1_t = u_t_1;
      }
      double u_new_t = u_new_1_t;
      u_t_out.at[x] = u_new_t;
    }
    b::next(u_t_out, u_t);
  }
}

static void tangent(const ops::Launch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    tangent_row(launch, s);
    if (launch.args[4].out != nullptr) tangent_row_of_u_t(launch, s);
  });
}

}  // namespace ops_loops::loop_4_mirror
