// Generated from program.cpp:63: kernel 'mirror'; do not edit.
namespace ops_loops::loop_4_mirror {

[[maybe_unused]] static constexpr const char* where = "loop 'mirror' (program.cpp:63)";

struct point_launch {
  ops::points::Cells<const double, 2> f_given;
  ops::points::Cells<double, 2> f_out_given;
  ops::points::Cells<const double, 2> next;
  int fields_1;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* f_given = this->f_given.at(s);
    auto* f_out_given = this->f_out_given.at(s);
    auto* next = this->next.at(s);
    auto* const f = ops::points::given_or_nothing<1>(f_given);
    auto* const f_out = ops::points::given_or_nothing<1>(f_out_given);
    {  // in which the kernel's names are its own
      double f_new = f_given != nullptr ? f[x] : double{};
      const double next_0 = next[x + 1];
      if (fields_1 == 1) {
        f_new = next_0;
      }
      if (f_out_given != nullptr) f_out[x] = f_new;
    }
  }
};

struct point_of_u_launch {
  ops::points::Cells<const double, 2> u;
  ops::points::Cells<double, 2> u_out;
  int fields_0;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* u = this->u.at(s);
    auto* u_out = this->u_out.at(s);
    {  // in which the kernel's names are its own
      double u_new = u[x];
      const double u_0 = u[x + 1];
      if (fields_0 == 1) {
        u_new = -u_0;
      }
      u_out[x] = u_new;
    }
  }
};

static void primal(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, point_launch{
      {launch.args[1].in, launch.args[1]}, {launch.args[1].out, launch.args[1]}, {launch.args[2].in, launch.args[2]},
      b::value<int>(launch.args[3].in, 1)});
  if (launch.args[0].out != nullptr) ops::cuda::for_points(where, launch.range, point_of_u_launch{
      {launch.args[0].in, launch.args[0]}, {launch.args[0].out, launch.args[0]}, b::value<int>(launch.args[3].in, 0)});
}
static const ops::cuda::DeviceCode primal_code(primal);

// The reverse: source points that may add to the same cell one after another.
struct adjoint_point_launch {
  ops::points::Cells<const double, 2> u_seed_given;
  ops::points::Cells<const double, 2> f_seed_given;
  ops::points::Cells<double, 2> u_used_given;
  ops::points::Cells<double, 2> f_used_given;
  int fields_1;
  int fields_0;
  ops::points::Cells<double, 2> u_bar_given;
  ops::points::Cells<double, 2> f_bar_given;
  ops::points::Cells<double, 2> next_bar;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* u_seed_given = this->u_seed_given.at(s);
    auto* f_seed_given = this->f_seed_given.at(s);
    auto* u_used_given = this->u_used_given.at(s);
    auto* f_used_given = this->f_used_given.at(s);
    auto* u_bar_given = this->u_bar_given.at(s);
    auto* f_bar_given = this->f_bar_given.at(s);
    auto* next_bar = this->next_bar.at(s);
    auto* const u_seed = ops::points::given_or_nothing<1>(u_seed_given);
    auto* const f_seed = ops::points::given_or_nothing<1>(f_seed_given);
    auto* const u_used = ops::points::given_or_nothing<1>(u_used_given);
    auto* const f_used = ops::points::given_or_nothing<1>(f_used_given);
    auto* const u_bar = ops::points::given_or_nothing<1>(u_bar_given);
    auto* const f_bar = ops::points::given_or_nothing<1>(f_bar_given);
    {  // in which the kernel's names are its own
      const double u_seed_0 = (u_seed_given != nullptr ? u_seed[x] : 0);
      const double f_seed_0 = (f_seed_given != nullptr ? f_seed[x] : 0);
      if (u_used_given != nullptr) { u_used[x] = 0; }
      if (f_used_given != nullptr) { f_used[x] = 0; }
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
      if (u_bar_given != nullptr) u_bar[x + 1] = u_bar[x + 1] + u_a;
      if (u_bar_given != nullptr) u_bar[x] = u_bar[x] + u_a_1;
      if (f_bar_given != nullptr) f_bar[x] = f_bar[x] + f_a;
      if (next_bar != nullptr) next_bar[x + 1] = next_bar[x + 1] + next_a;
    }
  }
};

static void adjoint(const ops::AdjointLaunch& launch) {
  ops::cuda::for_points_in_order<1>(where, launch.range, adjoint_point_launch{
      {launch.args[0].seed.in, launch.args[0].seed}, {launch.args[1].seed.in, launch.args[1].seed},
      {launch.args[0].seed.out, launch.args[0].seed}, {launch.args[1].seed.out, launch.args[1].seed},
      b::value<int>(launch.args[3].primal.in, 1), b::value<int>(launch.args[3].primal.in, 0),
      {launch.args[0].target.out, launch.args[0].target}, {launch.args[1].target.out, launch.args[1].target},
      {launch.args[2].target.out, launch.args[2].target}});
}
static const ops::cuda::DeviceCode adjoint_code(adjoint);

// The tangent: arguments twice, values and directions.
struct tangent_point_launch {
  ops::points::Cells<double, 2> f_t_out_given;
  ops::points::Cells<const double, 2> next_t;
  ops::points::Cells<const double, 2> f_t_given;
  int fields_1;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* f_t_out_given = this->f_t_out_given.at(s);
    auto* next_t = this->next_t.at(s);
    auto* f_t_given = this->f_t_given.at(s);
    auto* const f_t_out = ops::points::given_or_nothing<1>(f_t_out_given);
    auto* const f_t = ops::points::given_or_nothing<1>(f_t_given);
    {  // in which the kernel's names are its own
      const double next_t_0 = next_t[x + 1];
      const double f_t_1 = (f_t_given != nullptr ? f_t[x] : 0);
      double f_new_1_t = {};
      if (fields_1 == 1) {
        f_new_1_t = next_t_0;
      } else {
        f_new_1_t = f_t_1;
      }
      double f_new_t = f_new_1_t;
      if (f_t_out_given != nullptr) f_t_out[x] = f_new_t;
    }
  }
};

struct tangent_point_of_u_t_launch {
  ops::points::Cells<double, 2> u_t_out;
  ops::points::Cells<const double, 2> u_t;
  int fields_0;
  OPS_POINT void operator()([[maybe_unused]] const b::Piece& s) const {
    [[maybe_unused]] constexpr int x = 0;
    auto* u_t_out = this->u_t_out.at(s);
    auto* u_t = this->u_t.at(s);
    {  // in which the kernel's names are its own
      const double u_t_0 = u_t[x + 1];
      const double u_t_1 = u_t[x];
      double u_new_1_t = {};
      if (fields_0 == 1) {
        u_new_1_t = -u_t_0;
      } else {
        u_new_1_t = u_t_1;
      }
      double u_new_t = u_new_1_t;
      u_t_out[x] = u_new_t;
    }
  }
};

static void tangent(const ops::Launch& launch) {
  ops::cuda::for_points(where, launch.range, tangent_point_launch{
      {launch.args[5].out, launch.args[5]}, {launch.args[6].in, launch.args[6]}, {launch.args[5].in, launch.args[5]},
      b::value<int>(launch.args[3].in, 1)});
  if (launch.args[4].out != nullptr) ops::cuda::for_points(where, launch.range, tangent_point_of_u_t_launch{
      {launch.args[4].out, launch.args[4]}, {launch.args[4].in, launch.args[4]}, b::value<int>(launch.args[3].in, 0)});
}
static const ops::cuda::DeviceCode tangent_code(tangent);

}  // namespace ops_loops::loop_4_mirror
