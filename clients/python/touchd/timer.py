"""A timer as a file descriptor, for loops that wait for descriptors: timerfd, which Python itself has only since 3.13."""
from __future__ import annotations

import ctypes
import os
import time

libc = ctypes.CDLL(None, use_errno=True)


class Timer:
    def __init__(self) -> None:
        self.fd = libc.timerfd_create(time.CLOCK_MONOTONIC, os.O_NONBLOCK | os.O_CLOEXEC)
        if self.fd < 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))

    def set(self, seconds: float) -> None:
        """Makes the descriptor readable after this time, at the earliest after a nanosecond, because 0 would mean never."""
        nanoseconds = max(1, int(seconds * 1e9))
        once = (ctypes.c_long * 4)(0, 0, *divmod(nanoseconds, 1_000_000_000))
        libc.timerfd_settime(self.fd, 0, once, None)

    def clear(self) -> None:
        """Makes the descriptor unreadable until the timer is set again."""
        try:
            os.read(self.fd, 8)
        except BlockingIOError:
            pass

    def fileno(self) -> int:
        return self.fd

    def close(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    __del__ = close
