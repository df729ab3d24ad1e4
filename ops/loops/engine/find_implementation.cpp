// ops/loops/engine/find_implementation.cpp: compares places, then names, then signatures; tells calls on one line apart
// by columns and template instances.
#include "ops/loops/engine/find_implementation.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "ops/loops/engine/template_instance.hpp"

namespace ops {
namespace {

using Candidates = std::vector<const LoopImplementation*>;

/// Whether `path` ends in the path components `tail`.
bool ends_in(std::string_view path, std::string_view tail) {
  if (!path.ends_with(tail)) return false;
  return path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/' || tail.starts_with('/');
}

template <class Loop>
bool stands_at(const Loop& loop, const std::source_location& where) {
  const auto line = static_cast<int>(where.line());
  return line >= loop.first_line && line <= loop.last_line && ends_in(where.file_name(), loop.file);
}

template <class Loop>
bool named(const Loop& loop, const char* name) {
  return *loop.name == '\0' || std::strcmp(loop.name, name) == 0;
}

/// Compilers give some column of the call, or 0.
template <class Loop>
bool surrounds(const Loop& loop, const std::source_location& where) {
  const std::pair at{static_cast<int>(where.line()), static_cast<int>(where.column())};
  return at.second == 0 ||
         (std::pair{loop.first_line, loop.first_column} <= at && at <= std::pair{loop.last_line, loop.last_column});
}

template <class Fits>
void narrow(Candidates& candidates, Fits fits) {
  if (candidates.size() > 1) std::erase_if(candidates, [&](const LoopImplementation* loop) { return !fits(*loop); });
}

/// What the translator says of loops here that have no implementation.
std::string refused(const Registry& registry, const char* name, const std::source_location& where) {
  for (const RefusedLoop& loop : registry.refused)
    if (stands_at(loop, where) && named(loop, name) && surrounds(loop, where)) return loop.why;
  return "";
}

}  // namespace

Lookup find_implementation(const Registry& registry, const char* name, const std::source_location& where,
                           const std::string& signature) {
  std::string here;
  Candidates candidates;
  for (const LoopImplementation& loop : registry.loops) {
    if (!stands_at(loop, where) || !named(loop, name)) continue;
    here += std::string("\n  translated: ") + loop.signature + "  (kernel '" + loop.kernel + "')";
    if (signature == loop.signature) candidates.push_back(&loop);
  }
  const bool several = candidates.size() > 1;
  narrow(candidates, [&](const LoopImplementation& loop) { return surrounds(loop, where); });
  narrow(candidates, [&](const LoopImplementation& loop) { return is_instance(where.function_name(), loop.instance); });
  if (candidates.size() == 1) return {candidates.front(), ""};
  if (std::string why = refused(registry, name, where); !why.empty()) return {nullptr, why};
  if (here.empty()) return {nullptr, "the translator found no loop at this position"};
  const std::string why = several ? "several translated loops at this position have the signature of this call:"
                                  : "no translated loop at this position has the signature of this call:";
  return {nullptr, why + "\n  this call:  " + signature + here};
}

}  // namespace ops
