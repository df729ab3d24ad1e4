// apps/shallow_water/solver.hpp: water over a floor, what buoys hear of it, and the misfit to what they heard.
#pragma once

#include "apps/shallow_water/kernels.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "apps/common/report.hpp"
#include "apps/shallow_water/record.hpp"
#include "apps/shallow_water/settings.hpp"

namespace shallow_water {

inline void forget() { ops_ad_reset(OPS_instance::getOPSInstance()); }
inline void set(ops_dat dat, const std::vector<double>& values) {
  ops_dat_set_data(dat, std::vector<Real>(values.begin(), values.end()));
}

class Solver {
 public:
  explicit Solver(const Settings& settings)
      : settings_(settings),
        sea_(ops_decl_block(2, "sea")),
        points_(settings.buoys(buoys_along)),
        whole_{0, settings.nx, 0, settings.ny} {
    declare_fields();
    declare_constants();
    ops_partition("");
    observe();
  }

  std::vector<ops_dat> inputs() const { return {floor_, surface_}; }
  std::vector<ops_dat> results() const { return {now_.state}; }
  ops_reduction misfit() const { return misfit_; }
  const Record& record() const { return record_; }
  int steps_ahead() const { return settings_.steps; }

  /// The floor that an inversion starts from; nothing before it is part of the recording.
  void start() { start(settings_.floor(false)); }
  void start(const std::vector<double>& floor) {
    forget();
    set(floor_, floor);
    set(surface_, settings_.surface());
  }

  /// All steps; the misfit of all buoys over the whole time stays in its reduction.
  void solve() {
    run(settings_.steps, [&] { compare_to_record(); });
  }
  /// The misfit; seeds it.
  double objective() {
    solve();
    freeze();
    return ops_ad_objective(misfit_);
  }

  /// The same for any floor, and its gradient with respect to it.
  double objective(const std::vector<double>& floor, std::vector<double>& gradient) {
    start(floor);
    const double value = objective();
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    const std::vector<Real> derivative = ops_dat_fetch_derivative<Real>(floor_);
    gradient.assign(derivative.begin(), derivative.end());
    return value;
  }

  void add_to(apps::Report& report) {
    ops_par_loop(measure, "measure", sea_, 2, whole_, ops_arg_dat(now_.state, 3, point_, real_type, OPS_READ),
                 ops_arg_dat(floor_, 1, point_, real_type, OPS_READ), ops_arg_reduce(mass_, 1, "double", OPS_INC),
                 ops_arg_reduce(energy_, 1, "double", OPS_INC));
    report.add("time", static_cast<double>(*time_->get_data<Real>()));
    report.add("mass", ops_reduction_result<double>(mass_));
    report.add("energy", ops_reduction_result<double>(energy_));
  }

 private:
  /// A state and the transfer that makes it periodic: both are swapped.
  struct Level {
    ops_dat state = nullptr;
    ops_halo_group periodic = nullptr;
  };

  Level level(const char* name) {
    const ops_dat state = ops_decl_dat<Real>(sea_, name, {settings_.nx, settings_.ny}, {.dim = 3, .halo = 1});
    return {state, ops_decl_halo_periodic(0, {state})};
  }

  void declare_fields() {
    surface_ = ops_decl_dat<Real>(sea_, "surface", {settings_.nx, settings_.ny});
    floor_ = ops_decl_dat<Real>(sea_, "floor", {settings_.nx, settings_.ny}, {.halo = 1});
    periodic_floor_ = ops_decl_halo_periodic(0, {floor_});
    now_ = level("state");
    next_ = level("next");
    declare_stencils();
    declare_sums();
  }

  void declare_stencils() {
    int star[] = {0, 0, -1, 0, 1, 0, 0, -1, 0, 1}, up[] = {0, 0, 0, 1}, down[] = {0, 0, 0, -1};
    point_ = ops_decl_stencil(2, 1, star, "point");
    star_ = ops_decl_stencil(2, 5, star, "star");
    up_ = ops_decl_stencil(2, 2, up, "up");
    down_ = ops_decl_stencil(2, 2, down, "down");
  }

