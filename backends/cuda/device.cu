// backends/cuda/device.cu: an NVIDIA device by the CUDA run time. Every call is checked.
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExtMem.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "backends/cuda/copies.cuh"
#include "backends/cuda/device.hpp"
#include "backends/cuda/kernel.hpp"
#include "ops/support/error.hpp"

namespace ops::cuda {
namespace {

using launches::Batch, launches::Graph, launches::Task;

constexpr std::size_t unit = 4096;
constexpr std::size_t left_free = std::size_t{512} << 20;  // [bytes] for the run time, and for other programs
constexpr const char* other_targets = "the other targets of this program (seq, openmp) need none";

/// A number of the environment; `otherwise` where there is none.
std::size_t number_of(const char* variable, std::size_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Threads of the program other than the first have to choose the device, too.
void choose_for_thread(int number) { check(cudaSetDevice(number), "choosing the device"); }

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
        << "target cuda: no device was found ("
        << (result == cudaSuccess ? "there are none" : cudaGetErrorString(result))
        << "); -OPS_DEVICE=n chooses one, and " << other_targets;
  if (number >= count)
    throw OPSException(OPS_RUNTIME_CONFIGURATION_ERROR)
        << "target cuda: -OPS_DEVICE=" << number << ", but devices are 0 to " << count - 1 << "; " << other_targets;
  const Chosen chosen{(number + seat().place) % count, (seat().of - seat().place % count + count - 1) / count};
  choose_for_thread(chosen.number);
  return chosen;
}

/// Takes nearly all free memory, or less if the driver refuses that, and at most OPSGRAD_DEVICE_MEMORY bytes.
std::byte* take_memory(std::size_t free, std::size_t& bytes) {
  bytes = std::min(free > left_free ? free - left_free : 0,
                   number_of("OPSGRAD_DEVICE_MEMORY", std::numeric_limits<std::size_t>::max()));
  void* memory = nullptr;
  cudaError_t result = cudaErrorMemoryAllocation;
  for (int tries = 0; tries < 8 && result == cudaErrorMemoryAllocation; ++tries) {
    if (tries > 0) cudaGetLastError(), bytes -= bytes / 8;
    bytes = bytes / unit * unit;
    result = cudaMalloc(&memory, bytes);
  }
  check(result, "allocating the device's memory");
  return static_cast<std::byte*>(memory);
}

/// With OPSGRAD_REGIONS=1: reports buffers to memory checkers (compute-sanitizer --nvtx=yes), which otherwise see one
/// allocation and miss overruns between its buffers.
class Regions {
 public:
  Regions(const std::byte* memory, std::size_t bytes) : domain_(nvtxDomainCreateA("OPSgrad")) {
    const nvtxMemVirtualRangeDesc_t range{bytes, memory};
    nvtxMemHeapDesc_t heap{};
    heap.extCompatID = NVTX_EXT_COMPATID_MEM;
    heap.structSize = sizeof heap;
    heap.usage = NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR;
    heap.type = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
    heap.typeSpecificDescSize = sizeof range;
    heap.typeSpecificDesc = &range;
    heap_ = nvtxMemHeapRegister(domain_, &heap);
  }
  void add(const std::byte* start, std::size_t bytes) const {
    const nvtxMemVirtualRangeDesc_t range{bytes, start};
    nvtxMemRegionsRegisterBatch_t one{};
    one.extCompatID = NVTX_EXT_COMPATID_MEM;
    one.structSize = sizeof one;
    one.regionType = NVTX_MEM_TYPE_VIRTUAL_ADDRESS;
    one.heap = heap_;
    one.regionCount = 1;
    one.regionDescElementSize = sizeof range;
    one.regionDescElements = &range;
    nvtxMemRegionsRegister(domain_, &one);
  }
  void remove(const std::byte* start) const {
    nvtxMemRegionRef_t region;
    region.pointer = start;
    nvtxMemRegionsUnregisterBatch_t one{};
    one.extCompatID = NVTX_EXT_COMPATID_MEM;
    one.structSize = sizeof one;
    one.refType = NVTX_MEM_REGION_REF_TYPE_POINTER;
    one.refCount = 1;
    one.refElementSize = sizeof region;
    one.refElements = &region;
    nvtxMemRegionsUnregister(domain_, &one);
  }

