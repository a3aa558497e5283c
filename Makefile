# wormscope - `make run` opens the program, `make check` runs all tests; both install missing packages if they may.
CC      ?= cc
BUILD   ?= build
OPT     ?= -O2
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(WERROR),-Werror)
PREFIX  ?= /usr/local
BINDIR  ?= $(PREFIX)/bin
# The program looks for its files in ../share/wormscope beside BINDIR, wherever that comes to stand.
SHAREDIR := $(shell dirname "$(BINDIR)")/share
DATADIR := $(SHAREDIR)/wormscope
MANDIR  ?= $(PREFIX)/share/man
PKG_CONFIG ?= pkg-config
# Takes what is for a debugger out of what is installed; STRIP=true keeps it.
STRIP ?= strip

LIBS    := ncursesw libuv jansson libxxhash libzstd
# Asked when something is compiled, so that `make deps` works before the packages are there; and once, not for each file.
LIBCFLAGS = $(eval LIBCFLAGS := $(shell $(PKG_CONFIG) --cflags $(LIBS)))$(LIBCFLAGS)
LIBLDLIBS = $(eval LIBLDLIBS := $(shell $(PKG_CONFIG) --libs $(LIBS)))$(LIBLDLIBS)

# The core and the models may not see a library: they get no flags but these, and those of whoever builds. Places of lines are all that is
# kept for a debugger, a seventh of the time: OPT="-Og -g" has the rest.
PURE_CFLAGS = -std=c11 -g1 $(OPT) $(WARN) $(SAN) -Iinclude -Isrc -Isrc/core -MMD -MP
APP_CFLAGS   = $(PURE_CFLAGS) -D_GNU_SOURCE $(LIBCFLAGS) $(CPPFLAGS) $(CFLAGS)

# What runs in a step, and what builds it: integers only, no library.
PURE_DIRS := core switch routing topology traffic recovery slices build
PURE_SRC := $(sort $(wildcard $(PURE_DIRS:%=src/%/*.c)))
TOP_SRC  := $(sort $(wildcard src/observe/*.c src/observe/*/*.c src/session/*.c src/session/*/*.c src/class/*.c src/net/*.c src/lesson/*.c src/mark/*.c src/paper/*.c src/ui/*.c src/ui/*/*.c src/export/*.c src/tui/*.c src/tui/*/*.c src/terminal/*.c src/cli/*.c src/cli/*/*.c))
PURE_OBJ := $(PURE_SRC:%.c=$(BUILD)/%.o)
TOP_OBJ  := $(TOP_SRC:%.c=$(BUILD)/%.o)
LIB_OBJ  := $(PURE_OBJ) $(filter-out $(BUILD)/src/cli/main.o,$(TOP_OBJ))

# A line a file: what is made, of what. V=1 shows the commands; warnings are shown in any case.
say = $(if $(V),,@printf '  %-3s %s\n' $(1) $(2);)

MANUAL := $(BUILD)/man/wormscope.1 $(BUILD)/man/wormscope-language.5 $(BUILD)/man/wormscope-lesson.5 $(BUILD)/man/wormscope-figure.5

.PHONY: all
all: $(BUILD)/wormscope $(MANUAL) ## program and manual, in build/

$(BUILD)/wormscope: $(BUILD)/src/cli/main.o $(BUILD)/libwormscope.a
	$(call say,LD,$@)$(CC) $(SAN) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBLDLIBS) $(LDLIBS) -lm

$(BUILD)/libwormscope.a: $(LIB_OBJ)
	@rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ $^

$(PURE_OBJ): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(PURE_CFLAGS) $(CPPFLAGS) $(CFLAGS) -c -o $@ $<

