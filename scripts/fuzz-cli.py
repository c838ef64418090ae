#!/usr/bin/env python3
"""Runs the program on broken inputs and random options, and reports every fault.

Takes the programs of the tests and examples, mutates them, and calls the program with random commands and options,
each time in an empty folder. A fault is:

  signal    it was ended by a signal
  status    its exit status is not 0, 1 or 2
  panic     it printed that it panicked or stopped unexpectedly
  bug       it printed that it found a bug in itself
  hang      it did not end in time
  silent    it failed without a message
  partial   it left a temporary file, or an output that is cut off
  output    it failed, and an output is there or an input has changed all the same
  input     it changed an input that it was not told to change
  document  it succeeded, and what it printed is no JSON document

Case number N of a seed is always the same: `--seed S --only N` runs it again. Cases with faults are kept, with their
command lines, below the folder `--keep`.
"""

import argparse
import concurrent.futures
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CORPUS = ["crates/cli/tests/soundness", "crates/cli/tests/expect", "examples"]
MEMORY = 12 << 30
PANICS = re.compile(rb"panicked|stopped unexpectedly|RUST_BACKTRACE|stack overflow")
TOKEN = re.compile(rb"\w+|<<<|>>>|\s+|[^\w\s]")


# --- texts ---------------------------------------------------------------------------------------


def corpus():
    texts = []
    for folder in CORPUS:
        for here, _, names in sorted(os.walk(os.path.join(ROOT, folder))):
            for name in sorted(names):
                if name.endswith((".cu", ".cpp", ".cuh", ".h")):
                    with open(os.path.join(here, name), "rb") as file:
                        texts.append(file.read())
    return [text for text in texts if len(text) < 40_000]


def flip_bytes(rng, text, _):
    data = bytearray(text)
    for _ in range(rng.choice([1, 1, 3, 20])):
        if data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def edit_tokens(rng, text, _):
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice([1, 1, 2, 10])):
        if not tokens:
            break
        at = rng.randrange(len(tokens))
        how = rng.randrange(4)
        if how == 0:
            del tokens[at]
        elif how == 1:
            tokens.insert(at, tokens[at])
        elif how == 2:
            other = rng.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        else:
            tokens[at] = rng.choice(tokens)
    return b"".join(tokens)


def edit_lines(rng, text, _):
    lines = text.splitlines(True)
    for _ in range(rng.choice([1, 1, 1, 5])):
        if lines:
            at = rng.randrange(len(lines))
            # Statements: what is left of a program without one, or with one twice, often still compiles.
            if rng.random() < 0.8:
                ends = [n for n, line in enumerate(lines) if line.rstrip().endswith(b";")]
                at = rng.choice(ends) if ends else at
            how = rng.random()
            if how < 0.3:
                lines.insert(at, lines[at])
            elif how < 0.6:
                del lines[at]
            else:
                lines.insert(at, rng.choice(lines))
    return b"".join(lines)


def truncate(rng, text, _):
    return text[: rng.randrange(len(text) + 1)]


def splice(rng, text, texts):
    other = rng.choice(texts)
    if rng.random() < 0.5:
        return text + b"\n" + other
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def rename_numbers(rng, text, _):
    values = [b"0", b"-1", b"99999999999999999999", b"0x7fffffff", b"1e400", b"sizeof(int)", b"nullptr"]
    return re.sub(rb"\b\d+\b", lambda m: rng.choice(values) if rng.random() < 0.2 else m.group(), text)


