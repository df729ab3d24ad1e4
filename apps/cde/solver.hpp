// apps/cde/solver.hpp: the price of a call from maturity back to today.
#pragma once

#include "apps/cde/kernels.hpp"  // first: it says the rank of accessors

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "apps/cde/settings.hpp"
#include "apps/common/field.hpp"
#include "apps/common/report.hpp"

namespace cde {

/// The matrices of all systems along one axis.
struct Matrix {
  ops_dat below = nullptr, here = nullptr, above = nullptr;
};

/// The nodes between which the price at a spot and a variance is interpolated: four of each axis, as many on either
/// side.
struct Window {
  std::array<int, 2> corner = {};
  std::array<int, 4> range = {};
  std::array<double, 8> nodes = {};  ///< four spots, then four variances

  explicit Window(const Settings& settings) {
    const std::vector<double> s = settings.spots(), v = settings.variances();
    const auto above = [](const std::vector<double>& x, double value) {
      return std::upper_bound(x.begin(), x.end(), value) - x.begin();
    };
    corner[0] = std::clamp(static_cast<int>(above(s, settings.model[spot])) - 3, 0, settings.nodes_s - 4);
    corner[1] = std::clamp(static_cast<int>(above(v, settings.model[variance])) - 2, 0, settings.nodes_v - 4);
    range = {corner[0], corner[0] + 4, corner[1], corner[1] + 4};
    for (std::size_t k = 0; k < 4; ++k) {
      nodes[k] = s[static_cast<std::size_t>(corner[0]) + 1 + k];
      nodes[4 + k] = v[static_cast<std::size_t>(corner[1]) + k];
    }
  }
};

inline ops_arg at(ops_dat dat, ops_stencil stencil, ops_access access) {
  return ops_arg_dat(dat, 1, stencil, real_type, access);
}

/// <prefix>.<name>.npy
inline void write_file(const std::string& prefix, const char* name, const std::vector<Real>& values,
                       const std::vector<int>& shape) {
  apps::NpyFile<Real> file(prefix + '.' + name + ".npy", shape);
  file.write(values.data(), values.size());
  file.close();
}

class Solver {
 public:
  explicit Solver(const Settings& settings)
      : settings_(settings),
        plane_((ops_set_soa(1), ops_decl_block(2, "plane"))),
        parameters_(plane_),
        window_(settings) {
    whole_ = {0, settings.nodes_s, 0, settings.nodes_v};
    declare_stencils();
    declare_mesh();
    declare_fields();
    declare_constants();
    price_ = ops_decl_reduction_handle(sizeof(double), "double", "price");
    handed_ = ops_decl_reduction_handle(inputs_of_model * sizeof(Real), real_type, "handed");
    const Real zeros[inputs_of_model] = {};
    values_ = ops_decl_scalar("values", zeros, inputs_of_model);
    coefficients_ = ops_decl_scalar("coefficients", zeros, coefficients);
    ops_partition("");
    set_weights();
  }

  int steps_ahead() const { return settings_.steps; }
  std::vector<ops_dat> inputs() const { return {model_}; }
  std::vector<ops_dat> results() const { return {u_}; }

  void start() {
    ops_ad_reset(OPS_instance::getOPSInstance());
    std::array<Real, inputs_of_model> values;
    std::copy(settings_.model.begin(), settings_.model.end(), values.begin());
    ops_dat_set_data(model_, values);
  }

  /// The model goes to all loops in scalars. The price; seeds it.
  double objective() {
    int one_cell[] = {0, 1, 0, 1};
    ops_par_loop(hand_over, "hand_over", plane_, 2, one_cell,
                 ops_arg_dat(model_, inputs_of_model, of_all_, real_type, OPS_READ),
                 ops_arg_reduce(handed_, inputs_of_model, real_type, OPS_INC));
    ops_scalar_from_reduction(values_, handed_);
    solve();
    double value = 0.0, one = 1.0;
    price_->get_result(&value, &one);
    return value;
  }

  /// From maturity back to today, for the model in the scalar `values`; the price stays in its reduction.
  void solve() {
    begin();
    for (int step = 0; step < settings_.steps; ++step) {
      ops_ad_step(OPS_instance::getOPSInstance());
      advance();
    }
    ops_par_loop(interpolate, "interpolate", plane_, 2, window_.range.data(), at(u_, point_, OPS_READ),
                 values(OPS_READ), ops_arg_gbl(window_.nodes.data(), 8, "double", OPS_READ),
                 ops_arg_gbl(window_.corner.data(), 2, "int", OPS_READ), ops_arg_reduce(price_, 1, "double", OPS_INC),
                 ops_arg_idx());
  }

  /// Checks another model, and interpolates the price at its spot and variance. The mesh stays as it is.
  /// @throws std::invalid_argument  the model does not suit the equation or the mesh
  void look_at(const std::array<double, names.size()>& model) {
    settings_.model = model;
    settings_.check();
    window_ = Window(settings_);
    ops_ad_constant(window_.nodes.data(), static_cast<int>(window_.nodes.size()));
  }

