// Kernels of four_d_var.cpp.
#pragma once
#define NX 13
#define NY 9
#define BUOYS 3
#define SPACING 2.0
#define DT 0.05
#define DX(f, c) ((f(c, 1, 0) - f(c, -1, 0)) * (0.5 / SPACING))
#define DY(f, c) ((f(c, 0, 1) - f(c, 0, -1)) * (0.5 / SPACING))
#define SPREAD(f, c) (0.02 * (f(c, 1, 0) + f(c, -1, 0) + f(c, 0, 1) + f(c, 0, -1) - 4.0 * f(c, 0, 0)))
extern double gravity, coriolis, drag_coefficient;

void begin(const ACC<double> &start, const ACC<double> &background, ACC<double> &state, double *J) {
  for (int c = 0; c < 3; c++) {
    double off = start(c, 0, 0) - background(c, 0, 0);
    *J += 0.5 * (c == 2 ? 4.0 : 1.0) * off * off;
    state(c, 0, 0) = start(c, 0, 0);
  }
}

void flow(const ACC<double> &w, ACC<double> &v) {
  double u = w(0, 0, 0), t = w(1, 0, 0), h = w(2, 0, 0), friction = drag_coefficient * sqrt(u * u + t * t + 1e-4) / h;
  v(0, 0, 0) = u + DT * (-u * DX(w, 0) - t * DY(w, 0) + coriolis * t - gravity * DX(w, 2) - friction * u) + SPREAD(w, 0);
  v(1, 0, 0) = t + DT * (-u * DX(w, 1) - t * DY(w, 1) - coriolis * u - gravity * DY(w, 2) - friction * t) + SPREAD(w, 1);
  v(2, 0, 0) = h - DT * (u * DX(w, 2) + t * DY(w, 2) + h * (DX(w, 0) + DY(w, 1))) + SPREAD(w, 2);
}

// The speed and the level between the four cells at and beyond this one.
void listen(const ACC<double> &w, const double *numbers, double *J) {
  double m[3];
  for (int c = 0; c < 3; c++)
    m[c] = (1 - numbers[1]) * ((1 - numbers[0]) * w(c, 0, 0) + numbers[0] * w(c, 1, 0)) +
           numbers[1] * ((1 - numbers[0]) * w(c, 0, 1) + numbers[0] * w(c, 1, 1));
  double speed = sqrt(m[0] * m[0] + m[1] * m[1] + 1e-4) - numbers[2], level = m[2] - numbers[3];
  *J += 50.0 * speed * speed + 20.0 * level * level;
}
