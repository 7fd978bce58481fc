/* The settings OFFCY_SIMULATOR_* in the environment. `offcy simulate` sets them, after checking; errors in settings made
 * by hand are reported. */
#include "driver.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool refuse(const char *name, const char *value, const char *expected)
{
    fprintf(stderr, "offcy simulate: %s=%s: expected %s\n", name, value, expected);
    return false;
}

/* The variable as a number from `least` to `most`; `*number` is unchanged if it is not set. */
static bool read_number(const char *name, uint64_t least, uint64_t most, const char *expected, uint64_t *number)
{
    const char *value = getenv(name);
    if (value == NULL)
        return true;
    char *end;
    const uint64_t read = strtoull(value, &end, 10);
    if (!isdigit((unsigned char)value[0]) || *end != '\0' || read < least || read > most)
        return refuse(name, value, expected);
    *number = read;
    return true;
}

static bool read_arch(struct settings *settings)
{
    const char *value = getenv("OFFCY_SIMULATOR_ARCH");
    if (value == NULL)
        return true;
    static const char *const KNOWN[] = {"sm_75", "sm_80", "sm_86", "sm_89", "sm_90", "sm_100", "sm_120"};
    for (size_t k = 0; k < sizeof KNOWN / sizeof *KNOWN; k++)
        if (strcmp(value, KNOWN[k]) == 0) {
            const int number = atoi(value + 3);
            settings->major = number / 10;
            settings->minor = number % 10;
            return true;
        }
    return refuse("OFFCY_SIMULATOR_ARCH", value, "sm_75, sm_80, sm_86, sm_89, sm_90, sm_100 or sm_120");
}

static bool read_checks(struct settings *settings)
{
    static const struct { const char *name; unsigned check; } known[] = {
        {"memory", SIM_CHECK_MEMORY}, {"init", SIM_CHECK_INIT}, {"race", SIM_CHECK_RACE}, {"sync", SIM_CHECK_SYNC}};
    const char *value = getenv("OFFCY_SIMULATOR_CHECK");
    if (value == NULL)
        return true;
    settings->checks = 0;
    for (const char *word = value; *word != '\0';) {
        const size_t length = strcspn(word, ",");
        bool found = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            if (strlen(known[k].name) == length && strncmp(known[k].name, word, length) == 0) {
                settings->checks |= known[k].check;
                found = true;
            }
        if (!found)
            return refuse("OFFCY_SIMULATOR_CHECK", value, "some of memory,init,race,sync");
        word += length + (word[length] == ',');
    }
    return true;
}

bool driver_settings(struct settings *settings)
{
    *settings = (struct settings){.device_count = 1, .memory = (size_t)16 << 30, .major = 9, .minor = 0,
                                  .checks = SIM_CHECK_MEMORY};
    uint64_t devices = 1, memory = settings->memory, seed = 0, timeout = 0;
    const bool good =
        read_number("OFFCY_SIMULATOR_DEVICES", 0, MOST_DEVICES, "a number from 0 to 16", &devices) &&
        read_number("OFFCY_SIMULATOR_MEMORY", 1 << 20, UINT64_C(1) << 40, "bytes, from a MiB to a TiB", &memory) &&
        read_number("OFFCY_SIMULATOR_SEED", 0, UINT64_MAX, "a number", &seed) &&
        read_number("OFFCY_SIMULATOR_TIMEOUT", 0, 1000000, "seconds", &timeout) && read_arch(settings) &&
        read_checks(settings);
    settings->device_count = (int)devices;
    settings->memory = (size_t)memory;
    settings->seed = seed;
    settings->timeout = (double)timeout;
    settings->counts = getenv("OFFCY_SIMULATOR_COUNTS") != NULL;
    settings->trace = getenv("OFFCY_SIMULATOR_TRACE") != NULL;
    return good;
}

/* OFFCY_SIMULATOR_FAIL: `cuMemAlloc:3:2,...`, the call, which use of it, the code. */
int driver_planned_failure(const char *call, uint64_t count)
{
    const char *plan = getenv("OFFCY_SIMULATOR_FAIL");
    const size_t length = strlen(call);
    while (plan != NULL && *plan != '\0') {
        unsigned long long use;
        int code;
        if (strncmp(plan, call, length) == 0 && plan[length] == ':' &&
            sscanf(plan + length, ":%llu:%d", &use, &code) == 2 && use == count)
            return code;
        const char *comma = strchr(plan, ',');
        plan = comma != NULL ? comma + 1 : NULL;
    }
    return 0;
}
