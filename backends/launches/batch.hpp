// backends/launches/batch.hpp: launches that are submitted to the device together, with their dependencies.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "backends/launches/task.hpp"

namespace ops::launches {

class Batch {
 public:
  /// @param kernel  of no stricter alignment than 16
  /// @param before  numbers of launches that have to be done when this one begins, in ascending order
  void add(const Task& task, const void* kernel, std::span<const unsigned> before) {
    tasks_.push_back({task, memory_.size(), before_.size(), before.size()});
    memory_.resize(memory_.size() + (task.bytes + sizeof(Unit) - 1) / sizeof(Unit));
    std::memcpy(memory_.data() + tasks_.back().kernel, kernel, task.bytes);
    before_.insert(before_.end(), before.begin(), before.end());
    std::size_t row = 0;
    for (const unsigned one : before) row = std::max(row, tasks_[one].row);
    tasks_.back().row = row + 1;
    in_a_row_ = std::max(in_a_row_, row + 1);
  }
  std::size_t size() const noexcept { return tasks_.size(); }
  std::size_t in_a_row() const noexcept { return in_a_row_; }  ///< launches that have to be done one after another
  const Task& task(std::size_t number) const noexcept { return tasks_[number].task; }
  const void* kernel(std::size_t number) const noexcept { return memory_.data() + tasks_[number].kernel; }
  void* kernel(std::size_t number) noexcept { return memory_.data() + tasks_[number].kernel; }
  std::span<const unsigned> before(std::size_t number) const noexcept {
    return std::span(before_).subspan(tasks_[number].first, tasks_[number].count);
  }

 private:
  struct alignas(16) Unit {
    std::byte bytes[16];
  };
  struct Entry {
    Task task;
    std::size_t kernel;        ///< in memory_
    std::size_t first, count;  ///< in before_
    std::size_t row = 0;       ///< launches up to this one that have to be done one after another
  };
  std::vector<Entry> tasks_;
  std::vector<Unit> memory_;
  std::vector<unsigned> before_;
  std::size_t in_a_row_ = 0;
};

}  // namespace ops::launches
