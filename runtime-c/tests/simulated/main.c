/* Runs the tests that want simulated devices: main [RUNS [FIRST]], of the model tests. */
#include "../check.h"

#include <stdlib.h>

int checks_made, checks_failed;

void test_memory(void);
void test_staging(void);
void test_model(int first, int runs);
void test_resident(int first, int runs);

int main(int count, char **arguments)
{
    if (getenv("OFFCY_STAGING") == NULL)
        test_staging(); /* first: nothing was moved yet */
    test_coherence();
    test_threads();
    test_memory();
    const int runs = count > 1 ? atoi(arguments[1]) : 2000, first = count > 2 ? atoi(arguments[2]) : 1;
    test_resident(first, runs / 10 + 1);
    test_model(first, runs);
    printf("%d checks, %d failed\n", checks_made, checks_failed);
    return checks_failed > 0 || checks_made == 0;
}
