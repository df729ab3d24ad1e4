// ops/loops/engine/scalar_loop.cpp: runs a loop over scalars as a loop over the single point of a private block.
#include "ops/loops/engine/scalar_loop.hpp"

#include <cstring>
#include <iomanip>
#include <vector>

#include "ops/data/make_handles.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/launch/recorder.hpp"

namespace ops {
namespace {

constexpr const char* api_call = "ops_scalar_loop";

OPSException bad(const ScalarLoopRequest& request) {
  return error_at(OPS_INVALID_ARGUMENT,
                  std::string(api_call) + " '" + (request.name == nullptr ? "(null)" : request.name) + "'",
                  request.where);
}

OPSException bad(const ScalarLoopRequest& request, std::size_t k) {
  OPSException error = bad(request);
  error << argument_text(k, request.args[k]) << ": ";
  return error;
}

bool is_output(const ops_arg& arg) { return arg.argtype == ArgKind::scalar && arg.acc == OPS_WRITE; }

/// What the loop that is run will not see of a scalar that is written: it gets a sum.
void check_output(const ScalarLoopRequest& request, std::size_t k) {
  const ops_arg& arg = request.args[k];
  const ops_scalar_core& scalar = *arg.scalar;
  if (arg.dim != scalar.dim)
    throw bad(request, k) << "the argument has dim " << arg.dim << ", but the scalar has dim " << scalar.dim;
  const std::string given = arg.type == nullptr ? "(null)" : arg.type;
  if (arg.type == nullptr || type_from_name(arg.type) != scalar.element)
    throw bad(request, k) << "the type string is " << std::quoted(given) << ", but the scalar is of type "
                          << std::quoted(scalar.type);
  const KernelParam& param = request.kernel.params[k];
  if (param.rank != 0 || param.type != scalar.element)
    throw bad(request, k) << "the kernel's parameter has elements of type " << std::quoted(type_name(param.type))
                          << ", but the scalar is of type " << std::quoted(scalar.type);
  if (param.constant)
    throw bad(request, k) << "the argument is declared OPS_WRITE, but the kernel's parameter is const";
  if (scalar.passive && scalar.context->hooks.redirector != nullptr)
    throw bad(request, k)
        << "the scalar is passive, so derivatives cannot pass through it; declare the scalar with ops_decl_scalar";
  if (scalar.raw_out > 0)
    throw bad(request, k)
        << "a raw pointer to the scalar's value has not been released; call release_raw_pointer before the loop";
  for (std::size_t other = 0; other < k; ++other)
    if (is_output(request.args[other]) && request.args[other].scalar == arg.scalar)
      throw bad(request, k) << "is written through argument " << other + 1 << " as well";
}

void check_argument(const ScalarLoopRequest& request, std::size_t k) {
  const ops_arg& arg = request.args[k];
  if (arg.argtype == ArgKind::gbl) return;
  if (arg.argtype != ArgKind::scalar)
    throw bad(request, k) << "a loop over scalars accepts only ops_arg_scalar and ops_arg_gbl; "
                             "use ops_scalar_from_reduction to convert the result of a reduction to a scalar";
  if (!alive(arg.scalar))
    throw bad(request, k) << (arg.scalar == nullptr ? "the scalar is null" : "the scalar no longer exists");
  if (arg.acc != OPS_READ && arg.acc != OPS_WRITE)
    throw bad(request, k)
        << "access " << access_name(arg.acc)
        << " is not allowed; use OPS_READ or OPS_WRITE, and pass a scalar twice if the loop reads and writes it";
  if (is_output(arg)) check_output(request, k);
}

/// The world of the scalars that are written.
Context& context_of(const ScalarLoopRequest& request) {
  Context* context = nullptr;
  for (std::size_t k = 0; k < request.args.size(); ++k) {
    check_argument(request, k);
    const ops_arg& arg = request.args[k];
    if (!is_output(arg)) continue;
    if (context != nullptr && arg.scalar->context != context)
      throw bad(request, k) << "the scalar belongs to another OPS_instance";
    context = arg.scalar->context;
  }
  if (context == nullptr)
    throw bad(request) << "the loop writes no scalar; pass at least one scalar with access mode OPS_WRITE";
  return *context;
}

ops_block point_of(Context& context) {
  if (context.point) return context.point.get();
  context.point = std::make_unique<ops_block_core>();
  context.point->dims = 1;
  context.point->index = -1;
  context.point->name = "scalars";
  context.point->instance = context.self;
  context.point->context = &context;
  return context.point.get();
}

/// What the kernel leaves in the scalar; starts anew.
ops_arg sum_for(const ops_arg& arg, Where where) {
  ops_scalar_core& scalar = *arg.scalar;
  if (scalar.written == nullptr)
    scalar.written = declare_reduction(*scalar.context, scalar.size, scalar.type, scalar.name, where);
  scalar.written->initialized = 0;
  return ops_arg_reduce(scalar.written, arg.dim, arg.type, OPS_INC);
}

void take(ops_scalar scalar, Where where) {
  Recorder* const recorder = scalar->context->hooks.recorder;
  if (recorder != nullptr) recorder->reduction_result(scalar->written, where, scalar);
  std::memcpy(scalar->data, scalar->written->values(), static_cast<std::size_t>(scalar->size));
  scalar->written->initialized = 0;
  if (recorder != nullptr) recorder->scalar_write(scalar, scalar->written, OPS_WRITE, where);
}

}  // namespace

void run_scalar_loop(const ScalarLoopRequest& request) {
  Context& context = context_of(request);
  static constexpr int range[] = {0, 1};
  std::vector<ops_arg> args(request.args.begin(), request.args.end());
  for (ops_arg& arg : args)
    if (is_output(arg)) arg = sum_for(arg, request.where);
  run_loop({request.name, request.where, point_of(context), 1, range, args, request.kernel, false});
  for (const ops_arg& arg : request.args)
    if (is_output(arg)) take(arg.scalar, request.where);
}

}  // namespace ops
