// ops/api/instance.cpp: construction and end of an OPS_instance, and the default instance of each thread.
#include "ops/api/instance.hpp"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "ops/api/instance_parts.hpp"
#include "ops/api/options.hpp"
#include "ops/api/same_declarations.hpp"
#include "ops/api/several_instances.hpp"
#include "ops/data/machine.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/data/passes.hpp"
#include "ops/derivatives/checkpoints/memory_budget.hpp"
#include "ops/derivatives/checks/check_options.hpp"
#include "ops/derivatives/checks/sentinel.hpp"
#include "ops/derivatives/tape/start_recording.hpp"
#include "ops/derivatives/trace/tracing.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/machines/queue/queue_machine.hpp"
#include "ops/support/communicator.hpp"

namespace {

std::atomic<int> living{0};

thread_local std::unique_ptr<OPS_instance> default_of_thread;
thread_local bool lent = false;  ///< the default is somebody's who begins and ends it

void require_own(const char* call, ops::Where where) {
  if (lent)
    throw ops::error_at(OPS_RUNTIME_ERROR, call, where) << "this call is not allowed in OPS_MODEL, because the library "
                                                           "creates and destroys the instance; remove the call";
}

/// One number for each block, in an array of the program.
struct OfBlocks {
  const int* numbers;
  std::size_t first = 0, step = 1;
};

/// As if the command line had that word, unless it has.
void add_word(ops::Context& context, const std::string& word, const OfBlocks& array, ops::Where where) {
  std::string list;
  for (std::size_t block = 0; block < context.blocks.size(); ++block) {
    const int number = array.numbers[array.first + block * array.step];
    if (number < 0)
      throw ops::error_at(OPS_INVALID_ARGUMENT, "ops_partition_opts", where)
          << word << " is " << number << " for block " << block << "; it must be 0 or more";
    list += std::to_string(number) + ",";
  }
  context.options.words.try_emplace(word, list + "0");  // blocks that are declared later: as the machine likes
}

/// For tests, which have to know that there were any.
void tell_of_tiles(ops::Context& context) {
  const auto tiles = ops::queue::told(context.pool.machine());
  if (!tiles || tiles->settings.mode != ops::queue::Mode::forced) return;
  *context.out << "OPS: " << tiles->counts.tiled << " of " << tiles->counts.items
               << " deferred operations were executed tile by tile, in " << tiles->counts.chains << " chains\n";
}

}  // namespace

OPS_instance::OPS_instance(const int argc, const char* const argv[], const int diags, std::ostream& stream,
                           ops::Where where)
    : Context(ops::make_machine(ops::device_number(argc, argv), ops::queue::queue_machine)) {
  static std::ostream nowhere(nullptr);
  out = ops::communicator().rank() == 0 ? &stream : &nowhere;
  self = this;
  options = ops::parse_options(argc, argv, diags, *out, where);
  OPS_diags = options.diags;
  ops::queue::set_tiling(pool.machine(), options.words);
  ops::allow_moving(*this);
  // the reference needs all cells; what can be checked here is that processes do the same
  if (options.check && pool.machine().divides()) {
    options.check = false;
    ops::communicator().check_calls();
  }
  parts_ = std::make_unique<Parts>(*this);
  loops = &parts_->engine;
  if (ops::registry().backend.compare) parts_->halo_check = std::make_unique<ops::HaloCheck>(*this);
  halo_check = parts_->halo_check.get();
  if (ops::registry().translated && options.sentinel) parts_->sentinel = ops::make_sentinel();
  probe = parts_->sentinel.get();
  ad_instance = &parts_->tapes;
  if (const auto help = options.words.find("OPS_HELP"); help != options.words.end() && help->second != "0")
    ops::print_options(*out, options);
  ++living;
}

/// Not every program that ends has ended well: only exit() says so.
/// A program that ends without ops_exit: threads may have ended already.
OPS_instance::~OPS_instance() {
  if (parts_) ops::queue::drop_what_waits(pool.machine());
  hooks = {};
  if (parts_) parts_->restart.reset();
  exit();
  --living;
}

void OPS_instance::exit() {
  if (!parts_) return;
  if (parts_->restart) parts_->restart->finished();
  ops::finish(pool.machine());
  tell_of_tiles(*this);
  hooks = {};
  ad_instance = nullptr;
  halo_check = nullptr;
  probe = nullptr;
  loops = nullptr;
  parts_.reset();  // tape and engine refer to the handles, so they go first
  halo_groups.clear();
  halos.clear();
  scalars.clear();
  reductions.clear();
  stencils.clear();
  dats.clear();
  vacant.clear();
  freed.clear();
  blocks.clear();
  point.reset();
  constants.clear();
  constant_numbers.clear();
  partitioned = false;
}