def nest(rng, text, _):
    depth = rng.choice([50, 200, 255, 300, 2_000, 20_000])
    return text + rng.choice(
        [
            b"\nint deep(int x) { return %s; }\n" % (b"(" * depth + b"x" + b")" * depth),
            b"\nvoid deep() { %s }\n" % (b"{" * depth + b"}" * depth),
            b"\nint deep(int x) { return x%s; }\n" % (b" + x" * depth),
            b"\nint deep(int x) { %s return 0; }\n" % (b"if (x) return 1; else " * min(depth, 5000)),
            b"\nvoid deep(int x) { %s; }\n" % (b"for (;x--;) " * min(depth, 5000)),
            b"\nint deep = %s0%s;\n" % (b"[]{ return " * min(depth, 300), b"; }()" * min(depth, 300)),
            b"\nint %s deep;\n" % (b"*" * depth),
            b"\nstruct deep { %s };\n" % (b"struct { " * min(depth, 300) + b"int a;" + b"} a;" * min(depth, 300)),
            b"\ntemplate <int N> struct D { static const int v = D<N - 1>::v; };\nint deep = D<%d>::v;\n" % depth,
            b"\n#define A%s\n" % (b"(" * depth),
            b"\n" + b"#if 1\n" * depth + b"#endif\n" * depth,
            b"\nint deep(int x) { return %sx; }\n" % (b"!" * depth),
            b"\nint deep(int x) { return %s; }\n" % (b"x ? 1 : " * min(depth, 5000) + b"0"),
            b"\nvoid deep() { %s }\n" % (b"try { " * min(depth, 250) + b"} catch (...) {}" * min(depth, 250)),
            b"\nconstexpr int r(int n) { return n ? r(n - 1) : 0; }\nint deep = r(%d);\n" % depth,
            b"\ntemplate <class T> auto r(T t) { return r([t] { return t; }); }\nauto deep = r(1);\n",
        ]
    )


def lengthen(rng, text, _):
    size = rng.choice([10_000, 100_000, 1_000_000])
    how = rng.randrange(4)
    if how == 0:
        return text.replace(b"\n", b" ") if b"#" not in text else text + b"//" + b"x" * size
    if how == 1:
        return b"int " + b"a" * size + b";\n" + text
    if how == 2:
        return text + b"const char *s = \"" + b"s" * size + b"\";\n"
    return b"\n" * size + text


def encode(rng, text, _):
    how = rng.randrange(9)
    if how == 0:
        return text.replace(b"\n", b"\r\n")
    if how == 1:
        return text.replace(b"\n", b"\r")
    if how == 2:
        return b"\xef\xbb\xbf" + text
    if how == 3:
        return text.decode("latin-1").encode(rng.choice(["utf-16", "utf-16-be", "utf-32"]))
    if how == 4:
        at = rng.randrange(len(text) + 1)
        return text[:at] + b"\0" + text[at:]
    if how == 5:
        at = rng.randrange(len(text) + 1)
        return text[:at] + rng.choice([b"/* \xe4\xf6 */", b"\xff\xfe", b"\xf0\x9f\x98\x80", b"\xc3", b"\x1a", b"\x0c"]) + text[at:]
    if how == 6:
        return re.sub(rb"\bd_(\w)", "dé_\\1".encode(), text)
    if how == 7:
        return text.replace(b"\n", b"\\\n", rng.randrange(1, 20))
    return text.replace(b" ", b"\t").replace(b"\t\t", b"\x0b", 3)


def include(rng, text, _):
    lines = [
        b'#include "missing.h"',
        b"#include <missing>",
        b'#include "' + b"x" * 5_000 + b'"',
        b'#include "."',
        b'#include __FILE__',
        b'#include "%s"' % rng.choice([b"", b"/", b"/dev/null", b"a\\b", b"\xff.h"]),
        b"#error stop",
        b'#line 99999 "elsewhere.cu"',
        b'#line 5 "\xff"',
        b"#pragma unroll",
        b"#define cudaMemcpy(...) cudaMemcpy(__VA_ARGS__)",
        b"#define main main(",
        b"#define x y\n#define y x",
        b"#undef __CUDACC__",
        b"#if 1",
        b"// streamalloc: off",
        b"// Added by StreamAlloc",
        b"#ifdef __CUDA_ARCH__\nint device;\n#endif",
        b"namespace sa { int stream; }",
        b"_Pragma(\"once\")",
        b"extern \"C\" {",
    ]
    at = text.find(b"\n", rng.randrange(len(text) + 1)) + 1
    return text[:at] + rng.choice(lines) + b"\n" + text[at:]


