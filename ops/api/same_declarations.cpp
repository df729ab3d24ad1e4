// ops/api/same_declarations.cpp: compares one checksum per process, and the texts only if the checksums differ.
#include "ops/api/same_declarations.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <sstream>
#include <utility>

#include "ops/support/broadcast.hpp"
#include "ops/support/error.hpp"

namespace ops {
namespace {

/// The name is only for the message. After the declarations of one kind comes "no more" of it, without a name.
struct Declaration {
  std::string name, shape;
};

std::string shape_of(const ops_dat_core& dat) {
  std::ostringstream text;
  text << (dat.passive ? "a passive dataset of " : "a dataset of ") << type_name(dat.element) << " (" << dat.type_size
       << " bytes) with dim " << dat.dim << " on " << range_text(dat.layout.interior, dat.layout.dims)
       << " (with halos " << range_text(dat.layout.allocated, dat.layout.dims) << ") in block " << dat.block->index;
  for (int axis = 0; axis < dat.layout.dims; ++axis)
    if (dat.stride[axis] != 1) text << ", stride " << dat.stride[axis] << " along axis " << axis;
  return text.str();
}

std::string shape_of(const ops_scalar_core& scalar) {
  return std::string(scalar.passive ? "a passive scalar of " : "a scalar of ") + type_name(scalar.element) +
         " with dim " + std::to_string(scalar.dim);
}

std::vector<Declaration> declarations(const Context& context) {
  std::vector<Declaration> all;
  for (const auto& block : context.blocks)
    all.push_back({block->name, "a block with dims " + std::to_string(block->dims)});
  all.push_back({"", "no more blocks"});
  for (const auto& dat : context.dats)
    if (dat) all.push_back({dat->name, shape_of(*dat)});
  all.push_back({"", "no more datasets"});
  for (const auto& handle : context.reductions)
    all.push_back({handle->name_storage, "a reduction of " + std::to_string(handle->size) + " bytes"});
  all.push_back({"", "no more reductions"});
  for (const auto& scalar : context.scalars) all.push_back({scalar->name, shape_of(*scalar)});
  all.push_back({"", "no more scalars"});
  return all;
}

std::string shapes_of(const std::vector<Declaration>& all) {
  std::string text;
  for (const Declaration& one : all) text += one.shape + '\n';
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string one; std::getline(in, one);) lines.push_back(one);
  return lines;
}

}  // namespace

void require_same_declarations(const Context& context, const Communicator& communicator, Where where) {
  const std::vector<Declaration> mine = declarations(context);
  const std::string shapes = shapes_of(mine);
  if (same_on_all(communicator, std::as_bytes(std::span(shapes)))) return;
  const std::vector<std::string> first = lines_of(text_of_first(communicator, shapes));  // of process 0
  std::size_t at = 0;
  while (at < std::min(mine.size(), first.size()) && mine[at].shape == first[at]) ++at;
  const bool differs = at < mine.size();
  const auto earliest =
      communicator.least(differs ? static_cast<std::int64_t>(at) : std::numeric_limits<std::int64_t>::max());
  std::string difference;
  if (differs && std::cmp_equal(at, earliest)) {
    const std::string name = mine[at].name.empty() ? "" : "'" + mine[at].name + "', ";
    difference = "process " + std::to_string(communicator.rank()) + " declares " + name + mine[at].shape +
                 ", where process 0 declares " + first[at];
  }
  throw error_at(OPS_INVALID_ARGUMENT, "ops_partition", where)
      << "processes have different declarations: " << text_of_any(communicator, difference)
      << "; all processes must make the same declarations in the same order";
}

}  // namespace ops