  void declare_sums() {
    fastest_ = ops_decl_reduction_handle(sizeof(Real), real_type, "fastest");
    misfit_ = ops_decl_reduction_handle(sizeof(double), "double", "misfit");
    mass_ = ops_decl_reduction_handle(sizeof(double), "double", "mass");
    energy_ = ops_decl_reduction_handle(sizeof(double), "double", "energy");
    const std::vector<Real> zeros(buoys);
    speed_ = ops_decl_scalar("speed", zeros.data(), 1);
    time_ = ops_decl_scalar("time", zeros.data(), 1);
    dt_ = ops_decl_scalar("dt", zeros.data(), 1);
    heard_ = ops_decl_scalar("heard", zeros.data(), buoys);
    ground_ = ops_decl_scalar("ground", zeros.data(), buoys);
  }

  void declare_constants() {
    gravity = Real(9.81);
    spacing = static_cast<Real>(settings_.spacing);
    courant = static_cast<Real>(settings_.courant);
    ops_decl_const("gravity", 1, real_type, &gravity);
    ops_decl_const("spacing", 1, real_type, &spacing);
    ops_decl_const("courant", 1, real_type, &courant);
    ops_decl_const("moments", 1, real_type, &moments);
  }

  /// What the buoys hear over the true floor, for longer than anybody compares. Nothing of it is differentiated, and
  /// its recording is forgotten step by step. That the record comes from a result is meant: derivatives are not to
  /// follow it.
  void observe() {
    start(settings_.floor(true));
    record_ = Record(buoys);
    run(settings_.steps + settings_.steps / 4 + 2, [&] {
      record_.add(*time_->get_data<Real>(), heard_->get_data<Real>(), ground_->get_data<Real>());
      forget();
    });
    record_.space_evenly();
    moments = record_.spacing();
    ops_update_const("moments", 1, real_type, &moments);
    ops_ad_constant(record_.times().data(), static_cast<int>(record_.times().size()));
    ops_ad_constant(record_.levels().data(), static_cast<int>(record_.levels().size()));
    recorded_ = true;
  }

  /// The time steps of the run that was done, for all later ones.
  void freeze() {
    if (!settings_.frozen || !frozen_.empty()) return;
    frozen_ = first_steps_;
    ops_ad_constant(frozen_.data(), static_cast<int>(frozen_.size()));
  }

  /// Steps from rest; calls `listen` after each.
  template <class Listen>
  void run(int steps, const Listen& listen) {
    begin_run();
    for (int step = 0; step < steps; ++step) {
      ops_ad_step(OPS_instance::getOPSInstance());
      behind_walls();
      choose_step(static_cast<std::size_t>(step));
      advance_one();
      listen();
    }
  }

  void begin_run() {
    ops_scalar_loop(begin, "begin", ops_arg_scalar(time_, 1, real_type, OPS_WRITE));
    ops_halo_transfer(periodic_floor_);
    mirror_floor();
    ops_par_loop(fill, "fill", sea_, 2, whole_, ops_arg_dat(surface_, 1, point_, real_type, OPS_READ),
                 ops_arg_dat(floor_, 1, point_, real_type, OPS_READ),
                 ops_arg_dat(now_.state, 3, point_, real_type, OPS_WRITE));
    ops_sample(ground_, floor_, points_);
  }

  /// The rows behind both walls, corners included.
  void mirror_floor() {
    int south[] = {-1, settings_.nx + 1, -1, 0}, north[] = {-1, settings_.nx + 1, settings_.ny, settings_.ny + 1};
    ops_par_loop(mirror<1>, "mirror_south", sea_, 2, south, ops_arg_dat(floor_, 1, up_, real_type, OPS_RW));
    ops_par_loop(mirror<-1>, "mirror_north", sea_, 2, north, ops_arg_dat(floor_, 1, down_, real_type, OPS_RW));
  }

