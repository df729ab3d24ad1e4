// ops/files/formats/hdf5/handle.hpp: handles of HDF5 that are closed at the end of their scope, and HDF5's errors as
// exceptions.
#pragma once

#include <mutex>
#include <string>
#include <utility>

#include <hdf5.h>

#include "ops/files/formats/hdf5/task.hpp"
#include "ops/support/file_limit.hpp"

namespace ops::h5 {

/// An identifier of HDF5 and the call that closes it.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close closer) : id_(id), close_(closer) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, H5I_INVALID_HID)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() { close(); }

  operator hid_t() const { return id_; }
  bool open() const { return id_ >= 0; }
  /// Whether closing succeeded: for files, where it is when much is written.
  bool close() { return !open() || close_(std::exchange(id_, H5I_INVALID_HID)) >= 0; }

 private:
  hid_t id_ = H5I_INVALID_HID;
  Close close_ = nullptr;
};

/// HDF5 for this thread alone, silent, and without a signal where a file may not grow: errors come as exceptions
/// instead.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  std::unique_lock<std::recursive_mutex> lock_;
  FileLimit no_signal_;
  H5E_auto2_t print_ = nullptr;
  void* print_data_ = nullptr;
};

/// What HDF5 said last, at the place where it happened.
std::string reason();

/// @param doing  "making the group '/a'": what the error says did not work
/// @throws OPSException  with HDF5's reason, unless `good` (an identifier: not negative)
void require(bool good, const Task& task, const std::string& doing);
Handle opened(hid_t id, Handle::Close close, const Task& task, const std::string& doing);

}  // namespace ops::h5
