// tests/ranks/whole.cpp: for test programs that were written for one process. They ask for the cells of part 0 and mean all cells; linked to
// them, and to them alone, these stand between their calls and the published ones (the linker's --wrap), and give or take all cells.
#include <utility>
#include <vector>

#include "ops/core/cells.hpp"
#include "ops/core/dense.hpp"
#include "ops/ops.hpp"

using Where = std::source_location;

namespace {

bool within = false;  // the calls below use the published ones
struct Within {
  ~Within() { within = before; }
  bool before = std::exchange(within, true);
};
bool all_cells(ops_dat dat) { return !within && dat != nullptr && dat->layout.placement.decomposition != nullptr; }

void fetch(ops_dat dat, ops::typed::Part part, char* data, Where where) {
  const Within inside;
  ops::typed::fetch(dat, part, data, where);
}
void set(ops_dat dat, ops::typed::Part part, const char* data, Where where) {
  const Within inside;
  const auto count = static_cast<std::size_t>(dat->layout.interior.volume()) * static_cast<std::size_t>(dat->dim);
  ops::typed::set(dat, part, data, count, dat->element, "of all cells", where);
}

ops::Box box_of(ops_dat dat, const int* range) {
  ops::Box box = dat->layout.allocated;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dat->block->dims); ++d) {
    box.lo[d] = range[2 * d];
    box.hi[d] = range[2 * d + 1];
  }
  return box;
}

}  // namespace

#define PUBLISHED(result, name, symbol, ...)       \
  result real_##name(__VA_ARGS__) asm("__real_" symbol); \
  result wrapped_##name(__VA_ARGS__) asm("__wrap_" symbol);

PUBLISHED(void, fetch_data, "_Z18ops_dat_fetch_dataP12ops_dat_coreiPcSt15source_location", ops_dat, int, char*, Where)
PUBLISHED(void, fetch_member, "_ZN12ops_dat_core10fetch_dataEiPciSt15source_location", ops_dat, int, char*, ops_memspace, Where)
PUBLISHED(void, set_data, "_Z16ops_dat_set_dataP12ops_dat_coreiPcSt15source_location", ops_dat, int, char*, Where)
PUBLISHED(void, fetch_slab, "_ZN12ops_dat_core15fetch_data_slabEiPcPiiSt15source_location", ops_dat, int, char*, int*, ops_memspace, Where)
PUBLISHED(void, set_slab, "_ZN12ops_dat_core13set_data_slabEiPcPiiSt15source_location", ops_dat, int, char*, int*, ops_memspace, Where)
PUBLISHED(void, fetch_derivative, "_Z24ops_dat_fetch_derivativeP12ops_dat_corePciSt15source_location", ops_dat, char*, ops_memspace, Where)
PUBLISHED(void, fetch_derivative_member, "_ZN12ops_dat_core16fetch_derivativeEPci", ops_dat, char*, ops_memspace)
PUBLISHED(void, set_derivative, "_Z22ops_dat_set_derivativeP12ops_dat_corePciSt15source_location", ops_dat, char*, ops_memspace, Where)
PUBLISHED(void, fetch_hessian, "_Z28ops_dat_fetch_hessian_vectorP12ops_dat_corePciSt15source_location", ops_dat, char*, ops_memspace, Where)
PUBLISHED(void, typed_fetch, "_ZN3ops5typed5fetchEP12ops_dat_coreNS0_4PartEPvSt15source_location", ops_dat, ops::typed::Part, void*, Where)
PUBLISHED(void, typed_set, "_ZN3ops5typed3setEP12ops_dat_coreNS0_4PartEPKvmNS_4TypeEPKcSt15source_location", ops_dat, ops::typed::Part, const void*, std::size_t,
          ops::Type, const char*, Where)
PUBLISHED(void, fetch_tangent, "_Z21ops_dat_fetch_tangentP12ops_dat_corePciSt15source_location", ops_dat, char*, ops_memspace, Where)

void wrapped_fetch_data(ops_dat dat, int part, char* data, Where where) {
  all_cells(dat) ? fetch(dat, ops::typed::Part::values, data, where) : real_fetch_data(dat, part, data, where);
}
void wrapped_fetch_member(ops_dat dat, int part, char* data, ops_memspace space, Where where) {
  all_cells(dat) ? fetch(dat, ops::typed::Part::values, data, where) : real_fetch_member(dat, part, data, space, where);
}
void wrapped_set_data(ops_dat dat, int part, char* data, Where where) {
  all_cells(dat) ? set(dat, ops::typed::Part::values, data, where) : real_set_data(dat, part, data, where);
}
void wrapped_fetch_slab(ops_dat dat, int part, char* data, int* range, ops_memspace space, Where where) {
  if (!all_cells(dat)) return real_fetch_slab(dat, part, data, range, space, where);
  const Within inside;
  std::vector<std::byte> all(static_cast<std::size_t>(dat->layout.allocated.volume()) * static_cast<std::size_t>(dat->elem_size));
  ops_dat_fetch_all(dat, reinterpret_cast<char*>(all.data()), where);
  const ops::Box box = box_of(dat, range);
  ops::copy_dense(reinterpret_cast<std::byte*>(data), box, all.data(), dat->layout.allocated, box, dat->layout);
}
void wrapped_set_slab(ops_dat dat, int part, char* data, int* range, ops_memspace space, Where where) {
  if (!all_cells(dat)) return real_set_slab(dat, part, data, range, space, where);
  const ops::Box box = box_of(dat, range), own = ops::own_cells(dat->layout, box);
  std::vector<std::byte> packed(static_cast<std::size_t>(own.volume()) * static_cast<std::size_t>(dat->elem_size) + 1);
  ops::copy_dense(packed.data(), own, reinterpret_cast<const std::byte*>(data), box, own, dat->layout);
  real_set_slab(dat, part, reinterpret_cast<char*>(packed.data()), range, space, where);
}
void wrapped_fetch_derivative(ops_dat dat, char* data, ops_memspace space, Where where) {
  all_cells(dat) ? fetch(dat, ops::typed::Part::derivative, data, where) : real_fetch_derivative(dat, data, space, where);
}
void wrapped_fetch_derivative_member(ops_dat dat, char* data, ops_memspace space) {
  all_cells(dat) ? fetch(dat, ops::typed::Part::derivative, data, Where::current()) : real_fetch_derivative_member(dat, data, space);
}
void wrapped_set_derivative(ops_dat dat, char* data, ops_memspace space, Where where) {
  all_cells(dat) ? set(dat, ops::typed::Part::derivative, data, where) : real_set_derivative(dat, data, space, where);
}
void wrapped_fetch_hessian(ops_dat dat, char* data, ops_memspace space, Where where) {
  all_cells(dat) ? fetch(dat, ops::typed::Part::hessian_vector, data, where) : real_fetch_hessian(dat, data, space, where);
}
void wrapped_fetch_tangent(ops_dat dat, char* data, ops_memspace space, Where where) {
  all_cells(dat) ? fetch(dat, ops::typed::Part::tangent, data, where) : real_fetch_tangent(dat, data, space, where);
}
/// These give all cells by themselves.
void wrapped_typed_fetch(ops_dat dat, ops::typed::Part part, void* into, Where where) {
  const Within inside;
  real_typed_fetch(dat, part, into, where);
}
void wrapped_typed_set(ops_dat dat, ops::typed::Part part, const void* from, std::size_t given, ops::Type asked, const char* call, Where where) {
  const Within inside;
  real_typed_set(dat, part, from, given, asked, call, where);
}
