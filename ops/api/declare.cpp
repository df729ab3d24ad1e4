// ops/api/declare.cpp: declarations of the C++ form (OPS_instance), and of the C form on top of it.
#include "ops/api/declare.hpp"

#include <algorithm>

#include "ops/api/handle_checks.hpp"
#include "ops/api/host_access.hpp"
#include "ops/api/instance.hpp"
#include "ops/api/instance_parts.hpp"
#include "ops/data/halo.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/data/memory_limit.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/derivatives.hpp"
#include "ops/loops/engine/engine.hpp"
#include "ops/loops/engine/halo_check.hpp"
#include "ops/loops/engine/stopwatch.hpp"
#include "ops/loops/launch/call_gate.hpp"
#include "ops/loops/launch/recorder.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/machines/queue/queue.hpp"

ops_block OPS_instance::decl_block(int dims, const char* block_name, ops::Where where) {
  parts("ops_decl_block", where);
  return ops::declare_block(*this, dims, block_name, where);
}

ops_stencil OPS_instance::decl_stencil(int dims, int points, const int* offsets, const char* stencil_name,
                                       ops::Where where) {
  parts("ops_decl_stencil", where);
  return ops::declare_stencil(*this, dims, points, offsets, stencil_name, nullptr, 0, where);
}

ops_stencil OPS_instance::decl_strided_stencil(int dims, int points, const int* offsets, const int* stride,
                                               const char* stencil_name, ops::Where where) {
  parts("ops_decl_strided_stencil", where);
  ops::require_pointer(stride, "ops_decl_strided_stencil", stencil_name, "stride", where);
  return ops::declare_stencil(*this, dims, points, offsets, stencil_name, stride, 0, where);
}

ops_stencil OPS_instance::decl_prolong_stencil(int dims, int points, const int* offsets, const int* stride,
                                               const char* stencil_name, ops::Where where) {
  parts("ops_decl_prolong_stencil", where);
  ops::require_pointer(stride, "ops_decl_prolong_stencil", stencil_name, "stride", where);
  return ops::declare_stencil(*this, dims, points, offsets, stencil_name, stride, 1, where);
}

ops_stencil OPS_instance::decl_restrict_stencil(int dims, int points, const int* offsets, const int* stride,
                                                const char* stencil_name, ops::Where where) {
  parts("ops_decl_restrict_stencil", where);
  ops::require_pointer(stride, "ops_decl_restrict_stencil", stencil_name, "stride", where);
  return ops::declare_stencil(*this, dims, points, offsets, stencil_name, stride, 2, where);
}

ops_halo OPS_instance::decl_halo(ops_dat from, ops_dat to, const int* iter_size, const int* from_base,
                                 const int* to_base, const int* from_dir, const int* to_dir, ops::Where where) {
  parts("ops_decl_halo", where);
  return ops::declare_halo(*this, {from, to, iter_size, from_base, to_base, from_dir, to_dir}, where);
}

ops_halo_group OPS_instance::decl_halo_group(int nhalos, ops_halo* members, ops::Where where) {
  parts("ops_decl_halo_group", where);
  return ops::declare_halo_group(*this, nhalos, members, where);
}

ops_reduction OPS_instance::decl_reduction_handle(int size, const char* type, const char* handle_name,
                                                  ops::Where where) {
  parts("ops_decl_reduction_handle", where);
  return ops::declare_reduction(*this, size, type, handle_name, where);
}

void OPS_instance::publish(const char* call, bool again, const char* const_name, int dim, const char* type,
                           const void* value, const ops::Element& element, ops::Where where) {
  parts(call, where);
  ops::publish_constant(*this, const_name, dim, type, element, value, again, where);
}

ops_scalar OPS_instance::add_scalar(const std::string& scalar_name, const void* value, int dim,
                                    const ops::Element& element, bool passive, ops::Where where) {
  parts(passive ? "ops_decl_scalar_passive" : "ops_decl_scalar", where);
  return ops::declare_scalar(*this, scalar_name.c_str(), value, dim, element, passive, where);
}

