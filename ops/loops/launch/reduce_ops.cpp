// ops/loops/launch/reduce_ops.cpp: one table entry per element type and access.
#include "ops/loops/launch/reduce_ops.hpp"

#include <algorithm>

#include "ops/loops/launch/reduce.hpp"

namespace ops {
namespace {

template <reduce::Op op, class T>
void fill(void* values, int n) {
  for (int k = 0; k < n; ++k) static_cast<T*>(values)[k] = reduce::neutral<op, T>();
}
template <reduce::Op op, class T>
void combine(void* into, const void* totals, int count) {
  auto* values = static_cast<T*>(into);
  const auto* all = static_cast<const reduce::Total<op, T>*>(totals);
  for (int k = 0; k < count; ++k) values[k] = reduce::combine<op>(values[k], all[k].value());
}
template <class Total>
void merge(void* totals, const void* others, int count) {
  for (int k = 0; k < count; ++k) static_cast<Total*>(totals)[k].add(static_cast<const Total*>(others)[k]);
}
template <reduce::Op op, class T>
const ReduceOps* entry() {
  using Total = reduce::Total<op, T>;
  static_assert(std::is_trivially_copyable_v<Total>);
  static constexpr ReduceOps ops{
      &fill<op, T>,
      [](int count) {
        return std::static_pointer_cast<void>(std::make_shared<Total[]>(static_cast<std::size_t>(count)));
      },
      [](void* totals, int count) { std::fill_n(static_cast<Total*>(totals), count, Total{}); },
      [](void* totals, int which, const void* values, int n) {
        static_cast<Total*>(totals)[which].add(static_cast<const T*>(values), n);
      },
      &combine<op, T>,
      &merge<Total>,
      sizeof(Total)};
  return &ops;
}

template <class T>
const ReduceOps* ordered(ops_access access) {
  switch (access) {
    case OPS_INC: return entry<reduce::Op::sum, T>();
    case OPS_MIN: return entry<reduce::Op::min, T>();
    case OPS_MAX: return entry<reduce::Op::max, T>();
    default: return nullptr;
  }
}
template <class T>
const ReduceOps* summed(ops_access access) {
  return access == OPS_INC ? entry<reduce::Op::sum, T>() : nullptr;
}

}  // namespace

const ReduceOps* reduce_ops(Type type, ops_access access) noexcept {
  switch (type) {
    case Type::f64: return ordered<double>(access);
    case Type::f32: return ordered<float>(access);
    case Type::i8: return ordered<std::int8_t>(access);
    case Type::i16: return ordered<std::int16_t>(access);
    case Type::i32: return ordered<std::int32_t>(access);
    case Type::i64: return ordered<std::int64_t>(access);
    case Type::u32: return ordered<std::uint32_t>(access);
    case Type::u64: return ordered<std::uint64_t>(access);
    case Type::c64: return summed<complexd>(access);
    case Type::c32: return summed<complexf>(access);
    case Type::f16:
    case Type::boolean:
    case Type::user: break;
  }
  return nullptr;
}

}  // namespace ops
