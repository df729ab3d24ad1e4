// ops/model/interface.cpp: one thread at a time, and no exception leaves.
#include "ops/model/interface.hpp"

#include <cxxabi.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "ops/data/passes.hpp"
#include "ops/model/describe.hpp"
#include "ops/support/interruption.hpp"

// Where the program is linked with OpenMP.
extern "C" {
__attribute__((weak)) void omp_set_num_threads(int);
__attribute__((weak)) int omp_get_max_threads();
}

struct opsgrad_slot {
  std::unique_ptr<ops::model::Slot> slot;
  int threads = 0;
  std::string text;
};

namespace {

using ops::model::Slot;

enum Status { done, error, interrupted, has_said = 4 };

thread_local std::string last_error;
std::atomic<void (*)(int*)> goes_on = nullptr;
/// The answer is no until the caller has said yes.
bool may_go_on() {
  int answer = 0;
  void (*const ask)(int*) = goes_on;
  if (ask == nullptr) return true;
  ask(&answer);
  return answer != 0;
}

std::recursive_mutex& program() {
  static std::recursive_mutex one;  // the caller's answer to whether work goes on may close slots
  return one;
}

/// Views that callers no longer hold, until somebody works in the program: memory pools are not for several threads.
class LetGo {
 public:
  void add(opsgrad_view* view) {
    const std::lock_guard alone(mutex_);
    views_.emplace_back(view);
  }
  void clear() {
    const std::lock_guard alone(mutex_);
    views_.clear();
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<opsgrad_view>> views_;
};
LetGo& let_go() {
  static LetGo* const one = new LetGo;  // Python may let go of views when the program has ended
  return *one;
}

/// The number of threads that loops of this thread use, for a while.
class Threads {
 public:
  explicit Threads(int wanted) {
    if (wanted <= 0 || omp_set_num_threads == nullptr) return;
    before_ = omp_get_max_threads();
    omp_set_num_threads(wanted);
  }
  ~Threads() {
    if (before_ > 0) omp_set_num_threads(before_);
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  int before_ = 0;
};

/// A thread that the caller ends while it is asked goes its way.
template <class Work>
int guarded(int threads, const Work& work) {
  try {
    const std::lock_guard alone(program());
    let_go().clear();
    const Threads with(threads);
    const ops::Interruptible waits(may_go_on);
    work();
    return done;
  } catch (const ops::Interrupted&) {
    return interrupted;
  } catch (const std::exception& problem) {
    last_error = problem.what();
  } catch (const abi::__forced_unwind&) {
    throw;
  } catch (...) {
    last_error = "the program has thrown an exception that is not a std::exception";
  }
  return error;
}
template <class Work>
int guarded(opsgrad_slot* of, const Work& work) {
  return guarded(of->threads, [&] { work(*of->slot); });
}

std::vector<std::string> lines(const char* text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) all.push_back(line);
  return all;
}

ops::model::Request request(int dims, const int* size, const char* options) {
  ops::model::Request wanted{{size, size + dims}, {}};
  for (const std::string& line : lines(options)) {
    const std::size_t equals = line.find('=');
    wanted.options[line.substr(0, equals)] = line.substr(equals + 1);
  }
  return wanted;
}

template <class Work>
int worked(opsgrad_slot* of, const Work& work) {
  const int status = guarded(of, work);
  return of->slot->has_said() ? status | has_said : status;
}

std::vector<const void*> listed(const void* const* values, std::size_t count) {
  return std::vector<const void*>(values, values + count);
}

ops::model::Strided given(const opsgrad_values& values) {
  return {static_cast<const std::byte*>(values.first), values.strides, values.on_device != 0};
}

void evaluate(Slot& slot, bool recorded, const opsgrad_values* inputs) {
  slot.begin();
  for (std::size_t k = 0; k < slot.declared().inputs.size(); ++k)
    if (inputs[k].first != nullptr) slot.set(k, given(inputs[k]));
  slot.run(recorded);
}

void seed(Slot& slot, const opsgrad_values* seeds) {
  for (std::size_t k = 0; k < slot.declared().outputs.size(); ++k)
    if (active(slot.declared().outputs[k])) slot.seed(k, given(seeds[k]));
}

void reverse(Slot& slot, const opsgrad_values* seeds, opsgrad_view** views, void** values) {
  seed(slot, seeds);
  slot.interpret();
  std::vector<std::unique_ptr<opsgrad_view>> made(slot.declared().inputs.size());
  for (std::size_t k = 0; k < made.size(); ++k) {
    const ops::model::Entry& input = slot.declared().inputs[k];
    if (!active(input)) continue;
    if (input.scalar != nullptr) slot.scalar_gradient(k, values[k]);
    else made[k] = std::make_unique<opsgrad_view>(slot.gradient(k));
  }
  for (std::size_t k = 0; k < made.size(); ++k) {
    if (made[k] == nullptr) continue;
    values[k] = made[k]->values.first;
    views[k] = made[k].release();
  }
}

}  // namespace

int opsgrad_version() { return 4; }
const char* opsgrad_error() { return last_error.c_str(); }
void opsgrad_ask(void (*answer)(int*)) { goes_on = answer; }

const char* opsgrad_models() {
  static const std::string names = [] {
    std::string all;
    for (const std::string& name : ops::model::program_names()) all += name + '\n';
    return all;
  }();
  return names.c_str();
}

opsgrad_slot* opsgrad_open(const char* model, int dims, const int* size, const char* options, const char* words,
                           int threads) {
  auto made = std::make_unique<opsgrad_slot>();
  made->threads = threads;
  const int status = guarded(threads, [&] {
    made->slot = std::make_unique<Slot>(ops::model::find_program(model), request(dims, size, options), lines(words));
  });
  return status == done ? made.release() : nullptr;
}
void opsgrad_close(opsgrad_slot* slot) {
  guarded(slot, [&](Slot&) { slot->slot.reset(); });
  delete slot;
}
const char* opsgrad_describe(opsgrad_slot* slot) {
  guarded(slot, [&](const Slot& of) { slot->text = describe(of.declared()); });
  return slot->text.c_str();
}
const char* opsgrad_said(opsgrad_slot* slot) {
  guarded(slot, [&](Slot& of) { slot->text = of.said(); });
  return slot->text.c_str();
}
int opsgrad_lasts(opsgrad_slot* slot) { return slot->slot->lasts() ? 1 : 0; }

int opsgrad_evaluate(opsgrad_slot* slot, int recorded, const opsgrad_values* inputs) {
  return worked(slot, [&](Slot& of) { evaluate(of, recorded != 0, inputs); });
}
int opsgrad_evaluate_and_reverse(opsgrad_slot* slot, const opsgrad_values* inputs, const opsgrad_values* seeds,
                                 opsgrad_view** views, void** values) {
  return worked(slot, [&](Slot& of) {
    evaluate(of, true, inputs);
    reverse(of, seeds, views, values);
  });
}
const void* opsgrad_result(opsgrad_slot* slot, int output) {
  return slot->slot->result(static_cast<std::size_t>(output)).data();
}
opsgrad_view* opsgrad_output(opsgrad_slot* slot, int output, void** first) {
  std::unique_ptr<opsgrad_view> view;
  const int status = guarded(slot, [&](Slot& of) {
    view = std::make_unique<opsgrad_view>(of.output(static_cast<std::size_t>(output)));
    *first = view->values.first;
  });
  return status == done ? view.release() : nullptr;
}
void opsgrad_let_go(opsgrad_view* view) { let_go().add(view); }
int opsgrad_fetch(opsgrad_view* view, void* into) {
  return guarded(0, [&] {
    const ops::model::View& of = view->values;
    read_own_cells(static_cast<std::byte*>(into), of.on_device, of.layout, of.layout.interior);
  });
}

int opsgrad_reverse(opsgrad_slot* slot, const opsgrad_values* seeds, opsgrad_view** views, void** values) {
  return worked(slot, [&](Slot& of) { reverse(of, seeds, views, values); });
}
int opsgrad_advance(opsgrad_slot* slot, const void* const* directions, void* const* into) {
  return worked(slot, [&](Slot& of) {
    of.tangent(listed(directions, of.declared().inputs.size()));
    for (std::size_t k = 0; k < of.declared().outputs.size(); ++k)
      if (active(of.declared().outputs[k])) of.output_tangent(k, into[k]);
  });
}
int opsgrad_second(opsgrad_slot* slot, const opsgrad_values* seeds, const void* const* directions, void* const* into) {
  return worked(slot, [&](Slot& of) {
    seed(of, seeds);
    of.hessian_vector(listed(directions, of.declared().inputs.size()));
    for (std::size_t k = 0; k < of.declared().inputs.size(); ++k)
      if (active(of.declared().inputs[k])) of.product(k, into[k]);
  });
}
