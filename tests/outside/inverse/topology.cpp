// Topology optimisation of a heat sink (SIMP): a filtered and projected density, conductivity by interpolation with a penalty, the
// temperature by conjugate gradients whose numbers are scalars, and the compliance. One recording, two gradients: of the compliance, which
// is self-adjoint and so known in closed form once solved, and of the volume. The penalty is an active scalar. Features: typed calls, a
// class, datasets in a struct, scalars computed from reductions, the number of iterations decided by a result, ops_ad_taylor_test.
#define OPS_2D
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "ops.hpp"

constexpr int nx = 12, ny = 10, cells = nx * ny;
constexpr double poor = 1e-2, sharp = 2.5;

void smooth(const ACC<double>& x, ACC<double>& density) {
  double sum = 0.0, weights = 0.0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i) {
      const double weight = 2.0 - std::fabs(static_cast<double>(i)) * 0.7 - std::fabs(static_cast<double>(j)) * 0.6;
      sum += weight * x(i, j);
      weights += weight;
    }
  const double mean = sum / weights;
  density(0, 0) = (std::tanh(sharp * 0.5) + std::tanh(sharp * (mean - 0.5))) / (2.0 * std::tanh(sharp * 0.5));
}
void conduct(const ACC<double>& density, ACC<double>& k, const double* penalty, double* volume) {
  k(0, 0) = poor + (1.0 - poor) * std::pow(density(0, 0), *penalty);
  *volume += density(0, 0);
}
void wall(ACC<double>& k) { k(0, 0) = poor; }
void prepare(ACC<double>& t, ACC<double>& r, ACC<double>& p, double* rr, const int* idx) {
  t(0, 0) = 0.0;
  r(0, 0) = 1.0 + 0.1 * idx[0];
  p(0, 0) = r(0, 0);
  *rr += r(0, 0) * r(0, 0);
}
inline double face(double a, double b) { return 2.0 * a * b / (a + b); }
void apply(const ACC<double>& k, const ACC<double>& p, ACC<double>& q, double* pq) {
  const int next[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  double sum = 0.0;
  for (const auto& n : next) sum += face(k(0, 0), k(n[0], n[1])) * (p(0, 0) - p(n[0], n[1]));
  q(0, 0) = sum;
  *pq += p(0, 0) * sum;
}
void quotient(const double* above, const double* below, double* result) { *result = *above / *below; }
void go(const ACC<double>& p, const ACC<double>& q, ACC<double>& t, ACC<double>& r, const double* alpha, double* rr) {
  t(0, 0) += *alpha * p(0, 0);
  r(0, 0) -= *alpha * q(0, 0);
  *rr += r(0, 0) * r(0, 0);
}
void turn(const ACC<double>& r, ACC<double>& p, const double* beta) { p(0, 0) = r(0, 0) + *beta * p(0, 0); }
void work(const ACC<double>& t, double* compliance, const int* idx) { *compliance += (1.0 + 0.1 * idx[0]) * t(0, 0); }

struct Krylov {
  ops_dat t, r, p, q;
};

class Sink {
 public:
  Sink() { ops_partition(""); }
  double run() {
    int frame[4][4] = {{-1, 0, -1, ny + 1}, {nx, nx + 1, -1, ny + 1}, {0, nx, -1, 0}, {0, nx, ny, ny + 1}};
    ops_par_loop(smooth, "smooth", grid_, 2, all_, ops_arg_dat(design, 1, box_, "double", OPS_READ),
                 ops_arg_dat(density_, 1, point_, "double", OPS_WRITE));
    ops_par_loop(conduct, "conduct", grid_, 2, all_, ops_arg_dat(density_, 1, point_, "double", OPS_READ),
                 ops_arg_dat(k_, 1, point_, "double", OPS_WRITE), ops_arg_scalar(penalty, 1, "double", OPS_READ),
                 ops_arg_reduce(volume, 1, "double", OPS_INC));
    for (auto& side : frame) ops_par_loop(wall, "wall", grid_, 2, side, ops_arg_dat(k_, 1, point_, "double", OPS_WRITE));
    ops_par_loop(prepare, "prepare", grid_, 2, all_, ops_arg_dat(s_.t, 1, point_, "double", OPS_WRITE),
                 ops_arg_dat(s_.r, 1, point_, "double", OPS_WRITE), ops_arg_dat(s_.p, 1, point_, "double", OPS_WRITE),
                 ops_arg_reduce(sum_, 1, "double", OPS_INC), ops_arg_idx());
    ops_scalar_from_reduction(rr_, sum_);
    const double first = *rr_->get_data<double>();
    for (iterations = 0; iterations < 300 && *rr_->get_data<double>() > 1e-26 * first; ++iterations) {
      ops_ad_step();
      ops_par_loop(apply, "apply", grid_, 2, all_, ops_arg_dat(k_, 1, star_, "double", OPS_READ),
                   ops_arg_dat(s_.p, 1, star_, "double", OPS_READ), ops_arg_dat(s_.q, 1, point_, "double", OPS_WRITE),
                   ops_arg_reduce(sum_, 1, "double", OPS_INC));
      ops_scalar_from_reduction(pq_, sum_);
      divide(rr_, pq_, alpha_);
      ops_par_loop(go, "go", grid_, 2, all_, ops_arg_dat(s_.p, 1, point_, "double", OPS_READ),
                   ops_arg_dat(s_.q, 1, point_, "double", OPS_READ), ops_arg_dat(s_.t, 1, point_, "double", OPS_RW),
                   ops_arg_dat(s_.r, 1, point_, "double", OPS_RW), ops_arg_scalar(alpha_, 1, "double", OPS_READ),
                   ops_arg_reduce(sum_, 1, "double", OPS_INC));
      ops_scalar_from_reduction(fresh_, sum_);
      divide(fresh_, rr_, beta_);
      ops_par_loop(turn, "turn", grid_, 2, all_, ops_arg_dat(s_.r, 1, point_, "double", OPS_READ),
                   ops_arg_dat(s_.p, 1, point_, "double", OPS_RW), ops_arg_scalar(beta_, 1, "double", OPS_READ));
      std::swap(rr_, fresh_);
    }
    ops_par_loop(work, "work", grid_, 2, all_, ops_arg_dat(s_.t, 1, point_, "double", OPS_READ),
                 ops_arg_reduce(compliance, 1, "double", OPS_INC), ops_arg_idx());
    ops_reduction_result(volume, &filled);
    return ops_ad_objective(compliance);
  }

  int iterations = 0;
  double filled = 0, three = 3.0, nothing = 0.0;
  ops_block grid_ = ops_decl_block(2, "plate");
  ops_dat design = ops_decl_dat<double>(grid_, "design", {nx, ny}, {.halo = 1});
  ops_scalar penalty = ops_decl_scalar("penalty", &three, 1);
  ops_reduction compliance = ops_decl_reduction_handle(sizeof(double), "double", "compliance");
  ops_reduction volume = ops_decl_reduction_handle(sizeof(double), "double", "volume");

 private:
  ops_dat field(const char* name) { return ops_decl_dat<double>(grid_, name, {nx, ny}, {.halo = 1}); }
  static void divide(ops_scalar a, ops_scalar b, ops_scalar c) {
    ops_scalar_loop(quotient, "quotient", ops_arg_scalar(a, 1, "double", OPS_READ), ops_arg_scalar(b, 1, "double", OPS_READ),
                    ops_arg_scalar(c, 1, "double", OPS_WRITE));
  }
  int all_[4] = {0, nx, 0, ny}, offsets_[18] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1, 1, 1, 1, -1, -1, 1, -1, -1};
  ops_dat density_ = field("density"), k_ = field("k");
  Krylov s_{field("t"), field("r"), field("p"), field("q")};
  ops_stencil point_ = ops_decl_stencil(2, 1, offsets_, "point"), star_ = ops_decl_stencil(2, 5, offsets_, "star"),
              box_ = ops_decl_stencil(2, 9, offsets_, "box");
  ops_reduction sum_ = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_scalar rr_ = ops_decl_scalar("rr", &nothing, 1), fresh_ = ops_decl_scalar("fresh", &nothing, 1),
             pq_ = ops_decl_scalar("pq", &nothing, 1), alpha_ = ops_decl_scalar("alpha", &nothing, 1),
             beta_ = ops_decl_scalar("beta", &nothing, 1);
};

