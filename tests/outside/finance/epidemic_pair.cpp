// Two scenarios of an epidemic side by side, each in its own OPS_instance on its own thread: susceptible, infected
// and recovered with mobility on a map. The gradient of the burden with respect to the contact rate and the first
// infections of each scenario is compared with the complex step in plain loops. Features: the C++ form, two
// instances in two threads with different sizes, stencil offsets chosen in the kernel, output to two streams.
#include <cmath>
#include <complex>
#include <iostream>
#include <sstream>
#include <thread>
#include <vector>
#define OPS_2D
#define OPS_CPP_API
#include "ops_seq_v2.h"
#include "epidemic_pair_kernels.h"

struct Scenario {
  int nx, ny, days;
  double beta, rates[2];
  // results
  double burden, dbeta;
  std::vector<double> start, end, dstart;
  std::string text, trouble;
};

template <class T> static T plain(const Scenario &sc, T beta, const std::vector<T> &start, std::vector<T> &s) {
  const int nx = sc.nx, ny = sc.ny;
  s = start;
  for (int d = 0; d < sc.days; d++) {
    std::vector<T> n(s);
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        int q = 3 * (j * nx + i), e = i + 1 < nx ? q + 3 : q, w = i > 0 ? q - 3 : q;
        int u = j + 1 < ny ? q + 3 * nx : q, l = j > 0 ? q - 3 * nx : q;
        T caught = beta * s[q] * s[q + 1] / (s[q] + s[q + 1] + s[q + 2]), healed = sc.rates[0] * s[q + 1];
        T change[3] = {-caught, caught - healed, healed};
        for (int c = 0; c < 3; c++)
          n[q + c] += change[c] + sc.rates[1] * (s[e + c] + s[w + c] + s[u + c] + s[l + c] - 4.0 * s[q + c]);
      }
    s.swap(n);
  }
  T sum = 0.0;
  for (int q = 0; q < nx * ny; q++)
    sum += s[3 * q + 2] + 0.5 * s[3 * q + 1] * s[3 * q + 1];
  return sum;
}

static void run(Scenario *sc) {
  std::stringstream log;
  try {
    const char *args[] = {"epidemic_pair"};
    OPS_instance *ops = new OPS_instance(1, args, 2, log);
    int nx = sc->nx, ny = sc->ny;
    ops_block map = ops->decl_block(2, "map");
    int size[] = {nx, ny}, base[] = {0, 0}, dm[] = {-1, -1}, dp[] = {1, 1};
    double *none = NULL;
    ops_dat s = map->decl_dat(3, size, base, dm, dp, none, "double", "people");
    ops_dat n = map->decl_dat(3, size, base, dm, dp, none, "double", "tomorrow");
    int p[] = {0, 0}, star[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1};
    ops_stencil S0 = ops->decl_stencil(2, 1, p, "S0"), S5 = ops->decl_stencil(2, 5, star, "S5");
    ops_reduction burden = ops->decl_reduction_handle(sizeof(double), "double", "burden");
    ops_scalar beta = ops->decl_scalar<double>("beta", &sc->beta, 1);
    ops->partition("");

    s->set_data(0, (char *)sc->start.data());
    int all[] = {0, nx, 0, ny};
    int last[] = {nx - 1, ny - 1};
    for (int d = 0; d < sc->days; d++) {
      ops_par_loop(sir_step, "day", map, 2, all, ops_arg_dat(s, 3, S5, "double", OPS_READ),
                   ops_arg_dat(n, 3, S0, "double", OPS_WRITE), ops_arg_scalar(beta, 1, "double", OPS_READ),
                   ops_arg_gbl(sc->rates, 2, "double", OPS_READ), ops_arg_gbl(last, 2, "int", OPS_READ), ops_arg_idx());
      ops_par_loop(sir_copy, "night", map, 2, all, ops_arg_dat(n, 3, S0, "double", OPS_READ),
                   ops_arg_dat(s, 3, S0, "double", OPS_WRITE));
    }
    ops_par_loop(sir_burden, "burden", map, 2, all, ops_arg_dat(s, 3, S0, "double", OPS_READ),
                 ops_arg_reduce(burden, 1, "double", OPS_INC));
    double seed = 1.0;
    burden->get_result<double>(&sc->burden, &seed);
    ops_interpret_adjoints(ops);
    sc->dbeta = *beta->get_derivative<double>();
    sc->end.resize(3 * nx * ny);
    sc->dstart.resize(3 * nx * ny);
    s->fetch_data(0, (char *)sc->end.data());
    s->fetch_derivative((char *)sc->dstart.data(), OPS_HOST);
    ops->timing_output(ops->ostream());
    ops->exit();
    delete ops;
  } catch (OPSException &e) {
    sc->trouble = e.what();
  }
  sc->text = log.str();
}

int main() {
  Scenario sc[2] = {{19, 27, 14, 0.7, {0.15, 0.05}}, {31, 12, 9, 1.1, {0.3, 0.11}}};
  for (int k = 0; k < 2; k++) {
    int nx = sc[k].nx, ny = sc[k].ny;
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        double sick = exp(-0.1 * ((i - 6 - 5 * k) * (i - 6 - 5 * k) + (j - 7) * (j - 7)));
        sc[k].start.push_back(2.0 + sin(0.4 * i + k) - sick);
        sc[k].start.push_back(sick);
        sc[k].start.push_back(0.05);
      }
  }
  std::thread one(run, &sc[0]), two(run, &sc[1]);
  one.join();
  two.join();

  double err = 0.0, gerr = 0.0;
  bool good = true;
  for (int k = 0; k < 2; k++) {
    if (!sc[k].trouble.empty()) {
      std::cout << "scenario " << k << ": " << sc[k].trouble << "\n";
      good = false;
      continue;
    }
    std::vector<double> end;
    double b = plain<double>(sc[k], sc[k].beta, sc[k].start, end), gmax = 0.0, ge = 0.0;
    err = std::max(err, fabs(b / sc[k].burden - 1.0));
    for (size_t q = 0; q < end.size(); q++)
      err = std::max(err, fabs(end[q] - sc[k].end[q]));
    for (int t = 0; t < 16; t++) {
      std::vector<std::complex<double>> s(sc[k].start.begin(), sc[k].start.end()), out;
      std::complex<double> beta = sc[k].beta;
      size_t q = (t * 317 + 5) % s.size();
      (t ? s[q] : beta) += std::complex<double>(0, 1e-30);
      double want = plain(sc[k], beta, s, out).imag() / 1e-30;
      double got = t ? sc[k].dstart[q] : sc[k].dbeta;
      ge = std::max(ge, t ? fabs(got - want) : fabs(got / want - 1.0));
      if (t)
        gmax = std::max(gmax, fabs(want));
    }
    gerr = std::max(gerr, ge / std::min(1.0, gmax));
    // each scenario has written its table of loops to its own stream
    good = good && sc[k].text.find("night") != std::string::npos;
    std::cout << "scenario " << k << ": burden " << sc[k].burden << ", derivative to contact " << sc[k].dbeta << "\n";
  }
  std::cout << "errors " << err << " " << gerr << "\n";
  good = good && err < 1e-12 && gerr < 1e-10;
  std::cout << "epidemic_pair: " << (good ? "passed" : "failed") << std::endl;
  return good ? 0 : 1;
}
