// ops/data/make_dat.cpp: declares datasets: checks, layout, memory, initial values.
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/data/machine.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/data/passes.hpp"

namespace ops {
namespace {

void require_arrays(const DatRequest& request, const std::string& what, Where where) {
  const char* missing = request.size == nullptr   ? "size"
                        : request.base == nullptr ? "base"
                        : request.d_m == nullptr  ? "d_m"
                        : request.d_p == nullptr  ? "d_p"
                                                  : nullptr;
  if (missing != nullptr) throw invalid(what, where) << "the array '" << missing << "' is null";
}

void require_extents(const DatRequest& request, int dims, const std::string& what, Where where) {
  for (int axis = 0; axis < dims; ++axis) {
    if (request.size[axis] < 1)
      throw invalid(what, where) << "the size is " << request.size[axis] << " on axis " << axis
                                 << "; it must be at least 1";
    if (request.d_m[axis] > 0)
      throw invalid(what, where) << "d_m is " << request.d_m[axis] << " on axis " << axis
                                 << "; it must not be positive";
    if (request.d_p[axis] < 0)
      throw invalid(what, where) << "d_p is " << request.d_p[axis] << " on axis " << axis
                                 << "; it must not be negative";
    if (request.stride != nullptr && request.stride[axis] < 1)
      throw invalid(what, where) << "has stride " << request.stride[axis] << " on axis " << axis
                                 << "; at least 1 is needed";
  }
}

std::string check(ops_block block, const DatRequest& request, Where where) {
  if (request.name == nullptr || *request.name == '\0') throw invalid(request.call, where) << "a dataset needs a name";
  const std::string what = std::string(request.call) + ": dataset '" + request.name + "'";
  if (!alive(block))
    throw invalid(what, where) << (block == nullptr ? "its block is null" : "its block no longer exists (ops_exit?)");
  if (request.dim < 1)
    throw invalid(what, where) << "the dataset has " << request.dim << " components; at least one is needed";
  require_arrays(request, what, where);
  require_extents(request, block->dims, what, where);
  return what;
}

bool structure_of_arrays(const Context& context, const char* type) {
  return context.OPS_soa != 0 || std::string_view(type).ends_with(":soa");
}

/// Of what this process has of a dataset that several have parts of: rows as they lie.
void publish_part(ops_dat_core& dat) {
  const Layout& layout = dat.layout;
  const Box own = own_cells(layout, layout.interior);
  for (int axis = 0; axis < layout.dims; ++axis) {
    const auto d = static_cast<std::size_t>(axis);
    dat.size[axis] =
        static_cast<int>(axis + 1 < layout.dims ? layout.pitch[d + 1] / layout.pitch[d] : layout.held.extent(axis));
    dat.d_m[axis] = own.empty() ? 0 : layout.held.lo[d] - own.lo[d];
    dat.d_p[axis] = own.empty() ? 0 : dat.size[axis] - (own.hi[d] - layout.held.lo[d]);
  }
}

/// The fields that applications read, from the layout.
void publish_layout(ops_dat_core& dat, const std::string& what) {
  const Layout& layout = dat.layout;
  for (int axis = 0; axis < layout.dims; ++axis) {
    dat.size[axis] = layout.allocated.extent(axis);
    dat.base[axis] = layout.interior.lo[axis];
    dat.d_m[axis] = layout.allocated.lo[axis] - layout.interior.lo[axis];
    dat.d_p[axis] = layout.allocated.hi[axis] - layout.interior.hi[axis];
  }
  dat.x_pad = 0;
  dat.mem = layout.bytes;
  dat.base_offset = static_cast<std::size_t>(cell(layout, layout.interior.lo) - first_cell(layout)) * layout.element;
  if (layout.placement.decomposition != nullptr) return publish_part(dat);
  const std::ptrdiff_t row = layout.dims > 1 ? layout.pitch[1] / layout.pitch[0]
                             : layout.soa()  ? layout.component
                                             : dat.size[0];
  if (row > std::numeric_limits<int>::max())
    throw OPSException(OPS_INVALID_ARGUMENT)
        << what << ": a row has " << row << " cells, including padding; at most 2^31 - 1 are supported";
  dat.x_pad = static_cast<int>(row) - dat.size[0];
  dat.size[0] = static_cast<int>(row);
  dat.d_p[0] += dat.x_pad;
}

/// Zero everywhere (padding included), then the user's cells; the first touch is spread like later loops.
/// @param packed  the components of a cell together, whatever the layout
void first_values(ops_dat_core& dat, const void* data, bool packed) {
  const Layout& layout = dat.layout;
  dat.buffer->machine->fill_bytes(dat.buffer, std::byte{});
  if (data == nullptr) return;
  dat.reducing = OPS_WRITE;
  dat.buffer->machine->write(dat.buffer, layout, layout.allocated, static_cast<const std::byte*>(data),
                             layout.soa() && !packed);
}

ops_dat enter(Context& context, std::unique_ptr<ops_dat_core> dat) {
  dat->instance = context.self;
  dat->name = dat->name_storage.c_str();
  dat->type = dat->type_storage.c_str();
  if (context.vacant.empty()) {
    context.vacant.push_back(static_cast<int>(context.dats.size()));
    context.dats.emplace_back();
  }
  dat->index = context.vacant.back();
  context.vacant.pop_back();
  return (context.dats[static_cast<std::size_t>(dat->index)] = std::move(dat)).get();
}

/// Which cells this process has, memory for them, and their first values.
void take_place(Context& context, ops_dat_core& dat, const void* data, const std::string& what, bool packed = false) {
  if (dat.block->decomposition != nullptr) {
    Placement placement{.decomposition = dat.block->decomposition};
    std::copy_n(dat.stride, dat.layout.dims, placement.stride.begin());
    place(dat.layout, dat.layout.soa(), placement, what);
    publish_layout(dat, what);
  }
  dat.adopt(context.pool.take(dat.layout.bytes, what));
  first_values(dat, data, packed);
}

/// Until all datasets of its block are known.
void wait_for_place(Context& context, ops_dat dat, const void* data, const std::string& what) {
  UnplacedDat& waiting = context.unplaced.emplace_back(UnplacedDat{dat, {}, false, what});
  dat->buffer = std::make_shared<Buffer>(Buffer{nullptr, 0, &context.pool.machine()});
  if (data == nullptr) return;
  const auto* const bytes = static_cast<const std::byte*>(data);
  waiting.data.assign(bytes, bytes + static_cast<std::size_t>(dat->layout.allocated.volume()) *
                                         static_cast<std::size_t>(dat->elem_size));
}

/// Cells of all datasets of a block, of the finest level, without halos; none without datasets.
Box extents_of(const Context& context, const ops_block_core& block) {
  Box all = Box::none();
  for (const auto& dat : context.dats) {
    if (!dat || dat->block != &block) continue;
    Box cells = dat->layout.interior;
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(block.dims); ++axis) {
      cells.lo[axis] *= dat->stride[axis];
      cells.hi[axis] *= dat->stride[axis];
    }
    all = hull(all, cells);
  }
  return all;
}

/// Cells that stencils reach; one more where a finer level reads a coarser one.
int reach_of(const Context& context) {
  int reach = 1;
  for (const auto& stencil : context.stencils)
    for (const Index& offset : stencil->offsets)
      for (const int by : offset) reach = std::max(reach, std::abs(by) + (stencil->type == 1 ? 1 : 0));
  return reach;
}

/// The program's options for one block: of a list with commas its own entry, "0" behind the last; a single number is
/// for all blocks.
std::map<std::string, std::string> words_of(const Context& context, const ops_block_core& block) {
  std::map<std::string, std::string> words = context.options.words;
  for (auto& [word, value] : words) {
    if (!(word.starts_with("OPS_FORCE_DECOMP_") || word == "OPS_PROCESSES_PER_BLOCK") ||
        value.find(',') == std::string::npos)
      continue;
    std::istringstream entries(std::exchange(value, "0"));
    std::string entry;
    for (int index = 0; std::getline(entries, entry, ','); ++index)
      if (index == block.index) value = entry;
  }
  return words;
}

void divide(Context& context, ops_block_core& block) {
  const Box cells = extents_of(context, block);
  if (!cells.empty())
    block.decomposition = context.pool.machine().divide(block.dims, cells, reach_of(context), words_of(context, block));
}

constexpr std::size_t most_freed = 1024;  ///< datasets; a handle that is stale for longer may not be recognised

/// Lets the oldest go that no halo refers to.
void bound_freed(Context& context) {
  if (context.freed.size() <= most_freed) return;
  const auto named = [&](const auto& dat) {
    return std::ranges::any_of(context.halos,
                               [&](const auto& halo) { return halo->from == dat.get() || halo->to == dat.get(); });
  };
  const auto oldest = std::ranges::find_if_not(context.freed, named);
  if (oldest != context.freed.end()) context.freed.erase(oldest);
}

}  // namespace

