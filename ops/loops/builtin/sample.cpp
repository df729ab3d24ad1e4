// ops/loops/builtin/sample.cpp: checks a call and converts it to a loop.
#include "ops/loops/builtin/sample.hpp"

#include <iomanip>

#include "ops/loops/builtin/sample_loop.hpp"
#include "ops/loops/engine/par_loop.hpp"
#include "ops/loops/launch/args.hpp"
#include "ops/loops/launch/centre.hpp"

namespace ops::sample {
namespace {

OPSException bad(const Request& r) {
  OPSException error = error_at(OPS_INVALID_ARGUMENT, r.call, r.where);
  if (alive(r.dat)) error << "dataset '" << r.dat->name_storage << "': ";
  return error;
}

void check_dataset(const Request& r) {
  if (!alive(r.dat)) throw bad(r) << (r.dat == nullptr ? "the dataset is null" : "the dataset no longer exists");
  if (r.dat->buffer == nullptr) throw bad(r) << "has been freed";
  if (!is_real(r.dat->element))
    throw bad(r) << "the dataset is of type " << std::quoted(r.dat->type)
                 << ", but only double and float are supported";
  if (r.component < 0 || r.component >= r.dat->dim)
    throw bad(r) << "component " << r.component << " was requested, but the dataset has only " << r.dat->dim
                 << (r.dat->dim == 1 ? " component" : " components") << ", numbered from 0";
}

void check_sums(const Request& r) {
  if (r.points.empty()) throw bad(r) << "no points were given";
  if (r.into->element != Type::f64 && r.into->element != r.dat->element)
    throw bad(r) << "the dataset is of type " << std::quoted(r.dat->type) << ", but '" << r.into->name
                 << "' is of type " << std::quoted(r.into->type) << "; declare both with the same type, or declare '"
                 << r.into->name << "' as double";
  if (r.into->dim != 1 && static_cast<std::size_t>(r.into->dim) != r.points.size())
    throw bad(r) << r.points.size() << " points were given, but reduction '" << r.into->name << "' has " << r.into->dim
                 << " components; it must have one component, or one for each point";
  if (!r.weights.empty() && r.weights.size() != r.points.size())
    throw bad(r) << r.points.size() << " points and " << r.weights.size()
                 << " weights were given, but there must be one weight for each point";
}

Index index_in(const Request& r, std::size_t k) {
  Index at = r.points[k];
  for (std::size_t d = static_cast<std::size_t>(r.dat->block->dims); d < at.size(); ++d) at[d] = 0;
  if (!r.dat->layout.allocated.contains(at))
    throw bad(r) << "point " << k << " refers to cell " << point_text(at, r.dat->block->dims)
                 << ", but the dataset covers only the cells "
                 << range_text(r.dat->layout.allocated, r.dat->block->dims) << ", including halos";
  return at;
}

/// The smallest range around all points.
std::vector<int> range_of(const Box& box, int dims) {
  std::vector<int> range;
  for (std::size_t d = 0; d < static_cast<std::size_t>(dims); ++d) range.insert(range.end(), {box.lo[d], box.hi[d]});
  return range;
}

template <class R>
void launch(const Request& r, std::vector<int>& plan, const Box& box) {
  std::vector<R> weights(r.points.size(), R{1});
  for (std::size_t k = 0; k < r.weights.size(); ++k) weights[k] = static_cast<R>(r.weights[k]);
  const int dims = r.dat->block->dims;
  const std::vector<ops_arg> args{ops_arg_dat(r.dat, r.dat->dim, centre(dims), r.dat->type, OPS_READ),
                                  ops_arg_gbl(plan.data(), static_cast<int>(plan.size()), "int", OPS_READ),
                                  ops_arg_gbl(weights.data(), static_cast<int>(weights.size()), r.into->type, OPS_READ),
                                  ops_arg_reduce(r.into, r.into->dim, r.into->type, OPS_INC)};
  const std::vector<int> range = range_of(box, dims);
  run_loop(
      {r.call, r.where, r.dat->block, dims, range.data(), args, kernel(r.dat->element, r.into->element, dims), false});
}

}  // namespace

void run(const Request& r) {
  check_dataset(r);
  check_sums(r);
  const int dims = r.dat->block->dims;
  std::vector<int> plan{static_cast<int>(r.points.size()), r.component, r.into->dim == 1 ? 1 : 0};
  Box box = Box::none();
  for (std::size_t k = 0; k < r.points.size(); ++k) {
    const Index at = index_in(r, k);
    Box one{at, at};
    for (int& end : one.hi) ++end;
    box = hull(box, one);
    plan.insert(plan.end(), at.begin(), at.begin() + dims);
  }
  if (r.into->element == Type::f64) launch<double>(r, plan, box);
  else launch<float>(r, plan, box);
}

}  // namespace ops::sample
