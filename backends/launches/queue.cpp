// backends/launches/queue.cpp: when launches go to the device.
#include "backends/launches/queue.hpp"

#include <utility>

namespace ops::launches {

/// Sequences are cut where they begin again: so those of time steps have few shapes.
bool Queue::long_enough(const Task& next) const noexcept {
  if (batch_.size() >= most) return true;
  return batch_.size() >= some && next.entry == batch_.task(0).entry && next.blocks == batch_.task(0).blocks;
}

void Queue::add(const Task& task, const void* kernel, std::span<const Touched> touched) {
  const std::lock_guard lock(mutex_);
  if (long_enough(task)) send();
  batch_.add(task, kernel, dependencies_.of_next(touched));
  blocks_ += task.blocks;
  ++asked_;
  if (blocks_ >= busy_blocks) send();
}

void Queue::send() {
  const std::lock_guard lock(mutex_);
  if (batch_.size() == 0) return;
  const Batch batch = std::exchange(batch_, {});
  dependencies_.clear();
  blocks_ = 0;
  counts_.launches += batch.size();
  ++counts_.batches;
  counts_.in_a_row += batch.in_a_row();
  graphs_.launch(batch);
}

Queue::Counts Queue::counts() const {
  const std::lock_guard lock(mutex_);
  Counts all = counts_;
  all.graphs = graphs_.counts();
  return all;
}

template <class Fn>
void Queue::waiting(const Fn& f) {
  const std::lock_guard lock(mutex_);
  send();
  ++counts_.waits;
  f();
  done_ = asked_;
}

void Queue::to_device(std::byte* to, const std::byte* from, std::size_t bytes) {
  waiting([&] { stream_.to_device(to, from, bytes); });
}
void Queue::to_host(std::byte* to, const std::byte* from, std::size_t bytes) {
  waiting([&] { stream_.to_host(to, from, bytes); });
}
void Queue::wait() {
  waiting([this] { stream_.wait(); });
}

std::uint64_t Queue::begin_copy(std::byte* to, const std::byte* from, std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  send();
  return stream_.begin_copy(to, from, bytes);
}

void Queue::work_waits(std::uint64_t copy) {
  const std::lock_guard lock(mutex_);
  send();
  stream_.work_waits(copy);
}

std::uint64_t Queue::asked() const {
  const std::lock_guard lock(mutex_);
  return asked_;
}

void Queue::wait_for(std::uint64_t launches) {
  const std::lock_guard lock(mutex_);
  if (launches > done_) wait();
}

}  // namespace ops::launches