def noise(rng, _text, _texts):
    size = rng.choice([0, 1, 2, 100, 10_000])
    kind = rng.randrange(3)
    if kind == 0:
        return rng.randbytes(size)
    if kind == 1:
        return bytes(rng.randrange(1, 256) for _ in range(size))
    words = [b"{", b"}", b"(", b")", b";", b"<<<", b">>>", b"int", b"x", b"template<", b">", b"=", b"__global__", b"#", b"\n", b"\"", b"'", b"cudaMemcpy", b"[", b"]", b"&", b"*", b"if", b"for", b"return", b"struct", b"::", b"~", b"operator", b"..."]
    return b" ".join(rng.choice(words) for _ in range(size // 4))


MUTATIONS = [flip_bytes, edit_tokens, edit_tokens, edit_lines, edit_lines, truncate, splice, rename_numbers, nest, lengthen, encode, include]


# What these leave often still compiles, so that the later stages are reached.
GENTLE = [edit_lines, edit_lines, edit_lines, rename_numbers, nest, lengthen, encode, include]


def text_for(rng, texts, gentle):
    if gentle:
        return rng.choice(GENTLE)(rng, rng.choice(texts), texts)[: 4 << 20]
    if rng.random() < 0.06:
        return noise(rng, b"", texts)
    text = rng.choice(texts)
    for _ in range(rng.choice([0, 0, 1, 1, 1, 2, 4])):
        text = rng.choice(MUTATIONS)(rng, text, texts)
    return text[: 4 << 20]


# --- files ---------------------------------------------------------------------------------------

NAMES = [b"a.cu", b"b.cu", b"a.cu", b"b.cu", b"a.cu", b"b.cu", b"c.cpp", b"d.cuh", b"e.h", b"f.c"]
ODD_NAMES = [
    b"gr\xfcn.cu", b"two words.cu", b"-dash.cu", b"new\nline.cu", b"quote\".cu", b"semi;colon.cu", b"noextension",
    b".cu", b"a.txt", b"%s.cu", b"$HOME.cu", b"n" * 240 + b".cu", b"\xe2\x98\x83.cu", b"a.CU", b"a..cu", b"=.cu", b"\x01.cu",
]


def place_input(rng, folder, name, texts, gentle):
    """Puts something under that name."""
    path = os.path.join(folder, name)
    kind = 0 if gentle else rng.random()
    try:
        if kind < 0.86:
            with open(path, "wb") as file:
                file.write(text_for(rng, texts, gentle))
            if not gentle and rng.random() < 0.05:
                os.chmod(path, rng.choice([0o000, 0o444, 0o200]))
        elif kind < 0.88:
            os.mkdir(path)
        elif kind < 0.90:
            os.symlink(os.path.basename(name), path)
        elif kind < 0.92:
            os.mkfifo(path)
        elif kind < 0.94:
            os.symlink(rng.choice([b"/dev/zero", b"/dev/null", b"/dev/tty", b"/dev/full", b"/proc/self/mem", b"/dev/stdin", b"/proc/self/maps"]), path)
        elif kind < 0.96:
            with open(os.path.join(folder, b"real.cu"), "wb") as file:
                file.write(text_for(rng, texts, gentle))
            os.symlink(b"real.cu", path)
        elif kind < 0.97:
            os.symlink(b"nothing.cu", path)
    except OSError:
        pass


def inputs(rng, folder, texts):
    names = []
    gentle = rng.random() < 0.5
    for _ in range(rng.choice([1, 1, 1, 1, 2, 3])):
        name = NAMES[0] if gentle and not names else rng.choice(NAMES if rng.random() < 0.8 else ODD_NAMES)
        if rng.random() < 0.05:
            deep = os.path.join(b"d" * 200, b"e" * 200, b"f" * 200)
            os.makedirs(os.path.join(folder, deep), exist_ok=True)
            name = os.path.join(deep, name)
        if not os.path.lexists(os.path.join(folder, name)):
            place_input(rng, folder, name, texts, gentle)
        names.append(name if rng.random() < 0.9 else os.path.join(folder, name))
    if rng.random() < 0.03:
        names.append(rng.choice([b"", b"missing.cu", b"/", b".", b"..", b"/dev/zero", b"/dev/stdin", b"x" * 5_000 + b".cu", b"a.cu/", b"a.cu/b.cu"]))
    return names


# --- command lines -------------------------------------------------------------------------------


def targets(rng):
    return rng.choice(
        [
            [], [], [b"--diff"], [b"--diff"], [b"--stdout"], [], [b"--diff"], [b"--in-place"], [b"--in-place"], [b"-o", b"out.cu"], [b"--out-root", b"out"], [b"--in-place"], [b"--in-place", b"--allow-dirty"],
            [b"-o", b"out.cu"], [b"-o", b"out.cu"], [b"-o", b"deep/er/out.cu"], [b"--out-root", b"out"], [b"--out-root", b"out"],
            rng.choice(
                [
                    [b"-o", b"a.cu"], [b"-o", b"."], [b"-o", b""], [b"-o", b"/dev/full"], [b"-o", b"/dev/null/x"],
                    [b"-o", b"x" * 300], [b"--out-root", b"."], [b"--out-root", b"a.cu"], [b"-o", b"out.cu", b"--in-place"],
                    [b"--stdout", b"--diff"], [b"-o", b"o\xff.cu"], [b"--out-root", b""],
                ]
            ),
        ]
    )


def numbers(rng):
    if rng.random() < 0.7:
        return rng.choice([b"1", b"2", b"3", b"128"])
    return rng.choice([b"0", b"-1", b"129", b"99999999999", b"", b"x", b"\xff", b"1.5"])


def decisions(rng):
    options = []
    if rng.random() < 0.3:
        options += [b"--streams", numbers(rng)]
    if rng.random() < 0.6:
        options.append(b"--force")
    if rng.random() < 0.12:
        options += [b"--emit", rng.choice([b"ir", b"effects", b"cra", b"dfsa", b"plan", b"all", b""])]
    return options


FLAGS = [
    b"-DN=4", b"-D", b"-DN=\xff", b"-I.", b"-I/nonexistent", b"-I", b"-std=c++11", b"-std=c++99", b"-std=c++20", b"-arch=sm_90",
    b"-arch=sm_1", b"-x", b"cu", b"-xc", b"-x", b"c++", b"--no-such-flag", b"-include", b"missing.h", b"-ftemplate-depth=100000",
    b"-fbracket-depth=100000", b"-O3", b"-g", b"-c", b"a.cu", b"-o", b"out.o", b"--default-stream=per-thread", b"-rdc=true",
    b"@missing.rsp", b"-Xcompiler", b"-fopenmp", b"-Xcompiler=-Wall,-fopenmp", b"-E", b"-M", b"", b"-", b"--", b"-fsyntax-only",
    b"-fmax-errors=1", b"-ferror-limit=0", b"-fconstexpr-depth=1000000", b"-D__CUDA_ARCH__=900", b"-Dint=float", b"-U__CUDACC__",
    b"-fno-exceptions", b"-fmodules", b"-ast-dump", b"-Xclang", b"-m32", b"-target", b"nonsense", b"-march=native", b"-w",
]


def command(rng, names):
    words = []
    kind = rng.choices(["transform", "analyze", "check", "verify", "doctor", "other"], [50, 18, 24, 1, 2, 5])[0]
    if kind == "other":
        return [rng.choice([b"", b"help", b"--version", b"--help", b"transfrom", b"\xff", b"--", b"check"])] + names
    words.append(kind.encode())
    if kind == "transform":
        words += targets(rng) + decisions(rng)
        words += [b"--exit-code"] * (rng.random() < 0.2) + [b"--quiet"] * (rng.random() < 0.2)
    elif kind == "analyze":
        words += decisions(rng)
        if rng.random() < 0.6:
            words += [b"--format", rng.choice([b"json", b"json", b"text", b"xml"])]
    elif kind == "check":
        if rng.random() < 0.8:
            words += [b"--format", rng.choice([b"json", b"sarif", b"json", b"sarif", b"text", b"xml"])]
        words += [b"--pedantic"] * (rng.random() < 0.4) + [b"--speculative"] * (rng.random() < 0.5)
    elif kind == "verify":
        words += [b"--seeds", rng.choice([b"1", b"2", b"0", b"x"]), b"--timeout", rng.choice([b"2", b"0"])]
    if rng.random() < 0.9:
        words.append(b"--embedded")
    if rng.random() < 0.03:
        words += rng.choice([[b"--libclang", b"/nonexistent"], [b"--libclang", b"a.cu"], [b"--cuda-path", b"/nonexistent"], [b"--cuda-path", b"."], [b"--no-such-option"], [b"--streams"], [b"\xff"], [b"-"]])
    if kind != "doctor":
        words += names
        if rng.random() < 0.05:
            rng.shuffle(words)
    if rng.random() < 0.12:
        words += [b"--"] + [rng.choice(FLAGS) for _ in range(rng.randrange(4))]
    return words


# --- running -------------------------------------------------------------------------------------


def snapshot(folder):
    found = {}
    for here, folders, names in os.walk(folder):
        for name in names:
            path = os.path.join(here, name)
            if os.path.isfile(path) and not os.path.islink(path):
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = file.read()
            else:
                found[os.path.relpath(path, folder)] = None
    return found


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))


