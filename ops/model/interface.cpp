// ops/model/interface.cpp: one thread at a time, and no exception leaves.
#include "ops/model/interface.hpp"

#include <cstring>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "ops/diag/interruption.hpp"
#include "ops/model/describe.hpp"

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

enum Status { done, error, interrupted };

thread_local std::string last_error;
int (*goes_on)() = nullptr;

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

template <class Work>
int guarded(int threads, const Work& work) noexcept {
  try {
    const std::lock_guard alone(program());
    let_go().clear();
    const Threads with(threads);
    const std::function<bool()> asked = [] { return goes_on() != 0; };
    const ops::Interruptible waits(goes_on == nullptr ? std::function<bool()>() : asked);
    work();
    return done;
  } catch (const ops::Interrupted&) {
    return interrupted;
  } catch (const std::exception& problem) {
    last_error = problem.what();
  } catch (...) {
    last_error = "the program has thrown something that is no std::exception";
  }
  return error;
}
template <class Work>
int guarded(opsgrad_slot* of, const Work& work) noexcept {
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

std::size_t index(int number) { return static_cast<std::size_t>(number); }

std::vector<const void*> directions_of(const Slot& slot, const void* const* directions) {
  return std::vector<const void*>(directions, directions + slot.declared().inputs.size());
}

opsgrad_view* held(opsgrad_slot* of, void** first, ops::model::View (Slot::*values)(std::size_t), int number) {
  std::unique_ptr<opsgrad_view> view;
  const int status = guarded(of, [&](Slot& slot) {
    view = std::make_unique<opsgrad_view>((slot.*values)(index(number)));
    *first = view->values.first;
  });
  return status == done ? view.release() : nullptr;
}

}  // namespace

int opsgrad_version() { return 1; }
const char* opsgrad_error() { return last_error.c_str(); }
void opsgrad_ask(int (*answer)()) { goes_on = answer; }

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

int opsgrad_begin(opsgrad_slot* slot) {
  return guarded(slot, [](Slot& of) { of.begin(); });
}
int opsgrad_set(opsgrad_slot* slot, int input, const void* values, const std::ptrdiff_t* strides) {
  return guarded(slot, [&](Slot& of) { of.set(index(input), {static_cast<const std::byte*>(values), strides}); });
}
int opsgrad_run(opsgrad_slot* slot, int recorded) {
  return guarded(slot, [&](Slot& of) { of.run(recorded != 0); });
}
int opsgrad_result(opsgrad_slot* slot, int output, void* into) {
  return guarded(slot, [&](const Slot& of) {
    const std::vector<std::byte>& result = of.result(index(output));
    std::memcpy(into, result.data(), result.size());
  });
}
opsgrad_view* opsgrad_output(opsgrad_slot* slot, int output, void** first) {
  return held(slot, first, &Slot::output, output);
}
opsgrad_view* opsgrad_gradient(opsgrad_slot* slot, int input, void** first) {
  return held(slot, first, &Slot::gradient, input);
}
void opsgrad_let_go(opsgrad_view* view) { let_go().add(view); }

int opsgrad_seed(opsgrad_slot* slot, int output, const void* packed) {
  return guarded(slot, [&](Slot& of) { of.seed(index(output), packed); });
}
int opsgrad_interpret(opsgrad_slot* slot) {
  return guarded(slot, [](Slot& of) { of.interpret(); });
}
int opsgrad_scalar_gradient(opsgrad_slot* slot, int input, void* into) {
  return guarded(slot, [&](Slot& of) { of.scalar_gradient(index(input), into); });
}
int opsgrad_tangent(opsgrad_slot* slot, const void* const* directions) {
  return guarded(slot, [&](Slot& of) { of.tangent(directions_of(of, directions)); });
}
int opsgrad_output_tangent(opsgrad_slot* slot, int output, void* into) {
  return guarded(slot, [&](Slot& of) { of.output_tangent(index(output), into); });
}
int opsgrad_hessian_vector(opsgrad_slot* slot, const void* const* directions) {
  return guarded(slot, [&](Slot& of) { of.hessian_vector(directions_of(of, directions)); });
}
int opsgrad_product(opsgrad_slot* slot, int input, void* into) {
  return guarded(slot, [&](Slot& of) { of.product(index(input), into); });
}
