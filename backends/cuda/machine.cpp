// backends/cuda/machine.cpp: passes and launches on the device; host code runs on copies.
#include "backends/cuda/machine.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <vector>

#include "backends/cuda/device.hpp"
#include "backends/cuda/device_code.hpp"
#include "backends/cuda/loop.hpp"
#include "backends/cuda/solve.hpp"
#include "backends/cuda/work.hpp"
#include "ops/data/host_passes.hpp"
#include "ops/data/layout.hpp"
#include "ops/loops/builtin/solve_worker.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops::cuda {
namespace {

/// Host code takes time.
class Taken {
 public:
  explicit Taken(double& sum) : sum_(sum), start_(Clock::now()) {}
  ~Taken() { sum_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

 private:
  using Clock = std::chrono::steady_clock;
  double& sum_;
  Clock::time_point start_;
};

void add_all(Shown& shown, const AdjointLaunch& launch) {
  for (int k = 0; k < launch.arguments; ++k) {
    const AdjointArg& arg = launch.args[k];
    for (const ArgView* view : {&arg.primal, &arg.seed, &arg.target}) shown.add(*view, launch.range);
  }
}

}  // namespace

void* on_device(const void* address) {
  if (address == nullptr) return nullptr;
  Memory& memory = Memory::of_process();
  std::byte* const there = memory.on_device(address);
  if (there == nullptr)
    throw OPSException(OPS_INTERNAL_ERROR) << "target cuda: a kernel received a pointer to host memory";
  if (memory.any_shown()) {
    memory.bring_to_device(address);
    if (Work* const work = Work::present()) work->asked(address);
  }
  return there;
}

int narrow(std::ptrdiff_t distance) {
  if (distance >= std::numeric_limits<int>::min() && distance <= std::numeric_limits<int>::max())
    return static_cast<int>(distance);
  throw OPSException(OPS_RUNTIME_ERROR) << "target cuda: the stride along an axis of a dataset is " << distance
                                        << ", but kernels support strides of at most "
                                        << std::numeric_limits<int>::max()
                                        << "; reduce the number of cells along the first axis";
}

Scratch::Scratch(std::size_t bytes) : data_(Memory::of_process().take_scratch(bytes)) {
  if (Work* const work = Work::present()) work->writes(data_, bytes);
}
Scratch::~Scratch() { Memory::of_process().give_scratch(data_); }
void read_device(void* to, const void* from, std::size_t bytes) {
  queue().to_host(static_cast<std::byte*>(to), static_cast<const std::byte*>(from), bytes);
}

DeviceMachine::DeviceMachine() : memory_(Memory::of_process()) {}

void* DeviceMachine::allocate(std::size_t bytes) noexcept { return memory_.allocate(bytes); }
void DeviceMachine::release(void* memory, std::size_t) noexcept { memory_.release(memory); }

Shape DeviceMachine::shape(const BufferRef& buffer, const Layout& layout) const {
  const auto element = static_cast<std::ptrdiff_t>(layout.element);
  Shape shape{
      static_cast<std::byte*>(on_device(buffer->here())) + layout.origin * element, {}, layout.component * element};
  for (std::size_t axis = 0; axis < max_dim; ++axis) shape.pitch[axis] = layout.pitch[axis] * element;
  return shape;
}

void DeviceMachine::fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) {
  if (value != nullptr && layout.element > most_value) {
    const auto held = for_host({&to, 1});
    return fill_region(to->here(), layout, box, value);
  }
  Work now(memory_);
  now.writes(to);
  cuda::fill(shape(to, layout), layout.components, layout.element, box, value);
}

void DeviceMachine::fill_bytes(const BufferRef& to, std::byte value) {
  Work now(memory_);
  now.writes(to);
  cuda::fill_bytes(static_cast<std::byte*>(on_device(to->here())), to->bytes, value);
}

void DeviceMachine::copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
                         const Box& box) {
  Work now(memory_);
  now.reads(from);
  now.writes(to);
  const Shape there = shape(to, to_layout), here = shape(from, from_layout);
  if (to_layout.element == from_layout.element) cuda::copy(there, here, to_layout.components, to_layout.element, box);
  else cuda::convert(there, here, to_layout.components, to_layout.element == sizeof(double), box);
}

void DeviceMachine::add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term,
                        const Layout& term_layout, Type element, const Box& box) {
  Work now(memory_);
  now.reads(term);
  now.writes(sum);
  cuda::add(shape(sum, sum_layout), element == Type::f64, shape(term, term_layout),
            term_layout.element == sizeof(double), sum_layout.components, box);
}

