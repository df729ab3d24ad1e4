// ops/files/formats/hdf5/vtk_grid.cpp: compares the shapes of datasets.
#include "ops/files/formats/hdf5/vtk_grid.hpp"

#include <cmath>
#include <set>

namespace ops::h5 {
namespace {

using Shape = std::array<int, 3>;

OPSException bad(const Task& task, ops_dat dat) {
  return task.error(OPS_INVALID_ARGUMENT) << "dataset '" << dat->name << "': ";
}

Shape shape_of(ops_dat dat) {
  Shape shape{1, 1, 1};
  for (int axis = 0; axis < dat->block->dims; ++axis)
    shape[static_cast<std::size_t>(axis)] = dat->layout.interior.extent(axis);
  return shape;
}

std::string text(const Shape& shape) {
  return std::to_string(shape[0]) + " x " + std::to_string(shape[1]) + " x " + std::to_string(shape[2]);
}

void require_number(const Task& task, ops_dat dat) {
  if (dat->element == Type::user || dat->element == Type::c32 || dat->element == Type::c64 ||
      dat->element == Type::boolean)
    throw bad(task, dat) << "VTK does not support values of type \"" << dat->type << "\"";
}

void require_values(const Task& task, const VtkStep& step) {
  if (step.dats.empty()) throw task.error(OPS_INVALID_ARGUMENT) << "a step needs at least one dataset";
  const ops_dat first = step.dats[0];
  if (first->block->dims > 3)
    throw bad(task, first) << "its block has " << first->block->dims << " dimensions, but VTK supports at most 3";
  std::set<std::string> names;
  for (const ops_dat dat : step.dats) {
    require_number(task, dat);
    if (dat->block != first->block)
      throw bad(task, dat) << "is on block '" << dat->block->name << "', but '" << first->name << "' is on block '"
                           << first->block->name << "'";
    if (shape_of(dat) != shape_of(first))
      throw bad(task, dat) << "has " << text(shape_of(dat)) << " cells, but '" << first->name << "' has "
                           << text(shape_of(first));
    if (!names.insert(dat->name).second) throw bad(task, dat) << "another dataset of this step has the same name";
  }
}

/// Whether only `axis` is not collapsed.
bool along(ops_dat dat, int axis) {
  for (int other = 0; other < dat->block->dims; ++other)
    if (other != axis && dat->layout.interior.extent(other) != 1) return false;
  return true;
}

void require_coordinates(const Task& task, const VtkStep& step) {
  const ops_block block = step.dats[0]->block;
  if (step.coordinates.size() != static_cast<std::size_t>(block->dims))
    throw task.error(OPS_INVALID_ARGUMENT)
        << step.coordinates.size() << " coordinate datasets were given, but block '" << block->name << "' has "
        << block->dims << " axes; each axis needs one coordinate dataset";
  for (const ops_dat dat : step.coordinates) {
    if (dat->block != block) throw bad(task, dat) << "this coordinate dataset is not on block '" << block->name << "'";
    if (dat->dim != 1 || !is_real(dat->element))
      throw bad(task, dat) << "a coordinate dataset must have exactly one component, of type double or float";
  }
}

Shape lines(const VtkStep& step) {
  Shape shape{1, 1, 1};
  for (std::size_t axis = 0; axis < step.coordinates.size(); ++axis)
    shape[axis] = shape_of(step.coordinates[axis])[axis];
  return shape;
}

/// As many values as points, or one fewer along every axis of the block.
bool values_in_cells(const Task& task, const VtkStep& step, const Shape& points) {
  const ops_dat first = step.dats[0];
  const Shape values = shape_of(first);
  if (values == points) return false;
  for (std::size_t axis = 0; axis < step.coordinates.size(); ++axis)
    if (points[axis] != values[axis] + 1)
      throw bad(task, first)
          << "the dataset has " << text(values) << " values, but the coordinates have " << text(points)
          << " points; along every axis, the number of points must equal the number of values or exceed it by one";
  return true;
}

}  // namespace

VtkGrid grid_of(const Task& task, const VtkStep& step) {
  require_values(task, step);
  if (!std::isfinite(step.time)) throw task.error(OPS_INVALID_ARGUMENT) << "the time is " << step.time;
  if (step.coordinates.empty()) return {GridKind::image, shape_of(step.dats[0]), false};
  require_coordinates(task, step);
  bool rectilinear = true;
  for (std::size_t axis = 0; axis < step.coordinates.size(); ++axis)
    rectilinear = rectilinear && along(step.coordinates[axis], static_cast<int>(axis));
  VtkGrid grid{rectilinear ? GridKind::rectilinear : GridKind::structured,
               rectilinear ? lines(step) : shape_of(step.coordinates[0]), false};
  for (const ops_dat dat : step.coordinates)
    if (!rectilinear && shape_of(dat) != grid.points)
      throw bad(task, dat) << "has " << text(shape_of(dat)) << " points, '" << step.coordinates[0]->name << "' has "
                           << text(grid.points);
  grid.in_cells = values_in_cells(task, step, grid.points);
  return grid;
}

}  // namespace ops::h5
