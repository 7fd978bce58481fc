# What offcy knows about <sys/mman.h>.

from posix.types cimport mode_t, off_t

cdef extern from "<sys/mman.h>" nogil:
    const int PROT_EXEC, PROT_READ, PROT_WRITE, PROT_NONE
    const int MAP_PRIVATE, MAP_SHARED, MAP_FIXED, MAP_ANONYMOUS, MAP_ANON
    const int MS_ASYNC, MS_SYNC, MS_INVALIDATE, MCL_CURRENT, MCL_FUTURE
    const int MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_WILLNEED, MADV_DONTNEED
    void *MAP_FAILED

    void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset)
    int munmap(void *address, size_t size)
    int mprotect(void *address, size_t size, int protection)
    int msync(void *address, size_t size, int flags)
    int mlock(const void *address, size_t size), munlock(const void *address, size_t size)
    int mlockall(int flags), munlockall()
    int madvise(void *address, size_t size, int advice)
    int shm_open(const char *name, int flags, mode_t mode)
    int shm_unlink(const char *name)
