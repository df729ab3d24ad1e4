// backends/launches/graphs.hpp: turns repeated sequences of launches into graphs of the device, whose kernels get new
// values each time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "backends/launches/stream.hpp"

namespace ops::launches {

class Graphs {
 public:
  struct Counts {
    std::uint64_t made = 0, launched = 0;  ///< graphs
    std::uint64_t patched = 0;             ///< kernels of graphs that got other values than they had
  };
  static constexpr std::size_t most = 64;  ///< shapes that are remembered
  static constexpr std::size_t least = 3;  ///< launches that are worth a graph

  explicit Graphs(Stream& stream) : stream_(stream) {}
  /// Launches it all: as a graph from the second time that its shape is seen, unless the device has refused to make
  /// one.
  void launch(const Batch& batch);
  const Counts& counts() const noexcept { return counts_; }

 private:
  using Shape = std::vector<std::uintptr_t>;  ///< kernels, grids, and what comes before what
  struct Kept {
    std::unique_ptr<Graph> graph;  ///< null: the shape has been seen once
    Batch batch;                   ///< what the graph holds
    std::uint64_t used = 0;        ///< when
  };
  static Shape shape_of(const Batch& batch);
  void patch(Kept& kept, const Batch& batch);
  void forget_oldest();

  Stream& stream_;
  std::map<Shape, Kept> kept_;
  std::uint64_t now_ = 0;
  bool refused_ = false;  ///< the device has made no graph of a batch, and is asked for no more
  Counts counts_;
};

}  // namespace ops::launches
