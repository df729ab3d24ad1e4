// ops/record/history.cpp: calls found again among those that are known; values packed once they are there.
#include "ops/record/history.hpp"

#include <algorithm>

#include "ops/core/cells.hpp"

namespace ops {
namespace {

class Hash {
 public:
  template <class T>
  void add(T value) {
    hash_ = (hash_ ^ static_cast<std::size_t>(value)) * 0x9E3779B97F4A7C15u;
  }
  void add(const void* address) { add(reinterpret_cast<std::size_t>(address)); }
  std::size_t value() const noexcept { return hash_; }

 private:
  std::size_t hash_ = 0;
};

std::size_t hash(const LoopCall& call) {
  Hash all;
  all.add(static_cast<const void*>(call.where.file_name()));
  all.add(call.where.line());
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(call.dims); ++axis) {
    all.add(call.range.lo[axis]);
    all.add(call.range.hi[axis]);
  }
  for (const ops_arg& arg : call.args) all.add(static_cast<const void*>(arg.dat));
  return all.value();
}

/// Addresses of values by value differ between calls alike.
bool same(const ops_arg& a, const ops_arg& b) {
  return a.dat == b.dat && a.stencil == b.stencil && a.dim == b.dim && a.acc == b.acc && a.argtype == b.argtype &&
         a.opt == b.opt && a.reduction == b.reduction && a.scalar == b.scalar && a.element == b.element &&
         a.elem_size == b.elem_size;
}

bool alike(const LoopAgain& known, const LoopCall& call) {
  const auto reduces_alike = [](ops_access reducing, const ops_arg& arg) {
    return !arg.dat || arg.dat->reducing == reducing;
  };
  return known.kernel.kernel == call.kernel.kernel && known.block == call.block && known.dims == call.dims &&
         known.range == call.range && known.passive == call.passive && known.name == call.name &&
         std::equal(known.args.begin(), known.args.end(), call.args.begin(), call.args.end(), same) &&
         std::equal(known.reducing.begin(), known.reducing.end(), call.args.begin(), call.args.end(), reduces_alike);
}

}  // namespace

bool library(const LoopCall& call) { return !call.kernel.call && call.implementation && !call.implementation->primal; }

LoopAgain* History::call(const LoopCall& call, std::span<const char> written) {
  const std::size_t key = hash(call);
  const auto [first, last] = known_.equal_range(key);
  for (auto at = first; at != last; ++at)
    if (alike(*at->second, call) && std::ranges::equal(at->second->written, written)) return at->second;
  LoopAgain& loop = calls_.emplace_back(LoopAgain{call.name,
                                                  call.where,
                                                  call.block,
                                                  call.dims,
                                                  call.range,
                                                  call.kernel,
                                                  call.passive,
                                                  library(call),
                                                  {call.args.begin(), call.args.end()},
                                                  {},
                                                  {written.begin(), written.end()},
                                                  {},
                                                  {}});
  for (const ops_arg& arg : loop.args) {
    loop.reducing.push_back(arg.dat ? arg.dat->reducing : -1);
    loop.types.emplace_back(arg.type ? arg.type : "");
  }
  for (std::size_t i = 0; i < loop.args.size(); ++i) loop.args[i].type = loop.types[i].c_str();
  known_.emplace(key, &loop);
  return &loop;
}

const GivenValues* History::given(Tracked& dat, const Box& cells) {
  GivenValues& values = values_.emplace_back(GivenValues{&dat, intersection(cells, dat.layout.allocated), nullptr});
  unsettled_.push_back(&values);
  return &values;
}

void History::settle(BufferPool& pool) {
  for (GivenValues* given : unsettled_) {
    const Tracked& dat = *given->dat;
    const auto bytes = static_cast<std::size_t>(given->cells.volume() * dat.components) * dat.layout.element;
    if (bytes == 0 || !dat.dat) continue;
    given->values = pool.take(bytes, "values given to dataset '" + dat.name + "'");
    pack_cells(given->values, dat.dat->buffer, dat.layout, given->cells);
    rests(given->values);
    bytes_ += bytes;
  }
  unsettled_.clear();
}

void History::give_up(std::string what) {
  if (obstacle_.empty()) obstacle_ = std::move(what);
}

}  // namespace ops
