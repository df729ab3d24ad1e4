// ops/support/alive.cpp: the process-wide list of valid handles.
#include "ops/support/alive.hpp"

#include <mutex>
#include <shared_mutex>
#include <unordered_set>

namespace ops {
namespace {

struct List {
  std::shared_mutex mutex;
  std::unordered_set<const void*> handles;
};

// Never destroyed: an instance with static storage may end after every other static object.
List& list() {
  static List& the_list = *new List;
  return the_list;
}

}  // namespace

AliveMark::AliveMark(const void* owner) : owner_(owner) {
  const std::unique_lock lock(list().mutex);
  list().handles.insert(owner_);
}

AliveMark::~AliveMark() {
  const std::unique_lock lock(list().mutex);
  list().handles.erase(owner_);
}

bool alive(const void* handle) noexcept {
  const std::shared_lock lock(list().mutex);
  return list().handles.contains(handle);
}

}  // namespace ops
