# Values of the middle game, in the upper half, and of the endgame: one addition or multiplication does for both.
ctypedef long long pair


cdef inline pair pair_of(int middle, int end) noexcept nogil:
    return <pair>middle * (<pair>1 << 32) + end


cdef inline int end_of(pair value) noexcept nogil:
    return <int>value


cdef inline int middle_of(pair value) noexcept nogil:
    return <int>((value - <int>value) >> 32)


cdef inline pair pair_from(values) except? -1:
    """A pair from the two numbers of a table of weights."""
    return pair_of(values[0], values[1])
