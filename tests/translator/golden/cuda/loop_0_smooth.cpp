// Generated from program.cpp:56: kernel 'smooth'; do not edit.
namespace ops_loops::loop_0_smooth {

[[maybe_unused]] static constexpr const char* where = "loop 'smooth' (program.cpp:56)";

struct point_launch {
  ops::points::Cells<double, 2> next_out;
  double weight;
  ops::points::Cells<const double, 2> u;
  int u_y;
  ops::points::Cells<const double, 2> f;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* next_out = this->next_out.at(s);
    auto* u = this->u.at(s);
    const std::ptrdiff_t u_y = this->u_y;
    auto* f = this->f.at(s);
    {  // in which the kernel's names are its own
      double next_new = OPS_ROUNDED(weight * (u[x - 1] + u[x + 1] + u[x - u_y] + u[x + u_y])) - f[x];
      next_out[x] = next_new;
    }
  }
};

static void primal(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, point_launch{
      {launch.args[2].out, launch.args[2]}, b::constant<double>(launch.constants[0], 0),
      {launch.args[0].in, launch.args[0]}, ops::points::pitch(launch.args[0].pitch[1]),
      {launch.args[1].in, launch.args[1]}});
}
static const ops::cuda::DeviceCode primal_code(primal);

// The reverse, one source point after another.
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

static void adjoint_on_host(const ops::AdjointLaunch& launch) {
  b::for_pieces_in_order(launch.range, b::piece_cells, [&](const b::Piece& s) {
    adjoint_row(launch, s);
  });
}
static void adjoint(const ops::AdjointLaunch& launch) {
  if (!launch.trial) ops::cuda::tell_of_host_code("the reverse of loop 'smooth' (program.cpp:56)");
  adjoint_on_host(launch);
}

// A cell of the derivative of 'f'.
struct f_cells_launch {
  ops::points::Reach reach;
  ops::points::Cells<double, 2> f_bar;
  ops::points::Cells<const double, 2> next_seed;
  OPS_POINT void operator()(const b::Piece& s) const { with(reach, s); }
  template <class Reach0>
  OPS_POINT void with(const Reach0& reach, [[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    const b::Piece& here = s;
    auto* f_bar = this->f_bar.at(s);
    auto* next_seed = this->next_seed.at(s);
    {  // in which the kernel's names are its own
      const bool write = reach.template writes<2>(here);
      double t = write ? 0 : f_bar[x];
      if (reach.template has<2>(here, {0, 0})) {
        t = t + -next_seed[x];
      }
      f_bar[x] = t;
    }
  }
};

// A cell of the derivative of 'u'.
struct u_cells_launch {
  ops::points::Reach reach;
  ops::points::Cells<double, 2> u_bar;
  double weight;
  ops::points::Cells<const double, 2> next_seed;
  int next_seed_y;
  OPS_POINT void operator()(const b::Piece& s) const { with(reach, s); }
  template <class Reach0>
  OPS_POINT void with(const Reach0& reach, [[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    const b::Piece& here = s;
    auto* u_bar = this->u_bar.at(s);
    auto* next_seed = this->next_seed.at(s);
    const std::ptrdiff_t next_seed_y = this->next_seed_y;
    {  // in which the kernel's names are its own
      const bool write = reach.template writes<2>(here);
      double t = write ? 0 : u_bar[x];
      if (reach.template has<2>(here, {0, 1})) {
        t = t + OPS_ROUNDED(weight * next_seed[x - next_seed_y]);
      }
      if (reach.template has<2>(here, {1, 0})) {
        t = t + OPS_ROUNDED(weight * next_seed[x - 1]);
      }
      if (reach.template has<2>(here, {-1, 0})) {
        t = t + OPS_ROUNDED(weight * next_seed[x + 1]);
      }
      if (reach.template has<2>(here, {0, -1})) {
        t = t + OPS_ROUNDED(weight * next_seed[x + next_seed_y]);
      }
      u_bar[x] = t;
    }
  }
};

static constexpr ops::Index points_f[] = {{0, 0}};
static constexpr ops::Index points_u[] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
static void all_f_cells(const ops::AdjointLaunch& launch) {
  if (launch.args[1].target.out == nullptr) return;
  ops::points::Reach reach(launch, launch.args[1]);
  const b::Cells cells(launch, launch.args[1], points_f);
  const ops::ArgView late = b::moved(launch.args[2].seed, launch.args[1].deferred);
  const auto before = [&] {
    return f_cells_launch{
      reach, {launch.args[1].target.out, launch.args[1].target}, {late.in, late}};
  };
  const auto now = [&] {
    return f_cells_launch{
      reach, {launch.args[1].target.out, launch.args[1].target}, {launch.args[2].seed.in, launch.args[2].seed}};
  };
  if (launch.args[1].deferred == nullptr) return ops::cuda::for_cells(where, cells, now());
  const auto first = before();
  reach.hole = ops::Box::none();
  ops::cuda::for_cells(where, cells, ops::cuda::Both{first, now()});
}
static void all_u_cells(const ops::AdjointLaunch& launch) {
  if (launch.args[0].target.out == nullptr) return;
  ops::points::Reach reach(launch, launch.args[0]);
  const b::Cells cells(launch, launch.args[0], points_u);
  const auto now = [&] {
    return u_cells_launch{
      reach, {launch.args[0].target.out, launch.args[0].target}, b::constant<double>(launch.constants[0], 0),
      {launch.args[2].seed.in, launch.args[2].seed}, ops::points::pitch(launch.args[2].seed.pitch[1])};
  };
  ops::cuda::for_cells(where, cells, now());
}
static void adjoint_owner(const ops::AdjointLaunch& launch) {
  all_f_cells(launch);
  all_u_cells(launch);
}
static const ops::cuda::DeviceCode adjoint_owner_code(adjoint_owner);

// The tangent: arguments twice, values and directions.
struct tangent_point_launch {
  ops::points::Cells<double, 2> next_t_out;
  double weight;
  ops::points::Cells<const double, 2> u_t;
  int u_t_y;
  ops::points::Cells<const double, 2> f_t;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* next_t_out = this->next_t_out.at(s);
    auto* u_t = this->u_t.at(s);
    const std::ptrdiff_t u_t_y = this->u_t_y;
    auto* f_t = this->f_t.at(s);
    {  // in which the kernel's names are its own
      double next_new_t_1 = OPS_ROUNDED(weight * (u_t[x - 1] + u_t[x + 1] + u_t[x - u_t_y] + u_t[x + u_t_y])) - f_t[x];
      double next_new_t = next_new_t_1;
      next_t_out[x] = next_new_t;
    }
  }
};

static void tangent(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, tangent_point_launch{
      {launch.args[5].out, launch.args[5]}, b::constant<double>(launch.constants[0], 0),
      {launch.args[3].in, launch.args[3]}, ops::points::pitch(launch.args[3].pitch[1]),
      {launch.args[4].in, launch.args[4]}});
}
static const ops::cuda::DeviceCode tangent_code(tangent);

}  // namespace ops_loops::loop_0_smooth