def execute(binary, words, folder, timeout):
    # Files of its own for the output: pipes would be held open by whatever outlives the program.
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            [binary.encode()] + words, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err,
            preexec_fn=limits, start_new_session=True,
        )
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            status = None
        out.seek(0)
        err.seek(0)
        return status, out.read(), err.read()


def is_documents(text):
    """Whether the text is a sequence of JSON documents, at least one."""
    try:
        rest, decoder, count = text.decode().strip(), json.JSONDecoder(), 0
        while rest:
            _, end = decoder.raw_decode(rest)
            rest, count = rest[end:].strip(), count + 1
        return count > 0
    except ValueError:
        return False


def is_whole(before, after):
    """Whether `after` can be an output: edits never take the end away."""
    return not before or (len(after) >= len(before) and after[-1:] == before[-1:])


def file_faults(words, several, status, before, after):
    changed = {name for name in after if after[name] != before.get(name, b"\xff absent")}
    changed |= before.keys() - after.keys()
    if any(b".edit-" in name for name in changed):
        yield "partial", "a temporary file is left"
    old = sorted(name for name in changed if name in before)
    new = sorted(name for name in changed if name not in before)
    options = words[: words.index(b"--")] if b"--" in words else words
    writes = words[:1] == [b"transform"] or b"transform" in words
    if changed and not writes:
        yield "input", f"{sorted(changed)} changed by a command that writes nothing"
    if status == 2 and changed and not several:
        yield "output", f"{sorted(changed)} changed although it failed"
    if old and not any(o in options for o in (b"--in-place", b"-o", b"--out-root")):
        yield "input", f"{old} changed"
    if status in (0, 1):
        for name in new + old:
            sources = [before[name]] if name in before else [t for t in before.values() if t is not None]
            if after.get(name) is None or not any(is_whole(s, after[name]) for s in sources):
                yield "partial", f"{name} is cut off"


