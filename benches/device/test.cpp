// The kernels on a simulated device, compared with an oracle to the bit: values of all kinds, lengths,
// alignments, grids and shapes. Usage: test [ROUNDS [SEED]]
//
//     g++ -std=c++17 -O2 -ffp-contract=off -fsanitize=undefined -fno-sanitize-recover test.cpp -o test && ./test
#include "oracle.hpp"
#include "reduce.cuh"

#include <algorithm>
#include <limits>

using simulated::random_number;

static const char *const kinds[] = {
    "uniform",  "signs",       "some powers of two", "all exponents",    "cancelling",
    "zeros",    "minus zeros", "subnormals",         "overflow between", "ties",
    "specials", "sparse",      "one sign, long",     "one number, long", "outliers"};
enum { KINDS = sizeof kinds / sizeof *kinds };

template <class T> T of_exponent(int exponent)
{
    double fraction = 1 + (double)(random_number() >> 11) * 0x1p-53;
    return (T)std::ldexp(random_number() % 2 ? fraction : -fraction, exponent);
}

static int between(int from, int to) { return from + (int)(random_number() % (to - from + 1)); }

template <class T> T number(int kind)
{
    typedef std::numeric_limits<T> Limits;
    const int most = Limits::max_exponent - 1, least = Limits::min_exponent - Limits::digits;
    T uniform = (T)((double)(random_number() >> 11) * 0x1p-53);
    switch (kind) {
    case 0:
    case 12:
    case 13: return uniform;
    case 1:
    case 4: return of_exponent<T>(between(-3, 3));
    case 2: return of_exponent<T>(between(-20, 20));
    case 3: return of_exponent<T>(between(least, most));
    case 5: return random_number() % 2 ? T(0.0) : T(-0.0);
    case 6: return T(-0.0);
    case 7: return of_exponent<T>(between(least - 2, least + 30));
    case 8: return of_exponent<T>(most - between(0, 1));
    case 9:
        return random_number() % 2 ? T(1) : std::ldexp(T(random_number() % 2 ? 1 : -1), between(-60, -20));
    case 10:
        switch (random_number() % 64) {
        case 0: return Limits::quiet_NaN();
        case 1:
        case 2: return Limits::infinity();
        case 3:
        case 4: return -Limits::infinity();
        default: return uniform;
        }
    case 11: return random_number() % 4 ? T(0) : of_exponent<T>(between(-2, 2));
    default:
        return random_number() % 50 ? of_exponent<T>(between(-3, 3)) : of_exponent<T>(between(-100, most));
    }
}

template <class T> std::vector<T> numbers(int kind, size_t n)
{
    std::vector<T> all(n);
    for (T &x : all)
        x = number<T>(kind);
    if (kind == 13)
        std::fill(all.begin(), all.end(), n == 0 ? T(0) : all[0]);
    if (kind == 10) // few, so that not all sums are NaN
        for (size_t i = 0, from = random_number() % 4, sign = random_number() % 2; from > 0 && i < n; i++)
            if (!std::isfinite(all[i]) && (from > 1 || std::isnan(all[i])))
                all[i] = from == 3 ? T(1) : std::numeric_limits<T>::infinity() * (sign ? 1 : -1);
    if (kind == 4 || (kind == 3 && random_number() % 2) || kind == 8) {
        for (size_t i = n / 2; i < n; i++)
            all[i] = -all[i - n / 2];
        if (n > 2 && random_number() % 2)
            all[n / 2] = number<T>(random_number() % 2 ? 7 : 3);
        for (size_t i = n; i > 1; i--)
            std::swap(all[i - 1], all[random_number() % i]);
    }
    return all;
}

static long checks, wrong;

// The kernels' memory: one for all, as a program might have it.
static void *const memory = calloc(1, sizeof(Global<OfProducts>));

// A vector at an address that is a multiple of `alignment` bytes and then some elements.
template <class T> struct Placed {
    std::vector<T> room;
    T *first;

    Placed(const std::vector<T> &x, size_t offset) : room(x.size() + 16 / sizeof(T) + offset)
    {
        size_t skip = (16 - (uintptr_t)room.data() % 16) % 16 / sizeof(T);
        first = room.data() + skip + offset;
        std::copy(x.begin(), x.end(), first);
    }
};

