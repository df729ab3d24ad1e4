// ops/api/output.hpp: declares free functions for printing, timing and reports.
#pragma once

#include <cstdio>
#include <ostream>

#include "ops/api/instance.hpp"

#if defined(__GNUC__)
#define OPS_PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define OPS_PRINTF_LIKE(text, first)
#endif

/// Works like printf, but prints on one process only, to the stream of the default instance. If the calling thread has
/// no default instance, ops_printf prints to standard output.
void ops_printf(const char* format, ...) OPS_PRINTF_LIKE(1, 2);
/// Works like fprintf, but prints on one process only.
void ops_fprintf(FILE* stream, const char* format, ...) OPS_PRINTF_LIKE(2, 3);

/// Waits until the device has finished all work issued so far, and then returns the processor time and the elapsed
/// time.
/// @param cpu  processor time of the process [s]
/// @param et   elapsed time since a fixed moment [s]
void ops_timers(double* cpu, double* et);
/// Does the same as ops_timers, but does not wait for the device.
void ops_timers_core(double* cpu, double* et);

/// Appends the values of a dataset, halos included, to a text file.
/// @throws OPSException  the file cannot be written (names the path and the reason)
void ops_print_dat_to_txtfile(ops_dat dat, const char* file, ops::Where where = ops::Where::current());

/// Returns 1 on the process that prints output, and 0 on all other processes.
int ops_is_root();
/// Returns the number (MPI rank) of this process, starting from 0.
int ops_get_proc();
/// Returns the number of processes.
int ops_num_procs();

#ifndef OPS_CPP_API
/// Prints tables of blocks and datasets if the diagnostics level is above 2.
void ops_diagnostic_output(ops::Where where = ops::Where::current());
/// Prints the table of loops (calls, seconds, bytes moved, GB/s) if the diagnostics level is above 1.
void ops_timing_output(std::ostream& stream, ops::Where where = ops::Where::current());
/// Prints the same table to a C stream.
/// @throws OPSException  the stream is null
void ops_timing_output(FILE* stream, ops::Where where = ops::Where::current());
/// Does the same as ops_timing_output, but prints to the stream of the default instance.
void ops_timing_output_stdout(ops::Where where = ops::Where::current());
// The library does not measure energy: these functions exist only for compatibility with OPS.
/// Has no effect.
void ops_reset_power_counters();
/// Has no effect.
void ops_reset_gpu_power_counters();
/// Has no effect.
void ops_sample_gpu_power();
/// Returns 0.
double ops_get_gpu_energy_consumed();
#endif
