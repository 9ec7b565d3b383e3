# Test programs, benchmarks, figures and fuzzers. ../Makefile names the programs it wants as goals; this file
# knows how one is made: build/tests/<folder>/<name> from tests/<folder>/<name>.c.

include externals/pd.mk

# A test may fork and make temporary folders, which is POSIX and not C11.
# -O1 takes the compiler half the time of the -O3 of the library, and the tests run as fast. The address sanitizer of
# variant asan watches the library and not the tests, which compiles in half the time too. A benchmark measures what the
# machine can do at most, with the -O3 of the library.
tests.flags := -std=gnu11 -iquote .
tests.speed = $(if $(filter $(obj)/tests/bench/%,$@),-O3,-O1)
$(obj)/tests/%.o: also = $(tests.flags) $(tests.speed) $(if $(filter asan,$(variant)),-fno-sanitize=all)

# What is neither a program nor the malloc shim is a helper, and every program may use every helper.
helpers := $(patsubst %.c,$(obj)/%.o,$(filter-out %_test.c tests/patches/nomalloc.c tests/walk/cputime.c \
  tests/counts/counted.c, $(wildcard tests/tools/*.c tests/core/*/*.c tests/patches/*.c \
  tests/storm/*.c tests/walk/*.c tests/golden/*.c tests/counts/*.c)))

$(call remember,$(obj)/helpers,$(helpers))
$(obj)/libtests.a: $(helpers) $(obj)/helpers
	@rm -f $@
	@ar qcs $@ $(helpers)

# Every source there is: what the second compiler is shown. One is for Windows alone, some for wasm.
.PHONY: sources
sources: $(patsubst %.c,$(obj)/%.o,$(filter-out %/windows_main.c externals/hosts/web/%, \
  $(wildcard externals/*.c $(foreach deep,* */* */*/*,externals/$(deep)/*.c tests/$(deep)/*.c))))

# tests/tools/asserted.c takes the place of these functions of cmocka, and counts what a test asserts.
counted := $(addprefix _assert_,true int_equal float_equal string_equal memory_equal memory_not_equal in_range)

program = $(call show,linking $@) mkdir -p $(@D); $(compile-c) $(sanitize) $1 -o $@ $(filter %.o,$^) \
  -Wl,--start-group $(filter %.a,$^) -Wl,--end-group   -Wl,--as-needed -lcmocka -lgsl -lgslcblas -ldl -lm
$(B)/tests/%: $(obj)/tests/%.o $(obj)/libtests.a $(obj)/libhertz.a
	$(call program,$(counted:%=-Wl,--wrap=%))

# How a source is compiled, for tests/mutate.
.PHONY: compile-command
compile-command:
	@echo '$(compile-c) $(c.flags) $(exact) $(tests.flags)'

# A fuzzer is linked with the mutator of texts and the models that scripts play. Its main is in the compiler's library,
# or in fuzz/blind.c for every variant but `fuzz`. The plain one runs some ten times as many inputs a second as the
# sanitized. Coverage is that of the library: what is in tests/fuzz is not counted.
fuzz.parts := $(filter-out %_fuzz.o %/blind.o,$(patsubst %.c,$(obj)/%.o,$(wildcard tests/fuzz/*.c)))
$(obj)/tests/fuzz/%.o: also = $(tests.flags) $(coverage:-fsanitize%=-fno-sanitize%)
$(call remember,$(obj)/fuzz.parts,$(fuzz.parts))
$(obj)/libfuzz.a: $(fuzz.parts) $(obj)/fuzz.parts
	@rm -f $@
	@ar qcs $@ $(fuzz.parts)
$(B)/tests/fuzz/%: $(obj)/tests/fuzz/%.o $(if $(filter fuzz,$(variant)),,$(obj)/tests/fuzz/blind.o) $(obj)/libfuzz.a \
  $(obj)/libhertz.a
	$(call program,$(if $(filter fuzz,$(variant)),-fsanitize=fuzzer))

# It sends messages to all classes in a Pd of its own, which tests/instances/libpd made.
$(B)/tests/bench/messages: $(obj)/tests/bench/messages.o $(obj)/libtests.a $(whole.parts) $(obj)/libhertz.a \
  build/instances/libpd-one.a
	$(call program,-rdynamic -pthread $(counted:%=-Wl,--wrap=%))

# Several Pds in one process: all classes, and Pd's own source as a library, which tests/instances/libpd made and no
# sanitizer watches. -rdynamic shows the library what that Pd has.
$(B)/tests/instances/%: $(obj)/tests/instances/%.o $(obj)/libtests.a $(whole.parts) $(obj)/libhertz.a \
  build/instances/libpd.a
	$(call program,-rdynamic -pthread $(counted:%=-Wl,--wrap=%))

# What the sanitizers watch of a test in Pd is Pd and what it loads, by the environment that tests/run makes of a
# program's folder. So the program itself is the one that is there already.
ifeq ($(variant),asan)
define as-it-is
@mkdir -p $(@D)
@ln -f $< $@
endef
$(B)/tests/patches/%: build/tests/patches/%
	$(as-it-is)
$(B)/tests/storm/%: build/tests/storm/%
	$(as-it-is)
$(B)/tests/golden/%: build/tests/golden/%
	$(as-it-is)
$(B)/tests/walk/%: build/tests/walk/%
	$(as-it-is)
endif

# Preloaded into Pd, where it watches what the audio thread calls, or has [cputime] tell microseconds.
shared = $(call show,linking $@) mkdir -p $(@D); $(compile-c) -shared -o $@ $< -ldl
$(B)/tests/nomalloc.so: $(obj)/tests/patches/nomalloc.o
	$(shared)
$(B)/tests/cputime.so: $(obj)/tests/walk/cputime.o
	$(shared)
$(B)/tests/walk/walk_test: $(B)/tests/cputime.so

# Objects are kept: they are not leftovers of a chain of rules.
.SECONDARY:
