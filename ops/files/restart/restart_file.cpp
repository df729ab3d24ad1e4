// ops/files/restart/restart_file.cpp: sections with checksums, and the sequence of renames.
#include "ops/files/restart/restart_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <type_traits>
#include <utility>

#include "ops/support/broadcast.hpp"
#include "ops/support/checksum.hpp"
#include "ops/support/file_limit.hpp"

namespace ops {
namespace {

constexpr std::uint64_t magic = 0x35545253'53504f00;  // "\0OPSSRT5"

/// Numbers, texts and boxes, one after another.
class Section {
 public:
  template <class T>
    requires std::is_arithmetic_v<T>
  void add(T number) {
    append(&number, sizeof number);
  }
  void add(const std::vector<std::byte>& bytes) {
    add(static_cast<std::uint64_t>(bytes.size()));
    append(bytes.data(), bytes.size());
  }
  void add(const std::string& text) {
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    add(std::vector<std::byte>(bytes, bytes + text.size()));
  }
  void add(const Box& box) {
    for (const Index& corner : {box.lo, box.hi})
      for (const int i : corner) add(i);
  }
  void append(const Section& other) { append(other.bytes_.data(), other.bytes_.size()); }
  const std::vector<std::byte>& bytes() const { return bytes_; }

 private:
  void append(const void* from, std::size_t size) {
    if (size == 0) return;
    bytes_.resize(bytes_.size() + size);
    std::memcpy(bytes_.data() + bytes_.size() - size, from, size);
  }
  std::vector<std::byte> bytes_;
};

struct Damaged {};

/// Reads what a Section has added. @throws Damaged  it ends too early
class SectionReader {
 public:
  explicit SectionReader(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  template <class T>
  T number() {
    T value;
    if (bytes_.size() - at_ < sizeof value) throw Damaged{};
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::vector<std::byte> bytes() {
    const auto size = number<std::uint64_t>();
    if (bytes_.size() - at_ < size) throw Damaged{};
    const auto first = bytes_.begin() + static_cast<std::ptrdiff_t>(at_);
    at_ += size;
    return {first, first + static_cast<std::ptrdiff_t>(size)};
  }
  std::string text() {
    const std::vector<std::byte> all = bytes();
    return {reinterpret_cast<const char*>(all.data()), all.size()};
  }
  Box box() {
    Box all;
    for (Index* corner : {&all.lo, &all.hi})
      for (int& i : *corner) i = number<int>();
    return all;
  }
  /// A count of things that take up some bytes each.
  std::size_t count() {
    const auto n = number<std::uint64_t>();
    if (n > bytes_.size()) throw Damaged{};
    return n;
  }

 private:
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

void add(Section& to, const SavedHandle& handle) {
  to.add(handle.name);
  to.add(handle.value);
  to.add(handle.initialized);
  to.add(handle.access);
}
SavedHandle handle(SectionReader& from) {
  SavedHandle one;
  one.name = from.text();
  one.value = from.bytes();
  one.initialized = from.number<int>();
  one.access = from.number<ops_access>();
  return one;
}

Section head(const RestartState& state) {
  Section s;
  s.add(state.place);
  s.add(state.visits);
  s.add(state.path);
  s.add(static_cast<std::uint8_t>(state.at));
  s.add(static_cast<std::uint8_t>(state.recorded));
  s.add(state.payload);
  s.add(static_cast<std::uint64_t>(state.failed.size()));
  for (const FailedLoop& one : state.failed) {
    s.add(one.place);
    s.add(one.code);
    s.add(one.text);
  }
  s.add(static_cast<std::uint8_t>(state.random.known));
  s.add(state.random.seed);
  s.add(state.random.fills);
  s.add(static_cast<std::uint64_t>(state.constants.size()));
  for (const SavedConstant& one : state.constants) {
    s.add(one.name);
    s.add(one.value);
  }
  s.add(static_cast<std::uint64_t>(state.results.size()));
  for (const auto& result : state.results) s.add(result);
  s.add(static_cast<std::uint64_t>(state.dats.size()));
  for (const DeclaredDat& dat : state.dats) {
    s.add(dat.index);
    s.add(dat.name);
    s.add(dat.type);
    s.add(dat.dim);
    s.add(dat.cells);
    s.add(dat.reducing);
  }
  for (const auto* all : {&state.reductions, &state.scalars}) {
    s.add(static_cast<std::uint64_t>(all->size()));
    for (const SavedHandle& one : *all) add(s, one);
  }
  s.add(static_cast<std::uint64_t>(state.cells.size()));
  return s;
}

void add_place(Section& to, const SavedCells& cells) {
  to.add(cells.dat);
  to.add(cells.cells);
}
SavedCells placed(SectionReader& from) {
  const int dat = from.number<int>();
  return {dat, from.box(), {}};
}

/// @return  how many boxes of cells follow
std::size_t read_head(SectionReader& from, RestartState& state) {
  state.place = from.number<std::int64_t>();
  state.visits = from.number<std::int64_t>();
  state.path = from.number<std::uint64_t>();
  const auto at = from.number<std::uint8_t>();
  if (at > static_cast<std::uint8_t>(At::jump)) throw Damaged{};
  state.at = static_cast<At>(at);
  state.recorded = from.number<std::uint8_t>() != 0;
  state.payload = from.bytes();
  for (std::size_t left = from.count(); left > 0; --left) {
    FailedLoop& one = state.failed.emplace_back();
    one.place = from.number<std::int64_t>();
    one.code = from.number<int>();
    one.text = from.text();
  }
  state.random.known = from.number<std::uint8_t>() != 0;
  state.random.seed = from.number<std::uint32_t>();
  state.random.fills = from.number<std::uint32_t>();
  for (std::size_t left = from.count(); left > 0; --left) {
    SavedConstant& one = state.constants.emplace_back();
    one.name = from.text();
    one.value = from.bytes();
  }
  for (std::size_t left = from.count(); left > 0; --left) state.results.push_back(from.bytes());
  for (std::size_t left = from.count(); left > 0; --left) {
    DeclaredDat& dat = state.dats.emplace_back();
    dat.index = from.number<int>();
    dat.name = from.text();
    dat.type = from.text();
    dat.dim = from.number<int>();
    dat.cells = from.box();
    dat.reducing = from.number<ops_access>();
  }
  for (auto* all : {&state.reductions, &state.scalars})
    for (std::size_t left = from.count(); left > 0; --left) all->push_back(handle(from));
  return from.number<std::uint64_t>();
}

OPSException error(const std::string& file, const char* what) {
  return OPSException(OPS_RUNTIME_ERROR) << "checkpoint file '" << file << "' " << what << ": " << std::strerror(errno);
}

/// A file that is being written.
class Output {
 public:
  explicit Output(const std::string& name)
      : name_(name), file_(open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
    if (file_ < 0) throw error(name_, "cannot be created");
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output() {
    if (file_ >= 0) close(file_);
  }
  void section(const std::vector<std::byte>& bytes) {
    const std::uint64_t size = bytes.size(), sum = checksum(bytes);
    put(&size, sizeof size);
    put(&sum, sizeof sum);
    put(bytes.data(), bytes.size());
  }
  void put(const void* data, std::size_t bytes) {
    const FileLimit no_signal;
    for (const char* at = static_cast<const char*>(data); bytes > 0;) {
      const ssize_t done = ::write(file_, at, bytes);
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) throw error(name_, "cannot be written");
      at += done;
      bytes -= static_cast<std::size_t>(done);
    }
  }
  void finish() {
    if (fsync(file_) != 0) throw error(name_, "cannot be flushed to disk");
    if (close(std::exchange(file_, -1)) != 0) throw error(name_, "cannot be closed");
  }

 private:
  const std::string& name_;
  int file_;
};

/// Names given in a folder are on the disk, too; some file systems cannot say so, and nothing is lost there but after a
/// power failure.
void sync_names(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  const int id = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (id < 0) return;
  static_cast<void>(fsync(id));
  static_cast<void>(close(id));
}

/// The next section. @throws Damaged
std::vector<std::byte> section(std::ifstream& from, std::uint64_t file_size) {
  std::uint64_t size = 0, sum = 0;
  from.read(reinterpret_cast<char*>(&size), sizeof size);
  from.read(reinterpret_cast<char*>(&sum), sizeof sum);
  if (!from || size > file_size) throw Damaged{};
  std::vector<std::byte> bytes(size);
  from.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size));
  if (!from || checksum(bytes) != sum) throw Damaged{};
  return bytes;
}

/// Nothing if the file is damaged.
std::optional<RestartState> whole(std::ifstream& from) {
  try {
    from.seekg(0, std::ios::end);
    const auto size = static_cast<std::uint64_t>(from.tellg());
    from.seekg(0);
    std::uint64_t begin = 0;
    from.read(reinterpret_cast<char*>(&begin), sizeof begin);
    if (!from || begin != magic) return std::nullopt;
    RestartState state;
    SectionReader first_section(section(from, size));
    for (std::size_t left = read_head(first_section, state); left > 0; --left) {
      SectionReader where(section(from, size));
      state.cells.push_back(placed(where));
      state.cells.back().values = section(from, size);
    }
    return state;
  } catch (const Damaged&) {
    return std::nullopt;
  }
}

/// The newer of the two generations that is whole.
std::optional<RestartState> newest(const std::string& name) {
  bool found = false;
  for (const std::string& file : {name, name + ".old"}) {
    std::ifstream from(file, std::ios::binary);
    if (!from && !std::filesystem::exists(file)) continue;
    found = true;
    if (auto state = whole(from)) return state;
  }
  if (found)
    throw OPSException(OPS_RUNTIME_ERROR)
        << "checkpoint file '" << name
        << "' is unreadable, damaged, or not a checkpoint of this library, and there is no valid file '" << name
        << ".old'; remove these files to start from the beginning";
  return std::nullopt;
}

/// What the first process has found, for the others: all but values of cells.
enum class Found : std::uint8_t { nothing, state, error };

std::vector<std::byte> outline(Found found, const RestartState& state, const std::string& error) {
  Section s;
  s.add(static_cast<std::uint8_t>(found));
  if (found == Found::error) s.add(error);
  if (found == Found::state) {
    s.append(head(state));
    for (const SavedCells& one : state.cells) add_place(s, one);
  }
  return s.bytes();
}

std::optional<RestartState> from_outline(std::vector<std::byte> bytes) {
  SectionReader from(std::move(bytes));
  const auto found = static_cast<Found>(from.number<std::uint8_t>());
  if (found == Found::error) throw OPSException(OPS_RUNTIME_ERROR, from.text());
  if (found == Found::nothing) return std::nullopt;
  RestartState state;
  for (std::size_t left = read_head(from, state); left > 0; --left) state.cells.push_back(placed(from));
  return state;
}

bool first_of_all() { return communicator().rank() == 0; }

}  // namespace

void RestartFile::write(const RestartState& state) const {
  if (!first_of_all()) return;
  const std::string aside = name_ + ".new";
  try {
    Output out(aside);
    out.put(&magic, sizeof magic);
    out.section(head(state).bytes());
    for (const SavedCells& one : state.cells) {
      Section where;
      add_place(where, one);
      out.section(where.bytes());
      out.section(one.values);
    }
    out.finish();
  } catch (...) {
    std::remove(aside.c_str());
    throw;
  }
  if (std::rename(name_.c_str(), (name_ + ".old").c_str()) != 0 && errno != ENOENT)
    throw error(name_, "cannot be renamed");
  if (std::rename(aside.c_str(), name_.c_str()) != 0) throw error(aside, "cannot be renamed");
  sync_names(name_);
}

std::optional<RestartState> RestartFile::read() const {
  if (!first_of_all()) return from_outline(of_first(communicator(), {}));
  std::optional<RestartState> state;
  try {
    state = newest(name_);
  } catch (const OPSException& error) {
    static_cast<void>(of_first(communicator(), outline(Found::error, {}, error.what())));
    throw;
  }
  if (communicator().size() > 1)
    static_cast<void>(
        of_first(communicator(), state ? outline(Found::state, *state, "") : outline(Found::nothing, {}, "")));
  return state;
}

void RestartFile::remove() const noexcept {
  if (!first_of_all()) return;
  for (const char* end : {"", ".old", ".new"}) std::remove((name_ + end).c_str());
}

}  // namespace ops
