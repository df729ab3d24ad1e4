// apps/wave/solver.hpp: shots through a velocity model, and the misfit of their traces.
#pragma once

#include "apps/wave/kernels.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/wave/settings.hpp"

namespace wave {

enum class Model { truth, guess };

inline void forget() { ops_ad_reset(OPS_instance::getOPSInstance()); }

template <int dims>
class Solver {
 public:
  explicit Solver(const Settings& settings) : settings_(settings), rock_(ops_decl_block(dims, "rock")) {
    declare_fields();
    declare_stencils();
    misfit_ = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
    declare_constants();
    ops_partition("");
    observe();
  }

  std::vector<ops_dat> inputs() const { return {velocity_}; }
  std::vector<ops_dat> results() const { return {traces_}; }

  /// The model the inversion starts from; nothing before it is part of the recording.
  void start() { start(Model::guess); }
  void start(Model model) {
    forget();
    const Real layers = settings_.uniform ? 0.0 : 1.0, slower = model == Model::truth ? 0.3 : 0.0;
    Real shape[] = {layers, slower};
    ops_par_loop(set_velocity<dims>, "set_velocity", rock_, dims, whole_.data(),
                 ops_arg_dat(velocity_, 1, point_, real_type, OPS_WRITE), ops_arg_gbl(shape, 2, real_type, OPS_READ),
                 ops_arg_idx());
  }

  /// Half the squared misfit of all shots' traces to the observed ones; seeds it.
  double objective() { return misfit(0, settings_.shots); }
  /// All shots; the misfit stays in its reduction.
  void solve() { solve(0, settings_.shots); }
  ops_reduction sum() const { return misfit_; }

  /// The same for any velocity, and its gradient: shot by shot, so that never more than one is on record.
  double objective(const std::vector<double>& velocity, std::vector<double>& gradient) {
    const std::vector<Real> values(velocity.begin(), velocity.end());
    double sum = 0.0;
    std::fill(gradient.begin(), gradient.end(), 0.0);
    for (int shot = 0; shot < settings_.shots; ++shot) {
      forget();
      ops_dat_set_data(velocity_, values);
      sum += misfit(shot, shot + 1);
      ops_interpret_adjoints(OPS_instance::getOPSInstance());
      const std::vector<Real> part = ops_dat_fetch_derivative<Real>(velocity_);
      std::transform(part.begin(), part.end(), gradient.begin(), gradient.begin(), std::plus<>());
    }
    return sum;
  }

  /// Velocity of a model at all points, axis 0 fastest [km/s].
  std::vector<double> velocity(Model model) {
    start(model);
    const std::vector<Real> values = ops_dat_fetch_data<Real>(velocity_);
    return {values.begin(), values.end()};
  }

  /// What was observed of the first shot: a row per time step.
  std::vector<Real> observed() { return ops_dat_fetch_data<Real>(observed_.front()); }

 private:
  using Point = Settings::Point;
  using Range = std::array<int, 2 * dims>;

  /// The misfit of shots `first` .. `last` - 1.
  double misfit(int first, int last) {
    solve(first, last);
    double value = 0.0, one = 1.0;
    misfit_->get_result(&value, &one);
    return value;
  }

  void solve(int first, int last) {
    stiffen_all();
    for (int shot = first; shot < last; ++shot) propagate(shot, false);
  }

  ops_dat declare(const std::string& name, Point size, Point base, int halo, bool passive = false) {
    int below[] = {-halo, -halo, -halo}, above[] = {halo, halo, halo};
    Real* zeros = nullptr;
    return passive
               ? ops_decl_dat_passive(rock_, 1, size.data(), base.data(), below, above, zeros, real_type, name.c_str())
               : ops_decl_dat(rock_, 1, size.data(), base.data(), below, above, zeros, real_type, name.c_str());
  }

  /// Fields count from the receivers' line; traces have time where fields have depth.
  void declare_fields() {
    const Point size = settings_.size, first = settings_.first(), gather = settings_.gather(), zero = {0, 0, 0};
    velocity_ = declare("velocity", size, first, 0);
    stiffness_ = declare("stiffness", size, first, 0);
    u_ = declare("u", size, first, settings_.reach());
    other_ = declare("u2", size, first, settings_.reach());
    traces_ = declare("traces", gather, zero, 0);
    for (int shot = 0; shot < settings_.shots; ++shot)
      observed_.push_back(declare("observed" + std::to_string(shot), gather, zero, 0, true));
    whole_ = range(first, {first[0] + size[0], first[1] + size[1], first[2] + size[2]});
    receivers_ = range({settings_.sponge, 0, 0}, {size[0] - settings_.sponge, gather[1], gather[2]});
  }

  void declare_stencils() {
    int centre[] = {0, 0, 0}, along_axis_0[] = {1, 0, 0};
    std::vector<int> offsets(dims, 0);
    for (std::size_t axis = 0; axis < dims; ++axis)
      for (int k = -settings_.reach(); k <= settings_.reach(); ++k) {
        if (k == 0) continue;
        offsets.resize(offsets.size() + dims, 0);
        *(offsets.end() - dims + static_cast<int>(axis)) = k;
      }
    point_ = ops_decl_stencil(dims, 1, centre, "point");
    star_ = ops_decl_stencil(dims, static_cast<int>(offsets.size()) / dims, offsets.data(), "star");
    line_ = ops_decl_strided_stencil(dims, 1, centre, along_axis_0, "line");
  }

