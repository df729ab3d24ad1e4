// ops/api/random_calls.cpp: random fields, and the check for NaN.
#include <cmath>
#include <cstring>

#include "ops/api/data.hpp"
#include "ops/api/handle_checks.hpp"
#include "ops/api/host_access.hpp"
#include "ops/api/instance.hpp"
#include "ops/api/instance_parts.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/data/random_fill.hpp"

namespace {

void fill(ops_dat dat, ops::Distribution distribution, const char* call, ops::Where where) {
  ops::Context& context = ops::usable(dat, call, where);
  ops::require_released(dat, call, where);
  auto& random = dat->instance->parts(call, where).random;
  if (!random)
    throw ops::error_at(OPS_RUNTIME_ERROR, call, where)
        << "dataset '" << dat->name << "': the random number generator has no seed; call ops_randomgen_init first";
  ops::require_random_type(dat, distribution, call, where);
  if (context.hooks.recorder != nullptr) context.hooks.recorder->raw_write(dat, where);
  dat->reducing = OPS_WRITE;
  const std::uint64_t key = std::uint64_t{random->seed} << 32 | random->fills++;
  ops::fill_random(dat, distribution, key);
  if (context.halo_check != nullptr)
    context.halo_check->wrote(dat, dat->layout.allocated, call + (" at " + ops::place(where)));
}

template <class T>
bool is_nan(const std::byte* address) {
  T value;
  std::memcpy(&value, address, sizeof value);
  return std::isnan(value);
}

/// NaN in any of the reals an element consists of.
bool holds_nan(ops::Type type, const std::byte* address) {
  switch (type) {
    case ops::Type::f64: return is_nan<double>(address);
    case ops::Type::f32: return is_nan<float>(address);
    case ops::Type::c64: return is_nan<double>(address) || is_nan<double>(address + sizeof(double));
    case ops::Type::c32: return is_nan<float>(address) || is_nan<float>(address + sizeof(float));
    default: return false;
  }
}

[[noreturn]] void report_nan(ops_dat dat, const ops::Index& at, std::ptrdiff_t component, ops::Where where) {
  auto error = ops::error_at(OPS_RUNTIME_ERROR, "ops_NaNcheck", where);
  error << "dataset '" << dat->name << "' is NaN at (";
  for (int d = 0; d < dat->block->dims; ++d) error << (d == 0 ? "" : ", ") << at[static_cast<std::size_t>(d)];
  error << ")";
  if (dat->dim > 1) error << ", component " << component;
  throw error;
}

}  // namespace

std::optional<ops::RandomState>& ops::random_state(OPS_instance& instance) {
  return instance.parts("random_state", Where::current()).random;
}

void ops_fill_random_uniform(ops_dat dat, ops::Where where) {
  fill(dat, ops::Distribution::uniform, "ops_fill_random_uniform", where);
}
void ops_fill_random_normal(ops_dat dat, ops::Where where) {
  fill(dat, ops::Distribution::normal, "ops_fill_random_normal", where);
}
void ops_randomgen_init(unsigned int seed, int options, ops::Where where) {
  ops::default_instance("ops_randomgen_init", where).randomgen_init(seed, options);
}
void ops_randomgen_exit(ops::Where where) { ops::default_instance("ops_randomgen_exit", where).randomgen_exit(); }

void ops_NaNcheck(ops_dat dat, ops::Where where) {
  ops::usable(dat, "ops_NaNcheck", where);
  if (ops::written_before(dat)) return;
  dat->reducing = -1;
  const auto [held, layout] = ops::look_at(dat->buffer, dat->layout, dat->layout.allocated);
  const auto element = static_cast<std::ptrdiff_t>(layout.element);
  ops::Index at = layout.allocated.lo;
  for (std::int64_t left = layout.allocated.volume(); left > 0; --left) {
    const std::ptrdiff_t origin = ops::cell(layout, at);
    for (std::ptrdiff_t c = 0; c < dat->dim; ++c)
      if (holds_nan(dat->element, held.get() + (origin + c * layout.component) * element))
        report_nan(dat, at, c, where);
    for (std::size_t d = 0; d < ops::max_dim && ++at[d] == layout.allocated.hi[d]; ++d) at[d] = layout.allocated.lo[d];
  }
}
