// Generated from program.cpp:59: kernel 'rotate'; do not edit.
namespace ops_loops::loop_2_rotate {

[[maybe_unused]] static constexpr const char* where = "loop 'rotate' (program.cpp:59)";

OPS_POINT static void point(const float* q, float* q_out, float angle) {
  [[maybe_unused]] constexpr int x = 0;
  float q_new_0 = q[2 * x];
  float q_new_1 = q[2 * x + 1];
  float a = q_new_0;
  float b = q_new_1;
  q_new_0 = a - OPS_ROUNDED(angle * b);
  q_new_1 = b + OPS_ROUNDED(angle * a);
  q_out[2 * x] = q_new_0;
  q_out[2 * x + 1] = q_new_1;
}
struct point_launch {
  ops::points::Cells<const float, 2> q;
  ops::points::Cells<float, 2> q_out;
  float angle;
  OPS_POINT void operator()([[maybe_unused]] const ops::backend::Piece& s) const { point(q.at(s), q_out.at(s), angle); }
};

static void primal(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, point_launch{
      {launch.args[0].in, launch.args[0]},
      {launch.args[0].out, launch.args[0]},
      ops::backend::value<float>(launch.args[1].in, 0)});
}
static const ops::cuda::DeviceCode primal_code(primal);

// The reverse, one source point after another.
[[gnu::noinline]] static void adjoint_row(int n, int rows, const float* q_seed, float* q_used_given, float* q_bar_given, float angle, std::ptrdiff_t q_seed_y,
    std::ptrdiff_t q_used_y, std::ptrdiff_t q_bar_y) {
  auto* q_used = ops::backend::given_or_nothing<2>(q_used_given);
  auto* q_bar = ops::backend::given_or_nothing<2>(q_bar_given);
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < n; ++x) {
      ops::backend::one_by_one();
      const float q_seed_0 = q_seed[2 * x];
      const float q_seed_1 = q_seed[2 * x + 1];
      if (q_used_given != nullptr) { q_used[2 * x] = 0; q_used[2 * x + 1] = 0; }
      if (q_bar_given != nullptr) q_bar[2 * x] = q_bar[2 * x] + (OPS_ROUNDED(angle * q_seed_1) + q_seed_0);
      if (q_bar_given != nullptr) q_bar[2 * x + 1] = q_bar[2 * x + 1] + (q_seed_1 - OPS_ROUNDED(angle * q_seed_0));
    }
    q_seed += q_seed_y;
    q_used += q_used_y;
    q_bar += q_bar_y;
  }
}

static void adjoint_on_host([[maybe_unused]] const ops::AdjointLaunch& launch) {
  ops::backend::for_pieces_in_order(
      launch.range, ops::backend::piece_cells,
      [&](const ops::backend::Piece& s) {
        adjoint_row(s.n, s.rows, ops::backend::read_at<float, 2>(launch.args[0].seed, s),
            ops::backend::write_at<float, 2>(launch.args[0].seed, s),
            ops::backend::write_at<float, 2>(launch.args[0].target, s),
            ops::backend::value<float>(launch.args[1].primal.in, 0), launch.args[0].seed.pitch[1],
            launch.args[0].seed.out == nullptr ? 0 : launch.args[0].seed.pitch[1],
            launch.args[0].target.out == nullptr ? 0 : launch.args[0].target.pitch[1]);
      });
}
static void adjoint(const ops::AdjointLaunch& launch) {
  ops::cuda::tell_of_host_code("the reverse of loop 'rotate' (program.cpp:59)");
  adjoint_on_host(launch);
}

// The whole reverse at a point.
OPS_POINT static void adjoint_points(const ops::backend::Piece& here, ops::points::Reach q_reach, float* q_bar, float angle, const float* q_seed) {
  [[maybe_unused]] constexpr int x = 0;
  const float q_old_0 = q_reach.empty<2>(here) ? 0 : q_bar[2 * x];
  const float q_old_1 = q_reach.empty<2>(here) ? 0 : q_bar[2 * x + 1];
  const float q_add_0 = (OPS_ROUNDED(angle * q_seed[2 * x + 1]) + q_seed[2 * x]);
  const float q_add_1 = (q_seed[2 * x + 1] - OPS_ROUNDED(angle * q_seed[2 * x]));
  if (q_reach.wanted) q_bar[2 * x] = q_old_0 + q_add_0;
  if (q_reach.wanted) q_bar[2 * x + 1] = q_old_1 + q_add_1;
}
struct adjoint_points_launch {
  ops::points::Reach q_reach;
  ops::points::Cells<float, 2> q_bar;
  float angle;
  ops::points::Cells<const float, 2> q_seed;
  OPS_POINT void operator()([[maybe_unused]] const ops::backend::Piece& s) const { adjoint_points(s, q_reach, q_bar.at(s), angle, q_seed.at(s)); }
};

static constexpr ops::Index points_q[] = {{0, 0, 0, 0, 0}};
static void adjoint_owner(const ops::AdjointLaunch& launch) {
  ops::points::Reach q_reach(launch, launch.args[0]);
  ops::cuda::for_points(where, ops::backend::points_of(launch), adjoint_points_launch{
      q_reach,
      {launch.args[0].target.out, launch.args[0].target},
      ops::backend::value<float>(launch.args[1].primal.in, 0),
      {launch.args[0].seed.in, launch.args[0].seed}});
}
static const ops::cuda::DeviceCode adjoint_owner_code(adjoint_owner);

// The tangent: arguments twice, values and directions.
OPS_POINT static void tangent_point(float* q_t_out, const float* q_t, float angle) {
  [[maybe_unused]] constexpr int x = 0;
  float q_new_0_t = {};
  float q_new_1_t = {};
  float a_t = q_t[2 * x];
  float b_t = q_t[2 * x + 1];
  q_new_0_t = a_t - OPS_ROUNDED(angle * b_t);
  q_new_1_t = b_t + OPS_ROUNDED(angle * a_t);
  q_t_out[2 * x] = q_new_0_t;
  q_t_out[2 * x + 1] = q_new_1_t;
}
struct tangent_point_launch {
  ops::points::Cells<float, 2> q_t_out;
  ops::points::Cells<const float, 2> q_t;
  float angle;
  OPS_POINT void operator()([[maybe_unused]] const ops::backend::Piece& s) const { tangent_point(q_t_out.at(s), q_t.at(s), angle); }
};

static void tangent(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, tangent_point_launch{
      {launch.args[2].out, launch.args[2]},
      {launch.args[2].in, launch.args[2]},
      ops::backend::value<float>(launch.args[1].in, 0)});
}
static const ops::cuda::DeviceCode tangent_code(tangent);

}  // namespace ops_loops::loop_2_rotate