 private:
  nvtxDomainHandle_t domain_;
  nvtxMemHeapHandle_t heap_;
};

/// More than 48 KiB of shared memory has to be asked for, once for each kernel.
void allow_shared(const Task& task) {
  constexpr std::size_t without_asking = 48 << 10;
  static std::set<const void*> allowed;
  static std::mutex mutex;
  if (task.shared <= without_asking) return;
  const std::lock_guard lock(mutex);
  if (!allowed.insert(task.entry).second) return;
  check(cudaFuncSetAttribute(task.entry, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(task.shared)),
        task.what);
}

cudaKernelNodeParams parameters(const Task& task, void** kernel) {
  cudaKernelNodeParams all{};
  all.func = const_cast<void*>(task.entry);
  all.gridDim = dim3(task.blocks);
  all.blockDim = dim3(task.threads);
  all.sharedMemBytes = static_cast<unsigned>(task.shared);
  all.kernelParams = kernel;
  return all;
}

class CudaGraph final : public Graph {
 public:
  CudaGraph(int device, cudaStream_t stream, Clock& clock, const Batch& batch)
      : device_(device), stream_(stream), clock_(clock), nodes_(batch.size()) {
    check(cudaGraphCreate(&graph_, 0), "making a graph");
    std::vector<cudaGraphNode_t> before;
    for (std::size_t k = 0; k < batch.size(); ++k) {
      before.clear();
      for (const unsigned one : batch.before(k)) before.push_back(nodes_[one]);
      tasks_.push_back(batch.task(k));
      allow_shared(tasks_[k]);
      void* kernel = const_cast<void*>(batch.kernel(k));
      const cudaKernelNodeParams node = parameters(tasks_[k], &kernel);
      check(cudaGraphAddKernelNode(&nodes_[k], graph_, before.data(), before.size(), &node), tasks_[k].what);
    }
    if (cudaGraphInstantiate(&runs_, graph_, 0) == cudaSuccess) return;
    cudaGetLastError();  // is not the next call's
    runs_ = nullptr;
  }
  ~CudaGraph() override {
    if (runs_ != nullptr) cudaGraphExecDestroy(runs_);
    cudaGraphDestroy(graph_);
  }
  bool usable() const noexcept { return runs_ != nullptr; }
  void set(std::size_t number, const void* kernel) override {
    choose_for_thread(device_);
    void* value = const_cast<void*>(kernel);
    const cudaKernelNodeParams node = parameters(tasks_[number], &value);
    check(cudaGraphExecKernelNodeSetParams(runs_, nodes_[number], &node), tasks_[number].what);
  }
  void launch() override {
    choose_for_thread(device_);
    clock_.times([&] { check(cudaGraphLaunch(runs_, stream_), "launching a graph"); });
  }