/// By way of a dense copy on the device, so that one copy goes to the host.
void DeviceMachine::read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) {
  const Box& box = boxes.front();
  Work now(memory_);
  now.reads(from);
  const Layout dense = dense_layout(layout, box, false);
  const Scratch packed(dense.bytes);
  Shape there{packed.data() + dense.origin * static_cast<std::ptrdiff_t>(dense.element),
              {},
              dense.component * static_cast<std::ptrdiff_t>(dense.element)};
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    there.pitch[axis] = dense.pitch[axis] * static_cast<std::ptrdiff_t>(dense.element);
  cuda::copy(there, shape(from, layout), layout.components, layout.element, box);
  queue().to_host(to, packed.data(), dense.bytes);
}

void DeviceMachine::write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from,
                          bool slowest) {
  Work now(memory_);
  now.writes(to);
  const Layout dense = dense_layout(layout, box, slowest);
  const Scratch packed(dense.bytes);
  Shape there{packed.data() + dense.origin * static_cast<std::ptrdiff_t>(dense.element),
              {},
              dense.component * static_cast<std::ptrdiff_t>(dense.element)};
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    there.pitch[axis] = dense.pitch[axis] * static_cast<std::ptrdiff_t>(dense.element);
  queue().to_device(packed.data(), from, dense.bytes);
  cuda::copy(shape(to, layout), there, layout.components, layout.element, box);
}

int DeviceMachine::device_number() const { return device().number(); }

void DeviceMachine::write_from_device(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from,
                                      const std::ptrdiff_t* strides) {
  device().wait_for_others();
  {
    Work now(memory_);
    now.writes(to);
    Shape there{const_cast<std::byte*>(from), {}, layout.components > 1 ? strides[layout.dims] : 0};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(layout.dims); ++axis) {
      there.pitch[axis] = strides[axis];
      there.origin -= box.lo[axis] * strides[axis];
    }
    cuda::copy(shape(to, layout), there, layout.components, layout.element, box);
  }
  queue().wait();
}

bool DeviceMachine::all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) {
  Work now(memory_);
  now.reads(buffer);
  return cuda::all_zero(shape(buffer, layout), layout.components, layout.element, box);
}

double DeviceMachine::clock() {
  queue().wait();
  return device().worked() + on_host_;
}

/// Lines of which others have parts are done by the host, which hands values to these.
void DeviceMachine::run(void (*loop)(const Launch&), const Launch& launch) {
  if (is_device_code(loop) && launch.lines.relay == nullptr) {
    Work now(memory_);
    now.touches(launch);
    loop(launch);
    return now.hand_over(launch);
  }
  const tridiagonal::ByHost by_host;
  Shown shown(memory_);
  for (int k = 0; k < launch.arguments; ++k) shown.add(launch.args[k], launch.range);
  const Taken taken(on_host_);
  loop(launch);
}

void DeviceMachine::run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) {
  if (is_device_code(adjoint) && launch.lines.relay == nullptr) {
    Work now(memory_);
    now.touches(launch);
    adjoint(launch);
    return now.hand_over(launch);
  }
  const tridiagonal::ByHost by_host;
  Shown shown(memory_);
  add_all(shown, launch);
  const Taken taken(on_host_);
  adjoint(launch);
}

/// Whoever asks has the buffers for the host.
void DeviceMachine::run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) {
  const Taken taken(on_host_);
  loop(launch);
}

void DeviceMachine::search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
                           std::span<const std::span<Attained>> first) {
  std::vector<Attained*> points;
  for (const std::span<Attained> one : first) points.push_back(one.empty() ? nullptr : one.data());
  if (is_device_code(attained)) {
    Work now(memory_);
    now.touches(launch);
    return attained(launch, points.data());
  }
  Shown shown(memory_);
  add_all(shown, launch);
  const Taken taken(on_host_);
  attained(launch, points.data());
}

std::shared_ptr<void> DeviceMachine::for_host(std::span<const BufferRef> buffers) {
  const auto shown = std::make_shared<Shown>(memory_);
  for (const BufferRef& buffer : buffers) shown->show(buffer->here());
  return shown;
}

namespace {

/// Of the process, as all instances share its memory.
std::atomic<int> chosen{-1};
Seat chosen_seat;  ///< the same at every call

std::shared_ptr<Machine> make(const ParallelFor&, int number, Seat seat) {
  choose_device(number, seat);
  solve_on_device();
  return std::make_shared<DeviceMachine>();
}

/// As work that touches the buffer, so that what the host may see of it is the same before and after.
void* address_for_users(const void* address) {
  const Work now(Memory::of_process());
  return on_device(address);
}

const MachineRegistration registration(make, {.at = address_for_users, .wait = [] { queue().wait(); }});

}  // namespace

int chosen_device() noexcept { return std::max(chosen.load(), 0); }
Seat seat() noexcept { return chosen_seat; }

void choose_device(int number, Seat seat) {
  chosen_seat = seat;
  int none = -1;
  if (chosen.compare_exchange_strong(none, number) || none == number) return;
  throw OPSException(OPS_RUNTIME_CONFIGURATION_ERROR)
      << "target cuda: -OPS_DEVICE=" << number << ", but this process already uses device " << none;
}

}  // namespace ops::cuda
