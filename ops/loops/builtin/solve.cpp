// ops/loops/builtin/solve.cpp: checks a call and converts it to a loop.
#include "ops/loops/builtin/solve.hpp"

#include <iomanip>
#include <string>
#include <vector>

#include "ops/loops/builtin/solve_loop.hpp"
#include "ops/loops/engine/loop_error.hpp"
#include "ops/loops/engine/par_loop.hpp"
#include "ops/loops/launch/args.hpp"
#include "ops/loops/launch/centre.hpp"

namespace ops::tridiagonal {
namespace {

constexpr int most_dims = 4;

/// What the call says of a dataset.
struct Role {
  const char* name;
  ops_dat dat;
};

class Checks {
 public:
  explicit Checks(const Request& request)
      : request_(request), roles_{{"a", request.a}, {"b", request.b}, {"c", request.c}, {"d", request.d}} {
    if (request.adds) roles_.push_back({"u", request.u});
  }

  void all() const {
    for (const Role& role : roles_) dat(role);
    axes();
    for (const Role& role : roles_) alike(role);
    distinct();
    for (int axis = 0; axis < request_.ndim; ++axis) range(axis);
  }

 private:
  OPSException bad(int code = OPS_INVALID_ARGUMENT) const { return error_at(code, request_.call, request_.where); }
  OPSException bad(const Role& role) const {
    OPSException error = bad();
    error << role.name << " (dataset '" << role.dat->name_storage << "'): ";
    return error;
  }
  const ops_block_core& block() const { return *request_.a->block; }

  void dat(const Role& role) const {
    if (!alive(role.dat))
      throw bad() << role.name << (role.dat == nullptr ? ": the dataset is null" : ": the dataset no longer exists");
    if (role.dat->buffer == nullptr) throw bad(role) << "has been freed";
    if (role.dat->dim != 1)
      throw bad(role) << "the dataset has " << role.dat->dim
                      << " components, but a tridiagonal system has one unknown per cell";
    if (role.dat->element != Type::f64 && role.dat->element != Type::f32)
      throw bad(role) << "the dataset is of type " << std::quoted(role.dat->type)
                      << ", but only double and float are supported";
  }

  void axes() const {
    if (request_.ndim != block().dims)
      throw bad() << "runs over " << request_.ndim << " dimensions, but block '" << block().name << "' has "
                  << block().dims;
    if (request_.ndim > most_dims)
      throw bad(OPS_NOT_IMPLEMENTED) << "block '" << block().name << "' has " << block().dims
                                     << " dimensions, but at most " << most_dims << " are possible";
    if (request_.axis < 0 || request_.axis >= request_.ndim)
      throw bad() << "the given axis is " << request_.axis << ", but the axes of block '" << block().name
                  << "' are 0 to " << request_.ndim - 1;
    if (request_.range == nullptr) throw bad() << "the range is null";
    const std::string given = request_.block != nullptr && alive(request_.block) ? request_.block->name : "(gone)";
    if (request_.block != nullptr && request_.block != request_.a->block)
      throw bad() << "the parameters are for block '" << given << "', but the datasets are on block '" << block().name
                  << "'";
  }

  void alike(const Role& role) const {
    if (role.dat->block != request_.a->block)
      throw bad(role) << "is on block '" << role.dat->block->name << "', but a (dataset '" << request_.a->name_storage
                      << "') is on block '" << block().name << "'";
    if (role.dat->element != request_.a->element)
      throw bad(role) << "is of type \"" << role.dat->type << "\", but a (dataset '" << request_.a->name_storage
                      << "') is of type \"" << request_.a->type << "\"";
  }

  void distinct() const {
    for (std::size_t i = 0; i < roles_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (roles_[i].dat == roles_[j].dat)
          throw bad(roles_[i]) << "this dataset is also passed as " << roles_[j].name << ": use two separate datasets";
  }

  void range(int axis) const {
    const int lo = request_.range[2 * axis], hi = request_.range[2 * axis + 1];
    if (lo > hi)
      throw bad() << "range on axis " << axis << " is [" << lo << ", " << hi << "), which ends before it begins";
    for (const Role& role : roles_) {
      const Box& there = role.dat->layout.allocated;
      if (lo < hi && (lo < there.lo[axis] || hi > there.hi[axis]))
        throw bad(role) << "range [" << lo << ", " << hi << ") on axis " << axis << " is not inside the dataset ("
                        << halo_text(role.dat->layout, axis) << ")";
    }
  }

  const Request& request_;
  std::vector<Role> roles_;
};

ops_arg argument(ops_dat dat, int dims, ops_access access) {
  return ops_arg_dat(dat, 1, centre(dims), dat->type, access);
}

}  // namespace

void run(const Request& request) {
  Checks(request).all();
  const int dims = request.ndim;
  int axis = request.axis;
  std::vector<ops_arg> args;
  for (const ops_dat dat : {request.a, request.b, request.c}) args.push_back(argument(dat, dims, OPS_READ));
  args.push_back(argument(request.d, dims, request.adds ? OPS_READ : OPS_RW));
  if (request.adds) args.push_back(argument(request.u, dims, OPS_RW));
  args.push_back(ops_arg_gbl(&axis, 1, "int", OPS_READ));
  const bool matrix = !request.a->passive || !request.b->passive || !request.c->passive;
  try {
    run_loop({request.call, request.where, request.a->block, dims, request.range, args,
              kernel(request.a->element, dims, {request.adds, matrix}), false});
  } catch (const Unsolvable& error) {
    throw error_at(error.code, request.call, request.where)
        << error.what() << " (matrix '" << request.a->name_storage << "', '" << request.b->name_storage << "', '"
        << request.c->name_storage << "', right-hand side '" << request.d->name_storage << "')";
  }
}

}  // namespace ops::tridiagonal
