# What offcy knows about <dlfcn.h>.

cdef extern from "<dlfcn.h>" nogil:
    const int RTLD_LAZY, RTLD_NOW, RTLD_GLOBAL, RTLD_LOCAL
    void *dlopen(const char *path, int mode)
    char *dlerror()
    void *dlsym(void *handle, const char *name)
    int dlclose(void *handle)
