// backends/openmp/team.cpp: one team for each thread that calls; its members sleep or ask while there is nothing to do.
#include "backends/openmp/team.hpp"

#include <linux/futex.h>
#include <omp.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <thread>
#include <vector>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace ops::openmp {
namespace {

using Clock = std::chrono::steady_clock;

thread_local bool inside = false;  // of a team's work

inline void pause() noexcept {
#if defined(__SSE2__)
  _mm_pause();
#endif
}

/// A number that threads wait for. Not std::atomic::wait: it yields before it sleeps, which on a busy core gives away a
/// whole slice of time.
class Signal {
 public:
  explicit Signal(int value) : value_(value) {}

  int get() const noexcept { return value_.load(std::memory_order_acquire); }
  /// @return the new value
  int add(int change) noexcept { return value_.fetch_add(change) + change; }
  void set(int value) noexcept { value_.store(value); }
  void wake() noexcept {
    if (asleep_.load() > 0) futex(FUTEX_WAKE_PRIVATE, INT_MAX);
  }
  /// Until it is not `old` any more.
  void sleep(int old) noexcept {
    asleep_.fetch_add(1);
    while (value_.load() == old) futex(FUTEX_WAIT_PRIVATE, old);
    asleep_.fetch_sub(1);
  }

 private:
  void futex(int what, int number) noexcept { syscall(SYS_futex, &value_, what, number, nullptr, nullptr, 0); }

  std::atomic<int> value_;
  std::atomic<int> asleep_{0};
};
static_assert(sizeof(std::atomic<int>) == sizeof(int));

/// How a thread waits: it asks, for longer where cores are its own, and then sleeps.
class Patience {
 public:
  /// Returns when `value` is not `old` any more.
  void wait(Signal& value, int old) noexcept {
    if (!asked(value, old)) value.sleep(old);
  }

 private:
  static constexpr int between_looks = 64;  // at the clock: 1 to 3 us
  static constexpr std::chrono::microseconds alone{2000}, crowded{2}, interruption{500};
  static constexpr std::chrono::milliseconds remembered{100};

  /// Whether asking was enough.
  bool asked(const Signal& value, int old) noexcept {
    const Clock::time_point begin = Clock::now();
    const Clock::time_point end = begin + (begin < crowded_until_ ? crowded : alone);
    for (Clock::time_point now = begin, last = begin;; last = now) {
      for (int k = 0; k < between_looks; ++k) {
        if (value.get() != old) return true;
        pause();
      }
      now = Clock::now();
      if (now - last > interruption) crowded_until_ = now + remembered;
      if (now - last > interruption || now > end) return false;
    }
  }

  Clock::time_point crowded_until_{};
};

/// Binds the calling thread to a place of OpenMP's, if its threads are bound: otherwise it would share the one of the
/// thread that made it.
void take_place(int member, int first, int places) {
  if (places == 0) return;
  const int place = (first + member) % places;
  std::vector<int> processors(static_cast<std::size_t>(omp_get_place_num_procs(place)));
  omp_get_place_proc_ids(place, processors.data());
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) CPU_SET(static_cast<std::size_t>(processor), &set);
  sched_setaffinity(0, sizeof set, &set);
}

class Team {
 public:
  Team() = default;
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;
  ~Team() { end(); }

  /// @param most  members of any round to come: who is not needed any more goes, as each takes part in every round
  void run(int members, int most, detail::Member call, const void* body) {
    if (static_cast<int>(workers_.size()) > most - 1) end();
    const bool bound = omp_get_proc_bind() != omp_proc_bind_false;
    while (static_cast<int>(workers_.size()) < members - 1)
      workers_.emplace_back([this, member = static_cast<int>(workers_.size()) + 1, round = round_.get(),
                             first = omp_get_place_num(), places = bound ? omp_get_num_places() : 0] {
        take_place(member, first, places);
        work(member, round);
      });
    members_ = members;
    call_ = call;
    body_ = body;
    working_.set(static_cast<int>(workers_.size()));
    begin();
    call(body, 0, members);
    for (int left; (left = working_.get()) != 0;) patience_.wait(working_, left);
  }

 private:
  void begin() {
    round_.add(1);
    round_.wake();
  }
  void end() {
    members_ = 0;
    begin();
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
  }

  void work(int member, int round) {
    inside = true;
    Patience patience;
    while (true) {
      patience.wait(round_, round);
      ++round;
      if (members_ == 0) return;
      if (member < members_) call_(body_, member, members_);
      if (working_.add(-1) == 0) working_.wake();
    }
  }

  alignas(64) Signal round_{0};
  int members_ = 1;  ///< of the present round; 0: the end
  detail::Member call_ = nullptr;
  const void* body_ = nullptr;
  alignas(64) Signal working_{0};
  alignas(64) Patience patience_;
  std::vector<std::thread> workers_;
};

}  // namespace

int team_size() noexcept { return inside || omp_in_parallel() ? 1 : omp_get_max_threads(); }

void detail::run_team(int members, Member call, const void* body) {
  if (members <= 1 || inside) return call(body, 0, 1);
  static thread_local Team team;
  const int most = std::max(team_size(), members);
  inside = true;
  team.run(members, most, call, body);
  inside = false;
}

}  // namespace ops::openmp
