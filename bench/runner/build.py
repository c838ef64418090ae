"""Rewrites and compiles.

Takes the names of programs; gives for each the executables of its variants, and whether the rewriting changed it at
all. A variant that does not build is named in `failures` and left out.
"""

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from . import programs


INSTRUMENT = Path(__file__).with_name("busy.cu")
# What the instrument stands in front of.
WRAPPED = ("cudaSetDevice", "cudaMalloc", "cudaFree", "cudaMemset", "cudaMemcpy", "cudaDeviceSynchronize",
           "__cudaLaunchKernel")


@dataclass
class Built:
    """The executables of one program."""

    executables: dict = field(default_factory=dict)
    unchanged: bool = False
    failures: dict = field(default_factory=dict)


class Builder:
    """Builds into a folder, with one compiler and one source of rewritten programs: a folder, or the tool."""

    def __init__(self, folder, compiler, arch, tool=None, rewritten=None):
        self.folder, self.compiler, self.arch = folder, compiler, arch
        self.tool, self.rewritten = tool, rewritten

    def build(self, names, variants, jobs):
        """Builds all of them, so many at a time."""
        self.folder.mkdir(parents=True, exist_ok=True)
        built = {name: Built() for name in names}
        with ThreadPoolExecutor(jobs) as pool:
            for name in names:
                for variant in variants:
                    pool.submit(self._variant, built[name], name, variant)
        return built

    def _variant(self, built, name, variant):
        try:
            source = self._source(built, name, variant)
            if source is not None:
                built.executables[variant] = self._compile(name, variant, source)
        except (OSError, RuntimeError) as error:
            built.failures[variant] = str(error)

    def _source(self, built, name, variant):
        if variant == programs.EXPERT:
            return programs.expert(name)
        if variant != programs.REWRITTEN:
            return programs.original(name)
        source = self._rewrite(name)
        built.unchanged = source.read_bytes() == programs.original(name).read_bytes()
        return None if built.unchanged else source

    def _rewrite(self, name):
        output = self.folder / f"{name}.rewritten.cu"
        if self.rewritten is not None:
            shutil.copyfile(self.rewritten / f"{name}.cu", output)
            return output
        run([self.tool, "transform", "--quiet", "--stdout", programs.original(name)], output)
        return output

    def _compile(self, name, variant, source):
        executable = self.folder / f"{name}.{variant}"
        command = [self.compiler, "-std=c++17", "-O3", f"-arch={self.arch}", "-o", executable, source]
        if variant == programs.PER_THREAD:
            command[1:1] = ["--default-stream", "per-thread"]
        if variant == programs.BOUND:
            command[1:1] = [word for name in WRAPPED for word in ("-Xlinker", f"--wrap={name}")]
            command.append(INSTRUMENT)
        run(command)
        return executable


def run(command, output=None):
    """Runs a command, its standard output into a file if one is named; raises with what it says if it fails."""
    done = subprocess.run([str(word) for word in command], capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError((done.stderr + done.stdout).decode(errors="replace").strip())
    if output is not None:
        output.write_bytes(done.stdout)
