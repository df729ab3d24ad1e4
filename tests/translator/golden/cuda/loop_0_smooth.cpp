// Generated from program.cpp:56: kernel 'smooth'; do not edit.
namespace ops_loops::loop_0_smooth {

[[maybe_unused]] static constexpr const char* where = "loop 'smooth' (program.cpp:56)";

OPS_POINT static void point(double* next_out, double weight, const double* u, std::ptrdiff_t u_y, const double* f) {
  [[maybe_unused]] constexpr int x = 0;
  double next_new = {};
  next_new = OPS_ROUNDED(weight * (u[x - 1] + u[x + 1] + u[x - u_y] + u[x + u_y])) - f[x];
  next_out[x] = next_new;
}
struct point_launch {
  ops::points::Cells<double, 2> next_out;
  double weight;
  ops::points::Cells<const double, 2> u;
  int u_y;
  ops::points::Cells<const double, 2> f;
  OPS_POINT void operator()([[maybe_unused]] const ops::backend::Piece& s) const { point(next_out.at(s), weight, u.at(s), u_y, f.at(s)); }
};

static void primal(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, point_launch{
      {launch.args[2].out, launch.args[2]},
      ops::backend::constant<double>(launch.constants[0], 0),
      {launch.args[0].in, launch.args[0]},
      ops::points::pitch(launch.args[0].pitch[1]),
      {launch.args[1].in, launch.args[1]}});
}
static const ops::cuda::DeviceCode primal_code(primal);

// The reverse, one source point after another.
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