def faults(words, several, done, before, after):
    status, out, err = done
    if status is None:
        yield "hang", "no end"
        return
    if status < 0:
        yield "signal", signal.Signals(-status).name
    elif status not in (0, 1, 2):
        yield "status", str(status)
    if PANICS.search(err):
        yield "panic", PANICS.search(err).group().decode()
    if b"This is a bug in StreamAlloc" in err:
        yield "bug", err[:300].decode(errors="replace")
    if status == 2 and not err.strip():
        yield "silent", "no message"
    wants_documents = status in (0, 1) and b"--format" in words and (b"json" in words or b"sarif" in words)
    if wants_documents and b"--emit" not in words and b"--help" not in words and not is_documents(out):
        yield "document", f"{len(out)} bytes that are no JSON"
    yield from file_faults(words, several, status, before, after)


def run_case(args, texts, number):
    rng = random.Random(f"{args.seed}/{number}")
    # The same path for each run of a case, since names are part of the input.
    folder = os.path.join(args.work, f"{args.seed}-{number}").encode()
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    names = inputs(rng, folder, texts)
    words = [word for word in command(rng, names) if b"\0" not in word]
    before = snapshot(folder)
    start = time.monotonic()
    done = execute(args.binary, words, folder, args.timeout)
    elapsed = time.monotonic() - start
    found = list(faults(words, len(names) > 1 or bool({b"-", b"\xff"} & set(words)), done, before, snapshot(folder)))
    if found:
        keep(args, number, folder, words, done, found, before)
    shutil.rmtree(folder, ignore_errors=True)
    return number, done, found, elapsed, words


