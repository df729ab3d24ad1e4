// ops/derivatives/checkpoints/saved_state.hpp: the state before a step, restricted to the values that later steps need.
// Saving a state copies nothing: it protects versions from being overwritten. Only values that are no longer present go
// to disk.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "ops/data/pool.hpp"
#include "ops/derivatives/checkpoints/state_store.hpp"
#include "ops/derivatives/log/tracked.hpp"

namespace ops {

class SavedState {
 public:
  /// The present versions; from now on frozen.
  explicit SavedState(std::span<const std::unique_ptr<Tracked>> dats);

  // The step that follows, until `settle`: cells that it overwrites before it reads them drop out. A version of which
  // only a small rest may still be needed goes at once, so that work arrays take no memory and are overwritten where
  // they are.
  void reads(const Tracked& dat, const Box& cells);
  void writes(const Tracked& dat, const Box& cells, BufferPool& pool);
  /// The step is over.
  void settle(BufferPool& pool);

  // On disk
  void goes_to(StateStore& disk) { disk_ = &disk; }
  /// No longer a matter of memory: on disk, on its way there, or to be written once it is past.
  bool goes_to_disk() const noexcept { return disk_ && !refused_; }
  /// Has been refused there.
  bool stays() const noexcept { return refused_; }
  /// Hands over what is no longer present, and lets go what has been written. Once settled, and then now and again.
  /// @param needed  what cannot be written stays in memory; else it is lost, and the state with it
  /// @return        a failure
  StoreResult write(bool needed);
  bool on_its_way() const;

  /// The state becomes the present one, one dataset after the other, so that memory is needed for one more at most.
  /// Cells that dropped out are unspecified. @param poison  they are NaN
  /// @return  good, or why values on disk cannot be read: then what is present is of no use
  StoreResult restore(std::span<const std::unique_ptr<Tracked>> dats, BufferPool& pool, bool poison);
  /// If the state is in memory: lets steps overwrite those cells of its versions that it does not need, unless another
  /// state refers to them.
  /// @param poison  fill these cells with NaN
  void unfreeze_dropped(bool poison) const;
  /// Calls fn(values) for everything it keeps.
  template <class Fn>
  void for_each_kept(Fn fn) const {
    for (const Content& content : contents_) {
      if (content.whole) fn(content.whole);
      for (const Part& part : content.parts) fn(part.kept);
    }
  }
  /// Those that existed when it was taken and still do.
  std::vector<ops_dat> existing() const;
  /// Datasets of which some cells are kept.
  std::vector<const Tracked*> datasets() const;
  /// Those that steps have overwritten since; small rests apart.
  std::vector<const Tracked*> changed() const;

 private:
  struct Part {
    Box cells;
    KeptValues kept;  ///< dense
  };
  struct Content {
    Tracked* dat;
    KeptValues whole;  ///< none: parts, if any
    std::weak_ptr<Buffer> version;
    std::vector<Part> parts;
    std::vector<Box> untouched;  ///< cells that the step has neither read nor written yet
    std::vector<Box> needed;     ///< cells that it has read before it wrote them
  };
  Content* content(const Tracked& dat);
  void pack_if_small(Content& known, BufferPool& pool);
  void hand_over();
  StoreResult sort_out(KeptValues& kept, bool needed);
  StoreResult set_present(const Content& known, BufferPool& pool, bool poison);
  StoreResult unpack(const Part& part, const Tracked& dat, const BufferRef& to, BufferPool& pool);
  StoreResult fetch(const KeptValues& kept, const BufferRef& to, const Layout& layout);

  std::vector<Content> contents_;
  std::unordered_map<const Tracked*, std::size_t> index_;
  StateStore* disk_ = nullptr;  ///< null: all stays in memory
  bool open_ = true;            ///< more may have to be handed over, or is on its way
  bool refused_ = false;        ///< something could not be written: the rest stays
};

}  // namespace ops
