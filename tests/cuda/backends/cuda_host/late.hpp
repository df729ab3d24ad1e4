// tests/cuda/backends/cuda_host/late.hpp: what is asked of a stream is done when somebody waits, and not before;
// launches of a batch in any order that their dependencies allow; copies beside work when they begin, or when work
// waits for them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <deque>
#include <functional>
#include <memory>
#include <variant>
#include <vector>

#include "backends/launches/stream.hpp"

namespace ops::launches {

class Late {
 public:
  /// @param any_of  which of so many launches that may begin is the next; of two, whether a copy is done early
  explicit Late(std::function<std::size_t(std::size_t)> any_of) : any_of_(std::move(any_of)) {}

  void launch(const Batch& batch) { asked_.push_back(batch); }
  std::unique_ptr<Graph> graph(const Batch& batch) { return std::make_unique<LateGraph>(*this, batch); }
  bool idle() const noexcept { return asked_.empty(); }
  void finish() {
    for (; !asked_.empty(); asked_.pop_front()) {
      if (const Batch* const batch = std::get_if<Batch>(&asked_.front())) run(*batch);
      else if (const auto [copy, waits] = std::get<EventKey>(asked_.front()); waits || any_of_(2) == 1)
        end_copies(copy);
    }
  }
  std::uint64_t begin_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
    copies_.push_back({to, from, bytes});
    const std::uint64_t copy = first_ + copies_.size() - 1;
    asked_.push_back(EventKey{copy, false});
    return copy;
  }
  void work_waits(std::uint64_t copy) { asked_.push_back(EventKey{copy, true}); }
  bool ended(std::uint64_t copy) const noexcept { return copy < first_; }
  /// All that have begun.
  void end_copies() { end_copies(first_ + copies_.size() - 1); }

 private:
  class LateGraph final : public Graph {
   public:
    LateGraph(Late& late, const Batch& batch) : late_(late), batch_(batch) {}
    void set(std::size_t number, const void* kernel) override {
      std::memcpy(batch_.kernel(number), kernel, batch_.task(number).bytes);
    }
    void launch() override { late_.launch(batch_); }

   private:
    Late& late_;
    Batch batch_;
  };
  /// From which on a copy may be done, or for which work waits.
  struct EventKey {
    std::uint64_t copy;
    bool waits;
  };
  struct Copy {
    std::byte* to;
    const std::byte* from;
    std::size_t bytes;
  };
  void run(const Batch& batch) {
    std::vector<std::size_t> awaited(batch.size()), ready;
    for (std::size_t k = 0; k < batch.size(); ++k)
      if ((awaited[k] = batch.before(k).size()) == 0) ready.push_back(k);
    while (!ready.empty()) {
      const auto next = ready.begin() + static_cast<std::ptrdiff_t>(any_of_(ready.size()));
      const std::size_t done = *next;
      ready.erase(next);
      const Task& task = batch.task(done);
      reinterpret_cast<Run>(const_cast<void*>(task.entry))(batch.kernel(done), task.blocks, task.threads, task.shared);
      for (std::size_t k = done + 1; k < batch.size(); ++k) {
        if (!std::ranges::binary_search(batch.before(k), done)) continue;
        if (--awaited[k] == 0) ready.insert(std::ranges::lower_bound(ready, k), k);
      }
    }
  }
  void end_copies(std::uint64_t last) {
    for (; first_ <= last; ++first_) {
      const Copy& one = copies_.front();
      std::memcpy(one.to, one.from, one.bytes);
      copies_.pop_front();
    }
  }

  std::function<std::size_t(std::size_t)> any_of_;
  std::deque<std::variant<Batch, EventKey>> asked_;
  std::deque<Copy> copies_;  ///< under way
  std::uint64_t first_ = 1;  ///< the number of the first of these
};

}  // namespace ops::launches
