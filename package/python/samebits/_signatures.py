"""The arguments of the functions of samebits.h that the module calls.

MPI handles are passed as numbers of a pointer's width, whatever the MPI library has.
"""

from ctypes import POINTER, c_char_p, c_int, c_size_t, c_uint64, c_void_p

_buffer, _object, _handle = c_void_p, c_void_p, c_size_t
_sizes, _starts, _buffers = POINTER(c_size_t), POINTER(c_uint64), POINTER(c_void_p)
_made = POINTER(c_void_p)

SIGNATURES = {
    "allreduce_array": [_buffer, c_size_t, _buffer, _handle, _handle, _handle],
    "reduce_array": [_buffer, c_size_t, _buffer, _handle, _handle, c_int, _handle],
    "allreduce_arrays": [c_int, _buffers, _sizes, _buffer, _handle, _handle, _handle],
    "plan_arrays": [c_int, _sizes, _handle, _handle, _handle, _made],
    "plan_regions": [c_int, _starts, _sizes, _handle, _handle, _handle, _made],
    "plan_allreduce": [_object, _buffers, _buffer],
    "plan_reduce": [_object, _buffers, _buffer, c_int],
    "plan_free": [_made],
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
