// ops/ranks/together.hpp: a loop that cannot be divided, done by every process as a whole, on all cells that it touches.
// Slow, and right for every loop. Knows launches and exchanges; knows nothing of what a loop computes.
#pragma once

#include <memory>
#include <vector>

#include "ops/loop/launch.hpp"
#include "ops/ranks/exchange.hpp"

namespace ops::ranks {

/// What a launch touches, whole, while it runs.
class Together {
 public:
  Together(Exchange& exchange, Machine& machine, const std::vector<Access>& all, const Box& range);
  ~Together();
  Together(const Together&) = delete;
  Together& operator=(const Together&) = delete;

  /// The same argument on the cells that are here.
  ArgView redirected(const ArgView& view) const;
  /// Brings what was written back to where each process has it.
  void bring_back(const std::vector<Access>& all, const Box& range, Copies& copies);

 private:
  struct Whole {
    const Buffer* of = nullptr;
    const Layout* layout = nullptr;
    Box cells = Box::none();
    Layout dense;
    std::unique_ptr<Buffer> memory;
  };
  const Whole& whole(const Buffer* of) const;
  void fetch(Exchange& exchange, Whole& one);
  std::byte* origin(const Buffer* of) const;

  Machine& machine_;
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
