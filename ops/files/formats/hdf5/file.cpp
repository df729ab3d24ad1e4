// ops/files/formats/hdf5/file.cpp: creates files under another name and renames them, or adds to files after reserving
// space.
#include "ops/files/formats/hdf5/file.hpp"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ops/files/formats/hdf5/last_driver.hpp"

namespace ops::h5 {
namespace {

namespace fs = std::filesystem;

/// A descriptor of the system, closed when it goes out of scope.
struct Descriptor {
  Descriptor(const std::string& path, int flags) : id(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  ~Descriptor() {
    if (id >= 0) ::close(id);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int id;
};

/// Everything opened in a file is closed with it.
Handle access_list(const Task& task) {
  Handle list = opened(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, task, "setting HDF5 up");
  require(H5Pset_fclose_degree(list, H5F_CLOSE_STRONG) >= 0, task, "setting HDF5 up");
  return list;
}

constexpr unsigned some_names = 8, many_names = 1500;

/// Of a group: its names lie in one piece, which one write changes, so that a program that is killed leaves either the
/// old ones or the new ones. HDF5's usual groups have them in three. @param count  beyond so many there are further
/// pieces, which all are read whenever a file is opened: a step that is added to 3000 takes 30 ms, one that is added to
/// 1000 takes 6
void keep_names_together(const Task& task, hid_t list, unsigned count) {
  constexpr unsigned always = 65535, length = 8;
  require(H5Pset_link_creation_order(list, H5P_CRT_ORDER_TRACKED) >= 0 &&
              H5Pset_link_phase_change(list, always, always) >= 0 && H5Pset_est_link_info(list, count, length) >= 0,
          task, "setting HDF5 up");
}

/// Where links lead; the path itself if there is nothing.
std::string followed(const std::string& path) {
  std::error_code failed;
  const fs::path real = fs::canonical(path, failed);
  return failed ? path : real.string();
}

void require_name(const Task& task) {
  if (task.file.empty()) throw task.error(OPS_INVALID_ARGUMENT) << "the file name is empty";
}

/// @param end  of a file to be changed, whose old contents other programs can read whenever this one is killed; 0: HDF5
/// writes in its own order
Handle open_as(const Task& task, const std::string& path, unsigned mode, haddr_t end = 0) {
  const Handle list = access_list(task);
  if (end > 0) write_changes_last(task, list, end);
  const hid_t file = H5Fopen(path.c_str(), mode, list);
  if (file >= 0) return {file, H5Fclose};
  const std::string why = reason();
  throw task.error() << "cannot be opened as an HDF5 file: " << why
                     << (why == std::strerror(EAGAIN) ? "; another program has it open" : "");
}

/// Extends the file by so many bytes, which the disk then has. @throws OPSException  it has not; the file is as it was
void reserve(const Task& task, const std::string& path, std::size_t bytes) {
  const Descriptor file(path, O_RDWR);
  struct stat before{};
  if (file.id < 0 || ::fstat(file.id, &before) != 0)
    throw task.error() << "cannot be written: " << std::strerror(errno);
  const int failed = ::posix_fallocate(file.id, before.st_size, static_cast<off_t>(bytes));
  if (failed == 0 || failed == EOPNOTSUPP || failed == EINVAL) return;
  const bool restored = ::ftruncate(file.id, before.st_size) == 0;
  throw task.error() << "the file cannot be extended by " << bytes << " bytes: " << std::strerror(failed)
                     << (restored ? "; the file is unchanged"
                                  : "; the file could not be truncated to its previous length");
}

/// @param fresh  there was no file of this name: one that has it now is not replaced (where the file system can say so)
bool take_name(const std::string& aside, const std::string& path, bool fresh) {
  if (!fresh) return ::rename(aside.c_str(), path.c_str()) == 0;
  if (::renameat2(AT_FDCWD, aside.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0) return true;
  return errno == EINVAL && ::rename(aside.c_str(), path.c_str()) == 0;
}

/// What was reserved of a file that others read, and that nobody has written to since.
void give_back(const std::string& path, std::uintmax_t length, std::size_t bytes) {
  const Descriptor file(path, O_RDWR);
  struct stat now{};
  if (file.id < 0 || ::flock(file.id, LOCK_SH | LOCK_NB) != 0 || ::fstat(file.id, &now) != 0) return;
  if (static_cast<std::uintmax_t>(now.st_size) == length + bytes)
    static_cast<void>(::ftruncate(file.id, static_cast<off_t>(length)));
}

}  // namespace

Handle open_to_read(const Task& task) {
  require_name(task);
  std::error_code failed;
  const fs::file_status status = fs::status(task.file, failed);
  if (!fs::exists(status))
    throw task.error() << (failed && failed != std::errc::no_such_file_or_directory ? failed.message()
                                                                                    : "there is no such file");
  if (!fs::is_regular_file(status)) throw task.error() << "is not a regular file";
  return open_as(task, task.file, H5F_ACC_RDONLY);
}

Edit::Edit(const Task& task, Kind kind, std::size_t bytes) : task_(task), path_(followed(task.file)) {
  require_name(task);
  std::error_code failed;
  const fs::file_status status = fs::status(path_, failed);
  if (fs::exists(status)) {
    if (!fs::is_regular_file(status)) throw task.error() << "is not a regular file";
    const bool readable = ::access(path_.c_str(), R_OK | W_OK) == 0;
    if (!readable) throw task.error() << "cannot be changed: " << std::strerror(errno);
    if (H5Fis_hdf5(path_.c_str()) <= 0)
      throw task.error() << "this file exists, but is not an HDF5 file; nothing was written to it";
  }
  fresh_ = kind == Kind::add && fs::symlink_status(path_, failed).type() == fs::file_type::not_found;
  if (kind == Kind::add && fs::exists(status)) open_existing(bytes);
  else make_aside(bytes);
}

Edit::~Edit() {
  file_.close();
  if (!aside_.empty()) ::unlink(aside_.c_str());
}

void Edit::open_existing(std::size_t bytes) {
  { const Handle whole = open_as(task_, path_, H5F_ACC_RDONLY); }  // a file that cannot be read is not touched
  const std::uintmax_t length = fs::file_size(path_);
  reserve(task_, path_, bytes);
  try {
    file_ = open_as(task_, path_, H5F_ACC_RDWR, length);
  } catch (const OPSException&) {
    give_back(path_, length, bytes);
    throw;
  }
  find_end(length);
}

/// A program that was killed while it added has not told the file how long it became; what lies beyond could not be
/// found.
void Edit::find_end(std::uintmax_t length) {
  haddr_t known = length;
  require(H5Fget_eoa(file_, &known) >= 0, task_, "looking for its end");
  if (known < length) require(H5Fincrement_filesize(file_, 0) >= 0, task_, "finding its end");
}

/// Room is asked for before HDF5 has the file: one that it cannot even begin, it cannot give up either.
void Edit::make_aside(std::size_t bytes) {
  static std::atomic<unsigned> made = 0;
  aside_ = path_ + ".aside." + std::to_string(::getpid()) + "." + std::to_string(made++);
  if (const Descriptor fresh(aside_, O_RDWR | O_CREAT | O_EXCL); fresh.id < 0)
    throw task_.error() << "cannot be created: " << std::strerror(errno);
  try {
    reserve(task_, aside_, bytes);
    const Handle list = opened(H5Pcreate(H5P_FILE_CREATE), H5Pclose, task_, "setting HDF5 up");
    keep_names_together(task_, list, some_names);
    Handle begun =
        opened(H5Fcreate(aside_.c_str(), H5F_ACC_TRUNC, list, access_list(task_)), H5Fclose, task_, "making it");
    require(begun.close(), task_, "making it");
    reserve(task_, aside_, bytes);
    file_ = open_as(task_, aside_, H5F_ACC_RDWR);  // anew: HDF5 cuts off what it has not used of the length it finds
  } catch (const OPSException&) {
    ::unlink(aside_.c_str());
    throw;
  }
}

void Edit::settle() { require(H5Fflush(file_, H5F_SCOPE_LOCAL) >= 0, task_, "writing"); }

void Edit::keep() {
  settle();
  require(file_.close(), task_, "writing");
  if (!aside_.empty()) rename_aside();
}

void Edit::rename_aside() {
  {
    const Descriptor written(aside_, O_RDWR);
    struct stat before{};
    if (::stat(path_.c_str(), &before) == 0) static_cast<void>(::fchmod(written.id, before.st_mode & 07777));
    if (written.id < 0 || ::fsync(written.id) != 0) throw task_.error() << "writing failed: " << std::strerror(errno);
  }
  const bool named = take_name(aside_, path_, fresh_);
  if (!named && errno == EEXIST)
    throw task_.error() << "another program has created this file in the meantime; it was left unchanged";
  if (!named) throw task_.error() << "the file cannot be renamed to its final name: " << std::strerror(errno);
  aside_.clear();
}

void require_plain_name(const Task& task, const char* kind, const char* name) {
  const std::string text = name == nullptr ? "" : name;
  if (text.empty())
    throw task.error(OPS_INVALID_ARGUMENT) << "the name of the " << kind << " must not be null or empty";
  if (text.find('/') != std::string::npos || text == ".")
    throw task.error(OPS_INVALID_ARGUMENT)
        << kind << " '" << text
        << "' has a name that HDF5 does not allow: a name must not contain '/' and must not be '.'";
}

bool exists(hid_t file, const std::string& path) {
  for (std::size_t end = path.find('/', 1);; end = path.find('/', end + 1)) {
    const std::string part = path.substr(0, end);
    if (part != "/" && H5Lexists(file, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (part != "/" && H5Oexists_by_name(file, part.c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

H5O_type_t kind_at(hid_t file, const std::string& path) {
  H5O_info_t info;
  if (!exists(file, path) || H5Oget_info_by_name2(file, path.c_str(), &info, H5O_INFO_BASIC, H5P_DEFAULT) < 0)
    return H5O_TYPE_UNKNOWN;
  return info.type;
}

bool is_soft(hid_t file, const std::string& path) {
  H5L_info_t info;
  return exists(file, path) && H5Lget_info(file, path.c_str(), &info, H5P_DEFAULT) >= 0 && info.type == H5L_TYPE_SOFT;
}

void take_name_away(const Task& task, hid_t file, const std::string& path) {
  if (H5Lexists(file, path.c_str(), H5P_DEFAULT) <= 0) return;
  const std::string doing = "removing the name '" + path + "'";
  if (exists(file, path) && !is_soft(file, path)) {
    const Handle object = opened(H5Oopen(file, path.c_str(), H5P_DEFAULT), H5Oclose, task, doing);
    require(H5Oincr_refcount(object) >= 0, task, doing);
  }
  require(H5Ldelete(file, path.c_str(), H5P_DEFAULT) >= 0, task, doing);
}

Handle group_at(const Task& task, hid_t file, const std::string& path) {
  const H5O_type_t kind = kind_at(file, path);
  if (kind == H5O_TYPE_GROUP) return open_group(task, file, path);
  if (kind != H5O_TYPE_UNKNOWN) throw task.error() << "'" << path << "' exists but is not a group";
  if (const auto divide = path.rfind('/'); divide != std::string::npos && divide > 0)
    group_at(task, file, path.substr(0, divide));
  const Handle list = opened(H5Pcreate(H5P_GROUP_CREATE), H5Pclose, task, "setting HDF5 up");
  keep_names_together(task, list, path == "steps" ? many_names : some_names);
  return opened(H5Gcreate2(file, path.c_str(), H5P_DEFAULT, list, H5P_DEFAULT), H5Gclose, task,
                "creating the group '" + path + "'");
}

Handle open_group(const Task& task, hid_t file, const std::string& path) {
  const H5O_type_t kind = kind_at(file, path);
  if (kind == H5O_TYPE_UNKNOWN) throw task.error() << "has no group '" << path << "'";
  if (kind != H5O_TYPE_GROUP) throw task.error() << "'" << path << "' is not a group";
  return opened(H5Gopen2(file, path.c_str(), H5P_DEFAULT), H5Gclose, task, "opening the group '" + path + "'");
}

}  // namespace ops::h5
