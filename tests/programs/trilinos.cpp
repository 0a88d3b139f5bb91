// A 2-D Laplacian with a varying diagonal, solved by Trilinos (Belos, Tpetra).
//
//     laplace CgPipeline|GmresPipeline
//
// Each rank writes its part of the solution to solution.RANK, in hexadecimal.
#include <BelosTpetraAdapter.hpp>
#include <Belos_Tpetra_CgPipeline.hpp>
#include <Belos_Tpetra_GmresPipeline.hpp>
#include <Tpetra_Core.hpp>
#include <Tpetra_CrsMatrix.hpp>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

using Matrix = Tpetra::CrsMatrix<>;
using Vectors = Tpetra::MultiVector<>;
using Index = Matrix::global_ordinal_type;

template <class Solver> static bool solve(const Teuchos::RCP<const Matrix> &matrix, Vectors &x, Vectors &b)
{
    Solver solver;
    auto parameters = Teuchos::parameterList();
    parameters->set("Convergence Tolerance", 1e-10);
    parameters->set("Maximum Iterations", 300);
    solver.setParameters(*parameters);
    solver.setMatrix(matrix);
    return solver.solve(x, b).converged;
}

int main(int argc, char **argv)
{
    Tpetra::ScopeGuard mpi(&argc, &argv);
    const auto ranks = Tpetra::getDefaultComm();
    const Index side = 40;
    const auto map = Teuchos::rcp(new Tpetra::Map<>(side * side, 0, ranks));
    const auto matrix = Teuchos::rcp(new Matrix(map, 5));
    Vectors x(map, 1), b(map, 1);
    for (Index row = map->getMinGlobalIndex(); row <= map->getMaxGlobalIndex(); row++) {
        const auto put = [&](bool inside, Index column, double value) {
            if (inside)
                matrix->insertGlobalValues(row, Teuchos::tuple(column), Teuchos::tuple(value));
        };
        put(true, row, 4.0 + 0.01 * std::sin(double(row)));
        put(row % side > 0, row - 1, -1.0);
        put(row % side < side - 1, row + 1, -1.0);
        put(row / side > 0, row - side, -1.0);
        put(row / side < side - 1, row + side, -1.0);
        b.replaceGlobalValue(row, 0, std::cos(double(row)));
    }
    matrix->fillComplete();

    const char *solver = argc > 1 ? argv[1] : "";
    bool converged;
    if (!std::strcmp(solver, "CgPipeline"))
        converged = solve<BelosTpetra::Impl::CgPipeline<>>(matrix, x, b);
    else if (!std::strcmp(solver, "GmresPipeline"))
        converged = solve<BelosTpetra::Impl::GmresPipeline<>>(matrix, x, b);
    else {
        std::fprintf(stderr, "laplace: takes CgPipeline or GmresPipeline, and got \"%s\"\n", solver);
        return 2;
    }
    if (!converged) {
        std::fprintf(stderr, "laplace: %s did not converge\n", solver);
        return 1;
    }
    std::ofstream file("solution." + std::to_string(ranks->getRank()));
    file << std::hexfloat;
    for (const double value : x.getData(0))
        file << value << '\n';
    return file.flush() ? 0 : 1;
}