def keep(args, number, _folder, words, done, found, before):
    kept = os.path.join(args.keep, f"{args.seed}-{number}").encode()
    shutil.rmtree(kept, ignore_errors=True)
    os.makedirs(kept)
    for name, text in before.items():
        if text is not None:
            path = os.path.join(kept, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(text)
    with open(os.path.join(kept, b"REPORT"), "wb") as file:
        file.write(repr(words).encode() + b"\n" + repr(found).encode() + b"\n" + done[2][:20_000])


def main():
    parser = argparse.ArgumentParser(description="Fuzzes the command line.")
    parser.add_argument("--binary", default=os.path.join(ROOT, "target/release/streamalloc"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--time", type=float, default=60, help="seconds in all")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for a case")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", type=int, help="run this case alone")
    parser.add_argument("--keep", default=os.path.join(ROOT, "target/fuzz-cli"), help="folder for cases with faults")
    parser.add_argument("--verbose", action="store_true", help="print each case")
    args = parser.parse_args()
    args.binary, args.keep = os.path.abspath(args.binary), os.path.abspath(args.keep)
    args.work = os.path.join(tempfile.gettempdir(), f"fuzz-cli-{os.getuid()}")
    texts = corpus()
    end = time.monotonic() + args.time
    statuses, kinds, slowest, number = {}, {}, (0, 0), 0
    numbers = iter([args.only]) if args.only is not None else iter(range(1 << 60))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        running = set()
        while True:
            while len(running) < args.jobs and time.monotonic() < end:
                number = next(numbers, None)
                if number is None:
                    break
                running.add(pool.submit(run_case, args, texts, number))
            if not running:
                break
            done, running = concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in done:
                case, (status, _, err), found, elapsed, words = future.result()
                if args.verbose:
                    print(f"case {case}: status {status}, {elapsed:.1f} s: {err[:150]!r}", flush=True)
                statuses[status] = statuses.get(status, 0) + 1
                slowest = max(slowest, (elapsed, case))
                for kind, what in found:
                    kinds[kind] = kinds.get(kind, 0) + 1
                    shown = b" ".join(words).decode(errors="backslashreplace")[:160]
                    print(f"case {case}: {kind}: {what.strip()[:300]}\n  {shown!r}", flush=True)
    cases = sum(statuses.values())
    by_status = ", ".join(f"{count} with status {status}" for status, count in sorted(statuses.items(), key=str))
    print(f"seed {args.seed}: {cases} cases ({by_status}); slowest {slowest[0]:.1f} s (case {slowest[1]})")
    print(f"faults: {kinds or 'none'}")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
