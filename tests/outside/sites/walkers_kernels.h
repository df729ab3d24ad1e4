// Kernels of walkers: random numbers by counters in 64-bit integers, jumps, bins.
#pragma once
struct Draw {
  unsigned long long word;
  double uniform() const { return static_cast<double>(word >> 11) * 0x1.0p-53; }
};
inline Draw draw(unsigned long long seed, unsigned long long counter) {  // splitmix64
  unsigned long long z = seed + counter * 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return {z ^ (z >> 31)};
}
inline int bits_of(unsigned long long word) {
  int count = 0;
  while (word != 0) {
    word &= word - 1;
    ++count;
  }
  return count;
}

namespace walk {
static constexpr int jumps[4] = {-3, -1, 1, 3};
enum class Kind : int { calm, hurried, stuck };

inline void begin(ACC<unsigned long long>& seed, ACC<long>& place, ACC<short>& kind, ACC<char>& name, ACC<bool>& alive, const unsigned long long* salt, const int* idx) {
  seed(0) = draw(*salt, static_cast<unsigned long long>(idx[0])).word;
  place(0) = 0;
  kind(0) = static_cast<short>(idx[0] % 3);
  name(0) = static_cast<char>('a' + idx[0] % 26);
  alive(0) = true;
}

inline void jump(const ACC<unsigned long long>& seed, const ACC<short>& kind, const ACC<bool>& alive, ACC<long>& place, ACC<float>& energy, const long* step) {
  if (!alive(0)) return;
  unsigned long long counter = static_cast<unsigned long long>(*step) << 8;
  int tries = 0;
  long move = 0;
  switch (static_cast<Kind>(kind(0))) {
    case Kind::stuck:
      do {  // until two draws in a row are high, at most five times
        move = draw(seed(0), counter++).uniform() > 0.5 ? 1 : 0;
        ++tries;
      } while (move == 0 && tries < 5);
      break;
    case Kind::hurried:
      for (tries = 0; tries < 3; ++tries) move += 2 * jumps[draw(seed(0), counter++).word & 3u];
      break;
    default: move = jumps[draw(seed(0), counter).word % 4u]; break;
  }
  place(0) += move;
  energy(0) = energy(0) + 0.5f * static_cast<float>(move) * static_cast<float>(move);
}

inline void cull(const ACC<long>& place, const ACC<short>& kind, ACC<bool>& alive, const long* limit) {
  const auto far = [](long p, long most) { return p > most || p < -most; };
  alive(0) = alive(0) && !(far(place(0), *limit) && kind(0) != static_cast<short>(Kind::stuck));
}

inline void crowd(const ACC<long>& place, const ACC<char>& name, ACC<int>& near) {
  int same = 0;
  for (int d = -2; d <= 2; ++d) same += d != 0 && place(d) == place(0);
  near(0) = same * 256 + name(0);
}

inline void census(const ACC<long>& place, const ACC<bool>& alive, const ACC<unsigned long long>& seed, const ACC<int>& near, const ACC<float>& energy, int* bins,
                   double* moments, float* hottest, int* range, int* dead) {
  if (!alive(0)) {
    ++*dead;
    return;
  }
  int bin = 0;
  for (long p = place(0) < 0 ? -place(0) : place(0); p > 0 && bin < 7; p /= 2) ++bin;
  bins[bin]++;
  const double x = static_cast<double>(place(0));
  moments[0] += x;
  moments[1] += x * x;
  moments[2] += bits_of(seed(0)) + (near(0) & 255);
  *hottest = *hottest < energy(0) ? energy(0) : *hottest;
  if (static_cast<int>(place(0)) > *range) *range = static_cast<int>(place(0));
}
}  // namespace walk