ops_dat declare_dat(ops_block block, const DatRequest& request, Where where) {
  const std::string what = check(block, request, where);
  const Element element = agreed_element(what, request.type, request.element, where);
  if (element.bytes > static_cast<std::size_t>(std::numeric_limits<int>::max() / request.dim))
    throw invalid(what, where) << "the dataset has " << request.dim << " components of " << element.bytes
                               << " bytes; a cell may have at most 2^31 bytes";
  Context& context = *block->context;
  auto dat = std::make_unique<ops_dat_core>();
  dat->block = block;
  dat->dim = request.dim;
  dat->element = element.type;
  dat->type_size = static_cast<int>(element.bytes);
  dat->elem_size = dat->dim * dat->type_size;
  dat->passive = request.passive;
  dat->name_storage = request.name;
  dat->type_storage = request.type;
  std::copy_n(request.stride == nullptr ? dat->stride : request.stride, block->dims, dat->stride);
  const bool soa = request.dim > 1 && structure_of_arrays(context, request.type);
  const std::string place_and_call = place(where) + ": " + what;
  dat->layout =
      make_layout({block->dims, request.dim, element.bytes, request.size, request.base, request.d_m, request.d_p, soa},
                  place_and_call);
  publish_layout(*dat, place_and_call);
  const bool waits = context.pool.machine().divides() && block->decomposition == nullptr;
  if (!waits) take_place(context, *dat, request.data, place_and_call);
  const ops_dat handle = enter(context, std::move(dat));
  if (waits) wait_for_place(context, handle, request.data, place_and_call);
  return handle;
}

