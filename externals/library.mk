# What the library is, for every makefile that compiles it: its name and version, its sources, and the flags without
# which its numbers are not what they should be. CMakeLists.txt reads the version and the flags from here too.

lib.name := hertz
lib.version := 0.1

# -O3                the solvers are loops over modes and grid points: unrolled and vectorised.
optimize := -O3
# -fno-fast-math     undoes what a user's CFLAGS may ask: -ffast-math compiles away every check for NaN.
# -ffp-contract=off  a*b+c is never fused: results are the same on machines with and without FMA, and the two
#                    sides of an energy balance round alike.
# -fno-math-errno    a root of a negative number sets no errno, which nothing reads: loops with roots become vector
#                    code.
# -fno-trapping-math nobody reads the flags of floating-point exceptions, so a comparison may become a selection and
#                    its loop vector code. Results stay what they are, for numbers that are none too.
exact := -fno-fast-math -ffp-contract=off -fno-math-errno -fno-trapping-math

# -fvisibility=hidden  Pd opens a binary with all its symbols global: two classes with their own copies of the
#                      core would call each other's. Only the setup function, marked in the class, is seen.
# -iquote externals    "core/law/law.h" from anywhere. Never -I: that would also serve <...>, which is the system's.
needed := -std=c11 -fvisibility=hidden -iquote externals

class.names := $(patsubst externals/%.c,%,$(wildcard externals/*~.c))
# Classes without a model, which need no declaration.
plain.names := $(patsubst externals/plain/%.c,%,$(wildcard externals/plain/*~.c))
core.sources := $(wildcard externals/core/*/*.c)
bridge.sources := $(wildcard externals/pd/*.c externals/families/*/*.c)
