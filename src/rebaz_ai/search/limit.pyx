"""What ends a search: a stop from outside, a number of nodes, a time."""

from rebaz_core.bitboard cimport u64


def monotonic_nanoseconds():
    """The clock that deadlines are set by."""
    return now()


cdef class Limited:
    """One thread's search as far as its limits go."""

    cdef void begin(self, u64 node_limit) noexcept:
        """Count from nothing, without a deadline."""
        self.nodes = 0
        self.seldepth = 0
        self.node_limit = node_limit
        self.deadline = 0
        self.stopped = False

    def reset_stop(self):
        """Let the next search run."""
        self.stop_flag = 0

    def stop(self):
        """Ask a running search to return; any thread may call it."""
        self.stop_flag = 1

    @property
    def stop_requested(self):
        """Whether `stop` has been called since `reset_stop`."""
        return peek(&self.stop_flag) != 0

    def set_deadline(self, u64 deadline):
        """Set the monotonic nanosecond at which to stop, 0 for none; any thread may call it."""
        self.deadline = deadline
