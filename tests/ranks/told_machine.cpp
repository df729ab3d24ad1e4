// tests/ranks/told_machine.cpp: the machine of a run on several processes, for tests; the first process writes down
// what it is asked for, a line of JSON each, to the file that OPS_TOLD names. Every process is asked for the same.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "backends/mpi/communicator.hpp"
#include "ops/data/layout.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/machines/ranks/rank_machine.hpp"

/// So that the target's own registration is not linked.
extern "C" const int ops_mpi_is_linked;
const int ops_mpi_is_linked = 1;

namespace {

using namespace ops;

std::string list(const auto& all, const auto& text) {
  std::string joined;
  for (const auto& one : all) joined += (joined.empty() ? "" : ",") + std::string(text(one));
  return "[" + joined + "]";
}
std::string list(const auto& numbers) {
  return list(numbers, [](const auto& number) { return std::to_string(number); });
}
std::string text(const Box& box) { return "[" + list(box.lo) + "," + list(box.hi) + "]"; }
std::string text(const Points& points) {
  return list(points, [](const Index& point) { return list(point); });
}
std::string text(const void* address) { return std::to_string(reinterpret_cast<std::uintptr_t>(address)); }
std::string text(const Buffer* buffer) {
  return buffer == nullptr ? "null" : text(static_cast<const void*>(buffer->address));
}

std::string text(const Layout& layout) {
  const Decomposition* const decomposition = layout.placement.decomposition;
  const std::string cuts =
      decomposition == nullptr ? "null" : list(decomposition->cuts, [](const auto& along) { return list(along); });
  return "{\"cells\":" + text(layout.allocated) +
         ",\"bytes\":" + std::to_string(layout.element * static_cast<std::size_t>(layout.components)) +
         ",\"collapsed\":" + list(layout.collapsed) + ",\"stride\":" + list(layout.placement.stride) +
         ",\"cuts\":" + cuts + "}";
}

std::string text(const ArgView& view) {
  if (view.layout == nullptr) return "null";
  Index by{};
  for (std::size_t axis = 0; axis < max_dim; ++axis)
    by[axis] = view.step[axis] == 0 ? 0 : static_cast<int>(view.step[axis] / view.pitch[axis]);
  return "{\"from\":" + text(view.from) + ",\"to\":" + text(view.to) + ",\"by\":" + list(by) +
         ",\"divisor\":" + list(view.divisor) + ",\"layout\":" + text(*view.layout) + "}";
}

class ToldMachine final : public Machine {
 public:
  explicit ToldMachine(std::shared_ptr<Machine> own) : own_(std::move(own)) {
    const char* const path = std::getenv("OPS_TOLD");
    if (path != nullptr && communicator().rank() == 0) file_ = std::fopen(path, "w");
  }
  ~ToldMachine() override {
    if (file_ != nullptr) std::fclose(file_);
  }
  ToldMachine(const ToldMachine&) = delete;
  ToldMachine& operator=(const ToldMachine&) = delete;

