/* A program without MPI that opens a plug-in with it, so that its calls come to nobody before the MPI
 * library.
 *
 *   opens_plugin PLUGIN deep|namespace [close] */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    void *plugin = strcmp(argv[2], "namespace") == 0 ? dlmopen(LM_ID_NEWLM, argv[1], RTLD_NOW)
                                                     : dlopen(argv[1], RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    int (*run)(int, char **) = plugin ? (int (*)(int, char **))dlsym(plugin, "run") : NULL;
    if (run == NULL) {
        printf("%s\n", dlerror());
        return 2;
    }
    int code = run(1, argv);
    if (argc > 3)
        dlclose(plugin);
    return code;
}
