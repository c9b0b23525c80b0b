# SPDX-License-Identifier: GPL-2.0-only
"""The laboratory's campaign: from declared experiments to runs, tables, figures and a page.

Python 3.10 and later, with pandas and SciPy for what sums up. ./reproduce starts it.
"""
