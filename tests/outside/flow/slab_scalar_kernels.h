#ifndef SLAB_SCALAR_KERNELS_H
#define SLAB_SCALAR_KERNELS_H

void inflow(ACC<double>& t, const ACC<double>& tin) { t(0, 0, 0) = tin(0, 0, 0); }
void outflow(ACC<double>& t) { t(0, 0, 0) = 2.0 * t(-1, 0, 0) - t(-2, 0, 0); }
void side_lo(ACC<double>& t) { t(0, 0, 0) = t(0, 1, 0); }
void side_hi(ACC<double>& t) { t(0, 0, 0) = t(0, -1, 0); }
void heat_floor(ACC<double>& t, const ACC<double>& x) { t(0, 0, 0) = t(0, 0, 1) + 0.05 * sin(x(0, 0, 0)); }
void lid(ACC<double>& t) { t(0, 0, 0) = 0.0; }

void advance(const ACC<double>& t, const ACC<double>& u, const ACC<double>& x, const ACC<double>& k2, ACC<double>& tn)
{
  double east = x(1, 0, 0) - x(0, 0, 0), west = x(0, 0, 0) - x(-1, 0, 0);
  double flux = u(0, 0, 0) > 0 ? u(0, 0, 0) * (t(0, 0, 0) - t(-1, 0, 0)) / west : u(0, 0, 0) * (t(1, 0, 0) - t(0, 0, 0)) / east;
  double lap = 2.0 * ((t(1, 0, 0) - t(0, 0, 0)) / east - (t(0, 0, 0) - t(-1, 0, 0)) / west) / (east + west);
  lap += (t(0, 1, 0) - 2.0 * t(0, 0, 0) + t(0, -1, 0)) * rdy * rdy;
  lap += (t(0, 0, 1) - 2.0 * t(0, 0, 0) + t(0, 0, -1)) * rdz * rdz;
  tn(0, 0, 0) = t(0, 0, 0) + dt * (k2(0, 0, 0) * lap - flux);
}

void assign(const ACC<double>& a, ACC<double>& b) { b(0, 0, 0) = a(0, 0, 0); }
void clear(ACC<double>& a) { a(0, 0, 0) = 0; }
void layer_sum(const ACC<double>& t, ACC<double>& layer) { layer.combine_inc(0, 0, 0, t(0, 0, 0) * t(0, 0, 0)); }
void layer_cost(const ACC<double>& layer, double* cost, const int* idx) { cost[0] += sqrt(layer(0, 0, 0)) * (1 + idx[2]); }
#endif
