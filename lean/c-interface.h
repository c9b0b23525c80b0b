/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LEAN_C_INTERFACE_H
#define LEAN_C_INTERFACE_H

/// Simulations for callers of other languages: Python by ctypes, a browser by WebAssembly. Several
/// runs may be under way, each in one thread at a time.
extern "C"
{
    /// A run that is under way, or at its end.
    struct LeanRun;

    /// @return presets, one a line: name, colour, what to take it for; with tabs between
    const char* lean_variants();

    /// @return see lean::DescribeSetting()
    const char* lean_parameters();

    /// @return names of the counts in order, with spaces between
    const char* lean_count_names();

    /// @return names of the columns in order, with spaces between
    const char* lean_column_names();

    /// @return room for so many characters and a final zero, until the next call in this thread
    char* lean_text(unsigned size);

    /// @param setting as lean::ReadSetting() has it @param records whether there are columns
    /// @return a run, to be ended by lean_end(); or null, and lean_fault() says why
    struct LeanRun* lean_begin(const char* setting, int records);

    /// @return what was wrong with the last setting in this thread, in a sentence
    const char* lean_fault();

    /// Go on for at most so many events. @return whether the run is at its end
    int lean_run(struct LeanRun* run, double events);

    /// @return s that have been simulated
    double lean_time(const struct LeanRun* run);

    /// @return the counts so far, valid until the next call for this run
    const double* lean_counts(struct LeanRun* run);

    /// @return how many values a column has
    unsigned lean_length(const struct LeanRun* run, unsigned column);

    /// @return the values of a column so far, valid until lean_run()
    const double* lean_column(const struct LeanRun* run, unsigned column);

    /// The run is not needed any more.
    void lean_end(struct LeanRun* run);
}

#endif /* LEAN_C_INTERFACE_H */
