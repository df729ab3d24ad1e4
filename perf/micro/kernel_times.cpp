// perf/micro/kernel_times.cpp: when each kernel of a program begins and ends, by NVIDIA's CUPTI: a library that CUDA
// loads into any program.
//   CUDA_INJECTION64_PATH=libkernel_times.so OPSGRAD_KERNEL_TIMES=file program ..
// writes a line with both [ns] for each kernel. The program takes longer than without; its kernels do not.
#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

#if CUPTI_API_VERSION >= 130000
using Kernel = CUpti_ActivityKernel10;
#else
using Kernel = CUpti_ActivityKernel9;
#endif

constexpr std::size_t bytes = std::size_t{4} << 20;
constexpr std::align_val_t alignment{8};

std::FILE* file() {
  static std::FILE* const opened = [] {
    const char* const path = std::getenv("OPSGRAD_KERNEL_TIMES");
    return path == nullptr ? nullptr : std::fopen(path, "w");
  }();
  return opened;
}

void CUPTIAPI give(std::uint8_t** buffer, std::size_t* size, std::size_t* records) {
  *buffer = static_cast<std::uint8_t*>(::operator new(bytes, alignment));
  *size = bytes;
  *records = 0;
}

void CUPTIAPI take(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) continue;
    const auto* const kernel = reinterpret_cast<const Kernel*>(record);
    std::fprintf(file(), "%llu %llu\n", static_cast<unsigned long long>(kernel->start),
                 static_cast<unsigned long long>(kernel->end));
  }
  ::operator delete(buffer, alignment);
}

void finish() {
  cuptiActivityFlushAll(1);
  std::fclose(file());
}

}  // namespace

/// Called by CUDA when it starts. @return  whether times will be written
extern "C" int InitializeInjection() {
  if (file() == nullptr || cuptiActivityRegisterCallbacks(give, take) != CUPTI_SUCCESS ||
      cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) != CUPTI_SUCCESS) {
    std::fputs("kernel_times: CUPTI, or OPSGRAD_KERNEL_TIMES, is not there\n", stderr);
    return 0;
  }
  std::atexit(finish);
  return 1;
}
