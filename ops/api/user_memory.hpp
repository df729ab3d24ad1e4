// ops/api/user_memory.hpp: declares functions that allocate memory for a program's own arrays. Programs can free the
// allocated memory with ops_free or free. If memory runs out, the functions throw an OPSException.
#pragma once

#include <cstddef>

/// Allocates `size` bytes at an address that is a multiple of OPS_ALIGNMENT.
/// @throws OPSException  out of memory (names the requested size)
void* ops_malloc(std::size_t size);
/// Allocates `count` elements of `size` bytes, filled with zeros and aligned to OPS_ALIGNMENT.
/// @throws OPSException  out of memory, or count * size overflows
void* ops_calloc(std::size_t count, std::size_t size);
/// Changes the size of an allocation to `size` bytes and keeps its contents and alignment. If `memory` is null,
/// ops_realloc does the same as ops_malloc.
/// @throws OPSException  out of memory; `memory` stays allocated then
void* ops_realloc(void* memory, std::size_t size);
void ops_free(void* memory);

// Memory from xmalloc, xcalloc and xrealloc is not aligned to OPS_ALIGNMENT. Because xmalloc, xcalloc and xrealloc are
// inline, the linker reports no error if another source file defines functions with these names.
namespace ops {
void* plain_allocation(const char* call, void* memory, std::size_t count, std::size_t size, bool zeroed);
}
inline void* xmalloc(std::size_t size) { return ops::plain_allocation("xmalloc", nullptr, 1, size, false); }
inline void* xcalloc(std::size_t count, std::size_t size) {
  return ops::plain_allocation("xcalloc", nullptr, count, size, true);
}
inline void* xrealloc(void* memory, std::size_t size) {
  return ops::plain_allocation("xrealloc", memory, 1, size, false);
}
