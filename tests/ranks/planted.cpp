// tests/ranks/planted.cpp: what the unruly MPI has to bring to light: programs that are right, leave something open, or
// wait for ever.
#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace {

/// A number to and from each other process; their sum.
int exchanged(int rank, int size) {
  std::vector<int> numbers(static_cast<std::size_t>(size), 0), mine(static_cast<std::size_t>(size), rank + 1);
  std::vector<MPI_Request> requests;
  for (int other = 0; other < size; ++other) {
    if (other == rank) continue;
    const auto at = static_cast<std::size_t>(other);
    MPI_Irecv(&numbers[at], 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests.emplace_back());
    MPI_Isend(&mine[at], 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests.emplace_back());
  }
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  int sum = rank + 1;
  for (const int number : numbers) sum += number;
  return sum;
}

}  // namespace

int main(int argc, char** argv) {
  const char* const plant = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int sum = 0;
  for (int step = 0; step < 20; ++step) sum += exchanged(rank, size);
  if (rank == 0) std::printf("sum %d\n", sum);
  std::fflush(stdout);
  int number = 0;
  MPI_Request open = MPI_REQUEST_NULL;
  MPI_Comm copy = MPI_COMM_NULL;
  if (std::strcmp(plant, "request") == 0) MPI_Irecv(&number, 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &open);
  if (std::strcmp(plant, "communicator") == 0) MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  if (std::strcmp(plant, "hang") == 0 && rank == 1) {
    MPI_Irecv(&number, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &open);
    MPI_Wait(&open, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
