// ops/data/halo_ledger.hpp: records the last writer of each cell, to find stale halo cells: those whose source has
// changed since. Only the target `checked` uses it.
//
// A halo cell belongs to its last writer. A cell that a transfer filled becomes stale when its source has another
// value. If the source is in another dataset, it becomes stale only once the adjacent interior has been written as
// well; until then both have values of the same moment, because blocks may take turns. Two more kinds of cells are
// stale if their source and the interior were written later, and a halo of a declared group leads to the cell: cells
// that have not been written since the declaration, and cells that a pass over the interior and the halo together
// wrote. A pass that writes halo cells only owns them. Only writes that change the value count. Cells of the interior
// are never stale: a transfer to them is a copy.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/data/halo_map.hpp"

namespace ops {

/// One halo of a group. It may have been transferred.
struct HaloLink {
  ops_halo_group group = nullptr;
  ops_halo halo = nullptr;
  HaloMap map;
  bool transferred = false;
};

/// A cell that does not hold what its source holds, though it should.
struct StaleCell {
  const HaloLink* link = nullptr;         ///< whose transfer is missing
  ops_dat dat = nullptr, from = nullptr;  ///< those of the link, unless they took the place of these
  Index cell{}, source{};
  bool filled = false;  ///< the cell: by a transfer of this link
  std::string left;     ///< what wrote the cell last; "" if `filled`, or if nothing has since the dataset was declared
  std::string changed;  ///< what wrote the source last
};

class HaloLedger {
 public:
  explicit HaloLedger(const Context& context) : context_(context) {}

  /// Every step-th cell of `cells` has been written by `what`, a name with its place; at once with all others that
  /// `moment` says.
  void wrote(ops_dat dat, const Box& cells, const Index& step, const std::string& what, std::uint32_t moment);
  void wrote(ops_dat dat, const Box& cells, const std::string& what) {
    wrote(dat, cells, {1, 1, 1, 1, 1}, what, moment());
  }
  std::uint32_t moment() { return ++now_; }
  void transferred(ops_halo_group group);
  /// All cells, halos included.
  void copied(ops_dat target, ops_dat source);
  /// All values are those of an interrupted run, whose loops and transfers left them so on purpose: nothing is stale
  /// until it is written.
  void restored();
  /// The program has used the two in each other's place, so what fills halo cells of one should fill those of the
  /// other, if no halo leads there.
  void exchanged(ops_dat a, ops_dat b);
  void forget(ops_dat dat);

  /// Boxes outside of which no cell of the dataset is stale.
  std::vector<Box> filled(ops_dat dat);
  std::optional<StaleCell> stale(ops_dat dat, const Index& cell) { return stale(dat, cell, links().size()); }

 private:
  struct Mark {
    std::uint32_t moment = 0;
    std::int32_t by = -1;  ///< writers_; -1: nothing since it was declared; below: links_, from -2 downwards
  };
  struct Writer {
    std::string what;
    bool alone = false;  ///< it wrote no cell of the interior
  };
  struct Record {
    std::vector<Mark> marks;     ///< of all allocated cells
    std::uint32_t interior = 0;  ///< when a cell of the interior was written last
  };
  Record& record(ops_dat dat);
  Mark& mark(ops_dat dat, const Index& cell);
  std::int32_t writer(const std::string& what, bool alone);
  std::string text(const Mark& mark) const;
  const std::vector<HaloLink>& links();
  std::optional<StaleCell> stale(ops_dat dat, const Index& cell, std::size_t depth);
  std::optional<StaleCell> as_source_of(ops_dat dat, const Index& cell, std::size_t depth);
  std::optional<StaleCell> behind(const HaloLink& link, ops_dat dat, ops_dat from, const Index& cell);
  std::optional<StaleCell> left_behind(ops_dat dat, const Index& cell);
  ops_dat counterpart(const HaloLink& link, ops_dat dat, const Index& cell);

  const Context& context_;
  std::uint32_t now_ = 0;
  std::map<ops_dat, Record> records_;
  std::vector<Writer> writers_;
  std::map<std::pair<std::string, bool>, std::int32_t> known_writers_;
  std::vector<HaloLink> links_;  ///< of the first groups_ groups
  std::size_t groups_ = 0;
  std::map<ops_dat, std::set<ops_dat>> partners_;
};

}  // namespace ops
