// Kernel policies, a field container and a solver class of templates.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace flow {
namespace kernels {

struct Upwind {
  static constexpr int depth = 1;
  template <class R>
  static inline R flux(R ul, R ur, R speed) { return speed > R(0) ? speed * ul : speed * ur; }
};
struct Rusanov {
  static constexpr int depth = 1;
  template <class R>
  static inline R flux(R ul, R ur, R speed) {
    const R a = speed < R(0) ? -speed : speed;
    return R(0.5) * (speed * (ul + ur) - a * (ur - ul));
  }
};
// Burgers' flux, which depends on the data
struct Burgers {
  static constexpr int depth = 1;
  template <class R>
  static inline R flux(R ul, R ur, R) {
    const R s = R(0.5) * (ul + ur);
    return s > R(0) ? R(0.5) * ul * ul : R(0.5) * ur * ur;
  }
};

template <class Policy, class R>
void divergence(const ACC<R>& u, ACC<R>& rhs, const R* c) {
  const R fe = Policy::flux(u(0, 0), u(1, 0), c[0]), fw = Policy::flux(u(-1, 0), u(0, 0), c[0]);
  const R fn = Policy::flux(u(0, 0), u(0, 1), c[1]), fs = Policy::flux(u(0, -1), u(0, 0), c[1]);
  rhs(0, 0) = -(fe - fw + fn - fs);
}

template <class R, int Stage>
void stage(const ACC<R>& u0, const ACC<R>& rhs, ACC<R>& u, const R* dt) {
  if constexpr (Stage == 0)
    u(0, 0) = u0(0, 0) + *dt * rhs(0, 0);
  else if constexpr (Stage == 1)
    u(0, 0) = R(0.75) * u0(0, 0) + R(0.25) * (u(0, 0) + *dt * rhs(0, 0));
  else
    u(0, 0) = R(1) / R(3) * u0(0, 0) + R(2) / R(3) * (u(0, 0) + *dt * rhs(0, 0));
}

template <class R>
void copy(const ACC<R>& a, ACC<R>& b) { b(0, 0) = a(0, 0); }

template <class R>
void energy(const ACC<R>& u, double* e) { *e += double(u(0, 0)) * double(u(0, 0)); }

inline void heun_source(ACC<double>& u, const double* k) { u(0, 0) += k[0] * std::tanh(u(0, 0)); }
inline void other_source(ACC<double>& u, const double* k) { u(0, 0) -= k[0] * u(0, 0) * u(0, 0); }
}  // namespace kernels

// What a field is made of.
template <class R>
struct Field {
  ops_dat dat = nullptr;
  ops_halo_group periodic[2] = {nullptr, nullptr};
  void exchange() const {
    for (auto* g : periodic) g->halo_transfer();
  }
};

template <class R> struct type_name;
template <> struct type_name<double> { static constexpr const char* value = "double"; };
template <> struct type_name<float> { static constexpr const char* value = "float"; };

class Base {
 public:
  virtual ~Base() = default;
  virtual double run(int steps) = 0;
};

