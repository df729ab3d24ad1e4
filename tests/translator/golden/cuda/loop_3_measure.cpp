// Generated from program.cpp:60: kernel 'measure'; do not edit.
namespace ops_loops::loop_3_measure {

[[maybe_unused]] static constexpr const char* where = "loop 'measure' (program.cpp:60)";

struct point_launch {
  ops::points::Cells<const double, 2> u;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s, double* sums_values, double* least_values) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* u = this->u.at(s);
    const int x_first = s.x;
    {  // in which the kernel's names are its own
      double sums_new_0 = ops::reduce::neutral<ops::reduce::Op::sum, double>();
      double sums_new_1 = ops::reduce::neutral<ops::reduce::Op::sum, double>();
      double least_new = ops::reduce::neutral<ops::reduce::Op::min, double>();
      const double u_0 = u[x];
      sums_new_0 = sums_new_0 + OPS_ROUNDED(u_0 * u_0);
      sums_new_1 = sums_new_1 + OPS_ROUNDED(static_cast<double>((x_first + x)) * u_0);
      least_new = ((least_new < u_0) ? least_new : u_0);
      sums_values[0] = sums_new_0;
      sums_values[1] = sums_new_1;
      least_values[0] = least_new;
    }
  }
};

static void primal(const ops::Launch& launch) {
  ops::cuda::for_points_with_totals<ops::cuda::Offered<ops::reduce::Op::sum, double, 2>, ops::cuda::Offered<ops::reduce::Op::min, double, 1>>(where, launch.range, point_launch{
      {launch.args[0].in, launch.args[0]}}, {launch.args[2].out, launch.args[3].out});
}
static const ops::cuda::DeviceCode primal_code(primal);

// The reverse: source points that may add to the same cell one after another.
struct adjoint_point_launch {
  ops::points::Cells<const double, 2> u;
  ops::points::Cells<double, 2> u_bar;
  double least_seed;
  double sums_seed_1;
  double sums_seed_0;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* u = this->u.at(s);
    auto* u_bar = this->u_bar.at(s);
    const int x_first = s.x;
    {  // in which the kernel's names are its own
      const double u_0 = u[x];
      if (u_bar != nullptr) u_bar[x] = u_bar[x] + (((1.7976931348623157e+308 < u_0) ? 0.0 : least_seed) + OPS_ROUNDED(static_cast<double>((x_first + x)) * sums_seed_1) + OPS_ROUNDED(2.0 * ((sums_seed_0 != 0.0) ? OPS_ROUNDED(u_0 * sums_seed_0) : 0.0)));
    }
  }
};

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::cuda::for_points_in_order<0, 1>(where, launch.range, adjoint_point_launch{
      {launch.args[0].primal.in, launch.args[0].primal}, {launch.args[0].target.out, launch.args[0].target},
      b::value<double>(launch.args[3].seed.in, 0), b::value<double>(launch.args[2].seed.in, 1),
      b::value<double>(launch.args[2].seed.in, 0)});
}
static const ops::cuda::DeviceCode adjoint_code(adjoint);

// Where the smallest and the largest values were attained.
struct offered_launch {
  ops::points::Cells<const double, 2> u;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s, double* least_values) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* u = this->u.at(s);
    {  // in which the kernel's names are its own
      double least_new = ops::reduce::neutral<ops::reduce::Op::min, double>();
      const double u_0 = u[x];
      least_new = ((least_new < u_0) ? least_new : u_0);
      least_values[0] = least_new;
    }
  }
};

static void attained(const ops::AdjointLaunch& launch, ops::Attained* const* first) {
  ops::cuda::search<ops::cuda::Sought<double, 1>>(where, launch.range, offered_launch{
      {launch.args[0].primal.in, launch.args[0].primal}}, {launch.args[3].primal.in}, {first[3]});
}
static const ops::cuda::DeviceCode attained_code(attained);

// The whole reverse at a point.
struct adjoint_points_launch {
  ops::points::Reach u_reach;
  ops::points::Cells<double, 2> u_bar;
  ops::points::Cells<const double, 2> u;
  double least_seed;
  double sums_seed_1;
  double sums_seed_0;
  OPS_POINT void operator()(const b::Piece& s) const { with(u_reach, s); }
  template <class Reach0>
  OPS_POINT void with(const Reach0& u_reach, [[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    const b::Piece& here = s;
    auto* u_bar = this->u_bar.at(s);
    auto* u = this->u.at(s);
    const int x_first = s.x;
    {  // in which the kernel's names are its own
      const double u_old_0 = u_reach.template empty<2>(here) ? 0 : u_bar[x];
      const double u_0 = u[x];
      const double u_add_0 = (((1.7976931348623157e+308 < u_0) ? 0.0 : least_seed) + OPS_ROUNDED(static_cast<double>((x_first + x)) * sums_seed_1) + OPS_ROUNDED(2.0 * ((sums_seed_0 != 0.0) ? OPS_ROUNDED(u_0 * sums_seed_0) : 0.0)));
      if (u_reach.wanted) u_bar[x] = u_old_0 + u_add_0;
    }
  }
};

static constexpr ops::Index points_u[] = {{0, 0}};
static void adjoint_owner(const ops::AdjointLaunch& launch) {
  ops::points::Reach u_reach(launch, launch.args[0]);
  const ops::Box range = b::points_of(launch);
  const auto inner = ops::cuda::inner_of<1>(range, {u_reach}, {points_u});
  ops::cuda::for_cells(where, range, inner, adjoint_points_launch{
      u_reach, {launch.args[0].target.out, launch.args[0].target}, {launch.args[0].primal.in, launch.args[0].primal},
      b::value<double>(launch.args[3].seed.in, 0), b::value<double>(launch.args[2].seed.in, 1),
      b::value<double>(launch.args[2].seed.in, 0)});
}
static const ops::cuda::DeviceCode adjoint_owner_code(adjoint_owner);

// The tangent: arguments twice, values and directions.
struct tangent_point_launch {
  ops::points::Cells<const double, 2> u;
  ops::points::Cells<const double, 2> u_t;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s, double* sums_t_values, double* least_t_values) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* u = this->u.at(s);
    auto* u_t = this->u_t.at(s);
    const int x_first = s.x;
    {  // in which the kernel's names are its own
      const double u_0 = u[x];
      const double u_t_1 = u_t[x];
      double sums_new_0_t = ((u_t_1 != 0.0) ? OPS_ROUNDED(2.0 * u_0 * u_t_1) : 0.0);
      double sums_new_1_t = OPS_ROUNDED(static_cast<double>((x_first + x)) * u_t_1);
      double least_new_t = ((1.7976931348623157e+308 < u_0) ? 0.0 : u_t_1);
      sums_t_values[0] = sums_new_0_t;
      sums_t_values[1] = sums_new_1_t;
      least_t_values[0] = least_new_t;
    }
  }
};

static void tangent(const ops::Launch& launch) {
  ops::cuda::for_points_with_totals<ops::cuda::Offered<ops::reduce::Op::sum, double, 2>, ops::cuda::Offered<ops::reduce::Op::sum, double, 1>>(where, launch.range, tangent_point_launch{
      {launch.args[0].in, launch.args[0]}, {launch.args[4].in, launch.args[4]}}, {launch.args[6].out, launch.args[7].out});
}
static const ops::cuda::DeviceCode tangent_code(tangent);

}  // namespace ops_loops::loop_3_measure
