// ops/data/passes.cpp: passes each operation to the machine of its buffer.
#include "ops/data/passes.hpp"

#include <algorithm>
#include <vector>

#include "ops/data/layout.hpp"

namespace ops {

void fill_cells(const BufferRef& to, const Layout& layout, const Box& box, const void* value) {
  if (!box.empty()) to->machine->fill(to, layout, box, value);
}
bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) {
  return box.empty() || buffer->machine->all_zero(buffer, layout, box);
}
void copy_cells(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
                const Box& box) {
  if (!box.empty()) to->machine->copy(to, to_layout, from, from_layout, box);
}
void copy_cells(const BufferRef& to, const BufferRef& from, const Layout& layout, const Box& box) {
  copy_cells(to, layout, from, layout, box);
}
void add_cells(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
               Type element, const Box& box) {
  if (!box.empty()) sum->machine->add(sum, sum_layout, term, term_layout, element, box);
}
void pack_cells(const BufferRef& to, const BufferRef& from, const Layout& layout, const Box& box) {
  copy_cells(to, dense_layout(layout, box, false), from, layout, box);
}
void unpack_cells(const BufferRef& to, const BufferRef& from, const Layout& layout, const Box& box) {
  copy_cells(to, layout, from, dense_layout(layout, box, false), box);
}
void read_cells(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box) {
  if (!box.empty()) from->machine->read(to, from, layout, {&box, 1});
}
void write_cells(const BufferRef& to, const std::byte* from, const Layout& layout, const Box& box) {
  if (!box.empty()) to->machine->write(to, layout, box, from);
}
void read_parts(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) {
  if (std::ranges::any_of(boxes, [](const Box& box) { return !box.empty(); }))
    from->machine->read(to, from, layout, boxes);
}
Box own_cells(const Layout& layout, const Box& box) {
  return intersection(box, intersection(layout.share, layout.held));
}
std::byte* first_own_cell(const BufferRef& buffer, const Layout& layout) {
  return buffer->here() +
         cell(layout, own_cells(layout, layout.interior).lo) * static_cast<std::ptrdiff_t>(layout.element);
}
void read_own_cells(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box) {
  if (!box.empty()) from->machine->read_own(to, from, layout, box);
}
void write_own_cells(const BufferRef& to, const std::byte* from, const Layout& layout, const Box& box) {
  if (!box.empty()) to->machine->write_own(to, layout, box, from);
}
HostCells look_at(const BufferRef& buffer, const Layout& layout, const Box& box) {
  if (layout.placement.decomposition == nullptr) return {for_host(buffer), layout};
  const Layout whole = whole_layout(layout, box, false);
  const auto values = std::make_shared<std::vector<std::byte>>(whole.bytes);
  read_cells(values->data(), buffer, layout, box);
  return {{values, values->data()}, whole};
}
std::shared_ptr<std::byte> for_host(const BufferRef& buffer) {
  std::shared_ptr<void> held = buffer->machine->for_host({&buffer, 1});
  if (held == nullptr) return {buffer, buffer->here()};
  return {buffer->address, [buffer, held](std::byte*) {}};
}

void finish(Machine& machine) { static_cast<void>(machine.for_host({})); }

}  // namespace ops
