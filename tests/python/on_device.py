"""Arrays of CuPy and tensors of PyTorch, passed to mpi4py as they lie on the device: the bits are those of
the same reductions of NumPy's arrays. Run by scripts/on_device.sh as

    on_device.py cupy|torch...  with these libraries
    on_device.py trap           after a kernel that fails, which has to end the job with a message

and ends with status 77 where nothing of that is installed.
"""

import sys
import traceback

try:
    import numpy as np
    from mpi4py import MPI
except ImportError as error:
    print(error)
    sys.exit(77)

world = MPI.COMM_WORLD
rank, ranks = world.rank, world.size
failures = 0


def numbers(n, kind):
    """Sums of these depend on the order: their sizes differ by 2^40."""
    noise = np.random.default_rng(17 + rank)
    x = noise.standard_normal(n) * 2.0 ** noise.integers(-20, 20, n)
    if np.dtype(kind).kind == "c":
        x = x + 1j * noise.standard_normal(n)
    return x.astype(kind)


def same(what, got, want):
    global failures
    if got.tobytes() != want.tobytes():
        failures += 1
        wrong = np.flatnonzero(got != want)
        print(f"FAILED: rank {rank}: {what}: {len(wrong)} elements of {len(want)} differ, at {wrong[:3]}",
              file=sys.stderr, flush=True)


def step(name, work):
    """One of the things that are tried: named before it is begun, and the others follow it if it fails."""
    global failures
    if rank == 0:
        print(f"{name} ...", flush=True)
    try:
        work()
    except Exception:  # each library has its own
        failures += 1
        print(f"FAILED: rank {rank}: {name}:\n{traceback.format_exc()}", file=sys.stderr, flush=True)
    world.Barrier()


def check(name, to_device, to_host):
    """By functions that copy an array of NumPy to the device, and back."""
    before = failures
    for kind in (np.float32, np.float64, np.complex64, np.complex128):
        for n in (1, 1000, 200_001):
            x = numbers(n, kind)
            what = f"{name}, {n} of {np.dtype(kind).name}"
            want, got = np.empty_like(x), to_device(np.zeros_like(x))
            world.Allreduce(x, want)
            world.Allreduce(to_device(x), got)
            same(f"{what}, Allreduce", to_host(got), want)
            got = to_device(x)
            world.Iallreduce(MPI.IN_PLACE, got).Wait()
            same(f"{what}, Iallreduce in place", to_host(got), want)
            want, got = np.zeros_like(x), to_device(np.zeros_like(x))
            root = ranks - 1
            world.Reduce(x, want if rank == root else None, root=root)
            world.Reduce(to_device(x), got if rank == root else None, root=root)
            same(f"{what}, Reduce", to_host(got), want)
            world.Scan(x, want)
            world.Scan(to_device(x), got)
            same(f"{what}, Scan", to_host(got), want)
    if rank == 0:
        print(f"{name}: {'the bits of NumPy' if failures == before else 'other bits'}", flush=True)


def check_cupy():
    import cupy

    if rank == 0:
        print(f"CuPy {cupy.__version__}, CUDA {cupy.cuda.runtime.runtimeGetVersion()}", flush=True)

    def done(x):
        """CuPy copies in a stream. The host reads managed memory as it is, so that must have ended."""
        cupy.cuda.Device().synchronize()
        return x

    def with_allocator(name, allocator, to_device=cupy.asarray):
        def work():
            cupy.cuda.set_allocator(allocator())
            check(name, to_device, cupy.asnumpy)

        step(name, work)
        cupy.cuda.set_allocator(cupy.get_default_memory_pool().malloc)

    with_allocator("CuPy's pool", lambda: cupy.get_default_memory_pool().malloc)
    with_allocator("CuPy, no pool", lambda: None)
    with_allocator("CuPy, the driver's pool", lambda: cupy.cuda.malloc_async)
    with_allocator("CuPy, managed memory", lambda: cupy.cuda.malloc_managed, lambda x: done(cupy.asarray(x)))
    step("CuPy, after kernels", lambda: check_after_kernels(cupy))


def check_after_kernels(cupy):
    """Of a kernel that has not ended when the reduction begins, in the default stream."""
    x = cupy.ones(1 << 24)
    for _ in range(20):
        x = cupy.sqrt(x + 3.0)  # 2, then more
    got = cupy.empty(8)
    world.Allreduce(x[:8], got)
    host = cupy.asnumpy(x[:8])
    want = np.empty(8)
    world.Allreduce(host, want)
    same("CuPy, after kernels", cupy.asnumpy(got), want)


def check_torch():
    import torch

    if not torch.cuda.is_available():
        raise ImportError("PyTorch finds no device")

    def to_device(x):
        return torch.from_numpy(x).cuda()

    def to_host(x):
        return x.cpu().numpy()

    step("PyTorch", lambda: check("PyTorch", to_device, to_host))
    # Memory that is mapped piece by piece, and is of no context.
    torch.cuda.empty_cache()
    torch.cuda.memory._set_allocator_settings("expandable_segments:True")
    step("PyTorch, expandable segments", lambda: check("PyTorch, expandable segments", to_device, to_host))


def check_trap():
    """From a failed kernel on, the driver returns its error from everything."""
    import cupy

    x = cupy.ones(1000)
    address = MPI.buffer.fromaddress(x.data.ptr, x.nbytes)  # which CuPy would no longer tell
    cupy.RawKernel('extern "C" __global__ void fail() { __trap(); }', "fail")((1,), (1,), ())
    try:
        cupy.cuda.Device().synchronize()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        print(f"the kernel: {error}", flush=True)
    host = np.ones(1 << 20)
    world.Allreduce(MPI.IN_PLACE, host)
    if np.all(host == ranks):
        print("buffers of the host are summed", flush=True)
    world.Allreduce(MPI.IN_PLACE, [address, MPI.DOUBLE])
    print("FAILED: the error was not seen", flush=True)


checks = {"cupy": check_cupy, "torch": check_torch, "trap": check_trap}
checked = 0
for name in sys.argv[1:]:
    try:
        checks[name]()
        checked += 1
    except ImportError as error:
        if rank == 0:
            print(f"{name} is not tried: {error}", flush=True)
failures = world.allreduce(failures)
sys.exit(1 if failures else 0 if checked else 77)
