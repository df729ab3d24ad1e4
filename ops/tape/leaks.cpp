// ops/tape/leaks.cpp: follows influence from dataset to dataset, whole datasets at a time.
#include "ops/tape/leaks.hpp"

#include <algorithm>

#include "ops/diag/error.hpp"
#include "ops/tape/tracked.hpp"

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

bool InputSet::contains(int dataset) const noexcept { return word(dataset) < words_.size() && (words_[word(dataset)] & bit(dataset)) != 0; }

bool InputSet::empty() const noexcept {
  return std::ranges::all_of(words_, [](std::uint64_t w) { return w == 0; });
}

bool leaves_out(const LoopImplementation& implementation, std::size_t arg, const Tracked* dat, ops_scalar scalar) {
  if (!*implementation.user_adjoint || !implementation.adjoint) return false;
  const ArgFacts& facts = implementation.args[arg];
  return !facts.target && ((dat && dat->active && !facts.reads.empty()) || (scalar && is_real(scalar->element)));
}

void Origin::unite(const Origin& other) {
  inputs.unite(other.inputs);
  for (const Leak* leak : other.leaks)
    if (std::ranges::find(leaks, leak) == leaks.end()) leaks.push_back(leak);
}

void Leaks::forget(int dataset) {
  for (auto& [key, leak] : leaks_) leak.inputs.remove(dataset);
}

std::string Flow::subject() const {
  return std::string(what_) + (*name_ ? " '" + std::string(name_) + "'" : "") + " at " + place(where_);
}

Origin Flow::lost(const void* target, const char* verb, const std::string& object) const {
  Origin all{{}, origin_.leaks};
  if (!origin_.inputs.empty()) all.leaks.push_back(leaks_.add(where_, target, origin_.inputs, [&] { return subject() + verb + object; }));
  return all;
}

void Flow::from_lost(const Origin& origin, const void* source, const std::string& how) {
  Origin rest{{}, origin.leaks};
  if (!origin.inputs.empty()) rest.leaks.push_back(leaks_.add(where_, source, origin.inputs, [&] { return subject() + how; }));
  from(rest);
}

void Flow::to(Tracked& dat, bool carried, bool whole) const {
  if (!is_real(dat.element)) return;
  if (whole) dat.origin = {};
  if (carried && dat.active) return dat.origin.unite(origin_);
  dat.origin.unite(lost(&dat, " computes ", std::string(dat.active ? "" : "passive ") + "dataset '" + dat.name + "'"));
}

void Flow::to(ops_reduction handle, Origin& origin, bool carried) const {
  if (carried) return origin.unite(origin_);
  origin.unite(lost(handle, " adds to ", "reduction '" + handle->name_storage + "'"));
}

}  // namespace ops
