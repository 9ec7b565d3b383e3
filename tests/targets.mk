# Tests and what is measured, drawn and rendered. The Makefile at the top includes this.
#
#   make check      builds with two compilers and runs the tests
#   make test T=table_test    builds and runs one test; T=core/law: those of a room (SEED=: with these dice)
#   make check-all  other Pds, valgrind, faults put in, storms, every command
#   make storm      any message to everything (MESSAGES=10000, SEED=)
#   make soak       random playing for HOURS=1 of model time a class (SEED=; TRIALS=1: then the tests, for hours)
#   make bench      speed        make valgrind   the core's tests under valgrind (ROOM=law: one room's)
#   make sounds     every preset and gesture as WAV, spectrogram and one table (SOUNDS="impact~ bell": one of them)
#   make likeness   how near presets are to recordings (RECORDINGS=folder: measured anew, with a page of spectrograms;
#                   ONLY="gong bell": these, in detail; PAIRS=file, FLAGS="-modes 60")
#   make listen     a recorded hit becomes a body: FILE=hit.wav or a folder; results in build/listen
#   make coverage   which test reaches which line of the library: build/coverage.md (PATCHES=1: the tests in Pd too)
#   make pictures   those of the README and the manual, anew into help/pictures
#   make figures    the papers'  make fuzz       hostile input (MINUTES=3)   make format    by clang-format

.PHONY: check test check-all bench figures pictures sounds likeness listen storm soak fuzz valgrind coverage \
  reference format

tests = $(call submake,tests/tests.mk $1)

