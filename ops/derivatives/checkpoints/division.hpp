// ops/derivatives/checkpoints/division.hpp: the optimal division of a chain of steps by checkpoints.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ops/derivatives/checkpoints/exhaustive_division.hpp"

namespace ops {

/// Reversing n steps from their first state, with j checkpoints kept elsewhere: if n <= leaf[j], all of them are taped
/// and reversed. If not, the first state is saved, i steps are advanced, the rest (j + 1 kept) is reversed, the first
/// state restored, and its i steps (j kept) are reversed. This makes a binary tree; a part that is reached through j
/// rests and r restores is run r + 1 times.
///
/// There are C(j + r, j) such parts. Dividing one of full size lets the chain be leaf[j + 1] steps longer and costs
/// leaf[j] + (r + 1) leaf[j + 1] steps, or r + 1 + leaf[j] / leaf[j + 1] for each step gained. Parts are divided in the
/// order of that price, so n steps are reached by the cheapest divisions, and the count of each is a sum of binomials.
/// What the last division gives too much is taken from the first part, which is run most often.
///
/// With every leaf 1 this is Revolve (Griewank and Walther 2000, Algorithm 799, doi:10.1145/347837.347846); with
/// leaf[j] = s - j + 1 it attains the optimum of Maddison 2024 (doi:10.1016/j.jocs.2024.102405) for s slots that hold a
/// state or a tape. For other leaves every division can be tried; if not, the steps are more than the fewest possible,
/// by up to 1.3 % where there is room for ten tapes.
class Division {
 public:
  /// A part of the chain, as the tree knows it.
  struct Part {
    std::int64_t steps = 0;
    std::int64_t held = 0;      ///< j: checkpoints kept elsewhere
    std::int64_t restores = 0;  ///< r
    std::int64_t extra = 0;     ///< divisions of the last, partly used price inside this part
  };
  struct Halves {
    Part first, rest;
  };

  /// @param leaf   steps that can be taped beside j checkpoints; not increasing, all >= 1
  /// @param steps  1 <= steps < 2^31; not more than leaf[0] if there is no other leaf
  /// @param try_every  division where the optimum is not known in closed form
  Division(std::vector<std::int64_t> leaf, std::int64_t steps, bool try_every);

  Part whole() const noexcept { return {steps_, 0, 0, extra_}; }
  bool is_leaf(const Part& part) const noexcept;
  Halves divide(const Part& part) const noexcept;  ///< of a part that is no leaf
  std::int64_t executed() const noexcept;          ///< forward steps in all
  /// How often the checkpoint that is kept beside j others is saved and restored, for each j; for leaves that are all
  /// the same.
  std::vector<std::int64_t> traffic() const;

 private:
  /// The price of a division, without r: whole and fraction, so that prices are compared without rounding r away.
  struct Price {
    std::int64_t whole = 0;
    double fraction = 0;
  };

  void set_prices();
  std::int64_t reach(std::int64_t round) const noexcept;
  void choose_round();
  void choose_within(std::int64_t round);
  void add_up();
  std::int64_t full(std::int64_t held, std::int64_t restores) const noexcept;
  std::int64_t chances(std::int64_t held, std::int64_t restores) const noexcept;

  std::vector<std::int64_t> leaf_;
  std::int64_t steps_;
  std::optional<ExhaustiveDivision> every_;  ///< instead of all that follows
  /// of each j that can be divided, relative to that of j = 0; not decreasing
  std::vector<Price> price_;
  std::vector<std::int64_t> divided_;      ///< for each j: all parts with r < divided_[j] are divided
  std::int64_t extra_ = 0, extra_at_ = 0;  ///< and so many of those at j = extra_at_, r = divided_[j]
  /// steps of a part from j >= 1, none of the extra ones within: r = 0 ... divided_[j]
  std::vector<std::int64_t> full_;
  std::vector<std::size_t> row_;  ///< where those of j start in `full_`; the next one's start ends them
};

}  // namespace ops
