/* Functions of the module that jump to others, under names that compilers call. Internal. */
#ifndef OFFCY_JUMP_H
#define OFFCY_JUMP_H

#include "offcy_base.h"

#if defined(OFFCY_OFFLOAD) && (defined(__x86_64__) || defined(__aarch64__))

#define OFFCY_HAS_JUMPS

#if defined(__x86_64__)
#define OFFCY_JUMP_CODE(NAME) "endbr64\n jmp *offcy_to_" #NAME "(%rip)\n"
#else
#define OFFCY_JUMP_CODE(NAME)                                                                                          \
    "hint #34\n adrp x16, offcy_to_" #NAME "\n ldr x16, [x16, :lo12:offcy_to_" #NAME "]\n br x16\n"
#endif

/* The function, only for this module, and where it jumps to: at first `TO`. */
#define OFFCY_JUMP(NAME, TO)                                                                                           \
    __attribute__((visibility("hidden"), used)) void *offcy_to_##NAME = (void *)TO;                                    \
    __asm__(".pushsection .text\n .p2align 4\n .globl " #NAME "\n .hidden " #NAME "\n .type " #NAME ", %function\n"    \
            #NAME ":\n" OFFCY_JUMP_CODE(NAME) ".size " #NAME ", . - " #NAME "\n .popsection");

#endif
#endif
