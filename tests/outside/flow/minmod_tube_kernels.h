#ifndef MINMOD_TUBE_KERNELS_H
#define MINMOD_TUBE_KERNELS_H

struct gas_params
{
  double gamma, floor, dtdx;
  int cells;
};
extern gas_params gas;

template <typename T> inline T minmod(T a, T b)
{
  if (a * b <= 0) return T(0);
  return fabs(a) < fabs(b) ? a : b;
}

template <typename T> inline T pressure(T r, T m, T e)
{
  T p = (gas.gamma - 1) * (e - (T)0.5 * m * m / r);
  return p < gas.floor ? (T)gas.floor : p;
}

/* ghost cells copy the nearest inner cell */
template <typename T> void ghost(ACC<T>& q, const int* idx)
{
  int off = idx[0] < 0 ? -idx[0] : gas.cells - 1 - idx[0];
  for (int c = 0; c < 3; c++)
    q(c, 0) = q(c, off);
}

template <typename T> void slope(const ACC<T>& q, ACC<T>& s)
{
  for (int c = 0; c < 3; c++)
    s(c, 0) = minmod<T>(q(c, 0) - q(c, -1), q(c, 1) - q(c, 0));
}

/* Rusanov flux between cell -1 and cell 0 */
template <typename T> void face_flux(const ACC<T>& q, const ACC<T>& s, ACC<T>& f)
{
  T l[3], r[3], fl[3], fr[3];
  int c = 0;
  while (c < 3)
  {
    l[c] = q(c, -1) + (T)0.5 * s(c, -1);
    r[c] = q(c, 0) - (T)0.5 * s(c, 0);
    ++c;
  }
  T pl = pressure<T>(l[0], l[1], l[2]), pr = pressure<T>(r[0], r[1], r[2]);
  T ul = l[1] / l[0], ur = r[1] / r[0];
  T al = fabs(ul) + sqrt(gas.gamma * pl / l[0]), ar = fabs(ur) + sqrt(gas.gamma * pr / r[0]);
  T a = MAX(al, ar);
  fl[0] = l[1], fl[1] = l[1] * ul + pl, fl[2] = (l[2] + pl) * ul;
  fr[0] = r[1], fr[1] = r[1] * ur + pr, fr[2] = (r[2] + pr) * ur;
  for (c = 0; c < 3; c++)
    f(c, 0) = (T)0.5 * (fl[c] + fr[c]) - (T)0.5 * a * (r[c] - l[c]);
}

/* out = wa * a + wb * (b + L(b)) */
template <typename T> void stage(const ACC<T>& a, const ACC<T>& b, const ACC<T>& f, ACC<T>& out, const T* w)
{
  for (int c = 0; c < 3; c++)
    out(c, 0) = w[0] * a(c, 0) + w[1] * (b(c, 0) - gas.dtdx * (f(c, 1) - f(c, 0)));
}

template <typename T> void entropy(const ACC<T>& q, T* sum, T* top)
{
  T p = pressure<T>(q(0, 0), q(1, 0), q(2, 0));
  *sum += q(0, 0) * log(p / pow(q(0, 0), gas.gamma));
  *top = MAX(*top, p);
}
#endif
