
// Generated from program.cpp:56: kernel 'smooth'; do not edit.
namespace ops_loops::loop_0_smooth {

static const ops::checked::Site site{"smooth", "program.cpp", 56, "smooth"};
static constexpr ops::Index points_u[] = {{0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {-1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, -1, 0, 0, 0}};
static constexpr ops::Index points_f[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index points_next[] = {{0, 0, 0, 0, 0}};

static void point([[maybe_unused]] ops::checked::Dat<double, 2>& u, [[maybe_unused]] ops::checked::Dat<double, 2>& f,
    [[maybe_unused]] ops::checked::Dat<double, 2>& next, const void* constant_0) {
  next.write({0, 0}, 0) = OPS_ROUNDED(ops::backend::constant<double>(constant_0, 0) * (u.read({(-1), 0}, 0) + u.read({1, 0}, 0) + u.read({0, (-1)}, 0) + u.read({0, 1}, 0))) - f.read({0, 0}, 0);
}

static void primal([[maybe_unused]] const ops::Launch& launch) {
  ops::checked::Dat<double, 2> u_(site, "u", launch.args[0], ops::checked::Mode::read, 1, points_u);
  ops::checked::Dat<double, 2> f_(site, "f", launch.args[1], ops::checked::Mode::read, 1, points_f);
  ops::checked::Dat<double, 2> next_(site, "next", launch.args[2], ops::checked::Mode::write, 1, points_next);
  ops::backend::for_pieces_in_order(
      launch.range, 1,
      [&](const ops::backend::Piece& s) {
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

// The reverse: source points that may add to the same cell one after another.
[[gnu::noinline]] static void adjoint_row(int n, int rows, const double* next_seed, double* next_used_given, double* u_bar_given, std::ptrdiff_t u_bar_y,
    double weight, double* f_bar_given, std::ptrdiff_t next_seed_y, std::ptrdiff_t next_used_y, std::ptrdiff_t f_bar_y) {
  auto* next_used = ops::backend::given_or_nothing<1>(next_used_given);
  auto* u_bar = ops::backend::given_or_nothing<1>(u_bar_given);
  auto* f_bar = ops::backend::given_or_nothing<1>(f_bar_given);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      const double next_seed_0 = next_seed[x];
      if (next_used_given != nullptr) { next_used[x] = 0; }
      if (u_bar_given != nullptr) u_bar[x + u_bar_y] = u_bar[x + u_bar_y] + OPS_ROUNDED(weight * next_seed_0);
      if (u_bar_given != nullptr) u_bar[x + 1] = u_bar[x + 1] + OPS_ROUNDED(weight * next_seed_0);
      if (u_bar_given != nullptr) u_bar[x - 1] = u_bar[x - 1] + OPS_ROUNDED(weight * next_seed_0);
      if (u_bar_given != nullptr) u_bar[x - u_bar_y] = u_bar[x - u_bar_y] + OPS_ROUNDED(weight * next_seed_0);
      if (f_bar_given != nullptr) f_bar[x] = f_bar[x] + -next_seed_0;
    }
    next_seed += next_seed_y;
    next_used += next_used_y;
    u_bar += u_bar_y;
    f_bar += f_bar_y;
  }
}

static void adjoint([[maybe_unused]] const ops::AdjointLaunch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, s.rows, ops::backend::read_at<double, 2>(launch.args[2].seed, s),
            ops::backend::write_at<double, 2>(launch.args[2].seed, s),
            ops::backend::write_at<double, 2>(launch.args[0].target, s),
            launch.args[0].target.out == nullptr ? 0 : launch.args[0].target.pitch[1],
            ops::backend::constant<double>(launch.constants[0], 0),
            ops::backend::write_at<double, 2>(launch.args[1].target, s), launch.args[2].seed.pitch[1],
            launch.args[2].seed.out == nullptr ? 0 : launch.args[2].seed.pitch[1],
            launch.args[1].target.out == nullptr ? 0 : launch.args[1].target.pitch[1]);
      });
}

// The tangent: arguments twice, values and directions.
[[gnu::noinline]] static void tangent_row(int n, int rows, double* next_t_out, double weight, const double* u_t, std::ptrdiff_t u_t_y, const double* f_t,
    std::ptrdiff_t next_t_out_y, std::ptrdiff_t f_t_y) {
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      double next_new_t = {};
      double next_new_t_1 = OPS_ROUNDED(weight * (u_t[x - 1] + u_t[x + 1] + u_t[x - u_t_y] + u_t[x + u_t_y])) - f_t[x];
      next_new_t = next_new_t_1;
      next_t_out[x] = next_new_t;
    }
    next_t_out += next_t_out_y;
    u_t += u_t_y;
    f_t += f_t_y;
  }
}

static void tangent([[maybe_unused]] const ops::Launch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        tangent_row(s.n, s.rows, ops::backend::write_at<double, 2>(launch.args[5], s),
            ops::backend::constant<double>(launch.constants[0], 0), ops::backend::read_at<double, 2>(launch.args[3], s),
            launch.args[3].pitch[1], ops::backend::read_at<double, 2>(launch.args[4], s), launch.args[5].pitch[1],
            launch.args[4].pitch[1]);
      });
}

}  // namespace ops_loops::loop_0_smooth
