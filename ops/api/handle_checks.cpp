// ops/api/handle_checks.cpp: checks handles, with the error messages for invalid ones.
#include "ops/api/handle_checks.hpp"

#include "ops/data/make_handles.hpp"

namespace ops {
namespace {

OPSException about(ops_dat dat, int code, const char* call, Where where) {
  return error_at(code, call, where) << "dataset '" << dat->name << "': ";
}

}  // namespace

void require_alive(const void* handle, const char* call, const char* kind, Where where) {
  if (handle == nullptr) throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the " << kind << " is null";
  if (!alive(handle))
    throw error_at(OPS_INVALID_ARGUMENT, call, where)
        << "this " << kind
        << " does not belong to any existing instance: either its instance "
           "has been shut down (ops_exit), or the pointer is not a valid handle";
}

Context& usable(ops_dat dat, const char* call, Where where) {
  require_alive(dat, call, "dataset", where);
  if (dat->buffer == nullptr) throw about(dat, OPS_INVALID_ARGUMENT, call, where) << "was freed by ops_free_dat";
  place_dats(*dat->block->context);
  return *dat->block->context;
}

void require_released(ops_dat dat, const char* call, Where where) {
  if (dat->raw_out > 0)
    throw about(dat, OPS_RUNTIME_ERROR, call, where)
        << "a raw pointer to this dataset has not been released; call ops_dat_release_raw_data first";
}

void require_same_shape(ops_dat a, ops_dat b, const char* call, Where where) {
  const auto differ = [&](const char* what, const std::string& mine, const std::string& others) {
    throw about(a, OPS_INVALID_ARGUMENT, call, where)
        << what << " " << mine << ", but dataset '" << b->name << "' has " << others;
  };
  if (a->block->dims != b->block->dims)
    differ("dimensions", std::to_string(a->block->dims), std::to_string(b->block->dims));
  if (a->dim != b->dim) differ("components", std::to_string(a->dim), std::to_string(b->dim));
  if (a->element != b->element || a->type_size != b->type_size) differ("type", a->type, b->type);
  if (!(a->layout.allocated == b->layout.allocated))
    differ("cells (with halos)", range_text(a->layout.allocated, a->block->dims),
           range_text(b->layout.allocated, b->block->dims));
}

void require_part(ops_dat dat, int part, const char* call, Where where) {
  if (part != 0)
    throw about(dat, OPS_INVALID_ARGUMENT, call, where)
        << "argument 'part' is " << part << "; it must be 0, because each process has only one part of a dataset";
}

void require_pointer(const void* pointer, const char* call, const char* subject, const char* parameter, Where where) {
  if (pointer != nullptr) return;
  auto error = error_at(OPS_INVALID_ARGUMENT, call, where);
  if (subject != nullptr) error << "'" << subject << "': ";
  throw error << parameter << " is null";
}

void require_host(ops_dat dat, ops_memspace memspace, const char* call, Where where) {
  if (memspace == OPS_HOST || memspace == 0) return;
  const std::string given = std::to_string(memspace) + (memspace == OPS_DEVICE ? " (OPS_DEVICE)" : "");
  throw about(dat, OPS_INVALID_ARGUMENT, call, where)
      << "memory space " << given << " does not exist on this target; use OPS_HOST (" << OPS_HOST << ")";
}

Box require_slab(ops_dat dat, const int* range, const char* call, Where where) {
  const int dims = dat->block->dims;
  if (range == nullptr) throw about(dat, OPS_INVALID_ARGUMENT, call, where) << "range is null";
  Box box;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dims); ++d) {
    box.lo[d] = range[2 * d];
    box.hi[d] = range[2 * d + 1];
    if (box.hi[d] < box.lo[d])
      throw about(dat, OPS_INVALID_ARGUMENT, call, where)
          << "the range along axis " << d << " ends before it begins: [" << box.lo[d] << ", " << box.hi[d] << ")";
  }
  if (!dat->layout.allocated.contains(box))
    throw about(dat, OPS_INVALID_ARGUMENT, call, where)
        << "range " << range_text(box, dims) << " is outside the dataset, which covers "
        << range_text(dat->layout.allocated, dims) << ", including halos";
  return box;
}

}  // namespace ops