$(TOP_OBJ): $(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(APP_CFLAGS) -c -o $@ $<

# What a page does and how it looks, as lines of C: the program carries them.
PAGE_INC := $(addprefix $(BUILD)/src/export/,player_js.inc player_css.inc player_html.inc) $(addprefix $(BUILD)/src/export/,page_js.inc files_js.inc page_css.inc page_html.inc)
HANDOUT_INC := $(BUILD)/src/export/handout_css.inc
AS_LINES  = sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$$/\\n",/' $< >$@
$(BUILD)/src/export/player_%.inc: src/export/player.%
	@mkdir -p $(@D)
	@$(AS_LINES)

$(BUILD)/src/export/page_%.inc: src/page/page.%
	@mkdir -p $(@D)
	@$(AS_LINES)

$(BUILD)/src/export/files_%.inc: src/page/files.%
	@mkdir -p $(@D)
	@$(AS_LINES)

$(BUILD)/src/export/handout_%.inc: src/export/handout.%
	@mkdir -p $(@D)
	@$(AS_LINES)

$(BUILD)/src/cli/completion/%.inc: src/cli/completion/%
	@mkdir -p $(@D)
	@$(AS_LINES)

# Which tree this is: a commit, or what `make dist` has written down.
$(BUILD)/revision.h: always
	@mkdir -p $(@D)
	@revision=$$(cat .ci/revision 2>/dev/null || git describe --always --dirty --abbrev=8 --exclude='*' 2>/dev/null || echo unknown); \
	    line="#define WS_REVISION \"$$revision\""; \
	    [ "$$line" = "$$(cat $@ 2>/dev/null)" ] || echo "$$line" >$@
.PHONY: always

$(BUILD)/src/cli/main.o: $(BUILD)/revision.h
$(BUILD)/src/cli/main.o: CPPFLAGS += -I$(BUILD)
COMPLETION_INC := $(addprefix $(BUILD)/src/cli/completion/,bash.inc zsh.inc fish.inc)
$(BUILD)/src/cli/completion.o: $(COMPLETION_INC)
$(BUILD)/src/cli/completion.o: CPPFLAGS += -I$(BUILD)/src
$(BUILD)/src/export/player.o $(BUILD)/src/export/live.o: $(PAGE_INC)
$(BUILD)/src/export/handout_html.o: $(HANDOUT_INC)
$(BUILD)/src/export/player.o $(BUILD)/src/export/live.o $(BUILD)/src/export/handout_html.o: CPPFLAGS += -I$(BUILD)/src

# The tables in the manual pages come from the same rows as everything else.
$(BUILD)/man/%: man/%.in $(BUILD)/wormscope
	@mkdir -p $(@D)
	$(call say,MAN,$@)$(BUILD)/wormscope manual $< >$@ || { rm -f $@; exit 1; }

# ---- tests: tests/KIND/NAME.c becomes $(BUILD)/tests/KIND/NAME.t; tests/KIND/NAME.t is run as it is ----
# Those of a folder are one program (tests/driver.c), and each NAME.t a link to it; those with a clock of their own are alone.
TEST_KINDS := unit laws contract golden screens papers fuzz drawn
TEST_SRC := $(sort $(wildcard $(TEST_KINDS:%=tests/%/*.c)))
# The longest first: it would run alone at the end.
LONGEST  := tests/laws/truth.c
TEST_BIN := $(patsubst %.c,$(BUILD)/%.t,$(LONGEST) $(filter-out $(LONGEST),$(TEST_SRC)))
TEST_ALONE := $(patsubst %.c,$(BUILD)/%.t,$(shell grep -l '"within.h"' $(TEST_SRC)))
TEST_OBJ := $(patsubst %.t,%.o,$(filter-out $(TEST_ALONE),$(TEST_BIN)))
# What several tests of a folder share, and is compiled once.
ASKED_OBJ := $(BUILD)/tests/laws/asked/machines.o
TEST_SH  := $(sort $(filter-out tests/doors/%,$(wildcard tests/*/*.t)))
TEST_DRIVERS := $(TEST_KINDS:%=$(BUILD)/tests/%/driver)

# What a test does itself costs less than to compile it better: half the time at -O1, a third where it only asks the program.
COMPUTES := $(addprefix $(BUILD)/tests/unit/,log2.o statistics.o wide.o)
ASKS := $(filter-out $(COMPUTES),$(filter $(BUILD)/tests/unit/% $(BUILD)/tests/screens/%,$(TEST_OBJ)))
$(TEST_OBJ) $(ASKED_OBJ): OPT := -O1
$(ASKS): OPT := -O0
$(TEST_OBJ) $(ASKED_OBJ): $(BUILD)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(APP_CFLAGS) -Itests -Dmain=main_of_$(*F) -Wno-missing-prototypes -c -o $@ $<

$(BUILD)/tests/%/tests.inc: Makefile tests/driver.c $(TEST_SRC)
	@mkdir -p $(@D)
	@for test in $(foreach name,$(filter $(BUILD)/tests/$*/%.o,$(TEST_OBJ)),$(name:$(BUILD)/%.o=%)); do \
	    grep -q '^int main(void)' $$test.c && kind=PLAIN || kind=ASKED; \
	    echo "$$kind($${test##*/})"; \
	done >$@

define of_kind
$(BUILD)/tests/$(1)/driver: tests/driver.c $(BUILD)/tests/$(1)/tests.inc $(BUILD)/libwormscope.a $(filter $(BUILD)/tests/$(1)/%,$(TEST_OBJ))
$(filter $(BUILD)/tests/$(1)/%,$(filter-out $(TEST_ALONE),$(TEST_BIN))): $(BUILD)/tests/$(1)/driver
endef
$(foreach kind,$(TEST_KINDS),$(eval $(call of_kind,$(kind))))
$(BUILD)/tests/laws/driver: $(ASKED_OBJ)

test_libs = $(LIBLDLIBS) $(LDLIBS) $(if $(findstring /screens/,$(1)),-lvterm -lutil) -lm
$(TEST_ALONE): $(BUILD)/%.t: %.c $(BUILD)/libwormscope.a
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(APP_CFLAGS) -Itests $(LDFLAGS) -o $@ $< $(BUILD)/libwormscope.a $(call test_libs,$@)

$(TEST_DRIVERS):
	$(call say,LD,$@)$(CC) $(APP_CFLAGS) $(LDFLAGS) -I$(@D) -o $@ $(filter %.c %.o,$^) $(BUILD)/libwormscope.a $(call test_libs,$@)

$(filter-out $(TEST_ALONE),$(TEST_BIN)):
	@ln -sf driver $@

# What shell tests run, in short and whole.
NEEDED_SHORT := $(BUILD)/wormscope $(BUILD)/loop
NEEDED := $(NEEDED_SHORT) $(BUILD)/bench $(BUILD)/bench-pairs $(BUILD)/bench-screen

$(BUILD)/loop: tests/loop.c
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(PURE_CFLAGS) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -o $@ $<

.PHONY: tests
tests: $(NEEDED) $(TEST_BIN)

# make test T=laws/trace    one test; T=laws those of a folder. Whoever mistypes is told what there is.
T ?=
TEST_NAMES := $(patsubst tests/%.t,%,$(TEST_SH)) $(TEST_SRC:tests/%.c=%)
T_FOUND = $(filter $(T) $(T)/%,$(TEST_NAMES))
T_NEAR = $(or $(strip $(foreach name,$(TEST_NAMES),$(if $(findstring $(notdir $(T)),$(notdir $(name))),$(name)))),$(filter $(firstword $(subst /, ,$(T)))/%,$(TEST_NAMES)),$(TEST_KINDS) faults)
T_FILES = $(filter $(T_FOUND:%=$(BUILD)/tests/%.t) $(T_FOUND:%=tests/%.t),$(TEST_BIN) $(TEST_SH))
.PHONY: test
test: deps-check ## one test, or a folder of them: T=laws/trace, T=laws
	$(if $(T_FOUND),,$(error no test `$(T)`; there are: $(T_NEAR)))
	@$(MAKE) --no-print-directory $(JOBS) $(NEEDED) $(filter $(BUILD)/%,$(T_FILES))
	@prove -j2 $(if $(filter 1,$(words $(T_FILES))),-v) --merge $(T_FILES)

# Which form a test takes (tests/tap.h): a short one here, of two CPU seconds at most (tests/contract/short.t); the whole with WS_WHOLE=1;
# and with WS_LONG=1 what takes a night.
PAPER_BIN := $(filter $(BUILD)/tests/papers/%,$(TEST_BIN))
PAPER_SH := $(filter tests/papers/%,$(TEST_SH))
# What works less than it waits: for a terminal, a socket, or a program that is late.
ON_TERMINALS := $(patsubst %.c,$(BUILD)/%.t,$(shell grep -lw desk_open tests/screens/*.c)) \
    tests/screens/tmux.t tests/screens/class.t tests/unit/class.t
WAITING := $(ON_TERMINALS) $(addprefix tests/unit/,class_herd.t faults.t learn.t mark_course.t record.t shards.t sweep.t synced.t) tests/page/browser.t
SAN_BUILD := $(BUILD)-asan
SANITIZED := $(patsubst tests/%.c,$(SAN_BUILD)/tests/%.t,$(wildcard tests/fuzz/*.c)) \
    $(addprefix $(SAN_BUILD)/tests/,laws/machines_worms.t laws/machines_ports.t laws/kill_conservation.t screens/storm.t unit/foreign.t)
# What has no short form: what compiles the program once more or runs it for long, the papers, and the storm.
WHOLE_ONLY := $(PAPER_BIN) $(PAPER_SH) $(addprefix tests/contract/,circles.t dist.t install.t keys.t packages.t purity.t recordings.t) \
    $(addprefix tests/unit/,bench.t faults.t reproduce.t shards.t sweep.t) \
    tests/screens/player.t tests/page/browser.t $(addprefix $(BUILD)/tests/,screens/learn.t screens/paper.t screens/slow.t screens/storm.t unit/mark.t)
# What has a whole form that is more than its short one: it asks for its form.
OPEN := (
ASKS_FORM := \<(amount|takes|is_long|is_whole|fixture_cycles)[$(OPEN)]|! whole|whole [|&][|&]|WS_LONG
WHOLE_TOO := $(patsubst %.c,$(BUILD)/%.t,$(shell grep -lE '$(ASKS_FORM)' tests/*/*.[ct]))
AFTER := tests/contract/short.t
CHECKED := $(filter-out $(WHOLE_ONLY) $(AFTER),$(TEST_BIN) $(TEST_SH))
# WITHOUT=papers leaves out those of a folder.
CHECKED_WHOLE := $(filter-out $(BUILD)/tests/$(WITHOUT)/% tests/$(WITHOUT)/%,$(WHOLE_ONLY) $(filter $(WHOLE_TOO),$(CHECKED)) $(SANITIZED))
export CC BUILD FAST SAN

.PHONY: check check-all check-rest check-papers fuzz bench
check: deps-check ## all tests in their short form
	@echo "$(words $(CHECKED)) tests, about 3 minutes; everything: make check-all"
	@$(MAKE) --no-print-directory $(JOBS) $(NEEDED_SHORT) $(filter $(BUILD)/%,$(CHECKED))
	@rm -f $(filter-out $(TEST_BIN),$(wildcard $(BUILD)/tests/*/*.t))
	@tests/together $(filter $(WAITING),$(CHECKED)) -- $(filter-out $(WAITING),$(CHECKED))
	@prove $(AFTER)

# All tests there are: the check, then whole what it has in short, and parts of it under the sanitizers.
check-all: check ## all tests there are, and parts under the sanitizers
	@$(MAKE) --no-print-directory check-rest

check-rest: deps-check
	@echo "$(words $(CHECKED_WHOLE)) tests in their whole form, about 18 CPU minutes"
	@$(MAKE) --no-print-directory $(JOBS) tests
	@$(MAKE) --no-print-directory $(JOBS) sanitized
	@WS_WHOLE=1 tests/together $(filter $(WAITING),$(CHECKED_WHOLE)) -- $(filter-out $(WAITING),$(CHECKED_WHOLE))

# The experiments of the papers in full.
check-papers: deps-check ## the experiments of the papers in full
	$(MAKE) tests
	WS_LONG=1 prove -v --merge $(PAPER_BIN) $(PAPER_SH)

.PHONY: sanitized
sanitized:
	$(MAKE) BUILD=$(SAN_BUILD) OPT="-O1" SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined" $(SAN_BUILD)/wormscope $(SANITIZED)

# PART=K/N of a long check takes every N-th test, from the K-th on.
part = $(if $(2),$(shell printf '%s\n' $(1) | awk -v part=$(2) 'BEGIN {split(part, p, "/")} NR % p[2] == p[1] % p[2]'),$(1))

# Tests once more, with a program that is built in another way: all but the contracts that speak of sources and objects; KINDS="unit golden"
# takes those of these folders, ALSO="laws/trace" these besides, LAWS=K/N a part of the laws. RESUME=1 goes on where a check was broken off
# (tests/once). In the short form, but with WS_WHOLE=1.
KINDS ?= papers screens unit contract fuzz golden laws
RERUN_SH := $(filter-out tests/contract/%,$(TEST_SH)) tests/contract/lessons.t tests/contract/manual.t
all_of_kinds = $(foreach kind,$(1),$(filter tests/$(kind)/% $(BUILD)/tests/$(kind)/%,$(RERUN_SH) $(TEST_BIN)))
of_kinds = $(filter-out $(if $(WS_WHOLE)$(WS_LONG),,$(WHOLE_ONLY)),$(all_of_kinds))
RERUN = $(call part,$(call of_kinds,$(KINDS)),$(PART)) $(filter $(ALSO:%=tests/%.t) $(ALSO:%=$(BUILD)/tests/%.t),$(TEST_SH) $(TEST_BIN)) \
    $(if $(LAWS),$(filter-out $(ALSO:%=$(BUILD)/tests/%.t),$(call part,$(call of_kinds,laws),$(LAWS))))
.PHONY: rerun
rerun: deps-check
	$(MAKE) $(NEEDED) $(filter $(BUILD)/%,$(RERUN))
	@tests/together $(filter $(WAITING),$(RERUN)) -- $(filter-out $(WAITING),$(RERUN))

# With the other compiler.
.PHONY: check-clang
check-clang: ## tests with the other compiler (KINDS=, LAWS=K/N, PART=K/N, RESUME=1)
	$(MAKE) BUILD=$(BUILD)-clang CC=clang rerun

# Under the sanitizers: longer than `make check` by some three times.
.PHONY: check-sanitized
check-sanitized: ## tests under the sanitizers, with the same choices
	$(MAKE) BUILD=$(SAN_BUILD) OPT="-O1" SAN="-fsanitize=address,undefined -fno-sanitize-recover=undefined" rerun

# Hardened as packages are.
HARD_BUILD := $(BUILD)-hardened
.PHONY: check-hardened
check-hardened: ## tests with a program hardened as packages are
	$(MAKE) BUILD=$(HARD_BUILD) CFLAGS="-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3 -fstack-protector-strong -fPIE" LDFLAGS="-pie -Wl,-z,relro,-z,now" WERROR=1 rerun

# The tests on a terminal once more, with the program as on a machine that has much else to do: what they wait for must be a text or a
# state, never a time (tests/faults/halting.c).
.PHONY: check-halting
check-halting: deps-check ## tests on terminals, on a machine that is late
	$(MAKE) $(BUILD)/wormscope $(filter $(BUILD)/%,$(ON_TERMINALS))
	$(CC) -O1 -shared -fPIC -o $(BUILD)/halting.so tests/faults/halting.c
	LD_PRELOAD=$(abspath $(BUILD))/halting.so prove -j4 --merge $(ON_TERMINALS)

# The laws and all machines once more, with the conservation laws checked in every 1,000th cycle of every step (src/core/step.c).
AUDIT_BUILD := $(BUILD)-audit
AUDITED := $(addprefix $(AUDIT_BUILD)/tests/,golden/golden.t laws/flow_control.t laws/kill_conservation.t)
.PHONY: audited
audited: deps-check ## laws and machines, conservation checked within every step
	$(MAKE) BUILD=$(AUDIT_BUILD) CFLAGS="$(CFLAGS) -DWS_AUDIT" $(AUDIT_BUILD)/wormscope $(AUDITED)
	prove -j2 --merge $(AUDITED)

# The pictures of README.md, made by the commands above them: look at the difference.
.PHONY: pictures
pictures: $(BUILD)/wormscope ## the pictures of README.md once more
	UPDATE=1 tests/unit/readme.t

# What is found without running anything, by cppcheck and the analyzers of both compilers: each must be silent. In gcc leaks are left to
# the sanitizers, since it takes an array that WS_GROW moves for one, and so are look-ups that cannot fail where they are made; clang is told
# by XXH_DEBUGLEVEL that xxhash.h reads nothing through NULL; .ci/cppcheck has the rest, with reasons. A loop over JSON stands for its first
# turn there: what is defined may hold no semicolon.
ANALYZED := $(BUILD)-analyzed
CPPCHECK := cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,portability --inline-suppr -D_GNU_SOURCE \
    -D'json_array_foreach(array,index,value)=if((index=0,value=json_array_get(array,0)))' \
    -D'json_object_foreach(object,key,value)=if((key=json_string_value(object),value=json_object_get(object,key)))' \
    --library=.ci/cppcheck.cfg --suppressions-list=.ci/cppcheck -Iinclude -Isrc -Isrc/core
.PHONY: analyze objects
objects: $(PURE_OBJ) $(TOP_OBJ)
analyze: deps-check ## cppcheck and the analyzers of both compilers: silent
	$(CPPCHECK) src
	$(MAKE) BUILD=$(ANALYZED)-clang CC=.ci/clang-analyze OPT=-O0 CFLAGS=-DXXH_DEBUGLEVEL=1 objects
	$(MAKE) BUILD=$(ANALYZED) CC=gcc OPT=-O0 CFLAGS="-g0 -fanalyzer -Wno-analyzer-malloc-leak -Wno-analyzer-null-dereference" WERROR=1 objects

# The program for other machines, run by qemu, and with musl: golden digests, and recordings carried between all of them;
# MACHINES="NAME ..." chooses some.
.PHONY: machines
machines: deps-check ## the program for other machines, by qemu (MACHINES=)
	.ci/machines $(MACHINES)

# Bugs on purpose, each of which a law must see; MUTANTS="WORD ..." chooses some, FILES="src/... ..." those of the files that a change
# touches. mutants-drawn: bugs by lot, SEED=... for others, PART=K/N every N-th of them; first of all it asks which lines each test runs,
# which takes longer than `make check`, once.
SEED ?= 1
export FILES
.PHONY: mutants mutants-drawn
mutants: deps-check ## bugs on purpose, each seen by a law (MUTANTS=, FILES=)
	tests/mutants/run $(MUTANTS)
mutants-drawn: deps-check ## bugs by lot in every folder (SEED=, PART=K/N)
	test -s $(BUILD)-mutants/reach || tests/mutants/reach
	tests/mutants/draw $(SEED) $(FILES)

# Each door of the program (tests/doors/doors) opened in a copy, as CONTRIBUTING.md shows it: patched, built, and looked at; DOOR="NAME ..."
# chooses some. `tests/doors/show` writes the patches into CONTRIBUTING.md.
.PHONY: doors
doors: deps-check
	$(MAKE) all
	tests/doors/run $(DOOR)

# Every call that can fail fails once, in every scene (tests/faults/run); SCENES="NAME ..." chooses some, PART=K/N every N-th line of them,
# and RESUME=1 goes on where a run was broken off. Scenes of a class wait more than they work: their parts may run side by side.
.PHONY: faults
faults: deps-check ## every call that can fail fails once (SCENES=, PART=, RESUME=1)
	$(MAKE) $(BUILD)/wormscope
	tests/faults/run $(SCENES)

# A program a format under libFuzzer, which clang brings: each runs from what tests/fuzz/corpus keeps, for SECONDS; what it finds
# besides is in $(FUZZ_BUILD)/corpus.
FUZZ_BUILD := $(BUILD)-fuzzers
SECONDS ?= 60
FORMATS := $(sort $(notdir $(wildcard tests/fuzz/corpus/*)))
.PHONY: fuzzers
fuzzers:
	$(MAKE) BUILD=$(FUZZ_BUILD) CC=clang OPT="-O1" SAN="-fsanitize=address,undefined,fuzzer-no-link -fno-sanitize-recover=undefined" $(FUZZ_BUILD)/fuzzers/harness
	@for format in $(FORMATS); do ln -sf harness $(FUZZ_BUILD)/fuzzers/$$format; done

$(BUILD)/fuzzers/harness: tests/fuzz/libfuzzer/harness.c tests/fuzz/formats.h $(BUILD)/libwormscope.a
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) $(APP_CFLAGS) -Itests -fsanitize=fuzzer $(LDFLAGS) -o $@ $< $(BUILD)/libwormscope.a $(LIBLDLIBS) $(LDLIBS) -lm

fuzz: deps-check ## every format under libFuzzer (SECONDS=, FORMATS=)
	$(MAKE) sanitized fuzzers
	FUZZ_ROUNDS=100000 prove -v --merge $(filter $(SAN_BUILD)/tests/fuzz/%,$(SANITIZED))
	tests/fuzz/libfuzzer/run $(FUZZ_BUILD) $(SECONDS) $(FORMATS)

# Scenarios drawn from the tables of parameters and commands, for CPU seconds: a failure names the file that tests/drawn/shrink makes small.
SEED ?= $(shell date +%Y%m%d)
.PHONY: drawn coverage
drawn: deps-check ## scenarios drawn from the tables (SECONDS=, SEED=)
	$(MAKE) $(BUILD)/tests/drawn/drawn.t
	WS_LONG=1 PAIRS=1 SECONDS=$(SECONDS) SEED=$(SEED) $(BUILD)/tests/drawn/drawn.t

# Which tests have sessions with which values of parameters, beside what each value moves (tests/golden/moves.txt).
COVERING := $(foreach kind,unit laws golden contract,$(filter tests/$(kind)/% $(BUILD)/tests/$(kind)/%,$(TEST_SH) $(TEST_BIN)))
coverage: deps-check ## which tests have sessions with which values of parameters
	$(MAKE) $(NEEDED) $(filter $(BUILD)/%,$(COVERING))
	@rm -f $(BUILD)/used
	WS_USED=$(abspath $(BUILD))/used prove -j2 --merge $(COVERING)
	tests/drawn/coverage $(BUILD)/used

# make bench            one line a case, how long it takes to go back in a session, what a picture costs, and what the screen
# make bench BASE=REV   whole runs of this tree and of another revision, in turn; CASES="WORD ..." chooses cases
# make bench PEER=PATH  this tree and a BookSim2 that was built elsewhere, in turn, on the same networks
BENCHES := $(BUILD)/bench $(BUILD)/bench-pairs $(BUILD)/bench-peer $(BUILD)/bench-sessions $(BUILD)/bench-frames $(BUILD)/bench-altitudes $(BUILD)/bench-screen
$(BENCHES): $(BUILD)/bench%: tests/bench/bench%.c $(BUILD)/libwormscope.a tests/bench/cases.h tests/bench/pairs.h tests/screens/desk.h
	$(call say,CC,$<)$(CC) $(APP_CFLAGS) -Itests $(LDFLAGS) -o $@ $< $(BUILD)/libwormscope.a $(LIBLDLIBS) $(LDLIBS) $(if $(findstring screen,$<),-lvterm -lutil) -lm

bench: deps-check ## how fast it is; BASE=REV, PEER=PATH compare in turn (CASES=)
	$(MAKE) $(BUILD)/wormscope $(BENCHES)
	$(if $(BASE),tests/bench/compare $(BASE) $(CASES))
	$(if $(PEER),$(BUILD)/bench-peer $(PEER) $(BUILD)/wormscope $(CASES))
	$(if $(BASE)$(PEER),,$(BUILD)/bench $(CASES))
	$(if $(BASE)$(PEER)$(CASES),,$(BUILD)/bench-sessions)
	$(if $(BASE)$(PEER)$(CASES),,$(BUILD)/bench-frames)
	$(if $(BASE)$(PEER)$(CASES),,$(BUILD)/bench-altitudes)
	$(if $(BASE)$(PEER)$(CASES),,$(BUILD)/bench-screen)

# ---- help ----
.PHONY: help house
help: ## these lines
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-16s %s\n", $$1, $$2}' Makefile
# What each file is, from the first sentence of its head; those that say no more than "see NAME.h" are left out.
house: ## one line for each file of src: what it is
	@awk 'FNR == 1 {name = ""} FNR == 1 && sub(/^\/\* [a-zA-Z0-9_.]+ - /, "") && !/^see / {name = FILENAME; text = ""} \
	    name != "" {sub(/^ \* ?/, ""); text = text $$0 " "} \
	    name != "" && text ~ /[.:;] |\*\// {sub(/([.:;] |\*\/).*/, "", text); printf "%-42s %s\n", name, text; name = ""}' \
	    include/wormscope/* $$(find src -name '*.[ch]' -o -name '*.def' | sort)

# ---- the page: the program in a browser (src/page), by clang for wasm32, wasi-libc and nothing else ----
# What runs in a step is made for speed, all else for size.
WEB := $(BUILD)/web
WEB_CC = clang --target=wasm32-wasi --sysroot=/ -isystem /usr/include/wasm32-wasi -msimd128
WEB_CFLAGS = -std=c11 -include src/page/lend.h $(WARN) -D_GNU_SOURCE -D_WASI_EMULATED_PROCESS_CLOCKS -D_WASI_EMULATED_GETPID -Wno-gnu-statement-expression -I$(WEB)/include -Iinclude -Isrc -Isrc/core -I$(BUILD)/src -MMD -MP
WEB_SRC := $(filter-out src/net/% src/terminal/% src/cli/% src/session/history/compress.c src/session/recording/write_quietly.c,$(PURE_SRC) $(TOP_SRC)) $(wildcard src/page/*.c)
WEB_OBJ := $(WEB_SRC:%.c=$(WEB)/%.o)
WEB_FAST := $(filter $(foreach room,core switch routing traffic recovery slices,$(WEB)/src/$(room)/%),$(WEB_OBJ))
$(WEB_OBJ): WEB_OPT = -Oz -flto
$(WEB_FAST): WEB_OPT = -O2
$(WEB)/%.o: %.c | $(PAGE_INC) $(HANDOUT_INC) $(WEB)/include/xxhash.h
	@mkdir -p $(@D)
	$(call say,WEB,$<)$(WEB_CC) $(WEB_CFLAGS) $(WEB_OPT) -c -o $@ $<
# No other header of the system is seen.
$(WEB)/include/xxhash.h:
	@mkdir -p $(@D)
	@cp "$$($(PKG_CONFIG) --variable=includedir libxxhash)/xxhash.h" $@
$(WEB)/page.wasm: $(WEB_OBJ)
	$(call say,LD,$@)$(WEB_CC) -mexec-model=reactor -O2 -flto -Wl,--gc-sections,--strip-all,-z,stack-size=1048576 -o $@ $^ -lm -lwasi-emulated-process-clocks -lwasi-emulated-getpid
$(WEB)/page.wasm.gz: $(WEB)/page.wasm
	@gzip -9 -n -c $< >$@
	@echo "the page: $$(wc -c <$@) bytes"
.PHONY: web
web: ## the program in a page, for `wormscope export --live` and tests/page
	@.ci/packages web
	@$(MAKE) --no-print-directory $(JOBS) $(WEB)/page.wasm.gz

# ---- packages ----
.PHONY: deps deps-check run
deps:
	@.ci/packages
deps-check:
	@.ci/packages all

SCENARIO ?= kwan/torus-3x3
# As many jobs as there are processors, unless -j says how many.
JOBS = $(if $(filter -j% --jobserver%,$(MAKEFLAGS)),,-j$(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2))
run: deps ## install what is missing, build, open the program (SCENARIO=NAME)
	@$(MAKE) --no-print-directory $(JOBS) all
	@echo "wormscope opens $(SCENARIO): space stops and starts it, ? shows all keys, q leaves"
	@$(BUILD)/wormscope $(SCENARIO)

# A package for Debian, in $(BUILD)-deb; the sources as one file, in $(BUILD)/dist; all that is released, each tried (RELEASE="NAME ...").
.PHONY: deb dist release
deb: ## a package for Debian
	.ci/deb
dist: ## the sources as one file
	.ci/dist
release: deps-check ## all that is released, each tried (RELEASE=)
	.ci/release $(RELEASE)

# ---- installation ----
.PHONY: install uninstall clean
DATA = $(shell find scenarios themes -type f)
# Where each shell looks for what completes a command.
COMPLETIONS := bash:bash-completion/completions/wormscope zsh:zsh/site-functions/_wormscope fish:fish/vendor_completions.d/wormscope.fish
install: all ## into PREFIX (/usr/local), DESTDIR
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(MANDIR)/man1" "$(DESTDIR)$(MANDIR)/man5"
	install -s --strip-program=$(STRIP) -m 755 $(BUILD)/wormscope "$(DESTDIR)$(BINDIR)/wormscope"
	install -m 644 $(BUILD)/man/wormscope.1 "$(DESTDIR)$(MANDIR)/man1/wormscope.1"
	install -m 644 $(BUILD)/man/wormscope-language.5 "$(DESTDIR)$(MANDIR)/man5/wormscope-language.5"
	install -m 644 $(BUILD)/man/wormscope-lesson.5 "$(DESTDIR)$(MANDIR)/man5/wormscope-lesson.5"
	install -m 644 $(BUILD)/man/wormscope-figure.5 "$(DESTDIR)$(MANDIR)/man5/wormscope-figure.5"
	@for row in $(COMPLETIONS); do \
	    to="$(DESTDIR)$(SHAREDIR)/$${row#*:}"; \
	    install -d "$${to%/*}" && $(BUILD)/wormscope completion "$${row%%:*}" >"$$to" && chmod 644 "$$to" || exit 1; \
	done
	@for file in $(DATA); do \
	    install -d "$(DESTDIR)$(DATADIR)/$${file%/*}" || exit 1; \
	    install -m 644 "$$file" "$(DESTDIR)$(DATADIR)/$$file" || exit 1; \
	done
	@if [ -e $(WEB)/page.wasm.gz ]; then install -d "$(DESTDIR)$(DATADIR)/web" && install -m 644 $(WEB)/page.wasm.gz "$(DESTDIR)$(DATADIR)/web/"; fi
	@echo "scenarios and themes are in $(DESTDIR)$(DATADIR)"

# Removes what `make install` with the same variables has put there, and folders of the program that are empty then.
uninstall: ## takes away what install has put there
	rm -f "$(DESTDIR)$(BINDIR)/wormscope" "$(DESTDIR)$(MANDIR)/man1/wormscope.1" "$(DESTDIR)$(MANDIR)/man5/wormscope-language.5" "$(DESTDIR)$(MANDIR)/man5/wormscope-lesson.5" "$(DESTDIR)$(MANDIR)/man5/wormscope-figure.5"
	@for row in $(COMPLETIONS); do rm -f "$(DESTDIR)$(SHAREDIR)/$${row#*:}"; done
	@for file in $(DATA) web/page.wasm.gz; do rm -f "$(DESTDIR)$(DATADIR)/$$file"; done
	@find "$(DESTDIR)$(DATADIR)" -depth -type d -exec rmdir {} \; 2>/dev/null || true

clean: ## removes what was built
	rm -rf $(BUILD) $(BUILD)-clang $(SAN_BUILD) $(AUDIT_BUILD) $(BUILD)-other $(BUILD)-deb $(BUILD)-static $(BUILD)-mutants $(FUZZ_BUILD) $(HARD_BUILD) $(ANALYZED) $(ANALYZED)-clang $(BUILD)-s390x $(BUILD)-armhf $(BUILD)-aarch64 $(BUILD)-riscv64 $(BUILD)-musl

-include $(shell find $(BUILD) -type f -name '*.d' 2>/dev/null)
