"""What ends a search: a stop from outside, a number of nodes, a time."""

cimport cython

from rebaz_core.bitboard cimport u64

cdef extern from *:
    """
    #include <stdint.h>
    #if defined(_WIN32)
    #include <windows.h>
    static uint64_t rb_now(void) {
        LARGE_INTEGER t, f; QueryPerformanceCounter(&t); QueryPerformanceFrequency(&f);
        return (uint64_t)((double)t.QuadPart * 1e9 / (double)f.QuadPart);
    }
    #else
    #include <time.h>
    static uint64_t rb_now(void) {
        struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t);
        return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
    }
    #endif
    static inline int rb_peek(const int *p) { return *(const volatile int *)p; }
    static inline uint64_t rb_peek64(const uint64_t *p) { return *(const volatile uint64_t *)p; }
    """
    u64 now "rb_now"() noexcept nogil
    int peek "rb_peek"(const int* p) noexcept nogil
    u64 peek64 "rb_peek64"(const u64* p) noexcept nogil

cdef enum:
    CLOCK_INTERVAL = 511     # nodes between looks at the clock, one less than a power of 2

cdef class Limited:
    cdef readonly u64 nodes
    cdef readonly int seldepth
    cdef u64 node_limit      # 0 for none
    cdef u64 deadline        # monotonic nanoseconds; 0 for none
    cdef int stop_flag
    cdef bint stopped        # this iteration is not to be trusted

    @cython.final
    cdef inline bint must_stop(self) noexcept nogil:
        """Whether the search has to return; looks at the clock now and then."""
        cdef u64 deadline
        if self.stopped:
            return True
        if peek(&self.stop_flag) or (self.node_limit and self.nodes >= self.node_limit):
            self.stopped = True
        elif not self.nodes & CLOCK_INTERVAL:
            deadline = peek64(&self.deadline)
            if deadline and now() >= deadline:
                self.stopped = True
        return self.stopped

    cdef void begin(self, u64 node_limit) noexcept
