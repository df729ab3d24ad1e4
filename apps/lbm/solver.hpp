// apps/lbm/solver.hpp: distributions that collide and stream, and what they are asked for at the end.
#pragma once

#include "apps/lbm/kernels.hpp"

#include <array>
#include <utility>
#include <vector>

#include "apps/lbm/settings.hpp"

namespace lbm {

template <int dims>
class Solver {
 public:
  explicit Solver(const Settings& settings) : settings_(settings) {
#ifdef OPS_SOA
    ops_set_soa(1);
#endif
    lattice_ = ops_decl_block(dims, "lattice");
    declare_fields();
    declare_stencils();
    declare_constants();
    objective_ = ops_decl_reduction_handle(sizeof(double), "double", "objective");
    ops_partition("");
  }

  std::vector<ops_dat> inputs() const { return {rate_, now_.f}; }
  int steps_ahead() const { return settings_.steps; }
  std::vector<ops_dat> results() const { return {settings_.steps % 2 == 0 ? now_.f : next_.f}; }

  /// One relaxation rate everywhere, fluid at rest; nothing before it is part of the recording.
  void start() {
    ops_ad_reset(OPS_instance::getOPSInstance());
    Range halo = whole_;
    for (std::size_t i = 0; i < halo.size(); ++i) halo[i] += i % 2 == 0 ? -1 : 1;
    Real rate = settings_.rate(), ripple = settings_.ripple;
    ops_par_loop(set_kind<dims>, "set_kind", lattice_, dims, whole_.data(),
                 ops_arg_dat(kind_, 1, point_, word_type, OPS_WRITE), ops_arg_idx());
    ops_par_loop(set_rate<dims>, "set_rate", lattice_, dims, whole_.data(),
                 ops_arg_dat(rate_, 1, point_, real_type, OPS_WRITE), ops_arg_gbl(&rate, 1, real_type, OPS_READ));
    for (const Level& level : {now_, next_})
      ops_par_loop(set_start<dims>, "set_start", lattice_, dims, halo.data(),
                   ops_arg_dat(level.f, components, point_, real_type, OPS_WRITE),
                   ops_arg_gbl(&ripple, 1, real_type, OPS_READ), ops_arg_idx());
  }

  /// The kinetic energy at the end of all time steps, or the drag on the obstacle, averaged over them. Seeds it.
  double objective() {
    solve();
    double value = 0.0, one = 1.0;
    objective_->get_result(&value, &one);
    return value;
  }

  /// All time steps; the objective stays in its reduction.
  void solve() {
    Level now = now_, next = next_;
    for (int step = 0; step < settings_.steps; ++step, std::swap(now, next)) {
      ops_ad_step(OPS_instance::getOPSInstance());
      for (const ops_halo_group axis : now.around) ops_halo_transfer(axis);
      if (settings_.drag) add_drag(now);
      ops_par_loop(collide<dims>, "collide", lattice_, dims, whole_.data(),
                   ops_arg_dat(now.f, components, star_, real_type, OPS_READ),
                   ops_arg_dat(rate_, 1, point_, real_type, OPS_READ),
                   ops_arg_dat(kind_, 1, point_, word_type, OPS_READ),
                   ops_arg_dat(next.f, components, point_, real_type, OPS_WRITE));
    }
    if (!settings_.drag)
      ops_par_loop(kinetic_energy<dims>, "kinetic_energy", lattice_, dims, whole_.data(),
                   ops_arg_dat(now.f, components, point_, real_type, OPS_READ),
                   ops_arg_dat(kind_, 1, point_, word_type, OPS_READ),
                   ops_arg_reduce(objective_, 1, "double", OPS_INC));
  }

  ops_reduction sum() const { return objective_; }

 private:
  using Range = std::array<int, 2 * dims>;
  static constexpr int components = 2 * pairs[dims] + 1;

  /// The distributions of one time level, and the transfers that make them periodic, to be done in this order.
  struct Level {
    ops_dat f = nullptr;
    std::vector<ops_halo_group> around = {};
  };

