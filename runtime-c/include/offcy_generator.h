/* Generators: a function whose variables are fields of a frame, and which resumes each time where it waited.
 *
 *     struct count_frame { PyObject *stop; long i; };
 *     static PyObject *count_resume(offcy_generator *_generator, void *frame, int _state)
 *     {
 *         struct count_frame *_frame = frame;
 *         switch (_state) {
 *         case 1: goto resumed_1;
 *         }
 *         for (_frame->i = 0; ...; _frame->i++) {
 *             _generator->state = 1;
 *             return item;
 *         resumed_1:
 *             sent = offcy_sent(_generator);
 *             ...
 *         }
 *         return Py_NewRef(Py_None);
 *     }
 */
#ifndef OFFCY_GENERATOR_H
#define OFFCY_GENERATOR_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

typedef struct offcy_generator offcy_generator;

/* What a call of its function makes. */
typedef enum offcy_generator_kind {
    OFFCY_GENERATOR,
    OFFCY_COROUTINE,          /* of an `async def` */
    OFFCY_ITERABLE_COROUTINE, /* one that loops and `yield from` take, too */
} offcy_generator_kind;

typedef struct offcy_generator_code {
    offcy_generator_kind kind;
    const char *name;
    const char *qualname;
    size_t frame_size;
    bool waits_in_handler; /* it yields while it handles an exception */
    bool ends_by_exception; /* as in Python 2, a StopIteration that leaves it is its end */
    /* Runs up to the next `yield`, which sets the state to its number, or to the end: then the state is unchanged,
     * and the result is what it returns, or NULL with an exception. */
    PyObject *(*resume)(offcy_generator *self, void *frame, int state);
    int (*traverse)(void *frame, visitproc visit, void *arg);
    /* Releases everything that the frame holds, and empties it. */
    void (*clear)(void *frame);
} offcy_generator_code;

/* Its frame follows it in memory. */
struct offcy_generator {
    PyObject_VAR_HEAD
    const offcy_generator_code *code;
    void *frame;        /* NULL once it has ended */
    int state;          /* 0: not begun; the number of the `yield` where it waits; -1: it runs, or has ended */
    bool is_running;
    bool is_handling;   /* it waits in a handler, whose exception is being handled */
    PyObject *sent;     /* the value of a `yield`; NULL: it raises what is set */
    PyObject *delegate; /* for `yield from`, or NULL */
    PyObject *(*next_of_delegate)(PyObject *delegate); /* gives an item or ends: of an own generator, and of what takes
                                                          nothing that is sent; otherwise NULL */
    PyObject *given;    /* the result of that, which its code has not taken yet, or NULL */
    PyObject *handled;  /* what is being handled where it waits, or NULL */
    PyObject *name;     /* what Python has set, or NULL: that of the code */
    PyObject *qualname; /* the same */
    PyObject *weakrefs;
};

/* A generator that has not begun; its frame is zero. */
OFFCY_HIDDEN PyObject *offcy_make_generator(const offcy_generator_code *code);

static inline void *offcy_frame(PyObject *generator)
{
    return ((offcy_generator *)generator)->frame;
}

/* The value of a `yield`: a new reference, or NULL with the exception that was thrown. */
static inline PyObject *offcy_sent(offcy_generator *self)
{
    PyObject *sent = self->sent;
    self->sent = NULL;
    return sent;
}

/* `yield from iterator`: begins with nothing sent. */
OFFCY_HIDDEN void offcy_begin_delegation(offcy_generator *self, PyObject *iterator);

/* `await object`: the iterator over what it waits for, for `yield from`. */
OFFCY_HIDDEN PyObject *offcy_awaited(PyObject *object);

/* `yield from object`: its iterator; as in Cython, a coroutine is its own. */
OFFCY_HIDDEN PyObject *offcy_delegated(PyObject *object);

/* `async for`: what it iterates with, and the iterator over what it waits for next. */
OFFCY_HIDDEN PyObject *offcy_async_iterator(PyObject *object);
OFFCY_HIDDEN PyObject *offcy_async_next(PyObject *iterator);

/* One step of it with what has been sent or thrown: 1 with the value to yield, 0 with the result, -1. */
OFFCY_HIDDEN int offcy_delegate(offcy_generator *self, PyObject **value);

#endif
