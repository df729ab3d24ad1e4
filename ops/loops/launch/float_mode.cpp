// ops/loops/launch/float_mode.cpp: counts the requests to flush in each thread.
#include "ops/loops/launch/float_mode.hpp"

namespace ops {
namespace {

thread_local int requests = 0;

}  // namespace

SubnormalsFlushed::SubnormalsFlushed() noexcept {
  if (requests++ == 0) FloatMode::present().flushing().set();
}

SubnormalsFlushed::~SubnormalsFlushed() {
  if (--requests == 0) FloatMode::present().keeping().set();
}

}  // namespace ops
