// backends/openmp/team.hpp: runs a piece of work on several threads at once, which wait in a way that other programs
// can bear.
//
// The threads of OpenMP's own regions wait for milliseconds by asking again and again. Where cores have other work,
// that takes time from the very thread that is waited for: two threads on two busy cores took 10 to 30 times as long as
// one. Here a thread that waits asks for a while, too; but once it notices that it was interrupted, it sleeps at once
// whenever it has to wait, for the next tenth of a second.
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
