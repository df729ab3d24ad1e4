// The gradient of a shallow flow that carries silt: by the first depths, by a bed that varies along the channel only, and by two scalars. A time step that
// follows the flow, a solve across the channel whose matrix depends on it, a coarse level, adjoints by hand; budgets of one, three and all states give the same
// bits; central differences, tangents and a second recording with other weights agree.
#define OPS_2D
#include "ops_seq_v2.h"
#include "estuary_kernels.h"
#include "tally.h"
#include <functional>
#include <memory>
#include <utility>

namespace {
constexpr int nx = 18, ny = 10, steps = 9;

struct Inputs {
  std::vector<double> h = std::vector<double>(nx * ny), bed = std::vector<double>(nx + 2);
  double rough = 0.03, last = 0.6;
};
struct Gradient {
  double value = 0.0;
  std::vector<double> h, bed, scalars;
};

class Estuary {
  ops_block block;
  ops_dat h[2], q[2], start, bed, silt, a, b, c, mean, column, gauge;
  ops_stencil point, star, sides, updown, along, along3, square, parent, mirror;
  ops_reduction speed, sums, total;
  ops_scalar rough, last, fastest_speed, dt, clock;
  std::unique_ptr<ops_tridsolver_params> solver;
  ops_halo_group around[2];
  int all[4] = {0, nx, 0, ny};

  ops_arg read(ops_dat dat, int dim, ops_stencil stencil) { return ops_arg_dat(dat, dim, stencil, "double", OPS_READ); }
  ops_arg scalar(ops_scalar s, ops_access access = OPS_READ) { return ops_arg_scalar(s, 1, "double", access); }

  ops_dat declare(int dim, int sx, int sy, int mx, int my, const char* name) {
    int size[] = {sx, sy}, base[] = {0, 0}, d_m[] = {-mx, -my}, d_p[] = {mx, my};
    return ops_decl_dat(block, dim, size, base, d_m, d_p, (double*)nullptr, "double", name);
  }
  ops_halo_group ring(ops_dat first, ops_dat second) {
    std::vector<ops_halo> halos;
    int iter[] = {nx + 2, 1}, low[] = {-1, 0}, high[] = {-1, ny - 1}, below[] = {-1, -1}, above[] = {-1, ny}, straight[] = {1, 2};
    for (ops_dat dat : {first, second}) {
      halos.push_back(ops_decl_halo(dat, dat, iter, high, below, straight, straight));
      halos.push_back(ops_decl_halo(dat, dat, iter, low, above, straight, straight));
    }
    return ops_decl_halo_group(4, halos.data());
  }

 public:
  Estuary() {
    block = ops_decl_block(2, "estuary");
    h[0] = declare(1, nx, ny, 1, 1, "h0"), h[1] = declare(1, nx, ny, 1, 1, "h1");
    q[0] = declare(2, nx, ny, 1, 1, "q0"), q[1] = declare(2, nx, ny, 1, 1, "q1");
    start = declare(1, nx, ny, 1, 1, "start");
    bed = declare(1, nx, 1, 1, 0, "bed"), silt = declare(1, nx, ny, 0, 0, "silt");
    a = declare(1, nx, ny, 0, 0, "a"), b = declare(1, nx, ny, 0, 0, "b"), c = declare(1, nx, ny, 0, 0, "c");
    column = declare(1, nx, 1, 0, 0, "column");
    int half[] = {nx / 2, ny / 2}, zero[] = {0, 0}, two[] = {2, 2}, size[] = {nx, ny};
    mean = ops_decl_dat(block, 1, half, zero, zero, zero, two, (double*)nullptr, "double", "mean");
    gauge = ops_decl_dat(block, 1, size, zero, zero, zero, (int*)nullptr, "int", "gauge");
    int five[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1}, vertical[] = {0, 0, 0, -1, 0, 1}, x[] = {1, 0}, three[] = {0, 0, 1, 0, -1, 0}, four[] = {0, 0, 1, 0, 0, 1, 1, 1};
    point = ops_decl_stencil(2, 1, five, "point"), star = ops_decl_stencil(2, 5, five, "star"), updown = ops_decl_stencil(2, 3, vertical, "updown");
    mirror = ops_decl_stencil(2, 3, three, "mirror");
    along = ops_decl_strided_stencil(2, 1, five, x, "along"), along3 = ops_decl_strided_stencil(2, 3, three, x, "along3");
    square = ops_decl_restrict_stencil(2, 4, four, two, "square"), parent = ops_decl_prolong_stencil(2, 1, five, two, "parent");
    speed = ops_decl_reduction_handle(sizeof(double), "double", "speed");
    sums = ops_decl_reduction_handle(2 * sizeof(double), "double", "sums");
    total = ops_decl_reduction_handle(sizeof(double), "double", "total");
    const double none = 0.0;
    rough = ops_decl_scalar("rough", &none, 1), last = ops_decl_scalar("last", &none, 1), fastest_speed = ops_decl_scalar("fastest", &none, 1);
    dt = ops_decl_scalar("dt", &none, 1), clock = ops_decl_scalar("clock", &none, 1);
    around[0] = ring(h[0], q[0]), around[1] = ring(h[1], q[1]);
    ops_partition("");
    solver = std::make_unique<ops_tridsolver_params>(block);
    std::vector<int> gauges(nx * ny);
    for (std::size_t k = 0; k < gauges.size(); ++k) gauges[k] = static_cast<int>(k * k % 3);
    ops_dat_set_data(gauge, gauges);
  }

