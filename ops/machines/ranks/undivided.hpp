// ops/machines/ranks/undivided.hpp: runs a loop that cannot be divided by cells, on copies of all its data: every
// process executes the whole loop, which is slow but correct for every loop, or each process executes some of its
// lines.
#pragma once

#include <memory>
#include <vector>

#include "ops/loops/launch/launch.hpp"
#include "ops/machines/ranks/exchange.hpp"
#include "ops/machines/ranks/loop_parts.hpp"
#include "ops/machines/ranks/neighbour_copies.hpp"

namespace ops::ranks {

/// What a launch touches, in memory of its own, while it runs.
class Undivided {
 public:
  /// @param parts  of the range, what each rank does; none: all do the whole
  Undivided(Exchange& exchange, Machine& machine, const std::vector<Access>& all, const Box& range,
            std::vector<Box> parts, int rank);
  ~Undivided();
  Undivided(const Undivided&) = delete;
  Undivided& operator=(const Undivided&) = delete;

  /// Of the range.
  const Box& part() const { return parts_.empty() ? range_ : parts_[rank_]; }
  /// Of the cells that are here.
  std::vector<BufferRef> buffers() const;
  /// The same argument on the cells that are here.
  ArgView redirected(const ArgView& view) const;
  /// Brings what was written back to where each process has it.
  void bring_back(const std::vector<Access>& all, Copies& copies);

 private:
  struct Whole {
    const Buffer* of = nullptr;
    const Layout* layout = nullptr;
    std::vector<Box> cells;  ///< of each rank; of all, if each does the whole
    Layout dense;
    std::unique_ptr<Buffer> memory;
  };
  const Whole& whole(const Buffer* of) const;
  std::vector<Box> cells_of_all(const std::vector<Access>& all, const Layout& layout) const;
  const Box& here(const Whole& one) const { return one.cells[parts_.empty() ? 0 : rank_]; }
  void fetch(Whole& one);
  void write_back(const Whole& one, const Box& cells);
  std::byte* origin(const Buffer* of) const;

  Exchange& exchange_;
  Machine& machine_;
  Box range_;
  std::vector<Box> parts_;
  std::size_t rank_;
  std::vector<Whole> wholes_;  ///< in an order that is the same on every process, as addresses are not
};

/// The totals of a launch, which only one process is to add to.
class TotalsKept {
 public:
  explicit TotalsKept(bool kept) : kept_(kept) {}
  void keep(const Totals* totals);
  void put_back() const;

 private:
  bool kept_;
  std::vector<std::pair<const Totals*, std::vector<std::byte>>> before_;
};

}  // namespace ops::ranks
