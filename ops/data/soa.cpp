// ops/data/soa.cpp: one choice for a process, or for a library that is loaded into it.
#include "ops/data/soa.hpp"

namespace ops {
namespace {

int chosen = 0;

}  // namespace

bool make_soa_default() noexcept {
  chosen = 1;
  return true;
}

int soa_by_default() noexcept { return chosen; }

}  // namespace ops
