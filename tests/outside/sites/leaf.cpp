// Heat conduction in the manner of the mini-applications: many files (leaf/), global structs, fields in an array of datasets, macros around every loop,
// halos by kernel templates with optional arguments, a struct and an array of structs as declared constants. Against dense plain loops.
#include "leaf/leaf.h"
#include "tally.h"

chunk_type chunk;
settings_type settings = {0.3, 0.1, 1e-12, 500, CONDUCTIVITY};
mesh_type mesh;
region_type regions[3] = {{100.0, 0.0001, 0, 0, 0, 0, 0}, {0.1, 25.0, 0.0, 1.0, 1.0, 2.0, 0}, {0.1, 0.1, 3.0, 5.0, 0.5, 2.5, 1}};
double rx, ry;

// The same, with a dense solve by Gauss-Seidel to the end.
struct Plain {
  int nx = mesh.x_cells, ny = mesh.y_cells;
  std::vector<double> density, energy, u;
  double& at(std::vector<double>& v, int i, int j) const { return v[static_cast<size_t>(j * nx + i)]; }
  Plain() : density(static_cast<size_t>(nx * ny)), energy(density.size()), u(density.size()) {
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const double x = mesh.xmin + (i + 0.5) * mesh.dx, y = mesh.ymin + (j + 0.5) * mesh.dy;
        int in = 0;
        if (x < 1.0 && y >= 1.0 && y < 2.0) in = 1;
        if ((x - 4.0) * (x - 4.0) + (y - 1.5) * (y - 1.5) < 1.0) in = 2;
        at(density, i, j) = regions[in].density, at(energy, i, j) = regions[in].energy;
      }
  }
  double face(double a, double b, double r) const {
    if (settings.coefficient == RECIP_CONDUCTIVITY) a = 1.0 / a, b = 1.0 / b;
    return r * (a + b) / (2.0 * a * b);
  }
  void step() {
    std::vector<double> u0(u.size());
    for (size_t k = 0; k < u.size(); ++k) u[k] = u0[k] = density[k] * energy[k];
    double change = 1.0;
    for (int sweep = 0; sweep < 100000 && change > 1e-15; ++sweep) {
      change = 0.0;
      for (int j = 0; j < ny; ++j)
        for (int i = 0; i < nx; ++i) {
          double diag = 1.0, sum = at(u0, i, j);
          const int di[] = {-1, 1, 0, 0}, dj[] = {0, 0, -1, 1};
          for (int s = 0; s < 4; ++s) {
            const int a = i + di[s], b = j + dj[s];
            if (a < 0 || b < 0 || a >= nx || b >= ny) continue;
            const double k = face(at(density, i, j), at(density, a, b), s < 2 ? rx : ry);
            diag += k, sum += k * at(u, a, b);
          }
          const double next = sum / diag;
          change = fmax(change, fabs(next - at(u, i, j)));
          at(u, i, j) = next;
        }
    }
    for (size_t k = 0; k < u.size(); ++k) energy[k] = u[k] / density[k];
  }
};

int main(int argc, char** argv) {
  ops_init(argc, argv, 1);
  Tally tally;
  const int nx = 30, ny = 14;
  mesh = mesh_type{0.0, 0.0, 6.0 / nx, 3.0 / ny, nx, ny};
  rx = settings.dt / (mesh.dx * mesh.dx), ry = settings.dt / (mesh.dy * mesh.dy);
  const int inner[] = {0, nx, 0, ny}, grown[] = {-2, nx + 2, -2, ny + 2};
  memcpy(chunk.inner, inner, sizeof inner), memcpy(chunk.grown, grown, sizeof grown);
  build_field();
  generate();
  int fields[FIELDS] = {};
  fields[DENSITY] = fields[ENERGY] = 1;
  Plain plain;
  double time = 0.0;
  for (int step = 0; time < settings.end_time - 1e-9; ++step, time += settings.dt) {
    settings.coefficient = step % 2 == 0 ? CONDUCTIVITY : RECIP_CONDUCTIVITY;
    if (step == 2) {  // a shorter step: constants are published again
      settings.dt *= 0.5;
      rx *= 0.5, ry *= 0.5;
      ops_update_const("rx", 1, "double", &rx);
      ops_update_const("ry", 1, "double", &ry);
    }
    update_halo(fields, 2);
    double error, totals[4];
    const int iterations = cg_solve(&error);
    field_summary(totals);
    plain.step();
    ops_printf("step %d: %d iterations, error %.3e, mass %.10f, energy %.10f, temperature %.10f\n", step, iterations, error, totals[1], totals[2], totals[3]);
    const std::string label = "step " + std::to_string(step);
    tally.all(label + ", u", ops_dat_fetch_data<double>(chunk.field[U]), plain.u, 1e-9);
    tally.all(label + ", energy", ops_dat_fetch_data<double>(chunk.field[ENERGY]), plain.energy, 1e-9);
    double expected[4] = {18.0, 0.0, 0.0, 0.0};
    for (size_t k = 0; k < plain.u.size(); ++k) {
      expected[1] += plain.density[k] * mesh.dx * mesh.dy, expected[2] += plain.density[k] * plain.energy[k] * mesh.dx * mesh.dy;
      expected[3] += plain.u[k] * mesh.dx * mesh.dy;
    }
    tally.all(label + ", totals", std::vector<double>(totals, totals + 4), std::vector<double>(expected, expected + 4), 1e-9);
  }
  tally.all("density", ops_dat_fetch_data<double>(chunk.field[DENSITY]), plain.density);
  const int status = tally.end();
  ops_exit();
  return status;
}
