// backends/cuda/device.cu: an NVIDIA device by the CUDA run time. Every call is checked.
#include <cuda_runtime.h>

#include <algorithm>
#include <mutex>

#include "backends/cuda/device.hpp"
#include "backends/cuda/kernel.hpp"
#include "ops/diag/error.hpp"

namespace ops::cuda {
namespace {

constexpr std::size_t unit = 4096;
constexpr std::size_t left_free = std::size_t{512} << 20;  // [bytes] for the run time, and for other programs
constexpr const char* other_targets = "the other targets of this program (seq, openmp) need none";

void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  throw OPSException(OPS_RUNTIME_ERROR) << "target cuda: " << what << ": " << cudaGetErrorString(result) << " (" << cudaGetErrorName(result) << ")";
}

struct Chosen {
  int number = 0;
  int processes = 1;  ///< that work on it
};

/// @throws OPSException  there is no such device
Chosen choose(int number) {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0)
    throw OPSException(OPS_RUNTIME_CONFIGURATION_ERROR)
        << "target cuda: no device was found (" << (result == cudaSuccess ? "there are none" : cudaGetErrorString(result)) << "); -OPS_DEVICE=n chooses one, and "
        << other_targets;
  if (number >= count)
    throw OPSException(OPS_RUNTIME_CONFIGURATION_ERROR)
        << "target cuda: -OPS_DEVICE=" << number << ", but devices are 0 to " << count - 1 << "; " << other_targets;
  const Chosen chosen{(number + seat().place) % count, (seat().of - seat().place % count + count - 1) / count};
  check(cudaSetDevice(chosen.number), "choosing the device");
  return chosen;
}

class Cuda final : public Device {
 public:
  explicit Cuda(int number) {
    const Chosen chosen = choose(number);
    number_ = chosen.number;
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all), "asking for free memory");
    const std::size_t ours = std::min(free, all / static_cast<std::size_t>(chosen.processes));
    bytes_ = (ours > left_free ? ours - left_free : 0) / unit * unit;
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes_), "allocating the device's memory");
    memory_ = static_cast<std::byte*>(memory);
    check(cudaMallocHost(&staging_, staging_bytes), "allocating pinned memory");
  }
  std::byte* memory() const noexcept override { return memory_; }
  std::size_t bytes() const noexcept override { return bytes_; }
  cudaStream_t stream() const noexcept { return stream_; }

  void to_device(std::byte* to, const std::byte* from, std::size_t bytes) override {
    in_pieces(bytes, [&](std::size_t first, std::size_t count) {
      std::copy_n(from + first, count, staging_);
      check(cudaMemcpyAsync(to + first, staging_, count, cudaMemcpyHostToDevice, stream_), "a copy to the device");
    });
  }
  void to_host(std::byte* to, const std::byte* from, std::size_t bytes) override {
    in_pieces(bytes, [&](std::size_t first, std::size_t count) {
      check(cudaMemcpyAsync(staging_, from + first, count, cudaMemcpyDeviceToHost, stream_), "a copy from the device");
      check(cudaStreamSynchronize(stream_), "work before a copy from the device");
      std::copy_n(staging_, count, to + first);
    });
  }
  void wait() override {
    begin_work();
    check(cudaStreamSynchronize(stream_), "work before the program goes on");
  }
  /// Threads of the program other than the first have to choose the device, too.
  void begin_work() override { check(cudaSetDevice(number_), "choosing the device"); }
  void end_work() override {}

 private:
  static constexpr std::size_t staging_bytes = std::size_t{16} << 20;

  /// Through pinned memory, one piece after another.
  template <class F>
  void in_pieces(std::size_t bytes, const F& f) {
    const std::lock_guard lock(mutex_);
    begin_work();
    for (std::size_t first = 0; first < bytes; first += staging_bytes) {
      f(first, std::min(staging_bytes, bytes - first));
      check(cudaStreamSynchronize(stream_), "a copy");
    }
  }

  int number_ = 0;
  std::mutex mutex_;
  cudaStream_t stream_ = nullptr;
  std::byte *memory_ = nullptr, *staging_ = nullptr;
  std::size_t bytes_ = 0;
};

Cuda& the_device() {
  static Cuda* const device = new Cuda(chosen_device());  // outlives every instance
  return *device;
}

}  // namespace

Device& device() { return the_device(); }
cudaStream_t stream() { return the_device().stream(); }
unsigned most_blocks() noexcept { return 2147483647U; }

void check_launch(const char* what) {
  const cudaError_t result = cudaGetLastError();
  if (result == cudaSuccess) return;
  throw OPSException(OPS_RUNTIME_ERROR) << "target cuda: " << what << " could not be launched: " << cudaGetErrorString(result) << " ("
                                        << cudaGetErrorName(result) << ")";
}

}  // namespace ops::cuda
