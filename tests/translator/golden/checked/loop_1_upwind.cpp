
// Generated from program.cpp:58: kernel 'upwind'; do not edit.
namespace ops_loops::loop_1_upwind {

static const ops::checked::Site site{"upwind", "program.cpp", 58, "upwind"};
static constexpr ops::Index points_u[] = {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}};
static constexpr ops::Index points_next[] = {{0, 0, 0, 0, 0}};

static void point([[maybe_unused]] ops::checked::Dat<double, 2>& u, [[maybe_unused]] ops::checked::Dat<double, 2>& next,
    const void* constant_0) {
  double slope = {};
  if (u.read({0, 0}, 0) > 0.0) {
    slope = u.read({0, 0}, 0) - u.read({(-1), 0}, 0);
  } else {
    slope = u.read({1, 0}, 0) - u.read({0, 0}, 0);
  }
  next.write({0, 0}, 0) = u.read({0, 0}, 0) - OPS_ROUNDED(b::constant<double>(constant_0, 0) * u.read({0, 0}, 0) * slope);
}

static void primal([[maybe_unused]] const ops::Launch& launch) {
  ops::checked::Dat<double, 2> u_(site, "u", launch.args[0], ops::checked::Mode::read, 1, points_u);
  ops::checked::Dat<double, 2> next_(site, "next", launch.args[1], ops::checked::Mode::write, 1, points_next);
  b::for_pieces_in_order(
      launch.range, 1,
      [&](const b::Piece& s) {
        for (int x = 0; x < s.n; ++x) {
          ops::Index at = s.row;
          at[0] = s.x + x;
          u_.start(at);
          next_.start(at);
          point(u_, next_, launch.constants[0]);
          u_.finish();
          next_.finish();
        }
      });
}

// The reverse: source points in order, as they may add to the same cell.
[[gnu::noinline]] static void adjoint_row(const ops::AdjointLaunch& launch, const b::Piece& s) {
  auto next_seed = b::read<double, 2>(launch.args[1].seed, s);
  auto next_used = b::write<double, 2, 1>(launch.args[1].seed, s);
  auto u = b::read<double, 2>(launch.args[0].primal, s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto u_bar = b::write<double, 2, 1>(launch.args[0].target, s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double next_seed_0 = next_seed.at[x];
      if (next_used.given) { next_used.at[x] = 0; }
      const double u_0 = u.at[x];
      const double u_1 = u.at[x - 1];
      const double u_2 = u.at[x + 1];
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
      u_bar.add(x + 1, u_a_2);
      u_bar.add(x, (next_seed_0 - OPS_ROUNDED(weight * ((next_seed_0 != 0.0) ? OPS_ROUNDED(slope_2 * next_seed_0) : 0.0)) + u_a));
      u_bar.add(x - 1, u_a_1);
    }
    b::next(next_seed, next_used, u, u_bar);
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(const ops::Launch& launch, const b::Piece& s) {
  auto next_t_out = b::write<double, 2>(launch.args[3], s);
  auto u_t = b::read<double, 2>(launch.args[2], s);
  auto u = b::read<double, 2>(launch.args[0], s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double u_t_0 = u_t.at[x];
      const double u_t_1 = u_t.at[x - 1];
      const double u_2 = u.at[x];
      const double u_3 = u.at[x - 1];
      const double u_t_4 = u_t.at[x + 1];
      const double u_5 = u.at[x + 1];
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
      double next_new_t = next_new_t_1;
      next_t_out.at[x] = next_new_t;
    }
    b::next(next_t_out, u_t, u);
  }
}

static void tangent(const ops::Launch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    tangent_row(launch, s);
  });
}

}  // namespace ops_loops::loop_1_upwind
