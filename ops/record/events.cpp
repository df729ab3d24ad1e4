// ops/record/events.cpp: flat storage of a recording.
#include "ops/record/events.hpp"

#include <algorithm>
#include <cstring>

namespace ops {

std::string described(const Event& event) {
  const std::string at = " at " + place(event.where);
  switch (event.kind) {
    case EventKind::loop: return "loop '" + *event.name + "'" + at;
    case EventKind::halos: return "the halo transfer" + at;
    case EventKind::copy: return "the copy" + at;
    case EventKind::external: return "the external function" + at;
    default: return "the write" + at;
  }
}

Event& Events::append(Event event, const Mark& since) {
  event.first_arg = static_cast<std::uint32_t>(since.args);
  event.args = static_cast<std::uint32_t>(args.size() - since.args);
  event.first_region = static_cast<std::uint32_t>(since.regions);
  event.regions = static_cast<std::uint32_t>(regions.size() - since.regions);
  for (const EventArg& arg : args_of(event))
    if (arg.dat) arg.dat->on_tape = true;
  nodes.push_back(event);
  keep_readers(nodes.back());
  return nodes.back();
}

bool Events::reads_after(const Event& event) const { return std::ranges::any_of(args_of(event), &EventArg::after); }

void Events::keep_readers(const Event& event) {
  const auto index = static_cast<std::size_t>(&event - nodes.data());
  for (const EventArg& arg : args_of(event)) {
    if (!arg.primal) continue;
    std::vector<std::size_t>& readers = versions[arg.primal.get()].readers;
    if (readers.empty()) kept += arg.primal->bytes;
    if (readers.empty() || readers.back() != index) readers.push_back(index);
  }
}

std::uint32_t Events::keep_shape(const ArgView& view) {
  const auto same = [&](const ArgView& s) {
    return s.step == view.step && s.pitch == view.pitch && s.divisor == view.divisor && s.component == view.component &&
           s.at == view.at;
  };
  // A program has few distinct shapes, and the latest ones are the likeliest.
  const auto found = std::find_if(shapes.rbegin(), shapes.rend(), same);
  if (found != shapes.rend()) return static_cast<std::uint32_t>(shapes.rend() - found - 1);
  ArgView& shape = shapes.emplace_back();
  shape.step = view.step;
  shape.pitch = view.pitch;
  shape.divisor = view.divisor;
  shape.component = view.component;
  shape.at = view.at;
  return static_cast<std::uint32_t>(shapes.size() - 1);
}

std::uint32_t Events::keep_value(const void* bytes, std::size_t count) {
  const auto index = static_cast<std::uint32_t>(values.size());
  values.resize(values.size() + (count + sizeof(Cell) - 1) / sizeof(Cell));
  if (count > 0) std::memcpy(values.data() + index, bytes, count);
  return index;
}

/// The next event that knows; if there is none, nobody can tell, or needs to.
const std::byte* Events::value_after(const Event& loop, ops_reduction handle) const {
  for (std::size_t next = static_cast<std::size_t>(&loop - nodes.data()) + 1; next < nodes.size(); ++next)
    for (const EventArg& arg : args_of(nodes[next])) {
      if (arg.reduction != handle) continue;
      if (nodes[next].kind == EventKind::result) return value(nodes[next].result);
      if (arg.extremum) return value(arg.value);
    }
  const auto own = args_of(loop);
  return value(
      std::ranges::find_if(own, [&](const EventArg& arg) { return arg.reduction == handle && arg.extremum; })->value);
}

void Events::keep_constants(Event& event, std::span<const ConstantValue> given) {
  event.constants = static_cast<std::uint32_t>(given.size());
  if (given.empty()) return;
  const auto first = nodes.rbegin();
  const auto last = first + static_cast<std::ptrdiff_t>(std::min<std::size_t>(nodes.size(), 64));
  const auto latest =
      std::find_if(first, last, [&](const Event& e) { return e.implementation == event.implementation; });
  if (latest != last && std::ranges::equal(constants_of(*latest), given)) {
    event.first_constant = latest->first_constant;
    return;
  }
  event.first_constant = static_cast<std::uint32_t>(constants.size());
  constants.insert(constants.end(), given.begin(), given.end());
}

const std::string* Events::keep_text(std::string_view text) { return &*texts.emplace(text).first; }

std::size_t Events::bytes() const {
  return nodes.size() * sizeof(Event) + args.size() * sizeof(EventArg) + constants.size() * sizeof(ConstantValue) +
         values.size() * sizeof(Cell) + regions.size() * sizeof(SavedRegion);
}

void Events::clear() {
  nodes.clear();
  args.clear();
  constants.clear();
  regions.clear();
  versions.clear();
  values.clear();
  externals.clear();
  kept = 0;
}

}  // namespace ops
