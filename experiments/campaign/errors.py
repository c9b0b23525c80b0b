# SPDX-License-Identifier: GPL-2.0-only
"""What ends a call, with one clear line and a status."""

REFUSED = 2


class CampaignError(Exception):
    """The message is for the user; status is how the call ends."""

    def __init__(self, message, status=1):
        super().__init__(message)
        self.status = status


class Refusal(CampaignError):
    """What was asked for cannot be done."""

    def __init__(self, message):
        super().__init__(message, REFUSED)
