// ops/data/halo_transfer.cpp: transfers the values of a halo group.
#include <cstring>

#include "ops/data/halo.hpp"
#include "ops/data/halo_values.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"

namespace ops {
namespace {

/// One side as memory: a first element and a step per iteration axis, then one per component.
struct Walk {
  std::byte* first = nullptr;
  std::array<std::ptrdiff_t, max_dim> step{};  ///< [elements]
  std::ptrdiff_t component = 1;                ///< [elements]
};

Walk walk(std::byte* values, const Layout& layout, const HaloSide& side) {
  Walk w;
  w.component = layout.component;
  w.first = values + cell(layout, side.at({})) * static_cast<std::ptrdiff_t>(layout.element);
  for (std::size_t i = 0; i < static_cast<std::size_t>(side.dims); ++i)
    w.step[static_cast<std::size_t>(side.follows[i])] = side.flipped[i] ? -layout.pitch[i] : layout.pitch[i];
  return w;
}

/// Calls fn(from, to) with the byte addresses of every element pair: rows along iteration axis 0 innermost.
template <class Fn>
void for_each_element(const HaloMap& map, int components, const Walk& from, std::size_t from_bytes, const Walk& to,
                      std::size_t to_bytes, Fn fn) {
  const std::int64_t rows = map.extents[0] > 0 ? map.volume() / map.extents[0] : 0;
  std::array<std::int64_t, max_dim> t{};
  for (std::int64_t row = 0; row < rows; ++row) {
    std::ptrdiff_t a = 0, b = 0;
    for (std::size_t e = 1; e < max_dim; ++e) {
      a += t[e] * from.step[e];
      b += t[e] * to.step[e];
    }
    for (int i = 0; i < map.extents[0]; ++i, a += from.step[0], b += to.step[0])
      for (std::ptrdiff_t c = 0; c < components; ++c)
        fn(from.first + (a + c * from.component) * static_cast<std::ptrdiff_t>(from_bytes),
           to.first + (b + c * to.component) * static_cast<std::ptrdiff_t>(to_bytes));
    for (std::size_t e = 1; e < max_dim && ++t[e] == map.extents[e]; ++e) t[e] = 0;
  }
}

/// Reads and writes through memcpy: elements are untyped bytes here.
template <class From, class To>
void convert(const std::byte* from, std::byte* to) {
  From value;
  std::memcpy(&value, from, sizeof value);
  const To result = static_cast<To>(value);
  std::memcpy(to, &result, sizeof result);
}

template <std::size_t bytes>
void copy_one(const std::byte* from, std::byte* to) {
  std::memcpy(to, from, bytes);
}

/// Same type: plain copies of a size known to the compiler wherever it is a usual one.
void copy(const HaloMap& map, int components, const Walk& from, const Walk& to, std::size_t bytes) {
  const auto run = [&](auto fn) { for_each_element(map, components, from, bytes, to, bytes, fn); };
  switch (bytes) {
    case 1: return run(copy_one<1>);
    case 2: return run(copy_one<2>);
    case 4: return run(copy_one<4>);
    case 8: return run(copy_one<8>);
    case 16: return run(copy_one<16>);
    default: return run([bytes](const std::byte* a, std::byte* b) { std::memcpy(b, a, bytes); });
  }
}

void move(const ops_halo_core& halo, const HaloMap& map, const Walk& from, const Walk& to) {
  const int components = halo.from->dim;
  const auto run = [&](auto fn) {
    for_each_element(map, components, from, halo.from->layout.element, to, halo.to->layout.element, fn);
  };
  if (halo.from->element == halo.to->element) copy(map, components, from, to, halo.from->layout.element);
  else if (halo.from->element == Type::f64) run(convert<double, float>);
  else run(convert<float, double>);
}

/// Between datasets whose cells several processes have.
void transfer_divided(const ops_halo_core& halo, const HaloMap& map) {
  HaloPart here =
      bring_values(map, {&HaloMap::to, halo.to->layout}, {&HaloMap::from, halo.from->layout}, halo.from->buffer);
  const Layout from = whole_layout(halo.from->layout, here.map.from.box, false),
               to = whole_layout(halo.to->layout, here.map.to.box, false);
  std::vector<std::byte> moved(bytes_of(to, here.map.to.box));
  if (here.map.volume() > 0)
    move(halo, here.map, walk(here.values.data(), from, here.map.from), walk(moved.data(), to, here.map.to));
  write_own_cells(halo.to->buffer, moved.data(), halo.to->layout, map.to.box);
}

void transfer(const ops_halo_core& halo) {
  const HaloMap map = halo_map(halo);
  if (map.volume() == 0) return;
  if (are_divided(halo.from->layout, halo.to->layout)) return transfer_divided(halo, map);
  copy_side(map, halo.to->buffer, halo.to->layout, halo.from->buffer, halo.from->layout,
            halo.from->block->context->pool);
}

void check_usable(ops_dat dat, Where where) {
  if (dat->buffer == nullptr)
    throw error_at(OPS_INVALID_ARGUMENT, "ops_halo_transfer", where)
        << "dataset '" << dat->name << "' of this group was freed by ops_free_dat";
  if (dat->raw_out > 0)
    throw error_at(OPS_RUNTIME_ERROR, "ops_halo_transfer", where)
        << "dataset '" << dat->name
        << "': a raw pointer to its values has not been released; call ops_dat_release_raw_data first";
}

}  // namespace

void check_transfer(ops_halo_group group, Where where) {
  for (const ops_halo halo : group->storage) {
    check_usable(halo->from, where);
    check_usable(halo->to, where);
  }
}

void transfer(ops_halo_group group) {
  for (const ops_halo halo : group->storage) {
    halo->from->reducing = -1;
    halo->to->reducing = OPS_WRITE;
    transfer(*halo);
  }
}

}  // namespace ops
