/* A rank sits in calls that read and write files. */
#include "driver.h"
#include "sitting.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { NUMBERS = 1024, NAME = 100 };
static char name[NAME];
static MPI_File file;
static int numbers[NUMBERS];

static MPI_File open_file(const char *suffix, MPI_Comm comm)
{
    char path[NAME + 10];
    MPI_File opened;
    snprintf(path, sizeof path, "%s%s", name, suffix);
    int code = MPI_File_open(comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                             MPI_INFO_NULL, &opened);
    CHECK(code == MPI_SUCCESS, "%s cannot be opened", path);
    return opened;
}

static MPI_Offset own_place(const struct scene *s) { return s->rank * (MPI_Offset)sizeof numbers; }

static void open_another(const struct scene *s)
{
    MPI_File another = open_file(".another", s->comm);
    MPI_File_close(&another);
}

static void write_all(const struct scene *s)
{
    MPI_File_set_view(file, own_place(s), MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_all(file, numbers, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
}

static void write_at_all(const struct scene *s)
{
    MPI_File_write_at_all(file, own_place(s), numbers, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
}

static void read_at_all(const struct scene *s)
{
    MPI_File_read_at_all(file, own_place(s), numbers, NUMBERS, MPI_INT, MPI_STATUS_IGNORE);
}

static void write_ordered(const struct scene *s)
{
    (void)s;
    MPI_File_write_ordered(file, numbers, 10, MPI_INT, MPI_STATUS_IGNORE);
}

static void synchronise(const struct scene *s)
{
    (void)s;
    MPI_File_sync(file);
}

static const struct place places[] = {
    {"MPI_File_open", .together = open_another},           {"MPI_File_write_all", .together = write_all},
    {"MPI_File_write_at_all", .together = write_at_all},   {"MPI_File_read_at_all", .together = read_at_all},
    {"MPI_File_write_ordered", .together = write_ordered}, {"MPI_File_sync", .together = synchronise},
};

int main(int argc, char **argv)
{
    struct scene scene = open_scene(&argc, &argv);
    snprintf(name, sizeof name, "sitting.%ld.data", (long)getpid());
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, scene.comm);
    file = open_file("", scene.comm);
    sit_in_each(&scene, places, NUMBER_OF(places));
    MPI_File_close(&file);
    return close_scene(&scene);
}
