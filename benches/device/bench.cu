// Exact sums and dots of numbers that lie on a device: bits, compared with an oracle's, and times, beside
// what reads the same bytes, copies them, or sums them otherwise (CUB, cuBLAS).
//
//     bench check            bits only, short vectors of hostile values: for compute-sanitizer
//     bench profile          the first kernel of each kind once, of 10^8 numbers: for ncu
//     bench measure FILE     bits and times of all variants, as CSV to FILE, and a table
#include "oracle.hpp"
#include "superaccumulator.cuh" // for its place in memory
#include "variants.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <map>
#include <string>
#include <thread>

static void must(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
        exit(2);
    }
}
#define MUST(call) must(call, #call)

// What vectors hold.
enum Kind { UNIFORM, SIGNS, RANGE, WIDE, CANCELLING, OUTLIERS, MINUS_ZEROS, SPECIALS, SUBNORMALS, LARGE, SPARSE, KINDS };
static const char *const kinds[] = {"uniform",  "2^±3",     "2^±20",      "all exponents", "cancelling", "outliers",
                                    "minus zeros", "specials", "subnormals", "overflow between", "sparse"};

__host__ __device__ inline unsigned long long scramble(unsigned long long z)
{
    z += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

// A number from its random bits, its exponent from `from` on, one of `count`.
template <class T> struct Made;
template <> struct Made<double> {
    enum { MOST = 1023, FIELDS = 2046 };
    __host__ __device__ static double of(unsigned long long bits)
    {
        double x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    __host__ __device__ static double of(unsigned long long random, int field)
    {
        return of((random & 0x800fffffffffffffull) | (unsigned long long)field << 52);
    }
    __host__ __device__ static double special(int which)
    {
        return of(which == 0 ? 0x7ff0000000000000ull : which == 1 ? 0xfff0000000000000ull : 0x7ff8000000000001ull);
    }
};
template <> struct Made<float> {
    enum { MOST = 127, FIELDS = 254 };
    __host__ __device__ static float of(unsigned bits)
    {
        float x;
        memcpy(&x, &bits, sizeof x);
        return x;
    }
    __host__ __device__ static float of(unsigned long long random, int field)
    {
        return of((unsigned)(random >> 32 & 0x807fffffu) | (unsigned)field << 23);
    }
    __host__ __device__ static float special(int which)
    {
        return of(which == 0 ? 0x7f800000u : which == 1 ? 0xff800000u : 0x7fc00001u);
    }
};

template <class T> __host__ __device__ inline T number(int kind, unsigned long long seed, long long i)
{
    typedef Made<T> M;
    unsigned long long random = scramble(seed * 0x100000001b3ull + (unsigned long long)i), more = random >> 3 & 0xfff;
    const int one = M::MOST;
    switch (kind) {
    case UNIFORM: return sizeof(T) == 8 ? (T)((double)(random >> 11) * 0x1p-53) : (T)((float)(random >> 40) * 0x1p-24f);
    case SIGNS: return M::of(random, one - 3 + (int)(more % 7));
    case RANGE: return M::of(random, one - 20 + (int)(more % 41));
    case WIDE: return M::of(random, (int)(more % (M::FIELDS - 40)));
    case CANCELLING: {
        T x = M::of(scramble(seed + (unsigned long long)(i | 1)), one - 30 + (int)(scramble(i | 1) % 61));
        return i == 12 ? M::of(random, 1) : i & 1 ? x : -x;
    }
    case OUTLIERS: return M::of(random, more % 4096 == 7 ? one + 60 : one - 3 + (int)(more % 7));
    case MINUS_ZEROS: return T(-0.0);
    case SPECIALS: return i == 777 ? M::special((int)(seed % 3)) : M::of(random, one);
    case SUBNORMALS: return M::of(random, (int)(more % 3));
    case LARGE: {
        T x = M::of(scramble(seed + (unsigned long long)(i | 1)), M::FIELDS - (int)(scramble(i | 1) % 2));
        return i & 1 ? x : -x;
    }
    default: return more % 4 ? T(0) : M::of(random, one);
    }
}

template <class T> __global__ void fill(T *x, long long n, int kind, unsigned long long seed)
{
    for (long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x; i < n; i += (long long)gridDim.x * blockDim.x)
        x[i] = number<T>(kind, seed, i);
}

template <int LOADS> __global__ void __launch_bounds__(256) read_only(const uint4 *x, const uint4 *y, long long n, unsigned *result)
{
    unsigned all = 0;
    long long from = n * blockIdx.x / gridDim.x + threadIdx.x, to = n * (blockIdx.x + 1) / gridDim.x;
    for (long long i = from; i < to; i += LOADS * 256) {
        uint4 loads[LOADS], others[LOADS] = {};
#pragma unroll
        for (int k = 0; k < LOADS; k++) {
            loads[k] = i + k * 256 < to ? x[i + k * 256] : uint4();
            if (y)
                others[k] = i + k * 256 < to ? y[i + k * 256] : uint4();
        }
#pragma unroll
        for (int k = 0; k < LOADS; k++) {
            all ^= loads[k].x ^ loads[k].y ^ loads[k].z ^ loads[k].w;
            all ^= others[k].x ^ others[k].y ^ others[k].z ^ others[k].w;
        }
    }
    if (all == 0x12345678)
        *result = all;
}

static char *xs, *ys;      // the device's vectors
static void *global, *result, *memory;
static size_t room, memory_bytes = 64 << 20; // bytes of a vector, and of CUB's memory
static int processors, wrong, checks;
static FILE *csv;
static std::map<std::string, double> best; // microseconds, by what is measured

template <class T> uint64_t exact(bool products, int kind, long long n, long long from, int kind_of_y = -1)
{
    int workers = (int)std::max(1u, std::min(16u, std::thread::hardware_concurrency()));
    std::vector<Oracle> parts(workers);
    std::vector<std::thread> threads;
    for (int w = 0; w < workers; w++)
        threads.emplace_back([=, &parts] {
            for (long long i = n * w / workers; i < n * (w + 1) / workers; i++) {
                T x = number<T>(kind, 1, from + i);
                T y = products ? number<T>(kind_of_y < 0 ? kind : kind_of_y, 2, from + i) : T(1);
                parts[w].add_product(x, y);
            }
        });
    for (std::thread &thread : threads)
        thread.join();
    for (int w = 1; w < workers; w++)
        parts[0].merge(parts[w]);
    return parts[0].rounded<T>();
}

template <class T> void fill_both(int kind, long long n, int kind_of_y = -1)
{
    fill<T><<<8 * processors, 256>>>((T *)xs, n, kind, 1);
    fill<T><<<8 * processors, 256>>>((T *)ys, n, kind_of_y < 0 ? kind : kind_of_y, 2);
    MUST(cudaDeviceSynchronize());
}

static int grid_of(const Variant &variant, long long n, int blocks = 0)
{
    static std::map<const void *, int> resident;
    int &each = resident[variant.kernel];
    if (each == 0)
        MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, variant.kernel, variant.threads, 0));
    long long batches = n / (variant.loads * (long long)variant.threads) + 1;
    long long most = blocks > 0 ? blocks : each * processors;
    return (int)std::min({batches, most, (long long)BLOCKS});
}

