# `make help` lists the targets.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# The CUDA compiler for the tests; scripts/fetch-nvcc.sh chooses the same folder.
STREAMALLOC_CUDA ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/streamalloc/cuda-13.0
export STREAMALLOC_CUDA

EXAMPLE := examples/pipelines.cu
# Shows a diff and counts its lines.
SUMMARY = { print } /^\+/ && !/^\+\+\+ / { added++; calls += /Async *\(|sa::copy\(/ } /^-/ && !/^--- / { removed++ } \
	END { printf "\n$(EXAMPLE): %d lines added, %d removed, %d asynchronous calls. The file itself is unchanged.\n", added, removed, calls }

.PHONY: help demo test bench bench-scale bench-gpu fuzz fuzz-cli oracle setup setup-tests nvcc clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: setup ## rewrite an example and show the diff; needs no GPU and no CUDA toolkit
	cargo build --release -p streamalloc-cli
	@cargo run --quiet --release -p streamalloc-cli --bin streamalloc -- \
		transform --embedded --diff $(EXAMPLE) | awk '$(SUMMARY)'

test: setup-tests nvcc ## format check, lints and all tests, with the real nvcc
	cargo fmt --all --check
	cargo clippy --workspace --all-targets -- -D warnings
	cargo test --workspace
	python3 -m unittest discover --quiet --start-directory bench/tests --top-level-directory bench

bench: setup ## compare time and memory with clang's; STREAMALLOC_BENCH names a list of other files
	cargo bench -p streamalloc-cli --bench speed

bench-scale: setup ## measure time and memory for each operation of generated files, by their size
	cargo bench -p streamalloc-cli --bench scale

bench-gpu: ## run the programs of bench/ before and after rewriting; needs a GPU and nvcc: ARGS=--help says more
	cargo build --release -p streamalloc-cli
	bench/run.py $(ARGS)

# Programs to try, the first one, seeds of the simulated device for each, and a limit in seconds.
N ?= 1000
SEED ?= 0
SEEDS ?= 20
TIME ?=

fuzz: setup ## compare random programs with their rewriting: N=1000 SEED=0 SEEDS=20 TIME=seconds
	cargo run --release -p streamalloc-fuzz -- --number $(N) --seed $(SEED) --seeds $(SEEDS) $(if $(TIME),--time $(TIME))

fuzz-cli: setup ## run the program on broken inputs and random options: TIME=60 seconds SEED=0
	cargo build --release -p streamalloc-cli
	scripts/fuzz-cli.py --seed $(SEED) --time $(or $(TIME),60)

oracle: setup ## hold what all soundness programs touch in the simulator against the analysis
	cargo test --release -p streamalloc-oracle -- --ignored

setup: ## check for compilers and libclang; as root on Debian or Ubuntu, install what is missing
	@scripts/setup.sh

setup-tests: setup
	@scripts/setup.sh --tests

nvcc: setup ## fetch the nvcc that the tests use, into a folder outside the repository
	@scripts/fetch-nvcc.sh

clean: ## remove build products; the fetched nvcc stays
	cargo clean
