// ops/files/formats/hdf5/virtual_array.cpp: selects the interiors of arrays.
#include "ops/files/formats/hdf5/virtual_array.hpp"

#include <algorithm>

#include "ops/files/formats/hdf5/file.hpp"

namespace ops::h5 {
namespace {

const std::string describing = "describing a virtual array";

Handle space_of(const Task& task, const Extents& extents, const Extents& most) {
  return opened(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), most.data()), H5Sclose, task,
                describing);
}

/// The whole array of `dat` with its interior selected.
Handle interior_of(const Task& task, ops_dat dat) {
  const Extents whole = extents_of({dat, dat->layout.allocated}), count = extents_of({dat, dat->layout.interior});
  Extents start;
  for (int axis = dat->block->dims - 1; axis >= 0; --axis)
    start.push_back(static_cast<hsize_t>(dat->layout.interior.lo[static_cast<std::size_t>(axis)] -
                                         dat->layout.allocated.lo[static_cast<std::size_t>(axis)]));
  start.back() *= static_cast<hsize_t>(dat->dim);
  Handle space = space_of(task, whole, whole);
  require(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >= 0, task,
          describing);
  return space;
}

/// z, y, x of the interior.
Extents grid_extents(ops_dat dat) {
  Extents extents;
  for (int axis = 2; axis >= 0; --axis)
    extents.push_back(axis < dat->block->dims ? static_cast<hsize_t>(dat->layout.interior.extent(axis)) : 1);
  return extents;
}

int rank_of(hid_t space) { return std::max(H5Sget_simple_extent_ndims(space), 0); }

/// "5 x 4 cells", axis 0 first; "(.., 3 components)" if there are several.
std::string step_text(Extents extents, ops_dat dat) {
  std::string components;
  if (dat->dim > 1 && !extents.empty()) {
    components = ", " + std::to_string(extents.back()) + " components";
    extents.pop_back();
  }
  std::string text;
  for (auto extent = extents.rbegin(); extent != extents.rend(); ++extent)
    text += (text.empty() ? "" : " x ") + std::to_string(*extent);
  return (text.empty() ? "1" : text) + " cells" + components;
}

/// Several steps: 1, then z, y and x without the axes that have a single point, and, where there are several,
/// components.
Extents step_extents(ops_dat dat, bool in_cells) {
  Extents extents{1};
  for (int axis = dat->block->dims - 1; axis >= 0; --axis)
    if (in_cells || dat->layout.interior.extent(axis) > 1)
      extents.push_back(static_cast<hsize_t>(dat->layout.interior.extent(axis)));
  if (dat->dim > 1) extents.push_back(static_cast<hsize_t>(dat->dim));
  return extents;
}

Handle creation_list(const Task& task) {
  Handle list = opened(H5Pcreate(H5P_DATASET_CREATE), H5Pclose, task, describing);
  require(H5Pset_obj_track_times(list, false) >= 0, task, describing);
  return list;
}

void make(const Task& task, hid_t file, const std::string& path, hid_t type, hid_t space, hid_t list) {
  const std::string making = "making '" + path + "'";
  group_at(task, file, path.substr(0, path.rfind('/')));
  const Handle array = opened(H5Dcreate_anon(file, type, space, list, H5P_DEFAULT), H5Dclose, task, making);
  if (exists(file, path)) take_name_away(task, file, path);
  require(H5Olink(array, file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT) >= 0, task, making);
}

Handle open_series(const Task& task, hid_t file, const std::string& path, Extents& extents) {
  Handle array = open_array(task, file, path);
  const Handle space = opened(H5Dget_space(array), H5Sclose, task, "opening '" + path + "'");
  if (H5Sget_simple_extent_ndims(space) != 1) throw task.error() << "'" << path << "' is not a one-dimensional array";
  extents.resize(1);
  require(H5Sget_simple_extent_dims(space, extents.data(), nullptr) >= 0, task, "opening '" + path + "'");
  return array;
}

/// The number at `place` of a list.
Handle one_of(const Task& task, hid_t array, hsize_t place) {
  const hsize_t one = 1;
  Handle space = opened(H5Dget_space(array), H5Sclose, task, describing);
  require(H5Sselect_hyperslab(space, H5S_SELECT_SET, &place, nullptr, &one, nullptr) >= 0, task, describing);
  return space;
}

/// As it was made: asked for its present extents, the library would look at the sources of all steps.
Handle declared_space(const Task& task, hid_t array) {
  const Handle list = opened(H5Dget_create_plist(array), H5Pclose, task, describing);
  std::size_t sources = 0;
  const bool shown = H5Pget_layout(list) == H5D_VIRTUAL && H5Pget_virtual_count(list, &sources) >= 0 && sources > 0;
  return opened(shown ? H5Pget_virtual_vspace(list, 0) : H5Dget_space(array), H5Sclose, task, describing);
}

}  // namespace

void show_steps(const Task& task, hid_t file, const std::string& path, const std::string& sources, ops_dat dat,
                bool in_cells) {
  const Extents step = step_extents(dat, in_cells), start(step.size(), 0);
  Extents most = step, count(step.size(), 1);
  most[0] = count[0] = H5S_UNLIMITED;
  const Handle space = space_of(task, step, most), interior = interior_of(task, dat), list = creation_list(task);
  require(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), step.data(), count.data(), step.data()) >= 0, task,
          describing);
  require(H5Pset_virtual(list, space, ".", sources.c_str(), interior) >= 0, task, describing);
  make(task, file, path, memory_type(task, component_of(dat)), space, list);
}

