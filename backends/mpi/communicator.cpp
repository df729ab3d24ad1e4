// backends/mpi/communicator.cpp: processes that talk by MPI.
#include "backends/mpi/communicator.hpp"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "ops/diag/error.hpp"

namespace ops::mpi {
namespace {

/// MPI ends the program where it fails, unless told otherwise: its message names the call.
void require(int result, const char* call) {
  if (result != MPI_SUCCESS) throw OPSException(OPS_RUNTIME_ERROR) << call << " failed with code " << result;
}

int count_of(std::size_t bytes) {
  if (bytes > INT_MAX) throw OPSException(OPS_RUNTIME_ERROR) << "a message of " << bytes << " bytes; MPI takes at most " << INT_MAX << " at once: use more processes";
  return static_cast<int>(bytes);
}

constexpr int tag = 0x0b5, tag_to_one = 0x0b6;
constexpr std::chrono::seconds patience{10};
constexpr std::size_t piece = std::size_t{1} << 30;  // of a gather [bytes]
bool ended_well = false;                             // ops_exit was called

bool finalized() {
  int done = 0;
  MPI_Finalized(&done);
  return done != 0;
}

/// After what was said has been passed on: MPICH's launcher loses the rest.
void abort_all() {
  std::fflush(nullptr);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// A process that ends while others do not would leave them waiting for ever, unless all have done with OPS.
void at_exit() {
  if (finalized()) return;
  MPI_Request all = MPI_REQUEST_NULL;
  MPI_Ibarrier(MPI_COMM_WORLD, &all);
  const auto begun = std::chrono::steady_clock::now();
  for (int done = 0; done == 0; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
    MPI_Test(&all, &done, MPI_STATUS_IGNORE);
    if (done == 0 && !ended_well && std::chrono::steady_clock::now() - begun > patience) {
      std::fprintf(stderr, "OPS error: a process has ended and others go on: all are ended\n");
      abort_all();
    }
  }
  MPI_Finalize();
}

/// Most errors come to all processes at once: the first one speaks. Returns where there is no MPI any more.
void end_all(const std::string& why) {
  if (finalized()) {
    std::fprintf(stderr, "%s\n", why.c_str());
    return;
  }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0) std::this_thread::sleep_for(std::chrono::seconds(2));
  std::fprintf(stderr, "on rank %d: %s\n", rank, why.c_str());
  abort_all();
}

/// An exception that nobody catches ends all processes.
[[noreturn]] void at_terminate() {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
    end_all("terminate was called");
  } catch (const std::exception& error) {
    end_all(error.what());
  } catch (...) {
    end_all("an exception of unknown type");
  }
  std::abort();
}

/// Compares what the processes do: whenever they meet, and some calls at a time where these need no other process.
class Calls {
 public:
  void begins(std::string what) {
    doing_ = std::move(what) + " (number " + std::to_string(++begun_) + ")";
    since_.push_back(doing_);
    if (since_.size() == most) compare("");
  }
  void meet(const std::string& how) { compare(doing_ + " " + how); }

 private:
  static constexpr std::size_t most = 64, longest = 512;
  using Hashes = std::array<std::int64_t, most + 1>;  ///< of calls in order; 0: none
  static std::int64_t hash(const std::string& text) { return static_cast<std::int64_t>(std::hash<std::string>{}(text) >> 1) | 1; }

  /// @param now  what this process does now, beside the calls that it has begun; "": nothing
  /// @throws OPSException  on all of them
  void compare(const std::string& now) {
    if (!now.empty()) since_.push_back(now);
    Hashes mine{};
    std::ranges::transform(since_, mine.begin(), hash);
    std::uint64_t joined = 0;
    for (const std::int64_t one : mine) joined = joined * 0x100000001b3 ^ static_cast<std::uint64_t>(one);
    const auto all = static_cast<std::int64_t>(joined >> 1);
    std::array<std::int64_t, 2> ends{all, -all};
    require(MPI_Allreduce(MPI_IN_PLACE, ends.data(), 2, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD), "MPI_Allreduce");
    if (ends[0] != -ends[1]) fail(first_difference(mine));
    since_.clear();
  }

  [[noreturn]] void fail(std::size_t at) const {
    const std::vector<std::string> all = gathered(at < since_.size() ? since_[at] : "does not make that call");
    const auto other = std::ranges::find_if(all, [&](const std::string& one) { return one != all.front(); });
    throw OPSException(OPS_RUNTIME_ERROR) << "-OPS_CHECK: processes do not do the same: process 0 " << all.front() << ", process " << other - all.begin() << " "
                                          << *other << ". Every process has to make every call of OPS, with the same arguments";
  }
  static std::size_t first_difference(const Hashes& mine) {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<Hashes> all(static_cast<std::size_t>(size));
    const int count = static_cast<int>(mine.size());
    require(MPI_Allgather(mine.data(), count, MPI_INT64_T, all.data(), count, MPI_INT64_T, MPI_COMM_WORLD), "MPI_Allgather");
    std::size_t at = 0;
    while (std::ranges::all_of(all, [&](const Hashes& one) { return one[at] == all.front()[at]; })) ++at;
    return at;
  }
  static std::vector<std::string> gathered(const std::string& mine) {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<char> texts(static_cast<std::size_t>(size) * longest);
    std::array<char, longest> text{};
    mine.copy(text.data(), longest - 1);
    require(MPI_Allgather(text.data(), static_cast<int>(longest), MPI_CHAR, texts.data(), static_cast<int>(longest), MPI_CHAR, MPI_COMM_WORLD), "MPI_Allgather");
    std::vector<std::string> all;
    for (int rank = 0; rank < size; ++rank) all.emplace_back(texts.data() + static_cast<std::size_t>(rank) * longest);
    return all;
  }
};

