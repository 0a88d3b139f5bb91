# As performance-allreduce.gp.
call = "MPI_Iallreduce and MPI_Wait"
load "docs/performance-allreduce.gp"
