// Two components in a cell: a wave that steepens, and heat that it carries nowhere. Along each axis of a block the flow has a sign.
static inline double limited(double a, double b) {
  if (a * b <= 0.0) return 0.0;
  return fabs(a) < fabs(b) ? a : b;
}

/// Flux through the face between `left` and `right`, whose neighbours are `far_left` and `far_right`.
inline double through(double far_left, double left, double right, double far_right, int sign) {
  const double up = left + 0.5 * limited(left - far_left, right - left);
  const double down = right - 0.5 * limited(right - left, far_right - right);
  const double speed = MAX(fabs(up), fabs(down));
  return 0.5 * sign * (0.5 * up * up + 0.5 * down * down) - 0.5 * speed * (down - up);
}

void start_kernel(ACC<double>& state, const int* idx, const int* place) {
  const int *corner = place, *along_x = place + 2, *along_y = place + 4;
  const int x = corner[0] + along_x[0] * idx[0] + along_x[1] * idx[1];
  const int y = corner[1] + along_y[0] * idx[0] + along_y[1] * idx[1];
  state(0, 0, 0) = 1.0 + 0.5 * sin(0.3 * x + 0.2) * cos(0.4 * y + 0.1);
  state(1, 0, 0) = (x - 20) * (x - 20) + (y - 7) * (y - 7) < 50 ? 2.0 : 1.0;
}

void copy_edge(ACC<double>& state, const int* n) {
  for (int c = 0; c < 2; c++) {
    switch (*n) {
      case 1:
        state(c, 0, 0) = state(c, 1, 0);
        break;
      case 2:
        state(c, 0, 0) = state(c, -1, 0);
        break;
      case 3:
        state(c, 0, 0) = state(c, 0, 1);
        break;
      default:
        state(c, 0, 0) = state(c, 0, -1);
    }
  }
}

void advance(const ACC<double>& old, const ACC<double>& state, ACC<double>& result, const int* sign, const double* weight) {
  const double east = through(state(0, -1, 0), state(0, 0, 0), state(0, 1, 0), state(0, 2, 0), sign[0]);
  const double west = through(state(0, -2, 0), state(0, -1, 0), state(0, 0, 0), state(0, 1, 0), sign[0]);
  const double north = through(state(0, 0, -1), state(0, 0, 0), state(0, 0, 1), state(0, 0, 2), sign[1]);
  const double south = through(state(0, 0, -2), state(0, 0, -1), state(0, 0, 0), state(0, 0, 1), sign[1]);
  const double spread = (state(1, 1, 0) + state(1, -1, 0)) + (state(1, 0, 1) + state(1, 0, -1)) - 4.0 * state(1, 0, 0);
  const double kept = 1.0 - *weight;
  result(0, 0, 0) = kept * old(0, 0, 0) + *weight * (state(0, 0, 0) - courant * ((east - west) + (north - south)));
  result(1, 0, 0) = kept * old(1, 0, 0) + *weight * (state(1, 0, 0) + kappa * state(0, 0, 0) * spread);
}

void measure(const ACC<double>& state, double* sums, double* extremes) {
  sums[0] += state(0, 0, 0) * state(1, 0, 0);
  sums[1] += state(1, 0, 0) * state(1, 0, 0);
  extremes[0] = MAX(extremes[0], state(0, 0, 0));
  extremes[1] = MAX(extremes[1], -state(1, 0, 0));
}
