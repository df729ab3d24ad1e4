// backends/cuda/copies.cuh: copies between host and device with the CUDA runtime, after work or concurrently with it,
// and timing of work. Every call is checked.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <mutex>
#include <utility>
#include <vector>

#include "ops/support/error.hpp"

namespace ops::cuda {

inline void check(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return;
  throw OPSException(OPS_RUNTIME_ERROR) << "target cuda: " << what << ": " << cudaGetErrorString(result) << " ("
                                        << cudaGetErrorName(result) << ")";
}

/// Copies on a stream of their own, after work and beside it.
class Copies {
 public:
  Copies() {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream for copies");
    check(cudaEventCreateWithFlags(&work_, cudaEventDisableTiming), "making an event");
  }
  std::uint64_t begin(cudaStream_t work, std::byte* to, const std::byte* from, std::size_t bytes) {
    check(cudaEventRecord(work_, work), "marking the work so far");
    check(cudaStreamWaitEvent(stream_, work_, 0), "a copy that waits for work");
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_), "a copy beside work");
    cudaEvent_t end = nullptr;
    if (spare_.empty()) check(cudaEventCreateWithFlags(&end, cudaEventDisableTiming), "making an event");
    else end = spare_.back(), spare_.pop_back();
    check(cudaEventRecord(end, stream_), "marking the end of a copy");
    under_way_.emplace_back(++last_, end);
    return last_;
  }
  void work_waits(cudaStream_t work, std::uint64_t copy) {
    if (ended(copy)) return;
    const auto end =
        std::find_if(under_way_.begin(), under_way_.end(), [copy](const auto& one) { return one.first == copy; });
    check(cudaStreamWaitEvent(work, end->second, 0), "work that waits for a copy");
  }
  bool ended(std::uint64_t copy) {
    while (!under_way_.empty()) {
      const cudaError_t result = cudaEventQuery(under_way_.front().second);
      if (result == cudaErrorNotReady) break;
      check(result, "a copy beside work");
      spare_.push_back(under_way_.front().second);
      under_way_.pop_front();
    }
    return under_way_.empty() || copy < under_way_.front().first;
  }

 private:
  cudaStream_t stream_ = nullptr;
  cudaEvent_t work_ = nullptr;
  std::deque<std::pair<std::uint64_t, cudaEvent_t>> under_way_;
  std::vector<cudaEvent_t> spare_;
  std::uint64_t last_ = 0;
};

/// What work takes, by two events.
class Clock {
 public:
  explicit Clock(cudaStream_t stream) : stream_(stream) {}
  double seconds() {
    const std::lock_guard lock(mutex_);
    if (begin_ == nullptr) {
      check(cudaEventCreate(&begin_), "making an event");
      check(cudaEventCreate(&end_), "making an event");
    }
    return seconds_;
  }
  /// Calls f, which gives the stream work.
  template <class F>
  void times(const F& f) {
    const std::lock_guard lock(mutex_);
    if (begin_ == nullptr) return f();
    check(cudaEventRecord(begin_, stream_), "marking where work begins");
    f();
    check(cudaEventRecord(end_, stream_), "marking where work ends");
    check(cudaEventSynchronize(end_), "work whose time is taken");
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_), "asking for what work took");
    seconds_ += 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  std::mutex mutex_;
  cudaStream_t stream_;
  cudaEvent_t begin_ = nullptr, end_ = nullptr;  ///< null: nobody asks
  double seconds_ = 0;
};

/// Copies after work, through two pieces of pinned memory: while the bus has one, the host has the other.
class Staging {
 public:
  Staging(cudaStream_t stream, Clock& clock) : stream_(stream), clock_(clock) {
    for (Piece& piece : pieces_) {
      check(cudaMallocHost(&piece.memory, piece_bytes), "allocating pinned memory");
      check(cudaEventCreateWithFlags(&piece.end, cudaEventDisableTiming), "making an event");
    }
  }
  void to_device(std::byte* to, const std::byte* from, std::size_t bytes) {
    for (std::size_t first = 0; first < bytes; first += piece_bytes) {
      const std::size_t count = std::min(piece_bytes, bytes - first);
      Piece& piece = at(first);
      if (first >= 2 * piece_bytes) check(cudaEventSynchronize(piece.end), "a copy to the device");
      std::copy_n(from + first, count, piece.memory);
      begin(piece, to + first, piece.memory, count, "a copy to the device");
    }
    if (bytes > 0) check(cudaStreamSynchronize(stream_), "a copy to the device");
  }
  void to_host(std::byte* to, const std::byte* from, std::size_t bytes) {
    const auto ask = [&](std::size_t first) {
      if (first < bytes)
        begin(at(first), at(first).memory, from + first, std::min(piece_bytes, bytes - first),
              "a copy from the device");
    };
    ask(0);
    for (std::size_t first = 0; first < bytes; first += piece_bytes) {
      ask(first + piece_bytes);
      check(cudaEventSynchronize(at(first).end), "work before a copy from the device");
      std::copy_n(at(first).memory, std::min(piece_bytes, bytes - first), to + first);
    }
  }

 private:
  struct Piece {
    std::byte* memory = nullptr;
    cudaEvent_t end = nullptr;  ///< of the last copy from or to it
  };
  static constexpr std::size_t piece_bytes = std::size_t{4} << 20;

  Piece& at(std::size_t first) noexcept { return pieces_[first / piece_bytes % 2]; }
  void begin(Piece& piece, std::byte* to, const std::byte* from, std::size_t bytes, const char* what) {
    clock_.times([&] { check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_), what); });
    check(cudaEventRecord(piece.end, stream_), "marking the end of a copy");
  }

  cudaStream_t stream_;
  Clock& clock_;
  Piece pieces_[2];
};

}  // namespace ops::cuda
