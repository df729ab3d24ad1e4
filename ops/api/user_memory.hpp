// ops/api/user_memory.hpp: memory for a program's own arrays, under the names that published programs use. Everything
// is freed with ops_free or free; running out of memory is an OPSException, never an exit.
#pragma once

#include <cstddef>

/// `size` bytes that begin at a multiple of OPS_ALIGNMENT bytes. @throws OPSException  out of memory (says how much was
/// asked for)
void* ops_malloc(std::size_t size);
/// `count` elements of `size` zero bytes, aligned alike. @throws OPSException  out of memory, or count * size overflows
void* ops_calloc(std::size_t count, std::size_t size);
/// The same contents in `size` bytes, aligned alike; a null pointer: as ops_malloc. @throws OPSException  out of
/// memory: `memory` stays
void* ops_realloc(void* memory, std::size_t size);
void ops_free(void* memory);

// The same without alignment. Here and not in the library, so that a program may have functions of these names itself.
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
