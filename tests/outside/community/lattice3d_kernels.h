// D3Q19: velocities and weights in tables of the kernels themselves, opposite directions and relaxation in declared constants.
typedef enum { NODE_FLUID = 0, NODE_WALL = 1, NODE_LID = 2, NODE_BLOCK = 3 } node_type;

inline Real equilibrium(int q, Real rho, const Real* u) {
  const Real cu = XI[3 * q] * u[0] + XI[3 * q + 1] * u[1] + XI[3 * q + 2] * u[2];
  const Real uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  return WEIGHT[q] * rho * (1 + 3 * cu + Real(4.5) * cu * cu - Real(1.5) * uu);
}

void KerGeometry(ACC<int>& node, const int* idx, const int* n) {
  int kind = NODE_FLUID;
  if (idx[2] == 0)
    kind = NODE_WALL;
  else if (idx[2] == n[2] - 1)
    kind = NODE_LID;
  else if ((idx[0] - 4) * (idx[0] - 4) + (idx[1] - 3) * (idx[1] - 3) + (idx[2] - 3) * (idx[2] - 3) <= 2)
    kind = NODE_BLOCK;
  node(0, 0, 0) = kind;
}

void KerStart(ACC<Real>& f, const int* idx) {
  const Real rho = 1 + Real(0.01) * ((idx[0] * 7 + idx[1] * 3 + idx[2] * 5) % 8);
  const Real u[3] = {Real(0.02) * (idx[1] % 3), Real(0.01) * (idx[2] % 2), -Real(0.015) * (idx[0] % 4)};
  for (int q = 0; q < 19; q++) f(q, 0, 0, 0) = equilibrium(q, rho, u);
}

void KerMoments(const ACC<Real>& f, const ACC<int>& node, ACC<Real>& macro) {
  Real rho = 0, momentum[3] = {0, 0, 0};
  if (node(0, 0, 0) != NODE_FLUID) {
    for (int c = 0; c < 4; c++) macro(c, 0, 0, 0) = 0;
    return;
  }
  for (int q = 0; q < 19; q++) {
    const Real value = f(q, 0, 0, 0);
    rho += value;
    for (int d = 0; d < 3; d++) momentum[d] += XI[3 * q + d] * value;
  }
  macro(0, 0, 0, 0) = rho;
  for (int d = 0; d < 3; d++) macro(1 + d, 0, 0, 0) = momentum[d] / rho;
}

void KerCollide(const ACC<Real>& macro, const ACC<int>& node, ACC<Real>& f) {
  const Real rho = macro(0, 0, 0, 0);
  const Real u[3] = {macro(1, 0, 0, 0), macro(2, 0, 0, 0), macro(3, 0, 0, 0)};
  switch (node(0, 0, 0)) {
    case NODE_FLUID:
      for (int q = 0; q < 19; q++) f(q, 0, 0, 0) = f(q, 0, 0, 0) - relax * (f(q, 0, 0, 0) - equilibrium(q, rho, u));
      break;
    case NODE_LID:
    case NODE_WALL:
    case NODE_BLOCK: {
      Real turned[19];
      for (int q = 0; q < 19; q++) {
        const int o = OPPOSITE[q];
        turned[q] = f(o, 0, 0, 0);
        if (node(0, 0, 0) == NODE_LID) turned[q] += 6 * WEIGHT[q] * XI[3 * q] * lid;
      }
      for (int q = 0; q < 19; q++) f(q, 0, 0, 0) = turned[q];
      break;
    }
    default:
      f(0, 0, 0, 0) = -1;
  }
}

// Each population comes from where it was: offsets as literals, as generated codes have them.
#define PULL(q, x, y, z) moved(q, 0, 0, 0) = f(q, -(x), -(y), -(z));
void KerStream(const ACC<Real>& f, ACC<Real>& moved) {
  PULL(0, 0, 0, 0)
  PULL(1, 1, 0, 0)
  PULL(2, -1, 0, 0) PULL(3, 0, 1, 0) PULL(4, 0, -1, 0) PULL(5, 0, 0, 1) PULL(6, 0, 0, -1) PULL(7, 1, 1, 0) PULL(8, -1, -1, 0) PULL(9, 1, -1, 0)
      PULL(10, -1, 1, 0) PULL(11, 1, 0, 1) PULL(12, -1, 0, -1) PULL(13, 1, 0, -1) PULL(14, -1, 0, 1) PULL(15, 0, 1, 1) PULL(16, 0, -1, -1)
          PULL(17, 0, 1, -1) PULL(18, 0, -1, 1)
}
#undef PULL

void KerForce(const ACC<int>& node, const ACC<Real>& macro, Real* momentum, int* counts) {
  const int kind = node(0, 0, 0);
  counts[kind]++;
  if (kind != NODE_FLUID) return;
  for (int d = 0; d < 3; d++) momentum[d] += macro(0, 0, 0, 0) * macro(1 + d, 0, 0, 0);
}
