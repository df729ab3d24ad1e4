// ops/derivatives/log/origin.cpp: sets of inputs as bits, and the known part of a leak.
#include "ops/derivatives/log/origin.hpp"

#include <algorithm>

namespace ops {
namespace {

constexpr int bits = 64;
std::size_t word(InputId input) { return static_cast<std::size_t>(input.number / bits); }
std::uint64_t bit(InputId input) { return std::uint64_t{1} << (input.number % bits); }

}  // namespace

void InputSet::add(InputId input) {
  if (word(input) >= words_.size()) words_.resize(word(input) + 1);
  words_[word(input)] |= bit(input);
}

void InputSet::remove(InputId input) {
  if (word(input) < words_.size()) words_[word(input)] &= ~bit(input);
}

void InputSet::unite(const InputSet& other) {
  if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
  for (std::size_t k = 0; k < other.words_.size(); ++k) words_[k] |= other.words_[k];
}

bool InputSet::contains(InputId input) const noexcept {
  return word(input) < words_.size() && (words_[word(input)] & bit(input)) != 0;
}

bool InputSet::empty() const noexcept {
  return std::ranges::all_of(words_, [](std::uint64_t w) { return w == 0; });
}

void Origin::unite(const Origin& other) {
  inputs.unite(other.inputs);
  for (const Leak* leak : other.leaks)
    if (std::ranges::find(leaks, leak) == leaks.end()) leaks.push_back(leak);
}

void Leaks::forget(InputId input) {
  for (auto& [key, leak] : leaks_) leak.inputs.remove(input);
}

}  // namespace ops
