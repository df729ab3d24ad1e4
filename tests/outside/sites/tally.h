// Counts what a program found to be different from its plain counterpart, and hashes all that it looked at. Included after the interface.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

struct Tally {
  int bad = 0;
  std::uint64_t hash = 0xcbf29ce484222325ull;

  template <class T>
  void all(const std::string& what, const std::vector<T>& got, const std::vector<T>& want, double tolerance = 0.0) {
    for (const T& value : got) mix(&value, sizeof value);
    if (got.size() != want.size()) return report(what + ": " + std::to_string(got.size()) + " values, not " + std::to_string(want.size()));
    std::size_t count = 0, worst = 0;
    double most = -1.0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      const double a = static_cast<double>(got[i]), b = static_cast<double>(want[i]);
      const double off = std::fabs(a - b) / std::fmax(1.0, std::fabs(b));
      if (got[i] == want[i] || off <= tolerance) continue;
      ++count;
      if (off > most || off != off) most = off, worst = i;
    }
    if (count == 0) return;
    char text[200];
    std::snprintf(text, sizeof text, ": %zu of %zu differ, the worst is number %zu: %.17g, not %.17g", count, got.size(), worst,
                  static_cast<double>(got[worst]), static_cast<double>(want[worst]));
    report(what + text);
  }
  template <class T>
  void one(const std::string& what, T got, T want, double tolerance = 0.0) {
    all(what, std::vector<T>{got}, std::vector<T>{want}, tolerance);
  }
  void is(const std::string& what, bool holds) {
    if (!holds) report("not so: " + what);
  }
  int end() const {
    ops_printf("hash %016llx\n", static_cast<unsigned long long>(hash));
    ops_printf(bad == 0 ? "passed\n" : "failed\n");
    return bad == 0 ? 0 : 1;
  }

 private:
  void mix(const void* at, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) hash = (hash ^ static_cast<const unsigned char*>(at)[i]) * 0x100000001b3ull;
  }
  void report(const std::string& text) {
    std::printf("[%d] %s\n", ops_get_proc(), text.c_str());
    ++bad;
  }
};
