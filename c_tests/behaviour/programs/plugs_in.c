/* A program that gets samebits late, by a plug-in that is linked with it.
 *
 *   plugs_in PLUGIN local|global before|after [unused]
 *
 * local, global: for whom the plug-in's functions are
 * before, after: loaded before MPI_Init or behind it
 * unused: only loaded */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static double (*sum_of)(const double *, size_t);

static int load(char **argv)
{
    void *plugin = dlopen(argv[1], RTLD_NOW | (strcmp(argv[2], "global") ? RTLD_LOCAL : RTLD_GLOBAL));
    if (plugin == NULL) {
        printf("%s\n", dlerror());
        return 0;
    }
    *(void **)&sum_of = dlsym(plugin, "sum_of");
    return sum_of != NULL;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 1024);
    if (argc < 4 || (strcmp(argv[3], "before") == 0 && !load(argv)))
        return 2;
    MPI_Init(&argc, &argv);
    if (strcmp(argv[3], "after") == 0 && !load(argv))
        MPI_Abort(MPI_COMM_WORLD, 2);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc == 4) {
        double mine = rank + 1;
        printf("rank %d has the sum %g\n", rank, sum_of(&mine, 1));
    }
    MPI_Finalize();
    return 0;
}