# Whatever is there runs; nobody keeps a list.
sources = $(basename $(wildcard tests/$1))
alone := $(call sources,core/*/*_test.c) $(call sources,sounds/*_test.c)
in_pd := $(call sources,golden/*_test.c) $(call sources,patches/*_test.c) $(call sources,storm/storm_test.c) \
  $(call sources,walk/*_test.c)
programs := $(alone) $(in_pd)
scripts := $(wildcard tests/build/*.sh tests/core/*.sh tests/patches/*.sh)
benches := $(filter-out %/messages,$(call sources,bench/*.c)) # messages.sh runs that one
figures := $(call sources,tools/figures/*.c)
fuzzers := $(call sources,fuzz/*_fuzz.c)

# All programs run as they are. Some run once more under the address and undefined-behaviour sanitizers, with a library
# built the same way: the core's tests, with fewer trials and without the five longest, which check-all has; the
# fuzzers, for two seconds each; and the tests in Pd that send any message and read any file. What takes long runs
# first, so that no core waits for the other in the end. The script `run` counts and prints the last line. Warnings are
# errors here, also those of a second compiler; the sanitized build is spared, where gcc's guesses about uninitialised
# variables are often wrong. HZ_SAME lets storms and fuzzers throw the same dice each time; make storm, soak, fuzz and
# check-all throw others.
shim := build/tests/nomalloc.so
long := $(filter %/golden_test %/interface_test %/realtime_test %/storm_test %/walk_test,$(in_pd))
sanitized := $(filter %/hostile_test %/patches/storm_test %/files_test %/modefile_test %/notes_test,$(in_pd)) \
  $(filter-out %/barrier_test %/tromba_test %/friction_test %/linear_contact_test %/accuracy_test, \
  $(filter tests/core/%,$(alone)))
# What the sanitizer of memory sees too, of each pointer that is used, doubles the compiler's time: check-all has it.
spared := -fno-sanitize=null,alignment,object-size,pointer-overflow
check:
	@$(needs) build check
	+@$(MAKE) --no-print-directory $(parallel) check-double check-clang check-sanitized
	@HZ_SAME=1 tests/run $(scripts) $(long:%=build/%) $(addprefix build/asan/,$(sanitized) $(fuzzers)) \
	    $(addprefix build/,$(filter-out $(long),$(programs)))

# Its four builds share the cores. Two of them need what the first one makes: the core is the same for both precisions,
# and a sanitized test in Pd is the program that is there already.
.PHONY: check-native check-double check-clang check-sanitized
check-native:
	@echo "building with gcc"
	+@$(call tests,CC=gcc werror=-Werror all $(programs:%=build/%) $(shim))
check-double: check-native
	@echo "building for double precision"
	+@$(call library,CC=gcc werror=-Werror variant=double)
check-clang:
	@echo "reading with clang"
	+@$(call tests,CC=clang werror=-Werror variant=clang sources)
check-sanitized: check-native
	@echo "building with sanitizers"
	+@$(call tests,CC=gcc variant=asan spared=$(spared) all $(addprefix build/asan/,$(sanitized) $(fuzzers)))

# The tests that T names: a program, with _test or without, a script, or a folder of them. Those of the core alone need
# no library.
named = %/$T %/$T_test %/$T.sh tests/$T/% tests/$(dir $T)%/$(notdir $T)_test
chosen = $(if $T,$(filter $(named),$(programs) $(scripts) tests/storm/soak_test))
test:
	$(missing) build tests
	@[ -n "$(chosen)" ] || { echo "make test T=table_test, and such; there is no test called \"$T\"" >&2; exit 1; }
	+@$(call tests,$(if $(filter-out $(alone),$(chosen)),all $(shim)) $(patsubst %,build/%,$(filter-out %.sh,$(chosen))))
	@$(SEED:%=HZ_SEED=%) tests/run $(foreach one,$(chosen),$(if $(filter %.sh,$(one)),,build/)$(one))

# Benchmarks run one after the other: they measure.
bench:
	$(missing) build bench
	+@$(call tests,all $(benches:%=build/%))
	@tests/tools/each benchmark $(benches:%=build/%) $(wildcard tests/bench/*.sh)

# A program of tests/tools/figures is given the folder where its numbers go; then each gnuplot script runs there.
figures:
	$(missing) build figures
	+@$(call tests,all $(figures:%=build/%))
	@mkdir -p build/figures
	@HZ_ARGUMENT=build/figures tests/tools/each figure $(figures:%=build/%) $(wildcard tests/tools/figures/*.sh)
	@for plot in $(abspath $(wildcard tests/tools/figures/*.gp)); do (cd build/figures && gnuplot "$$plot" && \
	    sed 's/terminal svg/terminal pngcairo/; s/\.svg"/.png"/g' "$$plot" | gnuplot); done
	@ls build/figures

# The windows and plots that the manual shows, which are kept in the tree.
pictures:
	$(missing) build tests figures
	+@$(call library)
	@tests/tools/pictures

# What it all sounds like. SOUNDS names a class or abstraction, and perhaps one preset or click of it.
sounds:
	$(missing) build tests render
	+@$(call library)
	+@$(call tests,build/tests/tools/sounds/sounds)
	@HZ_PDPATH=build build/tests/tools/sounds/sounds build/sounds $(SOUNDS)

# How near presets are to recordings: those of a folder, or what is kept of their measures. See the program's head.
likeness:
	$(missing) build tests $(if $(RECORDINGS),render)
	+@$(call library)
	+@$(call tests,build/tests/tools/likeness/likeness)
	@HZ_PDPATH=build PAIRS="$(PAIRS)" ONLY="$(ONLY)" FLAGS="$(FLAGS)" build/tests/tools/likeness/likeness \
	    build/likeness $(RECORDINGS)

# Hits that are listened to, and how near what is played is to them. See the program's head.
listen:
	$(missing) build tests render
	+@$(call library)
	+@$(call tests,build/tests/tools/listen/listen)
	@HZ_PDPATH=build build/tests/tools/listen/listen build/listen $(FILE)

# What `make check` has no time for: see tests/all, which also runs one part of it.
check-all: check
	@$(needs) bench fuzz render valgrind figures deken packages course web browser
	@tests/tools/newer
	+@$(call tests,CC=gcc variant=asan all $(programs:%=build/asan/%))
	+@$(call tests,CC=gcc build/tests/storm/soak_test)
	@tests/all

# Any message to every class and abstraction in a real Pd: MESSAGES of them each, in the storm SEED or in a new one.
MESSAGES ?= 10000
storm:
	$(missing) build tests
	+@$(call tests,all build/tests/storm/storm_test)
	@HZ_MESSAGES=$(MESSAGES) $(SEED:%=HZ_SEED=%) HZ_TIMEOUT=360000 tests/run build/tests/storm/storm_test

# Each class is played at random for HOURS of model time. With TRIALS=1 the tests with dice follow, for hours of ours:
# HZ_SOAK tells a test that it has all the time it wants.
HOURS ?= 1
soak:
	$(missing) build tests
	+@$(call tests,all $(programs:%=build/%) build/tests/storm/soak_test $(shim))
	@HZ_MINUTES=$$(awk 'BEGIN { print 60 * $(HOURS) }') $(SEED:%=HZ_SEED=%) HZ_PDPATH=build build/tests/storm/soak_test
ifdef TRIALS
	@HZ_SOAK=1 HZ_TIMEOUT=36000 tests/run $(programs:%=build/%)
endif

# The fuzzers of tests/fuzz, which share so many minutes: with coverage and sanitizers, see tests/fuzz/run, and as long
# once more without both, which runs some ten times as many inputs.
MINUTES ?= 3
fuzz:
	$(missing) build fuzz
	+@$(call tests,CC=clang variant=fuzz $(fuzzers:%=build/fuzz/%))
	+@$(call tests,$(fuzzers:%=build/%))
	@tests/fuzz/run $(MINUTES) $(fuzzers:%=build/fuzz/%)
	@for fuzzer in $(fuzzers:%=build/%); do echo "$$fuzzer, unsanitized:"; \
	    HZ_FUZZ_SECONDS=$$(awk 'BEGIN { print $(MINUTES) * 60 / $(words $(fuzzers)) }') $$fuzzer || exit 1; done

# The core's tests with an eighth of their trials, under valgrind, which finds values that were never set and what is
# outside its bounds; leaks are the sanitizers'. A program that crashes, is missing or has a failing test fails here.
# ROOM=law: those of one room. All of law_test compares with numbers of 64 bits, which valgrind rounds to 53.
core = $(filter $1/tests/core/$(ROOM:%=%/)%,$(alone:%=$1/%))
valgrind:
	$(missing) build tests valgrind
	+@$(call tests,all $(call core,build))
	@env -u HZ_ALL -u HZ_SOAK HZ_BRIEF=1 HZ_WRAP="valgrind -q --error-exitcode=99" HZ_TIMEOUT=2400 tests/run \
	    $(filter-out %/law_test,$(call core,build))

# Which test reaches which line: build/coverage.md. PATCHES=1 adds the tests in Pd, ROOM=law leaves out the tests
# of other rooms.
traced = $(call core,build/coverage) $(if $(PATCHES),$(addprefix build/coverage/,$(filter tests/patches/%,$(in_pd))))
coverage:
	$(missing) build tests
	+@$(call tests,CC=gcc variant=coverage all $(traced))
	@tests/tools/coverage $(traced)

# What the classes say of themselves, into the help patches and the manual; `make check` compares.
reference: build
	$(missing) tests
	@tests/tools/reference

format:
	$(missing) format
	clang-format -i $$(git ls-files '*.c' '*.h')
