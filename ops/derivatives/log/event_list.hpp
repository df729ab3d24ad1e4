// ops/derivatives/log/event_list.hpp: the sequence of events of a recording, of any kind, in the order in which they
// happened.
#pragma once

#include <cstddef>
#include <iterator>
#include <memory>
#include <vector>

#include "ops/derivatives/log/event.hpp"

namespace ops {

class EventList {
  using Owned = std::vector<std::unique_ptr<Event>>;

 public:
  template <class E>
  class Iterator {
   public:
    using iterator_concept = std::bidirectional_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = Event;
    Iterator() = default;
    explicit Iterator(Owned::const_iterator at) : at_(at) {}
    E& operator*() const { return **at_; }
    E* operator->() const { return at_->get(); }
    Iterator& operator++() { return ++at_, *this; }
    Iterator& operator--() { return --at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    Iterator operator--(int) { return Iterator(at_--); }
    bool operator==(const Iterator&) const = default;

   private:
    Owned::const_iterator at_;
  };

  template <class E>
  E& add(std::unique_ptr<E> event) {
    E& kept = *event;
    kept.index = list_.size();
    bytes_ += sizeof(E);
    list_.push_back(std::move(event));
    return kept;
  }
  Event& operator[](std::size_t index) { return *list_[index]; }
  const Event& operator[](std::size_t index) const { return *list_[index]; }
  Event& back() { return *list_.back(); }
  const Event& back() const { return *list_.back(); }
  std::size_t size() const noexcept { return list_.size(); }
  bool empty() const noexcept { return list_.empty(); }
  std::size_t bytes() const noexcept { return bytes_ + list_.size() * sizeof(list_[0]); }
  void clear() {
    list_.clear();
    bytes_ = 0;
  }

  Iterator<Event> begin() { return Iterator<Event>(list_.begin()); }
  Iterator<Event> end() { return Iterator<Event>(list_.end()); }
  Iterator<const Event> begin() const { return Iterator<const Event>(list_.begin()); }
  Iterator<const Event> end() const { return Iterator<const Event>(list_.end()); }

 private:
  Owned list_;
  std::size_t bytes_ = 0;
};

}  // namespace ops
