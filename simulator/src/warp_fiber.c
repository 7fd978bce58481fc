/* Stacks on which warps run, and the switch between them. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "warp.h"

/* Saves the running stack in `*from` and continues at `to`. */
void sim_switch(void **from, void *to);
/* The first instruction of a fiber. */
void sim_fiber_begin(void);

#if defined(__x86_64__)
__asm__(".text\n"
        ".globl sim_switch\n.hidden sim_switch\n.type sim_switch,@function\n"
        "sim_switch:\n"
        "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
        "  ret\n"
        ".globl sim_fiber_begin\n.hidden sim_fiber_begin\n.type sim_fiber_begin,@function\n"
        "sim_fiber_begin:\n"
        "  movq %r12, %rdi\n"
        "  call sim_fiber_main\n"
        "  ud2\n");
enum { FIBER_WORD = 3, RETURN_WORD = 6, WORDS = 9 };
#elif defined(__aarch64__)
__asm__(".text\n"
        ".globl sim_switch\n.hidden sim_switch\n"
        "sim_switch:\n"
        "  sub sp, sp, #176\n"
        "  stp x19, x20, [sp]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n"
        "  stp x25, x26, [sp, #48]\n  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
        "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n  stp d12, d13, [sp, #128]\n"
        "  stp d14, d15, [sp, #144]\n"
        "  mov x9, sp\n  str x9, [x0]\n  mov sp, x1\n"
        "  ldp x19, x20, [sp]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n"
        "  ldp x25, x26, [sp, #48]\n  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n"
        "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n  ldp d12, d13, [sp, #128]\n"
        "  ldp d14, d15, [sp, #144]\n"
        "  add sp, sp, #176\n"
        "  ret\n"
        ".globl sim_fiber_begin\n.hidden sim_fiber_begin\n"
        "sim_fiber_begin:\n"
        "  mov x0, x19\n"
        "  bl sim_fiber_main\n"
        "  brk #1\n");
enum { FIBER_WORD = 0, RETURN_WORD = 11, WORDS = 22 };
#else
#error "the simulated GPU runs on x86-64 and AArch64"
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct sim_fiber *kept;
static size_t kept_count;

enum { MOST_KEPT = 1024, GUARD = 4096 };

__attribute__((noreturn, used)) void sim_fiber_main(struct sim_fiber *fiber) {
    fiber->code(fiber->warp, fiber->lanes, fiber->parameters, fiber->result);
    fiber->returned = fiber->lanes;
    fiber->done = true;
    sim_yield(fiber->warp);
    __builtin_unreachable();
}

static struct sim_fiber *take_kept(size_t size) {
    pthread_mutex_lock(&lock);
    struct sim_fiber **link = &kept, *found;
    while ((found = *link) && found->size != size) {
        link = &found->sibling;
    }
    if (found) {
        *link = found->sibling;
        kept_count--;
    }
    pthread_mutex_unlock(&lock);
    return found;
}

struct sim_fiber *sim_fiber_take(struct sim_launch *launch) {
    struct sim_fiber *fiber = launch->free;
    if (fiber) {
        launch->free = fiber->sibling;
        return fiber;
    }
    fiber = take_kept(launch->stack_size);
    if (!fiber) {
        fiber = calloc(1, sizeof *fiber);
        void *stack = fiber ? mmap(NULL, launch->stack_size, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                            : MAP_FAILED;
        if (stack == MAP_FAILED) {
            free(fiber);
            return NULL;
        }
        mprotect(stack, GUARD, PROT_NONE);
        fiber->stack = stack;
        fiber->size = launch->stack_size;
    }
    struct sim_fiber **all = realloc(launch->all, (launch->fiber_count + 1) * sizeof *all);
    if (!all) {
        munmap(fiber->stack, fiber->size);
        free(fiber);
        return NULL;
    }
    launch->all = all;
    all[launch->fiber_count++] = fiber;
    return fiber;
}

void sim_fiber_prepare(struct sim_fiber *fiber, struct sim_warp *warp, sim_code *code, uint32_t lanes) {
    fiber->warp = warp;
    fiber->code = code;
    fiber->lanes = lanes;
    fiber->returned = fiber->taken = 0;
    fiber->done = false;
    fiber->sibling = NULL;
    /* Tops are staggered; otherwise those of all warps would share the same cache sets. */
    size_t stagger = (warp->launch->turns++ % 16) * 1088;
    uintptr_t top = ((uintptr_t)fiber->stack + fiber->size - stagger) & ~(uintptr_t)15;
    void **words = (void **)top - WORDS;
    for (int i = 0; i < WORDS; i++) {
        words[i] = NULL;
    }
    words[FIBER_WORD] = fiber;
    words[RETURN_WORD] = (void *)sim_fiber_begin;
    fiber->top = words;
}

/* Runs the fiber until it yields. */
void sim_fiber_resume(struct sim_warp *warp, struct sim_fiber *fiber) {
    struct sim_fiber *before = warp->fiber;
    fiber->parent = before;
    warp->fiber = fiber;
    sim_switch(before ? &before->top : &warp->launch->top, fiber->top);
    warp->fiber = before;
}

void sim_yield(struct sim_warp *warp) {
    struct sim_fiber *fiber = warp->fiber;
    sim_switch(&fiber->top, fiber->parent ? fiber->parent->top : warp->launch->top);
}

void sim_fiber_give(struct sim_launch *launch, struct sim_fiber *fiber) {
    fiber->sibling = launch->free;
    launch->free = fiber;
}

void sim_fibers_end(struct sim_launch *launch) {
    for (uint64_t i = 0; i < launch->fiber_count; i++) {
        struct sim_fiber *fiber = launch->all[i];
        pthread_mutex_lock(&lock);
        bool keeps = kept_count < MOST_KEPT;
        if (keeps) {
            fiber->sibling = kept;
            kept = fiber;
            kept_count++;
        }
        pthread_mutex_unlock(&lock);
        if (!keeps) {
            munmap(fiber->stack, fiber->size);
            free(fiber);
        }
    }
    free(launch->all);
    launch->all = NULL;
    launch->fiber_count = 0;
    launch->free = NULL;
}

bool sim_fiber_guards(const struct sim_launch *launch, const void *address) {
    for (uint64_t i = 0; i < launch->fiber_count; i++) {
        size_t offset = (size_t)((const unsigned char *)address - launch->all[i]->stack);
        if (offset < GUARD) {
            return true;
        }
    }
    return false;
}
