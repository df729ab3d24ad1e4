// tests/cuda/host_memory.cpp: a device whose memory is that of the host, for generated code and parts of the run time
// that tests call by themselves, on arrays of their own.
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "backends/cuda/point.hpp"
#include "backends/cuda/totals.hpp"

namespace ops::cuda {
namespace {

Order order = Order::forward;
unsigned blocks_at_once = 1U << 31;

}  // namespace

/// @param how  an Order  @param blocks  of one launch at most
extern "C" void run_threads(int how, unsigned blocks) {
  order = static_cast<Order>(how);
  blocks_at_once = blocks;
}

/// At once.
void submit(const launches::Task& task, const void* kernel) {
  reinterpret_cast<launches::Run>(const_cast<void*>(task.entry))(kernel, task.blocks, task.threads, task.shared);
}
void* on_device(const void* address) { return const_cast<void*>(address); }
int narrow(std::ptrdiff_t distance) { return static_cast<int>(distance); }

Scratch::Scratch(std::size_t bytes) : data_(static_cast<std::byte*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64))) {
  std::memset(data_, 0xff, bytes);
}
Scratch::~Scratch() { std::free(data_); }
Landing::Landing(std::size_t bytes)
    : data_(static_cast<std::byte*>(std::aligned_alloc(64, (bytes + 63) / 64 * 64)), std::free) {}
void Landing::then(Add add, void* to) const { add(to, data()); }
void read_device(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }

unsigned most_blocks() noexcept { return blocks_at_once; }
std::int64_t busy_threads() noexcept { return 64; }
Order order_of_threads() { return order; }
unsigned any_stride(unsigned count) {
  unsigned stride = count / 3 + 1;
  while (std::gcd(stride, count) != 1) --stride;
  return stride;
}

}  // namespace ops::cuda
