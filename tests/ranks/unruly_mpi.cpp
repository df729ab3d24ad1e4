// tests/ranks/unruly_mpi.cpp: an MPI for tests, loaded before the real one (LD_PRELOAD): it is late, and in another
// order, as far as MPI allows. Messages begin at random between the call that asks for them and the one that waits;
// those between the same two processes keep their order. Memory from `new` comes in another order on every process:
// what walks a container by address does other things on each. UNRULY_SEED chooses what happens, UNRULY_MICROSECONDS
// how long a pause is at most. At the end each process says what it has counted, on the error stream; one that has left
// a request or a communicator open ends with status 3.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>
#include <random>
#include <thread>
#include <utility>
#include <vector>

namespace {

long number(const char* name, long otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::atol(text);
}

/// A nonblocking message of the program, as a request that can be started when this layer likes.
struct Asked {
  MPI_Request request;
  MPI_Comm comm;
  int peer;
  bool sends;
  bool started;
  bool same_way(const Asked& other) const { return comm == other.comm && peer == other.peer && sends == other.sends; }
};

/// Small pieces of memory, in a random order: those of one size are taken from eight at a time. They are the C
/// library's, which gets them back.
class Addresses {
 public:
  void* take(std::size_t bytes) {
    const std::size_t kind = (bytes + step - 1) / step;
    if (kind == 0 || kind >= kinds) return std::malloc(bytes == 0 ? 1 : bytes);
    const std::lock_guard held(mutex_);
    Some& some = some_[kind];
    while (some.count < some.at.size()) {
      some.at[some.count] = std::malloc(kind * step);
      if (some.at[some.count] == nullptr) return nullptr;
      ++some.count;
    }
    void*& chosen = some.at[next() % some.count];
    return std::exchange(chosen, some.at[--some.count]);
  }

 private:
  static constexpr std::size_t step = 64, kinds = 64;  // up to 4 KiB
  struct Some {
    std::array<void*, 8> at{};
    std::size_t count = 0;
  };
  std::size_t next() {
    if (state_ == 0) {
      const long rank = number("OMPI_COMM_WORLD_RANK", number("PMI_RANK", 0));
      state_ = static_cast<std::uint64_t>(7919 * number("UNRULY_SEED", 0) + 104729 * rank + 1);
    }
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return state_ >> 33;
  }

  std::mutex mutex_;
  std::array<Some, kinds> some_;
  std::uint64_t state_ = 0;
};
constinit Addresses addresses;

struct Layer {
  std::mt19937_64 random;
  std::vector<Asked> asked;           ///< not completed, in the order of the program
  std::vector<MPI_Request> barriers;  ///< nonblocking ones, not completed
  long messages = 0, bytes = 0, reordered = 0, collectives = 0, communicators = 0;
  long most = 1000;  ///< [microseconds]

  void begin() {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    const long seed = number("UNRULY_SEED", 0);
    random.seed(static_cast<unsigned long>(1000 * seed + rank));
    most = number("UNRULY_MICROSECONDS", 1000);
    int size = 1;
    PMPI_Comm_size(MPI_COMM_WORLD, &size);
    if (seed % size == rank) most *= 4;  // one is slow
  }
  bool chance(int of) { return random() % static_cast<unsigned long>(of) == 0; }
  void pause() {
    if (most > 0 && chance(3))
      std::this_thread::sleep_for(
          std::chrono::microseconds(static_cast<long>(random() % static_cast<unsigned long>(most))));
  }

  /// Starts one that waits, chosen at random among the first of each way; false: there is none.
  bool start_one() {
    std::vector<Asked*> ready;
    for (Asked& one : asked) {
      const auto earlier = [&](const Asked* other) { return other->same_way(one); };
      if (!one.started && std::ranges::none_of(ready, earlier)) ready.push_back(&one);
    }
    if (ready.empty()) return false;
    Asked& chosen = *ready[random() % ready.size()];
    reordered += &chosen != ready.front();
    pause();
    PMPI_Start(&chosen.request);
    chosen.started = true;
    return true;
  }
  void start_all() {
    while (start_one()) continue;
  }
  void asked_for(MPI_Request request, MPI_Comm comm, int peer, bool sends) {
    asked.push_back({request, comm, peer, sends, false});
    if (chance(3)) start_one();
  }
  /// What MPI has completed is given back, if it was this layer that made it.
  void completed(MPI_Request& request, MPI_Request before) {
    const auto at = std::ranges::find(asked, before, &Asked::request);
    if (at != asked.end()) {
      PMPI_Request_free(&at->request);
      asked.erase(at);
      request = MPI_REQUEST_NULL;
    }
    std::erase(barriers, before);
  }
  void collective() {
    start_all();  // others may wait for these before they come
    pause();
    ++collectives;
  }
};

Layer& layer() {
  static Layer all;
  return all;
}

}  // namespace

