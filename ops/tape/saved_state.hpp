// ops/tape/saved_state.hpp: the state before a step, as far as the steps from there on need it.
// Knows versions of datasets; knows nothing of schedules. Taking one copies nothing: it keeps versions from being overwritten.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "ops/tape/tracked.hpp"

namespace ops {

class SavedState {
 public:
  /// The present versions; from now on frozen.
  explicit SavedState(std::span<const std::unique_ptr<Tracked>> dats);

  // The step that follows, until `settle`: cells that it overwrites before it reads them drop out.
  void reads(const Tracked& dat, const Box& cells);
  void writes(const Tracked& dat, const Box& cells);
  /// The step is over.
  void settle(BufferPool& pool);

  /// The state becomes the present one. Cells that dropped out are unspecified. @param poison  they are NaN
  void restore(std::span<const std::unique_ptr<Tracked>> dats, BufferPool& pool, bool poison) const;
  /// Calls fn(buffer) for everything it keeps.
  template <class Fn>
  void for_each_buffer(Fn fn) const {
    for (const Content& content : contents_) {
      if (content.whole) fn(content.whole);
      for (const Part& part : content.parts) fn(part.values);
    }
  }
  /// Datasets of which some cells are kept.
  std::vector<const Tracked*> datasets() const;
  /// Those that steps have overwritten since; small rests apart.
  std::vector<const Tracked*> changed() const;

 private:
  struct Part {
    Box cells;
    BufferRef values;  ///< dense
  };
  struct Content {
    Tracked* dat;
    BufferRef whole;          ///< null: parts, if any
    std::vector<Part> parts;
    std::vector<Box> untouched;  ///< cells that the step has neither read nor written yet
    std::vector<Box> needed;     ///< cells that it has read before it wrote them
  };
  Content* content(const Tracked& dat);

  std::vector<Content> contents_;
  std::unordered_map<const Tracked*, std::size_t> index_;
};

}  // namespace ops
