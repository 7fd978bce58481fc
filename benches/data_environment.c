/* The loops of data_environment.pyx with the maps as an expert writes them in C. */

void resident(double *x, double *y, long n, int repeats)
{
#pragma omp target data map(tofrom: x[0:n], y[0:n])
    for (int r = 0; r < repeats; r++) {
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])
        for (int i = 0; i < 8; i++)
            y[i] = x[i];
    }
}

void mapped(double *x, double *y, long n, int repeats)
{
    for (int r = 0; r < repeats; r++) {
#pragma omp target teams distribute parallel for map(to: x[0:n]) map(from: y[0:n])
        for (long i = 0; i < n; i++)
            y[i] = x[i];
    }
}