template <class T>
void compare(const Variant &variant, int kind, long long n, long long from, uint64_t right, int blocks = 0)
{
    uint64_t got = 0;
    MUST(cudaMemset(result, 0x5a, 8));
    variant.launch(grid_of(variant, n, blocks), 0, (T *)xs + from, (T *)ys + from, n, global, result);
    MUST(cudaGetLastError());
    MUST(cudaMemcpy(&got, result, sizeof(T), cudaMemcpyDeviceToHost));
    checks++;
    if (got != right && wrong++ < 50)
        printf("WRONG %s of %d bytes, %s, n %lld: %016llx, not %016llx (%s, grid %d)\n",
               variant.products ? "dot" : "sum", variant.element, kinds[kind], n, (unsigned long long)got,
               (unsigned long long)right, variant.shape, grid_of(variant, n, blocks));
}

template <class T>
void check_all(const std::vector<Variant> &variants, const std::vector<long long> &lengths,
               const std::vector<int> &grids = {0, 1, 7})
{
    for (int kind = 0; kind < KINDS; kind++)
        for (long long n : lengths)
            for (int mixed = 0; mixed < 2; mixed++) {
                int kind_of_y = mixed ? (kind * 5 + 3) % KINDS : kind;
                fill_both<T>(kind, n + 16, kind_of_y);
                long long from = 16 / sizeof(T) * (mixed ? 1 : 2);
                uint64_t sum = exact<T>(false, kind, n, from), dot = exact<T>(true, kind, n, from, kind_of_y);
                for (const Variant &variant : variants)
                    if (variant.element == sizeof(T))
                        for (int blocks : grids)
                            if (blocks == 0 || n <= 100000)
                                compare<T>(variant, kind, n, from, variant.products ? dot : sum, blocks);
            }
}