// The same by elimination and by hand: compliance b.t with K t = b, so that its derivative by K is -t t'.
struct Reference {
  double compliance = 0, volume = 0, by_penalty = 0;
  std::vector<double> by_design = std::vector<double>(cells), volume_by_design = std::vector<double>(cells);
  explicit Reference(const std::vector<double>& x) {
    auto id = [](int i, int j) { return j * nx + i; };
    auto in = [](int i, int j) { return i >= 0 && i < nx && j >= 0 && j < ny; };
    std::vector<double> rho(cells), slope(cells), k(cells), kb(cells), m(cells * cells), t(cells);
    auto weight = [](int i, int j) { return 2.0 - 0.7 * std::abs(i) - 0.6 * std::abs(j); };
    double weights = 0;
    for (int i = -1; i < 2; ++i)
      for (int j = -1; j < 2; ++j) weights += weight(i, j);
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        double mean = 0;
        for (int b = -1; b < 2; ++b)
          for (int a = -1; a < 2; ++a)
            if (in(i + a, j + b)) mean += weight(a, b) / weights * x[id(i + a, j + b)];
        const double th = std::tanh(sharp * (mean - 0.5)), edge = std::tanh(sharp * 0.5);
        rho[id(i, j)] = (edge + th) / (2 * edge);
        slope[id(i, j)] = sharp * (1 - th * th) / (2 * edge);
        k[id(i, j)] = poor + (1 - poor) * std::pow(rho[id(i, j)], 3.0);
        volume += rho[id(i, j)];
      }
    const int side[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        t[id(i, j)] = 1 + 0.1 * i;
        for (auto& n : side) {
          const double a = k[id(i, j)], b = in(i + n[0], j + n[1]) ? k[id(i + n[0], j + n[1])] : poor, f = 2 * a * b / (a + b);
          m[id(i, j) * cells + id(i, j)] += f;
          if (in(i + n[0], j + n[1])) m[id(i, j) * cells + id(i + n[0], j + n[1])] -= f;
        }
      }
    const std::vector<double> rhs = t;
    for (int p = 0; p < cells; ++p)
      for (int r = p + 1; r < cells; ++r) {
        const double l = m[r * cells + p] / m[p * cells + p];
        if (l == 0) continue;
        for (int c = p; c < cells; ++c) m[r * cells + c] -= l * m[p * cells + c];
        t[r] -= l * t[p];
      }
    for (int r = cells - 1; r >= 0; --r) {
      for (int c = r + 1; c < cells; ++c) t[r] -= m[r * cells + c] * t[c];
      t[r] /= m[r * cells + r];
    }
    for (int c = 0; c < cells; ++c) compliance += rhs[c] * t[c];
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        for (auto& n : side) {
          const bool inside = in(i + n[0], j + n[1]);
          const double a = k[id(i, j)], b = inside ? k[id(i + n[0], j + n[1])] : poor,
                       d = t[id(i, j)] - (inside ? t[id(i + n[0], j + n[1])] : 0);
          // each inner face is seen from both sides, which between them differentiate it by both of its cells
          kb[id(i, j)] -= d * d * 2 * b * b / ((a + b) * (a + b));
        }
    for (int c = 0; c < cells; ++c) by_penalty += kb[c] * (1 - poor) * std::pow(rho[c], 3.0) * std::log(rho[c]);
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        for (int b = -1; b < 2; ++b)
          for (int a = -1; a < 2; ++a)
            if (in(i + a, j + b)) {
              const double w = weight(a, b) / weights * slope[id(i, j)];
              volume_by_design[id(i + a, j + b)] += w;
              by_design[id(i + a, j + b)] += w * kb[id(i, j)] * (1 - poor) * 3 * std::pow(rho[id(i, j)], 2.0);
            }
  }
};

