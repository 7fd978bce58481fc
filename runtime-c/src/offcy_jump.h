/* Functions of the module that jump to others, under names that compilers call. Internal. */
#ifndef OFFCY_JUMP_H
#define OFFCY_JUMP_H

#include "offcy_base.h"

#if defined(OFFCY_OFFLOAD) && (defined(__x86_64__) || defined(__aarch64__))

#define OFFCY_HAS_JUMPS

#if defined(__x86_64__)
#define OFFCY_JUMP_CODE(NAME) "endbr64\n jmp *offcy_to_" #NAME "(%rip)\n"
#define OFFCY_LATE_CODE(NAME) "endbr64\n leaq offcy_to_" #NAME "(%rip), %rax\n jmp offcy_first_call\n"
/* All registers that hold arguments; none of the functions takes floating-point numbers. */
#define OFFCY_FIRST_CALL_CODE(PREPARE)                                                                                 \
    "pushq %rbp\n movq %rsp, %rbp\n pushq %rdi\n pushq %rsi\n pushq %rdx\n pushq %rcx\n pushq %r8\n pushq %r9\n"        \
    "pushq %rax\n subq $8, %rsp\n call " #PREPARE "\n addq $8, %rsp\n popq %rax\n popq %r9\n popq %r8\n popq %rcx\n"    \
    "popq %rdx\n popq %rsi\n popq %rdi\n popq %rbp\n jmp *(%rax)\n"
#else
#define OFFCY_JUMP_CODE(NAME)                                                                                          \
    "hint #34\n adrp x16, offcy_to_" #NAME "\n ldr x16, [x16, :lo12:offcy_to_" #NAME "]\n br x16\n"
#define OFFCY_LATE_CODE(NAME)                                                                                          \
    "hint #34\n adrp x16, offcy_to_" #NAME "\n add x16, x16, :lo12:offcy_to_" #NAME "\n b offcy_first_call\n"
#define OFFCY_FIRST_CALL_CODE(PREPARE)                                                                                 \
    "stp x29, x30, [sp, #-96]!\n mov x29, sp\n stp x0, x1, [sp, #16]\n stp x2, x3, [sp, #32]\n stp x4, x5, [sp, #48]\n"  \
    "stp x6, x7, [sp, #64]\n str x16, [sp, #80]\n bl " #PREPARE "\n ldr x16, [sp, #80]\n ldp x6, x7, [sp, #64]\n"        \
    "ldp x4, x5, [sp, #48]\n ldp x2, x3, [sp, #32]\n ldp x0, x1, [sp, #16]\n ldp x29, x30, [sp], #96\n"                 \
    "ldr x16, [x16]\n br x16\n"
#endif

#define OFFCY_ASSEMBLE(NAME, CODE)                                                                                     \
    __asm__(".pushsection .text\n .p2align 4\n .globl " #NAME "\n .hidden " #NAME "\n .type " #NAME ", %function\n"    \
            #NAME ":\n" CODE ".size " #NAME ", . - " #NAME "\n .popsection");

/* The function, only for this module, and where it jumps to: at first `TO`. */
#define OFFCY_JUMP(NAME, TO)                                                                                           \
    __attribute__((visibility("hidden"), used)) void *offcy_to_##NAME = (void *)TO;                                    \
    OFFCY_ASSEMBLE(NAME, OFFCY_JUMP_CODE(NAME))

/* The same, for functions that nobody knows before the first of them is called: `offcy_first_call` has `PREPARE` set all
 * that they jump to, and calls again. */
#define OFFCY_LATE_JUMP(NAME, WITHOUT)                                                                                 \
    extern void offcy_late_##NAME(void);                                                                               \
    OFFCY_JUMP(NAME, offcy_late_##NAME)                                                                                \
    OFFCY_ASSEMBLE(offcy_late_##NAME, OFFCY_LATE_CODE(NAME))

#define OFFCY_FIRST_CALL(PREPARE) OFFCY_ASSEMBLE(offcy_first_call, OFFCY_FIRST_CALL_CODE(PREPARE))

#endif
#endif
