// ops/machines/queue/work_item.hpp: one piece of deferred work. It owns everything that it refers to, except the memory
// of buffers: items that access the same memory have the effect of being executed in the order of the requests.
#pragma once

#include <memory>
#include <vector>

#include "ops/data/buffer.hpp"
#include "ops/data/handles.hpp"
#include "ops/data/machine.hpp"
#include "ops/loops/launch/launch.hpp"

namespace ops::queue {

/// What an item does to the cells of one buffer: to complete its cell c, it touches those at c + `reach`.
struct ItemAccess {
  const std::byte* memory = nullptr;            ///< where the buffer begins
  const std::byte* origin = nullptr;            ///< of cell (0, 0, ..)
  std::array<std::ptrdiff_t, max_dim> pitch{};  ///< [elements]
  std::ptrdiff_t component = 1;                 ///< [elements] between components
  std::size_t element = 0;                      ///< [bytes]
  Box reach;                                    ///< `everywhere` along axes on which it may be any cell
  std::size_t cell_bytes = 0;                   ///< [bytes] of all components
  bool writes = false;

  /// Whether the same cell of both is the same memory.
  bool same_cells(const ItemAccess& other) const noexcept {
    return origin == other.origin && pitch == other.pitch && component == other.component && element == other.element &&
           cell_bytes == other.cell_bytes;
  }
};

constexpr int everywhere = 1 << 28;  ///< a reach as long as that has no end

class Item {
 public:
  Item() = default;
  Item(const Item&) = delete;
  Item& operator=(const Item&) = delete;
  virtual ~Item() = default;

  /// Parts of `cells` without overlap do what the whole does. Several threads may ask at a time.
  /// @param machine  does it @param stays  what is written will soon be read or written again
  virtual void run(Machine& machine, const Box& part, bool stays) const = 0;
  /// All of it, as if it had never waited.
  virtual void run_whole(Machine& machine) const = 0;

  const Box& cells() const noexcept { return cells_; }
  const std::vector<ItemAccess>& touched() const noexcept { return touched_; }
  int dims() const noexcept { return dims_; }
  /// Points that a part does: these, relative to each of its cells.
  const Box& does() const noexcept { return does_; }
  /// Bytes that a core loads and stores for a cell, whether they are in its cache or not: of each access, at all its
  /// points. Where a loop is reversed that is not linear, it does several times as much for each.
  double loaded() const noexcept { return loaded_; }
  /// Of items that do the same to other memory or other values: the same.
  std::uint64_t kind() const noexcept { return kind_; }

  LoopTiming* charged = nullptr;  ///< the loop to which the time is charged; null: none

 protected:
  Box cells_;
  Box does_;
  std::vector<ItemAccess> touched_;
  int dims_ = 0;
  double loaded_ = 0;
  std::uint64_t kind_ = 0;
};

/// @return null: the launch cannot be deferred, because it cannot be executed in parts or its accesses are unknown
std::unique_ptr<Item> item_of(LoopFunction loop, const Launch& launch);
std::unique_ptr<Item> item_of(AdjointFunction adjoint, const AdjointLaunch& launch);
/// Machine::fill of a box
std::unique_ptr<Item> fill_item(const BufferRef& to, const Layout& layout, const Box& box, const void* value);
/// Machine::copy of a box; elements of the same size
std::unique_ptr<Item> copy_item(const BufferRef& to, const Layout& to_layout, const BufferRef& from,
                                const Layout& from_layout, const Box& box);

}  // namespace ops::queue