template <class Policy, class R>
class Solver : public Base {
 public:
  Solver(OPS_instance& ops, int nx, int ny, std::string name) : ops_(ops), nx_(nx), ny_(ny), name_(std::move(name)) {
    block_ = ops_.decl_block(2, name_.c_str());
    for (const char* f : {"start", "u", "u0", "rhs"}) fields_.emplace(f, declare(f));
    int p[] = {0, 0}, s[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
    stencils_.push_back(ops_.decl_stencil(2, 1, p, "p"));
    stencils_.push_back(ops_.decl_stencil(2, 5, s, "s"));
    energy_ = ops_.decl_reduction_handle(sizeof(double), "double", (name_ + " energy").c_str());
  }

  void set(const std::vector<R>& v) { ops_dat_set_data(fields_.at("start").dat, v); }
  std::vector<R> gradient() { return ops_dat_fetch_derivative<R>(fields_.at("start").dat); }
  std::vector<R> values() { return ops_dat_fetch_data<R>(fields_.at("u").dat); }

  double run(int steps) override {
    apply([&](int* r) {
      ops_par_loop(kernels::copy<R>, "copy", block_, 2, r, read("start"), write("u"));
    });
    for (int n = 0; n < steps; ++n) {
      apply([this](int* r) { ops_par_loop(kernels::copy<R>, "copy", block_, 2, r, read("u"), write("u0")); });
      rk_stage<0>();
      rk_stage<1>();
      rk_stage<2>();
      if (source_) source_(block_, fields_["u"].dat, n);
    }
    int all[] = {0, nx_, 0, ny_};
    ops_par_loop(kernels::energy<R>, "energy", block_, 2, all, read("u"), ops_arg_reduce(energy_, 1, "double", OPS_INC));
    double e = 0, seed = 0.5;
    energy_->get_result(&e, &seed);
    return 0.5 * e;
  }

  std::function<void(ops_block, ops_dat, int)> source_;
  R speed[2] = {R(0.7), R(-0.4)};
  R dt = R(0.25);

 private:
  Field<R> declare(const char* f) {
    int size[] = {nx_, ny_}, base[] = {0, 0}, m[] = {-Policy::depth, -Policy::depth}, p[] = {Policy::depth, Policy::depth};
    Field<R> out;
    out.dat = block_->decl_dat(1, size, base, m, p, (R*)nullptr, type_name<R>::value, (name_ + "." + f).c_str());
    for (int d = 0; d < 2; ++d) {
      int iter[2] = {nx_, ny_}, from[2] = {0, 0}, to[2] = {0, 0}, dir[2] = {1, 2};
      iter[d] = 1;
      from[d] = size[d] - 1, to[d] = -1;
      std::vector<ops_halo> h{ops_.decl_halo(out.dat, out.dat, iter, from, to, dir, dir)};
      from[d] = 0, to[d] = size[d];
      h.push_back(ops_.decl_halo(out.dat, out.dat, iter, from, to, dir, dir));
      out.periodic[d] = ops_.decl_halo_group((int)h.size(), h.data());
    }
    return out;
  }
  ops_arg read(const std::string& f, int s = 0) { return ops_arg_dat(fields_.at(f).dat, 1, stencils_[s], type_name<R>::value, OPS_READ); }
  ops_arg write(const std::string& f) { return ops_arg_dat(fields_.at(f).dat, 1, stencils_[0], type_name<R>::value, OPS_WRITE); }
  template <class F>
  void apply(F&& f) {
    int r[] = {0, nx_, 0, ny_};
    std::forward<F>(f)(r);
  }
  template <int Stage>
  void rk_stage() {
    fields_["u"].exchange();
    int r[] = {0, nx_, 0, ny_};
    ops_par_loop(kernels::divergence<Policy, R>, "divergence", block_, 2, r, read("u", 1), write("rhs"), ops_arg_gbl(speed, 2, type_name<R>::value, OPS_READ));
    ops_par_loop(kernels::stage<R, Stage>, "stage", block_, 2, r, read("u0"), read("rhs"),
                 ops_arg_dat(fields_["u"].dat, 1, stencils_[0], type_name<R>::value, Stage == 0 ? OPS_WRITE : OPS_RW), ops_arg_gbl(&dt, 1, type_name<R>::value, OPS_READ));
  }

  OPS_instance& ops_;
  int nx_, ny_;
  std::string name_;
  ops_block block_;
  std::map<std::string, Field<R>> fields_;
  std::vector<ops_stencil> stencils_;
  ops_reduction energy_;
};

// The same on plain arrays.
template <class Policy, class R>
double plain(const std::vector<R>& start, int nx, int ny, int steps, const R* c, R dt, const std::function<double(double, int)>& source) {
  std::vector<R> u = start, u0, rhs(start.size());
  auto at = [&](const std::vector<R>& a, int i, int j) { return a[(j + ny) % ny * nx + (i + nx) % nx]; };
  for (int n = 0; n < steps; ++n) {
    u0 = u;
    for (int s = 0; s < 3; ++s) {
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i)
          rhs[j * nx + i] = -(Policy::flux(at(u, i, j), at(u, i + 1, j), c[0]) - Policy::flux(at(u, i - 1, j), at(u, i, j), c[0]) + Policy::flux(at(u, i, j), at(u, i, j + 1), c[1]) -
                              Policy::flux(at(u, i, j - 1), at(u, i, j), c[1]));
      for (size_t k = 0; k < u.size(); ++k)
        u[k] = s == 0 ? u0[k] + dt * rhs[k] : s == 1 ? R(0.75) * u0[k] + R(0.25) * (u[k] + dt * rhs[k]) : R(1) / R(3) * u0[k] + R(2) / R(3) * (u[k] + dt * rhs[k]);
    }
    if (source)
      for (auto& x : u) x = (R)source(x, n);
  }
  double e = 0;
  for (R x : u) e += double(x) * double(x);
  return 0.5 * e;
}
}  // namespace flow
