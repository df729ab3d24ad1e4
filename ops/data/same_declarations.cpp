// ops/data/same_declarations.cpp: compares one checksum per process, and the texts only if the checksums differ.
#include "ops/data/same_declarations.hpp"

#include <limits>
#include <sstream>
#include <utility>

#include "ops/support/broadcast.hpp"
#include "ops/support/checksum.hpp"
#include "ops/support/error.hpp"

namespace ops {
namespace {

/// One declaration. The name is for the message.
struct Declared {
  std::string name, shape;
};

std::string shape_of(const ops_dat_core& dat) {
  std::ostringstream text;
  text << "a dataset of " << type_name(dat.element) << " with dim " << dat.dim << " on "
       << range_text(dat.layout.interior, dat.layout.dims) << " (with halos "
       << range_text(dat.layout.allocated, dat.layout.dims) << ") in block " << dat.block->index;
  for (int axis = 0; axis < dat.layout.dims; ++axis)
    if (dat.stride[axis] != 1) text << ", stride " << dat.stride[axis] << " along axis " << axis;
  return text.str();
}

std::vector<Declared> declarations(const Context& context) {
  std::vector<Declared> all;
  for (const auto& block : context.blocks)
    all.push_back({block->name_storage, "a block with dims " + std::to_string(block->dims)});
  for (const auto& dat : context.dats)
    if (dat) all.push_back({dat->name_storage, shape_of(*dat)});
  for (const auto& handle : context.reductions)
    all.push_back({handle->name, "a reduction of " + std::to_string(handle->size) + " bytes"});
  for (const auto& scalar : context.scalars)
    all.push_back({scalar->name_storage, "a scalar of " + std::string(type_name(scalar->element)) + " with dim " +
                                             std::to_string(scalar->dim)});
  return all;
}

std::string shapes_of(const std::vector<Declared>& all) {
  std::string text;
  for (const Declared& one : all) text += one.shape + '\n';
  return text;
}

bool same_on_all(std::string_view mine, const Communicator& communicator) {
  const auto number = static_cast<std::int64_t>(checksum(std::as_bytes(std::span(mine))) >> 1);
  return communicator.least(number) == -communicator.least(-number);
}

}  // namespace

void require_same_declarations(const Context& context, const Communicator& communicator, Where where) {
  const std::vector<Declared> mine = declarations(context);
  const std::string shapes = shapes_of(mine);
  if (same_on_all(shapes, communicator)) return;
  std::vector<std::string> first;  // the shapes on process 0
  for (std::istringstream lines(text_of_first(communicator, shapes)); std::getline(lines, first.emplace_back());) {}
  first.pop_back();

  std::size_t at = 0;
  while (at < std::min(mine.size(), first.size()) && mine[at].shape == first[at]) ++at;
  const bool differs = at < std::max(mine.size(), first.size());
  const auto earliest =
      communicator.least(differs ? static_cast<std::int64_t>(at) : std::numeric_limits<std::int64_t>::max());
  std::string difference;
  if (std::cmp_equal(at, earliest) && differs) {
    const std::string here = at < mine.size() ? "'" + mine[at].name + "', " + mine[at].shape : "nothing";
    difference = "process " + std::to_string(communicator.rank()) + " declares " + here +
                 ", where process 0 declares " + (at < first.size() ? first[at] : "nothing");
  }
  throw error_at(OPS_INVALID_ARGUMENT, "ops_partition", where)
      << "processes have different declarations: " << text_of_any(communicator, difference)
      << "; all processes must make the same declarations in the same order";
}

}  // namespace ops
