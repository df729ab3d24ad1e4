// ops/data/machine_memory.hpp: interface to the memory that holds a machine's buffers.
#pragma once

#include <cstddef>
#include <memory>

#include "ops/data/device_access.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/data/offload_memory.hpp"

namespace ops {

class MachineMemory {
 public:
  virtual ~MachineMemory() = default;

  /// @param bytes  > 0
  /// @return 64-byte aligned (2 MiB aligned and advised to huge pages from 4 MiB on); null if there is none. Contents
  /// are unspecified.
  virtual void* allocate(std::size_t bytes) noexcept = 0;
  virtual void release(void* memory, std::size_t bytes) noexcept = 0;
  /// What allocate() may still give. [bytes]
  virtual std::size_t available() { return available_memory(); }
  /// Another place with room for so many bytes; null: buffers lie where there is no other.
  virtual std::unique_ptr<OffloadMemory> aside(std::size_t /*bytes*/) { return nullptr; }
  /// The device on which users may address buffers; null: there is none.
  virtual DeviceAccess* device_access() { return nullptr; }
  /// Memory begins a new life as a buffer: what was known of its contents is void.
  virtual void taken(const std::byte* /*address*/) {}
};

}  // namespace ops
