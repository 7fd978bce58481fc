# cython: boundscheck=False, wraparound=False, cdivision=True
"""Cross sections of neutrons: the lookups that a Monte Carlo simulation of a reactor spends its time on.

Each particle has a random energy and material. Its macroscopic cross sections sum those of all
nuclides of the material, interpolated in tables that all lookups share and nobody writes.
"""
from cython.parallel import parallel, prange

ctypedef unsigned long long seed_t

cdef enum:
    KINDS = 5       # of cross sections: total, elastic, absorption, fission, nu-fission


cdef inline seed_t jumped(seed_t seed, seed_t steps) noexcept nogil:
    """The linear congruential generator modulo 2**63 after so many steps."""
    cdef seed_t a = 2806196910506780709ULL, c = 1, jump_a = 1, jump_c = 0
    while steps > 0:
        if steps & 1:
            jump_a = jump_a * a
            jump_c = jump_c * a + c
        c = c * (a + 1)
        a = a * a
        steps >>= 1
    return (jump_a * seed + jump_c) & 0x7fffffffffffffffULL


cdef inline double uniform(seed_t seed) noexcept nogil:
    return <double>seed / 9223372036854775808.0


cdef inline int pick_material(double[::1] shares, double at) noexcept nogil:
    cdef int material = 0
    cdef double passed = shares[0]
    while passed < at and material < shares.shape[0] - 1:
        material += 1
        passed += shares[material]
    return material


cdef inline long interval(double[::1] energies, double energy) noexcept nogil:
    """The last index whose energy is not above this one; 0 where there is none."""
    cdef long low = 0, high = energies.shape[0] - 1, middle
    while high - low > 1:
        middle = low + (high - low) // 2
        if energies[middle] > energy:
            high = middle
        else:
            low = middle
    return low


cdef inline int strongest(seed_t seed, double[::1] energies, int[:, ::1] positions, double[:, :, ::1] grids,
                          double[::1] shares, int[::1] counts, int[:, ::1] nuclides,
                          double[:, ::1] densities) noexcept nogil:
    """One lookup; returns the kind whose macroscopic cross section is the largest."""
    cdef double[KINDS] total
    cdef double energy = uniform(seed), low, high, weight
    cdef int material = pick_material(shares, uniform(jumped(seed, 1)))
    cdef long at = interval(energies, energy)
    cdef int k, kind, nuclide, row, best = 0
    for kind in range(KINDS):
        total[kind] = 0
    for k in range(counts[material]):
        nuclide = nuclides[material, k]
        row = min(positions[at, nuclide], <int>grids.shape[1] - 2)
        low = grids[nuclide, row, 0]
        high = grids[nuclide, row + 1, 0]
        weight = (high - energy) / (high - low)
        for kind in range(KINDS):
            total[kind] += densities[material, k] * (grids[nuclide, row + 1, kind + 1]
                - weight * (grids[nuclide, row + 1, kind + 1] - grids[nuclide, row, kind + 1]))
    for kind in range(KINDS):
        if total[kind] > total[best]:
            best = kind
    return best


def inferred(double[::1] energies, int[:, ::1] positions, double[:, :, ::1] grids, double[::1] shares,
             int[::1] counts, int[:, ::1] nuclides, double[:, ::1] densities, int lookups, int batches):
    """A checksum over all lookups.

    `energies` are those of all nuclides together; `positions[e, n]` is the row of nuclide n's grid for
    energy e; a row of a grid is an energy and its cross sections. The tables of the materials follow.
    """
    cdef long checksum = 0
    cdef seed_t seed
    cdef int batch, i
    with nogil, device():
        for batch in range(batches):
            seed = jumped(1070, <seed_t>batch * lookups * 2)
            with parallel(device={}):
                for i in prange(lookups):
                    checksum += 1 + strongest(jumped(seed, 2 * i), energies, positions, grids, shares,
                                              counts, nuclides, densities)
    return checksum % 999983


def expert(double[::1] energies, int[:, ::1] positions, double[:, :, ::1] grids, double[::1] shares,
           int[::1] counts, int[:, ::1] nuclides, double[:, ::1] densities, int lookups, int batches):
    cdef long checksum = 0
    cdef seed_t seed
    cdef int batch, i
    with nogil, device({energies: 'to', positions: 'to', grids: 'to', shares: 'to', counts: 'to',
                        nuclides: 'to', densities: 'to'}):
        for batch in range(batches):
            seed = jumped(1070, <seed_t>batch * lookups * 2)
            with parallel(device={}):
                for i in prange(lookups):
                    checksum += 1 + strongest(jumped(seed, 2 * i), energies, positions, grids, shares,
                                              counts, nuclides, densities)
    return checksum % 999983
