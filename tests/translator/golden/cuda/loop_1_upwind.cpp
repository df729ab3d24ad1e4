// Generated from program.cpp:58: kernel 'upwind'; do not edit.
namespace ops_loops::loop_1_upwind {

[[maybe_unused]] static constexpr const char* where = "loop 'upwind' (program.cpp:58)";

struct point_launch {
  ops::points::Cells<double, 2> next_out;
  ops::points::Cells<const double, 2> u;
  double weight;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* next_out = this->next_out.at(s);
    auto* u = this->u.at(s);
    {  // in which the kernel's names are its own
      const double u_0 = u[x];
      const double u_1 = u[x - 1];
      const double u_2 = u[x + 1];
      double slope = {};
      if (u_0 > 0.0) {
        slope = u_0 - u_1;
      } else {
        slope = u_2 - u_0;
      }
      double next_new = u_0 - OPS_ROUNDED(weight * u_0 * slope);
      next_out[x] = next_new;
    }
  }
};

static void primal(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, point_launch{
      {launch.args[1].out, launch.args[1]}, {launch.args[0].in, launch.args[0]},
      b::constant<double>(launch.constants[0], 0)});
}
static const ops::cuda::DeviceCode primal_code(primal);

// The reverse: source points that may add to the same cell one after another.
struct adjoint_point_launch {
  ops::points::Cells<const double, 2> next_seed;
  ops::points::Cells<double, 2> next_used;
  ops::points::Cells<const double, 2> u;
  double weight;
  ops::points::Cells<double, 2> u_bar;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* next_seed = this->next_seed.at(s);
    auto* next_used = this->next_used.at(s);
    auto* u = this->u.at(s);
    auto* u_bar = this->u_bar.at(s);
    {  // in which the kernel's names are its own
      const double next_seed_0 = next_seed[x];
      if (next_used != nullptr) { next_used[x] = 0; }
      const double u_0 = u[x];
      const double u_1 = u[x - 1];
      const double u_2 = u[x + 1];
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
      if (u_bar != nullptr) u_bar[x + 1] = u_bar[x + 1] + u_a_2;
      if (u_bar != nullptr) u_bar[x] = u_bar[x] + (next_seed_0 - OPS_ROUNDED(weight * ((next_seed_0 != 0.0) ? OPS_ROUNDED(slope_2 * next_seed_0) : 0.0)) + u_a);
      if (u_bar != nullptr) u_bar[x - 1] = u_bar[x - 1] + u_a_1;
    }
  }
};

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::cuda::for_points_in_order<1>(where, launch.range, adjoint_point_launch{
      {launch.args[1].seed.in, launch.args[1].seed}, {launch.args[1].seed.out, launch.args[1].seed},
      {launch.args[0].primal.in, launch.args[0].primal}, b::constant<double>(launch.constants[0], 0),
      {launch.args[0].target.out, launch.args[0].target}});
}
static const ops::cuda::DeviceCode adjoint_code(adjoint);

struct Tile : ops::cuda::Shape<double, 2, 64, 8, 1, 1, 1, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0> {
  static constexpr int targets = 1, components = 1, buffers = 3;
  OPS_POINT static constexpr int components_of([[maybe_unused]] int target) { return 1; }
  static constexpr ops::cuda::Term terms[] = {
      {0, 0, {1, 0, 0, 0, 0}, 0, 1},
      {0, 0, {0, 0, 0, 0, 0}, 1, 1},
      {0, 0, {-1, 0, 0, 0, 0}, 2, 1},
  };
};
static constexpr int row_cells = Tile::sources;
// The whole reverse at a point, to be added to cells by whoever owns them.
struct adjoint_points_launch {
  ops::points::Cells<const double, 2> u;
  ops::points::Cells<const double, 2> next_seed;
  double weight;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s, double* buffers) const {
    [[maybe_unused]] constexpr int x = 0;
    double* buffers_ = buffers;
    auto* u = this->u.at(s);
    auto* next_seed = this->next_seed.at(s);
    {  // in which the kernel's names are its own
      const double u_0 = u[x];
      const double u_1 = u[x - 1];
      const double u_2 = u[x + 1];
      const double next_3 = next_seed[x];
      bool taken = u_0 > 0.0;
      double slope_2 = {};
      if (taken) {
        slope_2 = u_0 - u_1;
      } else {
        slope_2 = u_2 - u_0;
      }
      double slope_2_a_1 = -OPS_ROUNDED(weight * u_0 * next_3);
      double u_a = {};
      double u_a_1 = 0.0;
      double u_a_2 = 0.0;
      if (taken) {
        bool alive = next_3 != 0.0;
        u_a = (alive ? slope_2_a_1 : 0.0);
        u_a_1 = -(alive ? slope_2_a_1 : 0.0);
      } else {
        bool alive_1 = next_3 != 0.0;
        u_a = -(alive_1 ? slope_2_a_1 : 0.0);
        u_a_2 = (alive_1 ? slope_2_a_1 : 0.0);
      }
      buffers_[0 * row_cells] = u_a_2;
      buffers_[1 * row_cells] = (next_3 - OPS_ROUNDED(weight * ((next_3 != 0.0) ? OPS_ROUNDED(slope_2 * next_3) : 0.0)) + u_a);
      buffers_[2 * row_cells] = u_a_1;
    }
  }
};

static constexpr ops::Index points_u[] = {{-1, 0}, {0, 0}, {1, 0}};
static void adjoint_owner(const ops::AdjointLaunch& launch) {
  ops::points::Reach u_reach(launch, launch.args[0]);
  const ops::Box cells[] = {
      b::Cells(launch, launch.args[0], points_u).reach,
  };
  ops::cuda::for_tiles<Tile>(where, launch.range, cells, {{{u_reach, {launch.args[0].target.out, launch.args[0].target}, launch.args[0].target.component},
}}, adjoint_points_launch{
      {launch.args[0].primal.in, launch.args[0].primal}, {launch.args[1].seed.in, launch.args[1].seed},
      b::constant<double>(launch.constants[0], 0)});
}
static const ops::cuda::DeviceCode adjoint_owner_code(adjoint_owner);

// The tangent: arguments twice, values and directions.
struct tangent_point_launch {
  ops::points::Cells<double, 2> next_t_out;
  ops::points::Cells<const double, 2> u_t;
  ops::points::Cells<const double, 2> u;
  double weight;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* next_t_out = this->next_t_out.at(s);
    auto* u_t = this->u_t.at(s);
    auto* u = this->u.at(s);
    {  // in which the kernel's names are its own
      const double u_t_0 = u_t[x];
      const double u_t_1 = u_t[x - 1];
      const double u_2 = u[x];
      const double u_3 = u[x - 1];
      const double u_t_4 = u_t[x + 1];
      const double u_5 = u[x + 1];
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
      next_t_out[x] = next_new_t;
    }
  }
};

static void tangent(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, tangent_point_launch{
      {launch.args[3].out, launch.args[3]}, {launch.args[2].in, launch.args[2]}, {launch.args[0].in, launch.args[0]},
      b::constant<double>(launch.constants[0], 0)});
}
static const ops::cuda::DeviceCode tangent_code(tangent);

}  // namespace ops_loops::loop_1_upwind
