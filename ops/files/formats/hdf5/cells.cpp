// ops/files/formats/hdf5/cells.cpp: slabs and planes under names that the program chooses.
#include "ops/files/formats/hdf5/cells.hpp"

#include "ops/files/formats/hdf5/array.hpp"
#include "ops/files/formats/hdf5/file.hpp"
#include "ops/files/formats/hdf5/put.hpp"

namespace ops::h5 {
namespace {

/// Without a '/' at its front, with a name between any two.
std::string checked_path(const Task& task, const char* name) {
  const std::string given = name == nullptr ? "(null)" : name;
  std::string path = name == nullptr ? "" : name;
  if (path.starts_with('/')) path.erase(0, 1);
  const std::string fenced = "/" + path + "/";
  if (path.empty() || fenced.find("//") != std::string::npos || fenced.find("/./") != std::string::npos)
    throw task.error(OPS_INVALID_ARGUMENT) << "'" << given << "' is not a valid path for a dataset in this file";
  return path;
}

}  // namespace

void write_cut(const Task& task, const Storage& storage, const char* name, const Cut& cut) {
  const Session session;
  const std::string path = checked_path(task, name);
  Edit edit(task, Edit::Kind::add, room_of(storage, cut) + small);
  const Handle array = write_array(task, storage, edit.file(), path, cut);
  edit.keep();
}

}  // namespace ops::h5
