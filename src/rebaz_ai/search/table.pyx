"""The transposition table: buckets of four 16-byte entries, replaced by age and depth.

Threads share it without locks. A torn entry can carry a wrong score but never an illegal move into play, for the
search looks a hash move up among the legal ones.
"""

from libc.stdlib cimport calloc, free
from libc.stdint cimport uintptr_t
from libc.string cimport memset

from rebaz_core.bitboard cimport u64
from rebaz_core.state cimport move_t

cdef extern from *:
    """
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif
    /* A table of megabytes misses the translation buffer at nearly every probe unless its pages are large. */
    static void rb_large_pages(void *p, size_t bytes) {
    #if defined(__linux__) && defined(MADV_HUGEPAGE)
        size_t page = (size_t)1 << 21, first = ((size_t)p + page - 1) & ~(page - 1);
        if (first + page <= (size_t)p + bytes)
            madvise((void *)first, ((size_t)p + bytes - first) & ~(page - 1), MADV_HUGEPAGE);
    #else
        (void)p; (void)bytes;
    #endif
    }
    """
    void large_pages "rb_large_pages"(void* p, size_t size) noexcept nogil

MAX_MEGABYTES = 65536


cdef class Table:
    """A table of `megabytes` MB. Raises ValueError out of 1 to 65536, MemoryError when there is no such memory."""

    def __cinit__(self, int megabytes):
        if not 1 <= megabytes <= MAX_MEGABYTES:
            raise ValueError(f"hash: {megabytes}, expected 1 to {MAX_MEGABYTES} megabytes")
        self.megabytes = megabytes
        self.buckets = <u64>megabytes * 1024 * 1024 // (BUCKET * sizeof(Entry))
        if not self.renew():
            raise MemoryError(f"no memory for a hash table of {megabytes} MB")

    def __dealloc__(self):
        free(self.memory)

    cdef bint renew(self) noexcept:
        """Put empty entries in the place of those there are; False, and nothing changed, without the memory for them.

        New zero pages cost nothing before they are used; zeroing a large table takes seconds.
        """
        cdef size_t line = BUCKET * sizeof(Entry)
        cdef void* fresh = calloc(self.buckets + 1, line)
        if fresh == NULL:
            return False
        free(self.memory)
        self.memory = fresh
        # A bucket is a line of the processor's cache: none may lie across two.
        self.entries = <Entry*>((<uintptr_t>fresh + line - 1) // line * line)
        large_pages(self.entries, self.buckets * line)
        return True

    def clear(self):
        """Forget everything. Not while a search works on the table."""
        if not self.renew():
            memset(self.entries, 0, self.buckets * BUCKET * sizeof(Entry))
        self.age = 0

    @property
    def hashfull_permille(self):
        """Thousandths of the table that this search has filled, from a sample."""
        return self.hashfull()

    cdef void store(self, u64 key, move_t move, int score, int evaluation, int depth, int bound) noexcept nogil:
        """Keep a result; `depth` below 128, scores within 16 bits."""
        cdef Entry* entry = self.bucket_of(key)
        cdef Entry* victim = entry
        cdef unsigned int check = <unsigned int>(key >> 32)
        cdef int i, worth, least = 1 << 20
        for i in range(BUCKET):
            if entry[i].check == check and entry[i].bound:
                victim = &entry[i]
                if move == 0:
                    move = victim.move
                if bound != BOUND_EXACT and victim.age == self.age and victim.depth > depth + 3:
                    return
                break
            worth = entry[i].depth - 8 * <unsigned char>(self.age - entry[i].age) if entry[i].bound else -(1 << 20)
            if worth < least:
                least = worth
                victim = &entry[i]
        victim.check = check
        victim.move = move
        victim.score = score
        victim.evaluation = evaluation
        victim.depth = depth
        victim.bound = bound
        victim.age = self.age

    cdef void new_search(self) noexcept nogil:
        self.age += 1

    cdef int hashfull(self) noexcept nogil:
        """Thousandths of the table that this search has filled, from a sample."""
        cdef u64 i
        cdef u64 sample = min(self.buckets * BUCKET, <u64>1000)
        cdef int used = 0
        for i in range(sample):
            if self.entries[i].bound and self.entries[i].age == self.age:
                used += 1
        return <int>(used * 1000 // sample)
