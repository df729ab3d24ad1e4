// ops/derivatives/tape/external_declarations.cpp: interprets the arguments of an external function.
#include "ops/derivatives/tape/external_declarations.hpp"

#include <algorithm>

#include "ops/data/context.hpp"

namespace ops {
namespace {

class Declarations {
 public:
  Declarations(ExternalFunction& function, const char* call) : function_(function), call_(call) {}

  /// Of which instance all are.
  Context& read(std::span<const ops_arg> args) {
    for (std::size_t i = 0; i < args.size(); ++i) {
      const ops_arg& arg = args[i];
      if (arg.argtype == ArgKind::reduce)
        throw fail(OPS_NOT_IMPLEMENTED, i)
            << "external functions do not support reductions: pass datasets and scalars instead";
      if (arg.opt == 0) continue;
      if (arg.argtype == ArgKind::dat) dataset(arg, i);
      if (arg.argtype == ArgKind::scalar) scalar(arg, i);
    }
    if (!context_)
      throw error_at(OPS_INVALID_ARGUMENT, call_, function_.where)
          << "this external function declares no dataset: add an ops_arg_dat for each dataset that it accesses";
    return *context_;
  }

 private:
  OPSException fail(int code, std::size_t i) const {
    return error_at(code, call_, function_.where) << "argument " << i + 1 << ": ";
  }

  void of(Context& context, const std::string& what, std::size_t i) {
    if (context_ && context_ != &context)
      throw fail(OPS_INVALID_ARGUMENT, i)
          << what << " does not belong to the same OPS_instance as the previous arguments";
    context_ = &context;
  }

  void dataset(const ops_arg& arg, std::size_t i) {
    if (!alive(arg.dat) || !arg.dat->buffer)
      throw fail(OPS_INVALID_ARGUMENT, i) << "the dataset is null or has already been freed";
    of(*arg.dat->block->context, std::string("dataset '") + arg.dat->name + "'", i);
    const auto known = std::ranges::find(function_.args, arg.dat, &Declared::dat);
    if (known == function_.args.end()) function_.args.push_back({arg.dat, arg.dat->name, arg.acc});
    else if (known->access != arg.acc) known->access = OPS_RW;
  }

  void scalar(const ops_arg& arg, std::size_t i) {
    if (!alive(arg.scalar)) throw fail(OPS_INVALID_ARGUMENT, i) << "the scalar is null or has already been freed";
    of(*arg.scalar->context, "scalar '" + arg.scalar->name_storage + "'", i);
    if (arg.acc == OPS_READ) function_.only_read.push_back(arg.scalar);
    else std::erase(function_.only_read, arg.scalar);
  }

  ExternalFunction& function_;
  const char* call_;
  Context* context_ = nullptr;
};

}  // namespace

Context& read_declarations(ExternalFunction& function, const char* call, std::span<const ops_arg> args) {
  return Declarations(function, call).read(args);
}

}  // namespace ops
