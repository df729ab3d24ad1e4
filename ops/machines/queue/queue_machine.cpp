// ops/machines/queue/queue_machine.cpp: decides which work is deferred, and which calls require that all work is
// finished.
#include "ops/machines/queue/queue_machine.hpp"

#include <string_view>
#include <utility>

#include "ops/data/layout.hpp"
#include "ops/loops/launch/cache_size.hpp"
#include "ops/loops/launch/reduce_ops.hpp"
#include "ops/support/interruption.hpp"

namespace ops::queue {
namespace {

class QueueMachine final : public Machine, public std::enable_shared_from_this<QueueMachine> {
 public:
  QueueMachine(std::shared_ptr<Machine> own, const ParallelFor& parallel)
      : own_(std::move(own)), queue_(own_, parallel, settings(parallel)) {}

  void* allocate(std::size_t bytes) noexcept override { return own_->allocate(bytes); }
  void release(void* memory, std::size_t bytes) noexcept override {
    const Uninterrupted to_the_end;
    now().release(memory, bytes);
  }
  std::size_t available() override { return own_->available(); }
  std::unique_ptr<OffloadMemory> aside(std::size_t bytes) override { return own_->aside(bytes); }
  void taken(const std::byte* address) override { own_->taken(address); }

  void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) override {
    if (waits()) queue_.add(fill_item(to, layout, box, value), charged);
    else now().fill(to, layout, box, value);
  }
  void fill_bytes(const BufferRef& to, std::byte value) override { now().fill_bytes(to, value); }
  void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
            const Box& box) override {
    if (waits() && to_layout.element == from_layout.element && to_layout.dims == from_layout.dims)
      queue_.add(copy_item(to, to_layout, from, from_layout, box), charged);
    else now().copy(to, to_layout, from, from_layout, box);
  }
  void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
           Type element, const Box& box) override {
    now().add(sum, sum_layout, term, term_layout, element, box);
  }
  void read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) override {
    now().read(to, from, layout, boxes);
  }
  void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) override {
    now().write(to, layout, box, from, slowest);
  }
  bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) override {
    return !waits() && now().all_zero(buffer, layout, box);
  }

  void run(void (*loop)(const Launch&), const Launch& launch) override {
    if (!wait(launch.range, loop, launch)) return now().run(loop, launch);
    for (int k = 0; k < launch.arguments; ++k) add_later(launch.args[k].totals);
  }
  void run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) override {
    now().run_on_host(loop, launch);
  }
  void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) override {
    if (!wait(launch.range, adjoint, launch)) return now().run(adjoint, launch);
    for (int k = 0; k < launch.arguments; ++k) add_later(launch.args[k].target.totals);
  }
  void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
              std::span<const std::span<Attained>> first) override {
    now().search(attained, launch, first);
  }

  double clock() override { return own_->clock() - queue_.charged(); }
  std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) override {
    std::shared_ptr<void> shown = now().for_host(buffers);
    ++shown_;
    return {this, [self = shared_from_this(), shown](void*) { --self->shown_; }};
  }

  Queue& queue() noexcept { return queue_; }

 private:
  static constexpr std::int64_t large = 1 << 17;  ///< loops of so many points begin to wait

  static Settings settings(const ParallelFor& parallel) {
    constexpr int shares = 256;
    Settings all{.cache = private_cache()};
    parallel(shares, [&](std::int64_t first, std::int64_t last) {
      if (first == 0) all.threads = static_cast<int>(shares / last);
    });
    return all;
  }

  /// The machine, now that all is done that it was asked for.
  Machine& now() {
    queue_.finish();
    return *own_;
  }
  bool waits() const noexcept { return !queue_.empty() && shown_ == 0; }
  template <class Function, class Work>
  bool wait(const Box& range, Function function, const Work& work) {
    const Mode mode = queue_.settings().mode;
    if (mode == Mode::off || shown_ > 0) return false;
    if (mode != Mode::forced && queue_.empty() && range.volume() < large) return false;
    std::unique_ptr<Item> item = item_of(function, work);
    if (item == nullptr) return false;
    queue_.add(std::move(item), charged);
    return true;
  }
  void add_later(const Totals* totals) {
    if (totals == nullptr) return;
    totals->later([machine = weak_from_this()] {
      if (const auto still = machine.lock()) still->now();
    });
  }

  std::shared_ptr<Machine> own_;
  Queue queue_;
  int shown_ = 0;  ///< how often the host has buffers
};

Queue* queue_of(Machine& machine) {
  auto* const own = dynamic_cast<QueueMachine*>(&machine.own());
  return own == nullptr ? nullptr : &own->queue();
}

/// What an option says; as a flag without a value: "1".
std::string_view word(const std::map<std::string, std::string>& words, const char* name) {
  const auto found = words.find(name);
  if (found == words.end()) return "";
  return found->second.empty() ? "1" : std::string_view(found->second);
}

int number(const std::map<std::string, std::string>& words, const char* name) {
  const std::string text(word(words, name));
  return text.empty() ? 0 : std::stoi(text);
}

}  // namespace

std::shared_ptr<Machine> queue_machine(std::shared_ptr<Machine> own, const ParallelFor& parallel) {
  return std::make_shared<QueueMachine>(std::move(own), parallel);
}

void set_tiling(Machine& machine, const std::map<std::string, std::string>& words) {
  Queue* const queue = queue_of(machine);
  const std::string_view mode = word(words, "OPS_TILING");
  if (queue == nullptr) return;
  Settings wanted = queue->settings();
  if (mode == "0") wanted.mode = Mode::off;
  if (mode == "force") wanted.mode = Mode::forced;
  const char* const sizes[] = {"OPS_TILESIZE_X", "OPS_TILESIZE_Y", "OPS_TILESIZE_Z"};
  for (std::size_t axis = 0; axis < std::size(sizes); ++axis) wanted.tile[axis] = number(words, sizes[axis]);
  for (const char* const name : {"OPS_TILING_MAX_DEPTH", "OPS_TILING_MAXDEPTH"})
    if (const int depth = number(words, name); depth > 0) wanted.depth = depth;
  if (const int all = number(words, "OPS_CACHE_SIZE"); all > 0)
    wanted.cache = (static_cast<std::size_t>(all) << 20) / static_cast<std::size_t>(wanted.threads);
  queue->set(wanted);
}

void drop_what_waits(Machine& machine) noexcept {
  if (Queue* const queue = queue_of(machine)) queue->drop();
}

std::optional<Told> told(Machine& machine) {
  const Queue* const queue = queue_of(machine);
  if (queue == nullptr) return std::nullopt;
  return Told{queue->settings(), queue->counts(), queue->plans().chains()};
}

}  // namespace ops::queue
