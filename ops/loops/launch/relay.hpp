// ops/loops/launch/relay.hpp: interface through which processes that have parts of the same line pass values on. A
// machine that divides lines implements it.
#pragma once

#include <cstddef>
#include <span>

namespace ops {

/// Between the parts of the same lines that have points, in the order of the axis. Neighbours have the same cells along
/// the other axes.
class Relay {
 public:
  virtual ~Relay() = default;
  virtual int parts_before() const noexcept = 0;
  virtual int parts_after() const noexcept = 0;

  /// To the part before or after this one; return without waiting for it. The bytes may change then.
  virtual void send_before(std::span<const std::byte> bytes) = 0;
  virtual void send_after(std::span<const std::byte> bytes) = 0;
  /// Return when the next bytes from there have come, as many as were sent.
  virtual void receive_before(std::span<std::byte> bytes) = 0;
  virtual void receive_after(std::span<std::byte> bytes) = 0;
};

}  // namespace ops