  void declare_constants() {
    step_over_spacing = settings_.step / settings_.spacing;
    sponge_width = settings_.sponge;
    damping = settings_.sponge > 0 ? 0.15 / (settings_.sponge * settings_.sponge) : 0.0;
    for (std::size_t axis = 0; axis < dims; ++axis) {
      first_point[axis] = whole_[2 * axis];
      last_point[axis] = whole_[2 * axis + 1] - 1;
    }
    ops_decl_const("step_over_spacing", 1, real_type, &step_over_spacing);
    ops_decl_const("sponge_width", 1, "int", &sponge_width);
    ops_decl_const("damping", 1, real_type, &damping);
    ops_decl_const("first_point", 3, "int", first_point);
    ops_decl_const("last_point", 3, "int", last_point);
  }

  /// The traces of the true model. Nothing of these runs is differentiated, so their recording is forgotten step by
  /// step.
  void observe() {
    start(Model::truth);
    stiffen_all();
    for (int shot = 0; shot < settings_.shots; ++shot) {
      propagate(shot, true);
      ops_dat_set_data(observed_[static_cast<std::size_t>(shot)], ops_dat_fetch_data<Real>(traces_));
    }
  }

  static Range range(const Point& first, const Point& end) {
    Range all;
    for (std::size_t axis = 0; axis < dims; ++axis) all[2 * axis] = first[axis], all[2 * axis + 1] = end[axis];
    return all;
  }

  void stiffen_all() {
    ops_par_loop(stiffen<dims>, "stiffen", rock_, dims, whole_.data(),
                 ops_arg_dat(velocity_, 1, point_, real_type, OPS_READ),
                 ops_arg_dat(stiffness_, 1, point_, real_type, OPS_WRITE), ops_arg_idx());
  }

  /// All time steps of a shot from rest. What the receivers hear is compared, step by step, or else written to
  /// `traces`: fields that only the end of the program reads would make every state larger that the gradient restarts
  /// from.
  /// @param observing  nothing is compared, and the recording is forgotten step by step
  void propagate(int shot, bool observing) {
    Range halo = whole_;
    for (std::size_t i = 0; i < halo.size(); ++i) halo[i] += i % 2 == 0 ? -settings_.reach() : settings_.reach();
    ops_par_loop(rest<dims>, "rest", rock_, dims, halo.data(), ops_arg_dat(u_, 1, point_, real_type, OPS_WRITE),
                 ops_arg_dat(other_, 1, point_, real_type, OPS_WRITE));
    ops_dat now = u_, next = other_;
    for (int step = 0; step < settings_.steps; ++step, std::swap(now, next)) {
      if (observing) forget();
      else ops_ad_step(OPS_instance::getOPSInstance());
      advance_to(now, next);
      fire(shot, step, next);
      if (observing || settings_.traces) listen(step, next);
      if (!observing) compare_to_observed(shot, step, next);
    }
  }

  void advance_to(ops_dat now, ops_dat next) {
    const ops_arg u = ops_arg_dat(now, 1, star_, real_type, OPS_READ),
                  stiffness = ops_arg_dat(stiffness_, 1, point_, real_type, OPS_READ);
    const ops_arg in_place = ops_arg_dat(next, 1, point_, real_type, OPS_RW), idx = ops_arg_idx();
    if (settings_.order == 2)
      ops_par_loop(advance<dims, 1>, "advance_2", rock_, dims, whole_.data(), u, stiffness, in_place, idx);
    else if (settings_.order == 4)
      ops_par_loop(advance<dims, 2>, "advance_4", rock_, dims, whole_.data(), u, stiffness, in_place, idx);
    else ops_par_loop(advance<dims, 4>, "advance_8", rock_, dims, whole_.data(), u, stiffness, in_place, idx);
  }

  /// Adds c² dt² s(t) / spacing^dims at the shot's point.
  void fire(int shot, int step, ops_dat u) {
    const Point at = settings_.source(shot);
    Real amount = static_cast<Real>(settings_.step * settings_.step * settings_.wavelet(step * settings_.step) /
                                    std::pow(settings_.spacing, dims));
    const Range point = range(at, {at[0] + 1, at[1] + 1, at[2] + 1});
    ops_par_loop(inject<dims>, "inject", rock_, dims, point.data(),
                 ops_arg_dat(velocity_, 1, point_, real_type, OPS_READ), ops_arg_gbl(&amount, 1, real_type, OPS_READ),
                 ops_arg_dat(u, 1, point_, real_type, OPS_RW));
  }

  /// The receivers' line becomes a row of the traces: a loop whose last axis is time, through which u is held fixed.
  void listen(int step, ops_dat u) {
    ops_par_loop(copy<dims>, "listen", rock_, dims, row(step).data(), ops_arg_dat(u, 1, line_, real_type, OPS_READ),
                 ops_arg_dat(traces_, 1, point_, real_type, OPS_WRITE));
  }

  void compare_to_observed(int shot, int step, ops_dat u) {
    ops_par_loop(compare<dims>, "compare", rock_, dims, row(step).data(), ops_arg_dat(u, 1, line_, real_type, OPS_READ),
                 ops_arg_dat(observed_[static_cast<std::size_t>(shot)], 1, point_, real_type, OPS_READ),
                 ops_arg_reduce(misfit_, 1, "double", OPS_INC));
  }

  Range row(int step) const {
    Range one = receivers_;
    one[2 * dims - 2] = step, one[2 * dims - 1] = step + 1;
    return one;
  }

  Settings settings_;
  ops_block rock_;
  ops_dat velocity_ = nullptr, stiffness_ = nullptr, u_ = nullptr, other_ = nullptr, traces_ = nullptr;
  std::vector<ops_dat> observed_;
  ops_stencil point_ = nullptr, star_ = nullptr, line_ = nullptr;
  ops_reduction misfit_ = nullptr;
  Range whole_ = {}, receivers_ = {};  ///< all points; the receivers' line through all time steps
};

}  // namespace wave
