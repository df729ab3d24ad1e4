// ops/files/formats/hdf5/by_one.cpp: the writing process announces the cells that it needs; the others send them until
// it has finished.
#include "ops/files/formats/hdf5/by_one.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "ops/data/passes.hpp"
#include "ops/support/broadcast.hpp"

namespace ops::h5 {
namespace {

/// What all do next.
struct Next {
  enum Kind : std::int32_t { read, done, failed } kind = done;
  std::int32_t number = 0;  ///< of the dataset; an error's code
  Box cells;
};

Next told(const Next& mine) {
  Next next;
  const auto* const bytes = reinterpret_cast<const std::byte*>(&mine);
  const std::vector<std::byte> all = of_first(communicator(), {bytes, bytes + sizeof mine});
  std::memcpy(&next, all.data(), sizeof next);
  return next;
}

void tell_error(int code, std::string_view text) {
  static_cast<void>(told({Next::failed, code, {}}));
  const auto bytes = std::as_bytes(std::span(text));
  static_cast<void>(of_first(communicator(), {bytes.begin(), bytes.end()}));
}

void follow(const std::vector<ops_dat>& dats) {
  std::vector<std::byte> values;
  for (Next next = told({}); next.kind != Next::done; next = told({})) {
    if (next.kind == Next::failed) {
      const std::vector<std::byte> text = of_first(communicator(), {});
      throw OPSException(next.number, std::string(reinterpret_cast<const char*>(text.data()), text.size()));
    }
    const ops_dat dat = dats[static_cast<std::size_t>(next.number)];
    values.resize(bytes_of({dat, next.cells}));
    read_cells(values.data(), dat->buffer, dat->layout, next.cells);
  }
}

void lead(const Task& task, const std::vector<ops_dat>& dats, const std::function<void(const Task&)>& change) {
  Task here = task;
  here.followers = dats;
  try {
    change(here);
  } catch (const OPSException& error) {
    tell_error(error.code, error.what());
    throw;
  } catch (const std::exception& error) {
    tell_error(OPS_RUNTIME_ERROR, error.what());
    throw;
  }
  static_cast<void>(told({Next::done, 0, {}}));
}

}  // namespace

void by_one(const Task& task, const std::vector<ops_dat>& dats, const std::function<void(const Task&)>& change) {
  if (communicator().size() == 1) return change(task);
  if (communicator().rank() == 0) lead(task, dats, change);
  else follow(dats);
}

void read_cut(const Task& task, const Cut& cut, std::byte* to) {
  if (!task.followers.empty()) {
    const auto number = std::ranges::find(task.followers, cut.dat) - task.followers.begin();
    static_cast<void>(told({Next::read, static_cast<std::int32_t>(number), cut.box}));
  }
  read_cells(to, cut.dat->buffer, cut.dat->layout, cut.box);
}

}  // namespace ops::h5
