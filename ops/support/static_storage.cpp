// ops/support/static_storage.cpp: asks the loader for the writable segments of the loaded files.
#include "ops/support/static_storage.hpp"

#include <cstdint>

#if __has_include(<link.h>)
#include <link.h>

namespace ops {
namespace {

int holds(dl_phdr_info* object, std::size_t, void* data) {
  const auto address = *static_cast<const std::uintptr_t*>(data);
  for (int k = 0; k < object->dlpi_phnum; ++k) {
    const auto& segment = object->dlpi_phdr[k];
    const std::uintptr_t first = object->dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0 && address >= first &&
        address - first < segment.p_memsz)
      return 1;
  }
  return 0;
}

}  // namespace

bool in_static_storage(const void* address) noexcept {
  auto number = reinterpret_cast<std::uintptr_t>(address);
  return dl_iterate_phdr(holds, &number) != 0;
}

}  // namespace ops
#else
namespace ops {
bool in_static_storage(const void*) noexcept { return false; }
}  // namespace ops
#endif