  // Returns the objective; with weights they are the seeds.
  double run(const Inputs& in, const double* weights) {
    OPS_instance* instance = OPS_instance::getOPSInstance();
    ops_ad_reset(instance);
    ops_dat_set_data(start, in.h);
    int rim[] = {-1, nx + 1, 0, 1};
    ops_dat_set_data_slab_memspace(bed, 0, (char*)(in.bed.data() + first_bed()), rim, OPS_HOST);
    ops_dat_set_data(silt, std::vector<double>(nx * ny, 0.5));
    ops_dat_set_data(q[0], std::vector<double>(2 * nx * ny, 0.1));
    ops_scalar_set_data(rough, in.rough), ops_scalar_set_data(last, in.last), ops_scalar_set_data(clock, 0.0);
    ops_dat_deep_copy(h[0], start);
    int coarse[] = {0, nx / 2, 0, ny / 2}, west[] = {-1, 0, 0, ny}, east[] = {nx, nx + 1, 0, ny}, bottom[] = {0, nx, 0, 1};
    int now = 0;
    for (int s = 0; s < steps; ++s, now = 1 - now) {
      ops_ad_step();
      const int next = 1 - now;
      ops_par_loop(wall<1>, "west", block, 2, west, ops_arg_dat(h[now], 1, mirror, "double", OPS_RW), ops_arg_dat(q[now], 2, mirror, "double", OPS_RW));
      ops_par_loop(wall<-1>, "east", block, 2, east, ops_arg_dat(h[now], 1, mirror, "double", OPS_RW), ops_arg_dat(q[now], 2, mirror, "double", OPS_RW));
      ops_halo_transfer(around[now]);
      ops_par_loop(fastest, "fastest", block, 2, all, read(h[now], 1, point), read(q[now], 2, point), ops_arg_reduce(speed, 1, "double", OPS_MAX));
      ops_scalar_from_reduction(fastest_speed, speed);
      ops_scalar_loop(choose, "choose", scalar(fastest_speed), scalar(clock), scalar(dt, OPS_WRITE), scalar(clock, OPS_WRITE), scalar(last));
      ops_par_loop(advance, "advance", block, 2, all, read(h[now], 1, star), read(q[now], 2, star), read(bed, 1, along3), scalar(dt), scalar(fastest_speed),
                   ops_arg_dat(h[next], 1, point, "double", OPS_WRITE), ops_arg_dat(q[next], 2, point, "double", OPS_WRITE));
      ops_par_loop(settle, "settle", block, 2, all, read(h[next], 1, point), read(q[next], 2, point), read(bed, 1, along),
                   ops_arg_dat(silt, 1, point, "double", OPS_RW), scalar(rough));
      ops_par_loop(across, "across", block, 2, all, read(h[now], 1, updown), ops_arg_dat(a, 1, point, "double", OPS_WRITE),
                   ops_arg_dat(b, 1, point, "double", OPS_WRITE), ops_arg_dat(c, 1, point, "double", OPS_WRITE));
      ops_tridMultiDimBatch(2, 1, all, a, b, c, silt, solver.get());
      ops_par_loop(coarsen, "coarsen", block, 2, coarse, ops_arg_restrict(silt, 1, square, "double", OPS_READ), ops_arg_dat(mean, 1, point, "double", OPS_WRITE));
      ops_par_loop(nudge, "nudge", block, 2, all, ops_arg_prolong(mean, 1, parent, "double", OPS_READ), ops_arg_dat(silt, 1, point, "double", OPS_RW));
    }
    ops_par_loop(measure, "measure", block, 2, all, read(h[now], 1, point), read(silt, 1, point), ops_arg_dat(gauge, 1, point, "int", OPS_READ),
                 ops_arg_reduce(sums, 2, "double", OPS_INC));
    ops_par_loop(zero_column, "zero_column", block, 2, bottom, ops_arg_dat(column, 1, along, "double", OPS_WRITE));
    ops_par_loop(add_column, "add_column", block, 2, all, read(silt, 1, point), ops_arg_dat(column, 1, along, "double", OPS_INC));
    ops_par_loop(weigh, "weigh", block, 2, bottom, read(column, 1, along), ops_arg_idx(), ops_arg_reduce(total, 1, "double", OPS_INC));
    double both[2], rest;
    if (weights) sums->get_result(both, weights), total->get_result(&rest, weights + 2);
    else sums->get_result(both), total->get_result(&rest);
    const double* w = weights ? weights : used;
    return w[0] * both[0] + w[1] * both[1] + w[2] * rest;
  }
  const double* used = nullptr;

