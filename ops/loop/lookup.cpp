// ops/loop/lookup.cpp: compares places, then names, then signatures.
#include "ops/loop/lookup.hpp"

#include <cstring>
#include <string_view>

namespace ops {
namespace {

/// Whether `path` ends in the path components `tail`.
bool ends_in(std::string_view path, std::string_view tail) {
  if (!path.ends_with(tail)) return false;
  return path.size() == tail.size() || path[path.size() - tail.size() - 1] == '/' || tail.starts_with('/');
}

bool stands_at(const LoopImplementation& loop, const std::source_location& where) {
  const auto line = static_cast<int>(where.line());
  return line >= loop.first_line && line <= loop.last_line && ends_in(where.file_name(), loop.file);
}

bool named(const LoopImplementation& loop, const char* name) { return *loop.name == '\0' || std::strcmp(loop.name, name) == 0; }

}  // namespace

Lookup find_implementation(const Registry& registry, const char* name, const std::source_location& where,
                           const std::string& signature) {
  Lookup result;
  std::string here;
  int matches = 0;
  for (const LoopImplementation& loop : registry.loops) {
    if (!stands_at(loop, where) || !named(loop, name)) continue;
    here += std::string("\n  translated: ") + loop.signature + "  (kernel '" + loop.kernel + "')";
    if (signature != loop.signature) continue;
    result.found = &loop;
    ++matches;
  }
  if (matches == 1) return result;
  result.found = nullptr;
  if (here.empty()) result.problem = "the translator did not see a loop here";
  else if (matches > 1) result.problem = "several translated loops fit\n  this call:  " + signature + here;
  else result.problem = "no translated loop has its signature\n  this call:  " + signature + here;
  return result;
}

}  // namespace ops
