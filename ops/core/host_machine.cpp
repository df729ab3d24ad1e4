// ops/core/host_machine.cpp: passes of region.hpp, and calls of generated code.
#include "ops/core/host_machine.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "ops/core/layout.hpp"
#include "ops/core/region.hpp"

namespace ops {
namespace {

constexpr std::int64_t few_cells = 4096;
constexpr std::size_t line = 64;
constexpr std::size_t page = 4096;
constexpr std::int64_t few_pages = 8;
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t large = std::size_t{4} << 20;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

template <class F>
void for_chunks(const ParallelFor& parallel, std::int64_t n, const F& body) {
  if (parallel) parallel(n, body);
  else body(0, n);
}

/// sum += term on the box; same components, any layouts.
template <class T>
void add_region(std::byte* sum, const Layout& sum_layout, const std::byte* term, const Layout& term_layout, const Box& box,
                const ParallelFor& parallel) {
  if (box.empty()) return;
  const auto add_row = [&](const Index& at) {
    for (int c = 0; c < sum_layout.components; ++c) {
      T* const to = reinterpret_cast<T*>(sum) + cell(sum_layout, at) + c * sum_layout.component;
      const T* const from = reinterpret_cast<const T*>(term) + cell(term_layout, at) + c * term_layout.component;
      for (int i = 0; i < box.extent(0); ++i) to[i * sum_layout.pitch[0]] += from[i * term_layout.pitch[0]];
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
      add_row(at);
    }
  });
}

}  // namespace

void* HostMachine::allocate(std::size_t bytes) noexcept {
  const bool huge = bytes >= large;
  const std::size_t size = round_up(bytes, huge ? huge_page : line);
  void* const memory = std::aligned_alloc(huge ? huge_page : line, size);
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
    const std::size_t from = static_cast<std::size_t>(first) * page, end = std::min(static_cast<std::size_t>(last) * page, to->bytes);
    std::memset(to->address + from, static_cast<int>(value), end - from);
  });
}

void HostMachine::copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout, const Box& box) {
  copy_region(to->address, to_layout, from->address, from_layout, box, spread(box));
}

void HostMachine::add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout, Type element,
                      const Box& box) {
  const auto pass = element == Type::f64 ? add_region<double> : add_region<float>;
  pass(sum->address, sum_layout, term->address, term_layout, box, spread(box));
}

void HostMachine::read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) {
  pack_region(to, from->address, layout, boxes.front(), spread(boxes.front()));
}
void HostMachine::write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) {
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
