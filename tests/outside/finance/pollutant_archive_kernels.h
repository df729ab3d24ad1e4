// upwind advection and diffusion of two species with exchange; wind[0], wind[1] are constants
void river_init(ACC<double> &c, ACC<double> &depth, const int *reach, const int *idx) {
  double x = idx[0] + 26.0 * (*reach), y = idx[1];
  depth(0, 0) = 2.0 + 0.3 * sin(0.2 * x) * cos(0.4 * y);
  c(0, 0, 0) = exp(-0.05 * ((x - 9.0) * (x - 9.0) + (y - 8.0) * (y - 8.0)));
  c(1, 0, 0) = 0.1 / (1.0 + 0.01 * x * y * (x > 0 && y > 0));
}

void river_banks(ACC<double> &c, const int *off) {
  for (int s = 0; s < 2; s++)
    c(s, 0, 0) = c(s, off[0], off[1]);
}

void river_step(const ACC<double> &c, const ACC<double> &depth, ACC<double> &n) {
  double h = depth(0, 0);
  for (int s = 0; s < 2; s++) {
    double dcx, dcy;
    if (wind[0] > 0)
      dcx = c(s, 0, 0) - c(s, -1, 0);
    else
      dcx = c(s, 1, 0) - c(s, 0, 0);
    dcy = wind[1] > 0 ? c(s, 0, 0) - c(s, 0, -1) : c(s, 0, 1) - c(s, 0, 0);
    double lap = c(s, 1, 0) + c(s, -1, 0) + c(s, 0, 1) + c(s, 0, -1) - 4.0 * c(s, 0, 0);
    double source = 0.02 * (c(1 - s, 0, 0) - c(s, 0, 0)) * c(0, 0, 0);
    n(s, 0, 0) = c(s, 0, 0) - wind[0] / h * dcx - wind[1] / h * dcy + mixing * lap + source;
  }
}

void river_copy(const ACC<double> &n, ACC<double> &c) {
  c(0, 0, 0) = n(0, 0, 0);
  c(1, 0, 0) = n(1, 0, 0);
}
