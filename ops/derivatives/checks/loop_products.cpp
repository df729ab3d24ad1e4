// ops/derivatives/checks/loop_products.cpp: uses the derivative fields of a loop's datasets for one tangent or one
// adjoint at a time.
#include "ops/derivatives/checks/loop_products.hpp"

#include <algorithm>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/gradients/tangent_sweep.hpp"
#include "ops/derivatives/log/footprint.hpp"

namespace ops {

std::size_t Part::bytes() const {
  if (!dat) return static_cast<std::size_t>(scalar ? scalar->size : reduction->size);
  return bytes_of(dat->layout, cells);
}

LoopProducts::LoopProducts(Tape& tape, const LoopEvent& event)
    : tape_(tape),
      event_(event),
      memory_(tape.recording.memory()),
      tangents_(std::exchange(tape.recording.tangents, {})),
      postpone_(std::exchange(tape.switches.postpone, false)) {
  const auto args = tape.recording.events.args_of(event);
  for (std::size_t i = 0; i < args.size(); ++i) add(i, args[i]);
  for (const Part& part : parts_) {
    if (part.scalar) scalars_.emplace_back(part.scalar, part.scalar->derivative);
    if (part.dat)
      borrowed_.push_back({part.dat, std::exchange(part.dat->field, {part.dat->layout, part.dat->name}),
                           std::exchange(part.dat->tangent, {part.dat->layout, part.dat->name})});
  }
}

LoopProducts::~LoopProducts() {
  tape_.switches.postpone = postpone_;
  tape_.recording.tangents = std::move(tangents_);
  for (auto& [scalar, derivative] : scalars_) scalar->derivative = std::move(derivative);
  for (Borrowed& b : borrowed_) {
    b.dat->field = std::move(b.field);
    b.dat->tangent = std::move(b.tangent);
  }
}

/// Several arguments may be of one part.
Part& LoopProducts::part_of(const EventArg& arg) {
  const auto same = [&](const Part& p) {
    return p.dat == arg.dat && p.reduction == arg.reduction && p.scalar == arg.scalar;
  };
  const auto part = std::ranges::find_if(parts_, same);
  return part == parts_.end() ? parts_.emplace_back(Part{arg.dat, arg.reduction, arg.scalar}) : *part;
}

void LoopProducts::add_dat(Part& part, std::size_t i, const EventArg& arg) const {
  const ArgFacts& facts = event_.call->implementation->args[i];
  const ArgView& shape = tape_.recording.events.shapes[arg.shape];
  for (const auto& offsets : {std::span<const Index>{}, facts.reads, facts.offsets})
    part.cells =
        hull(part.cells, intersection(footprint(shape, event_.call->range, offsets), arg.dat->layout.allocated));
  if (part.reader < 0 && !facts.reads.empty()) part.reader = static_cast<int>(i);
  if (part.writer < 0 && facts.written) part.writer = static_cast<int>(i);
}

void LoopProducts::add(std::size_t i, const EventArg& arg) {
  if (arg.dat && arg.dat->active) add_dat(part_of(arg), i, arg);
  if (arg.scalar && arg.target) part_of(arg).reader = static_cast<int>(i);
  if (arg.reduction && arg.seed && !arg.extremum) part_of(arg).writer = static_cast<int>(i);
}

Parts LoopProducts::random(Random& random) const {
  Parts all;
  for (const Part& part : parts_) random.fill(part.type(), all.emplace_back(part.bytes()).data(), part.bytes());
  return all;
}

void LoopProducts::clear() {
  for (const Borrowed& b : borrowed_) {
    b.dat->field.clear();
    b.dat->tangent.clear();
  }
}

void LoopProducts::set(AdjointField& field, const Part& part, const std::vector<std::byte>& values) const {
  if (values.empty()) return;
  field.read(part.cells, memory_);
  write_cells(field.buffer(), values.data(), part.dat->layout, part.cells);
}

std::vector<std::byte> LoopProducts::get(AdjointField& field, const Part& part) const {
  if (field.zero_on(part.cells)) return {};
  field.read(part.cells, memory_);
  std::vector<std::byte> values(part.bytes());
  read_cells(values.data(), field.buffer(), part.dat->layout, part.cells);
  return values;
}

Parts LoopProducts::tangent(const Parts& direction) {
  clear();
  TangentSweep sweep(tape_);
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    if (parts_[k].dat) set(parts_[k].dat->tangent, parts_[k], direction[k]);
    if (parts_[k].scalar) sweep.direction_of(parts_[k].scalar) = direction[k];
    if (parts_[k].reduction && !direction[k].empty()) sweep.sum_of(parts_[k].reduction) = direction[k];
  }
  sweep.loop(event_);
  Parts after;
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Part& part = parts_[k];
    after.push_back(part.dat      ? get(part.dat->tangent, part)
                    : part.scalar ? direction[k]
                                  : sweep.sum_of(part.reduction));
  }
  return after;
}

Parts LoopProducts::adjoint(const Parts& seed) {
  clear();
  Sweep sweep = tape_.sweep();
  for (std::size_t k = 0; k < parts_.size(); ++k) {
    const Part& part = parts_[k];
    if (part.dat) set(part.dat->field, part, seed[k]);
    const std::vector<std::byte> bytes = seed[k].empty() ? std::vector<std::byte>(part.bytes()) : seed[k];
    if (part.reduction) sweep.seed(part.reduction) = bytes;
    if (part.scalar) part.scalar->derivative = bytes;
  }
  sweep.reverse_alone(event_);
  Parts before;
  for (const Part& part : parts_)
    before.push_back(part.dat      ? get(part.dat->field, part)
                     : part.scalar ? part.scalar->derivative
                                   : sweep.seed(part.reduction));
  return before;
}

Sum LoopProducts::product(const Parts& a, const Parts& b) const {
  Sum sum;
  for (std::size_t k = 0; k < parts_.size(); ++k)
    if (!a[k].empty() && !b[k].empty()) add_products(sum, parts_[k].type(), a[k].data(), b[k].data(), a[k].size());
  return sum;
}

}  // namespace ops
