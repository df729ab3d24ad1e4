// tests/ranks/fields.cpp: what a dataset's own fields and OPS_sub_dat_list say is of the part that this process has:
// programs step through rows by dat->size[0], or as the part's pitch, and through planes by dat->size[1]. With -threads
// two instances run in threads of their own.
#include <string_view>
#include <thread>

#define OPS_3D
#define OPS_CPP_API
#include "ops.hpp"

constexpr int nx = 14, ny = 9, nz = 5;

void fill(ACC<double>& u, const int* i) { u(0, 0, 0) = i[0] + 100.0 * i[1] + 10000.0 * i[2]; }
void total(const ACC<double>& u, double* sum) { *sum += u(0, 0, 0); }
void wrong(const ACC<double>& found, double* sum) { *sum += found(0, 0, 0); }

void run(OPS_instance& instance) {
  int size[] = {nx, ny, nz}, base[] = {0, 0, 0}, low[] = {-2, -1, -2}, high[] = {2, 1, 1}, here[] = {0, 0, 0},
      all[] = {0, nx, 0, ny, 0, nz};
  double *none = nullptr, sum = 0.0;
  ops_block b = instance.decl_block(3, "b");
  ops_dat u = b->decl_dat(1, size, base, low, high, none, "double", "u"),
          found = b->decl_dat(1, size, base, low, high, none, "double", "found");
  ops_stencil point = instance.decl_stencil(3, 1, here, "point");
  ops_reduction r = instance.decl_reduction_handle(sizeof(double), "double", "r");
  instance.partition("");
  ops_par_loop(fill, "fill", b, 3, all, ops_arg_dat(u, 1, point, "double", OPS_WRITE), ops_arg_idx());
  int disp[3], count[3];
  ops_dat_get_raw_metadata(u, 0, disp, count, nullptr, nullptr, nullptr);
  ops_memspace host = OPS_HOST;
  const auto* x = reinterpret_cast<const double*>(ops_dat_get_raw_pointer(u, 0, point, &host));
  auto* y = reinterpret_cast<double*>(ops_dat_get_raw_pointer(found, 0, point, &host));
  for (int k = 0; k < count[2]; ++k)
    for (int j = 0; j < count[1]; ++j)
      for (int i = 0; i < count[0]; ++i) {
        const int at = i + u->size[0] * (j + u->size[1] * k);
        y[at] = x[at] != disp[0] + i + 100.0 * (disp[1] + j) + 10000.0 * (disp[2] + k);
      }
  ops_dat_release_raw_data(u, 0, OPS_READ);
  ops_dat_release_raw_data(found, 0, OPS_RW);
  ops_par_loop(wrong, "wrong", b, 3, all, ops_arg_dat(found, 1, point, "double", OPS_READ),
               ops_arg_reduce(r, 1, "double", OPS_INC));
  r->get_result(&sum);
  for (int d = 0; d < 3; ++d)
    if (u->size[d] < count[d] || u->size[d] != count[d] - u->d_m[d] + u->d_p[d]) sum += 1e6;
  instance.ostream() << "wrong: " << sum << "\n";
}

int main(int argc, char** argv) {
  if (argc < 2 || std::string_view(argv[1]) != "-threads") {
    OPS_instance instance(argc, argv, 1);
    run(instance);
    return 0;
  }
  const auto one = [&] {
    OPS_instance instance(argc, argv, 1);
    run(instance);
  };
  std::thread(one).join();
  std::thread(one).join();
  OPS_instance here(argc, argv, 1);
  std::thread another([&] {
    try {
      one();
    } catch (const OPSException& refused) {
      here.ostream() << refused.what() << "\n";
    }
  });
  another.join();
}
