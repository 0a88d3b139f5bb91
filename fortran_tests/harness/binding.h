/* The three Fortran bindings behind one text. A test is compiled three times,
   with BINDING_MPIFH, BINDING_MODULE or BINDING_F08; its calls are the same in
   all of them, only handles are declared otherwise. */
#if defined(BINDING_MPIFH)
#define USE_MPI
#define INCLUDE_MPI include 'mpif.h'
#define HANDLE_OF(kind) integer
#elif defined(BINDING_MODULE)
#define USE_MPI use mpi
#define INCLUDE_MPI
#define HANDLE_OF(kind) integer
#elif defined(BINDING_F08)
#define USE_MPI use mpi_f08
#define INCLUDE_MPI
#define HANDLE_OF(kind) type(kind)
#else
#error "one of BINDING_MPIFH, BINDING_MODULE, BINDING_F08 has to be defined"
#endif

/* Persistent reductions: as MPI 4 has them, or by the names of Open MPI 4. */
#if defined(PERSISTENT_MPIX)
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Reduce_init MPIX_Reduce_init
#define MPI_Reduce_scatter_init MPIX_Reduce_scatter_init
#define MPI_Reduce_scatter_block_init MPIX_Reduce_scatter_block_init
#define MPI_Scan_init MPIX_Scan_init
#define MPI_Exscan_init MPIX_Exscan_init
#endif
#if defined(PERSISTENT_MPIX) && defined(BINDING_F08)
#define USE_PERSISTENT use mpi_f08_ext
#else
#define USE_PERSISTENT
#endif

/* Statuses, and what they say of a message. */
#if defined(BINDING_F08)
#define STATUS(name) type(MPI_Status)::name
#define STATUSES(name, n) type(MPI_Status)::name(n)
#define SOURCE_OF(name, i) name(i) % MPI_SOURCE
#define TAG_OF(name, i) name(i) % MPI_TAG
#define TAG_OF_ONE(name) name % MPI_TAG
#else
#define STATUS(name) integer ::name(MPI_STATUS_SIZE)
#define STATUSES(name, n) integer ::name(MPI_STATUS_SIZE, n)
#define SOURCE_OF(name, i) name(MPI_SOURCE, i)
#define TAG_OF(name, i) name(MPI_TAG, i)
#define TAG_OF_ONE(name) name(MPI_TAG)
#endif

/* Where a check stands; a failing one names it. */
#define HERE __FILE__, __LINE__
