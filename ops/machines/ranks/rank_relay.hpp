// ops/machines/ranks/rank_relay.hpp: the relay between processes that have parts of the same lines of points.
#pragma once

#include <vector>

#include "ops/loops/launch/relay.hpp"
#include "ops/support/communicator.hpp"

namespace ops::ranks {

class RankRelay final : public Relay {
 public:
  /// All processes make one at the same time. @param row  those with points of the lines that this process has part of,
  /// in the order of the axis
  RankRelay(const Communicator& communicator, std::vector<int> row);

  /// The relay for a launch; null: no other process has points of these lines.
  Relay* port() noexcept { return row_.size() > 1 ? this : nullptr; }
  /// Returns when all that was sent has left.
  void finish() const;

  int parts_before() const noexcept override { return here_; }
  int parts_after() const noexcept override { return static_cast<int>(row_.size()) - 1 - here_; }
  void send_before(std::span<const std::byte> bytes) override { communicator_.send(neighbour(-1), bytes); }
  void send_after(std::span<const std::byte> bytes) override { communicator_.send(neighbour(1), bytes); }
  void receive_before(std::span<std::byte> bytes) override { communicator_.receive(neighbour(-1), bytes); }
  void receive_after(std::span<std::byte> bytes) override { communicator_.receive(neighbour(1), bytes); }

 private:
  int neighbour(int by) const { return row_[static_cast<std::size_t>(here_ + by)]; }

  const Communicator& communicator_;
  std::vector<int> row_;
  int here_ = 0;
};

}  // namespace ops::ranks
