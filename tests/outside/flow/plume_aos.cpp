// An ash plume of four grain sizes that settle and mix (3-D, float, C++ form): a dataset of four components as array of structures,
// a lower-dimensional deposit, globals of several values, MIN, MAX and INC reductions of four components, raw pointers.
// Compared with plain loops.
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>
#define OPS_3D
#define OPS_CPP_API
#include "ops_seq_v2.h"

const int NS = 4;
float wind_top = 2.5f, kappa = 0.3f, step_t = 0.05f;
float fall[NS] = {0.1f, 0.4f, 0.9f, 1.6f};

static inline float upwind(float speed, float left, float mid, float right)
{
  return speed >= 0.f ? speed * (mid - left) : speed * (right - mid);
}

void source(ACC<float>& c, const int* box, const int* idx)
{
  for (int s = 0; s < NS; ++s)
    c(s, 0, 0, 0) = 0.01f * (s + 1) + 0.001f * idx[0];
  if (idx[0] < box[0] || idx[0] >= box[1]) return;
  if (idx[1] < box[2] || idx[1] >= box[3]) return;
  if (idx[2] < box[4] || idx[2] >= box[5]) return;
  for (int s = 0; s < NS; ++s)
    c(s, 0, 0, 0) += 1.f / (1 + s);
}

void blow(const ACC<float>& c, ACC<float>& out, const int* idx, const int* nz)
{
  float wind = wind_top * idx[2] / *nz;
  float veer = idx[2] * 2 > *nz ? -0.2f : 0.3f;
  for (int s = 0; s < NS; ++s)
  {
    float m = c(s, 0, 0, 0);
    float a = upwind(wind, c(s, -1, 0, 0), m, c(s, 1, 0, 0)) + upwind(veer, c(s, 0, -1, 0), m, c(s, 0, 1, 0)) +
              upwind(-fall[s], c(s, 0, 0, -1), m, c(s, 0, 0, 1));
    float l = c(s, -1, 0, 0) + c(s, 1, 0, 0) + c(s, 0, -1, 0) + c(s, 0, 1, 0) + c(s, 0, 0, -1) + c(s, 0, 0, 1) - 6 * m;
    out(s, 0, 0, 0) = m + step_t * (kappa * l - a);
  }
}

void keep(const ACC<float>& out, ACC<float>& c)
{
  for (int s = 0; s < NS; ++s)
    c(s, 0, 0, 0) = out(s, 0, 0, 0);
}

void ground(const ACC<float>& c, ACC<float>& dep)
{
  for (int s = 0; s < NS; ++s)
    dep(s, 0, 0, 0) += step_t * fall[s] * c(s, 0, 0, 0);
}

void extremes(const ACC<float>& c, float* lo, float* hi, float* sum)
{
  for (int s = 0; s < NS; ++s)
  {
    lo[s] = fminf(lo[s], c(s, 0, 0, 0));
    hi[s] = c(s, 0, 0, 0) > hi[s] ? c(s, 0, 0, 0) : hi[s];
    sum[s] += c(s, 0, 0, 0);
  }
}

struct Plume
{
  static constexpr int NX = 13, NY = 11, NZ = 9, H = 1;
  static int at(int s, int i, int j, int k) { return s + NS * ((i + H) + (NX + 2) * ((j + H) + (NY + 2) * (k + H))); }
  std::vector<float> c = std::vector<float>(NS * (NX + 2) * (NY + 2) * (NZ + 2)), o, dep = std::vector<float>(NS * NX * NY, 0.f);
  void run(int steps, const int* box)
  {
    for (int k = -1; k <= NZ; ++k)
      for (int j = -1; j <= NY; ++j)
        for (int i = -1; i <= NX; ++i)
          for (int s = 0; s < NS; ++s)
          {
            bool in = i >= box[0] && i < box[1] && j >= box[2] && j < box[3] && k >= box[4] && k < box[5];
            c[at(s, i, j, k)] = 0.01f * (s + 1) + 0.001f * i + (in ? 1.f / (1 + s) : 0.f);
          }
    o = c;
    for (int n = 0; n < steps; ++n)
    {
      for (int k = 0; k < NZ; ++k)
        for (int j = 0; j < NY; ++j)
          for (int i = 0; i < NX; ++i)
            for (int s = 0; s < NS; ++s)
            {
              float w = wind_top * k / NZ, v = k * 2 > NZ ? -0.2f : 0.3f, m = c[at(s, i, j, k)];
              float xm = c[at(s, i - 1, j, k)], xp = c[at(s, i + 1, j, k)], ym = c[at(s, i, j - 1, k)], yp = c[at(s, i, j + 1, k)],
                    zm = c[at(s, i, j, k - 1)], zp = c[at(s, i, j, k + 1)];
              float a = w * (m - xm) + (v >= 0 ? v * (m - ym) : v * (yp - m)) - fall[s] * (zp - m);
              o[at(s, i, j, k)] = m + step_t * (kappa * (xm + xp + ym + yp + zm + zp - 6 * m) - a);
            }
      c = o;
      for (int j = 0; j < NY; ++j)
        for (int i = 0; i < NX; ++i)
          for (int s = 0; s < NS; ++s)
            dep[s + NS * (i + NX * j)] += step_t * fall[s] * c[at(s, i, j, 0)];
    }
  }
};