// The time of a call, in microseconds: the median over some graphs of several calls each, which take one
// part of the vectors after the other so that nothing is in the cache.
static double measure(long long bytes, const std::function<void(cudaStream_t, size_t)> &call, bool capture = true)
{
    static cudaStream_t stream;
    static cudaEvent_t start, end;
    if (!stream) {
        MUST(cudaStreamCreate(&stream));
        MUST(cudaEventCreate(&start));
        MUST(cudaEventCreate(&end));
    }
    size_t places = std::max<size_t>(1, std::min<size_t>(64, room / bytes));
    int calls = bytes < 20e6 ? 60 : bytes < 200e6 ? 20 : bytes < 2e9 ? 5 : 2, repeats = bytes < 2e9 ? 9 : 5;
    size_t place = 0;
    auto all = [&] {
        for (int i = 0; i < calls; i++)
            call(stream, place++ % places * (bytes + 255) / 256 * 256);
    };
    cudaGraphExec_t executable = nullptr;
    if (capture) {
        cudaGraph_t graph;
        MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
        all();
        MUST(cudaStreamEndCapture(stream, &graph));
        MUST(cudaGraphInstantiate(&executable, graph, 0));
        MUST(cudaGraphDestroy(graph));
    }
    std::vector<double> times;
    for (int i = -2; i < repeats; i++) {
        MUST(cudaEventRecord(start, stream));
        if (executable)
            MUST(cudaGraphLaunch(executable, stream));
        else
            all();
        MUST(cudaEventRecord(end, stream));
        MUST(cudaEventSynchronize(end));
        float milliseconds;
        MUST(cudaEventElapsedTime(&milliseconds, start, end));
        if (i >= 0)
            times.push_back(1e3 * milliseconds / calls);
    }
    MUST(cudaGetLastError());
    if (executable)
        MUST(cudaGraphExecDestroy(executable));
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

static void record(const std::string &what, const char *type, const char *kind, long long n, const std::string &who,
                   double bytes, double time)
{
    fprintf(csv, "%s,%s,%s,%lld,\"%s\",%.3f,%.1f\n", what.c_str(), type, kind, n, who.c_str(), time, bytes / time / 1e3);
    fflush(csv);
}

// cuBLAS's dot, from wherever Python has it; no need to build with it.
struct Blas {
    void *handle = nullptr;
    int (*dot)(void *, int, const double *, int, const double *, int, double *) = nullptr;
    int (*set_stream)(void *, cudaStream_t) = nullptr;

    Blas()
    {
        void *library = nullptr;
        for (const char *name : {getenv("CUBLAS"), (char *)"libcublas.so.13", (char *)"libcublas.so.12"})
            if (name && !library)
                library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
        if (!library) {
            printf("no cuBLAS: %s\n", dlerror());
            return;
        }
        auto create = (int (*)(void **))dlsym(library, "cublasCreate_v2");
        auto mode = (int (*)(void *, int))dlsym(library, "cublasSetPointerMode_v2");
        set_stream = (int (*)(void *, cudaStream_t))dlsym(library, "cublasSetStream_v2");
        dot = (decltype(dot))dlsym(library, "cublasDdot_v2");
        if (!create || !mode || !set_stream || !dot || create(&handle) != 0 || mode(handle, 1) != 0)
            handle = nullptr;
    }
};

template <class T> void measure_all(const std::vector<Variant> &variants, long long n, int kind, bool all)
{
    const char *type = sizeof(T) == 8 ? "double" : "float";
    const bool doubles = sizeof(T) == 8;
    const double bytes = (double)n * sizeof(T);
    auto key = [&](const char *what) { return std::string(what) + "," + type + "," + kinds[kind] + "," + std::to_string(n); };
    fill_both<T>(kind, room / sizeof(T));
    auto peer = [&](const char *what, const char *who, double moved, const std::function<void(cudaStream_t, size_t)> &call,
                    bool capture = true) {
        double time = measure((long long)bytes, call, capture);
        record(what, type, kinds[kind], n, who, moved, time);
        double &least = best[key(who)];
        least = least == 0 ? time : std::min(least, time);
    };
    if (kind == UNIFORM) {
        long long loads = (long long)bytes / 16;
        for (int blocks : {4, 8, 16}) {
            int grid = (int)std::min<long long>(blocks * processors, loads / 1024 + 1);
            peer("read", "read", bytes, [=](cudaStream_t s, size_t at) {
                read_only<4><<<grid, 256, 0, s>>>((uint4 *)(xs + at), nullptr, loads, (unsigned *)result);
            });
            peer("read", "read", bytes, [=](cudaStream_t s, size_t at) {
                read_only<8><<<grid, 256, 0, s>>>((uint4 *)(xs + at), nullptr, loads, (unsigned *)result);
            });
            peer("read two", "read two", 2 * bytes, [=](cudaStream_t s, size_t at) {
                read_only<4><<<grid, 256, 0, s>>>((uint4 *)(xs + at), (uint4 *)(ys + at), loads, (unsigned *)result);
            });
        }
        peer("copy", "copy", 2 * bytes, [=](cudaStream_t s, size_t at) {
            cudaMemcpyAsync(ys + at, xs + at, (size_t)bytes, cudaMemcpyDeviceToDevice, s);
        });
        fill_both<T>(kind, room / sizeof(T)); // the copy has overwritten one
        peer("sum", "CUB", bytes, [=](cudaStream_t s, size_t at) {
            cub_sum(doubles, memory, memory_bytes, xs + at, result, n, s);
        });
        if (cub_same_bits(doubles, xs, result, n, 0) == cudaSuccess)
            peer("sum", "CUB gpu_to_gpu", bytes, [=](cudaStream_t s, size_t at) {
                cub_same_bits(doubles, xs + at, result, n, s);
            }, false);
        cudaGetLastError();
        static Blas blas;
        if (doubles && blas.handle)
            peer("dot", "cuBLAS", 2 * bytes, [=](cudaStream_t s, size_t at) {
                blas.set_stream(blas.handle, s);
                blas.dot(blas.handle, (int)n, (double *)(xs + at), 1, (double *)(ys + at), 1, (double *)result);
            }, false);
    }
    bool measured[2] = {};
    uint64_t right[2];
    auto start = std::chrono::steady_clock::now();
    for (int products = 0; products < 2; products++)
        right[products] = exact<T>(products, kind, n, 0);
    double oracle = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (const Variant &variant : variants) {
        bool &once = measured[variant.products];
        if (variant.element != sizeof(T) || (once && !all))
            continue;
        once = true;
        const char *what = variant.products ? "dot" : "sum", *peer = variant.products ? "read two" : "read";
        double moved = bytes * (variant.products ? 2 : 1);
        double read = best[std::string(peer) + "," + type + "," + kinds[UNIFORM] + "," + std::to_string(n)];
        // Fewer blocks where there are few numbers for each.
        int last_grid = 0;
        for (int blocks : {0, 2 * processors, processors}) {
            int grid = grid_of(variant, n, blocks);
            if (grid == last_grid || (blocks > 0 && n > 10000000))
                continue;
            last_grid = grid;
            compare<T>(variant, kind, n, 0, right[variant.products], blocks);
            double time = measure((long long)bytes, [=](cudaStream_t s, size_t at) {
                variant.launch(grid, s, xs + at, ys + at, n, global, result);
            });
            std::string shape = std::string(variant.shape) + ", grid " + std::to_string(grid);
            record(what, type, kinds[kind], n, shape, moved, time);
            double &least = best[key(what)];
            if (least == 0 || time < least)
                least = time;
            printf("%s %-6s %-14s %10lld  %-32s %10.2f us %7.0f GB/s  %.3f of reading\n", what, type, kinds[kind], n,
                   shape.c_str(), time, moved / time / 1e3, read / time);
        }
    }
    printf("    (oracle %.1f s)\n", oracle);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    bool check = count > 1 && std::string(arguments[1]) == "check";
    cudaDeviceProp properties;
    MUST(cudaGetDeviceProperties(&properties, 0));
    processors = properties.multiProcessorCount;
    int driver = 0, runtime = 0;
    MUST(cudaDriverGetVersion(&driver));
    MUST(cudaRuntimeGetVersion(&runtime));
    printf("%s, %d multiprocessors, L2 %d MB, driver %d, runtime %d\n", properties.name, processors,
           properties.l2CacheSize >> 20, driver, runtime);
    const long long most = getenv("MOST") ? atoll(getenv("MOST")) : 1000000000;
    room = check ? 4 << 20 : (size_t)most * 8 + (1 << 20);
    MUST(cudaMalloc(&xs, room));
    MUST(cudaMalloc(&ys, room));
    MUST(cudaMalloc(&global, sizeof(Global<OfProducts>)));
    MUST(cudaMemset(global, 0, sizeof(Global<OfProducts>)));
    MUST(cudaMalloc(&result, 64));
    MUST(cudaMalloc(&memory, memory_bytes));
    std::vector<Variant> variants = double_sums();
    for (const Variant &variant : double_dots())
        variants.push_back(variant);
    for (const Variant &variant : float_kernels())
        variants.push_back(variant);
    std::vector<Variant> few; // the first of each kind
    for (const Variant &variant : variants)
        if (few.empty() || few.back().products != variant.products || few.back().element != variant.element)
            few.push_back(variant);
    if (count > 1 && std::string(arguments[1]) == "profile") {
        for (int kind : {UNIFORM, WIDE})
            for (const Variant &variant : few) {
                variant.element == 8 ? fill_both<double>(kind, 100000000) : fill_both<float>(kind, 100000000);
                variant.launch(grid_of(variant, 100000000), 0, xs, ys, 100000000, global, result);
                MUST(cudaDeviceSynchronize());
            }
    } else if (check) {
        check_all<double>(few, {5, 3000}, {0, 3});
        check_all<float>(few, {5, 3000}, {0, 3});
    } else {
        csv = fopen(count > 2 ? arguments[2] : "device.csv", "w");
        fprintf(csv, "what,type,values,n,who,microseconds,gigabytes_per_second\n");
        auto start = std::chrono::steady_clock::now();
        check_all<double>(variants, {0, 1, 2, 3, 777, 4097, 100000, 1000003});
        check_all<float>(variants, {0, 1, 2, 3, 777, 4097, 100000, 1000003});
        printf("%d sums and dots compared, %d wrong, in %.1f s\n", checks, wrong,
               std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        for (long long n : {1000000ll, 10000000ll, 100000000ll, 1000000000ll}) {
            if (n > most)
                continue;
            measure_all<double>(variants, n, UNIFORM, true);
            measure_all<float>(variants, n, UNIFORM, true);
        }
        for (int kind : {SIGNS, RANGE, WIDE, CANCELLING, OUTLIERS, SPARSE})
            for (long long n : {100000000ll, 1000000000ll}) {
                if (n > most || (n == 1000000000 && kind != RANGE))
                    continue;
                measure_all<double>(variants, n, kind, n < 1000000000 && (kind == RANGE || kind == SPARSE));
                if (n < 1000000000)
                    measure_all<float>(variants, n, kind, kind == RANGE);
            }
        printf("\n| | values | n | µs | GB/s | of reading | by CUB | by CUB `gpu_to_gpu` | by cuBLAS |\n"
               "|---|---|---|---|---|---|---|---|---|\n");
        for (auto &row : best) {
            std::string what = row.first.substr(0, 3), rest = row.first.substr(row.first.find(',') + 1);
            if (row.first.compare(0, 4, "sum,") != 0 && row.first.compare(0, 4, "dot,") != 0)
                continue;
            std::string type = rest.substr(0, rest.find(',')), kind = rest.substr(type.size() + 1);
            long long n = atoll(kind.substr(kind.rfind(',') + 1).c_str());
            kind = kind.substr(0, kind.rfind(','));
            const bool dot = what == "dot";
            const double bytes = (double)n * (type == "double" ? 8 : 4) * (dot ? 2 : 1), time = row.second;
            auto other = [&](const char *who) {
                auto found = best.find(std::string(who) + "," + type + "," + kinds[UNIFORM] + "," + std::to_string(n));
                return found == best.end() ? 0 : found->second;
            };
            auto ratio = [&](bool comparable, const char *who) {
                char text[16] = "";
                if (comparable && other(who) > 0)
                    snprintf(text, sizeof text, "%.2f", time / other(who));
                return std::string(text);
            };
            printf("| %s of %ss | %s | 10^%d | %.1f | %.0f | %.2f | %s | %s | %s |\n", what.c_str(), type.c_str(), kind.c_str(),
                   (int)std::lround(std::log10((double)n)), time, bytes / time / 1e3,
                   other(dot ? "read two" : "read") / time, ratio(!dot, "CUB").c_str(),
                   ratio(!dot, "CUB gpu_to_gpu").c_str(), ratio(dot, "cuBLAS").c_str());
        }
    }
    printf("%d sums and dots compared with the oracle, %d wrong\n", checks, wrong);
    return wrong != 0;
}
