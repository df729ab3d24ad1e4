// ops/api/points.cpp: ops_sample through a reduction whose result is assigned to the scalar, and ops_sum_points.
#include "ops/api/points.hpp"

#include "ops/api/data.hpp"
#include "ops/api/values.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/loops/builtin/sample.hpp"

void ops_sample(ops_scalar scalar, ops_dat dat, const std::vector<ops_point>& points, int component, ops::Where where) {
  constexpr const char* call = "ops_sample";
  if (!ops::alive(scalar))
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << (scalar == nullptr ? "the scalar is null" : "the scalar no longer exists");
  if (static_cast<std::size_t>(scalar->dim) != points.size())
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << points.size() << " points were given, but scalar '" << scalar->name << "' has dimension " << scalar->dim
        << "; the dimension must be equal to the number of points";
  if (scalar->written == nullptr)
    scalar->written = ops::declare_reduction(*scalar->context, scalar->size, scalar->type, scalar->name, where);
  scalar->written->initialized = 0;
  ops::sample::run({call, where, dat, component, points, {}, scalar->written});
  ops_scalar_from_reduction(scalar, scalar->written, where);
}

void ops_sum_points(ops_reduction handle, ops_dat dat, const std::vector<ops_point>& points,
                    const std::vector<double>& weights, int component, ops::Where where) {
  ops::typed::require_single(handle, "ops_sum_points", where);
  ops::sample::run({"ops_sum_points", where, dat, component, points, weights, handle});
}
