//! The exported reductions, one row each: whether it is covered, who gets what, when it completes,
//! its names in C, in C with large counts and in Fortran, and its arguments. The exported symbols
//! and, for checks and documentation, [`ROWS`] come from them; [`covered`](super::covered) and
//! [`uncovered`](super::uncovered) serve the calls. MPI has no neighbourhood reductions.

use super::function::{Coverage, Function, Role, Row, Signature};
use super::row::{delivery, reductions, role, type_of};
use super::{arguments::Language, covered, forward::Forward, uncovered};
use crate::mpi::abi::family::Handle;
use crate::reduction::call::{Completion, Delivery, Form};
use crate::runtime::guard::guarded;
use crate::trace::caller::Mark;
use libc::{c_int, c_void};
use std::any::type_name;

reductions! {
    Covered All Blocking MPI_Allreduce MPI_Allreduce_c
        / mpi_allreduce_ mpi_allreduce__ MPI_ALLREDUCE mpi_allreduce_f08_:
        (sendbuf recvbuf count datatype op comm);
    Covered Root Blocking MPI_Reduce MPI_Reduce_c
        / mpi_reduce_ mpi_reduce__ MPI_REDUCE mpi_reduce_f08_:
        (sendbuf recvbuf count datatype op root comm);
    Covered Blocks Blocking MPI_Reduce_scatter MPI_Reduce_scatter_c
        / mpi_reduce_scatter_ mpi_reduce_scatter__ MPI_REDUCE_SCATTER mpi_reduce_scatter_f08_:
        (sendbuf recvbuf recvcounts datatype op comm);
    Covered Blocks Blocking MPI_Reduce_scatter_block MPI_Reduce_scatter_block_c
        / mpi_reduce_scatter_block_ mpi_reduce_scatter_block__ MPI_REDUCE_SCATTER_BLOCK
          mpi_reduce_scatter_block_f08_:
        (sendbuf recvbuf recvcount datatype op comm);
    Covered InclusivePrefix Blocking MPI_Scan MPI_Scan_c
        / mpi_scan_ mpi_scan__ MPI_SCAN mpi_scan_f08_:
        (sendbuf recvbuf count datatype op comm);
    Covered ExclusivePrefix Blocking MPI_Exscan MPI_Exscan_c
        / mpi_exscan_ mpi_exscan__ MPI_EXSCAN mpi_exscan_f08_:
        (sendbuf recvbuf count datatype op comm);
    Covered Local Blocking MPI_Reduce_local MPI_Reduce_local_c
        / mpi_reduce_local_ mpi_reduce_local__ MPI_REDUCE_LOCAL mpi_reduce_local_f08_:
        (inbuf inoutbuf count datatype op);

    Covered All Nonblocking MPI_Iallreduce MPI_Iallreduce_c
        / mpi_iallreduce_ mpi_iallreduce__ MPI_IALLREDUCE mpi_iallreduce_f08_:
        (sendbuf recvbuf count datatype op comm request);
    Covered Root Nonblocking MPI_Ireduce MPI_Ireduce_c
        / mpi_ireduce_ mpi_ireduce__ MPI_IREDUCE mpi_ireduce_f08_:
        (sendbuf recvbuf count datatype op root comm request);
    Covered Blocks Nonblocking MPI_Ireduce_scatter MPI_Ireduce_scatter_c
        / mpi_ireduce_scatter_ mpi_ireduce_scatter__ MPI_IREDUCE_SCATTER
          mpi_ireduce_scatter_f08_:
        (sendbuf recvbuf recvcounts datatype op comm request);
    Covered Blocks Nonblocking MPI_Ireduce_scatter_block MPI_Ireduce_scatter_block_c
        / mpi_ireduce_scatter_block_ mpi_ireduce_scatter_block__ MPI_IREDUCE_SCATTER_BLOCK
          mpi_ireduce_scatter_block_f08_:
        (sendbuf recvbuf recvcount datatype op comm request);
    Covered InclusivePrefix Nonblocking MPI_Iscan MPI_Iscan_c
        / mpi_iscan_ mpi_iscan__ MPI_ISCAN mpi_iscan_f08_:
        (sendbuf recvbuf count datatype op comm request);
    Covered ExclusivePrefix Nonblocking MPI_Iexscan MPI_Iexscan_c
        / mpi_iexscan_ mpi_iexscan__ MPI_IEXSCAN mpi_iexscan_f08_:
        (sendbuf recvbuf count datatype op comm request);

    Covered All Persistent MPI_Allreduce_init MPI_Allreduce_init_c
        / mpi_allreduce_init_ mpi_allreduce_init__ MPI_ALLREDUCE_INIT mpi_allreduce_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);
    Covered Root Persistent MPI_Reduce_init MPI_Reduce_init_c
        / mpi_reduce_init_ mpi_reduce_init__ MPI_REDUCE_INIT mpi_reduce_init_f08_:
        (sendbuf recvbuf count datatype op root comm info request);
    Covered Blocks Persistent MPI_Reduce_scatter_init MPI_Reduce_scatter_init_c
        / mpi_reduce_scatter_init_ mpi_reduce_scatter_init__ MPI_REDUCE_SCATTER_INIT
          mpi_reduce_scatter_init_f08_:
        (sendbuf recvbuf recvcounts datatype op comm info request);
    Covered Blocks Persistent MPI_Reduce_scatter_block_init MPI_Reduce_scatter_block_init_c
        / mpi_reduce_scatter_block_init_ mpi_reduce_scatter_block_init__
          MPI_REDUCE_SCATTER_BLOCK_INIT mpi_reduce_scatter_block_init_f08_:
        (sendbuf recvbuf recvcount datatype op comm info request);
    Covered InclusivePrefix Persistent MPI_Scan_init MPI_Scan_init_c
        / mpi_scan_init_ mpi_scan_init__ MPI_SCAN_INIT mpi_scan_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);
    Covered ExclusivePrefix Persistent MPI_Exscan_init MPI_Exscan_init_c
        / mpi_exscan_init_ mpi_exscan_init__ MPI_EXSCAN_INIT mpi_exscan_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);

    // Open MPI 4 has the persistent ones by these names.
    Covered All Persistent MPIX_Allreduce_init
        / mpix_allreduce_init_ mpix_allreduce_init__ MPIX_ALLREDUCE_INIT
          mpix_allreduce_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);
    Covered Root Persistent MPIX_Reduce_init
        / mpix_reduce_init_ mpix_reduce_init__ MPIX_REDUCE_INIT
          mpix_reduce_init_f08_:
        (sendbuf recvbuf count datatype op root comm info request);
    Covered Blocks Persistent MPIX_Reduce_scatter_init
        / mpix_reduce_scatter_init_ mpix_reduce_scatter_init__ MPIX_REDUCE_SCATTER_INIT
          mpix_reduce_scatter_init_f08_:
        (sendbuf recvbuf recvcounts datatype op comm info request);
    Covered Blocks Persistent MPIX_Reduce_scatter_block_init
        / mpix_reduce_scatter_block_init_ mpix_reduce_scatter_block_init__
          MPIX_REDUCE_SCATTER_BLOCK_INIT mpix_reduce_scatter_block_init_f08_:
        (sendbuf recvbuf recvcount datatype op comm info request);
    Covered InclusivePrefix Persistent MPIX_Scan_init
        / mpix_scan_init_ mpix_scan_init__ MPIX_SCAN_INIT
          mpix_scan_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);
    Covered ExclusivePrefix Persistent MPIX_Exscan_init
        / mpix_exscan_init_ mpix_exscan_init__ MPIX_EXSCAN_INIT
          mpix_exscan_init_f08_:
        (sendbuf recvbuf count datatype op comm info request);

    Uncovered Window Blocking MPI_Accumulate MPI_Accumulate_c
        / mpi_accumulate_ mpi_accumulate__ MPI_ACCUMULATE mpi_accumulate_f08_:
        (origin origin_count origin_datatype target_rank target_disp target_count
         target_datatype op win);
    Uncovered Window Blocking MPI_Raccumulate MPI_Raccumulate_c
        / mpi_raccumulate_ mpi_raccumulate__ MPI_RACCUMULATE mpi_raccumulate_f08_:
        (origin origin_count origin_datatype target_rank target_disp target_count
         target_datatype op win request);
    Uncovered Window Blocking MPI_Get_accumulate MPI_Get_accumulate_c
        / mpi_get_accumulate_ mpi_get_accumulate__ MPI_GET_ACCUMULATE mpi_get_accumulate_f08_:
        (origin origin_count origin_datatype result result_count result_datatype target_rank
         target_disp target_count target_datatype op win);
    Uncovered Window Blocking MPI_Rget_accumulate MPI_Rget_accumulate_c
        / mpi_rget_accumulate_ mpi_rget_accumulate__ MPI_RGET_ACCUMULATE
          mpi_rget_accumulate_f08_:
        (origin origin_count origin_datatype result result_count result_datatype target_rank
         target_disp target_count target_datatype op win request);
    Uncovered Window Blocking MPI_Fetch_and_op
        / mpi_fetch_and_op_ mpi_fetch_and_op__ MPI_FETCH_AND_OP mpi_fetch_and_op_f08_:
        (origin result datatype target_rank target_disp op win);
}
