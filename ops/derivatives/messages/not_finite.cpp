// ops/derivatives/messages/not_finite.cpp: searches for the first value that is not finite, row by row, and in the
// derivatives around an event.
#include "ops/derivatives/messages/not_finite.hpp"

#include <cmath>
#include <sstream>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/events/loop_event.hpp"

namespace ops {
namespace {

/// The next row of `cells`; false after the last one.
bool next_row(Index& at, const Box& cells) {
  for (std::size_t d = 1; d < max_dim; ++d) {
    if (++at[d] < cells.hi[d]) return true;
    at[d] = cells.lo[d];
  }
  return false;
}

template <class T>
std::optional<NotFinite> first_as(const T* values, const Layout& layout, const Box& cells) {
  Index row = cells.lo;
  do {
    const T* start = values + cell(layout, row);
    for (int c = 0; c < layout.components; ++c) {
      T sum = 0;  // of zeros, unless one is not finite: this takes no branches
      for (int i = 0; i < cells.extent(0); ++i) sum += 0 * start[i * layout.pitch[0] + c * layout.component];
      if (sum == 0) continue;
      for (int i = 0; i < cells.extent(0); ++i)
        if (const T value = start[i * layout.pitch[0] + c * layout.component]; !std::isfinite(value)) {
          row[0] += i;
          return NotFinite{row, static_cast<double>(value)};
        }
    }
  } while (next_row(row, cells));
  return {};
}

std::string in_handle(const std::string& name, const char* what, const std::byte* values, Type element, int dim) {
  Layout layout;
  layout.components = dim;
  const auto found = values ? first_not_finite(values, layout, element, Box{}) : std::nullopt;
  return found ? "in the derivative of " + std::string(what) + " '" + name + "' (" + described(*found, 0) + ")" : "";
}

}  // namespace

std::optional<NotFinite> first_not_finite(const std::byte* buffer, const Layout& layout, Type element,
                                          const Box& cells) {
  if (cells.empty()) return {};
  if (element == Type::f64) return first_as(reinterpret_cast<const double*>(buffer), layout, cells);
  if (element == Type::f32) return first_as(reinterpret_cast<const float*>(buffer), layout, cells);
  return {};
}

std::optional<NotFinite> first_not_finite(const BufferRef& buffer, const Layout& layout, Type element,
                                          const Box& cells) {
  if (cells.empty()) return {};
  const auto [values, here] = look_at(buffer, layout, cells);
  return first_not_finite(values.get(), here, element, cells);
}

std::string described(const NotFinite& found, int dims) {
  std::ostringstream text;
  text << (std::isnan(found.value) ? "NaN" : found.value > 0 ? "infinite" : "minus infinite");
  for (int d = 0; d < dims; ++d) text << (d == 0 ? " at (" : ", ") << found.cell[static_cast<std::size_t>(d)];
  if (dims > 0) text << ")";
  return text.str();
}

/// Of what an argument of the event reads or writes.
std::string NotFiniteObserver::in_dat(const Event& event, const EventArg& arg, std::size_t i) const {
  const Tracked& dat = *arg.dat;
  Box cells = dat.layout.allocated;
  if (const LoopEvent* loop = event.as_loop()) {
    const auto offsets = loop->call->implementation ? loop->call->facts(i)->offsets : std::span<const Index>{};
    cells = intersection(cells_of(events_, *loop, arg, offsets), cells);
  }
  for (const Box& piece : dat.field.stored())
    if (const auto found = first_not_finite(dat.field.buffer(), dat.layout, dat.element, intersection(piece, cells)))
      return "in the derivative of '" + dat.name + "' (" + described(*found, dat.layout.dims) + ")";
  return "";
}

void NotFiniteObserver::shows(const Event& event, std::span<const std::byte* const> reductions) {
  if (!origin_.empty()) return;
  const auto args = events_.args_of(event);
  for (std::size_t i = 0; i < args.size() && origin_.empty(); ++i) {
    std::string found;
    if (args[i].dat && (!event.as_loop() || args[i].seed)) found = in_dat(event, args[i], i);
    if (args[i].reduction)
      found = in_handle(args[i].reduction->name, "reduction", reductions[i], args[i].reduction->element,
                        args[i].reduction->dim);
    if (!found.empty()) origin_ = "the non-finite value reached " + event.described() + " " + found;
  }
}

void NotFiniteObserver::ends(const Event& event) {
  if (!origin_.empty()) return;
  const auto args = events_.args_of(event);
  for (std::size_t i = 0; i < args.size() && origin_.empty(); ++i) {
    std::string found;
    if (args[i].dat && (!event.as_loop() || args[i].target)) found = in_dat(event, args[i], i);
    if (args[i].scalar && args[i].target)
      found = in_handle(args[i].scalar->name, "scalar", args[i].scalar->derivative.data(), args[i].scalar->element,
                        args[i].scalar->dim);
    if (!found.empty())
      origin_ = "the non-finite value first arose in the adjoint of " + event.described() + ", " + found;
  }
}

}  // namespace ops
