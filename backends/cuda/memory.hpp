// backends/cuda/memory.hpp: the device's memory, and a range of host addresses that represents it.
//
// The address of a buffer is a host address without memory: it represents the place in the device's memory at the same
// distance from the start. An access outside of for_host() causes a processor fault. During for_host(), a copy of the
// contents is at that address.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

#include "backends/cuda/arena.hpp"

namespace ops::cuda {

/// The memory of the process's device, and the places that stand for it. Instances share it.
class Memory {
 public:
  static Memory& of_process();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void* allocate(std::size_t bytes);  ///< null if there is no room
  void release(const void* address) noexcept;
  std::byte* take_scratch(std::size_t bytes);  ///< in the device's memory. @throws OPSException  there is no room
  void give_scratch(std::byte* data) noexcept;

  /// What the device has at a buffer's address; the address may lie outside of the buffer, as that of a cell (0, 0)
  /// that does not exist.
  /// @return null: the address is not one of these
  std::byte* on_device(const void* address) const noexcept;

  /// A copy of the buffer at its address, for the host to read and change, until as many calls of hide() have followed.
  void show(const void* address);
  void hide(const void* address);
  /// What the host may have changed of shown buffers is needed now, or what work has changed of them: `address` may lie
  /// in one, or is null: all of them.
  void bring_to_device(const void* address);
  void bring_to_host(const void* address);
  bool any_shown() const noexcept { return shown_ > 0; }
  bool shows(const void* address) const;
  std::size_t available() const;  ///< [bytes]

  /// Whether the address is one of these, and then, if it lies in a buffer, where that one begins.
  bool buffer_at(const void* address, const void*& buffer) const;
  std::vector<const void*> buffers() const;
  std::size_t bytes_of(const void* buffer) const;

 private:
  struct Block {
    std::size_t bytes = 0;
    int shown = 0;
  };
  using Blocks = std::map<std::size_t, Block>;  // by distance from the start
  Memory();
  std::size_t start_of(const void* address) const noexcept;
  Blocks::const_iterator block_at(const void* address) const noexcept;
  template <class F>
  void for_shown(const void* address, const F& f);

  mutable std::recursive_mutex mutex_;
  Arena arena_;
  std::byte* places_ = nullptr;  ///< of the first byte
  /// [bytes] room before and behind for addresses of cells that do not exist; less where address space is limited
  std::size_t around_ = std::size_t{1} << 40;
  Blocks blocks_;
  int shown_ = 0;
};

}  // namespace ops::cuda
