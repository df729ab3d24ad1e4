// apps/cde/settings.hpp: what the command line says of the option, the model and the scheme; the mesh that follows from
// it.
#pragma once

#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/common/command_line.hpp"

namespace cde {

/// The names of the model's inputs, as options (with dashes) and in reports, in the order of `Input` in kernels.hpp.
inline constexpr std::array names = {"spot",       "variance",    "rate",  "mean_reversion", "long_run_variance",
                                     "vol_of_vol", "correlation", "strike"};

struct Settings {
  int nodes_s, nodes_v, steps;
  std::array<double, names.size()> model;
  double maturity, dividend;            ///< [years], [1/year]
  double centre, largest_s, largest_v;  ///< of the mesh: where it is finest, and where it ends
  double theta;                         ///< how implicit a stage is
  bool greeks;
  std::string surfaces;  ///< prefix of files; empty: none are written

  explicit Settings(apps::CommandLine& words)
      : nodes_s(words.integer("ns", 128, 8)),
        nodes_v(words.integer("nv", 64, 8)),
        steps(words.integer("steps", 50)),
        model{words.real("spot", 100.0),
              words.real("variance", 0.04),
              words.real("rate", 0.025),
              words.real("mean-reversion", 1.5),
              words.real("long-run-variance", 0.04),
              words.real("vol-of-vol", 0.3),
              words.real("correlation", -0.9),
              words.real("strike", 100.0)},
        maturity(words.real("maturity", 1.0)),
        dividend(words.real("dividend", 0.0)),
        centre(words.real("centre", model.back())),
        largest_s(words.real("largest-spot", 8.0 * centre)),
        largest_v(words.real("largest-variance", 5.0)),
        theta(words.real("theta", 0.5 + std::sqrt(3.0) / 6.0)),
        greeks(words.flag("gradient")),
        surfaces(words.text("surfaces", "")) {
    check();
  }

  double points() const { return static_cast<double>(nodes_s) * nodes_v; }

  /// Spots of all nodes, dense about the centre, which lies half way between two: from 0, which is no unknown, to one
  /// beyond the last.
  std::vector<double> spots() const {
    const double width = centre / 5.0, low = std::asinh(-centre / width),
                 high = std::asinh((largest_s - centre) / width);
    const double below = std::round(nodes_s * -low / (high - low) - 0.5) + 0.5;
    return stretched(nodes_s + 2, centre, width, low, -low / below);
  }
  /// Variances of all nodes, dense about 0: the first is 0, and one follows after the last.
  std::vector<double> variances() const {
    const double width = largest_v / 500.0;
    return stretched(nodes_v + 1, 0.0, width, 0.0, std::asinh(largest_v / width) / (nodes_v - 1));
  }

  /// @throws std::invalid_argument  values that the equation or the mesh cannot serve
  void check() const {
    const auto [spot, variance, rate, reversion, mean, vol, correlation, strike] = model;
    require(spot > 0.0 && strike > 0.0 && maturity > 0.0 && centre > 0.0,
            "-spot, -strike, -maturity and -centre are positive");
    require(reversion > 0.0 && mean > 0.0 && vol > 0.0,
            "-mean-reversion, -long-run-variance and -vol-of-vol are positive");
    require(std::abs(correlation) <= 1.0, "-correlation is between -1 and 1");
    require(theta > 0.0, "-theta is positive");
    require(largest_s > 2.0 * std::max(centre, strike), "-largest-spot is more than twice the strike and the centre");
    require(std::max({spot, strike, centre}) <= 0.6 * spots().back(),
            "the mesh, which ends near -largest-spot, is too coarse for -spot, -strike or -centre: "
            "take more of -ns, or a larger -largest-spot");
    require(variance >= 0.0 && variance <= 0.5 * largest_v,
            "-variance is between 0 and half of -largest-variance, where the mesh ends");
    require(surfaces.empty() || greeks, "-surfaces needs -gradient");
  }

 private:
  static std::vector<double> stretched(int count, double centre, double width, double low, double step) {
    std::vector<double> x;
    for (int i = 0; i < count; ++i) x.push_back(i == 0 ? 0.0 : centre + width * std::sinh(low + i * step));
    return x;
  }

  static void require(bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  }
};

}  // namespace cde
