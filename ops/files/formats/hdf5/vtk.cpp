// ops/files/formats/hdf5/vtk.cpp: the group /VTKHDF: virtual datasets over the interiors of those in the file, created
// once; each step adds its number.
#include "ops/files/formats/hdf5/vtk.hpp"

#include <algorithm>

#include "ops/files/formats/hdf5/array.hpp"
#include "ops/files/formats/hdf5/attributes.hpp"
#include "ops/files/formats/hdf5/file.hpp"
#include "ops/files/formats/hdf5/put.hpp"
#include "ops/files/formats/hdf5/virtual_array.hpp"
#include "ops/files/formats/hdf5/vtk_grid.hpp"

namespace ops::h5 {
namespace {

constexpr const char* root = "VTKHDF";
constexpr std::array axis_names{"X", "Y", "Z"};
const Component offset_type{Type::i64, sizeof(std::int64_t), "long"};

struct Change {
  const Task& task;
  hid_t file;
  const VtkStep& step;
  VtkGrid grid;

  ops_block block() const { return step.dats[0]->block; }
  const char* values_name() const { return grid.in_cells ? "CellData" : "PointData"; }
  std::string values_path() const { return std::string(root) + "/" + values_name(); }
  std::string offsets_path() const { return std::string(root) + "/Steps/" + values_name() + "Offsets"; }
};

const char* type_of(GridKind kind) {
  return kind == GridKind::image ? "ImageData" : kind == GridKind::rectilinear ? "RectilinearGrid" : "StructuredGrid";
}

/// Index (i, j) is at (stride i, stride j), as loops of the finest level count.
void put_image(const Change& change, hid_t group) {
  const ops_dat dat = change.step.dats[0];
  std::array<int, 6> whole{};
  std::array<double, 3> origin{}, spacing{1, 1, 1};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    whole[2 * axis + 1] = change.grid.points[axis] - 1;
    if (axis >= static_cast<std::size_t>(dat->block->dims)) continue;
    origin[axis] = dat->layout.interior.lo[axis] * dat->stride[axis];
    spacing[axis] = dat->stride[axis];
  }
  put(change.task, group, "WholeExtent", whole);
  put(change.task, group, "Origin", origin);
  put(change.task, group, "Spacing", spacing);
  put(change.task, group, "Direction", std::array<double, 9>{1, 0, 0, 0, 1, 0, 0, 0, 1});
}

/// Of a dataset that a virtual one shows. There "%b" stands for the number of a block, so a '%' in a name is written
/// twice.
std::string source_path(ops_dat dat) {
  std::string path;
  for (const char letter : dat->block->name_storage + "/" + dat->name)
    path += letter == '%' ? "%%" : std::string(1, letter);
  return path;
}

void put_lines(const Change& change) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string path = std::string(root) + "/" + axis_names[axis] + "Coordinates";
    const double zero = 0;
    if (axis < change.step.coordinates.size())
      show_line(change.task, change.file, path, source_path(change.step.coordinates[axis]),
                change.step.coordinates[axis], static_cast<int>(axis));
    else write_numbers(change.task, change.file, path, {}, {1}, &zero);
  }
}

void put_points(const Change& change) {
  std::vector<std::string> sources;
  for (const ops_dat dat : change.step.coordinates) sources.push_back(source_path(dat));
  show_points(change.task, change.file, std::string(root) + "/Points", sources, change.step.coordinates);
}

void put_coordinates(const Change& change, const Storage& storage) {
  for (const ops_dat dat : change.step.coordinates) put_dat(change.task, storage, change.file, dat, dat, dat->name);
  if (change.grid.kind == GridKind::rectilinear) put_lines(change);
  if (change.grid.kind == GridKind::structured) put_points(change);
}

/// Everything that the first step fixes for all that follow.
void make_root(const Change& change, const Storage& storage) {
  const Task& task = change.task;
  const Handle group = group_at(task, change.file, root);
  put(task, group, "Version", std::array{2, 8});
  if (change.grid.kind == GridKind::image) put_image(change, group);
  else put(task, group, "Dimensions", change.grid.points);
  put_coordinates(change, storage);
  const Handle steps = group_at(task, change.file, std::string(root) + "/Steps");
  put(task, steps, "NSteps", 0);
  make_series(task, change.file, std::string(root) + "/Steps/Values", {});
  for (const ops_dat dat : change.step.dats)
    make_series(task, change.file, change.offsets_path() + "/" + dat->name, offset_type);
}

/// VTK 9.3 and 9.4 count the bytes of the type.
void put_type(const Change& change) {
  put_bare(change.task, open_group(change.task, change.file, root), "Type", type_of(change.grid.kind));
}

/// What VTK reads as values, from one step on. @param count  of steps
void show_values(const Change& change, int count) {
  for (const ops_dat dat : change.step.dats) {
    const std::string path = change.values_path() + "/" + dat->name, source = source_path(dat);
    const bool in_cells = change.grid.in_cells, one = count == 1;
    if (exists(change.file, path) &&
        shows_one_step(change.task, open_array(change.task, change.file, path), dat, in_cells) == one)
      continue;
    if (one) show_step(change.task, change.file, path, "/steps/0/" + source, dat, in_cells);
    else show_steps(change.task, change.file, path, "/steps/%b/" + source, dat, in_cells);
  }
}

