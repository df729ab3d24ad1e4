// ops/queue/queue_machine.cpp: what waits, and what has to see all of it done.
#include "ops/queue/queue_machine.hpp"

#include <cstdlib>
#include <string_view>
#include <utility>

#include "ops/core/layout.hpp"
#include "ops/loop/cache_size.hpp"
#include "ops/loop/reduce_ops.hpp"

namespace ops::queue {
namespace {

class QueueMachine final : public Machine, public std::enable_shared_from_this<QueueMachine> {
 public:
  QueueMachine(std::shared_ptr<Machine> own, const ParallelFor& parallel)
      : own_(std::move(own)), queue_(parallel, cores(parallel)) {}
  ~QueueMachine() override { queue_.finish(); }

  void* allocate(std::size_t bytes) noexcept override { return own_->allocate(bytes); }
  void release(void* memory, std::size_t bytes) noexcept override {
    queue_.finish();
    own_->release(memory, bytes);
  }
  std::size_t available() override { return own_->available(); }
  std::unique_ptr<Aside> aside(std::size_t bytes) override { return own_->aside(bytes); }
  void taken(const std::byte* address) override { own_->taken(address); }
  void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) override {
    if (waits()) queue_.add(fill_item(to, layout, box, value));
    else own().fill(to, layout, box, value);
  }
  void fill_bytes(const BufferRef& to, std::byte value) override { own().fill_bytes(to, value); }
  void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
            const Box& box) override {
    if (waits() && to_layout.element == from_layout.element && to_layout.dims == from_layout.dims) queue_.add(copy_item(to, to_layout, from, from_layout, box));
    else own().copy(to, to_layout, from, from_layout, box);
  }
  void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
           Type element, const Box& box) override {
    own().add(sum, sum_layout, term, term_layout, element, box);
  }
  void read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) override {
    own().read(to, from, layout, boxes);
  }
  void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) override {
    own().write(to, layout, box, from, slowest);
  }
  bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) override {
    return shown_ == 0 && !queue_.empty() ? false : own().all_zero(buffer, layout, box);
  }
  void run(void (*loop)(const Launch&), const Launch& launch) override {
    if (!wait(launch.range, loop, launch)) own().run(loop, launch);
    else
      for (int k = 0; k < launch.arguments; ++k) add_later(launch.args[k].totals);
  }
  void run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) override {
    own().run_on_host(loop, launch);
  }
  void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) override {
    if (!wait(launch.range, adjoint, launch)) own().run(adjoint, launch);
    else
      for (int k = 0; k < launch.arguments; ++k) add_later(launch.args[k].target.totals);
  }
  void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
              std::span<const std::span<Attained>> first) override {
    own().search(attained, launch, first);
  }
  Machine& own() noexcept override {
    queue_.finish();
    return *own_;
  }
  void finish() override {
    queue_.finish();
    own_->finish();
  }
  double clock() override { return own().clock(); }
  std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) override {
    std::shared_ptr<void> shown = own().for_host(buffers);
    ++shown_;
    return {this, [this, shown](void*) { --shown_; }};
  }

 private:
  static constexpr std::int64_t large = 1 << 15;  ///< loops of so many points begin to wait

  static Cores cores(const ParallelFor& parallel) {
    Cores all;
    all.cache = std::size_t{2} << 20;
    parallel(64, [&](std::int64_t first, std::int64_t last) {
      if (first == 0) all.threads = static_cast<int>(64 / (last - first));
    });
    return all;
  }
  bool waits() const noexcept { return !queue_.empty() && shown_ == 0; }
  template <class Function, class Work>
  bool wait(const Box& range, Function function, const Work& work) {
    static const bool off = std::getenv("OPS_TILING_OFF") != nullptr;
    if (off || shown_ > 0 || (queue_.empty() && range.volume() < large)) return false;
    std::unique_ptr<Item> item = item_of(function, work);
    if (item == nullptr) return false;
    queue_.add(std::move(item));
    return true;
  }
  void add_later(const Totals* totals) {
    if (totals == nullptr) return;
    totals->later([machine = weak_from_this()] {
      if (const auto still = machine.lock()) still->queue_.finish();
    });
  }

  std::shared_ptr<Machine> own_;
  Queue queue_;
  int shown_ = 0;  ///< how often the host has buffers
};

}  // namespace

std::shared_ptr<Machine> queue_machine(std::shared_ptr<Machine> own, const ParallelFor& parallel) {
  return std::make_shared<QueueMachine>(std::move(own), parallel);
}

}  // namespace ops::queue
