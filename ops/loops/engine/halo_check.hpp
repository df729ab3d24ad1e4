// ops/loops/engine/halo_check.hpp: reports loops that read halo cells whose source has changed since the last transfer,
// or that no transfer has filled. Only the target `checked` uses it.
#pragma once

#include <map>
#include <set>
#include <tuple>

#include "ops/data/halo_ledger.hpp"
#include "ops/loops/engine/reference.hpp"
#include "ops/loops/engine/unseen_writes.hpp"

namespace ops {

/// The stale cells that one call could read by its stencils, until the reference, which runs the kernel, tells which
/// ones it does read.
class StaleReads final : public AccessWatch {
 public:
  bool wants(std::size_t argument) const override { return candidates_.contains(argument); }
  void touched(std::size_t argument, const Index& offset, const Index& cell, int component) override;
  bool empty() const { return candidates_.empty(); }

 private:
  friend class HaloCheck;
  struct Candidates {
    std::vector<Index> offsets;  ///< by which the kernel reads
    std::map<Index, StaleCell> cells;
  };
  std::map<std::size_t, Candidates> candidates_;  ///< by argument
  std::map<std::size_t, StaleCell> read_;         ///< the first one of each argument
};

class HaloCheck {
 public:
  explicit HaloCheck(Context& context) : context_(context), ledger_(context) {}

  // The caller reports data access, copies and transfers. @param call  "call at file:line"
  void wrote(ops_dat dat, const Box& cells, const std::string& call);
  void copied(ops_dat target, ops_dat source, const std::string& call);
  void transfers(ops_halo_group group, const std::string& call);
  void transferred(ops_halo_group group, const std::string& call);
  void restored();
  void forget(ops_dat dat);
  UnseenWrites& unseen() { return unseen_; }

  /// Warns of values that have changed since the last call that wrote them, in front of a call that uses them.
  void look(ops_dat dat, const std::string& call);
  void look(const LoopCall& call, std::span<const ArgPlan> plans);

  StaleReads before(const LoopCall& call, std::span<const ArgPlan> plans);
  /// The loop has run: warns, once per loop, dataset and halo, of what `reads` has seen, and notes what the loop wrote.
  void after(const LoopCall& call, std::span<const ArgPlan> plans, const StaleReads& reads);

 private:
  void note_exchanges(const LoopCall& call, std::span<const ArgPlan> plans);
  void tell(const LoopCall& call, std::size_t argument, const StaleCell& stale);

  Context& context_;
  HaloLedger ledger_;
  UnseenWrites unseen_;
  /// datasets in the order of arguments, each order once
  std::map<KernelRef::Plain, std::vector<std::vector<ops_dat>>> uses_;
  /// loop and place, dataset, what is missing
  std::set<std::tuple<std::string, std::string, ops_halo, ops_halo_group>> told_;
};

}  // namespace ops