int main(int argc, char** argv)
{
  std::unique_ptr<OPS_instance> ops(new OPS_instance(argc, argv, 1));
  ops->decl_const<float>("wind_top", 1, "float", &wind_top);
  ops->decl_const<float>("kappa", 1, "float", &kappa);
  ops->decl_const<float>("step_t", 1, "float", &step_t);
  ops->decl_const<float>("fall", NS, "float", fall);

  ops_block air = ops->decl_block(3, "air");
  int size[] = {Plume::NX, Plume::NY, Plume::NZ}, base[] = {0, 0, 0}, dm[] = {-1, -1, -1}, dp[] = {1, 1, 1};
  int flat[] = {Plume::NX, Plume::NY, 1}, none[] = {0, 0, 0};
  float* no = nullptr;
  ops_dat c = air->decl_dat<float>(NS, size, base, dm, dp, no, "float", "ash");
  ops_dat out = air->decl_dat<float>(NS, size, base, dm, dp, no, "float", "ash new");
  ops_dat dep = air->decl_dat<float>(NS, flat, base, none, none, no, "float", "deposit");
  int p0[] = {0, 0, 0}, p7[] = {0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1}, plane[] = {1, 1, 0};
  ops_stencil here = ops->decl_stencil(3, 1, p0, "here"), seven = ops->decl_stencil(3, 7, p7, "seven");
  ops_stencil under = ops->decl_strided_stencil(3, 1, p0, plane, "ground below");
  ops_reduction lo = ops->decl_reduction_handle(NS * sizeof(float), "float", "lo");
  ops_reduction hi = ops->decl_reduction_handle(NS * sizeof(float), "float", "hi");
  ops_reduction sum = ops->decl_reduction_handle(NS * sizeof(float), "float", "sum");
  ops->partition("any");

  const int steps = 8;
  int nz = Plume::NZ, box[] = {2, 5, 3, 7, 4, 8};
  int with_halo[] = {-1, Plume::NX + 1, -1, Plume::NY + 1, -1, Plume::NZ + 1};
  int all[] = {0, Plume::NX, 0, Plume::NY, 0, Plume::NZ}, floor_range[] = {0, Plume::NX, 0, Plume::NY, 0, 1};
  ops_par_loop(source, "source", air, 3, with_halo, ops_arg_dat(c, NS, here, "float", OPS_WRITE),
               ops_arg_gbl(box, 6, "int", OPS_READ), ops_arg_idx());
  for (int n = 0; n < steps; ++n)
  {
    ops_par_loop(blow, "blow", air, 3, all, ops_arg_dat(c, NS, seven, "float", OPS_READ), ops_arg_dat(out, NS, here, "float", OPS_WRITE),
                 ops_arg_idx(), ops_arg_gbl(&nz, 1, "int", OPS_READ));
    ops_par_loop(keep, "keep", air, 3, all, ops_arg_dat(out, NS, here, "float", OPS_READ), ops_arg_dat(c, NS, here, "float", OPS_WRITE));
    ops_par_loop(ground, "ground", air, 3, floor_range, ops_arg_dat(c, NS, here, "float", OPS_READ),
                 ops_arg_dat(dep, NS, under, "float", OPS_RW));
  }
  ops_par_loop(extremes, "extremes", air, 3, all, ops_arg_dat(c, NS, here, "float", OPS_READ), ops_arg_reduce(lo, NS, "float", OPS_MIN),
               ops_arg_reduce(hi, NS, "float", OPS_MAX), ops_arg_reduce(sum, NS, "float", OPS_INC));
  float l[NS], h[NS], t[NS];
  lo->get_result<float>(l);
  hi->get_result<float>(h);
  sum->get_result<float>(t);

  Plume ref;
  ref.run(steps, box);
  double err = 0;
  auto note = [&err](double a, double b, double scale) {
    double e = std::fabs(a - b) / scale;
    if (!(e <= err)) err = e;
  };
  int disp[3], sz[3], stride[3], m[3], p[3];
  c->get_raw_metadata(0, disp, sz, stride, m, p);
  ops_memspace where = OPS_HOST;
  const float* raw = (const float*)c->get_raw_pointer(0, here, &where);
  for (int s = 0; s < NS; ++s)
  {
    double rl = 1e30, rh = -1e30, rt = 0;
    for (int k = 0; k < Plume::NZ; ++k)
      for (int j = 0; j < Plume::NY; ++j)
        for (int i = 0; i < Plume::NX; ++i)
        {
          double r = ref.c[Plume::at(s, i, j, k)];
          note(raw[s + NS * (i + stride[0] * (j + stride[1] * k))], r, 1.0);
          rl = fmin(rl, r), rh = fmax(rh, r), rt += r;
        }
    note(l[s], rl, rh), note(h[s], rh, rh), note(t[s], rt, rt);
  }
  c->release_raw_data(0, OPS_READ);
  std::vector<float> d(NS * Plume::NX * Plume::NY);
  dep->fetch_data(0, (char*)d.data(), OPS_HOST);
  for (size_t q = 0; q < d.size(); ++q)
    note(d[q], ref.dep[q], 1.0);
  printf("largest error %.2e\n", err);
  bool ok = err < 1e-5;
  ops.reset();
  printf("plume_aos: %s\n", ok ? "passed" : "failed");
  return ok ? 0 : 1;
}