  void behind_walls() {
    ops_halo_transfer(now_.periodic);
    int south[] = {-1, settings_.nx + 1, -1, 0}, north[] = {-1, settings_.nx + 1, settings_.ny, settings_.ny + 1};
    ops_par_loop(reflect<1>, "reflect_south", sea_, 2, south, ops_arg_dat(now_.state, 3, up_, real_type, OPS_RW));
    ops_par_loop(reflect<-1>, "reflect_north", sea_, 2, north, ops_arg_dat(now_.state, 3, down_, real_type, OPS_RW));
  }

  /// From the fastest wave, with derivatives; or that of the first run, once there is one.
  void choose_step(std::size_t step) {
    if (step < frozen_.size()) {
      ops_scalar_loop(tick_frozen, "tick_frozen", ops_arg_gbl(&frozen_[step], 1, real_type, OPS_READ),
                      ops_arg_scalar(time_, 1, real_type, OPS_READ), ops_arg_scalar(dt_, 1, real_type, OPS_WRITE),
                      ops_arg_scalar(time_, 1, real_type, OPS_WRITE));
      return;
    }
    ops_par_loop(speed, "speed", sea_, 2, whole_, ops_arg_dat(now_.state, 3, point_, real_type, OPS_READ),
                 ops_arg_reduce(fastest_, 1, real_type, OPS_MAX));
    ops_scalar_from_reduction(speed_, fastest_);
    ops_scalar_loop(tick, "tick", ops_arg_scalar(speed_, 1, real_type, OPS_READ),
                    ops_arg_scalar(time_, 1, real_type, OPS_READ), ops_arg_scalar(dt_, 1, real_type, OPS_WRITE),
                    ops_arg_scalar(time_, 1, real_type, OPS_WRITE));
    if (settings_.frozen && recorded_) first_steps_.push_back(*dt_->get_data<Real>());
  }

  void advance_one() {
    ops_par_loop(advance, "advance", sea_, 2, whole_, ops_arg_dat(now_.state, 3, star_, real_type, OPS_READ),
                 ops_arg_dat(floor_, 1, star_, real_type, OPS_READ),
                 ops_arg_dat(next_.state, 3, point_, real_type, OPS_WRITE),
                 ops_arg_scalar(dt_, 1, real_type, OPS_READ));
    std::swap(now_, next_);
    ops_sample(heard_, now_.state, points_, depth);
  }

  void compare_to_record() {
    const std::vector<Real> rows = record_.around(*time_->get_data<Real>());
    int one[] = {0, 1, 0, 1};
    ops_par_loop(compare, "compare", sea_, 2, one, ops_arg_scalar(heard_, buoys, real_type, OPS_READ),
                 ops_arg_scalar(ground_, buoys, real_type, OPS_READ), ops_arg_scalar(time_, 1, real_type, OPS_READ),
                 ops_arg_scalar(dt_, 1, real_type, OPS_READ),
                 ops_arg_gbl(rows.data(), 1 + 4 * buoys, real_type, OPS_READ),
                 ops_arg_reduce(misfit_, 1, "double", OPS_INC));
  }

  Settings settings_;
  ops_block sea_;
  std::vector<ops_point> points_;
  int whole_[4];
  ops_dat floor_ = nullptr, surface_ = nullptr;
  Level now_, next_;
  ops_halo_group periodic_floor_ = nullptr;
  ops_stencil point_ = nullptr, star_ = nullptr, up_ = nullptr, down_ = nullptr;
  ops_reduction fastest_ = nullptr, misfit_ = nullptr, mass_ = nullptr, energy_ = nullptr;
  ops_scalar speed_ = nullptr, time_ = nullptr, dt_ = nullptr, heard_ = nullptr, ground_ = nullptr;
  Record record_;
  bool recorded_ = false;
  std::vector<Real> first_steps_, frozen_;  ///< [s]
};

}  // namespace shallow_water
