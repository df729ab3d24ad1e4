// ops/derivatives/trace/tracing.cpp: connects the option with the file.
#include "ops/derivatives/trace/tracing.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>

#include "ops/data/machine.hpp"
#include "ops/derivatives/trace/trace_collector.hpp"
#include "ops/derivatives/trace/trace_page.hpp"
#include "ops/support/whole_file.hpp"

namespace ops {
namespace {

constexpr const char* option = "OPS_AD_TRACE";

[[noreturn]] void fail(const std::string& path, const std::string& wrong, const char* call, Where where) {
  throw error_at(OPS_RUNTIME_ERROR, call, where) << option << ": '" << path << "' " << wrong;
}

void write(const std::string& path, const Trace& trace, const char* call, Where where) {
  const std::string data = json(trace);
  const std::array<std::string_view, 3> parts{trace_page_head(), data, trace_page_tail()};
  if (const std::string wrong = write_whole(path, parts); !wrong.empty()) fail(path, wrong, call, where);
}

}  // namespace

std::unique_ptr<LoopObserver> start_tracing(Context& context, Where where) {
  const auto word = context.options.words.find(option);
  if (word == context.options.words.end()) return nullptr;
  Tape* const tape = context.hooks.tape;
  if (!tape) {
    *context.out << "OPS: option '" << option << "' has no effect, because this program does not record a tape\n";
    return nullptr;
  }
  const std::string path = context.pool.machine().speaks() ? word->second : "/dev/null";
  std::FILE* file = std::fopen(path.c_str(), "a");  // now, not after hours
  if (!file) fail(path, std::string("cannot be written: ") + std::strerror(errno), "ops_partition", where);
  std::fclose(file);
  return std::make_unique<TraceCollector>(
      *tape, std::filesystem::path(word->second).stem().string(),
      [path, where](const Trace& trace) { write(path, trace, "ops_interpret_adjoints", where); });
}

}  // namespace ops
