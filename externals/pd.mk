# The library: how a class becomes a binary, and what the folder that Pd loads holds.
#
# ../Makefile calls this from the top of the tree, after the set-up. pd-lib-builder knows the platform: the
# extension of a binary, how it is linked, where m_pd.h is. Its own rules leave objects beside the sources and
# binaries in the current folder; the rules here put both under build/, which is why they are written out.

# A variant is the same sources compiled another way, in a folder of its own: build/<variant>.
#   (none)   what a user gets
#   clang    the second compiler's opinion: it reads, and makes nothing
#   asan     address and undefined-behaviour sanitizers
#   double   for a Pd whose samples are doubles; its binaries stand beside the others in build/hertz, because
#            Pd tells them apart by their extension and one folder then serves both
#   plain    the core without vectors, in plain C11, as another compiler would have it
#   fuzz     clang with the hooks of its fuzzer
#   coverage each line counts how often it is reached
#   tsan     for a Pd of several instances, with the thread sanitizer
variant ?=
B := build$(variant:%=/%)
obj := $(B)/obj
library := $(if $(filter double,$(variant)),build,$(B))/hertz
# What a sample is concerns the bridge and the classes only, so one compilation of the core serves both kinds of Pd.
core := $(if $(filter double,$(variant)),build,$(B))/obj

# make's own default, cc, may be any compiler; the one that the checks use is the one that a user gets.
ifeq ($(origin CC),default)
  CC := gcc
endif

ifneq ($(filter 3.7% 3.80,$(MAKE_VERSION)),)
  $(error hertz needs GNU make 3.81 or newer, and this is $(MAKE_VERSION): install the package make, or on a Mac gmake)
endif

include externals/library.mk

# ---- flags ----

sanitize :=
plain := $(if $(filter plain,$(variant)),-DHZ_PLAIN)
ifneq ($(filter asan fuzz,$(variant)),)
  # -O1 keeps reports readable. float-cast-overflow is not part of `undefined`, but a sample turned into an
  # index is where a synthesizer goes wrong.
  optimize := -O1 -fno-omit-frame-pointer
  exact := -fno-fast-math -ffp-contract=off -fno-math-errno
  sanitize := -fsanitize=address,undefined,float-cast-overflow -fno-sanitize-recover=all $(spared)
endif
ifeq ($(variant),coverage)
  optimize := -O1
  sanitize := --coverage -fprofile-update=atomic
endif
ifeq ($(variant),tsan)
  optimize := -O1 -fno-omit-frame-pointer
  sanitize := -fsanitize=thread
endif
ifeq ($(variant),fuzz)
  coverage := -fsanitize-coverage=inline-8bit-counters,pc-table
endif

# pd-lib-builder's own flags would give way to CFLAGS, and -ffast-math is among them. Ours stand before CFLAGS, so that
# a user may add to them and choose another -O, and `exact` behind it (see `compile`).
override optimization.flags :=
override warn.flags :=

# Pd casts every constructor to one function type, which is what -Wcast-function-type warns of.
warnings := -Wall -Wextra -Wshadow -Wpointer-arith -Wwrite-strings -Wstrict-prototypes -Wvla \
  -Wno-cast-function-type

# -MMD -MP             the compiler notes which headers it read, so that a change there compiles again.
# -pthread             a recording is written by a thread of its own.
# -g1                  names and lines in backtraces and in valgrind; of variables, which take the compiler a fifth of
#                      its time, it notes nothing (`make optimize='-O0 -g'` for a debugger).
cflags = $(needed) -pthread $(warnings) -g1 $(optimize) $(arch.c.flags) $(plain) $(sanitize) $(coverage) $(gsl.flags)
ldflags := $(sanitize) -pthread
dependencies = -MMD -MP -MF $(@:.o=.d)
samples := $(if $(filter double,$(variant)),-DPD_FLOATSIZE=64)$(if $(filter \
  tsan,$(variant)),-DPDINSTANCE -DPDTHREADS)

# GSL is used at set-up time by one class only. The binaries take from the core what they use, so the others
# do not need it; where it is not there, that class says so when it is asked for matrices (`make gsl=` leaves it out).
gsl := $(patsubst %/include/gsl/gsl_eigen.h,%,$(firstword $(wildcard \
  $(addsuffix /include/gsl/gsl_eigen.h,/usr /usr/local /opt/homebrew))))
ifneq ($(gsl),)
  gsl.flags := -DHZ_WITH_GSL $(if $(filter-out /usr /usr/local,$(gsl)),-isystem $(gsl)/include)
  modalcontact~.class.ldlibs := $(if $(filter-out /usr,$(gsl)),-L$(gsl)/lib) -lgsl -lgslcblas
