// Kernels of ribbon: axes x, y, z of space and two of a crystal's orientation; components lie apart.
#pragma once
constexpr int species = 2;

static void sow(ACC<double>& f, ACC<float>& rate, const int* idx) {
  const double phase = 0.3 * idx[0] + 0.5 * idx[1] - 0.2 * idx[2] + 0.7 * idx[3] - 0.4 * idx[4];
  for (int s = 0; s < species; ++s) f(s, 0, 0, 0, 0, 0) = 1.0 + 0.25 * sin(phase + s);
  rate(0, 0, 0, 0, 0) = 0.125f * static_cast<float>(1 + (idx[3] + 2 * idx[4]) % 5);
}
static void profile(ACC<double>& w, const int* idx) { w(0, 0, 0, 0, 0) = 1.0 / (1.0 + idx[3] * idx[3]); }

// Moments over the orientations, kept for each cell of space.
static void density(const ACC<double>& f, const ACC<double>& w, ACC<double>& rho) {
  for (int s = 0; s < species; ++s) rho(s, 0, 0, 0, 0, 0) += f(s, 0, 0, 0, 0, 0) * w(0, 0, 0, 0, 0);
}
static void none(ACC<double>& rho) {
  rho(0, 0, 0, 0, 0, 0) = 0.0;
  rho(1, 0, 0, 0, 0, 0) = 0.0;
}
// Upwind in space by the orientation, diffusion in it; species turn into one another with the density around.
static void turn(const ACC<double>& f, const ACC<double>& rho, const ACC<float>& rate, const double* mobility, ACC<double>& next, const int* idx) {
  const int up = idx[3] % 2 == 0 ? -1 : 1;
  for (int s = 0; s < species; ++s) {
    const double here = f(s, 0, 0, 0, 0, 0);
    const double drift = (here - f(s, up, 0, 0, 0, 0)) + 0.5 * (here - f(s, 0, 0, -1, 0, 0)) + 0.25 * (f(s, 0, 1, 0, 0, 0) - f(s, 0, -1, 0, 0, 0));
    const double spread = f(s, 0, 0, 0, 1, 0) + f(s, 0, 0, 0, -1, 0) + f(s, 0, 0, 0, 0, 1) + f(s, 0, 0, 0, 0, -1) - 4.0 * here;
    const double react = rate(0, 0, 0, 0, 0) * (f(1 - s, 0, 0, 0, 0, 0) * rho(s, 0, 0, 0, 0, 0) - here * rho(1 - s, 0, 0, 0, 0, 0));
    next(s, 0, 0, 0, 0, 0) = here - 0.1 * drift + mobility[s] * spread + 0.02 * react;
  }
}
static void cost(const ACC<double>& f, const ACC<double>& goal, double* sum) {
  for (int s = 0; s < species; ++s) {
    const double off = f(s, 0, 0, 0, 0, 0) - goal(s, 0, 0, 0, 0, 0);
    *sum += off * off * (s + 1);
  }
}
