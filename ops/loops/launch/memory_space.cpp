// ops/loops/launch/memory_space.cpp: finds the memory space of a machine, and requires that all pointers to one dataset
// are in the same space.
#include "ops/loops/launch/memory_space.hpp"

#include "ops/data/passes.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops {
namespace {

bool any_out(ops_dat dat, Pointers which) {
  return (which == Pointers::values ? dat->raw_out : dat->raw_derivative_out) > 0;
}
ops_memspace space_out(ops_dat dat, Pointers which) {
  return which == Pointers::values ? dat->raw_space : dat->raw_derivative_space;
}
const char* text_of(ops_memspace space) { return space == OPS_DEVICE ? "OPS_DEVICE" : "OPS_HOST"; }

void require_memory(ops_dat dat, ops_memspace space, const char* call, Where where) {
  const bool device = registry().device.at != nullptr;
  if (space == OPS_HOST || space == 0 || (space == OPS_DEVICE && device)) return;
  const std::string given = std::to_string(space) + (space == OPS_DEVICE ? " (OPS_DEVICE)" : "");
  auto error = error_at(OPS_INVALID_ARGUMENT, call, where)
               << "dataset '" << dat->name << "': memory space " << given
               << " does not exist on this target; use OPS_HOST (" << OPS_HOST << ")";
  if (device) error << " or OPS_DEVICE (" << OPS_DEVICE << ")";
  throw error;
}

}  // namespace

ops_memspace space_of_pointer(ops_dat dat, Pointers which, ops_memspace* asked, const char* call, Where where) {
  const ops_memspace space = asked == nullptr || *asked == 0 ? OPS_HOST : *asked;
  require_memory(dat, space, call, where);
  if (any_out(dat, which) && space_out(dat, which) != space)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "dataset '" << dat->name << "': a raw pointer to " << text_of(space_out(dat, which))
        << " memory has not been released; release it before you request a pointer to " << text_of(space) << " memory";
  if (asked != nullptr) *asked = space;
  return space;
}

char* hand_out(ops_dat dat, Pointers which, const BufferRef& values, ops_memspace space) {
  values->machine->bring_copies(values, dat->layout);
  std::byte* const first = first_own_cell(values, dat->layout);
  dat->hand_out(values, which == Pointers::derivative, space);
  if (space == OPS_HOST) return reinterpret_cast<char*>(first);
  registry().device.wait();
  return static_cast<char*>(registry().device.at(first));
}

void require_space(ops_dat dat, Pointers which, const ops_memspace* told, const char* call, Where where) {
  if (told == nullptr || *told == 0) return;
  require_memory(dat, *told, call, where);
  if (any_out(dat, which) && space_out(dat, which) != *told)
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "dataset '" << dat->name << "': the raw pointer points to " << text_of(space_out(dat, which))
        << " memory, but this call releases a pointer to " << text_of(*told) << " memory";
}

}  // namespace ops
