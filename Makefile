# hertz, a library of contact models for Pure Data.
#
#   make            builds the library in build/hertz; then `pd -path build` finds [hertz/impact~]
#   make install    copies the library to the user's Pd folder (or to PDLIBDIR)
#   make setup      installs what `make` and `make check` need (Debian; a compiler too)
#   make double     adds the binaries for a double-precision Pd to build/hertz (also: make floatsize=64)
#   make check      builds with two compilers and runs the tests
#   make clean
#
# More of them: externals/package/targets.mk (packages, the C library, play) and tests/targets.mk (tests, benchmarks,
# sounds, figures). How a class is compiled with pd-lib-builder stands in externals/pd.mk; nothing is made outside
# build/. PDINCLUDEDIR, PDLIBBUILDER_DIR, PDLIBDIR (or objectsdir), DESTDIR, extension, CC and CFLAGS are obeyed.

SHELL := /bin/bash
.SHELLFLAGS := -e -o pipefail -c

# All cores are used unless a -j was given. pd-lib-builder reports each step, and make says when there was none;
# both are left out, so that a second `make` prints nothing.
cores := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
parallel = $(if $(filter --jobserver% -j%,$(MAKEFLAGS)),,-j$(cores) $(if $(filter output-sync,$(.FEATURES)),-O))
submake = set -o pipefail; $(MAKE) --no-print-directory $(parallel) -f $1 | \
  { grep --line-buffered -v -e '^++++' -e ': Nothing to be done' || true; }
library = $(call submake,externals/pd.mk $1)

# Says what is missing, or installs it.
needs = PDINCLUDEDIR="$(PDINCLUDEDIR)" PDLIBBUILDER_DIR="$(PDLIBBUILDER_DIR)" tests/tools/setup
missing = @$(needs) --say

.PHONY: all setup build double install clean
all: $(if $(filter 64,$(floatsize)),double,build)

setup:
	@$(needs) build check play render

build:
	$(missing) build
	+@$(call library)

double:
	$(missing) build
	+@$(call library,variant=double)

# One of the folders that Pd searches by itself.
personal := $(HOME)/$(if $(wildcard /Applications),Documents/Pd/externals,.local/lib/pd/extra)
PDLIBDIR ?= $(if $(objectsdir),$(objectsdir),$(personal))
install: build
	@mkdir -p "$(DESTDIR)$(PDLIBDIR)" && cp -R -p build/hertz "$(DESTDIR)$(PDLIBDIR)"
	@echo "installed in $(DESTDIR)$(PDLIBDIR)/hertz"

clean:
	rm -rf build

include externals/package/targets.mk tests/targets.mk
