// ops/support/file_limit.hpp: no signal where a file may not grow.
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
