// ops/derivatives/log/events.cpp: the flat arrays of a recording.
#include "ops/derivatives/log/events.hpp"

#include <algorithm>
#include <cstring>

namespace ops {

void Events::settle(Event& event, const Mark& since) {
  event.first_arg = static_cast<std::uint32_t>(since.args);
  event.arg_count = static_cast<std::uint32_t>(args.size() - since.args);
  event.first_region = static_cast<std::uint32_t>(since.regions);
  event.regions = static_cast<std::uint32_t>(regions.size() - since.regions);
  for (const EventArg& arg : args_of(event))
    if (arg.dat) arg.dat->on_tape = true;
  keep_readers(event);
}

bool Events::reads_after(const Event& event) const { return std::ranges::any_of(args_of(event), &EventArg::after); }

void Events::keep_readers(const Event& event) {
  for (const EventArg& arg : args_of(event)) {
    if (!arg.primal) continue;
    std::vector<std::size_t>& readers = versions[arg.primal.get()].readers;
    if (readers.empty()) kept += arg.primal->bytes;
    if (readers.empty() || readers.back() != event.index) readers.push_back(event.index);
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

const std::string* Events::keep_text(std::string_view text) { return &*texts.emplace(text).first; }

std::size_t Events::bytes() const {
  return nodes.bytes() + args.size() * sizeof(EventArg) + constants.size() * sizeof(ConstantValue) +
         values.size() * sizeof(Cell) + regions.size() * sizeof(SavedRegion);
}

void Events::clear() {
  nodes.clear();
  args.clear();
  constants.clear();
  regions.clear();
  versions.clear();
  values.clear();
  kept = 0;
}

}  // namespace ops