/// For programs that have an operator of their own. @return  null: there is none
extern "C" void* unruly_memory(std::size_t bytes) { return addresses.take(bytes); }

void* operator new(std::size_t bytes) {
  void* const memory = addresses.take(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

extern "C" {

int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  const int result = PMPI_Init_thread(argc, argv, required, provided);
  layer().begin();
  return result;
}
int MPI_Init(int* argc, char*** argv) {
  const int result = PMPI_Init(argc, argv);
  layer().begin();
  return result;
}

int MPI_Isend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request) {
  int size = 0;
  PMPI_Type_size(type, &size);
  ++layer().messages;
  layer().bytes += static_cast<long>(size) * count;
  const int result = PMPI_Send_init(data, count, type, to, tag, comm, request);
  layer().asked_for(*request, comm, to, true);
  return result;
}
int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request) {
  const int result = PMPI_Recv_init(data, count, type, from, tag, comm, request);
  layer().asked_for(*request, comm, from, false);
  return result;
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  layer().start_all();
  layer().pause();
  const std::vector<MPI_Request> before(requests, requests + count);
  const int result = PMPI_Waitall(count, requests, statuses);
  for (int k = 0; k < count; ++k) layer().completed(requests[k], before[static_cast<std::size_t>(k)]);
  return result;
}
int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  layer().start_all();
  layer().pause();
  const MPI_Request before = *request;
  const int result = PMPI_Wait(request, status);
  layer().completed(*request, before);
  return result;
}
int MPI_Test(MPI_Request* request, int* done, MPI_Status* status) {
  layer().start_all();
  *done = 0;
  if (layer().chance(3)) return MPI_SUCCESS;
  const MPI_Request before = *request;
  const int result = PMPI_Test(request, done, status);
  if (*done != 0) layer().completed(*request, before);
  return result;
}

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  layer().collective();
  const int result = PMPI_Ibarrier(comm, request);
  layer().barriers.push_back(*request);
  return result;
}
int MPI_Barrier(MPI_Comm comm) {
  layer().collective();
  return PMPI_Barrier(comm);
}
int MPI_Allgatherv(const void* mine, int count, MPI_Datatype type, void* all, const int counts[], const int places[],
                   MPI_Datatype types, MPI_Comm comm) {
  layer().collective();
  const int result = PMPI_Allgatherv(mine, count, type, all, counts, places, types, comm);
  layer().pause();
  return result;
}
int MPI_Allreduce(const void* mine, void* all, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  layer().collective();
  const int result = PMPI_Allreduce(mine, all, count, type, op, comm);
  layer().pause();
  return result;
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  layer().collective();
  const int result = PMPI_Bcast(data, count, type, root, comm);
  layer().pause();
  return result;
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* copy) {
  layer().collective();
  ++layer().communicators;
  return PMPI_Comm_dup(comm, copy);
}
int MPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm* part) {
  layer().collective();
  const int result = PMPI_Comm_split(comm, color, key, part);
  layer().communicators += *part != MPI_COMM_NULL;
  return result;
}
int MPI_Comm_free(MPI_Comm* comm) {
  layer().collective();
  --layer().communicators;
  return PMPI_Comm_free(comm);
}

int MPI_Finalize() {
  const Layer& all = layer();
  const auto requests = static_cast<long>(all.asked.size() + all.barriers.size());
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr,
               "unruly: rank %d: messages %ld bytes %ld reordered %ld collectives %ld requests left %ld communicators "
               "left %ld\n",
               rank, all.messages, all.bytes, all.reordered, all.collectives, requests, all.communicators);
  std::fflush(stderr);
  if (requests == 0 && all.communicators == 0) return PMPI_Finalize();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // MPICH's launcher loses what it has not yet passed on
  return PMPI_Abort(MPI_COMM_WORLD, 3);
}

}  // extern "C"
