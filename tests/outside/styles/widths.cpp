// A class that owns its datasets and is made with several numbers of components; arrays of datasets; the number read from the dataset.
#define OPS_1D
#include <memory>
#include <string>
#include "slope.h"

namespace mixing {
void react(const ACC<double>& from, ACC<double>& to, const int* width) {
  for (int d = 0; d < *width; ++d) to(d, 0) = from(d, 0) * (1.0 - 0.1 * from((d + 1) % *width, 0));
}
void spread(const ACC<double>& from, ACC<double>& to, const int* width) {
  for (int d = 0; d < *width; ++d) to(d, 0) = from(d, 0) + 0.05 * (d + 1) * (from(d, -1) - 2.0 * from(d, 0) + from(d, 1));
}
void weigh(const ACC<double>& from, double* sums, const int* width) {
  for (int d = 0; d < *width; ++d) sums[d] += (d + 1) * from(d, 0) * from(d, 0);
}
}  // namespace mixing

constexpr int CELLS = 9;

class Mixture {
 public:
  Mixture(ops_block line, int width, const std::string& name) : line_(line), width_(width) {
    int size[] = {CELLS}, base[] = {0}, below[] = {-1}, above[] = {1}, zero[] = {0}, three[] = {-1, 0, 1};
    double* none = nullptr;
    for (auto& field : fields_) field = ops_decl_dat(line, width, size, base, below, above, none, "double", name.c_str());
    centre_ = ops_decl_stencil(1, 1, zero, "centre");
    three_ = ops_decl_stencil(1, 3, three, "three");
    sums_ = ops_decl_reduction_handle(int(sizeof(double)) * width, "double", "sums");
  }
  ops_dat input() const { return fields_[0]; }
  double run(const std::vector<double>& start) {
    ops_dat_set_data(fields_[0], start);
    int from = 0;
    for (int step = 0; step < 4; ++step) {
      advance(from, 1 + step % 2, step % 2 == 0);
      from = 1 + step % 2;
    }
    return total(fields_[from]);
  }

 private:
  void advance(int from, int to, bool reacts) {
    if (reacts)
      ops_par_loop(mixing::react, "react", line_, 1, range_, ops_arg_dat(fields_[from], width_, centre_, "double", OPS_READ),
                   ops_arg_dat(fields_[to], width_, centre_, "double", OPS_WRITE), ops_arg_gbl(&width_, 1, "int", OPS_READ));
    else
      ops_par_loop(mixing::spread, "spread", line_, 1, range_, ops_arg_dat(fields_[from], width_, three_, "double", OPS_READ),
                   ops_arg_dat(fields_[to], width_, centre_, "double", OPS_WRITE), ops_arg_gbl(&width_, 1, "int", OPS_READ));
  }
  double total(ops_dat of) {
    ops_par_loop(mixing::weigh, "weigh", line_, 1, range_, ops_arg_dat(of, width_, centre_, "double", OPS_READ), ops_arg_reduce(sums_, width_, "double", OPS_INC),
                 ops_arg_gbl(&width_, 1, "int", OPS_READ));
    double sums[3], seeds[3] = {1.0, 2.0, 3.0}, result = 0.0;
    sums_->get_result(sums, seeds);
    for (int d = 0; d < width_; ++d) result += seeds[d] * sums[d];
    return result;
  }

  ops_block line_;
  int width_;
  int range_[2] = {0, CELLS};
  ops_dat fields_[3];
  ops_stencil centre_, three_;
  ops_reduction sums_;
};

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  auto line = ops_decl_block(1, "line");
  const auto single = std::make_unique<Mixture>(line, 1, "single"), pair = std::make_unique<Mixture>(line, 2, "pair"), triple = std::make_unique<Mixture>(line, 3, "triple");
  ops_partition("");
  bool right = true;
  for (auto* mixture : {single.get(), pair.get(), triple.get()}) {
    const int width = mixture->input()->dim;
    ops_ad_reset(OPS_instance::getOPSInstance());
    right = slopes_fit("widths", mixture->input(), waves(CELLS * width), [&](const std::vector<double>& start) { return mixture->run(start); }) && right;
  }
  ops_exit();
  return right ? 0 : 1;
}
