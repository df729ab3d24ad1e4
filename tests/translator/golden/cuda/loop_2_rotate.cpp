// Generated from program.cpp:59: kernel 'rotate'; do not edit.
namespace ops_loops::loop_2_rotate {

[[maybe_unused]] static constexpr const char* where = "loop 'rotate' (program.cpp:59)";

struct point_launch {
  ops::points::Cells<const float, 2> q;
  ops::points::Cells<float, 2> q_out;
  float angle;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* q = this->q.at(s);
    auto* q_out = this->q_out.at(s);
    {  // in which the kernel's names are its own
      float q_new_0 = q[2 * x];
      float q_new_1 = q[2 * x + 1];
      float a = q_new_0;
      float b = q_new_1;
      q_new_0 = a - OPS_ROUNDED(angle * b);
      q_new_1 = b + OPS_ROUNDED(angle * a);
      q_out[2 * x] = q_new_0;
      q_out[2 * x + 1] = q_new_1;
    }
  }
};

static void primal(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, point_launch{
      {launch.args[0].in, launch.args[0]}, {launch.args[0].out, launch.args[0]}, b::value<float>(launch.args[1].in, 0)});
}
static const ops::cuda::DeviceCode primal_code(primal);

// The reverse: source points that may add to the same cell one after another.
struct adjoint_point_launch {
  ops::points::Cells<const float, 2> q_seed;
  ops::points::Cells<float, 2> q_used;
  ops::points::Cells<float, 2> q_bar;
  float angle;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* q_seed = this->q_seed.at(s);
    auto* q_used = this->q_used.at(s);
    auto* q_bar = this->q_bar.at(s);
    {  // in which the kernel's names are its own
      const float q_seed_0 = q_seed[2 * x];
      const float q_seed_1 = q_seed[2 * x + 1];
      if (q_used != nullptr) { q_used[2 * x] = 0; q_used[2 * x + 1] = 0; }
      if (q_bar != nullptr) q_bar[2 * x] = q_bar[2 * x] + (OPS_ROUNDED(angle * q_seed_1) + q_seed_0);
      if (q_bar != nullptr) q_bar[2 * x + 1] = q_bar[2 * x + 1] + (q_seed_1 - OPS_ROUNDED(angle * q_seed_0));
    }
  }
};

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::cuda::for_points_in_order<0, 1>(where, launch.range, adjoint_point_launch{
      {launch.args[0].seed.in, launch.args[0].seed}, {launch.args[0].seed.out, launch.args[0].seed},
      {launch.args[0].target.out, launch.args[0].target}, b::value<float>(launch.args[1].primal.in, 0)});
}
static const ops::cuda::DeviceCode adjoint_code(adjoint);

// The whole reverse at a point.
struct adjoint_points_launch {
  ops::points::Reach q_reach;
  ops::points::Cells<float, 2> q_bar;
  float angle;
  ops::points::Cells<const float, 2> q_seed;
  OPS_POINT void operator()(const b::Piece& s) const { with(q_reach, s); }
  template <class Reach0>
  OPS_POINT void with(const Reach0& q_reach, [[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    const b::Piece& here = s;
    auto* q_bar = this->q_bar.at(s);
    auto* q_seed = this->q_seed.at(s);
    {  // in which the kernel's names are its own
      const float q_old_0 = q_reach.template empty<2>(here) ? 0 : q_bar[2 * x];
      const float q_old_1 = q_reach.template empty<2>(here) ? 0 : q_bar[2 * x + 1];
      const float q_add_0 = (OPS_ROUNDED(angle * q_seed[2 * x + 1]) + q_seed[2 * x]);
      const float q_add_1 = (q_seed[2 * x + 1] - OPS_ROUNDED(angle * q_seed[2 * x]));
      if (q_reach.wanted) q_bar[2 * x] = q_old_0 + q_add_0;
      if (q_reach.wanted) q_bar[2 * x + 1] = q_old_1 + q_add_1;
    }
  }
};

static constexpr ops::Index points_q[] = {{0, 0}};
static void adjoint_owner(const ops::AdjointLaunch& launch) {
  ops::points::Reach q_reach(launch, launch.args[0]);
  const ops::Box range = b::points_of(launch);
  const auto inner = ops::cuda::inner_of<1>(range, {q_reach}, {points_q});
  ops::cuda::for_cells(where, range, inner, adjoint_points_launch{
      q_reach, {launch.args[0].target.out, launch.args[0].target}, b::value<float>(launch.args[1].primal.in, 0),
      {launch.args[0].seed.in, launch.args[0].seed}});
}
static const ops::cuda::DeviceCode adjoint_owner_code(adjoint_owner);

// The tangent: arguments twice, values and directions.
struct tangent_point_launch {
  ops::points::Cells<float, 2> q_t_out;
  ops::points::Cells<const float, 2> q_t;
  float angle;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* q_t_out = this->q_t_out.at(s);
    auto* q_t = this->q_t.at(s);
    {  // in which the kernel's names are its own
      float a_t = q_t[2 * x];
      float b_t = q_t[2 * x + 1];
      float q_new_0_t = a_t - OPS_ROUNDED(angle * b_t);
      float q_new_1_t = b_t + OPS_ROUNDED(angle * a_t);
      q_t_out[2 * x] = q_new_0_t;
      q_t_out[2 * x + 1] = q_new_1_t;
    }
  }
};

static void tangent(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, tangent_point_launch{
      {launch.args[2].out, launch.args[2]}, {launch.args[2].in, launch.args[2]}, b::value<float>(launch.args[1].in, 0)});
}
static const ops::cuda::DeviceCode tangent_code(tangent);

}  // namespace ops_loops::loop_2_rotate
