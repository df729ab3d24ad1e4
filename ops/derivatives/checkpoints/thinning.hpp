// ops/derivatives/checkpoints/thinning.hpp: chooses the states to keep while the number of steps is unknown.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ops {

/// Wang, Moin and Iaccarino 2009, "Minimal repetition dynamic checkpointing", doi:10.1137/080727890. Every state has a
/// level. As long as there is room each state in question is kept, at level 0. Then the latest state that is older than
/// one of a higher level makes room for the next; where there is none, the present state is passed over and the one
/// after it gets a level one higher.
class Thinning {
 public:
  struct Choice {
    bool keep = false;  ///< the present state
    /// it was preceded by one that was passed over, or is the first: it will stay long
    bool lasting = false;
    std::optional<std::size_t> drop;  ///< to make room: this one of the kept states, oldest first
  };
  /// States that are kept already count as level 0; the first of all steps is never dropped.
  explicit Thinning(std::size_t kept) : levels_(kept, 0) {}

  /// For the present state. @param full  no room is left for it
  Choice next(bool full);

 private:
  std::optional<std::size_t> dispensable() const;

  std::vector<int> levels_;  ///< of the states that are kept; not increasing but for one, the one raised last
  std::size_t raised_ = 0;
  int level_ = 0;  ///< of the present state
};

}  // namespace ops
