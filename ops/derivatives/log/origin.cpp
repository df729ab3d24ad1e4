// ops/derivatives/log/origin.cpp: sets of datasets as bits, and the known part of a leak.
#include "ops/derivatives/log/origin.hpp"

#include <algorithm>

namespace ops {
namespace {

constexpr int bits = 64;
std::size_t word(int dataset) { return static_cast<std::size_t>(dataset / bits); }
std::uint64_t bit(int dataset) { return std::uint64_t{1} << (dataset % bits); }

}  // namespace

void InputSet::add(int dataset) {
  if (word(dataset) >= words_.size()) words_.resize(word(dataset) + 1);
  words_[word(dataset)] |= bit(dataset);
}

void InputSet::remove(int dataset) {
  if (word(dataset) < words_.size()) words_[word(dataset)] &= ~bit(dataset);
}

void InputSet::unite(const InputSet& other) {
  if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
  for (std::size_t k = 0; k < other.words_.size(); ++k) words_[k] |= other.words_[k];
}

bool InputSet::contains(int dataset) const noexcept {
  return word(dataset) < words_.size() && (words_[word(dataset)] & bit(dataset)) != 0;
}

bool InputSet::empty() const noexcept {
  return std::ranges::all_of(words_, [](std::uint64_t w) { return w == 0; });
}

void Origin::unite(const Origin& other) {
  inputs.unite(other.inputs);
  for (const Leak* leak : other.leaks)
    if (std::ranges::find(leaks, leak) == leaks.end()) leaks.push_back(leak);
}

void Leaks::forget(int dataset) {
  for (auto& [key, leak] : leaks_) leak.inputs.remove(dataset);
}

}  // namespace ops
