// Runs a plain program: once to differentiate it backward, twice in long double to check that.
#pragma once

/// d objective / d each step.
inline std::vector<double> backward(int objective) {
  std::vector<double> slopes(history::steps.size());
  if (objective >= 0) slopes[static_cast<std::size_t>(objective)] = 1;
  for (std::size_t n = slopes.size(); n-- > 0;)
    for (int k = 0; k < 2; ++k)
      if (history::steps[n].from[k] >= 0 && slopes[n] != 0)
        slopes[static_cast<std::size_t>(history::steps[n].from[k])] += slopes[n] * history::steps[n].slope[k];
  return slopes;
}

inline long double moved(void (*program)(), double h) {
  wide::reset();
  for (std::size_t n = 0; n < wide::inputs.size(); ++n) wide::inputs[n]->fill(static_cast<int>(n), h);
  program();
  return wide::objective;
}

/// The gradient, inputs moved by h along the direction.
inline std::vector<std::vector<double>> gradient_at(void (*program)(), double h) {
  history::steps.clear();
  tracked::reset();
  std::vector<std::vector<int>> steps;
  for (std::size_t n = 0; n < tracked::inputs.size(); ++n) {
    tracked::inputs[n]->fill(static_cast<int>(n), h);
    steps.push_back(tracked::inputs[n]->steps());
  }
  program();
  const std::vector<double> all = backward(tracked::objective.at);
  std::vector<std::vector<double>> slopes;
  for (const auto& of : steps)
    slopes.push_back(all_of(of, [&](int step) { return all[static_cast<std::size_t>(step)]; }));
  return slopes;
}

/// How the gradient changes along the direction.
inline void second(void (*program)()) {
  const double h = 1e-5;
  const auto up = gradient_at(program, h), down = gradient_at(program, -h);
  for (std::size_t n = 0; n < tracked::inputs.size(); ++n) {
    std::vector<double> changes;
    for (std::size_t k = 0; k < up[n].size(); ++k)
      if (tracked::inputs[n]->inside(k)) changes.push_back((up[n][k] - down[n][k]) / (2 * h));
    std::fputs(line("second", tracked::inputs[n]->name, changes).c_str(), stdout);
  }
}

inline int run(int number, bool with_second) {
  std::vector<std::vector<int>> steps;
  tracked::reset();
  for (const tracked::Storage* input : tracked::inputs) steps.push_back(input->steps());
  tracked::programs[number]();
  for (const tracked::Storage* input : tracked::inputs)
    if (input->pitched()) std::fputs(line("value", input->name, input->values()).c_str(), stdout);
  std::fputs(tracked::results.c_str(), stdout);
  const std::vector<double> all = backward(tracked::objective.at);
  double along = 0;
  for (std::size_t n = 0; n < steps.size(); ++n) {
    std::vector<double> slopes;
    for (std::size_t k = 0; k < steps[n].size(); ++k) {
      slopes.push_back(all[static_cast<std::size_t>(steps[n][k])]);
      along += slopes.back() * direction(static_cast<int>(n), static_cast<int>(k));
    }
    std::fputs(line("slope", tracked::inputs[n]->name, slopes).c_str(), stdout);
  }
  const double h = 1e-7;
  const long double up = moved(wide::programs[number], h), down = moved(wide::programs[number], -h);
  std::printf("difference %a %a\n", along, static_cast<double>((up - down) / (2 * static_cast<long double>(h))));
  if (with_second) second(tracked::programs[number]);
  std::printf("tie %a\n", history::nearest_tie);
  return 0;
}

int main(int argc, char** argv) {
  bool with_second = false;
  for (int k = 2; k < argc; ++k)
    if (std::strcmp(argv[k], "second") == 0) with_second = true;
    else if (std::strncmp(argv[k], "without=", 8) == 0)
      for (char* at = argv[k] + 7; *at != '\0';) left_out.insert(static_cast<int>(std::strtol(at + 1, &at, 10)));
  return run(std::atoi(argv[1]), with_second);
}
