// apps/cde/cde_model.cpp: the price of a European call for Python, with each input of Heston's model as a number.
#define OPS_SOA
#include "apps/cde/solver.hpp"  // first: it says the rank of accessors

#include <array>
#include <cstddef>

#include "apps/common/model.hpp"

namespace cde {

/// What each input means, in the order of `Input`.
constexpr std::array meanings = {"price of the underlying today",
                                 "variance of its returns today [1/year]",
                                 "interest [1/year]",
                                 "how fast the variance returns to its long-run level [1/year]",
                                 "long-run level of the variance [1/year]",
                                 "volatility of the variance",
                                 "correlation of price and variance",
                                 "strike"};

/// The inputs, one scalar each, become the components of one.
void join(const Real* s, const Real* v, const Real* r, const Real* reversion, const Real* level, const Real* vol,
          const Real* rho, const Real* k, Real* values) {
  values[spot] = *s;
  values[variance] = *v;
  values[rate] = *r;
  values[mean_reversion] = *reversion;
  values[long_run_variance] = *level;
  values[vol_of_vol] = *vol;
  values[correlation] = *rho;
  values[strike] = *k;
}

using Inputs = std::array<ops_scalar, names.size()>;

void join_all(const Inputs& inputs, const Solver& solver) {
  const auto read = [&](Input k) { return ops_arg_scalar(inputs[k], 1, real_type, OPS_READ); };
  ops_scalar_loop(join, "join", read(spot), read(variance), read(rate), read(mean_reversion), read(long_run_variance),
                  read(vol_of_vol), read(correlation), read(strike), solver.values(OPS_WRITE));
}

}  // namespace cde

OPS_MODEL(cde, model) {
  apps::ModelOptions options(model);
  options.size({"ns", "nv"}, {128, 64});
  options.add("steps", 50, "time steps");
  options.add("maturity", 1.0, "[years]");
  options.add("dividend", 0.0, "dividend yield [1/year]");
  options.add("centre", 100.0, "where the mesh is finest: near the strike");
  const auto settings = options.settings<cde::Settings>();
  cde::Solver solver(settings);
  cde::Inputs inputs{};
  model.about("A European call under Heston's model. shape: variances, spots.");
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const cde::Real usual = settings.model[k];
    inputs[k] = ops_decl_scalar(cde::names[k], &usual, 1);
    model.input(cde::names[k], inputs[k], cde::meanings[k]);
  }
  model.output("u", solver.results().front(), "spot without dividends, minus the price, at all nodes");
  model.objective("price", solver.price(), "at this spot and variance");
  model.run([=] {
    std::array<double, cde::names.size()> values{};
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = *inputs[k]->get_data<cde::Real>();
    cde::Solver run = solver;
    run.look_at(values);
    cde::join_all(inputs, run);
    run.solve();
  });
}
