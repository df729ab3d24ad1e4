// ops/api/hdf5_parts.cpp: writes planes, slabs and time steps of datasets to HDF5 files.
#include "ops/api/handle_checks.hpp"
#include "ops/api/hdf5.hpp"
#include "ops/api/hdf5_task.hpp"
#include "ops/api/host_access.hpp"
#include "ops/files/formats/hdf5/by_one.hpp"
#include "ops/files/formats/hdf5/cells.hpp"
#include "ops/files/formats/hdf5/vtk.hpp"

namespace ops {

h5::Task task(const char* call, const char* file, Where where) {
  require_pointer(file, call, nullptr, "the file name", where);
  return {call, file, where};
}

h5::Storage storage(const Context& context) {
  const auto number = [&](const char* word) {
    const auto given = context.options.words.find(word);
    return given == context.options.words.end() ? 0 : std::stoi(given->second);
  };
  return {number("OPS_HDF5_CHUNK_SIZE"), number("OPS_HDF5_COMPRESS")};
}

}  // namespace ops

namespace {

using ops::h5::Task;

int bits_of(const Task& task, REAL_PRECISION precision) {
  const int bits = static_cast<int>(precision);
  if (bits != 0 && bits != 16 && bits != 32 && bits != 64)
    throw task.error(OPS_INVALID_ARGUMENT) << "precision " << bits << " is not a value of REAL_PRECISION";
  return bits;
}

void write_cut(const Task& task, const char* name, const ops::h5::Cut& cut) {
  if (ops::written_before(cut.dat)) return;
  ops::read_outside(cut.dat, task.where);
  const ops::h5::Storage storage = ops::storage(*cut.dat->block->context);
  ops::h5::by_one(task, {cut.dat}, [&](const Task& one) { ops::h5::write_cut(one, storage, name, cut); });
}

/// The interior with one index along `direction`, which may lie in a halo.
ops::Box plane(const Task& task, ops_dat dat, int direction, int position) {
  const int dims = dat->block->dims;
  const ops::Box& all = dat->layout.allocated;
  if (direction < 0 || direction >= dims)
    throw task.error(OPS_INVALID_ARGUMENT)
        << "dataset '" << dat->name << "': direction " << direction
        << " is not an axis of this dataset, whose axes are numbered 0 to " << dims - 1;
  const auto axis = static_cast<std::size_t>(direction);
  if (position < all.lo[axis] || position >= all.hi[axis])
    throw task.error(OPS_INVALID_ARGUMENT)
        << "dataset '" << dat->name << "': position " << position << " along axis " << direction
        << " is outside the dataset, which covers " << range_text(all, dims) << ", including halos";
  ops::Box box = dat->layout.interior;
  box.lo[axis] = position;
  box.hi[axis] = position + 1;
  return box;
}

void write_plane(const char* call, ops_dat dat, int direction, int position, const char* file, const char* name,
                 REAL_PRECISION precision, ops::Where where) {
  const Task task = ops::task(call, file, where);
  ops::usable(dat, call, where);
  write_cut(task, name, {dat, plane(task, dat, direction, position), direction, bits_of(task, precision)});
}

std::string plane_name(int direction, int position) {
  constexpr const char* letters = "IJKLM";
  return (direction >= 0 && direction < ops::max_dim ? std::string(1, letters[direction]) : "?") +
         std::to_string(position);
}

}  // namespace

void ops_write_plane_hdf5(const ops_dat dat, int direction, int position, const char* file, const char* name,
                          REAL_PRECISION precision, ops::Where where) {
  write_plane("ops_write_plane_hdf5", dat, direction, position, file, name, precision, where);
}

void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, const std::string& key,
                                const std::vector<std::vector<ops_dat>>& data, REAL_PRECISION precision,
                                ops::Where where) {
  std::vector<std::string> names;
  ops_write_plane_group_hdf5(planes, names, key, data, precision, where);
}

void ops_write_plane_group_hdf5(const std::vector<std::pair<int, int>>& planes, std::vector<std::string>& names,
                                const std::string& key, const std::vector<std::vector<ops_dat>>& data,
                                REAL_PRECISION precision, ops::Where where) {
  constexpr const char* call = "ops_write_plane_group_hdf5";
  if (data.size() != planes.size())
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << planes.size() << " planes and " << data.size()
        << " lists of datasets were given, but each plane needs one list";
  for (const auto& list : data)
    for (const ops_dat dat : list) ops::usable(dat, call, where);
  for (std::size_t i = names.size(); i < planes.size(); ++i)
    names.push_back(plane_name(planes[i].first, planes[i].second));
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (const ops_dat dat : data[i])
      write_plane(call, dat, planes[i].first, planes[i].second, (names[i] + ".h5").c_str(),
                  (dat->block->name_storage + "/" + key + "/" + dat->name).c_str(), precision, where);
}

void ops_write_data_slab_hdf5(const ops_dat dat, const int* range, const char* file, const char* name,
                              REAL_PRECISION precision, ops::Where where) {
  const Task task = ops::task("ops_write_data_slab_hdf5", file, where);
  ops::usable(dat, task.call, where);
  const ops::Box box = ops::require_slab(dat, range, task.call, where);
  if (box.empty())
    throw task.error(OPS_INVALID_ARGUMENT)
        << "dataset '" << dat->name << "': range " << range_text(box, dat->block->dims) << " is empty";
  write_cut(task, name, {dat, box, -1, bits_of(task, precision)});
}

void ops_append_vtk_hdf5(const std::vector<ops_dat>& dats, double time, const char* file, ops::Where where) {
  ops_append_vtk_hdf5(dats, {}, time, file, where);
}

void ops_append_vtk_hdf5(const std::vector<ops_dat>& dats, const std::vector<ops_dat>& coordinates, double time,
                         const char* file, ops::Where where) {
  const Task task = ops::task("ops_append_vtk_hdf5", file, where);
  for (const std::vector<ops_dat>* list : {&dats, &coordinates})
    for (const ops_dat dat : *list) {
      ops::usable(dat, task.call, where);
      if (ops::written_before(dat)) return;
      ops::read_outside(dat, where);
    }
  std::vector<ops_dat> all = dats;
  all.insert(all.end(), coordinates.begin(), coordinates.end());
  const ops::h5::Storage storage = all.empty() ? ops::h5::Storage{} : ops::storage(*all[0]->block->context);
  ops::h5::by_one(task, all, [&](const Task& one) { ops::h5::append_step(one, storage, {dats, coordinates, time}); });
}
