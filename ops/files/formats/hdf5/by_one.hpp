// ops/files/formats/hdf5/by_one.hpp: files of a program on several processes: the first process writes, with cells
// gathered from all, and every process reads.
#pragma once

#include <exception>
#include <functional>

#include "ops/files/formats/hdf5/cells.hpp"
#include "ops/support/communicator.hpp"

namespace ops::h5 {

/// The first process does `change`; all others give the cells of `dats` that it asks for. What it throws, all throw.
void by_one(const Task& task, const std::vector<ops_dat>& dats, const std::function<void(const Task&)>& change);
/// The values of a cut, packed, for the one that changes the file.
void read_cut(const Task& task, const Cut& cut, std::byte* to);

/// What every process reads; where one of them cannot, all throw.
template <class Read>
auto by_all(const Task& task, Read read) -> decltype(read()) {
  std::exception_ptr failure;
  decltype(read()) result{};
  try {
    result = read();
  } catch (...) {
    failure = std::current_exception();
  }
  const bool well = communicator().least(failure ? 0 : 1) == 1;
  if (failure) std::rethrow_exception(failure);
  if (!well)
    throw task.error() << "another process cannot read it, and reports the reason; every process must be able to open "
                          "the file under this name";
  return result;
}

}  // namespace ops::h5
