// ops/files/formats/hdf5/array.cpp: reads and writes arrays piece by piece, so that writing needs no second copy of a
// dataset.
#include "ops/files/formats/hdf5/array.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "ops/files/formats/hdf5/by_one.hpp"
#include "ops/files/formats/hdf5/file.hpp"

namespace ops::h5 {
namespace {

constexpr std::size_t piece_bytes = std::size_t{64} << 20;
constexpr hsize_t chunk_cells = 1 << 17;  ///< of a compressed array, unless the user says otherwise

std::string extents_text(const Extents& extents) {
  std::string text;
  for (const hsize_t extent : extents) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text.empty() ? "a single value" : text;
}

/// Axes of the array, slowest first.
std::vector<int> axes_of(const Cut& cut) {
  std::vector<int> axes;
  for (int axis = cut.dat->block->dims - 1; axis >= 0; --axis)
    if (axis != cut.without) axes.push_back(axis);
  return axes;
}

/// A chunk: `storage.chunk` cells along each axis, or for compression whole rows and planes up to a size.
Extents chunk_of(const Storage& storage, const Extents& extents, hsize_t components) {
  Extents chunk(extents.size(), 1);
  hsize_t left = chunk_cells;
  for (std::size_t i = extents.size(); i-- > 0;) {
    const hsize_t unit = i + 1 == extents.size() ? components : 1;
    const hsize_t cells = storage.chunk > 0 ? static_cast<hsize_t>(storage.chunk) : std::max<hsize_t>(left, 1);
    chunk[i] = std::max<hsize_t>(1, std::min(extents[i], cells * unit));
    left /= std::max<hsize_t>(chunk[i] / unit, 1);
  }
  return chunk;
}

/// Compressed arrays always are.
bool chunked(const Storage& storage) { return storage.chunk > 0 || storage.compression > 0; }

Handle creation_list(const Task& task, const Storage& storage, const Extents& extents, hsize_t components) {
  const std::string doing = "describing how an array is stored";
  Handle list = opened(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, task, doing);
  require(H5Pset_obj_track_times(list, false) >= 0, task, doing);  // equal runs write equal files
  if (!chunked(storage) || extents.empty()) return list;
  const Extents chunk = chunk_of(storage, extents, components);
  require(H5Pset_chunk(list, static_cast<int>(chunk.size()), chunk.data()) >= 0, task, doing);
  if (storage.compression <= 0) return list;
  if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0)
    throw task.error() << "the file cannot be compressed, because this HDF5 library has no deflate filter";
  require(H5Pset_shuffle(list) >= 0 && H5Pset_deflate(list, static_cast<unsigned>(storage.compression)) >= 0, task,
          doing);
  return list;
}

Extents extents_in(const Task& task, hid_t array) {
  const Handle space = opened(H5Dget_space(array), H5Sclose, task, "reading the shape of an array");
  const int rank = H5Sget_simple_extent_ndims(space);
  Extents extents(static_cast<std::size_t>(std::max(rank, 0)));
  require(rank >= 0 && H5Sget_simple_extent_dims(space, extents.data(), nullptr) >= 0, task,
          "reading the shape of an array");
  return extents;
}

bool stored_alike(hid_t a, hid_t b, std::size_t rank) {
  if (H5Pget_layout(a) != H5Pget_layout(b) || H5Pget_nfilters(a) != H5Pget_nfilters(b)) return false;
  if (H5Pget_layout(a) != H5D_CHUNKED) return H5Pget_layout(a) == H5D_CONTIGUOUS && H5Pget_external_count(a) == 0;
  Extents first(rank), second(rank);
  const int length = static_cast<int>(rank);
  return H5Pget_chunk(a, length, first.data()) == length && H5Pget_chunk(b, length, second.data()) == length &&
         first == second;
}

/// Whether the values can go where the old ones are: then the file does not grow.
bool fits(const Task& task, hid_t old, hid_t type, hid_t list, const Extents& extents) {
  H5O_info_t info;
  if (H5Oget_info2(old, &info, H5O_INFO_BASIC) < 0 || info.rc != 1) return false;
  const Handle old_type(H5Dget_type(old), H5Tclose), old_list(H5Dget_create_plist(old), H5Pclose);
  return H5Tequal(old_type, type) > 0 && stored_alike(old_list, list, extents.size()) &&
         extents_in(task, old) == extents;
}

/// An array being written, which has its name once everything is in it.
struct Target {
  Handle array;
  bool fresh = true;
};

Target target_at(const Task& task, hid_t file, const std::string& path, hid_t type, hid_t list,
                 const Extents& extents) {
  const H5O_type_t kind = kind_at(file, path);
  if (kind != H5O_TYPE_UNKNOWN && kind != H5O_TYPE_DATASET)
    throw task.error() << "'" << path << "' exists but is not a dataset; it was left unchanged";
  if (kind == H5O_TYPE_DATASET && !is_soft(file, path)) {
    Handle old = open_array(task, file, path);
    if (fits(task, old, type, list, extents)) return {std::move(old), false};
  }
  const Handle space =
      opened(extents.empty() ? H5Screate(H5S_SCALAR)
                             : H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr),
             H5Sclose, task, "describing the array '" + path + "'");
  return {
      opened(H5Dcreate_anon(file, type, space, list, H5P_DEFAULT), H5Dclose, task, "creating the array '" + path + "'"),
      true};
}

