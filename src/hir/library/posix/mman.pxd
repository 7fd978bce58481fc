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
    const int MAP_STACK, MAP_LOCKED, MAP_HUGETLB, MAP_POPULATE, MAP_NORESERVE, MAP_GROWSDOWN, POSIX_MADV_NORMAL
    const int POSIX_MADV_SEQUENTIAL, POSIX_MADV_RANDOM, POSIX_MADV_WILLNEED, POSIX_MADV_DONTNEED, MLOCK_ONFAULT
    const int MCL_ONFAULT, MADV_REMOVE, MADV_DONTFORK, MADV_DOFORK, MADV_HWPOISON, MADV_MERGEABLE, MADV_UNMERGEABLE
    const int MADV_SOFT_OFFLINE, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP, MADV_FREE
    const int MADV_WIPEONFORK, MADV_KEEPONFORK

    int posix_madvise(void *address, size_t size, int advice)

    # Linux'.
    int mlock2(const void *address, size_t size, unsigned int flags)
    int mincore(void *address, size_t size, unsigned char *pages)
    void *mremap(void *address, size_t size, size_t new_size, int flags, ...)
    int remap_file_pages(void *address, size_t size, int protection, size_t page, int flags)
