// ops/api/output.hpp: printing, timers and reports in the C form of the API.
#pragma once

#include <cstdio>
#include <ostream>

#include "ops/api/instance.hpp"

#if defined(__GNUC__)
#define OPS_PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define OPS_PRINTF_LIKE(text, first)
#endif

/// printf on one process, to the stream of the default instance (standard output if this thread has no default
/// instance).
void ops_printf(const char* format, ...) OPS_PRINTF_LIKE(1, 2);
/// The same, to a file of the program.
void ops_fprintf(FILE* stream, const char* format, ...) OPS_PRINTF_LIKE(2, 3);

/// Waits until the device has finished all work so far (ops_device_sync), then reads the clocks.
/// @param cpu  processor time of the process [s]
/// @param et   elapsed time since a fixed moment [s]
void ops_timers(double* cpu, double* et);
/// The same without waiting.
void ops_timers_core(double* cpu, double* et);

/// Appends the values of a dataset, halos included, to a text file.
/// @throws OPSException  the file cannot be written (names the path and the reason)
void ops_print_dat_to_txtfile(ops_dat dat, const char* file, ops::Where where = ops::Where::current());

/// 1 on the process that prints, 0 on all others.
int ops_is_root();
/// The number (MPI rank) of this process, from 0.
int ops_get_proc();
/// The number of processes.
int ops_num_procs();

#ifndef OPS_CPP_API
/// Prints tables of blocks and datasets if the diagnostics level is above 2.
void ops_diagnostic_output(ops::Where where = ops::Where::current());
/// Prints the table of loops (calls, seconds, bytes moved, GB/s) if the diagnostics level is above 1.
void ops_timing_output(std::ostream& stream, ops::Where where = ops::Where::current());
/// The same, to the stream of the default instance.
void ops_timing_output_stdout(ops::Where where = ops::Where::current());
/// Accepted; nothing is counted.
void ops_reset_power_counters();
/// Accepted; nothing is counted.
void ops_reset_gpu_power_counters();
/// Accepted; nothing is counted.
void ops_sample_gpu_power();
/// Always 0.
double ops_get_gpu_energy_consumed();
#endif