Handle name_it(const Task& task, hid_t file, const std::string& path, Target target) {
  if (!target.fresh) return std::move(target.array);
  const std::string doing = "naming the array '" + path + "'";
  const auto divide = path.rfind('/');
  if (divide != std::string::npos && divide > 0) group_at(task, file, path.substr(0, divide));
  if (H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0)
    require(H5Ldelete(file, path.c_str(), H5P_DEFAULT) >= 0, task, doing);
  require(H5Olink(target.array, file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT) >= 0, task, doing);
  return std::move(target.array);
}

/// Layers of the slowest axis of `cut` that are written at once, a multiple of those of a chunk.
int layers_at_once(const Cut& cut, int slowest, const Storage& storage, const Extents& extents) {
  const std::size_t layer = bytes_of(cut) / static_cast<std::size_t>(cut.box.extent(slowest));
  const auto chunk = chunked(storage) ? chunk_of(storage, extents, static_cast<hsize_t>(cut.dat->dim))[0] : 1;
  const std::size_t pieces = std::max<std::size_t>(1, piece_bytes / std::max<std::size_t>(1, layer * chunk));
  return static_cast<int>(std::min<std::size_t>(pieces * chunk, static_cast<std::size_t>(cut.box.extent(slowest))));
}

void write_piece(const Task& task, hid_t array, const Cut& cut, hsize_t first, std::byte* staging) {
  const std::string doing = "writing dataset '" + std::string(cut.dat->name) + "'";
  read_cut(task, cut, staging);
  const Extents count = extents_of(cut);
  Extents start(count.size(), 0);
  if (!start.empty()) start[0] = first;
  const Handle in_file = opened(H5Dget_space(array), H5Sclose, task, doing);
  const Handle in_memory =
      opened(H5Screate_simple(static_cast<int>(count.size()), count.data(), nullptr), H5Sclose, task, doing);
  require(H5Sselect_hyperslab(in_file, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >= 0, task, doing);
  require(H5Dwrite(array, memory_type(task, component_of(cut.dat)), in_memory, in_file, H5P_DEFAULT, staging) >= 0,
          task, doing);
}

void write_pieces(const Task& task, const Storage& storage, hid_t array, const Cut& cut) {
  const std::vector<int> axes = axes_of(cut);
  const auto slowest = static_cast<std::size_t>(axes.empty() ? 0 : axes[0]);
  const hsize_t unit = slowest == 0 ? static_cast<hsize_t>(cut.dat->dim) : 1;
  const int layers = layers_at_once(cut, static_cast<int>(slowest), storage, extents_of(cut));
  Cut piece = cut;
  piece.box.hi[slowest] = std::min(cut.box.hi[slowest], cut.box.lo[slowest] + layers);
  const auto staging = std::make_unique_for_overwrite<std::byte[]>(bytes_of(piece));
  for (; piece.box.lo[slowest] < cut.box.hi[slowest]; piece.box.lo[slowest] = piece.box.hi[slowest]) {
    piece.box.hi[slowest] = std::min(cut.box.hi[slowest], piece.box.lo[slowest] + layers);
    write_piece(task, array, piece, static_cast<hsize_t>(piece.box.lo[slowest] - cut.box.lo[slowest]) * unit,
                staging.get());
  }
}

}  // namespace