  ops_dat declare(const char* name, int values, int halo) {
    std::array<int, 3> size = settings_.size;
    int base[] = {0, 0, 0}, below[] = {-halo, -halo, -halo}, above[] = {halo, halo, halo};
    Real* zeros = nullptr;
    return ops_decl_dat(lattice_, values, size.data(), base, below, above, zeros, real_type, name);
  }

  void declare_fields() {
    std::array<int, 3> size = settings_.size;
    int base[] = {0, 0, 0}, none[] = {0, 0, 0};
    Word* zeros = nullptr;
    rate_ = declare("rate", 1, 0);
    kind_ = ops_decl_dat(lattice_, 1, size.data(), base, none, none, zeros, word_type, "kind");
    now_ = periodic(declare("f", components, 1));
    next_ = periodic(declare("f2", components, 1));
    for (std::size_t axis = 0; axis < dims; ++axis) {
      whole_[2 * axis] = 0, whole_[2 * axis + 1] = settings_.size[axis];
      if (settings_.radius >= 0.0)
        obstacle_[2 * axis] = settings_.obstacle(axis)[0], obstacle_[2 * axis + 1] = settings_.obstacle(axis)[1];
    }
  }

  /// Axis by axis, each with the halos of those before it: so edges get theirs, too.
  Level periodic(ops_dat f) {
    Level level{f};
    int size[] = {settings_.size[0], settings_.size[1], settings_.size[2]}, from[] = {0, 0, 0}, to[] = {0, 0, 0},
        dir[] = {1, 2, 3};
    for (std::size_t axis = 0; axis < dims; ++axis) {
      if (settings_.wall(axis)) continue;
      const int last = settings_.size[axis] - 1;
      size[axis] = 1;
      from[axis] = last, to[axis] = -1;
      ops_halo ends[2] = {ops_decl_halo(f, f, size, from, to, dir, dir), nullptr};
      from[axis] = 0, to[axis] = last + 1;
      ends[1] = ops_decl_halo(f, f, size, from, to, dir, dir);
      level.around.push_back(ops_decl_halo_group(2, ends));
      size[axis] = last + 3, from[axis] = to[axis] = -1;
    }
    return level;
  }

  void declare_stencils() {
    int centre[] = {0, 0, 0};
    std::vector<int> offsets(dims, 0);
    for (const int side : {1, -1})
      for (int k = 0; k < pairs[dims]; ++k)
        for (int axis = 0; axis < dims; ++axis) offsets.push_back(side * velocity[dims][k][axis]);
    point_ = ops_decl_stencil(dims, 1, centre, "point");
    star_ = ops_decl_stencil(dims, components, offsets.data(), "star");
  }

  void declare_constants() {
    lid_speed = settings_.lid_speed();
    force = settings_.force();
    radius = settings_.radius;
    for (std::size_t axis = 0; axis < 3; ++axis)
      cells[axis] = settings_.size[axis], walls[axis] = settings_.wall(axis) ? 1 : 0;
    ops_decl_const("lid_speed", 1, real_type, &lid_speed);
    ops_decl_const("force", 1, real_type, &force);
    ops_decl_const("radius", 1, real_type, &radius);
    ops_decl_const("cells", 3, "int", cells);
    ops_decl_const("walls", 3, "int", walls);
  }

  void add_drag(const Level& now) {
    Real share = 1.0 / settings_.steps;
    ops_par_loop(exchange_momentum<dims>, "exchange_momentum", lattice_, dims, obstacle_.data(),
                 ops_arg_dat(now.f, components, star_, real_type, OPS_READ),
                 ops_arg_dat(kind_, 1, star_, word_type, OPS_READ), ops_arg_gbl(&share, 1, real_type, OPS_READ),
                 ops_arg_reduce(objective_, 1, "double", OPS_INC));
  }

  Settings settings_;
  ops_block lattice_ = nullptr;
  ops_dat rate_ = nullptr, kind_ = nullptr;
  Level now_, next_;
  ops_stencil point_ = nullptr, star_ = nullptr;
  ops_reduction objective_ = nullptr;
  Range whole_ = {}, obstacle_ = {};
};

}  // namespace lbm