  void* allocate(std::size_t bytes) noexcept override { return own_->allocate(bytes); }
  void release(void* memory, std::size_t bytes) noexcept override { own_->release(memory, bytes); }
  void taken(const std::byte* address) override {
    tell("taken", "\"to\":" + text(static_cast<const void*>(address)));
    own_->taken(address);
  }
  void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) override {
    tell("all wrote", to_box(to, layout, box));
    own_->fill(to, layout, box, value);
  }
  void fill_bytes(const BufferRef& to, std::byte value) override {
    tell("taken", "\"to\":" + text(to.get()));
    own_->fill_bytes(to, value);
  }
  void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
            const Box& box) override {
    tell("copied", to_box(to, to_layout, box) + ",\"from\":" + text(from.get()) + ",\"of\":" + text(from_layout));
    own_->copy(to, to_layout, from, from_layout, box);
  }
  void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
           Type element, const Box& box) override {
    tell("owners wrote", to_box(sum, sum_layout, box));
    own_->add(sum, sum_layout, term, term_layout, element, box);
  }
  void read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) override {
    if (boxes.size() > 1)
      tell("dealt out",
           "\"layout\":" + text(layout) + ",\"boxes\":" + list(boxes, [](const Box& box) { return text(box); }));
    own_->read(to, from, layout, boxes);
  }
  void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) override {
    tell("all wrote", to_box(to, layout, box));
    own_->write(to, layout, box, from, slowest);
  }
  void read_own(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box) override {
    own_->read_own(to, from, layout, box);
  }
  void write_own(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from) override {
    tell("owners wrote", to_box(to, layout, box));
    own_->write_own(to, layout, box, from);
  }
  void bring_copies(const BufferRef& buffer, const Layout& layout) override {
    tell("copies", to_box(buffer, layout, layout.allocated));
    own_->bring_copies(buffer, layout);
  }
  void owners_wrote(const BufferRef& buffer, const Layout& layout) override {
    tell("owners wrote", to_box(buffer, layout, layout.allocated));
    own_->owners_wrote(buffer, layout);
  }
  bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) override {
    return own_->all_zero(buffer, layout, box);
  }
  void run(void (*loop)(const Launch&), const Launch& launch) override {
    tell_loop(launch);
    own_->run(loop, launch);
  }
  void run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) override {
    tell_loop(launch);
    own_->run_on_host(loop, launch);
  }
  void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) override {
    tell("reversed", reversed(launch));
    own_->run(adjoint, launch);
  }
  void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
              std::span<const std::span<Attained>> first) override {
    tell("search", reversed(launch));
    own_->search(attained, launch, first);
  }
  void complete(const Totals& totals) override { own_->complete(totals); }
  const Decomposition* divide(int dims, const Box& extents, int reach,
                              const std::map<std::string, std::string>& words) override {
    return own_->divide(dims, extents, reach, words);
  }
  bool shares(const Launch& launch) const override { return own_->shares(launch); }
  Machine& own() noexcept override { return own_->own(); }
  void agree(const std::exception_ptr& failure) override { own_->agree(failure); }
  std::int64_t least(std::int64_t mine) override { return own_->least(mine); }
  bool speaks() const noexcept override { return own_->speaks(); }
  bool divides() const noexcept override { return own_->divides(); }
  std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) override { return own_->for_host(buffers); }

 private:
  void tell(const char* what, const std::string& more) {
    if (file_ != nullptr) std::fprintf(file_, "{\"what\":\"%s\",%s}\n", what, more.c_str());
  }
  static std::string to_box(const BufferRef& to, const Layout& layout, const Box& box) {
    return "\"to\":" + text(to.get()) + ",\"layout\":" + text(layout) + ",\"box\":" + text(box);
  }
  void tell_loop(const Launch& launch) {
    if (file_ == nullptr) return;
    std::string args;
    for (int k = 0; k < launch.arguments; ++k)
      args += (k == 0 ? "" : ",") + std::string("{\"view\":") + text(launch.args[k]) +
              ",\"reads\":" + text(launch.reads == nullptr ? Points{} : launch.reads[k]) + "}";
    tell("loop", "\"divisible\":" + std::string(launch.divisible ? "true" : "false") +
                     ",\"range\":" + text(launch.range) + ",\"args\":[" + args + "]");
  }
  static std::string reversed(const AdjointLaunch& launch) {
    std::string args;
    for (int k = 0; k < launch.arguments; ++k) {
      const AdjointArg& arg = launch.args[k];
      args += (k == 0 ? "" : ",") + std::string("{\"primal\":") + text(arg.primal) + ",\"seed\":" + text(arg.seed) +
              ",\"target\":" + text(arg.target) + ",\"later\":" + text(arg.later) + ",\"reads\":" + text(arg.reads) +
              ",\"points\":" + text(arg.points) + ",\"totals\":" + (arg.target.totals == nullptr ? "false" : "true") +
              "}";
    }
    return "\"divisible\":" + std::string(launch.divisible ? "true" : "false") + ",\"range\":" + text(launch.range) +
           ",\"part\":" + text(launch.part) + ",\"args\":[" + args + "]";
  }

  std::shared_ptr<Machine> own_;
  std::FILE* file_ = nullptr;
};

const CommunicatorRegistration communicator_registration(ops::mpi::world);
const ProcessesRegistration processes_registration(
    [](std::shared_ptr<Machine> own) -> std::shared_ptr<Machine> {
      return std::make_shared<ToldMachine>(std::make_shared<ranks::RankMachine>(communicator(), std::move(own)));
    },
    mpi::seat);

}  // namespace