static void adjoint_on_host([[maybe_unused]] const ops::AdjointLaunch& launch) {
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
static void adjoint(const ops::AdjointLaunch& launch) {
  ops::cuda::tell_of_host_code("the reverse of loop 'smooth' (program.cpp:56)");
  adjoint_on_host(launch);
}

// A cell of the derivative of 'f'.
template <class Reach0>
OPS_POINT static void f_cells(const Reach0& reach, const ops::backend::Piece& here, double* f_bar, const double* next_seed) {
  [[maybe_unused]] constexpr int x = 0;
  const bool write = reach.template writes<2>(here);
  double t = write ? 0 : f_bar[x];
  if (reach.template has<2>(here, {0, 0, 0, 0, 0})) {
    t = t + -next_seed[x];
  }
  f_bar[x] = t;
}
struct f_cells_launch {
  ops::points::Reach reach;
  ops::points::Cells<double, 2> f_bar;
  ops::points::Cells<const double, 2> next_seed;
  OPS_POINT void operator()([[maybe_unused]] const ops::backend::Piece& s) const { f_cells(reach, s, f_bar.at(s), next_seed.at(s)); }
  OPS_POINT void with(const ops::points::Alike& reach, const ops::backend::Piece& s) const { f_cells(reach, s, f_bar.at(s), next_seed.at(s)); }
};

// A cell of the derivative of 'u'.
template <class Reach0>
OPS_POINT static void u_cells(const Reach0& reach, const ops::backend::Piece& here, double* u_bar, double weight, const double* next_seed, std::ptrdiff_t next_seed_y) {
  [[maybe_unused]] constexpr int x = 0;
  const bool write = reach.template writes<2>(here);
  double t = write ? 0 : u_bar[x];
  if (reach.template has<2>(here, {0, 1, 0, 0, 0})) {
    t = t + OPS_ROUNDED(weight * next_seed[x - next_seed_y]);
  }
  if (reach.template has<2>(here, {1, 0, 0, 0, 0})) {
    t = t + OPS_ROUNDED(weight * next_seed[x - 1]);
  }
  if (reach.template has<2>(here, {-1, 0, 0, 0, 0})) {
    t = t + OPS_ROUNDED(weight * next_seed[x + 1]);
  }
  if (reach.template has<2>(here, {0, -1, 0, 0, 0})) {
    t = t + OPS_ROUNDED(weight * next_seed[x + next_seed_y]);
  }
  u_bar[x] = t;
}
struct u_cells_launch {
  ops::points::Reach reach;
  ops::points::Cells<double, 2> u_bar;
  double weight;
  ops::points::Cells<const double, 2> next_seed;
  int next_seed_y;
  OPS_POINT void operator()([[maybe_unused]] const ops::backend::Piece& s) const { u_cells(reach, s, u_bar.at(s), weight, next_seed.at(s), next_seed_y); }
  OPS_POINT void with(const ops::points::Alike& reach, const ops::backend::Piece& s) const { u_cells(reach, s, u_bar.at(s), weight, next_seed.at(s), next_seed_y); }
};

static constexpr ops::Index points_f[] = {{0, 0, 0, 0, 0}};
static constexpr ops::Index points_u[] = {{-1, 0, 0, 0, 0}, {0, -1, 0, 0, 0}, {0, 1, 0, 0, 0}, {1, 0, 0, 0, 0}};
static void all_f_cells(const ops::AdjointLaunch& launch) {
  if (launch.args[1].target.out == nullptr) return;
  ops::points::Reach reach(launch, launch.args[1]);
  const ops::backend::Cells cells(launch, launch.args[1], points_f);
  const ops::ArgView late = ops::backend::moved(launch.args[2].seed, launch.args[1].deferred);
  const auto before = [&] {
    return f_cells_launch{
      reach,
      {launch.args[1].target.out, launch.args[1].target},
      {late.in, late}};
  };
  const auto now = [&] {
    return f_cells_launch{
      reach,
      {launch.args[1].target.out, launch.args[1].target},
      {launch.args[2].seed.in, launch.args[2].seed}};
  };
  if (launch.args[1].deferred == nullptr) return ops::cuda::for_cells(where, cells, now());
  const auto first = before();
  reach.hole = ops::Box::none();
  ops::cuda::for_cells(where, cells, ops::cuda::Both{first, now()});
}
static void all_u_cells(const ops::AdjointLaunch& launch) {
  if (launch.args[0].target.out == nullptr) return;
  ops::points::Reach reach(launch, launch.args[0]);
  const ops::backend::Cells cells(launch, launch.args[0], points_u);
  const auto now = [&] {
    return u_cells_launch{
      reach,
      {launch.args[0].target.out, launch.args[0].target},
      ops::backend::constant<double>(launch.constants[0], 0),
      {launch.args[2].seed.in, launch.args[2].seed},
      ops::points::pitch(launch.args[2].seed.pitch[1])};
  };
  ops::cuda::for_cells(where, cells, now());
}
static void adjoint_owner(const ops::AdjointLaunch& launch) {
  all_f_cells(launch);
  all_u_cells(launch);
}
static const ops::cuda::DeviceCode adjoint_owner_code(adjoint_owner);

// The tangent: arguments twice, values and directions.
OPS_POINT static void tangent_point(double* next_t_out, double weight, const double* u_t, std::ptrdiff_t u_t_y, const double* f_t) {
  [[maybe_unused]] constexpr int x = 0;
  double next_new_t = {};
  double next_new_t_1 = OPS_ROUNDED(weight * (u_t[x - 1] + u_t[x + 1] + u_t[x - u_t_y] + u_t[x + u_t_y])) - f_t[x];
  next_new_t = next_new_t_1;
  next_t_out[x] = next_new_t;
}
struct tangent_point_launch {
  ops::points::Cells<double, 2> next_t_out;
  double weight;
  ops::points::Cells<const double, 2> u_t;
  int u_t_y;
  ops::points::Cells<const double, 2> f_t;
  OPS_POINT void operator()([[maybe_unused]] const ops::backend::Piece& s) const { tangent_point(next_t_out.at(s), weight, u_t.at(s), u_t_y, f_t.at(s)); }
};

static void tangent(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, tangent_point_launch{
      {launch.args[5].out, launch.args[5]},
      ops::backend::constant<double>(launch.constants[0], 0),
      {launch.args[3].in, launch.args[3]},
      ops::points::pitch(launch.args[3].pitch[1]),
      {launch.args[4].in, launch.args[4]}});
}
static const ops::cuda::DeviceCode tangent_code(tangent);

}  // namespace ops_loops::loop_0_smooth
