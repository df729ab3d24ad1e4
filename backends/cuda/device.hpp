// backends/cuda/device.hpp: the port to the device: its memory, copies, and waiting. One per process.
// Knows bytes; knows nothing of buffers or loops.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/loop/seat.hpp"

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

  /// Memory of the host with which copies go on beside work; null: there is none. Nobody else reads or writes it.
  virtual std::byte* take_pinned(std::size_t bytes) = 0;
  virtual void give_pinned(std::byte* memory) noexcept = 0;
  /// A copy between that and the device's memory, which begins after all work and all such copies so far; the host does not wait.
  /// @return  its number: 1, 2, ..
  virtual std::uint64_t begin_copy(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// Work from here on begins after this copy and those before it.
  virtual void work_waits(std::uint64_t copy) = 0;
  virtual bool ended(std::uint64_t copy) = 0;

  /// Kernels may be launched between these two calls only, which may be nested.
  virtual void begin_work() = 0;
  virtual void end_work() = 0;
  /// What all that was done between those took, copies included, while it was done [s]. The first call begins to count: from then on the last
  /// end_work() waits.
  virtual double worked() = 0;
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
