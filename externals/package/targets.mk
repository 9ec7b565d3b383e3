# What the library is handed out as, and played from. The Makefile at the top includes this.
#
#   make play       opens the start patch in Pd; without a display, renders the demos to build/play
#   make libhertz   the core as a C library, with its header and a module for Python, in build/libhertz
#   make deken      packages for Linux, Windows and macOS in build/deken
#   make web        the lessons and the instruments in a browser: build/web/hertz.html, one file, and its parts
#   make plugdata   the documentation of each class for plugdata, as JSON, in build/plugdata

.PHONY: play libhertz deken plugdata web

# The core as a C library, for programs and notebooks: build/libhertz.
libhertz:
	$(missing) build
	+@$(call library,libhertz)
	@cp externals/package/python/hertz.py build/libhertz

# The package for Pd's package manager, of all platforms: see externals/package/build.
deken: build
	@$(needs) deken
	@externals/package/build

# In WebAssembly: see externals/hosts/web/web.mk.
web:
	@$(needs) web
	+@$(call submake,externals/hosts/web/web.mk page)
	@ls -l build/web/hertz.html

# What plugdata's object browser shows of each class, from the parameter tables.
plugdata: build
	@$(needs) --say play
	@externals/package/plugdata build/plugdata
	@ls build/plugdata

# With a display: Pd with the start patch, the first of these that there is; the first click switches the sound on.
# Without a display, see tests/tools/play/render.
start := $(addprefix build/hertz/,start.pd impact~-help.pd demos/*.pd)
play:
ifdef DISPLAY
	@$(needs) build play
	+@$(call library)
	@for first in $(start); do if [ -e "$$first" ]; then break; fi; done; echo "opening $$first"; \
	    pd -path build -open "$$first"
else
	@$(needs) build render
	+@$(call library)
	@tests/tools/play/render build build/play
endif
