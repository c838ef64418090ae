#!/usr/bin/env bash
# Fetches the real nvcc, which the tests use to compile what StreamAlloc writes: the CUDA 13.0
# compiler and runtime from their Python packages, about 100 MB, unpacked into a folder outside the
# repository. No GPU, no driver and no installed toolkit are needed.
#
#   scripts/fetch-nvcc.sh           fetches unless it is there; the folder's name is the last line
#
# STREAMALLOC_CUDA names another folder. If that folder holds a CUDA toolkit already, it is tested
# and used as it is.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
pins=$here/nvcc-requirements.txt
cuda=${STREAMALLOC_CUDA:-${XDG_CACHE_HOME:-${HOME:?neither HOME nor STREAMALLOC_CUDA is set}/.cache}/streamalloc/cuda-13.0}
stamp=fetched-from.txt # a copy of the pins in the folder: what it was made from, and that it is whole

fail() {
    printf 'fetch-nvcc: %s\n' "$*" >&2
    exit 1
}

is_current() { cmp -s "$pins" "$cuda/$stamp"; }

# Compiles and links a program for host and device. Installed toolkits have lib64 in place of lib.
works() { # FOLDER
    local trial status=0
    trial=$(mktemp -d)
    printf '%s\n' '#include <cuda_runtime.h>' '__global__ void k(int *p) { *p = 1; }' \
        'int main() { k<<<1, 1>>>(nullptr); return cudaDeviceSynchronize() == cudaSuccess; }' >"$trial/trial.cu"
    local lib=$1/lib
    [ -e "$lib/libcudart.so" ] || lib=$1/lib64
    "$1/bin/nvcc" --version >"$trial/log" 2>&1 &&
        "$1/bin/nvcc" -arch=sm_90 -cudart shared -L "$lib" -o "$trial/trial" "$trial/trial.cu" >>"$trial/log" 2>&1 ||
        status=$?
    if [ "$status" -ne 0 ]; then cat "$trial/log" >&2; fi
    rm -rf "$trial"
    return "$status"
}

find_pip() {
    python3 -m pip --version >/dev/null 2>&1 && return
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
        echo "Installing: python3-pip python3-venv"
        export DEBIAN_FRONTEND=noninteractive
        apt-get update -qq || true
        apt-get install -y -qq --no-install-recommends python3-pip python3-venv >/dev/null || true
    fi
    python3 -m pip --version >/dev/null 2>&1 ||
        fail "python3 has no pip: install it (Debian, Ubuntu: apt-get install python3-pip; elsewhere: python3 -m ensurepip --user)"
}

command -v python3 >/dev/null || fail "needs python3"
command -v g++ >/dev/null || fail "needs g++, which nvcc calls for the host code"

if is_current; then
    printf 'nvcc is there:\n%s\n' "$cuda"
    exit
fi
rmdir "$cuda" 2>/dev/null || true # an empty folder is no toolkit
if [ -e "$cuda" ] && [ ! -e "$cuda/$stamp" ]; then
    [ -x "$cuda/bin/nvcc" ] || fail "$cuda exists, but holds no CUDA toolkit: remove it or set STREAMALLOC_CUDA"
    works "$cuda" || fail "the nvcc in $cuda does not compile a trivial program"
    printf 'Using the toolkit in\n%s\n' "$cuda"
    exit
fi
case $(uname -s)-$(uname -m) in
Linux-x86_64 | Linux-aarch64) ;;
*) fail "nvcc exists for Linux on x86_64 and aarch64 only" ;;
esac

find_pip
mkdir -p "$(dirname "$cuda")"
work=$(mktemp -d "$(dirname "$cuda")/.fetching-XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP

echo "Fetching nvcc (about 100 MB)"
python3 -m pip download --quiet --disable-pip-version-check --no-cache-dir --no-deps \
    --only-binary=:all: --require-hashes -r "$pins" -d "$work/wheels" </dev/null ||
    fail "the download failed"
for wheel in "$work"/wheels/*.whl; do
    python3 -m zipfile -e "$wheel" "$work/unpacked"
done
rm -rf "$work/wheels"

new=$work/unpacked/nvidia/cu13
chmod +x "$new"/bin/* "$new"/nvvm/bin/*
ln -s libcudart.so.13 "$new/lib/libcudart.so"
ln -s lib "$new/lib64" # where nvcc and CMake look by themselves
works "$new" || fail "the fetched nvcc does not compile a trivial program"
cp "$pins" "$new/$stamp"

# Another process may have been faster: then its folder is as good.
is_current || mv -T "$cuda" "$work/old" 2>/dev/null || true
mv -T "$new" "$cuda" 2>/dev/null || is_current || fail "cannot create $cuda"
printf 'nvcc is ready:\n%s\n' "$cuda"