 private:
  int device_;
  cudaStream_t stream_;
  Clock& clock_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t runs_ = nullptr;
  std::vector<cudaGraphNode_t> nodes_;
  std::vector<Task> tasks_;
};

class Cuda final : public Device {
 public:
  explicit Cuda(int number) {
    const Chosen chosen = choose(number);
    number_ = chosen.number;
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "making a stream");
    std::size_t free = 0, all = 0;
    check(cudaMemGetInfo(&free, &all), "asking for free memory");
    const std::size_t ours = std::min(free, all / static_cast<std::size_t>(chosen.processes));
    memory_ = take_memory(ours, bytes_);
    if (number_of("OPSGRAD_REGIONS", 0) != 0) regions_.emplace(memory_, bytes_);
    copies_.emplace();
    clock_.emplace(stream_);
    staging_.emplace(stream_, *clock_);
  }
  std::byte* memory() const noexcept override { return memory_; }
  std::size_t bytes() const noexcept override { return bytes_; }
  int number() const noexcept override { return number_; }
  void wait_for_others() override {
    choose_for_thread(number_);
    check(cudaDeviceSynchronize(), "waiting for the work of others");
  }
  void launch(const Batch& batch) override {
    choose_for_thread(number_);
    clock_->times([&] {
      for (std::size_t k = 0; k < batch.size(); ++k) launch(batch.task(k), const_cast<void*>(batch.kernel(k)));
    });
  }
  /// OPSGRAD_GRAPHS=0 switches graphs off.
  std::unique_ptr<Graph> graph(const Batch& batch) override {
    if (number_of("OPSGRAD_GRAPHS", 1) == 0) return nullptr;
    choose_for_thread(number_);
    auto graph = std::make_unique<CudaGraph>(number_, stream_, *clock_, batch);
    return graph->usable() ? std::move(graph) : nullptr;
  }
  bool watched() const noexcept override { return regions_.has_value(); }
  void taken(const std::byte* start, std::size_t bytes) override { regions_->add(start, bytes); }
  void returned(const std::byte* start) noexcept override { regions_->remove(start); }

  void to_device(std::byte* to, const std::byte* from, std::size_t bytes) override {
    const std::lock_guard lock(mutex_);
    choose_for_thread(number_);
    staging_->to_device(to, from, bytes);
  }
  void to_host(std::byte* to, const std::byte* from, std::size_t bytes) override {
    const std::lock_guard lock(mutex_);
    choose_for_thread(number_);
    staging_->to_host(to, from, bytes);
  }
  void wait() override {
    choose_for_thread(number_);
    check(cudaStreamSynchronize(stream_), "work before the program goes on");
  }
  std::byte* take_pinned(std::size_t bytes) override {
    choose_for_thread(number_);
    void* memory = nullptr;
    if (cudaMallocHost(&memory, bytes) == cudaSuccess) return static_cast<std::byte*>(memory);
    cudaGetLastError();  // is not the next call's
    return nullptr;
  }
  void give_pinned(std::byte* memory) noexcept override {
    cudaDeviceSynchronize();
    cudaFreeHost(memory);
  }
  std::uint64_t begin_copy(std::byte* to, const std::byte* from, std::size_t bytes) override {
    const std::lock_guard lock(mutex_);
    choose_for_thread(number_);
    return copies_->begin(stream_, to, from, bytes);
  }
  void work_waits(std::uint64_t copy) override {
    const std::lock_guard lock(mutex_);
    copies_->work_waits(stream_, copy);
  }
  bool ended(std::uint64_t copy) override {
    const std::lock_guard lock(mutex_);
    return copies_->ended(copy);
  }

  double worked() override {
    choose_for_thread(number_);
    return clock_->seconds();
  }

 private:
  void launch(const Task& task, void* kernel) {
    allow_shared(task);
    const cudaError_t result =
        cudaLaunchKernel(task.entry, dim3(task.blocks), dim3(task.threads), &kernel, task.shared, stream_);
    if (result == cudaSuccess) return;
    throw OPSException(OPS_RUNTIME_ERROR)
        << "target cuda: " << task.what << " could not be launched: " << cudaGetErrorString(result) << " ("
        << cudaGetErrorName(result) << ")";
  }

  int number_ = 0;
  std::mutex mutex_;
  cudaStream_t stream_ = nullptr;
  std::optional<Copies> copies_;
  std::optional<Clock> clock_;
  std::optional<Staging> staging_;
  std::optional<Regions> regions_;
  std::byte* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace

Device& device() {
  static Cuda* const device = new Cuda(chosen_device());  // outlives every instance
  return *device;
}
unsigned most_blocks() noexcept { return 2147483647U; }
std::int64_t busy_threads() noexcept { return std::int64_t{1} << 19; }

}  // namespace ops::cuda
