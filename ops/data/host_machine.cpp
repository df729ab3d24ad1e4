// ops/data/host_machine.cpp: runs passes over boxes, and calls generated code.
#include "ops/data/host_machine.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <type_traits>

#include "ops/data/host_passes.hpp"
#include "ops/data/layout.hpp"

namespace ops {
namespace {

constexpr std::int64_t few_cells = 4096;
constexpr std::int64_t few_pages = 8;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

template <class F>
void for_chunks(const ParallelFor& parallel, std::int64_t n, const F& body) {
  if (parallel) parallel(n, body);
  else body(0, n);
}

/// Calls join(number at `to`, number at `from`) for all numbers of the box; same components, any layouts.
template <class To, class From, class Join>
void join_regions(std::byte* to, const Layout& to_layout, const std::byte* from, const Layout& from_layout,
                  const Box& box, const ParallelFor& parallel, const Join& join) {
  if (box.empty()) return;
  const auto row_at = [&](const Index& at) {
    for (int c = 0; c < to_layout.components; ++c) {
      To* const here = reinterpret_cast<To*>(to) + cell(to_layout, at) + c * to_layout.component;
      const From* const there = reinterpret_cast<const From*>(from) + cell(from_layout, at) + c * from_layout.component;
      for (int i = 0; i < box.extent(0); ++i) join(here[i * to_layout.pitch[0]], there[i * from_layout.pitch[0]]);
    }
  };
  for_chunks(parallel, box.volume() / box.extent(0), [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
      Index at = box.lo;
      std::int64_t rest = row;
      for (int axis = 1; axis < max_dim; ++axis) {
        at[axis] += static_cast<int>(rest % box.extent(axis));
        rest /= box.extent(axis);
      }
      row_at(at);
    }
  });
}

}  // namespace

void* HostMachine::allocate(std::size_t bytes) noexcept {
  const bool huge = bytes >= large_buffer;
  const std::size_t size = round_up(bytes, huge ? huge_page : cache_line);
  void* const memory = std::aligned_alloc(huge ? huge_page : cache_line, size);
  if (huge && memory != nullptr) madvise(memory, size, MADV_HUGEPAGE);
  return memory;
}
void HostMachine::release(void* memory, std::size_t) noexcept { std::free(memory); }

/// Small boxes, such as halos, are not worth waking threads for.
const ParallelFor& HostMachine::spread(const Box& box) const {
  static const ParallelFor alone;
  return box.volume() > few_cells ? parallel_ : alone;
}

void HostMachine::fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) {
  fill_region(to->address, layout, box, value, spread(box));
}

void HostMachine::fill_bytes(const BufferRef& to, std::byte value) {
  const auto pages = static_cast<std::int64_t>(round_up(to->bytes, page) / page);
  for_chunks(pages > few_pages ? parallel_ : ParallelFor{}, pages, [&](std::int64_t first, std::int64_t last) {
    const std::size_t from = static_cast<std::size_t>(first) * page,
                      end = std::min(static_cast<std::size_t>(last) * page, to->bytes);
    std::memset(to->address + from, static_cast<int>(value), end - from);
  });
}

void HostMachine::copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
                       const Box& box) {
  const auto convert = [](auto& there, auto value) { there = static_cast<std::decay_t<decltype(there)>>(value); };
  if (to_layout.element == from_layout.element)
    copy_region(to->address, to_layout, from->address, from_layout, box, spread(box));
  else if (to_layout.element == sizeof(double))
    join_regions<double, float>(to->address, to_layout, from->address, from_layout, box, spread(box), convert);
  else join_regions<float, double>(to->address, to_layout, from->address, from_layout, box, spread(box), convert);
}

void HostMachine::add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
                      Type element, const Box& box) {
  const auto join = [](auto& all, auto one) { all += static_cast<std::decay_t<decltype(all)>>(one); };
  const auto pass = [&](auto all, auto one) {
    join_regions<decltype(all), decltype(one)>(sum->address, sum_layout, term->address, term_layout, box, spread(box),
                                               join);
  };
  const bool wide = term_layout.element == sizeof(double);
  if (element == Type::f64) wide ? pass(double{}, double{}) : pass(double{}, float{});
  else wide ? pass(float{}, double{}) : pass(float{}, float{});
}

void HostMachine::read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) {
  pack_region(to, from->address, layout, boxes.front(), spread(boxes.front()));
}
void HostMachine::write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from,
                        bool slowest) {
  copy_region(to->address, layout, from, whole_layout(layout, box, slowest), box, spread(box));
}
bool HostMachine::all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) {
  return holds_zeros(buffer->address, layout, box);
}

void HostMachine::run(void (*loop)(const Launch&), const Launch& launch) { loop(launch); }
void HostMachine::run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) { loop(launch); }
void HostMachine::run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) { adjoint(launch); }
void HostMachine::search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
                         std::span<const std::span<Attained>> first) {
  std::vector<Attained*> points;
  for (const std::span<Attained> one : first) points.push_back(one.empty() ? nullptr : one.data());
  attained(launch, points.data());
}

std::shared_ptr<void> HostMachine::for_host(std::span<const BufferRef>) { return nullptr; }

}  // namespace ops
