// ops/files/formats/hdf5/last_driver.cpp: an HDF5 file driver on system calls, with a map of the pieces that are held
// back.
#include "ops/files/formats/hdf5/last_driver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <new>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#if H5_VERSION_GE(1, 13, 0)
#include <H5FDdevelop.h>
#endif

namespace ops::h5 {
namespace {

struct Settings {
  haddr_t end = 0;
};

struct File {
  H5FD_t common;  ///< HDF5's own part: it comes first
  int id = -1;
  haddr_t end_of_old = 0;  ///< what lies in front of it is written last
  haddr_t end_of_space = 0, length = 0;
  bool to_be_cut = false;  ///< when it is closed; not where HDF5 has given it up at once, as another program has it
  dev_t device = 0;
  ino_t inode = 0;
  std::map<haddr_t, std::vector<std::byte>> held;  ///< by address; disjoint
};

File& file_of(H5FD_t* file) { return *reinterpret_cast<File*>(file); }
const File& file_of(const H5FD_t* file) { return *reinterpret_cast<const File*>(file); }

herr_t failed(const char* doing) {
  H5Epush2(H5E_DEFAULT, __FILE__, doing, __LINE__, H5E_ERR_CLS, H5E_IO, H5E_WRITEERROR,
           "%s failed, error message = '%s'", doing, std::strerror(errno));
  return -1;
}

bool put(const File& file, haddr_t at, const std::byte* from, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t done =
        ::pwrite(file.id, from, std::min<std::size_t>(bytes, std::size_t{1} << 30), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return false;
    from += done, at += static_cast<haddr_t>(done), bytes -= static_cast<std::size_t>(done);
  }
  return true;
}

/// Beyond the end of the file there are zeros.
bool get(const File& file, haddr_t at, std::byte* to, std::size_t bytes) {
  while (bytes > 0) {
    const ssize_t done =
        ::pread(file.id, to, std::min<std::size_t>(bytes, std::size_t{1} << 30), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    if (done == 0) return std::fill_n(to, bytes, std::byte{}), true;
    to += done, at += static_cast<haddr_t>(done), bytes -= static_cast<std::size_t>(done);
  }
  return true;
}

/// Joined with the pieces that it touches.
void hold(File& file, haddr_t at, const std::byte* from, std::size_t bytes) {
  haddr_t first = at, last = at + bytes;
  auto begin = file.held.upper_bound(at);
  if (begin != file.held.begin() && std::prev(begin)->first + std::prev(begin)->second.size() >= at) --begin;
  auto end = begin;
  for (; end != file.held.end() && end->first <= last; ++end) {
    first = std::min(first, end->first);
    last = std::max(last, end->first + end->second.size());
  }
  std::vector<std::byte> joined(last - first);
  for (auto one = begin; one != end; ++one)
    std::ranges::copy(one->second, joined.begin() + static_cast<std::ptrdiff_t>(one->first - first));
  std::copy_n(from, bytes, joined.begin() + static_cast<std::ptrdiff_t>(at - first));
  file.held.erase(begin, end);
  file.held.emplace(first, std::move(joined));
}

bool write_held(File& file) {
  for (const auto& [at, bytes] : file.held)
    if (!put(file, at, bytes.data(), bytes.size())) return false;
  file.held.clear();
  return true;
}

H5FD_t* open_file(const char* name, unsigned flags, hid_t list, haddr_t /*most*/) {
  const auto* const settings = static_cast<const Settings*>(H5Pget_driver_info(list));
  const int id = ::open(name, ((flags & H5F_ACC_RDWR) != 0 ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  struct stat now{};
  std::unique_ptr<File> file(new (std::nothrow) File{});
  if (id < 0 || ::fstat(id, &now) != 0 || settings == nullptr || !file) {
    failed("opening");
    if (id >= 0) ::close(id);
    return nullptr;
  }
  file->id = id;
  file->end_of_old = settings->end;
  file->length = static_cast<haddr_t>(now.st_size);
  file->device = now.st_dev;
  file->inode = now.st_ino;
  return &file.release()->common;
}

herr_t close_file(H5FD_t* file) {
  const std::unique_ptr<File> gone(&file_of(file));
  const bool cut = gone->to_be_cut && gone->length != gone->end_of_space;
  const bool whole = write_held(*gone) && (!cut || ::ftruncate(gone->id, static_cast<off_t>(gone->end_of_space)) == 0);
  return ::close(gone->id) == 0 && whole ? 0 : failed("closing");
}

int compare(const H5FD_t* a, const H5FD_t* b) {
  const File &one = file_of(a), &other = file_of(b);
  if (one.device != other.device) return one.device < other.device ? -1 : 1;
  return one.inode == other.inode ? 0 : one.inode < other.inode ? -1 : 1;
}

herr_t query(const H5FD_t* /*file*/, unsigned long* flags) {
  *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
           H5FD_FEAT_AGGREGATE_SMALLDATA | H5FD_FEAT_POSIX_COMPAT_HANDLE | H5FD_FEAT_DEFAULT_VFD_COMPATIBLE |
           H5FD_FEAT_SUPPORTS_SWMR_IO;
  return 0;
}

haddr_t end_of_space(const H5FD_t* file, H5FD_mem_t /*type*/) { return file_of(file).end_of_space; }
herr_t set_end_of_space(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t at) {
  file_of(file).end_of_space = at;
  return 0;
}
haddr_t length(const H5FD_t* file, H5FD_mem_t /*type*/) { return file_of(file).length; }

herr_t handle(H5FD_t* file, hid_t /*list*/, void** found) {
  *found = &file_of(file).id;
  return 0;
}

herr_t read(H5FD_t* file, H5FD_mem_t /*type*/, hid_t /*list*/, haddr_t at, std::size_t bytes, void* to) {
  const File& from = file_of(file);
  auto* const values = static_cast<std::byte*>(to);
  if (!get(from, at, values, bytes)) return failed("reading");
  for (const auto& [begin, piece] : from.held) {
    const haddr_t first = std::max(begin, at), last = std::min<haddr_t>(begin + piece.size(), at + bytes);
    if (first < last)
      std::copy_n(piece.begin() + static_cast<std::ptrdiff_t>(first - begin), last - first, values + (first - at));
  }
  return 0;
}

herr_t write(H5FD_t* file, H5FD_mem_t type, hid_t /*list*/, haddr_t at, std::size_t bytes, const void* from) try {
  File& to = file_of(file);
  const auto* const values = static_cast<const std::byte*>(from);
  const bool last = type != H5FD_MEM_DRAW && at < to.end_of_old;
  const std::size_t old = last ? static_cast<std::size_t>(std::min<haddr_t>(bytes, to.end_of_old - at)) : 0;
  if (old < bytes && !put(to, at + old, values + old, bytes - old)) return failed("writing");
  if (old > 0) hold(to, at, values, old);
  to.length = std::max<haddr_t>(to.length, at + bytes);
  return 0;
} catch (const std::bad_alloc&) {
  errno = ENOMEM;
  return failed("writing");
}

/// What has been written so far belongs to the old contents from now on.
herr_t flush(H5FD_t* file, hid_t /*list*/, hbool_t /*closing*/) {
  File& all = file_of(file);
  if (!write_held(all)) return failed("writing");
  all.end_of_old = std::max(all.end_of_old, all.end_of_space);
  return 0;
}

/// The room that was reserved stays until the file is closed, when the length that it has is the one it says it has.
herr_t truncate(H5FD_t* file, hid_t /*list*/, hbool_t /*closing*/) {
  file_of(file).to_be_cut = true;
  return 0;
}

/// Where the file system knows no locks there are none.
herr_t lock_as(H5FD_t* file, int how) {
  return ::flock(file_of(file).id, how) == 0 || errno == ENOSYS ? 0 : failed("locking");
}
herr_t lock(H5FD_t* file, hbool_t writes) { return lock_as(file, (writes ? LOCK_EX : LOCK_SH) | LOCK_NB); }
herr_t unlock(H5FD_t* file) { return lock_as(file, LOCK_UN); }

H5FD_class_t driver_class() {
  H5FD_class_t c{};
#if H5_VERSION_GE(1, 13, 2)
  c.version = H5FD_CLASS_VERSION;
  c.value = static_cast<H5FD_class_value_t>(700);
#endif
  c.name = "ops_last";
  c.maxaddr = (haddr_t{1} << 62) - 1;
  c.fc_degree = H5F_CLOSE_WEAK;
  c.fapl_size = sizeof(Settings);
  c.open = open_file;
  c.close = close_file;
  c.cmp = compare;
  c.query = query;
  c.get_eoa = end_of_space;
  c.set_eoa = set_end_of_space;
  c.get_eof = length;
  c.get_handle = handle;
  c.read = read;
  c.write = write;
  c.flush = flush;
  c.truncate = truncate;
  c.lock = lock;
  c.unlock = unlock;
  constexpr H5FD_mem_t lists[] = H5FD_FLMAP_DICHOTOMY;
  std::ranges::copy(lists, c.fl_map);
  return c;
}

}  // namespace

void write_changes_last(const Task& task, hid_t access_list, haddr_t end) {
  static const H5FD_class_t cls = driver_class();
  static hid_t driver = H5I_INVALID_HID;
  if (H5Iis_valid(driver) <= 0) driver = H5FDregister(&cls);
  const Settings settings{end};
  require(driver >= 0 && H5Pset_driver(access_list, driver, &settings) >= 0, task, "setting HDF5 up");
}

}  // namespace ops::h5
