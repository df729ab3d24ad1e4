
// Generated from program.cpp:56: kernel 'smooth'; do not edit.
namespace ops_loops::loop_0_smooth {

static const ops::checked::Site site{"smooth", "program.cpp", 56, "smooth"};
static constexpr ops::Index points_u[] = {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, -1, 0, 0, 0}};
static constexpr ops::Index points_f[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index points_next[] = {{0, 0, 0, 0, 0}};

static void point([[maybe_unused]] ops::checked::Dat<double, 2>& u, [[maybe_unused]] ops::checked::Dat<double, 2>& f,
    [[maybe_unused]] ops::checked::Dat<double, 2>& next, const void* constant_0) {
  next.write({0, 0}, 0) = OPS_ROUNDED(b::constant<double>(constant_0, 0) * (u.read({(-1), 0}, 0) + u.read({1, 0}, 0) + u.read({0, (-1)}, 0) + u.read({0, 1}, 0))) - f.read({0, 0}, 0);
}

static void primal([[maybe_unused]] const ops::Launch& launch) {
  ops::checked::Dat<double, 2> u_(site, "u", launch.args[0], ops::checked::Mode::read, 1, points_u);
  ops::checked::Dat<double, 2> f_(site, "f", launch.args[1], ops::checked::Mode::read, 1, points_f);
  ops::checked::Dat<double, 2> next_(site, "next", launch.args[2], ops::checked::Mode::write, 1, points_next);
  b::for_pieces_in_order(
      launch.range, 1,
      [&](const b::Piece& s) {
        for (int x = 0; x < s.n; ++x) {
          ops::Index at = s.row;
          at[0] = s.x + x;
          u_.start(at);
          f_.start(at);
          next_.start(at);
          point(u_, f_, next_, launch.constants[0]);
          u_.finish();
          f_.finish();
          next_.finish();
        }
      });
}

// The reverse: source points in order, as they may add to the same cell.
[[gnu::noinline]] static void adjoint_row(const ops::AdjointLaunch& launch, const b::Piece& s) {
  auto next_seed = b::read<double, 2>(launch.args[2].seed, s);
  auto next_used = b::write<double, 2, 1>(launch.args[2].seed, s);
  auto u_bar = b::write<double, 2, 1>(launch.args[0].target, s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto f_bar = b::write<double, 2, 1>(launch.args[1].target, s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      const double next_seed_0 = next_seed.at[x];
      if (next_used.given) { next_used.at[x] = 0; }
      u_bar.add(x + u_bar.y, OPS_ROUNDED(weight * next_seed_0));
      u_bar.add(x + 1, OPS_ROUNDED(weight * next_seed_0));
      u_bar.add(x - 1, OPS_ROUNDED(weight * next_seed_0));
      u_bar.add(x - u_bar.y, OPS_ROUNDED(weight * next_seed_0));
      f_bar.add(x, -next_seed_0);
    }
    b::next(next_seed, next_used, u_bar, f_bar);
  }
}

static void adjoint(const ops::AdjointLaunch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(const ops::Launch& launch, const b::Piece& s) {
  auto next_t_out = b::write<double, 2>(launch.args[5], s);
  const double weight = b::constant<double>(launch.constants[0], 0);
  auto u_t = b::read<double, 2>(launch.args[3], s);
  auto f_t = b::read<double, 2>(launch.args[4], s);
  const int n = s.n, rows = s.rows;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      b::one_by_one();
      double next_new_t_1 = OPS_ROUNDED(weight * (u_t.at[x - 1] + u_t.at[x + 1] + u_t.at[x - u_t.y] + u_t.at[x + u_t.y])) - f_t.at[x];
      double next_new_t = next_new_t_1;
      next_t_out.at[x] = next_new_t;
    }
    b::next(next_t_out, u_t, f_t);
  }
}

static void tangent(const ops::Launch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    tangent_row(launch, s);
  });
}

}  // namespace ops_loops::loop_0_smooth
