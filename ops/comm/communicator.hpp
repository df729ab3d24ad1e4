// ops/comm/communicator.hpp: the ranks of a run.
// Knows how many there are and which one this is; knows nothing of data. A distributed target fills this port.
#pragma once

namespace ops {

class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const noexcept = 0;  ///< 0 <= rank < size
  virtual int size() const noexcept = 0;  ///< >= 1
};

/// The run's communicator: one rank.
const Communicator& communicator() noexcept;

}  // namespace ops
