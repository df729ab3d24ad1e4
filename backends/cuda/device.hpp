// backends/cuda/device.hpp: the port to the device: its memory, copies, and waiting. One per process.
// Knows bytes; knows nothing of buffers or loops.
#pragma once

#include <cstddef>

#include "ops/core/seat.hpp"

namespace ops::cuda {

class Device {
 public:
  virtual ~Device() = default;

  /// All of the device's memory that programs get, in one piece, at multiples of 4096.
  virtual std::byte* memory() const noexcept = 0;
  virtual std::size_t bytes() const noexcept = 0;

  /// After all work before; both return when the copy is done. Threads may call these at the same time.
  virtual void to_device(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  virtual void to_host(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// Until all work before is done.
  virtual void wait() = 0;

  /// Kernels may be launched between these two calls only, which may be nested.
  virtual void begin_work() = 0;
  virtual void end_work() = 0;
};

/// The device of this process, made with the first call.
/// @throws OPSException  there is none
Device& device();

/// The number that the first instance of the process asked for (-OPS_DEVICE); 0 if it did not.
int chosen_device() noexcept;
/// Where several processes run on this computer, the first works on that device, the next on the next, and so on in turns.
Seat seat() noexcept;
/// @throws OPSException  another one was chosen before
void choose_device(int number, Seat seat);

}  // namespace ops::cuda
