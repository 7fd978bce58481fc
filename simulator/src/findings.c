/* Findings: each is written immediately, because a program may end without warning, as a line of JSON in the file
 * that OFFCY_SIMULATOR_FINDINGS names. `offcy simulate` reads them. Without a file they go to standard error. The number
 * of occurrences of each finding follows at the end. */
#define _GNU_SOURCE
#include "driver.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct made {
    const char *kind;
    char kernel[200], file[200], what[100];
    unsigned line;
    uint64_t count, written;
} *made;
static size_t made_count, made_capacity;

void findings_text(FILE *out, const char *key, const char *text)
{
    if (text == NULL)
        return;
    fprintf(out, ",\"%s\":\"", key);
    for (; *text != '\0'; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

void findings_append(const char *text, size_t size)
{
    const char *path = getenv("OFFCY_SIMULATOR_FINDINGS");
    const int file = path != NULL ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (file < 0)
        return;
    if (write(file, text, size) < 0)
        perror("offcy simulate: findings");
    close(file);
}

void findings_event(const char *name)
{
    static const char *seen[8];
    char line[64];
    for (size_t k = 0; k < sizeof seen / sizeof *seen && seen[k] != name; k++)
        if (seen[k] == NULL) {
            seen[k] = name;
            findings_append(line, (size_t)snprintf(line, sizeof line, "{\"event\":\"%s\"}\n", name));
            return;
        }
}

static void write_finding(size_t number, const char *kind, struct sim_device *device, const struct sim_report *report,
                          const block *block, const note *note)
{
    static const char *const ACCESSES[] = {"read", "write", "update"};
    static const char *const KINDS[] = {"device", "managed", "pinned", "global", "heap"};
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    fprintf(out, "{\"id\":\"%d-%zu\",\"device\":%u", (int)getpid(), number, device->ordinal);
    findings_text(out, "check", kind);
    findings_text(out, "message", report->cause);
    if (report->error != 0)
        findings_text(out, "error", driver_error_name(report->error));
    findings_text(out, "kernel", report->kernel);
    findings_text(out, "file", report->site.file);
    if (report->site.file != NULL)
        fprintf(out, ",\"line\":%u,\"column\":%u", report->site.line, report->site.column);
    if (report->kernel != NULL)
        fprintf(out, ",\"block\":[%u,%u,%u],\"thread\":[%u,%u,%u]", report->block[0], report->block[1], report->block[2],
                report->thread[0], report->thread[1], report->thread[2]);
    if (report->has_address) {
        fprintf(out, ",\"address\":\"%#" PRIx64 "\",\"bytes\":%zu", report->address, report->size);
        findings_text(out, "access", ACCESSES[report->access]);
    }
    if (block != NULL) {
        fprintf(out, ",\"allocation\":{\"number\":%" PRIu64 ",\"bytes\":%zu,\"freed\":%s", block->number, block->bytes,
                block->freed ? "true" : "false");
        findings_text(out, "kind", KINDS[block->kind]);
        findings_text(out, "global", block->name);
        fputc('}', out);
    }
    if (note != NULL) {
        findings_text(out, "variable", note->variable);
        findings_text(out, "map", memory_map_word(note));
        fprintf(out, ",\"offset\":%" PRId64 ",\"mapped\":{\"bytes\":%zu,\"line\":%d",
                (int64_t)(report->address - note->address), note->bytes, note->line);
        findings_text(out, "file", note->file);
        findings_text(out, "function", note->function);
        fputc('}', out);
    }
    fputs("}\n", out);
    fclose(out);
    findings_append(text, size);
    free(text);
}

/* An earlier finding with the same kernel, line, and variable or block. */
static struct made *find(const char *kind, const struct sim_report *report, const char *what)
{
    const char *kernel = report->kernel != NULL ? report->kernel : "";
    const char *file = report->site.file != NULL ? report->site.file : "";
    const unsigned line = report->site.file != NULL ? report->site.line : 0;
    for (size_t k = 0; k < made_count; k++)
        if (strcmp(made[k].kind, kind) == 0 && made[k].line == line && strcmp(made[k].kernel, kernel) == 0 &&
            strcmp(made[k].file, file) == 0 && strcmp(made[k].what, what) == 0)
            return &made[k];
    if (made_count == made_capacity) {
        const size_t capacity = made_capacity * 2 + 16;
        struct made *more = realloc(made, capacity * sizeof *more);
        if (more == NULL)
            return NULL;
        made = more;
        made_capacity = capacity;
    }
    struct made *fresh = &made[made_count++];
    *fresh = (struct made){.kind = kind, .line = line};
    snprintf(fresh->kernel, sizeof fresh->kernel, "%s", kernel);
    snprintf(fresh->file, sizeof fresh->file, "%s", file);
    snprintf(fresh->what, sizeof fresh->what, "%s", what);
    return fresh;
}

void findings_add(const char *kind, struct sim_device *device, const struct sim_report *report)
{
    const block *block = report->has_address ? memory_block_near(device, report->address) : NULL;
    const note *note = memory_note(block, report->address);
    char what[100] = "";
    if (note != NULL)
        snprintf(what, sizeof what, "%s", note->variable);
    else if (block != NULL)
        snprintf(what, sizeof what, "#%" PRIu64, block->number);
    struct made *finding = find(kind, report, what);
    if (finding == NULL || finding->count++ > 0)
        return;
    finding->written = 1;
    write_finding((size_t)(finding - made), kind, device, report, block, note);
    if (getenv("OFFCY_SIMULATOR_FINDINGS") == NULL)
        fprintf(stderr, "offcy simulate: %s: %s%s%s\n", kind, report->kernel != NULL ? report->kernel : "",
                report->kernel != NULL ? " " : "", report->cause);
}

__attribute__((destructor)) static void write_counts(void)
{
    char line[96];
    for (size_t k = 0; k < made_count && !driver.forked; k++)
        if (made[k].count > made[k].written)
            findings_append(line, (size_t)snprintf(line, sizeof line, "{\"id\":\"%d-%zu\",\"count\":%" PRIu64 "}\n", (int)getpid(),
                                          k, made[k].count));
}
