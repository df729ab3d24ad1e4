// ops/ranks/copies.hpp: how far the copies that a process has of its neighbours' cells are up to date.
// Knows buffers by their addresses, boxes and reaches. The same on every process: it follows from what was asked of the machine alone.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "ops/core/buffer.hpp"
#include "ops/core/box.hpp"

namespace ops::ranks {

/// How far around the cells that a process owns.
struct Reach {
  Index below{}, above{};  ///< [cells] along each axis
  bool corners = false;    ///< also cells that lie beside along more than one axis

  bool none() const noexcept;
  bool covers(const Reach& other) const noexcept;
  int most() const noexcept;  ///< [cells]
  Reach mirrored() const noexcept { return {above, below, corners}; }
  bool operator==(const Reach&) const = default;
};
/// What points read through these offsets.
Reach reach_of(std::span<const Index> offsets);
/// Of points that are reached themselves.
Reach operator+(const Reach& a, const Reach& b);
/// Of both.
Reach joined(const Reach& a, const Reach& b);

class Copies {
 public:
  /// Owners have written: others' copies are out of date.
  void owners_wrote(const Buffer* buffer, const Box& cells);
  /// Every process has written the copies that it has as well.
  void all_wrote(const Buffer* buffer, const Box& cells);
  /// Cells and copies were copied together.
  void copied(const Buffer* to, const Buffer* from, const Box& cells);
  /// Nothing is known to be out of date.
  void forget(const std::byte* address);

  /// Cells, and how far their copies are to be brought.
  struct Old {
    Box cells;
    Reach reach;
  };
  /// Cells within `cells` whose copies within `reach` are out of date; from now on they count as brought up to date.
  std::vector<Old> bring(const Buffer* buffer, const Box& cells, const Reach& reach);

 private:
  /// Written by owners since; copies so far away have been brought up to date.
  struct Written {
    Box cells;
    Reach fresh;
  };
  static void bound(std::vector<Written>& all);
  std::vector<Written>& of(const Buffer* buffer) { return written_[buffer->address]; }

  std::unordered_map<const std::byte*, std::vector<Written>> written_;
};

}  // namespace ops::ranks
