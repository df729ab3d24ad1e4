// Loads a shared library that holds a program, and runs it.
#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv) {
  void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : nullptr;
  if (library == nullptr) {
    std::printf("%s\n", dlerror());
    return 1;
  }
  return reinterpret_cast<int (*)(int, char**)>(dlsym(library, "main"))(argc - 1, argv + 1);
}
