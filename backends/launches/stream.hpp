// backends/launches/stream.hpp: interface that launches kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "backends/launches/batch.hpp"

namespace ops::launches {

/// Launches that are known, with what comes before what; kernels may get other values. May be destroyed while it runs.
class Graph {
 public:
  virtual ~Graph() = default;
  /// From the next launch on. @param kernel  another value of the same type
  virtual void set(std::size_t number, const void* kernel) = 0;
  virtual void launch() = 0;
};

/// What is asked for is done in that order. Only the calls that say so wait.
class Stream {
 public:
  virtual ~Stream() = default;

  virtual void launch(const Batch& batch) = 0;
  /// To be launched as often as is wanted, each time with the values that it has then. @return null: the device makes
  /// no graph of it
  virtual std::unique_ptr<Graph> graph(const Batch& batch) = 0;

  /// Both return when the copy is done. Threads may call these at the same time.
  virtual void to_device(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  virtual void to_host(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// Until all work before is done.
  virtual void wait() = 0;

  /// A copy beside work, which begins after all work and all such copies so far. @return  its number: 1, 2, ..
  virtual std::uint64_t begin_copy(std::byte* to, const std::byte* from, std::size_t bytes) = 0;
  /// Work from here on begins after this copy and those before it.
  virtual void work_waits(std::uint64_t copy) = 0;
  virtual bool ended(std::uint64_t copy) = 0;
};

}  // namespace ops::launches
