// ops/support/file_limit.hpp: suppresses the signal that a process gets when a file reaches its size limit.
#pragma once

namespace ops {

/// While it lives, this thread gets no SIGXFSZ: beyond the limit of a file's size (`ulimit -f`) a write fails with
/// EFBIG and does not end the program.
class FileLimit {
 public:
  FileLimit();
  ~FileLimit();
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  bool blocked_ = false;  ///< by this object, not before
};

}  // namespace ops
