"""Poisson's equation on the unit square by dolfinx, solved by PETSc's pipecg. Rank 0 prints all
nodes' values in hexadecimal, ordered by their coordinates, however the mesh was partitioned."""

import numpy
import ufl
from dolfinx import fem, mesh
from dolfinx.fem.petsc import LinearProblem
from mpi4py import MPI
from petsc4py import PETSc

square = mesh.create_unit_square(MPI.COMM_WORLD, 24, 24)
space = fem.FunctionSpace(square, ("Lagrange", 1))
u, v = ufl.TrialFunction(space), ufl.TestFunction(space)
x = ufl.SpatialCoordinate(square)
left = mesh.locate_entities_boundary(square, 1, lambda x: numpy.isclose(x[0], 0))
fixed = fem.dirichletbc(PETSc.ScalarType(0), fem.locate_dofs_topological(space, 1, left), space)
source = ufl.exp(x[0]) * ufl.sin(5 * x[1])
problem = LinearProblem(
    ufl.inner(ufl.grad(u), ufl.grad(v)) * ufl.dx,
    ufl.inner(source, v) * ufl.dx,
    bcs=[fixed],
    petsc_options={"ksp_type": "pipecg", "pc_type": "jacobi", "ksp_rtol": 1e-10},
)
solution = problem.solve()

own = space.dofmap.index_map.size_local
points = space.tabulate_dof_coordinates()[:own]
values = solution.x.array[:own]
lines = [f"{p[0]:.6f} {p[1]:.6f} {float(value).hex()}" for p, value in zip(points, values)]
lines = square.comm.gather(lines)
if square.comm.rank == 0:
    print("\n".join(sorted(sum(lines, []))))