/// A step is shown through the block and the halos of the first one.
void require_same_cells(const Change& change, const std::string& path, ops_dat dat) {
  if (!exists(change.file, path))
    throw change.task.error() << "the steps in this file do not contain dataset '" << dat->name << "' of block '"
                              << change.block()->name_storage
                              << "': all steps in a file must have the same datasets; write this step to another file";
  const Handle array = open_array(change.task, change.file, path);
  require_extents(change.task, {array, path}, extents_of({dat, dat->layout.allocated}));
}

/// @return the number of steps that are there. @throws OPSException  they are of another grid or other datasets
int steps_before(const Change& change) {
  const Handle group = open_group(change.task, change.file, root);
  const Object top{group, root};
  const std::string type = get_text(change.task, top, "Type"), wanted = type_of(change.grid.kind);
  if (type != wanted)
    throw change.task.error() << "the steps in this file use the VTK grid type " << type
                              << ", but this step uses the type " << wanted << ": write this step to another file";
  for (const ops_dat dat : change.step.dats) {
    const std::string path = change.values_path() + "/" + dat->name;
    const Handle array = open_array(change.task, change.file, path);
    require_extents_of_step(change.task, {array, path}, dat, change.grid.in_cells);
  }
  const Handle values = open_group(change.task, change.file, change.values_path());
  H5G_info_t info{};
  require(H5Gget_info(values, &info) >= 0, change.task, "counting the datasets of the steps");
  if (info.nlinks != change.step.dats.size())
    throw change.task.error() << "the steps in this file have " << info.nlinks << " datasets, but this step has "
                              << change.step.dats.size()
                              << ": all steps in a file must have the same datasets; write this step to another file";
  const std::string path = std::string(root) + "/Steps";
  const Handle steps = open_group(change.task, change.file, path);
  const int number = get_int(change.task, {steps, path}, "NSteps");
  if (number < 0)
    throw change.task.error() << "the attribute 'NSteps' of this file is " << number << ", but must not be negative";
  for (const ops_dat dat : change.step.dats)
    if (number > 0)
      require_same_cells(
          change, "steps/" + std::to_string(number - 1) + "/" + change.block()->name_storage + "/" + dat->name, dat);
  return number;
}

/// "grid/u": how the datasets of the last step are called beside "steps/7/grid/u".
std::string name_of(const Change& change, ops_dat dat) { return change.block()->name_storage + "/" + dat->name; }
std::string folder_of(int number) { return "steps/" + std::to_string(number) + "/"; }

void put_step(const Change& change, const Storage& storage, int number) {
  put_block(change.task, change.file, change.block());
  for (const ops_dat dat : change.step.dats)
    put_dat(change.task, storage, change.file, dat, dat, dat->name, folder_of(number));
}

/// By a name that leads to a path, which counts for nothing: no kill between two changes can make an array of a step
/// nobody's.
void name_last(const Change& change, int number) {
  for (const ops_dat dat : change.step.dats) {
    const std::string path = name_of(change, dat), doing = "naming the array '" + path + "'";
    take_name_away(change.task, change.file, path);
    require(H5Lcreate_soft(("/" + folder_of(number) + path).c_str(), change.file, path.c_str(), H5P_DEFAULT,
                           H5P_DEFAULT) >= 0,
            change.task, doing);
  }
}

void put_numbers(const Change& change, int number) {
  const std::int64_t offset = number;
  for (const ops_dat dat : change.step.dats)
    append_to_series(change.task, change.file, change.offsets_path() + "/" + dat->name, offset_type, number, &offset);
  append_to_series(change.task, change.file, std::string(root) + "/Steps/Values", {}, number, &change.step.time);
}

/// Last of all, so that a step counts once it is whole.
void count_step(const Change& change, int number) {
  put_type(change);
  name_last(change, number);
  show_values(change, number + 1);
  const Handle steps = open_group(change.task, change.file, std::string(root) + "/Steps");
  put(change.task, steps, "NSteps", number + 1);
}

/// Steps before this one. A program that goes on after an interruption writes steps again: one of the same time, and
/// those after it, give way.
int place_of(const Change& change, int steps) {
  const auto time = [&](int number) {
    return last_of_series(change.task, change.file, std::string(root) + "/Steps/Values", number);
  };
  int before = steps;
  while (before > 0 && !(time(before) < change.step.time)) --before;
  if (before < steps && time(before + 1) != change.step.time)
    throw change.task.error(OPS_INVALID_ARGUMENT)
        << "the time of this step is " << change.step.time
        << ", but this file already contains a step with the later time " << time(steps)
        << "; write steps in order of increasing time, or use exactly the same time as the step to be replaced";
  return before;
}

}  // namespace

void append_step(const Task& task, const Storage& storage, const VtkStep& step) {
  const Session session;
  const VtkGrid grid = grid_of(task, step);
  std::size_t room = 16 * small;
  for (const std::vector<ops_dat>* list : {&step.dats, &step.coordinates})
    for (const ops_dat dat : *list) room += room_for(storage, dat);
  Edit edit(task, Edit::Kind::add, room);
  const Change change{task, edit.file(), step, grid};
  const bool first = !exists(edit.file(), root);
  const int number = first ? 0 : place_of(change, steps_before(change));
  put_step(change, storage, number);
  if (first) make_root(change, storage);
  put_numbers(change, number);
  edit.settle();
  count_step(change, number);
  edit.keep();
}

}  // namespace ops::h5