endif

# Where the community's makefile is, which knows the platform: PDLIBBUILDER_DIR says so. Pd's headers are where
# PDINCLUDEDIR says, and without it where that makefile looks.
PDLIBBUILDER_DIR ?= /usr/share/pd-lib-builder
ifneq ($(word 2,$(PDLIBBUILDER_DIR)),)
  $(error hertz cannot read a makefile from a folder with spaces, as "$(PDLIBBUILDER_DIR)": copy \
    Makefile.pdlibbuilder into one without, and name that one with PDLIBBUILDER_DIR=)
endif
ifeq ($(wildcard $(PDLIBBUILDER_DIR)/Makefile.pdlibbuilder),)
  $(error hertz needs Makefile.pdlibbuilder, which is not in $(PDLIBBUILDER_DIR): `make setup` installs Debian's \
    pd-lib-builder, elsewhere name its folder with PDLIBBUILDER_DIR=)
endif
found = $(filter found,$(shell test -e "$(PDINCLUDEDIR)/m_pd.h" && echo found))
headers = $(if $(found),,$(error hertz needs the header m_pd.h of Pd, which is not in "$(PDINCLUDEDIR)": \
  `make setup` installs Debian's puredata-dev, elsewhere name the folder with PDINCLUDEDIR=))
$(if $(PDINCLUDEDIR),$(headers))
# clang on Windows calls its system windows-gnu, which that makefile takes for Linux.
ifneq ($(findstring -windows-,$(shell $(CC) -dumpmachine 2>/dev/null)),)
  override system := Windows
endif
include $(PDLIBBUILDER_DIR)/Makefile.pdlibbuilder
$(headers)

# The linker of Debian then names no library that a class does not use.
comma := ,
as.needed := $(if $(filter Linux,$(system)),-Wl$(comma)--as-needed)

single := $(extension)
double := linux-$(patsubst i%86,i386,$(subst aarch64,arm64,$(subst x86_64,amd64,$(target.arch))))-64.so
ifeq ($(variant),double)
  extension := $(double)
endif

# A step is one short line; `make V=1` shows the command instead.
show = $(if $(V),,@echo "  $1";)

# ---- when to build again ----

# $(call remember,file,text): writes the text to the file if it is not what the file says already. Whatever
# depends on the file is then made again when a flag, the compiler or a list of members changes.
remember = $(shell mkdir -p '$(dir $1)'; echo '$2' | cmp -s - '$1' || echo '$2' > '$1')

$(foreach o,$(sort $(obj) $(core)),$(call remember,$o/flags,$(compile-c) $(c.flags) $(exact) $(c.ldflags)))

# ---- classes ----

classes := $(class.names)
parts := $(core.sources:%.c=$(core)/%.o) $(bridge.sources:%.c=$(obj)/%.o)
plain.binaries := $(plain.names:%=$(library)/%.$(extension))
binaries := $(classes:%=$(library)/%.$(extension)) $(plain.binaries)

# -Werror is not among the remembered flags, so that `make` and `make check` share their objects.
compile = $(compile-c) $(c.flags) $(exact) $(also) $(if $(filter $(obj)/%,$@),$(samples)) $(dependencies) $(werror)
$(obj)/%.o: %.c $(obj)/flags
	@mkdir -p $(@D)
ifeq ($(variant),clang)
	$(call show,reading $<) $(compile) -MT $@ -fsyntax-only $< && touch $@
else
	$(call show,compiling $<) $(compile) -o $@ -c $<

$(core)/externals/core/%.o: externals/core/%.c $(core)/flags
	@mkdir -p $(@D)
	$(call show,compiling $<) $(compile) -o $@ -c $<
endif

# What is not static in the core or the bridge belongs into a header.
$(parts): also := -Wmissing-prototypes

# The core and the bridge as an archive: each class gets a copy of what it uses of them. The archive is made
# anew each time, because `ar` would keep a member whose source is gone.
$(call remember,$(obj)/parts,$(parts))
$(obj)/libhertz.a: $(parts) $(obj)/parts
	@rm -f $@
	@ar qcs $@ $(parts)

# A Pd that loads the class meanwhile, as a check does, finds the old binary or the new one.
define link-class
@mkdir -p $(@D)
$(call show,linking $@) $(compile-c) $(c.ldflags) -o $@.new $^ $(as.needed) $(c.ldlibs) $($*.class.ldlibs)
@mv -f $@.new $@
endef
$(classes:%=$(library)/%.$(extension)): $(library)/%.$(extension): $(obj)/externals/%.o $(obj)/libhertz.a
	$(link-class)
$(plain.binaries): $(library)/%.$(extension): $(obj)/externals/plain/%.o $(obj)/libhertz.a
	$(link-class)

# All classes in one library, for `declare -lib hertz`.
whole := $(library)/hertz.$(extension)
whole.parts := $(patsubst %,$(obj)/library/%.o,$(classes) $(plain.names:%=plain/%)) $(obj)/externals/hosts/library.o
$(obj)/library/%.o: externals/%.c $(obj)/flags
	@mkdir -p $(@D)
	$(call show,compiling $< for the library) $(compile) -DHZ_LIBRARY -o $@ -c $<
$(obj)/externals/hosts/library.o: also := -DHZ_LIBRARY
$(whole): $(whole.parts) $(obj)/libhertz.a
	@mkdir -p $(@D)
	$(call show,linking $@) $(compile-c) $(c.ldflags) -o $@.new $^ $(as.needed) $(c.ldlibs) \
	  $(modalcontact~.class.ldlibs)
	@mv -f $@.new $@

# The core alone as a C library: `make libhertz`.
c.library := $(B)/libhertz/libhertz.$(shared.extension)
$(obj)/externals/hosts/hertz.o: also := -DHZ_VERSION='"$(lib.version)"' -DHERTZ_SHARED
$(c.library): $(obj)/externals/hosts/hertz.o $(obj)/libhertz.a
	@mkdir -p $(@D)
	$(call show,linking $@) $(compile-c) -shared $(sanitize) -o $@ $^ $(c.ldlibs)
$(B)/libhertz/hertz.h: externals/hosts/hertz.h
	@mkdir -p $(@D)
	@cp $< $@
.PHONY: libhertz
libhertz: $(c.library) $(B)/libhertz/hertz.h

# ---- the folder ----

# Everything in help/ and abstractions/ goes into the folder under the name it has there (help/demos/x.pd
# becomes demos/x.pd), since Pd looks for a class's help and for an abstraction beside the class.
tree = $(patsubst $1/%,%,$(if $(wildcard $1),$(shell find $1 -type f ! -name '.*' ! -name '*~')))
help := $(filter-out web/%,$(call tree,help)) # help/web goes into a page: hosts/web
abstractions := $(call tree,abstractions)
papers := $(wildcard README.md LICENSE CITATION.cff)
meta := $(library)/$(lib.name)-meta.pd
folder := $(addprefix $(library)/,$(help) $(abstractions) $(papers)) $(meta)

copy = @mkdir -p $(@D); cp $< $@
$(addprefix $(library)/,$(help)): $(library)/%: help/%
	$(copy)
$(addprefix $(library)/,$(abstractions)): $(library)/%: abstractions/%
	$(copy)
# In the folder the README lies beside what is in help/ here, so its links lead there.
$(addprefix $(library)/,$(papers)): $(library)/%: %
	@mkdir -p $(@D); sed 's#](help/#](#g' $< > $@

# The patch by which Pd's tools know a library; its form is pd-lib-builder's custom.
define meta.patch
#N canvas 30 30 420 240 12;
#N canvas 60 60 420 240 META 0;
#X text 10 10 NAME $(lib.name);
#X text 10 35 VERSION $(lib.version);
#X text 10 60 LICENSE GPL-3.0-or-later;
#X text 10 85 DESCRIPTION contacts that keep their energy: hammers \, balls \, strings and what they hit;
#X restore 10 10 pd META;
endef
export HZ_META := $(meta.patch)
$(meta): externals/pd.mk externals/library.mk
	@mkdir -p $(@D)
	@printf '%s\n' "$$HZ_META" > $@

# A file whose source is gone would still be found by Pd. The last build left a list of what it laid here, and what is
# no longer laid goes. Nothing else does: binaries of other platforms may stand here too.
list := $(B)/obj/folder
laid := $(folder) $(classes:%=$(library)/%) $(plain.names:%=$(library)/%)
.PHONY: tidy
tidy: $(binaries) $(whole) $(folder)
	@now=$$(printf '%s\n' $(laid)); was=$$(cat $(list) 2>/dev/null); [ "$$now" = "$$was" ] || { \
	    printf '%s\n' "$$was" | grep -vxF "$$now" | while IFS= read -r gone; do \
	        rm -f "$$gone"; case $$gone in *~) rm -f "$$gone".*;; esac; done; \
	    printf '%s\n' "$$now" > $(list); }

all: $(binaries) $(whole) $(folder) tidy

.DELETE_ON_ERROR:

-include $(foreach o,$(wildcard $(sort $(obj) $(core))),$(shell find $o -name '*.d'))
