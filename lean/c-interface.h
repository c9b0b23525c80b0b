/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_C_INTERFACE_H
#define LEAN_C_INTERFACE_H

/// A function that a shared library, or a module of WebAssembly, shows.
#define LEAN_SHOWN __attribute__((visibility("default")))

/// Simulations for callers of other languages: Python by ctypes, a browser by WebAssembly. Several
/// runs may be under way, each in one thread at a time.
extern "C"
{
    /// A run that is under way, or at its end.
    struct LeanRun;

    /// @return presets, one a line: name, colour, what to take it for; with tabs between
    LEAN_SHOWN const char* lean_variants();

    /// @return see lean::DescribeSetting()
    LEAN_SHOWN const char* lean_parameters();

    /// @return names of the counts in order, with spaces between
    LEAN_SHOWN const char* lean_count_names();

    /// @return names of the columns in order, with spaces between
    LEAN_SHOWN const char* lean_column_names();

    /// @param setting as lean::ReadSetting() has it @param records whether there are columns
    /// @param fault gets what is wrong with the setting, in a sentence, cut to @p size octets with
    /// its final zero @return a run, to be ended by lean_end(), or null
    LEAN_SHOWN struct LeanRun* lean_begin(const char* setting,
                                          int records,
                                          char* fault,
                                          unsigned size);

    /// Go on until so many more segments have been sent, or to the end. @return whether the run is
    /// at its end
    LEAN_SHOWN int lean_run(struct LeanRun* run, double segments);

    /// @return s that have been simulated
    LEAN_SHOWN double lean_time(const struct LeanRun* run);

    /// @return the counts so far, valid until the next call for this run
    LEAN_SHOWN const double* lean_counts(struct LeanRun* run);

    /// @return how many values a column has
    LEAN_SHOWN unsigned lean_length(const struct LeanRun* run, unsigned column);

    /// @return the values of a column so far, valid until lean_run()
    LEAN_SHOWN const double* lean_column(const struct LeanRun* run, unsigned column);

    /// @return octets of both ends' buffers; 0 if they grow, which is a part of some presets
    LEAN_SHOWN double lean_buffer(const struct LeanRun* run);

    /// The run is not needed any more.
    LEAN_SHOWN void lean_end(struct LeanRun* run);
}

#endif /* LEAN_C_INTERFACE_H */