void show_step(const Task& task, hid_t file, const std::string& path, const std::string& source, ops_dat dat,
               bool in_cells) {
  Extents step = step_extents(dat, in_cells);
  if (step.size() > 1) step.erase(step.begin());
  const Handle space = space_of(task, step, step), list = creation_list(task);
  require(H5Pset_virtual(list, space, ".", source.c_str(), interior_of(task, dat)) >= 0, task, describing);
  make(task, file, path, memory_type(task, component_of(dat)), space, list);
}

bool shows_one_step(const Task& task, hid_t array, ops_dat dat, bool in_cells) {
  return rank_of(declared_space(task, array)) + 1 == static_cast<int>(step_extents(dat, in_cells).size());
}

void show_line(const Task& task, hid_t file, const std::string& path, const std::string& source, ops_dat dat,
               int axis) {
  const Extents extents{static_cast<hsize_t>(dat->layout.interior.extent(axis))};
  const Handle space = space_of(task, extents, extents), list = creation_list(task);
  require(H5Pset_virtual(list, space, ".", source.c_str(), interior_of(task, dat)) >= 0, task, describing);
  make(task, file, path, memory_type(task, component_of(dat)), space, list);
}

void show_points(const Task& task, hid_t file, const std::string& path, const std::vector<std::string>& sources,
                 const std::vector<ops_dat>& dats) {
  Extents extents = grid_extents(dats[0]), count = extents;
  extents.push_back(3);
  count.push_back(1);
  const Handle space = space_of(task, extents, extents), list = creation_list(task);
  const double zero = 0;
  require(H5Pset_fill_value(list, H5T_NATIVE_DOUBLE, &zero) >= 0, task, describing);
  for (std::size_t axis = 0; axis < sources.size(); ++axis) {
    Extents start(extents.size(), 0);
    start.back() = axis;
    require(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) >= 0, task,
            describing);
    require(H5Pset_virtual(list, space, ".", sources[axis].c_str(), interior_of(task, dats[axis])) >= 0, task,
            describing);
  }
  require(H5Sselect_all(space) >= 0, task, describing);
  make(task, file, path, memory_type(task, component_of(dats[0])), space, list);
}

void require_extents_of_step(const Task& task, const Object& array, ops_dat dat, bool in_cells) {
  const Handle space = declared_space(task, array.id), type = opened(H5Dget_type(array.id), H5Tclose, task, describing);
  require_type(task, array.path, type, component_of(dat));
  const Extents wanted = step_extents(dat, in_cells);
  Extents found(static_cast<std::size_t>(rank_of(space)));
  if (!found.empty()) H5Sget_simple_extent_dims(space, found.data(), nullptr);
  if (found.size() == wanted.size() && !found.empty()) found.erase(found.begin());
  if (!std::equal(wanted.begin() + 1, wanted.end(), found.begin(), found.end()))
    throw task.error()
        << "the shape of dataset '" << dat->name << "' is " << step_text({wanted.begin() + 1, wanted.end()}, dat)
        << ", but its shape in the time steps in this file is " << step_text(found, dat)
        << ": all time steps in a file must have the same grid and datasets; write this step to another file";
}

void make_series(const Task& task, hid_t file, const std::string& path, const Component& component) {
  const Extents none{0}, most{H5S_UNLIMITED}, chunk{1024};
  const Handle space = space_of(task, none, most), list = creation_list(task);
  require(H5Pset_chunk(list, 1, chunk.data()) >= 0, task, describing);
  make(task, file, path, memory_type(task, component), space, list);
}

void append_to_series(const Task& task, hid_t file, const std::string& path, const Component& component, int count,
                      const void* value) {
  Extents extents;
  const Handle array = open_series(task, file, path, extents);
  const Handle found = opened(H5Dget_type(array), H5Tclose, task, describing);
  require_type(task, path, found, component);
  extents[0] = static_cast<hsize_t>(count) + 1;
  require(H5Dset_extent(array, extents.data()) >= 0, task, "adding to '" + path + "'");
  const Handle type = memory_type(task, component), memory = opened(H5Screate(H5S_SCALAR), H5Sclose, task, describing);
  require(H5Dwrite(array, type, memory, one_of(task, array, static_cast<hsize_t>(count)), H5P_DEFAULT, value) >= 0,
          task, "adding to '" + path + "'");
}

double last_of_series(const Task& task, hid_t file, const std::string& path, int count) {
  Extents extents;
  const Handle array = open_series(task, file, path, extents);
  if (count < 1 || extents[0] < static_cast<hsize_t>(count))
    throw task.error() << "'" << path << "' has " << extents[0] << " times for " << count << " steps";
  double last = 0;
  const Handle memory = opened(H5Screate(H5S_SCALAR), H5Sclose, task, describing);
  const Handle place = one_of(task, array, static_cast<hsize_t>(count) - 1);
  require(H5Dread(array, H5T_NATIVE_DOUBLE, memory, place, H5P_DEFAULT, &last) >= 0, task, "reading '" + path + "'");
  return last;
}

}  // namespace ops::h5
