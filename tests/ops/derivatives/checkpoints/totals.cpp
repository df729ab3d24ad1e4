// tests/ops/derivatives/checkpoints/totals.cpp: reads lines "revolve|mixed <steps> <slots in memory> <slots on disk>"
// and answers each with
// "<executed steps> <disk writes> <disk reads>", as counted by the interpreter.
#include <iostream>
#include <string>

#include "ops/derivatives/checkpoints/schedule_kinds.hpp"
#include "tests/ops/derivatives/checkpoints/interpreter.hpp"

int main() {
  std::string kind;
  for (std::int64_t steps = 0, memory = 0, disk = 0; std::cin >> kind >> steps >> memory >> disk;) {
    const bool mixed = kind == "mixed";  // a slot holds a state or a tape, and one tape more is at work
    const ops::Capacity capacity = mixed ? ops::Capacity::bytes({1, 1, static_cast<std::size_t>(memory) + 1}, disk)
                                         : ops::Capacity::slots(memory, disk);
    const ops::MemoryBudget limits =
        mixed ? ops::MemoryBudget{ops::MemoryBudget::none, disk, ops::MemoryBudget::none, 1, 1, memory + 1}
              : ops::MemoryBudget{memory, disk, 1};
    const ops::Totals totals = ops::Interpreter(limits).play(*ops::offline(capacity, steps), steps);
    std::cout << totals.executed << ' ' << totals.disk_writes << ' ' << totals.disk_reads << '\n';
  }
}
