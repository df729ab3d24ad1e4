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

#include "ops/support/error.hpp"

namespace ops::mpi {
namespace {

/// MPI ends the program where it fails, unless told otherwise: its message names the call.
void require(int result, const char* call) {
  if (result != MPI_SUCCESS) throw OPSException(OPS_RUNTIME_ERROR) << call << " failed with code " << result;
}

int count_of(std::size_t bytes) {
  if (bytes > INT_MAX)
    throw OPSException(OPS_RUNTIME_ERROR)
        << "a message has " << bytes << " bytes, but MPI sends at most " << INT_MAX << " at once: use more processes";
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
      std::fprintf(stderr,
                   "OPS error: one process has exited while others are still running, so the library terminates all "
                   "processes\n");
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

/// An uncaught exception terminates all processes.
[[noreturn]] void at_terminate() {
  try {
    if (std::current_exception()) std::rethrow_exception(std::current_exception());
    end_all("std::terminate was called");
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
  static std::int64_t hash(const std::string& text) {
    return static_cast<std::int64_t>(std::hash<std::string>{}(text) >> 1) | 1;
  }

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
    const std::vector<std::string> calls = std::exchange(since_, {});
    if (ends[0] != -ends[1]) fail(calls, first_difference(mine));
  }

  [[noreturn]] static void fail(const std::vector<std::string>& calls, std::size_t at) {
    const std::vector<std::string> all = gathered(at < calls.size() ? calls[at] : "does not make that call");
    const auto other = std::ranges::find_if(all, [&](const std::string& one) { return one != all.front(); });
    const std::string difference =
        "process 0 " + all.front() + ", but process " + std::to_string(other - all.begin()) + " " + *other;
    throw OPSException(OPS_RUNTIME_ERROR) << "-OPS_CHECK: processes make different calls: " << difference
                                          << "; all processes must make the same OPS calls with the same arguments";
  }
  static std::size_t first_difference(const Hashes& mine) {
    int size = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    std::vector<Hashes> all(static_cast<std::size_t>(size));
    const int count = static_cast<int>(mine.size());
    require(MPI_Allgather(mine.data(), count, MPI_INT64_T, all.data(), count, MPI_INT64_T, MPI_COMM_WORLD),
            "MPI_Allgather");
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
    require(MPI_Allgather(text.data(), static_cast<int>(longest), MPI_CHAR, texts.data(), static_cast<int>(longest),
                          MPI_CHAR, MPI_COMM_WORLD),
            "MPI_Allgather");
    std::vector<std::string> all;
    for (int rank = 0; rank < size; ++rank) all.emplace_back(texts.data() + static_cast<std::size_t>(rank) * longest);
    return all;
  }

  std::string doing_ = "before the first loop";
  std::vector<std::string> since_;  ///< calls begun since processes were compared last
  std::int64_t begun_ = 0;
};

class World final : public Communicator {
 public:
  World() {
    int initialized = 0;
    MPI_Initialized(&initialized);
    if (initialized == 0) {
      int provided = 0;
      require(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
      std::atexit(at_exit);
      std::at_quick_exit(at_exit);
    }
    std::set_terminate(at_terminate);
    require(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
    require(MPI_Comm_size(MPI_COMM_WORLD, &size_), "MPI_Comm_size");
  }
  int rank() const noexcept override { return rank_; }
  int size() const noexcept override { return size_; }

  void check_calls() const override { calls_.emplace(); }
  bool checks_calls() const noexcept override { return calls_.has_value(); }
  void doing(std::string what) const override {
    if (calls_) calls_->begins(std::move(what));
  }

  void exchange(std::span<const Message> sent, std::span<const Message> received) const override {
    if (calls_) calls_->meet("exchanges cells");
    std::vector<MPI_Request> requests;
    for (const Message& one : received)
      require(MPI_Irecv(one.bytes.data(), count_of(one.bytes.size()), MPI_BYTE, one.rank, tag, MPI_COMM_WORLD,
                        &requests.emplace_back()),
              "MPI_Irecv");
    for (const Message& one : sent)
      require(MPI_Isend(one.bytes.data(), count_of(one.bytes.size()), MPI_BYTE, one.rank, tag, MPI_COMM_WORLD,
                        &requests.emplace_back()),
              "MPI_Isend");
    require(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
  }

  void gather(std::span<const std::byte> mine, std::span<const std::size_t> counts, std::byte* all) const override {
    if (calls_)
      calls_->meet("gathers " + std::to_string(std::accumulate(counts.begin(), counts.end(), std::size_t{0})) +
                   " bytes");
    if (std::accumulate(counts.begin(), counts.end(), std::size_t{0}) > piece)
      return gather_in_pieces(mine, counts, all);
    std::vector<int> bytes, places;
    std::size_t place = 0;
    for (const std::size_t count : counts) {
      bytes.push_back(count_of(count));
      places.push_back(count_of(place));
      place += count;
    }
    require(MPI_Allgatherv(mine.data(), count_of(mine.size()), MPI_BYTE, all, bytes.data(), places.data(), MPI_BYTE,
                           MPI_COMM_WORLD),
            "MPI_Allgatherv");
  }

  void send(int rank, std::span<const std::byte> bytes) const override {
    const std::vector<std::byte>& message = leaving_.emplace_back(bytes.begin(), bytes.end());
    require(MPI_Isend(message.data(), count_of(message.size()), MPI_BYTE, rank, tag_to_one, MPI_COMM_WORLD,
                      &sending_.emplace_back()),
            "MPI_Isend");
  }

  void receive(int rank, std::span<std::byte> bytes) const override {
    MPI_Request request = MPI_REQUEST_NULL;
    require(MPI_Irecv(bytes.data(), count_of(bytes.size()), MPI_BYTE, rank, tag_to_one, MPI_COMM_WORLD, &request),
            "MPI_Irecv");
    require(MPI_Wait(&request, MPI_STATUS_IGNORE), "MPI_Wait");
  }

  void finish_sending() const override {
    require(MPI_Waitall(static_cast<int>(sending_.size()), sending_.data(), MPI_STATUSES_IGNORE), "MPI_Waitall");
    sending_.clear();
    leaving_.clear();
  }

  void meet(const std::string& what) const override {
    if (calls_) calls_->meet(what);
  }

  void give_up(const std::string& why) const override {
    if (size_ > 1 && !finalized()) end_all(why);
  }
  void ended() const override {
    ended_well = true;
    if (calls_ && !finalized()) calls_->meet("ends (ops_exit)");
  }

  std::int64_t least(std::int64_t mine) const override {
    if (calls_) calls_->meet("agrees on a number");
    std::int64_t all = mine;
    require(MPI_Allreduce(&mine, &all, 1, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD), "MPI_Allreduce");
    return all;
  }

 private:
  void gather_in_pieces(std::span<const std::byte> mine, std::span<const std::size_t> counts, std::byte* all) const {
    for (int root = 0; root < size_; ++root) {
      const std::size_t count = counts[static_cast<std::size_t>(root)];
      if (root == rank_) std::ranges::copy(mine, all);
      for (std::size_t done = 0; done < count; done += piece)
        require(MPI_Bcast(all + done, count_of(std::min(piece, count - done)), MPI_BYTE, root, MPI_COMM_WORLD),
                "MPI_Bcast");
      all += count;
    }
  }

  int rank_ = 0, size_ = 1;
  mutable std::deque<std::vector<std::byte>> leaving_;  ///< messages to one rank, until they have left
  mutable std::vector<MPI_Request> sending_;            ///< of these
  mutable std::optional<Calls> calls_;                  ///< nothing: they are not compared
};

}  // namespace

const Communicator& world() {
  static const World all;
  return all;
}

Seat seat() {
  const int rank = world().rank();
  MPI_Comm here = MPI_COMM_NULL;
  require(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &here), "MPI_Comm_split_type");
  Seat seat;
  require(MPI_Comm_rank(here, &seat.place), "MPI_Comm_rank");
  require(MPI_Comm_size(here, &seat.of), "MPI_Comm_size");
  require(MPI_Comm_free(&here), "MPI_Comm_free");
  return seat;
}

}  // namespace ops::mpi
