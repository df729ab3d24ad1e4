// ops/files/formats/hdf5/virtual_array.hpp: virtual arrays that show the interiors of other arrays with the axes z, y,
// x that VTK requires, and series of numbers.
#pragma once

#include <string>
#include <vector>

#include "ops/files/formats/hdf5/array.hpp"

namespace ops::h5 {

/// [step, z, y, x, component], without axes of a single point, and components only where there are several: an array of
/// `sources` for each step, '%b' being its number. It grows by itself. In place of what has that name.
void show_steps(const Task& task, hid_t file, const std::string& path, const std::string& sources, ops_dat dat,
                bool in_cells);
/// [z, y, x, component] of the only step: VTK wants no axis for steps where there is one.
void show_step(const Task& task, hid_t file, const std::string& path, const std::string& source, ops_dat dat,
               bool in_cells);
/// Whether the array was made by show_step, for such a dataset.
bool shows_one_step(const Task& task, hid_t array, ops_dat dat, bool in_cells);
/// [x] of a dataset that has one cell along all other axes.
void show_line(const Task& task, hid_t file, const std::string& path, const std::string& source, ops_dat dat, int axis);
/// [z, y, x, 3]: each source is a coordinate; those that are missing are 0.
void show_points(const Task& task, hid_t file, const std::string& path, const std::vector<std::string>& sources,
                 const std::vector<ops_dat>& dats);
/// @throws OPSException  the array of one step, or of steps, has other extents than `dat` would need
void require_extents_of_step(const Task& task, const Object& array, ops_dat dat, bool in_cells);

/// An array that grows by one number at a time.
void make_series(const Task& task, hid_t file, const std::string& path, const Component& component);
/// @param count    how many there are
/// @param value    of the type that the series was made of
void append_to_series(const Task& task, hid_t file, const std::string& path, const Component& component, int count,
                      const void* value);
double last_of_series(const Task& task, hid_t file, const std::string& path, int count);

}  // namespace ops::h5
