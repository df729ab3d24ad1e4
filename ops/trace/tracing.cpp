// ops/trace/tracing.cpp: option to file.
#include "ops/trace/tracing.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <ostream>

#include "ops/core/machine.hpp"
#include "ops/trace/collect.hpp"
#include "ops/trace/page.hpp"

namespace ops {
namespace {

constexpr const char* option = "OPS_AD_TRACE";

[[noreturn]] void fail(const std::string& path, const char* call, Where where) {
  const char* reason = std::strerror(errno);
  throw error_at(OPS_RUNTIME_ERROR, call, where) << option << ": cannot write '" << path << "': " << reason;
}

void write(const std::string& path, const Trace& trace, const char* call, Where where) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (!file) fail(path, call, where);
  const std::string data = json(trace);
  std::size_t missing = 0;
  for (const std::string_view part : {trace_page_head(), std::string_view(data), trace_page_tail()})
    missing += part.size() - std::fwrite(part.data(), 1, part.size(), file);
  if (std::fclose(file) != 0 || missing > 0) fail(path, call, where);
}

}  // namespace

std::unique_ptr<LoopWatch> start_tracing(Context& context, Where where) {
  const auto word = context.options.words.find(option);
  if (word == context.options.words.end()) return nullptr;
  auto* tape = dynamic_cast<Tape*>(context.recorder);
  if (!tape) {
    *context.out << "OPS: option '" << option << "' has no effect: this program does not record\n";
    return nullptr;
  }
  const std::string path = context.pool.machine().speaks() ? word->second : "/dev/null";
  std::FILE* file = std::fopen(path.c_str(), "a");  // now, not after hours
  if (!file) fail(path, "ops_partition", where);
  std::fclose(file);
  return std::make_unique<TraceCollector>(*tape, std::filesystem::path(word->second).stem().string(),
                                          [path, where](const Trace& trace) { write(path, trace, "ops_interpret_adjoints", where); });
}

}  // namespace ops
