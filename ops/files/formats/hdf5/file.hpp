// ops/files/formats/hdf5/file.hpp: opens files for reading, and changes files such that an error leaves the previous
// contents intact.
#pragma once

#include <cstddef>

#include "ops/files/formats/hdf5/handle.hpp"

namespace ops::h5 {

/// @throws OPSException  there is none, it cannot be read, it is no HDF5 file or is cut off
Handle open_to_read(const Task& task);

/// A file being changed. What does not exist yet, or is to be replaced, is written aside; an existing one is opened
/// after room was reserved at its end, so that a full disk is found out before anything changes. There, what leads to
/// new contents is written last (last_driver.hpp), so that others can read the old ones even if the program is killed.
class Edit {
 public:
  enum class Kind { add, replace };
  /// @param bytes  the most that will be added
  Edit(const Task& task, Kind kind, std::size_t bytes);
  /// Gives up what keep() has not kept: a file aside goes.
  ~Edit();
  Edit(const Edit&) = delete;
  Edit& operator=(const Edit&) = delete;

  hid_t file() const { return file_; }
  /// Writes everything that was added so far, so that others can read it. Later additions are written after it.
  void settle();
  /// Everything reaches the disk, and the file its name.
  void keep();

 private:
  void open_existing(std::size_t bytes);
  void find_end(std::uintmax_t length);
  void make_aside(std::size_t bytes);
  void rename_aside();

  Task task_;
  std::string path_;    ///< where links lead
  std::string aside_;   ///< empty: the file itself is open
  bool fresh_ = false;  ///< a file is made where there was none
  Handle file_;
};

/// @throws OPSException  null, empty, or with a '/', which in a file divides groups
/// @param kind  "block", "dataset", ..
void require_plain_name(const Task& task, const char* kind, const char* name);

/// Whether the path leads to something, whatever there is on the way.
bool exists(hid_t file, const std::string& path);
/// @return H5O_TYPE_GROUP, H5O_TYPE_DATASET, ..; H5O_TYPE_UNKNOWN: nothing is there
H5O_type_t kind_at(hid_t file, const std::string& path);
/// Whether the path is another name, which leads to a path: not one of the object's own.
bool is_soft(hid_t file, const std::string& path);
/// Takes the name away, if there is one. The object keeps the count of its names, so that it is never thrown away: a
/// program that is killed here may leave the count without the name, or the name without the count.
void take_name_away(const Task& task, hid_t file, const std::string& path);
/// The group of that path, made if need be, with the groups above it.
Handle group_at(const Task& task, hid_t file, const std::string& path);
/// The same, to read. @throws OPSException  there is none
Handle open_group(const Task& task, hid_t file, const std::string& path);

}  // namespace ops::h5
