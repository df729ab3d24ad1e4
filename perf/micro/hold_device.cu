// perf/micro/hold_device.cu: keeps the device open until its standard input ends, so that other processes need not wait
// for the driver to start.
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  if (cudaFree(nullptr) != cudaSuccess) return 1;
  while (std::getchar() != EOF) {}
  return 0;
}
