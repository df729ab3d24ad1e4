// ops/api/fault_tolerance.cpp: implements ops_checkpointing_* with ops/files/restart.
#include "ops/api/fault_tolerance.hpp"

#include <span>
#include <string>

#include "ops/api/handle_checks.hpp"
#include "ops/api/instance.hpp"
#include "ops/api/instance_parts.hpp"
#include "ops/derivatives/tape/start_recording.hpp"

namespace {

using ops::Restart;

constexpr int all_options =
    OPS_CHECKPOINT_INITPHASE | OPS_CHECKPOINT_MANUAL_DATLIST | OPS_CHECKPOINT_FASTFW | OPS_CHECKPOINT_MANUAL;

bool asked_for(const ops::Context& context) { return context.options.words.contains("OPS_CHECKPOINT"); }

/// By what needs to see every call run.
bool looked_on(const ops::Context& context) {
  const auto given = [&](const char* name) {
    const auto word = context.options.words.find(name);
    return word != context.options.words.end() && word->second != "0";
  };
  return given("OPS_AD_CHECK") || given("OPS_AD_TRACE");
}

/// Null: nothing is saved.
Restart* keeper(const char* call, ops::Where where) {
  return ops::default_instance(call, where).parts(call, where).restart.get();
}

std::vector<ops_dat> listed(int count, ops_dat* dats, const char* call, ops::Where where) {
  if (count < 0 || (count > 0 && dats == nullptr))
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << "the number of datasets is " << count << (dats == nullptr ? ", but the list is null" : "");
  std::vector<ops_dat> list(dats, dats + count);
  for (const ops_dat dat : list) ops::usable(dat, call, where);
  return list;
}

std::span<std::byte> payload_of(int bytes, char* payload, const char* call, ops::Where where) {
  if (bytes < 0 || (bytes > 0 && payload == nullptr))
    throw ops::error_at(OPS_INVALID_ARGUMENT, call, where)
        << "the payload has " << bytes << " bytes" << (payload == nullptr ? ", but its pointer is null" : "");
  return {reinterpret_cast<std::byte*>(payload), static_cast<std::size_t>(bytes)};
}

ops::RestartRandom random_of(OPS_instance::Parts& parts) {
  const auto get = [&parts] {
    return parts.random ? ops::RandomPlace{true, parts.random->seed, parts.random->fills} : ops::RandomPlace{};
  };
  const auto set = [&parts](const ops::RandomPlace& place) {
    if (place.known) parts.random = ops::RandomState{place.seed, place.fills};
    else parts.random.reset();
  };
  return {get, set};
}

bool list_and_jump(int count, ops_dat* dats, int bytes, char* payload, bool now, const char* call, ops::Where where) {
  const std::vector<ops_dat> list = listed(count, dats, call, where);
  const std::span<std::byte> given = payload_of(bytes, payload, call, where);
  Restart* const restart = keeper(call, where);
  return restart != nullptr && restart->reached({.list = &list, .payload = given, .jump = true, .now = now});
}

}  // namespace

bool ops_checkpointing_init(const char* file, double interval_s, int options, ops::Where where) {
  constexpr const char* call = "ops_checkpointing_init";
  OPS_instance& instance = ops::default_instance(call, where);
  const auto bad = [&] { return ops::error_at(OPS_INVALID_ARGUMENT, call, where); };
  if (file == nullptr || *file == '\0') throw bad() << "there is no file name";
  if (!(interval_s >= 0)) throw bad() << "the interval is " << interval_s << " s; it must not be negative";
  if ((options & ~all_options) != 0)
    throw bad() << "options = " << options
                << " is not a combination of the flags OPS_CHECKPOINT_INITPHASE, OPS_CHECKPOINT_MANUAL_DATLIST, "
                   "OPS_CHECKPOINT_FASTFW and OPS_CHECKPOINT_MANUAL";
  if (!asked_for(instance)) return false;
  OPS_instance::Parts& parts = instance.parts(call, where);
  if (parts.restart)
    throw ops::error_at(OPS_RUNTIME_ERROR, call, where) << "this function has already been called; call it only once";
  instance.begin(where);
  auto* const recording = ops::repeats_of(instance);
  if (recording == nullptr && instance.hooks.tape != nullptr)
    throw ops::error_at(OPS_RUNTIME_ERROR, call, where)
        << "a nested tape is recording; call this function before ops_create_tape";
  if (recording != nullptr && looked_on(instance)) {
    instance.ostream() << "OPS warning: with -OPS_AD_CHECK or -OPS_AD_TRACE, the library does not use checkpoint file '"
                       << file << "', so the program starts from the beginning\n";
    return false;
  }
  const auto has = [options](int option) { return (options & option) != 0; };
  parts.restart = std::make_unique<Restart>(instance, file,
                                            ops::RestartPlan{.interval = interval_s,
                                                             .after_begin = has(OPS_CHECKPOINT_INITPHASE),
                                                             .at_lists = has(OPS_CHECKPOINT_MANUAL_DATLIST),
                                                             .at_jumps = has(OPS_CHECKPOINT_FASTFW),
                                                             .when_told = has(OPS_CHECKPOINT_MANUAL)},
                                            random_of(parts), recording);
  Restart& restart = *parts.restart;
  if (recording != nullptr) recording->follow([&restart](const std::string& what) { restart.beyond_calls(what); });
  if (instance.hooks.recorder != nullptr)
    parts.both = std::make_unique<ops::Recorders>(restart, *instance.hooks.recorder);
  instance.hooks.recorder = parts.both ? parts.both.get() : &restart;
  instance.hooks.gate = &restart;
  return parts.restart->going_back();
}

void ops_checkpointing_initphase_done(ops::Where where) {
  if (Restart* const restart = keeper("ops_checkpointing_initphase_done", where)) restart->begin_is_over();
}

void ops_checkpointing_manual_datlist(int count, ops_dat* dats, ops::Where where) {
  constexpr const char* call = "ops_checkpointing_manual_datlist";
  const std::vector<ops_dat> list = listed(count, dats, call, where);
  if (Restart* const restart = keeper(call, where)) restart->reached({.list = &list});
}

bool ops_checkpointing_fastfw(int bytes, char* payload, ops::Where where) {
  constexpr const char* call = "ops_checkpointing_fastfw";
  const std::span<std::byte> given = payload_of(bytes, payload, call, where);
  Restart* const restart = keeper(call, where);
  return restart != nullptr && restart->reached({.payload = given, .jump = true});
}

bool ops_checkpointing_manual_datlist_fastfw(int count, ops_dat* dats, int bytes, char* payload, ops::Where where) {
  return list_and_jump(count, dats, bytes, payload, false, "ops_checkpointing_manual_datlist_fastfw", where);
}

bool ops_checkpointing_manual_datlist_fastfw_trigger(int count, ops_dat* dats, int bytes, char* payload,
                                                     ops::Where where) {
  return list_and_jump(count, dats, bytes, payload, true, "ops_checkpointing_manual_datlist_fastfw_trigger", where);
}
