// backends/cuda/device.hpp: interface to the device: memory, launches, copies, and waiting. One per process.
#pragma once

#include <cstddef>

#include "backends/launches/queue.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops::cuda {

/// Pinned memory is that with which copies go on beside work.
class Device : public launches::Stream {
 public:
  /// All of the device's memory that programs get, in one piece, at multiples of 4096.
  virtual std::byte* memory() const noexcept = 0;
  virtual std::size_t bytes() const noexcept = 0;

  /// Whether a tool checks accesses, and is told when a buffer begins and ends to lie in the device's memory.
  virtual bool watched() const noexcept { return false; }
  virtual void taken(const std::byte* /*start*/, std::size_t /*bytes*/) {}
  virtual void returned(const std::byte* /*start*/) noexcept {}

  /// Memory of the host that kernels may write as well; null: there is none.
  virtual std::byte* take_pinned(std::size_t bytes) = 0;
  virtual void give_pinned(std::byte* memory) noexcept = 0;

  /// What launches and copies so far took while they were done, but for copies beside work [s]. The first call begins
  /// to count: from then on each of them is waited for.
  virtual double worked() = 0;

  /// Of CUDA's numbers for the devices of this process.
  virtual int number() const noexcept = 0;
  /// Until everything that anybody in this process has asked the device for is done.
  virtual void wait_for_others() = 0;
};

/// The device of this process, made with the first call.
/// @throws OPSException  there is none
Device& device();
/// What it is asked to do, other than by its own calls: everything that is to happen in order.
launches::Queue& queue();

/// The number that the first instance of the process asked for (-OPS_DEVICE); 0 if it did not.
int chosen_device() noexcept;
/// Where several processes run on this computer, the first works on that device, the next on the next, and so on in
/// turns.
Seat seat() noexcept;
/// @throws OPSException  another one was chosen before
void choose_device(int number, Seat seat);

}  // namespace ops::cuda
