// ops/api/options.cpp: the table of options, and the parser of the command line.
#include "ops/api/options.hpp"

#include <algorithm>
#include <charconv>
#include <climits>
#include <numeric>
#include <optional>
#include <ostream>
#include <span>
#include <string_view>

#include "ops/derivatives/checkpoints/memory_budget.hpp"
#include "ops/derivatives/checks/check_options.hpp"
#include "ops/loops/launch/float_mode.hpp"
#include "ops/loops/launch/registry.hpp"
#include "ops/support/communicator.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

enum class Form { flag, integer, list, text, checks, memory, marks, level, tiles };

struct Known {
  std::string_view name;
  Form form;
  int least;                  ///< smallest integer (of a list: of each entry)
  std::string_view fallback;  ///< what holds when the word is not given
  bool effective;             ///< false: accepted for compatibility, does nothing in this build
  std::string_view meaning;
};

constexpr Known table[] = {
    {"OPS_HELP", Form::flag, 0, "0", true, "print this list"},
    {"OPS_DIAGS", Form::integer, 0, "", true,
     "with 1, print no tables; with 2, print the table of loops; with 3, also print tables of blocks and datasets"},
    {"OPS_AD", Form::flag, 0, "1", true, "if the program computes derivatives, record its loops on a tape"},
    {"OPS_CHECK", Form::flag, 0, "0", true,
     "also run the reference version of every loop and compare the results; "
     "report in-place loops whose result depends on the order of points; "
     "in runs on several processes, check that all processes make the same calls"},
    {"OPS_SENTINEL", Form::flag, 0, "1", true,
     "in the first call of each loop, and occasionally in later calls, "
     "compare the results of the generated code and of the kernel at some points"},
    {"OPS_FLUSH_SUBNORMALS", Form::flag, 0, "0", FloatMode::can_flush,
     "treat subnormal numbers (magnitude below 2.2e-308, or 1.2e-38 for float) as zero, which is faster"},
    {"OPS_PROGRESS", Form::flag, 0, "0", true,
     "show the progress and the remaining time of programs that call ops_ad_step, and of their reverse sweeps"},
    {"OPS_CHECKPOINT", Form::integer, 0, "", true,
     "save the state, and continue from it after a restart (only in programs that call ops_checkpointing_init)"},
    {"OPS_CHECKPOINT_INMEMORY", Form::flag, 0, "0", true,
     "this option has no effect, because checkpoints are small and the library writes them immediately"},
    {"OPS_CHECKPOINT_LOCKFILE", Form::flag, 0, "0", true,
     "this option has no effect, because checkpoints are small and the library writes them immediately"},
    {"OPS_CHECKPOINT_THREAD", Form::flag, 0, "0", true,
     "this option has no effect, because checkpoints are small and the library writes them immediately"},
    {"OPS_AD_CHECK", Form::checks, 0, "", true,
     "verify gradients with one or more of the tests taylor, dot, loops and poison, separated by commas"},
    {"OPS_AD_DISK", Form::text, 0, "", true,
     "the directory in which the library may store intermediate states in a temporary file"},
    {"OPS_AD_DISK_COMPRESS", Form::flag, 0, "0", OPSGRAD_ZSTD, "compress states on disk, without loss"},
    {"OPS_AD_DISK_LIMIT", Form::memory, 0, "50%", true,
     "the disk space that intermediate states may use: a size such as 20GB, "
     "or a percentage of the free space, such as 50%"},
    {"OPS_AD_HOST_MEMORY", Form::memory, 0, "", true,
     "on targets with a device, the host memory that derivatives may use in addition to OPS_AD_MEMORY"},
    {"OPS_AD_MARKS", Form::marks, 0, "1", true,
     "with 1, detect time steps in programs that do not call ops_ad_step; "
     "with 'found', detect time steps in all programs; "
     "with 0, do not detect time steps"},
    {"OPS_AD_MEMORY", Form::memory, 0, "50%", true,
     "the memory that derivatives may use in each process: in bytes, in kB, MB or GB (powers of 1000), "
     "in KiB, MiB or GiB (powers of 1024), or as a percentage of the free memory (30%)"},
    {"OPS_AD_PLAN", Form::flag, 0, "0", true, "print the checkpointing plan, with its predicted and actual cost"},
    {"OPS_AD_TRACE", Form::text, 0, "", true,
     "the name of an HTML page that shows the recorded loops and the reverse sweep, for example trace.html"},
    {"OPS_TILING", Form::tiles, 0, "1", true,
     "with 1, defer loops and execute them tile by tile where that is faster; with 'force', do so wherever possible; "
     "with 0, execute each loop when it is called"},
    {"OPS_TILING_MAXDEPTH", Form::integer, 1, "", true,
     "the maximum number of cells by which one loop may run ahead of another in a chain of tiled loops; "
     "in runs on several processes, also the maximum number of extra layers of cells that each process computes "
     "around its part of the grid"},
    {"OPS_TILING_MAX_DEPTH", Form::integer, 1, "", true, "as OPS_TILING_MAXDEPTH"},
    {"OPS_CACHE_SIZE", Form::integer, 0, "", true,
     "the total size, in MB, of the caches that the threads of one process use; the library computes tile sizes from "
     "this value"},
    {"OPS_TILESIZE_X", Form::integer, 1, "", true,
     "the tile size in points; by default, the library computes it from the cache sizes"},
    {"OPS_TILESIZE_Y", Form::integer, 1, "", true, "as OPS_TILESIZE_X"},
    {"OPS_TILESIZE_Z", Form::integer, 1, "", true, "as OPS_TILESIZE_X"},
    {"OPS_FORCE_DECOMP_X", Form::list, 0, "", false, "processes along x, per block"},
    {"OPS_FORCE_DECOMP_Y", Form::list, 0, "", false, "processes along y, per block"},
    {"OPS_FORCE_DECOMP_Z", Form::list, 0, "", false, "processes along z, per block"},
    {"OPS_PROCESSES_PER_BLOCK", Form::list, 0, "", false, "processes per block"},
    {"OPS_BLOCK_SIZE_X", Form::integer, 1, "", false, "GPU thread block"},
    {"OPS_BLOCK_SIZE_Y", Form::integer, 1, "", false, "GPU thread block"},
    {"OPS_BLOCK_SIZE_Z", Form::integer, 1, "", false, "GPU thread block"},
    {"OPS_REALLOC", Form::flag, 0, "1", false, "the library always copies arrays that are passed to declarations"},
    {"OPS_HDF5_CHUNK_SIZE", Form::integer, 1, "", OPSGRAD_HDF5,
     "chunk size of HDF5 datasets along each axis, in cells"},
    {"OPS_HDF5_COMPRESS", Form::level, 0, "0", OPSGRAD_HDF5,
     "compress HDF5 datasets without loss, from 1 (fast) to 9 (small)"},
    {"OPS_DEVICE", Form::integer, 0, "", false, "GPU to use"},
    {"OPS_CL_DEVICE", Form::integer, 0, "", false, "OpenCL device"},
    {"OPS_SYCL_DEVICE", Form::integer, 0, "", false, "SYCL device"},
    {"OPS_GPU_MEASUREMENT_FREQUENCY", Form::integer, 1, "", false, "energy samples per second"},
};

