# The binaries of all platforms, by zig: make -j2 -f externals/package/package.mk. With target=<one of the list below>
# they are those of one platform.
#
# Each class is compiled for samples of single and of double precision and linked with its own copy of what it uses of
# the core, of the bridge and of GSL. Results are in build/deken/<target>. What a source becomes stays in zig's cache.

targets := linux-amd64 linux-arm64 linux-arm windows-amd64 macos-amd64 macos-arm64
ifndef target
# All platforms share the jobs of one make, so that no core waits while another platform is linked.
.PHONY: all $(targets)
all: $(targets)
$(targets):
	@echo "hertz: compiling for $@"
	+@$(MAKE) --no-print-directory -f externals/package/package.mk target=$@
else

include externals/library.mk

D := build/deken
B := $(D)/$(target)
.SUFFIXES:
.DEFAULT_GOAL := all

# What zig calls the platform, its oldest processor and C library, and the extensions of a class.
zig.linux-amd64 := x86_64-linux-gnu.2.28 -mcpu=x86_64
zig.linux-arm64 := aarch64-linux-gnu.2.28 -mcpu=generic
zig.linux-arm := arm-linux-gnueabihf.2.28 -mcpu=arm1176jzf_s
zig.windows-amd64 := x86_64-windows-gnu -mcpu=x86_64
zig.macos-amd64 := x86_64-macos.10.13 -mcpu=x86_64
zig.macos-arm64 := aarch64-macos.11.0
single.linux-amd64 := l_amd64
single.linux-arm64 := l_arm64
single.linux-arm := l_arm
single.windows-amd64 := m_amd64
single.macos-amd64 := d_amd64
single.macos-arm64 := d_arm64
single := $(single.$(target))
system := $(firstword $(subst -, ,$(target)))
double := $(subst macos,darwin,$(target))-64.$(if $(filter windows,$(system)),dll,so)
ifeq ($(zig.$(target)),)
  $(error package.mk: target= is one of $(targets))
endif

# zig keeps what it makes of the C library there. Its own sanitizer is off, and binaries name no folder of ours.
zig := ZIG_GLOBAL_CACHE_DIR=$(D)/cache ZIG_LOCAL_CACHE_DIR=$(D)/cache $(D)/zig/zig
cc := $(zig) cc -target $(zig.$(target)) -g0 -fno-sanitize=undefined -ffunction-sections -fdata-sections \
  $(if $(filter windows,$(system)),,-fPIC)
ours = $(cc) $(needed) $(optimize) $(exact) -Wall -Wextra -Wno-cast-function-type -Werror $(samples) -DPD \
  -DHZ_WITH_GSL -isystem $(PDINCLUDEDIR) -isystem $(D)/gsl
PDINCLUDEDIR ?= /usr/include/pd

# ---- objects ----

# The two kinds of samples concern the bridge and the classes only.
core := $(core.sources:%.c=$(B)/obj/%.o)
bridge = $(bridge.sources:%.c=$(B)/$1/%.o)
$(B)/obj/externals/%.o: externals/%.c externals/library.mk externals/package/package.mk
	@mkdir -p $(@D)
	@$(ours) -MMD -MP -c -o $@ $<
$(B)/single/externals/%.o: externals/%.c externals/library.mk externals/package/package.mk
	@mkdir -p $(@D)
	@$(ours) -MMD -MP -c -o $@ $<
$(B)/double/externals/%.o: samples := -DPD_FLOATSIZE=64
$(B)/double/externals/%.o: externals/%.c externals/library.mk externals/package/package.mk
	@mkdir -p $(@D)
	@$(ours) -MMD -MP -c -o $@ $<

# What `matrices` needs of GSL, found by linking with its archive and reading which members were taken. Its hundred and
# ninety small sources of BLAS are compiled as one, for starting the compiler takes longer than each of them. Several
# bring a static function of one name, which gets another name in each.
gsl.parts := block/init matrix/matrix matrix/init matrix/rowcol matrix/submatrix matrix/swap matrix/view matrix/copy \
  vector/vector vector/init vector/subvector vector/swap vector/view vector/copy vector/oper vector/prop matrix/oper \
  matrix/prop matrix/getset matrix/minmax vector/minmax vector/reim blas/blas eigen/gensymm eigen/gensymmv \
  eigen/symm eigen/symmv eigen/sort eigen/nonsymm eigen/nonsymmv eigen/francis eigen/schur linalg/balancemat \
  linalg/cholesky linalg/condest linalg/hessenberg linalg/householder linalg/invtri linalg/symmtd linalg/trimult \
  err/error err/stream complex/math sys/fdiv sys/hypot sys/infnan sys/coerce sys/minmax sys/pow_int
