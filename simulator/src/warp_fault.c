/* Faults that end launches: what a kernel did wrong, and where. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warp.h"

/* The launch that this thread runs. */
static __thread struct sim_launch *running;
static struct sigaction before_segv, before_bus;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void sim_place(struct sim_warp *warp, uint32_t site, uint32_t lane) {
    struct sim_report *report = warp->launch->report;
    const struct sim_module *module = warp->launch->instance->module;
    report->kernel = warp->launch->kernel->name;
    if (site < module->site_count) {
        report->site = module->sites[site];
    }
    for (int i = 0; i < 3; i++) {
        report->block[i] = warp->ctaid[i];
        report->thread[i] = warp->tid[i][lane % SIM_LANES];
    }
}

void sim_fault(struct sim_warp *warp, int error, uint32_t site, uint32_t lane, const char *cause) {
    struct sim_report *report = warp->launch->report;
    report->error = error;
    snprintf(report->cause, sizeof report->cause, "%s", cause);
    sim_place(warp, site, lane);
    siglongjmp(warp->launch->escape, 1);
}

/* Whether memory_check has no objection that ends the launch. */
bool sim_permitted(struct sim_warp *warp, uint64_t address, uint32_t size, enum sim_access access, uint32_t site,
                   uint32_t lane) {
    struct sim_report *report = warp->launch->report;
    report->cause[0] = 0;
    if (memory_check(warp->launch->device, address, size, access, report)) {
        return true;
    }
    if (report->error) {
        return false;
    }
    /* Only a finding. */
    if (report->finding) {
        sim_place(warp, site, lane);
        report->finding(report->context, memory_objection(), report);
    }
    report->cause[0] = 0;
    return true;
}

void sim_odd_access(struct sim_warp *warp, uint64_t address, uint32_t size, uint32_t alignment,
                    enum sim_access access, enum sim_space space, uint32_t site, uint32_t lane) {
    struct sim_report *report = warp->launch->report;
    static const char *const verbs[] = {"reads", "writes", "updates"};
    char cause[sizeof report->cause];
    int error = SIM_ILLEGAL_ADDRESS;
    if (address & (alignment - 1)) {
        error = SIM_MISALIGNED_ADDRESS;
        snprintf(cause, sizeof cause, "a thread %s %u bytes at 0x%llx, which is not a multiple of %u", verbs[access],
                 size, (unsigned long long)address, alignment);
    } else if (space == SIM_SHARED) {
        snprintf(cause, sizeof cause,
                 "a thread %s %u bytes at offset %llu of the block's %llu bytes of shared memory", verbs[access], size,
                 (unsigned long long)address, (unsigned long long)warp->shared_size);
    } else {
        if (sim_permitted(warp, address, size, access, site, lane)) {
            return;
        }
        snprintf(cause, sizeof cause, "%s", report->cause);
        if (!cause[0]) {
            snprintf(cause, sizeof cause, "a thread %s %u bytes at 0x%llx, which is not device memory",
                     verbs[access], size, (unsigned long long)address);
        }
    }
    report->has_address = 1;
    report->address = space == SIM_SHARED ? warp->shared + address : address;
    report->size = size;
    report->access = access;
    sim_fault(warp, error, site, lane, cause);
}

static void quote(const struct sim_warp *warp, uint64_t text, char *out, size_t size) {
    long length = sim_text_length(warp, text);
    snprintf(out, size, "%.*s", length < 0 ? 1 : (int)length, length < 0 ? "?" : (const char *)(uintptr_t)text);
}

void sim_assertion(struct sim_warp *warp, uint64_t message, uint64_t file, uint32_t line, uint64_t function,
                   uint32_t site, uint32_t lane) {
    char words[120], where[120], whose[80], cause[400];
    quote(warp, message, words, sizeof words);
    quote(warp, file, where, sizeof where);
    quote(warp, function, whose, sizeof whose);
    snprintf(cause, sizeof cause, "an assertion failed: `%s` in `%s`, %s:%u", words, whose, where, line);
    sim_fault(warp, SIM_ASSERT, site, lane, cause);
}

/* The warp that ran when the signal arrived. */
static struct sim_warp *interrupted(struct sim_launch *launch) {
    return launch->current;
}

static void pass_on(int number, siginfo_t *info, void *context) {
    const struct sigaction *before = number == SIGSEGV ? &before_segv : &before_bus;
    if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler != SIG_DFL && before->sa_handler != SIG_IGN) {
        before->sa_handler(number);
    } else {
        /* There is no other handler: the instruction runs again and ends the process. */
        signal(number, SIG_DFL);
    }
}

static void handle(int number, siginfo_t *info, void *context) {
    struct sim_launch *launch = running;
    struct sim_warp *warp = launch ? interrupted(launch) : NULL;
    if (!warp) {
        pass_on(number, info, context);
        return;
    }
    uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    if (address - (uint64_t)(uintptr_t)launch->device->base < launch->device->size) {
        sim_odd_access(warp, address, 1, 1, SIM_READ, SIM_GENERIC, warp->site, warp->lane);
        sim_fault(warp, SIM_ILLEGAL_ADDRESS, warp->site, warp->lane, "a thread leaves the memory of its stack");
    }
    if (sim_fiber_guards(launch, info->si_addr)) {
        sim_fault(warp, SIM_STACK_ERROR, warp->site, warp->lane, "calls of a thread are nested too deep");
    }
    pass_on(number, info, context);
}

static void install(int number, struct sigaction *before) {
    struct sigaction now;
    sigaction(number, NULL, &now);
    if ((now.sa_flags & SA_SIGINFO) && now.sa_sigaction == handle) {
        return;
    }
    struct sigaction ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_sigaction = handle;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&ours.sa_mask);
    *before = now;
    sigaction(number, &ours, NULL);
}

static __thread void *signal_stack;
static pthread_key_t stack_key;
static pthread_once_t stack_once = PTHREAD_ONCE_INIT;

static void free_stack(void *stack) {
    stack_t off;
    memset(&off, 0, sizeof off);
    off.ss_flags = SS_DISABLE;
    sigaltstack(&off, NULL);
    free(stack);
}

static void make_key(void) {
    pthread_key_create(&stack_key, free_stack);
}

void sim_catch_signals(struct sim_launch *launch) {
    pthread_mutex_lock(&lock);
    install(SIGSEGV, &before_segv);
    install(SIGBUS, &before_bus);
    pthread_mutex_unlock(&lock);
    /* The exhausted stack may be that of a fiber. */
    stack_t now;
    if (!signal_stack && sigaltstack(NULL, &now) == 0 && (now.ss_flags & SS_DISABLE)) {
        stack_t ours;
        memset(&ours, 0, sizeof ours);
        ours.ss_size = 64 * 1024;
        ours.ss_sp = signal_stack = malloc(ours.ss_size);
        if (signal_stack) {
            pthread_once(&stack_once, make_key);
            pthread_setspecific(stack_key, signal_stack);
            sigaltstack(&ours, NULL);
        }
    }
    running = launch;
}

void sim_release_signals(void) {
    running = NULL;
}
