#include "backends/tally/backend.hpp"

#include <cstdio>

namespace ops::tally {
namespace {

struct Tally {
  long calls = 0;
  ~Tally() { std::fprintf(stderr, "tally: %ld generated loops ran\n", calls); }
} tally;

}  // namespace

void count() { ++tally.calls; }

const Backend& backend() {
  static const Backend backend{"tally", nullptr, false};
  return backend;
}

}  // namespace ops::tally
