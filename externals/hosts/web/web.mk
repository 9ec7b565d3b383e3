# The library in a browser: build/web, a folder of static files, and build/web/hertz.html, the same in one file.
#
# ../../../Makefile calls this from the top of the tree. Compiled by Debian's clang with wasi-libc and lld: no threads,
# no files, no system, only what hertz-worklet.js gives (web.c, files.c).
include externals/library.mk

B := build/web
obj := build/web-obj
PDINCLUDEDIR ?= /usr/include/pd

# -mexec-model=reactor  a library without main, whose functions are called
# stack-size            the deepest calls of the solvers, with room; below it is nothing, so one that is too small traps
# -fno-slp-vectorize    clang 14 with -msimd128 makes wrong code of hz_phases_drift: modalcontact~ is off by 1e-5
cflags := $(needed) -D_GNU_SOURCE -D_WASI_EMULATED_PROCESS_CLOCKS -include externals/hosts/web/system.h \
  -DHZ_LIBRARY -Wall -Wextra -Wno-cast-function-type -Wno-unused-command-line-argument \
  $(optimize) -fno-slp-vectorize $(exact) -isystem $(PDINCLUDEDIR)
wasm := clang --target=wasm32-wasi -msimd128 -mexec-model=reactor
ldflags := -Wl,-z,stack-size=262144 -Wl,--stack-first -Wl,--strip-all -Wl,--gc-sections

hosts := $(filter-out %/files.c,$(wildcard externals/hosts/standin/*.c)) $(wildcard externals/hosts/web/*.c)
sources := $(core.sources) $(bridge.sources) $(class.names:%=externals/%.c) $(plain.names:%=externals/plain/%.c) \
  externals/hosts/library.c $(hosts)
objects := $(sources:%.c=$(obj)/%.o)

remember = $(shell mkdir -p '$(dir $1)'; echo '$2' | cmp -s - '$1' || echo '$2' > '$1')
$(call remember,$(obj)/flags,$(wasm) $(cflags) $(ldflags) $(objects))

.PHONY: page
page: $(B)/hertz.html

$(obj)/%.o: %.c $(obj)/flags
	@mkdir -p $(@D)
	@echo "  compiling $< for the web"
	@$(wasm) $(cflags) -MMD -MP -MF $(@:.o=.d) -o $@ -c $<

$(B)/hertz.wasm: $(objects) $(obj)/flags
	@mkdir -p $(@D)
	@echo "  linking $@"
	@$(wasm) $(ldflags) -o $@.new $(objects) -lm && mv $@.new $@

pages := $(wildcard help/web/*) externals/hosts/web/hertz-worklet.js
course := $(wildcard help/course/*.md help/course/*.pd)
$(B)/hertz.html: externals/hosts/web/pages $(B)/hertz.wasm $(pages) $(course)
	@echo "  laying $@"
	@externals/hosts/web/pages $(B)

-include $(objects:.o=.d)
