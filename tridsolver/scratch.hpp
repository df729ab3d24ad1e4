// tridsolver/scratch.hpp: working memory of one thread, aligned for vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace tridsolver {

struct FreeAligned {
  void operator()(void* memory) const noexcept { ::operator delete(memory, std::align_val_t{64}); }
};
template <class T>
using Scratch = std::unique_ptr<T[], FreeAligned>;

/// Contents are unspecified.
template <class T>
Scratch<T> scratch(std::int64_t count) {
  return Scratch<T>(static_cast<T*>(::operator new(static_cast<std::size_t>(count) * sizeof(T), std::align_val_t{64})));
}

}  // namespace tridsolver
