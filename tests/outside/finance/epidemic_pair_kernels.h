#pragma once
// components: susceptible, infected, recovered

// no flow over the border: there the point itself stands for its neighbour
template <class T> inline T laplace(const ACC<T> &s, int c, int west, int east, int south, int north) {
  return s(c, east, 0) + s(c, west, 0) + s(c, 0, north) + s(c, 0, south) - 4 * s(c, 0, 0);
}

void sir_step(const ACC<double> &s, ACC<double> &n, const double *beta, const double *rates, const int *last,
              const int *idx) {
  int west = idx[0] > 0 ? -1 : 0, east = 1, south = -1, north = 1;
  if (idx[0] == last[0])
    east = 0;
  if (idx[1] == 0)
    south = 0;
  else if (idx[1] == last[1])
    north = 0;

  double total = 0.0;
  for (int c = 0; c < 3; c++)
    total += s(c, 0, 0);
  double caught = *beta * s(0, 0, 0) * s(1, 0, 0) / total, healed = rates[0] * s(1, 0, 0);
  double change[3] = {-caught, caught - healed, healed};
  for (int c = 0; c < 3; c++)
    n(c, 0, 0) = s(c, 0, 0) + change[c] + rates[1] * laplace(s, c, west, east, south, north);
}

void sir_copy(const ACC<double> &n, ACC<double> &s) {
  for (int c = 0; c < 3; ++c)
    s(c, 0, 0) = n(c, 0, 0);
}

void sir_burden(const ACC<double> &s, double *sum) { *sum += s(2, 0, 0) + 0.5 * s(1, 0, 0) * s(1, 0, 0); }