OPS_instance::Parts& OPS_instance::parts(const char* call, ops::Where where) {
  if (!parts_)
    throw ops::error_at(OPS_RUNTIME_ERROR, call, where) << "this OPS_instance has been shut down: exit() was called";
  return *parts_;
}

void OPS_instance::partition(const char* /*method: free text*/, ops::Where where) {
  Parts& own = parts("ops_partition", where);
  if (std::exchange(own.asked_to_partition, true) && !std::exchange(own.asked_again, true))
    ostream()
        << "OPS warning: ops_partition at " << ops::place(where)
        << ": this function has already been called; call it only once, because the library automatically divides "
           "datasets that are declared later\n";
  begin(where);
}

void OPS_instance::begin(ops::Where where) {
  if (!partitioned && pool.machine().divides()) ops::require_same_declarations(*this, ops::communicator(), where);
  ops::place_dats(*this);
  if (partitioned) return;
  Parts& own = parts("ops_partition", where);
  partitioned = true;
  own.begun = std::chrono::steady_clock::now();
  own.tape = ops::start_recording(*this);
  own.trace = ops::start_tracing(*this, where);
  ops::check_interpretations(*this);
}

void OPS_instance::partition(const char* method, std::map<std::string, void*>& opts, ops::Where where) {
  for (const auto& [key, value] : opts) {
    if (key != "processes_per_block" && key != "force_decomp")
      throw ops::error_at(OPS_INVALID_ARGUMENT, "ops_partition_opts", where)
          << "key '" << key << "' is neither 'processes_per_block' nor 'force_decomp'";
    if (value == nullptr)
      throw ops::error_at(OPS_INVALID_ARGUMENT, "ops_partition_opts", where) << "the array of '" << key << "' is null";
  }
  if (std::ranges::any_of(blocks, [](const auto& block) { return block->decomposition != nullptr; }))
    ostream() << "OPS warning: ops_partition_opts at " << ops::place(where)
              << ": the options of this call have no effect on blocks that are already divided; call this function "
                 "instead of ops_partition, before the first loop, and before the program uses the values of a "
                 "dataset\n";
  std::size_t dims = 1;
  for (const auto& block : blocks) dims = std::max(dims, static_cast<std::size_t>(block->dims));
  for (const auto& [key, value] : opts) {
    const int* const numbers = static_cast<const int*>(value);
    if (key == "processes_per_block") add_word(*this, "OPS_PROCESSES_PER_BLOCK", {.numbers = numbers}, where);
    for (std::size_t axis = 0; key == "force_decomp" && axis < std::min<std::size_t>(dims, 3); ++axis)
      add_word(
          *this, std::string("OPS_FORCE_DECOMP_") + "XYZ" [axis], { .numbers = numbers, .first = axis, .step = dims },
          where);
  }
  partition(method, where);
}

void OPS_instance::randomgen_init(unsigned int seed, int /*options*/) noexcept {
  if (parts_) parts_->random = ops::RandomState{seed, 0};
}

void OPS_instance::randomgen_exit() noexcept {
  if (parts_) parts_->random.reset();
}

OPS_instance* OPS_instance::getOPSInstance(ops::Where where) {
  return &ops::default_instance("OPS_instance::getOPSInstance", where);
}

int OPS_instance::numInstances() { return living; }

namespace ops {

OPS_instance& default_instance(const char* call, Where where) {
  if (!default_of_thread)
    throw error_at(OPS_RUNTIME_ERROR, call, where)
        << "this thread has no OPS instance: call ops_init first, and ops_exit last";
  return *default_of_thread;
}

OPS_instance* default_instance_or_null() noexcept { return default_of_thread.get(); }

AsDefault::AsDefault(std::unique_ptr<OPS_instance>& instance) noexcept
    : instance_(instance), before_(std::exchange(lent, true)) {
  std::swap(default_of_thread, instance_);
}

AsDefault::~AsDefault() {
  std::swap(default_of_thread, instance_);
  lent = before_;
}

}  // namespace ops

void ops_init(const int argc, const char* const argv[], const int diags_level, ops::Where where) {
  require_own("ops_init", where);
  if (default_of_thread)
    throw ops::error_at(OPS_RUNTIME_ERROR, "ops_init", where)
        << "this thread has already called ops_init; call ops_exit before you call ops_init again";
  default_of_thread = std::make_unique<OPS_instance>(argc, argv, diags_level, std::cout, where);
}

void ops_exit(ops::Where where) {
  require_own("ops_exit", where);
  ops::default_instance("ops_exit", where).exit();
  default_of_thread.reset();
  ops::communicator().ended();
}
