// perf/micro/calls.cpp: the model of docs/example/heat_model.cpp as a program would run it: what perf/calls.py compares
// Python with.
#include "docs/example/heat_model.cpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>

#include "ops/model/slot.hpp"

namespace {

double microseconds(int times, const std::function<void()>& call) {
  for (int k = 0; k < times / 4; ++k) call();
  const std::clock_t begin = std::clock();
  for (int k = 0; k < times; ++k) call();
  return 1e6 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC / times;
}

}  // namespace

int main(int argc, char** argv) {
  return ops_main(argc, argv, [&] {
    const int n = std::atoi(argv[1]), times = std::atoi(argv[2]);
    ops::model::Declaration declared;
    const ops::model::Request request{{n, n}, {}};
    ops_model model(request, declared);
    ops::model::find_program("heat").body(model);
    ops_partition("");
    const ops_dat start = declared.inputs[0].dat;
    const ops_scalar k = declared.inputs[1].scalar;
    std::vector<double> x(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.5), gradient;
    const double primal = microseconds(times, [&] {
      ops_ad_reset();
      ops_dat_set_data(start, x);
      ops_scalar_set_data(k, 0.2);
      declared.run();
      ops_reduction_result<double>(declared.outputs[1].reduction);
    });
    const double both = microseconds(times, [&] {
      ops_ad_reset();
      ops_dat_set_data(start, x);
      ops_scalar_set_data(k, 0.2);
      declared.run();
      ops_ad_objective(declared.outputs[1].reduction);
      ops_interpret_adjoints();
      gradient = ops_dat_fetch_derivative<double>(start);
    });
    std::printf("%.2f %.2f\n", primal, both);
  });
}
