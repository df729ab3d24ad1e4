// apps/cde/kernels.hpp: the loops' bodies.
#pragma once

#define OPS_2D
#include <cmath>

#include "apps/common/real.hpp"
#include "ops.hpp"

namespace cde {

using apps::Real;
using apps::real_type;

/// What the price depends on: components of dataset 'model', in this order.
enum Input {
  spot,
  variance,
  rate,
  mean_reversion,
  long_run_variance,
  vol_of_vol,
  correlation,
  strike,
  inputs_of_model
};

/// What the generator is linear in: its terms' factors, each times the time step.
enum Coefficient { drift, diffusion, reversion, level_of_reversion, mixing, discount, coefficients };

/// Weights of a node and its two neighbours along an axis, lower one first: of the first derivative and of the
/// diffusion.
enum Weight { first = 0, second = 3, weights = 6 };

inline Real dividend;   // yield [1/year]
inline Real time_step;  // [years]
inline Real theta;      // how implicit a stage is
inline Real maturity;   // [years]

// --- mesh ------------------------------------------------------------------------------------------------------------

/// s d/ds and s²/2 d²/ds²; nothing changes beyond the last node.
inline void set_spot_weights(const ACC<Real>& s, ACC<Real>& w, const int* last, const int* idx) {
  const Real x = s(0, 0), below = x - s(-1, 0), above = s(1, 0) - x, both = below + above;
  const bool end = idx[0] == *last;
  w(first, 0, 0) = end ? 0 : -x * above / (below * both);
  w(first + 1, 0, 0) = end ? 0 : x * (above - below) / (below * above);
  w(first + 2, 0, 0) = end ? 0 : x * below / (above * both);
  w(second, 0, 0) = end ? x * x / (below * below) : x * x / (below * both);
  w(second + 2, 0, 0) = end ? 0 : x * x / (above * both);
  w(second + 1, 0, 0) = -w(second, 0, 0) - w(second + 2, 0, 0);
}

/// d/dv and v/2 d²/dv². The first derivative looks inward at both ends: at v = 0 forward, where there is no diffusion.
inline void set_variance_weights(const ACC<Real>& v, ACC<Real>& w, const int* last, const int* idx) {
  const Real x = v(0, 0), below = x - v(0, -1), above = v(0, 1) - x, both = below + above;
  const bool zero = idx[1] == 0, end = idx[1] == *last;
  w(first, 0, 0) = zero ? 0 : end ? -1 / below : -above / (below * both);
  w(first + 2, 0, 0) = end ? 0 : zero ? 1 / above : below / (above * both);
  w(first + 1, 0, 0) = -w(first, 0, 0) - w(first + 2, 0, 0);
  w(second, 0, 0) = zero ? 0 : end ? x / (below * below) : x / (below * both);
  w(second + 2, 0, 0) = zero || end ? 0 : x / (above * both);
  w(second + 1, 0, 0) = -w(second, 0, 0) - w(second + 2, 0, 0);
}

// --- model -----------------------------------------------------------------------------------------------------------

inline void hand_over(const ACC<Real>& model, Real* values) {
  for (int k = 0; k < inputs_of_model; ++k) values[k] += model(k, 0, 0);
}

inline void set_coefficients(const Real* m, Real* c) {
  c[drift] = time_step * (m[rate] - dividend);
  c[diffusion] = time_step * m[vol_of_vol] * m[vol_of_vol];
  c[reversion] = time_step * m[mean_reversion];
  c[level_of_reversion] = time_step * m[mean_reversion] * m[long_run_variance];
  c[mixing] = time_step * m[correlation] * m[vol_of_vol];
  c[discount] = time_step * m[rate];
}

/// The smaller of spot and strike at maturity, averaged over an interval about the node that is as wide as its control
/// volume: smooth in the strike.
inline void set_payoff(const ACC<Real>& s, const Real* m, ACC<Real>& u) {
  const Real half = (s(1, 0) - s(-1, 0)) / 4, over = s(0, 0) + half - m[strike];
  if (over <= 0) u(0, 0) = s(0, 0);
  else if (over >= 2 * half) u(0, 0) = m[strike];
  else u(0, 0) = s(0, 0) - over * over / (4 * half);
}

/// Rows of 1 - theta dt A1 and of 1 - theta dt A2; half of the discounting belongs to each.
inline void set_matrices(const ACC<Real>& s, const ACC<Real>& v, const ACC<Real>& level, const Real* c,
                         ACC<Real>& s_below, ACC<Real>& s_here, ACC<Real>& s_above, ACC<Real>& v_below,
                         ACC<Real>& v_here, ACC<Real>& v_above) {
  const Real spread = time_step * level(0, 0), pull = c[level_of_reversion] - c[reversion] * level(0, 0),
             diagonal = 1 + theta * c[discount] / 2;
  s_below(0, 0) = -theta * (spread * s(second, 0, 0) + c[drift] * s(first, 0, 0));
  s_here(0, 0) = diagonal - theta * (spread * s(second + 1, 0, 0) + c[drift] * s(first + 1, 0, 0));
  s_above(0, 0) = -theta * (spread * s(second + 2, 0, 0) + c[drift] * s(first + 2, 0, 0));
  v_below(0, 0) = -theta * (c[diffusion] * v(second, 0, 0) + pull * v(first, 0, 0));
  v_here(0, 0) = diagonal - theta * (c[diffusion] * v(second + 1, 0, 0) + pull * v(first + 1, 0, 0));
  v_above(0, 0) = -theta * (c[diffusion] * v(second + 2, 0, 0) + pull * v(first + 2, 0, 0));
}

// --- a time step -----------------------------------------------------------------------------------------------------

/// Three values along the spot, weighted.
inline Real along_spot(const ACC<Real>& s, int which, Real left, Real middle, Real right) {
  return s(which, 0, 0) * left + s(which + 1, 0, 0) * middle + s(which + 2, 0, 0) * right;
}
inline Real along_variance(const ACC<Real>& v, int which, Real below, Real middle, Real above) {
  return v(which, 0, 0) * below + v(which + 1, 0, 0) * middle + v(which + 2, 0, 0) * above;
}

/// dt A u of a node: named by compass, north to larger variances and east to larger spots.
inline Real change(const ACC<Real>& s, const ACC<Real>& v, Real level, const Real* c, Real sw, Real south, Real se,
                   Real west, Real u, Real east, Real nw, Real north, Real ne) {
  const Real slope = along_spot(s, first, west, u, east);
  const Real mixed =
      along_variance(v, first, along_spot(s, first, sw, south, se), slope, along_spot(s, first, nw, north, ne));
  return level * (time_step * along_spot(s, second, west, u, east) + c[mixing] * mixed) + c[drift] * slope +
         c[diffusion] * along_variance(v, second, south, u, north) +
         (c[level_of_reversion] - c[reversion] * level) * along_variance(v, first, south, u, north) - c[discount] * u;
}

inline void predict(const ACC<Real>& s, const ACC<Real>& v, const ACC<Real>& level, const Real* c, const ACC<Real>& u,
                    ACC<Real>& d) {
  d(0, 0) = change(s, v, level(0, 0), c, u(-1, -1), u(0, -1), u(1, -1), u(-1, 0), u(0, 0), u(1, 0), u(-1, 1), u(0, 1),
                   u(1, 1));
}

/// Half of what the predictor's solves made of dt A u.
inline void add_half(const ACC<Real>& d, ACC<Real>& u) { u(0, 0) += d(0, 0) / 2; }

/// What the corrector solves, dt A (u + d/2) - d; u has its half of d already.
inline void correct(const ACC<Real>& s, const ACC<Real>& v, const ACC<Real>& level, const Real* c, const ACC<Real>& u,
                    const ACC<Real>& d, ACC<Real>& w) {
  w(0, 0) = change(s, v, level(0, 0), c, u(-1, -1), u(0, -1), u(1, -1), u(-1, 0), u(0, 0), u(1, 0), u(-1, 1), u(0, 1),
                   u(1, 1)) -
            d(0, 0);
}

inline void finish(const ACC<Real>& d, const ACC<Real>& w, ACC<Real>& u) { u(0, 0) += d(0, 0) / 2 + w(0, 0); }

// --- results ---------------------------------------------------------------------------------------------------------

/// Weight of node `here` of four in the cubic through them.
inline double cubic_weight(const double* nodes, int here, double at) {
  double weight = 1.0;
  for (int k = 0; k < 4; ++k)
    if (k != here) weight *= (at - nodes[k]) / (nodes[here] - nodes[k]);
  return weight;
}

/// The price at spot and variance: a node's share in the interpolation between four times four. `nodes` are four spots,
/// then four variances.
inline void interpolate(const ACC<Real>& u, const Real* m, const double* nodes, const int* corner, double* price,
                        const int* idx) {
  const double weight =
      cubic_weight(nodes, idx[0] - corner[0], m[spot]) * cubic_weight(nodes + 4, idx[1] - corner[1], m[variance]);
  *price += weight * (m[spot] * std::exp(-dividend * maturity) - u(0, 0));
}

/// Prices, and their slopes along spot and variance, at all nodes.
inline void set_surfaces(const ACC<Real>& s, const ACC<Real>& v, const ACC<Real>& spots, const ACC<Real>& u,
                         ACC<Real>& price, ACC<Real>& delta, ACC<Real>& vega) {
  const Real discount = std::exp(-dividend * maturity);
  price(0, 0) = spots(0, 0) * discount - u(0, 0);
  delta(0, 0) = discount - along_spot(s, first, u(-1, 0), u(0, 0), u(1, 0)) / spots(0, 0);
  vega(0, 0) = -along_variance(v, first, u(0, -1), u(0, 0), u(0, 1));
}

}  // namespace cde