ops_dat declare_dat_like(ops_dat like, const std::string& name) {
  auto dat = std::make_unique<ops_dat_core>();
  dat->block = like->block;
  dat->dim = like->dim;
  dat->element = like->element;
  dat->type_size = like->type_size;
  dat->elem_size = like->elem_size;
  dat->passive = like->passive;
  dat->name_storage = name;
  dat->type_storage = like->type_storage;
  std::copy_n(like->stride, like->layout.dims, dat->stride);
  dat->layout = like->layout;
  publish_layout(*dat, name);
  Context& context = *like->block->context;
  take_place(context, *dat, nullptr, "dataset '" + name + "'");
  return enter(context, std::move(dat));
}

bool keep_for_place(ops_dat dat, std::vector<std::byte>& values) {
  auto& unplaced = dat->block->context->unplaced;
  const auto waiting = std::ranges::find(unplaced, dat, &UnplacedDat::dat);
  if (waiting == unplaced.end()) return false;
  waiting->data = std::move(values);
  waiting->packed = true;
  return true;
}

void place_dats(Context& context) {
  if (context.unplaced.empty()) return;
  for (const auto& block : context.blocks)
    if (block->decomposition == nullptr) divide(context, *block);
  for (const UnplacedDat& one : context.unplaced)
    take_place(context, *one.dat, one.data.empty() ? nullptr : one.data.data(), one.what, one.packed);
  context.unplaced.clear();
}

void free_dat(Context& context, ops_dat dat, Where where) {
  const auto owned =
      std::find_if(context.dats.begin(), context.dats.end(), [&](const auto& one) { return one.get() == dat; });
  if (dat == nullptr || owned == context.dats.end())
    throw error_at(OPS_INVALID_ARGUMENT, "ops_free_dat", where)
        << "this is not a dataset of this instance: it is null or has already been freed";
  dat->adopt(nullptr);
  dat->derivative = nullptr;
  dat->raw_out = dat->raw_derivative_out = 0;
  dat->let_go();
  context.vacant.push_back(dat->index);
  context.freed.push_back(std::move(*owned));
  bound_freed(context);
}

}  // namespace ops
