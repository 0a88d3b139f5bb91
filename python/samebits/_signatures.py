"""The arguments of the functions of samebits.h that the module calls.

MPI handles are passed as numbers of a pointer's width, whatever the MPI library has.
"""

from __future__ import annotations

import typing
from ctypes import POINTER, c_char_p, c_int, c_size_t, c_ssize_t, c_uint64, c_void_p

_buffer, _object, _handle = c_void_p, c_void_p, c_size_t
_sizes, _starts, _buffers = POINTER(c_size_t), POINTER(c_uint64), POINTER(c_void_p)
_made = POINTER(c_void_p)
_vector = [c_size_t, _buffer, _handle, _handle]  # length, result, type, communicator

# Of sums over vectors, which block or do not.
_SUMS: dict[str, list[typing.Any]] = {
    "dot": [_buffer, _buffer, *_vector],
    "conjugated_dot": [_buffer, _buffer, *_vector],
    "norm2": [_buffer, *_vector],
    "dots": [c_int, _buffer, _buffers, *_vector],
    "conjugated_dots": [c_int, _buffer, _buffers, *_vector],
    "sum_abs": [_buffer, _buffer, *_vector],
    "weighted_sum": [_buffer, _buffer, _handle, _buffer, *_vector],
    "weighted_squares": [_buffer, _buffer, _buffer, *_vector],
    "weighted_dot": [_buffer, _buffer, _buffer, _buffer, *_vector],
    "weighted_conjugated_dot": [_buffer, _buffer, _buffer, _buffer, *_vector],
    "mean": [_buffer, _buffer, *_vector],
    "variance": [_buffer, _buffer, c_size_t, c_int, _buffer, _handle, _handle],
}

SIGNATURES = {
    **{f"allreduce_{name}": arguments for name, arguments in _SUMS.items()},
    **{f"iallreduce_{name}": [*arguments, _object] for name, arguments in _SUMS.items()},
    "b_refuse": [_handle, c_char_p, c_int, c_char_p],
    "allreduce_array": [_buffer, c_size_t, _buffer, _handle, _handle, _handle],
    "reduce_array": [_buffer, c_size_t, _buffer, _handle, _handle, c_int, _handle],
    "allreduce_arrays": [c_int, _buffers, _sizes, _buffer, _handle, _handle, _handle],
    "sum": [_buffer, c_size_t, _buffer, _handle],
    "dot": [_buffer, _buffer, c_size_t, _buffer, _handle],
    "conjugated_dot": [_buffer, _buffer, c_size_t, _buffer, _handle],
    "allreduce_pieces": [_buffer, c_int, _starts, _sizes, _buffer, _handle, _handle, _handle],
    "plan_pieces": [c_int, _starts, _sizes, _handle, _handle, _handle, _made],
    "plan_allreduce_counts": [_object, _buffers, _sizes, _buffer],
    "plan_arrays": [c_int, _sizes, _handle, _handle, _handle, _made],
    "plan_regions": [c_int, _starts, _sizes, _handle, _handle, _handle, _made],
    "plan_allreduce": [_object, _buffers, _buffer],
    "plan_reduce": [_object, _buffers, _buffer, c_int],
    "plan_free": [_made],
    "sums_create": [c_int, _handle, _made],
    "sums_free": [_made],
    "sums_clear": [_object],
    "sums_add_array": [_object, c_int, _buffer, c_size_t],
    "sums_add_strided": [_object, c_int, _buffer, c_ssize_t, c_size_t],
    "sums_add_indexed": [_object, c_int, _buffer, _buffer, c_size_t],
    "sums_add_products": [_object, c_int, _buffer, _buffer, c_size_t],
    "sums_add_conjugated_products": [_object, c_int, _buffer, _buffer, c_size_t],
    "sums_add_weighted": [_object, c_int, _buffer, _buffer, _handle, c_size_t],
    "sums_merge": [_object, _object],
    "sums_value": [_object, c_int, _buffer],
    "sums_allreduce": [_object, _buffer, _handle],
    "sums_iallreduce": [_object, _buffer, _handle, _object],
    "accumulator_create": [c_char_p, c_uint64, _handle, _made],
    "accumulator_free": [_made],
    "accumulator_add": [_object, _buffer],
    "accumulator_add_array": [_object, _buffer, c_size_t],
    "accumulator_add_products": [_object, _buffer, _buffer, c_size_t],
    "accumulator_add_conjugated_products": [_object, _buffer, _buffer, c_size_t],
    "accumulator_merge": [_object, _object],
    "accumulator_allreduce": [_object, _handle],
    "accumulator_reduce": [_object, c_int, _handle],
    "accumulator_value": [_object, _buffer],
    "accumulator_clear": [_object],
    "accumulator_size": [_object, _sizes],
    "accumulator_write": [_object, _buffer, c_size_t],
    "accumulator_read": [_object, _buffer, c_size_t],
}

# Those that return no error code: they have no errors.
WITHOUT_CODE = {
    f"csr{wide}_multiply_{element}": [c_size_t, _buffer, _buffer, _buffer, _buffer, _buffer]
    for wide in ("", "64")
    for element in ("float", "double", "float_complex", "double_complex")
}