  ops_arg values(ops_access access) const { return ops_arg_scalar(values_, inputs_of_model, real_type, access); }
  ops_reduction price() const { return price_; }

  /// The Greeks by name; surfaces, if asked for.
  void add_to(apps::Report& report) {
    if (!settings_.greeks) return;
    const std::vector<Real> greeks = ops_dat_fetch_derivative<Real>(model_);
    for (std::size_t k = 0; k < names.size(); ++k)
      report.add(std::string("by_") + names[k], static_cast<double>(greeks[k]));
    if (!settings_.surfaces.empty()) write_surfaces();
  }

 private:
  ops_dat declare(const char* name) {
    int size[] = {settings_.nodes_s, settings_.nodes_v}, base[] = {0, 0}, below[] = {-1, -1}, above[] = {1, 1};
    Real* zeros = nullptr;
    return ops_decl_dat(plane_, 1, size, base, below, above, zeros, real_type, name);
  }

  /// Values along one axis, one more before and after it where they come with them.
  ops_dat declare_line(const char* name, std::size_t axis, int components, const std::vector<double>& values) {
    int size[] = {1, 1}, base[] = {0, 0}, below[] = {0, 0}, above[] = {0, 0};
    size[axis] = axis == 0 ? settings_.nodes_s : settings_.nodes_v;
    if (!values.empty()) below[axis] = -1, above[axis] = 1;
    std::vector<Real> given(values.begin(), values.end());
    return ops_decl_dat_passive(plane_, components, size, base, below, above, given.empty() ? nullptr : given.data(),
                                real_type, name);
  }

  void declare_stencils() {
    int centre[] = {0, 0}, row[] = {-1, 0, 0, 0, 1, 0}, column[] = {0, -1, 0, 0, 0, 1};
    int box[] = {0, 0, -1, -1, 0, -1, 1, -1, -1, 0, 1, 0, -1, 1, 0, 1, 1, 1};
    int along_s[] = {1, 0}, along_v[] = {0, 1}, none[] = {0, 0};
    point_ = ops_decl_stencil(2, 1, centre, "point");
    box_ = ops_decl_stencil(2, 9, box, "box");
    of_s_ = ops_decl_strided_stencil(2, 1, centre, along_s, "of_s");
    of_v_ = ops_decl_strided_stencil(2, 1, centre, along_v, "of_v");
    near_s_ = ops_decl_strided_stencil(2, 3, row, along_s, "near_s");
    near_v_ = ops_decl_strided_stencil(2, 3, column, along_v, "near_v");
    of_all_ = ops_decl_strided_stencil(2, 1, centre, none, "of_all");
  }

  void declare_mesh() {
    const std::vector<double> s = settings_.spots();
    std::vector<double> v = settings_.variances();
    v.insert(v.begin(), -v[1]);
    s_ = declare_line("s", 0, 1, s);
    v_ = declare_line("v", 1, 1, v);
    weights_s_ = declare_line("weights_s", 0, weights, {});
    weights_v_ = declare_line("weights_v", 1, weights, {});
  }

  void declare_fields() {
    int one[] = {1, 1}, base[] = {0, 0}, none[] = {0, 0};
    Real* zeros = nullptr;
    model_ = ops_decl_dat(plane_, inputs_of_model, one, base, none, none, zeros, real_type, "model");
    u_ = declare("u"), d_ = declare("d"), w_ = declare("w");
    along_s_ = {declare("s_below"), declare("s_here"), declare("s_above")};
    along_v_ = {declare("v_below"), declare("v_here"), declare("v_above")};
  }

  void declare_constants() {
    dividend = settings_.dividend;
    maturity = settings_.maturity;
    time_step = settings_.maturity / settings_.steps;
    theta = settings_.theta;
    ops_decl_const("dividend", 1, real_type, &dividend);
    ops_decl_const("maturity", 1, real_type, &maturity);
    ops_decl_const("time_step", 1, real_type, &time_step);
    ops_decl_const("theta", 1, real_type, &theta);
  }

  ops_arg write(ops_dat dat) const { return at(dat, point_, OPS_WRITE); }
  ops_arg weights_of_s(ops_access access = OPS_READ) const {
    return ops_arg_dat(weights_s_, weights, of_s_, real_type, access);
  }
  ops_arg weights_of_v(ops_access access = OPS_READ) const {
    return ops_arg_dat(weights_v_, weights, of_v_, real_type, access);
  }
  ops_arg factors() const { return ops_arg_scalar(coefficients_, coefficients, real_type, OPS_READ); }

  void set_weights() {
    int last_s = settings_.nodes_s - 1, last_v = settings_.nodes_v - 1;
    int row[] = {0, settings_.nodes_s, 0, 1}, column[] = {0, 1, 0, settings_.nodes_v};
    ops_par_loop(set_spot_weights, "set_spot_weights", plane_, 2, row, at(s_, near_s_, OPS_READ),
                 weights_of_s(OPS_WRITE), ops_arg_gbl(&last_s, 1, "int", OPS_READ), ops_arg_idx());
    ops_par_loop(set_variance_weights, "set_variance_weights", plane_, 2, column, at(v_, near_v_, OPS_READ),
                 weights_of_v(OPS_WRITE), ops_arg_gbl(&last_v, 1, "int", OPS_READ), ops_arg_idx());
  }

