"""The GPU and the compiler of this machine."""

import os
import shutil
import subprocess
from pathlib import Path


def gpu():
    """Name and driver of the first GPU; None if there is none."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        done = subprocess.run(query, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    fields = done.stdout.splitlines()[0].split(",") if done.returncode == 0 and done.stdout else []
    return {"device": fields[0].strip(), "driver": fields[1].strip()} if len(fields) == 2 else None


def nvcc():
    """The compiler: `NVCC`, one on the path, or that of a toolkit in a usual place; None if there is none."""
    folders = [os.environ.get("STREAMALLOC_CUDA"), os.environ.get("CUDA_HOME"), "/usr/local/cuda"]
    places = [os.environ.get("NVCC"), shutil.which("nvcc")]
    places += [str(Path(folder) / "bin/nvcc") for folder in folders if folder]
    return next((place for place in places if place and os.access(place, os.X_OK)), None)


def nvcc_version(compiler):
    """The release that the compiler names, such as "13.0"."""
    text = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout
    words = text.replace(",", " ").split()
    return words[words.index("release") + 1] if "release" in words else "unknown"


def commit(folder):
    """The commit of a checkout; "unknown" outside of one."""
    command = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return "unknown"
    return done.stdout.strip() if done.returncode == 0 else "unknown"
