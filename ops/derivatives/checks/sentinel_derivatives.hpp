// ops/derivatives/checks/sentinel_derivatives.hpp: compares the generated tangent with difference quotients of the
// user's kernel, and the adjoint with the tangent.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "ops/derivatives/checks/sentinel_points.hpp"
#include "ops/derivatives/checks/sentinel_runs.hpp"

namespace ops::sentinel {

/// Examines the derivatives of a loop at some points, along random directions.
class Derivatives {
 public:
  Derivatives(const ProbedLoop& loop, Scratch& scratch, PointRandom& random)
      : loop_(loop), scratch_(scratch), runs_(loop, scratch), random_(random) {}

  /// Whether the loop has derivatives that can be compared.
  static bool has_any(const ProbedLoop& loop);
  /// @return  the first disagreement that no kink and no rounding explains; "" if there is none
  std::string look(const Block& block);

 private:
  /// What is compared of one direction. Differences move values, but for those that become integers in the kernel, as
  /// these may be places in arrays; an adjoint needs the derivatives with respect to these as well.
  enum class Part { all, differences, adjoint };
  /// Values of what a block of points writes: cells of datasets, then sums.
  using Values = std::vector<double>;

  double largest(const Patch& patch, Slot slot) const;
  void move(const Patch& patch, Slot slot, double h) const;
  Values move_away(const Block& block);
  enum class Zeros : std::uint8_t { none, some };  ///< in a direction
  void set_directions(const Block& block, bool holds, Zeros zeros);
  Values values(const Block& block, Slot slot, const Outside& outside) const;
  Values at(const Block& block, double h) const;
  std::string compare_tangent(const Block& block, const Values& f, const Outside& tangents) const;
  bool differs_on_stairs(const Block& block, const Values& f, std::size_t i, double derivative) const;
  std::vector<Values> quotients(const Block& block, double h) const;
  double doubt(double noise, double right, double left, double derivative) const;
  std::string compare_adjoint(const Block& block, const Outside& tangents, const Outside& totals) const;
  std::string compare_owner(const Block& block, const Outside& by_points, const Outside& by_cells) const;
  void clear_constants(const Block& block, Slot slot) const;
  void clear_cell(const Patch& patch, Slot slot, const Index& cell) const;
  void clear_written(const Block& block, std::size_t k, Slot slot) const;
  bool can_own() const;
  std::string look(const Block& block, Part part);
  bool keeps_some(const Block& block) const;
  void set_seeds(const Block& block, const Outside& tangents);
  double product(const Block& block, Slot a, Slot b, double& scale) const;
  std::string name_of(const Block& block, std::size_t number) const;
  bool narrow() const;

  const ProbedLoop& loop_;
  Scratch& scratch_;
  Runs runs_;
  PointRandom& random_;
  std::vector<std::vector<std::byte>> scalar_directions_, seeds_;  ///< of each argument
};

}  // namespace ops::sentinel
