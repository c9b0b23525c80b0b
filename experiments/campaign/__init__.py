# SPDX-License-Identifier: GPL-2.0-only
"""The laboratory's campaign: from declared experiments to runs, tables, figures and a page.

Standard library only, Python 3.10 and later. ./reproduce starts it.
"""
