// ops/support/communicator.hpp: interface for messages between the processes of a run; a distributed target implements
// it. All processes make the same calls in the same order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ops {

/// To or from another process.
struct Message {
  int rank = 0;
  std::span<std::byte> bytes;
};

class Communicator {
 public:
  virtual ~Communicator() = default;
  virtual int rank() const noexcept = 0;  ///< 0 <= rank < size
  virtual int size() const noexcept = 0;  ///< >= 1

  /// Sends and receives at once; at most one message to and from each rank. Returns when all has arrived.
  virtual void exchange(std::span<const Message> sent, std::span<const Message> received) const = 0;
  /// Everybody gets the bytes of all, rank after rank. @param counts  how many each rank gives [bytes]
  virtual void gather(std::span<const std::byte> mine, std::span<const std::size_t> counts, std::byte* all) const = 0;
  /// To one other rank; returns without waiting for it, and the bytes may change then. Messages between two ranks keep
  /// their order. In between there may be no other calls but these three.
  virtual void send(int rank, std::span<const std::byte> bytes) const = 0;
  /// Returns when the next message from a rank has come, which has as many bytes.
  virtual void receive(int rank, std::span<std::byte> bytes) const = 0;
  /// Returns when all that was sent has left: after the last `send`, before any other call.
  virtual void finish_sending() const = 0;
  /// All ranks make this call before they send to one another; it does nothing but compare, see check_calls. @param
  /// what  they are about to do
  virtual void meet(const std::string& /*what*/) const {}
  /// This process cannot go on. It says why and terminates all of them; returns where it is the only one.
  virtual void give_up(const std::string& /*why*/) const {}
  /// The program has called ops_exit: what it does until its end may take this process longer than others.
  virtual void ended() const {}
  /// From now on it is an error if ranks do not make the same calls in the same order, which says what each was doing.
  /// Costs a message whenever they meet, and one for some calls that need no other process.
  virtual void check_calls() const {}
  virtual bool checks_calls() const noexcept { return false; }
  /// A call begins, for that error: "in loop 'flux' (solve.cpp:12) on [0, 8)". All ranks say the same, together.
  virtual void doing(std::string /*what*/) const {}
  /// The least of the numbers that the ranks give.
  virtual std::int64_t least(std::int64_t mine) const = 0;
};

/// The run's communicator: one rank, unless a target brings another.
const Communicator& communicator() noexcept;
/// Constructing one before main() makes `of()` the run's communicator, asked for once.
struct CommunicatorRegistration {
  explicit CommunicatorRegistration(const Communicator& (*of)());
};

}  // namespace ops
