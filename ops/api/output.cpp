// ops/api/output.cpp: printing, timers and reports.
#include "ops/api/output.hpp"

#include <chrono>
#include <cstdarg>
#include <ctime>
#include <sstream>
#include <string>

#include "ops/api/declare.hpp"
#include "ops/api/handle_checks.hpp"
#include "ops/api/host_access.hpp"
#include "ops/api/instance.hpp"
#include "ops/api/instance_parts.hpp"
#include "ops/files/formats/text.hpp"
#include "ops/support/communicator.hpp"

namespace {

/// The text of a printf call.
std::string formatted(const char* format, std::va_list args) {
  std::va_list again;
  va_copy(again, args);
  const int length = std::vsnprintf(nullptr, 0, format, args);
  std::string text(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
  if (length > 0) std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  return text;
}

}  // namespace

void ops_printf(const char* format, ...) {
  if (format == nullptr) throw OPSException(OPS_INVALID_ARGUMENT, "ops_printf: the format is null");
  std::va_list args;
  va_start(args, format);
  const std::string text = formatted(format, args);
  va_end(args);
  if (ops_is_root() == 0) return;
  const OPS_instance* instance = ops::default_instance_or_null();
  (instance == nullptr ? std::cout : instance->ostream()) << text << std::flush;
}

void ops_fprintf(FILE* stream, const char* format, ...) {
  if (stream == nullptr) throw OPSException(OPS_INVALID_ARGUMENT, "ops_fprintf: the stream is null");
  if (format == nullptr) throw OPSException(OPS_INVALID_ARGUMENT, "ops_fprintf: the format is null");
  if (ops_is_root() == 0) return;
  std::va_list args;
  va_start(args, format);
  std::vfprintf(stream, format, args);
  va_end(args);
}

void ops_timers(double* cpu, double* et) {
  ops_device_sync();
  ops_timers_core(cpu, et);
}

void ops_timers_core(double* cpu, double* et) {
  if (cpu != nullptr) *cpu = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
  if (et != nullptr) *et = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void ops_dat_core::print_to_txtfile(const char* file, ops::Where where) {
  ops::usable(this, "ops_print_dat_to_txtfile", where);
  if (ops::written_before(this)) return;
  reducing = -1;
  ops::append_text(this, file, where);
}
void ops_print_dat_to_txtfile(ops_dat dat, const char* file, ops::Where where) {
  ops::usable(dat, "ops_print_dat_to_txtfile", where);
  dat->print_to_txtfile(file, where);
}

int ops_is_root() { return ops::communicator().rank() == 0 ? 1 : 0; }
int ops_get_proc() { return ops::communicator().rank(); }
int ops_num_procs() { return ops::communicator().size(); }

int OPS_instance::is_root() const noexcept { return ops_is_root(); }
void OPS_instance::timing_output_stdout() { timing_output(*out); }

void ops_diagnostic_output(ops::Where where) {
  ops::default_instance("ops_diagnostic_output", where).diagnostic_output();
}
void ops_timing_output(std::ostream& stream, ops::Where where) {
  ops::default_instance("ops_timing_output", where).timing_output(stream);
}
void ops_timing_output(FILE* stream, ops::Where where) {
  if (!stream) throw ops::error_at(OPS_INVALID_ARGUMENT, "ops_timing_output", where) << "the stream is null";
  std::ostringstream text;
  ops::default_instance("ops_timing_output", where).timing_output(text);
  std::fputs(text.str().c_str(), stream);
}
void ops_timing_output_stdout(ops::Where where) {
  ops::default_instance("ops_timing_output_stdout", where).timing_output_stdout();
}

void ops_reset_power_counters() {}
void ops_reset_gpu_power_counters() {}
void ops_sample_gpu_power() {}
double ops_get_gpu_energy_consumed() { return 0.0; }
