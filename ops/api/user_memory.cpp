// ops/api/user_memory.cpp: allocation functions that throw if memory runs out.
#include "ops/api/user_memory.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "ops/api/names.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/support/error.hpp"

namespace {

constexpr std::size_t alignment = OPS_ALIGNMENT;

[[noreturn]] void out_of_memory(const char* call, std::size_t count, std::size_t size) {
  OPSException error(OPS_RUNTIME_ERROR, std::string(call) + ": out of memory: ");
  if (count == 1) error << ops::bytes_text(size) << " requested";
  else error << count << " times " << ops::bytes_text(size) << " requested";
  throw error << ", " << ops::bytes_text(ops::available_memory()) << " available";
}

void* aligned(const char* call, std::size_t count, std::size_t size) {
  const std::size_t most = SIZE_MAX - alignment;
  if (size != 0 && count > most / size) out_of_memory(call, count, size);
  const std::size_t padded = (count * size + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, padded == 0 ? alignment : padded);
  if (memory == nullptr) out_of_memory(call, count, size);
  return memory;
}

}  // namespace

namespace ops {

void* plain_allocation(const char* call, void* memory, std::size_t count, std::size_t size, bool zeroed) {
  const std::size_t at_least = size == 0 ? 1 : size;  // a null pointer means that there is no memory
  void* const made = zeroed ? std::calloc(count == 0 ? 1 : count, at_least) : std::realloc(memory, at_least);
  if (made == nullptr) out_of_memory(call, count, size);
  return made;
}

}  // namespace ops

void* ops_malloc(std::size_t size) { return aligned("ops_malloc", 1, size); }

void* ops_calloc(std::size_t count, std::size_t size) {
  return std::memset(aligned("ops_calloc", count, size), 0, count * size);
}

void* ops_realloc(void* memory, std::size_t size) {
  if (memory == nullptr) return aligned("ops_realloc", 1, size);
  void* const moved = ops::plain_allocation("ops_realloc", memory, 1, size, false);
  if (reinterpret_cast<std::uintptr_t>(moved) % alignment == 0) return moved;
  void* const copy = aligned("ops_realloc", 1, size);
  std::memcpy(copy, moved, size);
  std::free(moved);
  return copy;
}

void ops_free(void* memory) { std::free(memory); }
