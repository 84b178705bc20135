"""The delays between attempts to connect."""
from __future__ import annotations

import random
from typing import Optional

FIRST_DELAY, LONGEST_DELAY = 0.1, 5.0


class BackOff:
    """The delay before each attempt. A connection that lasted longer than the longest delay renews the budget."""
    def __init__(self, retries: Optional[int]) -> None:
        self.retries, self.attempts = retries, 0

    def delay(self, lasted: float) -> Optional[float]:
        """The seconds to wait, with jitter; None if no attempt is left."""
        if lasted > LONGEST_DELAY:
            self.attempts = 0
        if self.retries is not None and self.attempts >= self.retries:
            return None
        whole = min(LONGEST_DELAY, FIRST_DELAY * 2 ** min(self.attempts, 10))
        self.attempts += 1
        return whole * random.uniform(0.5, 1)
