// ops/derivatives/gradients/moved_input.cpp: cells of datasets and components of scalars, widened to double and
// narrowed again.
#include "ops/derivatives/gradients/moved_input.hpp"

#include <algorithm>
#include <cstring>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/loops/engine/halo_check.hpp"

namespace ops {
namespace {

using Packed = std::vector<std::byte>;

template <class T>
std::vector<double> widened(const Packed& packed) {
  std::vector<T> entries(packed.size() / sizeof(T));
  std::memcpy(entries.data(), packed.data(), packed.size());
  return {entries.begin(), entries.end()};
}

std::vector<double> widened(Type type, const Packed& packed) {
  return type == Type::f64 ? widened<double>(packed) : widened<float>(packed);
}

template <class T>
Packed narrowed(const std::vector<double>& entries) {
  std::vector<T> own(entries.size());
  std::ranges::transform(entries, own.begin(), [](double v) { return static_cast<T>(v); });
  const auto* const first = reinterpret_cast<const std::byte*>(own.data());
  return {first, first + own.size() * sizeof(T)};
}

Packed packed(const BufferRef& buffer, const Layout& layout) {
  Packed cells(bytes_of(layout, layout.allocated));
  read_cells(cells.data(), buffer, layout, layout.allocated);
  return cells;
}

}  // namespace

std::string MovedInput::name() const {
  return input_.dat ? std::string("dataset '") + input_.dat->name + "'"
                    : std::string("scalar '") + input_.scalar->name + "'";
}

std::vector<double> MovedInput::read() const {
  if (input_.dat) return widened(type(), packed(input_.dat->buffer, input_.dat->layout));
  const auto* const first = reinterpret_cast<const std::byte*>(input_.scalar->data);
  return widened(type(), Packed(first, first + input_.scalar->size));
}

std::vector<double> MovedInput::moved(double h) const {
  std::vector<double> to(values.size());
  for (std::size_t i = 0; i < to.size(); ++i) {
    to[i] = values[i] + h * direction[i];
    if (type() == Type::f32) to[i] = static_cast<float>(to[i]);
  }
  return to;
}

void MovedInput::write(const std::vector<double>& to, Where where) const {
  const Packed own = type() == Type::f64 ? narrowed<double>(to) : narrowed<float>(to);
  if (input_.dat) {
    Context& context = *input_.dat->block->context;
    if (context.hooks.recorder != nullptr) context.hooks.recorder->raw_write(input_.dat, where);
    // moved by a test, not by a call of the program
    if (context.halo_check != nullptr) context.halo_check->unseen().forget(input_.dat);
    write_cells(input_.dat->buffer, own.data(), input_.dat->layout, input_.dat->layout.allocated);
  } else {
    std::memcpy(input_.scalar->data, own.data(), own.size());
    if (Recorder* recorder = input_.scalar->context->hooks.recorder)
      recorder->scalar_write(input_.scalar, nullptr, OPS_WRITE, where);
  }
}

std::vector<double> MovedInput::gradient(Tape& tape) const {
  if (input_.dat)
    return widened(type(), packed(tape.shown->of(tape.recording.tracked(input_.dat)), input_.dat->layout));
  const std::vector<std::byte>& derivative = input_.scalar->derivative;
  return derivative.empty() ? std::vector<double>(values.size()) : widened(type(), derivative);
}

void MovedInput::add_to(InputDirections& directions, Tape& tape) const {
  if (input_.dat) directions.dats[&tape.recording.tracked(input_.dat)] = direction;
  else directions.scalars[input_.scalar] = direction;
}

}  // namespace ops
