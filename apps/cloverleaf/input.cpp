// apps/cloverleaf/input.cpp: clover.in, word by word.
#define OPS_2D
#include "apps/cloverleaf/input.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace cloverleaf {

namespace {

/// Words that other implementations obey and this one has no use for; with or without a value.
const std::set<std::string> unused{"visit_frequency",   "summary_frequency",   "profiler_on",      "tiles_per_chunk",
                                   "tiles_per_problem", "use_fortran_kernels", "use_c_kernels",    "use_oa_kernels",
                                   "use_cuda_kernels",  "use_opencl_kernels",  "use_vector_loops", "opencl_vendor",
                                   "opencl_type",       "num_chunks_per_task"};

class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(path) {
    if (!file_) fail("cannot be read");
  }

  Input read() {
    bool within = false, ended = false;
    for (std::string line; std::getline(file_, line);) {
      ++line_;
      words_ = split(line);
      if (words_.empty()) continue;
      if (words_.front() == "*clover") within = true;
      else if (words_.front() == "*endclover") ended = true;
      else if (within && !ended) understand();
    }
    if (!ended) fail("no *clover .. *endclover");
    if (input_.states.empty()) fail("no 'state 1'");
    return input_;
  }

 private:
  /// Words between blanks and '='; what follows '!' is a comment.
  static std::vector<std::string> split(std::string line) {
    line.erase(std::min(line.find('!'), line.size()));
    std::replace(line.begin(), line.end(), '=', ' ');
    std::istringstream text(line);
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    return words;
  }

  void understand() {
    at_ = 0;
    while (at_ < words_.size()) {
      const std::string word = words_[at_++];
      if (word == "state") state();
      else if (unused.contains(word)) at_ = words_.size();
      else if (double* real = real_setting(word)) *real = number<double>(word);
      else if (int* whole = whole_setting(word)) *whole = number<int>(word);
      else fail("'" + word + "' is no word of clover.in");
    }
  }

  double* real_setting(const std::string& word) {
    const std::map<std::string, double*> all{{"xmin", &input_.xmin},
                                             {"xmax", &input_.xmax},
                                             {"ymin", &input_.ymin},
                                             {"ymax", &input_.ymax},
                                             {"end_time", &input_.end_time},
                                             {"initial_timestep", &input_.initial_timestep},
                                             {"max_timestep", &input_.max_timestep},
                                             {"timestep_rise", &input_.timestep_rise}};
    const auto found = all.find(word);
    return found == all.end() ? nullptr : found->second;
  }

  int* whole_setting(const std::string& word) {
    const std::map<std::string, int*> all{{"x_cells", &input_.x_cells},
                                          {"y_cells", &input_.y_cells},
                                          {"end_step", &input_.end_step},
                                          {"test_problem", &input_.test_problem}};
    const auto found = all.find(word);
    return found == all.end() ? nullptr : found->second;
  }

  /// state <number> and all that follows on the line.
  void state() {
    const auto number_of = static_cast<std::size_t>(number<int>("state"));
    if (number_of != input_.states.size() + 1) fail("states must be numbered 1, 2, ..");
    if (number_of > most_states) fail("more than " + std::to_string(most_states) + " states");
    state_type one{};
    while (at_ < words_.size()) {
      const std::string word = words_[at_++];
      const std::map<std::string, double*> all{
          {"density", &one.density}, {"energy", &one.energy}, {"xvel", &one.xvel},
          {"yvel", &one.yvel},       {"xmin", &one.xmin},     {"xmax", &one.xmax},
          {"ymin", &one.ymin},       {"ymax", &one.ymax},     {"radius", &one.radius}};
      const auto found = all.find(word);
      if (word == "geometry") one.geometry = geometry();
      else if (found != all.end()) *found->second = number<double>(word);
      else fail("'" + word + "' is no word of a state");
    }
    input_.states.push_back(one);
  }

  int geometry() {
    const std::map<std::string, int> all{{"rectangle", RECTANGLE}, {"circle", CIRCLE}, {"point", POINT}};
    const auto found = at_ < words_.size() ? all.find(words_[at_++]) : all.end();
    if (found == all.end()) fail("geometry is rectangle, circle or point");
    return found->second;
  }

  template <class T>
  T number(const std::string& word) {
    T value{};
    const std::string text = at_ < words_.size() ? words_[at_++] : "";
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size())
      fail("'" + word + "' needs a number, not '" + text + "'");
    return value;
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(path_ + (line_ > 0 ? ":" + std::to_string(line_) : "") + ": " + what);
  }

  std::string path_;
  std::ifstream file_;
  int line_ = 0;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
  Input input_;
};

}  // namespace

Input read_input(const std::string& path) { return Reader(path).read(); }

double expected_kinetic_energy(int test_problem) {
  const std::map<int, double> all{{1, 1.82280367310258},
                                  {2, 1.19316898756307},
                                  {3, 2.58984003503994},
                                  {4, 0.307475452287895},
                                  {5, 4.85350315783719}};
  const auto found = all.find(test_problem);
  return found == all.end() ? 0.0 : found->second;
}

}  // namespace cloverleaf
