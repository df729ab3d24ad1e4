// tridsolver/scratch.hpp: working memory of one thread, aligned for vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace tridsolver {

struct FreeAligned {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
template <class T>
using Scratch = std::unique_ptr<T[], FreeAligned>;

/// Contents are unspecified. Much of it has large pages, if the system has them: the first touch of 20 MB in small ones
/// takes 10 ms.
template <class T>
Scratch<T> scratch(std::int64_t count) {
  constexpr std::size_t line = 64, large_page = std::size_t{2} << 20;
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T), unit = bytes >= large_page ? large_page : line;
  const std::size_t whole = (bytes + unit - 1) / unit * unit;
  void* const memory = std::aligned_alloc(unit, whole > 0 ? whole : unit);
  if (memory == nullptr) throw std::bad_alloc();
#if defined(__linux__)
  if (unit == large_page) madvise(memory, whole, MADV_HUGEPAGE);
#endif
  return Scratch<T>(static_cast<T*>(memory));
}

}  // namespace tridsolver