/// No recorder is notified of a dataset on a new block that has not been divided among the processes yet.
ops_dat ops::add_dat(ops_block block, const DatRequest& request, Where where) {
  const ops_dat dat = declare_dat(block, request, where);
  const Context& context = *block->context;
  const bool placed = std::ranges::find(context.unplaced, dat, &UnplacedDat::dat) == context.unplaced.end();
  if (request.data != nullptr && placed && context.hooks.recorder != nullptr)
    context.hooks.recorder->declared(dat, where);
  return dat;
}

void ops_free_dat(ops_dat dat, ops::Where where) {
  ops::Context& context = ops::usable(dat, "ops_free_dat", where);
  ops::require_released(dat, "ops_free_dat", where);
  for (ops::Recorder* recorder : {context.hooks.recorder, context.paused.recorder})
    if (recorder != nullptr) recorder->forget(dat);
  if (context.loops != nullptr) context.loops->forget(dat);
  if (context.halo_check != nullptr) context.halo_check->forget(dat);
  if (dat->instance != nullptr) dat->instance->parts("ops_free_dat", where).hdf5_files.erase(dat);
  ops::free_dat(context, dat, where);
}

namespace {

void copy_all(ops::Context& context, ops_dat target, ops_dat source, const char* call, ops::Where where) {
  const ops::CallDecision decision =
      context.hooks.gate == nullptr
          ? ops::CallDecision::runs
          : context.hooks.gate->decide("ops_dat_deep_copy " + target->name_storage, target, false);
  if (decision == ops::CallDecision::is_left_out) return;
  ops::say_call(call, target, where);
  if (context.hooks.recorder != nullptr) context.hooks.recorder->copy(target, source, where);
  source->reducing = -1;
  target->reducing = OPS_WRITE;
  if (decision == ops::CallDecision::is_recorded) return;
  const ops::Stopwatch time(context, ops::Pass::forward, "(copies)");
  ops::copy_cells(target->buffer, target->layout, source->buffer, source->layout, source->layout.allocated);
  if (context.halo_check != nullptr) context.halo_check->copied(target, source, call + (" at " + ops::place(where)));
}

}  // namespace

/// A declaration: declarations may go on.
ops_dat ops_dat_copy(ops_dat source, ops::Where where) {
  ops::Context& context = ops::usable(source, "ops_dat_copy", where);
  ops::require_released(source, "ops_dat_copy", where);
  const ops_dat copy = ops::declare_dat_like(source, source->name_storage + "_copy");
  copy_all(context, copy, source, "ops_dat_copy", where);
  return copy;
}

void ops_dat_deep_copy(ops_dat target, ops_dat source, ops::Where where) {
  constexpr const char* call = "ops_dat_deep_copy";
  ops::Context& context = ops::usable(target, call, where);
  ops::usable(source, call, where);
  ops::require_same_shape(target, source, call, where);
  ops::require_released(target, call, where);
  ops::require_released(source, call, where);
  if (target == source) return;
  context.begin(where);
  copy_all(context, target, source, call, where);
}

void ops_halo_group_core::halo_transfer(ops::Where where) {
  constexpr const char* call = "ops_halo_transfer";
  ops::require_alive(this, call, "halo group", where);
  context->begin(where);
  ops::check_transfer(this, where);
  const ops::CallDecision decision =
      context->hooks.gate == nullptr ? ops::CallDecision::runs : context->hooks.gate->decide(this);
  if (decision == ops::CallDecision::is_left_out) return;
  ops::say_call(call, storage.empty() ? nullptr : storage.front()->to, where);
  if (context->hooks.recorder != nullptr) context->hooks.recorder->halo_transfer(this, where);
  if (decision == ops::CallDecision::is_recorded) return;
  const ops::Stopwatch time(*context, ops::Pass::forward, "(halos)");
  if (context->halo_check != nullptr) context->halo_check->transfers(this, call + (" at " + ops::place(where)));
  ops::with_memory(call, where, [&] { ops::transfer(this); });
  if (context->halo_check != nullptr) context->halo_check->transferred(this, call + (" at " + ops::place(where)));
}

