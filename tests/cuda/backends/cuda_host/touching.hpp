// tests/cuda/backends/cuda_host/touching.hpp: while one lives, this process may touch the memory of its device, as
// kernels of the program do.
#pragma once

namespace ops::cuda {

struct Touching {
  Touching();
  ~Touching();
  Touching(const Touching&) = delete;
  Touching& operator=(const Touching&) = delete;
};

}  // namespace ops::cuda
