# As performance-allreduce.gp.
call = "MPI_Start and MPI_Wait of an MPI_Allreduce_init"
load "docs/performance-allreduce.gp"
