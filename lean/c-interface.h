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

    /// A connection as a caller's congestion control sees it, see ns3::Window: times in s, sizes
    /// in octets, positions of the stream's octets from 0 on.
    struct LeanWindow
    {
        double now;      //!< time of the event
        double cwnd;     //!< which the control may set
        double ssthresh; //!< which the control may set
        double mss;      //!< of a full segment
        double inFlight; //!< outstanding as far as is known
        double una;      //!< first position that is not acknowledged
        double nxt;      //!< position after the last octet sent
        double lastRtt;  //!< last round trip
        double srtt;     //!< smoothed round trip
        double minRtt;   //!< least smoothed round trip
    };

    /// A congestion control of the caller's, see ns3::WindowControl. What makes no sense of what a
    /// function sets or returns, a size below 1 or above 2^30, is left as it was; `ssthresh` may be
    /// set to 2^32 - 1, which is no threshold.
    struct LeanControl
    {
        void* owner; //!< given to each function
        void (*start)(void* owner, struct LeanWindow* window);
        /// @return `ssthresh` after a loss
        double (*reduce)(void* owner, struct LeanWindow* window, double flight);
        void (*open)(void* owner, struct LeanWindow* window, double segments);
        void (*arrived)(void* owner, struct LeanWindow* window, double segments);
    };

    /// @param setting as lean::ReadSetting() has it @param records whether there are columns
    /// @param fault gets what is wrong with the setting, in a sentence, cut to @p size octets with
    /// its final zero @param control of the sender, which lives as long as the run; null for the
    /// variant's @return a run, to be ended by lean_end(), or null
    LEAN_SHOWN struct LeanRun* lean_begin(const char* setting,
                                          int records,
                                          char* fault,
                                          unsigned size,
                                          const struct LeanControl* control);

    /// Go on until so many more segments have been sent, or to the end. What is below 1, or no
    /// number, counts as 1. @return whether the run is at its end
    LEAN_SHOWN int lean_run(struct LeanRun* run, double segments);

    /// @return s that have been simulated
    LEAN_SHOWN double lean_time(struct LeanRun* run);

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
