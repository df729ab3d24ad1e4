// backends/openmp/team.hpp: runs work on several threads, whose waiting does not slow down other programs.
//
// The threads of OpenMP's own regions spin for milliseconds while they wait. If the cores have other work, this delays
// the very thread that they wait for: two threads on two busy cores took 10 to 30 times as long as one thread. A
// waiting thread of this team also spins at first. Once it notices that it was preempted, it sleeps immediately at
// every wait, for the next tenth of a second.
#pragma once

namespace ops::openmp {

/// How many threads work at once: as many as OpenMP would take here (OMP_NUM_THREADS; one inside of its parallel
/// regions, and inside of a team).
int team_size() noexcept;

namespace detail {
using Member = void (*)(const void* body, int member, int members);
void run_team(int members, Member call, const void* body);
}  // namespace detail

/// Calls body(number of the thread, `members`) on so many threads, the calling one among them, which is number 0.
/// Returns when all have returned. Nothing may be thrown.
template <class Body>
void on_team(int members, const Body& body) {
  detail::run_team(
      members, [](const void* self, int member, int all) { (*static_cast<const Body*>(self))(member, all); }, &body);
}

}  // namespace ops::openmp