  /// The coefficients, the payoff and the matrices.
  void begin() {
    ops_scalar_loop(set_coefficients, "set_coefficients", values(OPS_READ),
                    ops_arg_scalar(coefficients_, coefficients, real_type, OPS_WRITE));
    ops_par_loop(set_payoff, "set_payoff", plane_, 2, whole_.data(), at(s_, near_s_, OPS_READ), values(OPS_READ),
                 write(u_));
    ops_par_loop(set_matrices, "set_matrices", plane_, 2, whole_.data(), weights_of_s(), weights_of_v(),
                 at(v_, of_v_, OPS_READ), factors(), write(along_s_.below), write(along_s_.here), write(along_s_.above),
                 write(along_v_.below), write(along_v_.here), write(along_v_.above));
  }

  /// One step of Hundsdorfer and Verwer, in terms of changes: each stage's explicit part is solved along spot, then
  /// along variance.
  void advance() {
    const Matrix &s = along_s_, &v = along_v_;
    ops_par_loop(predict, "predict", plane_, 2, whole_.data(), weights_of_s(), weights_of_v(), at(v_, of_v_, OPS_READ),
                 factors(), at(u_, box_, OPS_READ), write(d_));
    ops_tridMultiDimBatch(2, 0, whole_.data(), s.below, s.here, s.above, d_, &parameters_);
    ops_tridMultiDimBatch(2, 1, whole_.data(), v.below, v.here, v.above, d_, &parameters_);
    ops_par_loop(add_half, "add_half", plane_, 2, whole_.data(), at(d_, point_, OPS_READ), at(u_, point_, OPS_RW));
    ops_par_loop(correct, "correct", plane_, 2, whole_.data(), weights_of_s(), weights_of_v(), at(v_, of_v_, OPS_READ),
                 factors(), at(u_, box_, OPS_READ), at(d_, point_, OPS_READ), write(w_));
    ops_tridMultiDimBatch(2, 0, whole_.data(), s.below, s.here, s.above, w_, &parameters_);
    ops_tridMultiDimBatch(2, 1, whole_.data(), v.below, v.here, v.above, w_, &parameters_);
    ops_par_loop(finish, "finish", plane_, 2, whole_.data(), at(d_, point_, OPS_READ), at(w_, point_, OPS_READ),
                 at(u_, point_, OPS_RW));
  }

  /// The price and its derivative by each input at all nodes; those by spot and variance are slopes of the surface, the
  /// others tangents.
  void write_surfaces() {
    ops_dat price = declare("price_surface"), delta = declare("delta_surface"), vega = declare("vega_surface");
    ops_par_loop_passive(set_surfaces, "set_surfaces", plane_, 2, whole_.data(), weights_of_s(), weights_of_v(),
                         at(s_, of_s_, OPS_READ), at(u_, box_, OPS_READ), write(price), write(delta), write(vega));
    const std::vector<double> s = settings_.spots(), v = settings_.variances();
    write_file(settings_.surfaces, "s", {s.begin() + 1, s.end() - 1}, {settings_.nodes_s});
    write_file(settings_.surfaces, "v", {v.begin(), v.end() - 1}, {settings_.nodes_v});
    const std::pair<const char*, ops_dat> fields[] = {{"price", price}, {names[spot], delta}, {names[variance], vega}};
    for (const auto& [name, field] : fields)
      write_file(settings_.surfaces, name, ops_dat_fetch_data<Real>(field), {settings_.nodes_v, settings_.nodes_s});
    for (std::size_t k = rate; k < names.size(); ++k) write_tangent(k);
  }

  /// What is solved for is less than a price by its sign.
  void write_tangent(std::size_t input) {
    std::array<Real, inputs_of_model> direction = {};
    direction[input] = -1;
    ops_tangent(OPS_instance::getOPSInstance(), {{model_, reinterpret_cast<const char*>(direction.data())}});
    write_file(settings_.surfaces, names[input], ops_dat_fetch_tangent<Real>(u_),
               {settings_.nodes_v, settings_.nodes_s});
  }

  Settings settings_;
  ops_block plane_ = nullptr;
  ops_tridsolver_params parameters_;
  ops_dat model_ = nullptr, s_ = nullptr, v_ = nullptr, weights_s_ = nullptr, weights_v_ = nullptr;
  ops_dat u_ = nullptr, d_ = nullptr, w_ = nullptr;
  Matrix along_s_, along_v_;
  ops_scalar values_ = nullptr, coefficients_ = nullptr;
  ops_stencil point_ = nullptr, box_ = nullptr, of_s_ = nullptr, of_v_ = nullptr, near_s_ = nullptr, near_v_ = nullptr,
              of_all_ = nullptr;
  ops_reduction price_ = nullptr, handed_ = nullptr;
  std::array<int, 4> whole_ = {};
  Window window_;
};

}  // namespace cde