  Gradient differentiate(const Inputs& in, const double* weights) {
    used = weights;
    Gradient g;
    g.value = run(in, weights);
    ops_interpret_adjoints(OPS_instance::getOPSInstance());
    g.h = ops_dat_fetch_derivative<double>(start);
    g.bed = ops_dat_fetch_derivative<double>(bed);
    g.scalars = {*rough->get_derivative<double>(), *last->get_derivative<double>()};
    return g;
  }
  // Along a direction, on the recording that is there.
  double tangent(const std::vector<double>& along_h) {
    ops_tangent(OPS_instance::getOPSInstance(), {ops_ad_along(start, along_h)});
    const double* t = ops_reduction_get_tangent<double>(sums);
    return used[0] * t[0] + used[1] * t[1] + used[2] * *ops_reduction_get_tangent<double>(total);
  }
  bool loops_are_right() { return ops_ad_loops_test(OPS_instance::getOPSInstance()).passed; }

 private:
  // Where this process's part of the bed and its halo begins.
  std::size_t first_bed() const {
    int disp[2];
    ops_dat_get_extents(bed, 0, disp, nullptr);
    return static_cast<std::size_t>(disp[0] > 0 ? disp[0] + 1 : 0);
  }
};

double dot(const std::vector<double>& x, const std::vector<double>& y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += x[i] * y[i];
  return sum;
}
}  // namespace

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  Tally tally;
  {
    Estuary estuary;
    Inputs in;
    for (std::size_t k = 0; k < in.h.size(); ++k) in.h[k] = 2.0 + 0.3 * std::sin(0.7 * static_cast<double>(k)) + 0.2 * std::cos(0.37 * static_cast<double>(k * k % 91));
    for (std::size_t k = 0; k < in.bed.size(); ++k) in.bed[k] = 0.2 + 0.05 * std::sin(1.3 * static_cast<double>(k));
    const double first[] = {1.0, 0.5, 2.0}, second[] = {0.0, -1.0, 0.25};
    Gradient kept;
    for (const int slots : {steps + 1, 3, 1}) {
      ops_ad_reset(OPS_instance::getOPSInstance());
      ops_ad_set_checkpoint_count(slots, steps);
      const Gradient g = estuary.differentiate(in, first);
      if (slots > steps) kept = g;
      const std::string name = std::to_string(slots) + " states: ";
      tally.one(name + "value", g.value, kept.value);
      tally.all(name + "by h", g.h, kept.h), tally.all(name + "by the bed", g.bed, kept.bed), tally.all(name + "by scalars", g.scalars, kept.scalars);
    }
    tally.is("each loop's adjoint is right", estuary.loops_are_right());
    for (const double* weights : {first, second}) {
      const Gradient g = estuary.differentiate(in, weights);
      std::vector<double> way(in.h.size()), bed_way(nx, 0.0);
      for (std::size_t k = 0; k < way.size(); ++k) way[k] = std::sin(2.1 * static_cast<double>(k) + weights[1]);
      for (std::size_t k = 0; k < bed_way.size(); ++k) bed_way[k] = std::cos(1.9 * static_cast<double>(k));
      tally.one("tangent", estuary.tangent(way), dot(g.h, way), 1e-11);
      const auto slope = [&](const std::function<void(Inputs&, double)>& move) {
        const double e = 1e-5;
        Inputs more = in, less = in;
        move(more, e), move(less, -e);
        return (estuary.run(more, nullptr) - estuary.run(less, nullptr)) / (2.0 * e);
      };
      tally.is("by h as differences", std::fabs(dot(g.h, way) - slope([&](Inputs& i, double e) { for (std::size_t k = 0; k < way.size(); ++k) i.h[k] += e * way[k]; })) < 1e-6 * (1.0 + std::fabs(dot(g.h, way))));
      const double by_bed = slope([&](Inputs& i, double e) { for (std::size_t k = 0; k < bed_way.size(); ++k) i.bed[k + 1] += e * bed_way[k]; });
      tally.is("by the bed as differences", std::fabs(dot(g.bed, bed_way) - by_bed) < 1e-6 * (1.0 + std::fabs(by_bed)));
      const double by_rough = slope([](Inputs& i, double e) { i.rough += e; }), by_last = slope([](Inputs& i, double e) { i.last += e; });
      tally.is("by the roughness as differences", std::fabs(g.scalars[0] - by_rough) < 1e-6 * (1.0 + std::fabs(by_rough)));
      tally.is("by the end as differences", std::fabs(g.scalars[1] - by_last) < 1e-6 * (1.0 + std::fabs(by_last)));
      ops_printf("value %.12f, by h %.10f, by the bed %.10f (%.10f), by the roughness %.10f (%.10f), by the end %.10f (%.10f)\n", g.value, dot(g.h, way), dot(g.bed, bed_way),
                 by_bed, g.scalars[0], by_rough, g.scalars[1], by_last);
    }
  }
  const int status = tally.end();
  ops_exit();
  return status;
}