bool agree(const char* what, const std::vector<double>& a, const std::vector<double>& b, double tolerance) {
  double off = 0, largest = 0;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::uint64_t u;
    std::memcpy(&u, &a[i], 8);
    bits = bits * 1099511628211ULL + u;
    off = std::fmax(off, std::fabs(a[i] - b[i])), largest = std::fmax(largest, std::fabs(b[i]));
  }
  ops_printf("%s: off by %.2e of %.3e, bits %016llx\n", what, off, largest, static_cast<unsigned long long>(bits));
  return off < tolerance * largest;
}

bool run() {
  Sink sink;
  std::vector<double> x(cells);
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) x[j * nx + i] = 0.5 + 0.3 * std::sin(0.9 * i) * std::cos(0.7 * j);
  ops_dat_set_data(sink.design, x);
  const double value = sink.run();
  ops_interpret_adjoints();
  const Reference reference(x);
  ops_printf("compliance %.12g %.12g after %d iterations, volume %.12g %.12g\n", value, reference.compliance, sink.iterations, sink.filled,
             reference.volume);
  bool right = std::fabs(value - reference.compliance) < 1e-10 * value && std::fabs(sink.filled - reference.volume) < 1e-12 * sink.filled;
  right &= agree("compliance", ops_dat_fetch_derivative<double>(sink.design), reference.by_design, 1e-7);
  right &= agree("penalty", {*sink.penalty->get_derivative<double>()}, {reference.by_penalty}, 1e-7);
  *ops_reduction_get_derivative(sink.compliance) = 0.0;
  *ops_reduction_get_derivative(sink.volume) = 1.0;
  ops_interpret_adjoints();
  right &= agree("volume", ops_dat_fetch_derivative<double>(sink.design), reference.volume_by_design, 1e-12);
  *ops_reduction_get_derivative(sink.volume) = 0.0;
  ops_ad_reset();
  return right && ops_ad_taylor_test({sink.design}, [&] { return sink.run(); }).passed;
}

int main(int argc, char** argv) {
  bool right = false;
  const int status = ops_main(argc, argv, [&] { right = run(); });
  std::puts(right && status == 0 ? "passed" : "failed");
  return right && status == 0 ? 0 : 1;
}
