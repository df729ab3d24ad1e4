// Kernels of written_halves.cpp, with adjoints written by hand for two of them.
#pragma once
#define NX 8
#define NY 7

// s[0] is the sum of what is lost, s[1] that of the twist
void refract(const ACC<double> &level, ACC<double> &bend, const double *index, double *s) {
  const double x = level(1, 0) - level(0, 0), y = level(0, 1) - level(0, 0), r = 1.0 / sqrt(1.0 + x * x + y * y);
  bend(0, 0, 0) = (*index - 1.0) * x * r;
  bend(1, 0, 0) = (*index - 1.0) * y * r;
  s[0] += (*index - 1.0) * r;
  s[1] += x * y;
}
void refract_adjoint(const ACC<double> &level, ACC<double> &level_a1s, const ACC<double> &bend, ACC<double> &bend_a1s, const double *index,
                     double *index_a1s, const double *s, const double *s_a1s) {
  const double x = level(1, 0) - level(0, 0), y = level(0, 1) - level(0, 0), r = 1.0 / sqrt(1.0 + x * x + y * y);
  const double to_x = bend_a1s(0, 0, 0), to_y = bend_a1s(1, 0, 0), lens = *index - 1.0;
  const double to_r = lens * (to_x * x + to_y * y + s_a1s[0]);
  const double dx = lens * to_x * r + s_a1s[1] * y - to_r * r * r * r * x, dy = lens * to_y * r + s_a1s[1] * x - to_r * r * r * r * y;
  *index_a1s += r * (to_x * x + to_y * y + s_a1s[0]);
  level_a1s(1, 0) += dx;
  level_a1s(0, 1) += dy;
  level_a1s(0, 0) -= dx + dy;
  bend_a1s(0, 0, 0) = 0.0;
  bend_a1s(1, 0, 0) = 0.0;
}

void relax(const ACC<double> &u, const ACC<double> &bend, ACC<double> &next) {
  next(0, 0) =
      0.2 * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1)) + 0.05 * u(0, 0) * u(0, 0) + bend(0, 0, 0) + 0.5 * bend(1, 0, 0) * bend(1, 0, 0);
}

void back(const ACC<double> &next, ACC<double> &u) { u(0, 0) = next(0, 0); }

void brightness(const ACC<double> &u, double *mean) { *mean += u(0, 0) * u(0, 0) + u(0, 0); }
void brightness_adjoint(const ACC<double> &u, ACC_A1S<double> &u_a1s, const double *mean, const double *mean_a1s) {
  u_a1s(0, 0) += (2.0 * u(0, 0) + 1.0) * *mean_a1s;
}