cblas := $(filter-out $(wildcard $(D)/gsl/cblas/test*.c) %/hypot.c,$(wildcard $(D)/gsl/cblas/*.c))
gsl := $(patsubst $(D)/gsl/%.c,$(B)/gsl/%.o,$(wildcard $(gsl.parts:%=$(D)/gsl/%.c))) $(B)/gsl/cblas.o
compile.gsl = @$(cc) -w -O2 $(exact) -fvisibility=hidden -I$(D)/gsl -I$(dir $<) -c -o $@ $<
$(B)/gsl/%.o: $(D)/gsl/%.c externals/package/package.mk
	@mkdir -p $(@D)
	$(compile.gsl)
$(B)/gsl/cblas.c: $(cblas) externals/package/package.mk
	@mkdir -p $(@D)
	@for part in $(notdir $(cblas:%.c=%)); do \
	    printf '#define xhypot xhypot_%s\n#include "cblas/%s.c"\n#undef xhypot\n' $$part $$part; done >$@
$(B)/gsl/cblas.o: $(B)/gsl/cblas.c
	$(compile.gsl)

$(B)/%/parts.a: $(core) $(gsl)
	@rm -f $@
	@$(zig) ar qcs $@ $(core) $(gsl) $(call bridge,$*)
$(B)/single/parts.a: $(call bridge,single)
$(B)/double/parts.a: $(call bridge,double)

# ---- binaries ----

# Windows finds Pd's functions by the name of Pd's own library; Macs and Linux find them in the program that loads us.
# Which those are, the Pd of this machine says. That of double precision has another name for one of them.
PD ?= /usr/bin/puredata
$(B)/pd.lib:
	@mkdir -p $(@D)
	@{ echo 'LIBRARY pd.dll'; echo EXPORTS; echo class_new64; nm -D --defined-only $(PD) | \
	    awk '$$2 ~ /[TW]/ { print $$3 } $$2 ~ /[BDRV]/ { print $$3, "DATA" }'; } > $(B)/pd.def
	@llvm-dlltool-14 -m i386:x86-64 -d $(B)/pd.def -l $@

ifeq ($(system),linux)
  link = $(cc) -shared -s -Wl,--gc-sections -o $@ $1 -lm
else ifeq ($(system),windows)
  imports := $(B)/pd.lib
  link = $(cc) -shared -s -Wl,--gc-sections -o $@ $1 $(imports) && rm -f $(basename $@).pdb $(B)/hertz/*.lib
else
  link = ld64.lld-14 -bundle -undefined dynamic_lookup -dead_strip -adhoc_codesign \
    -arch $(if $(filter macos-arm64,$(target)),arm64,x86_64) \
    -platform_version macos $(if $(filter macos-arm64,$(target)),11.0 11.0,10.13 11.0) \
    -L $(D)/zig/lib/libc/darwin -lSystem -o $@ $1
endif

made := $(class.names) $(plain.names)
binaries := $(foreach e,$(single) $(double),$(made:%=$(B)/hertz/%.$e))
all: $(binaries)
$(class.names:%=$(B)/hertz/%.$(single)): $(B)/hertz/%.$(single): $(B)/single/externals/%.o $(B)/single/parts.a \
  $(imports)
	@mkdir -p $(@D)
	@$(call link,$(filter %.o %.a,$^))
$(plain.names:%=$(B)/hertz/%.$(single)): $(B)/hertz/%.$(single): $(B)/single/externals/plain/%.o $(B)/single/parts.a \
  $(imports)
	@mkdir -p $(@D)
	@$(call link,$(filter %.o %.a,$^))
$(class.names:%=$(B)/hertz/%.$(double)): $(B)/hertz/%.$(double): $(B)/double/externals/%.o $(B)/double/parts.a \
  $(imports)
	@mkdir -p $(@D)
	@$(call link,$(filter %.o %.a,$^))
$(plain.names:%=$(B)/hertz/%.$(double)): $(B)/hertz/%.$(double): $(B)/double/externals/plain/%.o $(B)/double/parts.a \
  $(imports)
	@mkdir -p $(@D)
	@$(call link,$(filter %.o %.a,$^))

.DELETE_ON_ERROR:
.SECONDARY:
-include $(shell find $(B) -name '*.d' 2>/dev/null)
endif
