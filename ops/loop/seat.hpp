// ops/loop/seat.hpp: the place of this process among those of the program that run on one computer.
#pragma once

namespace ops {

struct Seat {
  int place = 0;
  int of = 1;
};

}  // namespace ops
