// perf/micro/device_copy.cu: what copying within a device's memory moves, read and written bytes together [GB/s]: the
// measure of its loops.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>

int main() {
  constexpr std::size_t bytes = std::size_t{1} << 30;
  constexpr int rounds = 20;
  char *from = nullptr, *to = nullptr;
  cudaEvent_t before, after;
  bool right = cudaMalloc(&from, bytes) == cudaSuccess && cudaMalloc(&to, bytes) == cudaSuccess &&
               cudaEventCreate(&before) == cudaSuccess && cudaEventCreate(&after) == cudaSuccess &&
               cudaMemset(from, 1, bytes) == cudaSuccess;
  float best = 1e30F;
  for (int k = 0; right && k < rounds; ++k) {
    float milliseconds = 0;
    right = cudaEventRecord(before) == cudaSuccess &&
            cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice) == cudaSuccess &&
            cudaEventRecord(after) == cudaSuccess && cudaEventSynchronize(after) == cudaSuccess &&
            cudaEventElapsedTime(&milliseconds, before, after) == cudaSuccess;
    best = std::min(best, milliseconds);
  }
  if (!right) {
    std::fprintf(stderr, "device_copy: %s\n", cudaGetErrorString(cudaGetLastError()));
    return 1;
  }
  std::printf("%.1f\n", 2 * static_cast<double>(bytes) / (static_cast<double>(best) * 1e6));
}