/// Whether the option does something in this build.
bool effective(const Known& known) {
  return known.effective || (known.name == "OPS_DEVICE" && registry().machine != nullptr) ||
         ((known.name.starts_with("OPS_FORCE_DECOMP_") || known.name == "OPS_PROCESSES_PER_BLOCK") &&
          communicator().size() > 1);
}

const Known* find(std::string_view name) {
  const auto* at = std::ranges::find(table, name, &Known::name);
  return at == std::end(table) ? nullptr : at;
}

/// Insertions, deletions and replacements between two words.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

void note_unknown(std::string_view name, std::ostream& out) {
  const auto& nearest =
      *std::ranges::min_element(table, {}, [&](const Known& known) { return distance(name, known.name); });
  out << "OPS: unknown option '" << name << "'";
  if (distance(name, nearest.name) <= 3) out << ", did you mean '" << nearest.name << "'?";
  out << " (-OPS_HELP lists all)\n";
}

std::optional<int> integer(std::string_view text, int least) {
  int value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc{} || end != text.data() + text.size() || value < least) return std::nullopt;
  return value;
}

bool valid_list(std::string_view text, int least) {
  while (true) {
    const std::size_t comma = text.find(',');
    if (!integer(text.substr(0, comma), least)) return false;
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

/// What is wrong with the value; empty if it is good.
std::string complaint(const Known& known, std::string_view value) {
  switch (known.form) {
    case Form::flag: return value.empty() || value == "0" || value == "1" ? "" : "the value must be 0 or 1";
    case Form::integer:
      // Bare, this one switches on; with a number it also moves the ranks that mirror.
      if (value.empty() && known.name == "OPS_CHECKPOINT") return "";
      return integer(value, known.least)
                 ? ""
                 : ops::format("the value must be an integer greater than or equal to {}", known.least);
    case Form::level: return value.size() == 1 && value[0] >= '0' && value[0] <= '9' ? "" : "the value must be 0 to 9";
    case Form::list:
      return valid_list(value, known.least)
                 ? ""
                 : ops::format("the value must be a list of integers greater than or equal to {}, separated by commas",
                               known.least);
    case Form::text: return value.empty() ? "the value must not be empty" : "";
    case Form::checks: return checks_complaint(value);
    case Form::marks:
      return value.empty() || value == "0" || value == "1" || value == "found" ? "" : "the value must be 0, 1 or found";
    case Form::tiles:
      return value.empty() || value == "0" || value == "1" || value == "force" ? "" : "the value must be 0, 1 or force";
    case Form::memory:
      return memory_of(std::string(value), 1 << 30)
                 ? ""
                 : "the value must be a number of bytes (8GB, 500MiB, 12345) or a percentage of the free memory (50%)";
  }
  return "";
}

/// One word of the command line, without dashes, split at '='; nothing if it is not the library's.
std::optional<std::pair<std::string, std::string>> split(const char* word) {
  std::string_view text = word == nullptr ? "" : word;
  for (int dash = 0; dash < 2 && text.starts_with('-'); ++dash) text.remove_prefix(1);
  if (!text.starts_with("OPS_")) return std::nullopt;
  const std::size_t equals = text.find('=');
  const std::string_view value = equals == std::string_view::npos ? "" : text.substr(equals + 1);
  return std::pair{std::string(text.substr(0, equals)), std::string(value)};
}

bool flag(const Options& options, const char* name, bool otherwise) {
  const auto at = options.words.find(name);
  return at == options.words.end() ? otherwise : at->second != "0";
}

std::string present_value(const Known& known, const Options& options) {
  if (known.name == "OPS_DIAGS") return std::to_string(options.diags);
  const auto at = options.words.find(std::string(known.name));
  if (at == options.words.end()) return std::string(known.fallback.empty() ? "not set" : known.fallback);
  return at->second.empty() ? "1" : at->second;
}

}  // namespace

int device_number(int argc, const char* const* argv) noexcept {
  int number = 0;
  for (int k = 0; argv != nullptr && k < argc; ++k)
    if (const auto option = split(argv[k]); option && option->first == "OPS_DEVICE")
      number = integer(option->second, 0).value_or(0);
  return number;
}

Options parse_options(int argc, const char* const* argv, int diags, std::ostream& out, Where where) {
  if (argc > 0 && argv == nullptr)
    throw error_at(OPS_INVALID_ARGUMENT, "ops_init", where) << "argc is " << argc << ", but argv is null";
  Options options;
  for (const char* word : std::span(argv, static_cast<std::size_t>(std::max(argc, 0)))) {
    const auto option = split(word);
    if (!option) continue;
    const auto& [name, value] = *option;
    options.words[name] = value;
    const Known* known = find(name);
    if (known == nullptr) {
      note_unknown(name, out);
      continue;
    }
    if (const std::string wrong = complaint(*known, value); !wrong.empty())
      throw error_at(OPS_RUNTIME_CONFIGURATION_ERROR, "ops_init", where) << "option '" << word << "': " << wrong;
    if (!effective(*known)) out << "OPS: option '" << name << "' is accepted, but has no effect in this build\n";
  }
  options.diags = diags;
  if (const auto at = options.words.find("OPS_DIAGS"); at != options.words.end())
    options.diags = *integer(at->second, 0);
  options.derivatives = flag(options, "OPS_AD", true);
  options.check = flag(options, "OPS_CHECK", false);
  options.sentinel = flag(options, "OPS_SENTINEL", true);
  options.flush_subnormals = flag(options, "OPS_FLUSH_SUBNORMALS", false);
  return options;
}

void print_options(std::ostream& out, const Options& options) {
  out << "OPS options, with or without a leading dash:\n";
  for (const Known& known : table)
    out << ops::format("  {:<30} {:<9} {}{}\n", known.name, present_value(known, options), known.meaning,
                       effective(known) ? "" : " (this option is accepted, but has no effect in this build)");
}

}  // namespace ops
