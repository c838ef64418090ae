#!/usr/bin/env bash
# Checks for what building and testing StreamAlloc needs. What a Debian or Ubuntu package provides
# is installed when the script runs as root; everything else that is missing is named, with the
# command that installs it, and the exit status is 1. Does nothing when all is there.
#
#   scripts/setup.sh [--tests]   with --tests also what some tests use, and are skipped without
set -euo pipefail

MIN_RUST=1.85   # `rust-version` in Cargo.toml
MIN_CLANG=17    # the first libclang that names the operators of expressions
APT_CLANG=19    # the version to install

packages=()     # Debian packages that would provide what is missing
missing=()      # the same, and what no package provides, in words
tests=${1:-}

have() { command -v "$1" >/dev/null 2>&1; }
found() { printf '  %-10s %s\n' "$1" "$2"; }

# lacks WHAT [PACKAGE…]
lacks() {
    missing+=("$1")
    packages+=("${@:2}")
}

# at_least VERSION MINIMUM: compares major.minor
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

check_rust() {
    local version
    if ! have cargo || ! version=$(cargo --version 2>/dev/null | awk '{print $2}') || [ -z "$version" ]; then
        lacks "Rust $MIN_RUST or newer with cargo (rustup, or the packages of a recent distribution)"
    elif ! at_least "$version" "$MIN_RUST"; then
        lacks "Rust $MIN_RUST or newer: this is $version"
    else
        found cargo "$version"
    fi
}

check_program() { # NAME PACKAGE
    if have "$1"; then
        found "$1" "$("$1" --version 2>/dev/null | head -n 1)"
    else
        lacks "$1" "$2"
    fi
}

check_pip() {
    if ! have python3 || ! python3 -m pip --version >/dev/null 2>&1; then
        lacks "pip for python3" python3-pip python3-venv
    fi
}

# Prints "VERSION LIBRARY" for each libclang found, one a line, each file once.
libclangs() {
    local folder file real version
    for folder in ${LIBCLANG_PATH:+"$LIBCLANG_PATH"} /usr/lib/llvm-*/lib /usr/lib/*-linux-gnu \
        /usr/lib64 /usr/lib /usr/local/lib /usr/lib64/llvm*/lib /usr/local/llvm*/lib /opt/llvm*/lib; do
        for file in "$folder"/libclang.so* "$folder"/libclang-[0-9]*.so*; do
            [ -e "$file" ] || continue
            real=$(readlink -f "$file")
            # libclang-19.so.19, libclang.so.19.1.7: the first number is LLVM's major version.
            version=$(basename "$real" | grep -oE '[0-9]+' | head -n 1)
            printf '%s %s\n' "${version:-0}" "$real"
        done
    done | sort -u
}

# The compiler's own headers (stddef.h, __clang_cuda_runtime_wrapper.h) of one version.
resource_headers() { # VERSION LIBRARY
    local folder
    for folder in "$(dirname "$2")"/clang/"$1"* "/usr/lib/llvm-$1"/lib/clang/* /usr/lib/clang/"$1"* \
        /usr/lib64/clang/"$1"* /usr/local/lib/clang/"$1"*; do
        if [ -e "$folder/include/stddef.h" ]; then
            printf '%s\n' "$folder"
            return 0
        fi
    done
    return 1
}

check_libclang() {
    local version library headers
    while read -r version library; do
        [ "$version" -ge "$MIN_CLANG" ] || continue
        if headers=$(resource_headers "$version" "$library"); then
            found libclang "$version: $library, headers in $headers"
            return
        fi
    done < <(libclangs | sort -rn)
    lacks "libclang $MIN_CLANG or newer with its resource headers" "libclang-$APT_CLANG-dev"
}

check_clang() {
    local name version
    for name in clang-{25..17} clang; do
        have "$name" || continue
        version=$("$name" -dumpversion 2>/dev/null | cut -d . -f 1)
        if [ "${version:-0}" -ge "$MIN_CLANG" ]; then
            found clang "$version: $(command -v "$name")"
            return
        fi
    done
    lacks "clang $MIN_CLANG or newer" "clang-$APT_CLANG"
}

check_all() {
    packages=() missing=()
    check_rust
    check_program gcc gcc
    check_program g++ g++
    check_program python3 python3
    check_pip
    check_program git git
    check_program patch patch
    check_libclang
    check_clang
}

# Programs that the tests put StreamAlloc together with.
check_test_programs() {
    packages=() missing=()
    check_program cmake cmake
    check_program ninja ninja-build
    check_program make make
    check_program ccache ccache
    check_program objdump binutils
}

apt_line() { printf 'apt-get install --no-install-recommends %s' "${packages[*]}"; }

echo "Needed to build and test:"
check_all
if [ "${#packages[@]}" -gt 0 ] && [ "$(id -u)" -eq 0 ] && have apt-get; then
    echo "Installing: ${packages[*]}"
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq &&
        apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null; then
        echo "Now:"
        check_all
    else
        echo "apt-get could not install them." >&2
    fi
fi
if [ "${#missing[@]}" -gt 0 ]; then
    {
        echo "Missing:"
        printf '  - %s\n' "${missing[@]}"
        if [ "${#packages[@]}" -gt 0 ]; then
            echo "On Debian or Ubuntu, as root: $(apt_line)"
            echo "Elsewhere: what your system calls these packages."
        fi
    } >&2
    exit 1
fi
if [ "$tests" = --tests ]; then
    echo "Used by tests:"
    check_test_programs
    if [ "${#packages[@]}" -gt 0 ] && [ "$(id -u)" -eq 0 ] && have apt-get; then
        echo "Installing: ${packages[*]}"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq && apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null || true
        check_test_programs
    fi
    if [ "${#missing[@]}" -gt 0 ]; then
        echo "Missing: ${missing[*]}; tests that need them are skipped. On Debian or Ubuntu, as root: $(apt_line)"
    fi
fi