void ops_halo_transfer(ops_halo_group group, ops::Where where) {
  ops::require_alive(group, "ops_halo_transfer", "halo group", where);
  group->halo_transfer(where);
}

void ops_halo_lagged(ops_halo_group group, ops::Where where) {
  ops::require_alive(group, "ops_halo_lagged", "halo group", where);
  group->lagged = true;
}

void ops_execute(OPS_instance*) { ops::queue::finish_all(); }

void ops_device_sync(OPS_instance*) {
  ops::queue::finish_all();
  if (ops::registry().device.wait != nullptr) ops::registry().device.wait();
}

void ops_interpret_adjoints(ops::Where where) {
  ops_interpret_adjoints(&ops::default_instance("ops_interpret_adjoints", where), where);
}

void ops_ad_reset(ops::Where where) { ops_ad_reset(&ops::default_instance("ops_ad_reset", where), where); }

ops_ad_taylor_result ops_ad_taylor_test(const ops_ad_inputs& inputs, const std::function<double()>& run,
                                        ops_reduction objective, const ops_ad_taylor_options& options,
                                        ops::Where where) {
  return ops_ad_taylor_test(&ops::default_instance("ops_ad_taylor_test", where), inputs, run, objective, options,
                            where);
}

ops_ad_taylor_result ops_ad_taylor_test(const ops_ad_inputs& inputs, const std::function<double()>& run,
                                        const ops_ad_taylor_options& options, ops::Where where) {
  return ops_ad_taylor_test(&ops::default_instance("ops_ad_taylor_test", where), inputs, run, options, where);
}

void ops_set_soa(const int soa, ops::Where where) { ops::default_instance("ops_set_soa", where).OPS_soa = soa; }

ops_block ops_decl_block(int dims, const char* name, ops::Where where) {
  return ops::default_instance("ops_decl_block", where).decl_block(dims, name, where);
}
ops_stencil ops_decl_stencil(int dims, int points, const int* offsets, const char* name, ops::Where where) {
  return ops::default_instance("ops_decl_stencil", where).decl_stencil(dims, points, offsets, name, where);
}
ops_stencil ops_decl_strided_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where) {
  return ops::default_instance("ops_decl_strided_stencil", where)
      .decl_strided_stencil(dims, points, offsets, stride, name, where);
}
ops_stencil ops_decl_restrict_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                      ops::Where where) {
  return ops::default_instance("ops_decl_restrict_stencil", where)
      .decl_restrict_stencil(dims, points, offsets, stride, name, where);
}
ops_stencil ops_decl_prolong_stencil(int dims, int points, const int* offsets, const int* stride, const char* name,
                                     ops::Where where) {
  return ops::default_instance("ops_decl_prolong_stencil", where)
      .decl_prolong_stencil(dims, points, offsets, stride, name, where);
}
ops_reduction ops_decl_reduction_handle(int size, const char* type, const char* name, ops::Where where) {
  return ops::default_instance("ops_decl_reduction_handle", where).decl_reduction_handle(size, type, name, where);
}
ops_halo ops_decl_halo(ops_dat from, ops_dat to, const int* iter_size, const int* from_base, const int* to_base,
                       const int* from_dir, const int* to_dir, ops::Where where) {
  return ops::default_instance("ops_decl_halo", where)
      .decl_halo(from, to, iter_size, from_base, to_base, from_dir, to_dir, where);
}
ops_halo_group ops_decl_halo_group(int nhalos, ops_halo* halos, ops::Where where) {
  return ops::default_instance("ops_decl_halo_group", where).decl_halo_group(nhalos, halos, where);
}
void ops_partition(const char* method, ops::Where where) {
  ops::default_instance("ops_partition", where).partition(method, where);
}
void ops_partition_opts(const char* method, std::map<std::string, void*>& opts, ops::Where where) {
  ops::default_instance("ops_partition_opts", where).partition(method, opts, where);
}