template <class What, class S, int N>
void check(const char *name, int kind, const std::vector<typename What::Element> &x,
           const std::vector<typename What::Element> &y, int grid)
{
    typedef typename What::Element T;
    auto &global = *static_cast<Global<typename What::Range> *>(memory);
    size_t offset = N == 1 ? random_number() % 2 : 0;
    Placed<T> xs(x, offset), ys(y, 0);
    T result = T(42);
    long long n = (long long)x.size();
    simulated::launch(grid, S::THREADS,
                      [&] { reduce_kernel<What, S, N>(xs.first, ys.first, n, &global, &result); });
    Oracle exact;
    for (size_t i = 0; i < x.size(); i++)
        exact.add_product(x[i], What::OPERANDS == 2 ? y[i] : T(1));
    uint64_t right = exact.rounded<T>(), got = bits_of_number(result);
    bool clean = global.blocks_done == 0;
    for (long long digit : global.digits)
        clean = clean && digit == 0;
    checks++;
    if (right != got || !clean) {
        memset(&global, 0, sizeof global);
        if (wrong++ < 20)
            printf("WRONG %s, %s, n %lld, %d blocks of %d, loads of %d: %016llx, not %016llx%s\n", name,
                   kinds[kind], n, grid, (int)S::THREADS, N, (unsigned long long)got,
                   (unsigned long long)right, clean ? "" : "; left global digits");
    }
}

template <class T> void round_of_checks(const char *sum, const char *dot)
{
    const int wide = 16 / sizeof(T);
    const bool brief = Numbers<T>::SHORT;
    int kind = between(0, KINDS - 1), kind_of_y = random_number() % 2 ? between(0, KINDS - 1) : kind;
    static const int lengths[] = {0, 1, 2, 3, 31, 64, 65, 100, 257, 512, 1000, 2049, 5000};
    size_t n = lengths[random_number() % 13];
    if (kind == 12 || kind == 13)
        n = 50000; // levels fill up
    std::vector<T> x = numbers<T>(kind, n), y = numbers<T>(kind_of_y, n);
    if (kind == 4 || kind == 8)
        std::fill(y.begin(), y.end(), number<T>(kind_of_y));
    int grid = kind == 13 ? 1 : between(1, 5);
    switch (kind == 13 ? 1 : random_number() % 4) {
    case 0:
        check<Numbers<T>, Shape<brief ? 3 : 2, 3, 2, 4, 1, 64, 1>, wide>(sum, kind, x, x, grid);
        check<Products<T>, Shape<3, 5, 1, 2, 0, 64, 1>, wide>(dot, kind, x, y, grid);
        break;
    case 1:
        check<Numbers<T>, Shape<brief ? 2 : 1, 2, 1, 1, 0, 32, 1>, 1>(sum, kind, x, x, grid);
        check<Products<T>, Shape<2, 2, 1, 2, 1, 32, 1>, 1>(dot, kind, x, y, grid);
        break;
    case 2:
        check<Numbers<T>, Shape<brief ? 4 : 2, 4, 4, 2, 0, 32, 1>, wide>(sum, kind, x, x, grid);
        check<Products<T>, Shape<2, 4, 2, 2, 1, 96, 1>, wide>(dot, kind, x, y, grid);
        break;
    default:
        check<Numbers<T>, Shape<2, 2, 2, 2, 1, 128, 1>, 1>(sum, kind, x, x, grid);
        check<Products<T>, Shape<2, 3, 2, 1, 0, 64, 1>, 1>(dot, kind, x, y, grid);
    }
}

int main(int count, char **arguments)
{
    int rounds = count > 1 ? atoi(arguments[1]) : 400;
    simulated::random_state = count > 2 ? strtoull(arguments[2], nullptr, 10) : 1;
    for (int i = 0; i < rounds; i++) {
        round_of_checks<double>("sum of doubles", "dot of doubles");
        round_of_checks<float>("sum of floats", "dot of floats");
    }
    // As many warps as a block can have.
    for (int kind : {0, 3, 10}) {
        std::vector<double> x = numbers<double>(kind, 50000), y = numbers<double>(kind, x.size());
        check<Numbers<double>, Shape<2, 3, 2, 4, 0, 1024, 1>, 2>("sum of doubles", kind, x, x, 2);
        check<Products<double>, Shape<3, 5, 2, 3, 1, 512, 1>, 2>("dot of doubles", kind, x, y, 3);
    }
    printf("%ld sums and dots on a simulated device, %ld wrong\n", checks, wrong);
    return wrong != 0;
}
