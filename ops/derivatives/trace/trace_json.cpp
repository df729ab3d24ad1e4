// ops/derivatives/trace/trace_json.cpp: writes a trace as JSON: tables for repeated contents, columns for the rest.
#include <cmath>
#include <iterator>

#include "ops/derivatives/trace/trace.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

std::string text(const std::string& plain) {
  std::string quoted = "\"";
  for (const char c : plain) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\' || c == '<' || code < 0x20) ops::format_to(std::back_inserter(quoted), "\\u{:04x}", code);
    else quoted += c;
  }
  return quoted + '"';
}

std::string microseconds(double seconds) { return ops::format("{:.4g}", 1e6 * seconds); }

/// JSON has no names for what is no finite number.
std::string number(double value) {
  if (std::isnan(value)) return "\"NaN\"";
  if (std::isinf(value)) return "\"Infinity\"";
  return ops::format("{:.3g}", value);
}

/// "[item,item,..]"
template <class Items, class Print>
std::string list(const Items& items, const Print& print) {
  std::string all = "[";
  for (const auto& item : items) {
    if (all.size() > 1) all += ',';
    all += print(item);
  }
  return all + ']';
}
std::string integers(const std::vector<int>& values) {
  return list(values, [](int v) { return std::to_string(v); });
}

std::string datum(const TraceDatum& d) { return ops::format("[{},{},{}]", text(d.name), text(d.block), d.bytes); }
std::string site(const TraceSite& s) {
  return ops::format("[{},{},{},{}]", text(s.what), text(s.name), text(s.file), s.line);
}
std::string kind(const TraceKind& k) {
  const auto arg = [](const TraceArg& a) { return ops::format("[{},{}]", a.datum, a.use); };
  return ops::format("[{},{},{}]", k.site, integers(k.range), list(k.args, arg));
}
std::string kept(const TraceKept& k) {
  return ops::format("[{},{},{},{}]", k.happening, k.datum, k.bytes, k.part ? 1 : 0);
}
std::string fault(const TraceFault& f) {
  return ops::format(R"({{"sweep":"{}","what":"{}","arrived":{},"happening":{},"datum":{},"cell":{}}})",
                     f.reverse ? "reverse" : "forward", f.nan ? "NaN" : "Infinity", f.arrived, f.happening, f.datum,
                     integers(f.cell));
}

}  // namespace

std::string json(const Trace& trace) {
  const auto column = [&](const auto& print) { return list(trace.happenings, print); };
  std::string all = ops::format(R"({{"title":{},"target":{},"nodes":{},"nodeBytes":{})", text(trace.title),
                                text(trace.target), trace.nodes, trace.node_bytes);
  const auto add = [&](const char* name, const std::string& value) { all += ops::format(",\"{}\":{}", name, value); };
  add("data", list(trace.data, datum));
  add("sites", list(trace.sites, site));
  add("kinds", list(trace.kinds, kind));
  add("kind", column([](const TraceHappening& h) { return std::to_string(h.kind); }));
  add("recorded", column([](const TraceHappening& h) { return std::string(h.recorded ? "1" : "0"); }));
  add("forward", column([](const TraceHappening& h) { return microseconds(h.forward); }));
  add("reverse", column([](const TraceHappening& h) { return microseconds(h.reverse); }));
  add("norm", column([](const TraceHappening& h) { return number(h.norm); }));
  add("steps", integers(trace.steps));
  add("kept", list(trace.kept, kept));
  add("faults", list(trace.faults, fault));
  return all + '}';
}

}  // namespace ops