Component component_of(ops_dat dat) {
  return {dat->element, static_cast<std::size_t>(dat->type_size), without_layout(dat->type)};
}

Extents extents_of(const Cut& cut) {
  Extents extents;
  for (const int axis : axes_of(cut)) extents.push_back(static_cast<hsize_t>(cut.box.extent(axis)));
  if (extents.empty()) extents.push_back(1);
  extents.back() *= static_cast<hsize_t>(cut.dat->dim);
  return extents;
}

std::size_t room_of(const Storage& storage, const Cut& cut) {
  constexpr std::size_t entry = 256;  // in the index of chunks, which is a tree of pages that are half full
  if (!chunked(storage)) return bytes_of(cut);
  const auto components = static_cast<hsize_t>(cut.dat->dim);
  const Extents extents = extents_of(cut), chunk = chunk_of(storage, extents, components);
  std::size_t chunks = 1, bytes = static_cast<std::size_t>(cut.dat->type_size);
  for (std::size_t i = 0; i < extents.size(); ++i) {
    chunks *= (extents[i] + chunk[i] - 1) / chunk[i];
    bytes *= chunk[i];
  }
  return chunks * (bytes + bytes / 64 + entry);  // what cannot be compressed gets a little longer
}
std::size_t bytes_of(const Cut& cut) {
  return static_cast<std::size_t>(cut.box.volume()) * static_cast<std::size_t>(cut.dat->elem_size);
}

Handle write_array(const Task& task, const Storage& storage, hid_t file, const std::string& path, const Cut& cut) {
  const Extents extents = extents_of(cut);
  const Handle type = file_type(task, component_of(cut.dat), cut.bits);
  const Handle list = creation_list(task, storage, extents, static_cast<hsize_t>(cut.dat->dim));
  Target target = target_at(task, file, path, type, list, extents);
  write_pieces(task, storage, target.array, cut);
  return name_it(task, file, path, std::move(target));
}

Handle write_numbers(const Task& task, hid_t file, const std::string& path, const Component& component,
                     const Extents& extents, const void* values) {
  const Handle type = memory_type(task, component), list = creation_list(task, {}, extents, 1);
  Target target = target_at(task, file, path, type, list, extents);
  require(H5Dwrite(target.array, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, task, "writing '" + path + "'");
  return name_it(task, file, path, std::move(target));
}

Handle open_array(const Task& task, hid_t file, const std::string& path) {
  const H5O_type_t kind = kind_at(file, path);
  if (kind == H5O_TYPE_UNKNOWN) throw task.error() << "has no dataset '" << path << "'";
  if (kind != H5O_TYPE_DATASET) throw task.error() << "'" << path << "' is not a dataset";
  return opened(H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose, task, "opening the dataset '" + path + "'");
}

void require_extents(const Task& task, const Object& array, const Extents& extents) {
  const Extents there = extents_in(task, array.id);
  if (there != extents)
    throw task.error() << "'" << array.path << "' has " << extents_text(there) << " values; " << extents_text(extents)
                       << " are needed";
}

void read_numbers(const Task& task, const Object& array, const Component& component, const Extents& extents,
                  void* values) {
  const std::string doing = "reading '" + array.path + "'";
  const Handle found = opened(H5Dget_type(array.id), H5Tclose, task, doing);
  require_type(task, array.path, found, component);
  require_extents(task, array, extents);
  require(H5Dread(array.id, reading_type(task, found, component), H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0, task,
          doing);
  if (component.type != Type::boolean) return;
  auto* bytes = static_cast<unsigned char*>(values);
  const std::size_t count = std::accumulate(extents.begin(), extents.end(), std::size_t{1}, std::multiplies{});
  // a bool can be nothing else
  std::transform(bytes, bytes + count, bytes, [](unsigned char byte) { return byte != 0; });
}

}  // namespace ops::h5
