"""Building and running, with scripts in the place of compilers and programs."""

import stat
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from runner import build, measure, programs

FINE = 'echo "sum 5"; echo "region_ms: 12.500" >&2'


class InAFolder(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)

    def script(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path


class OneRun(InAFolder):
    def test_times_and_output(self):
        run = measure.once(self.script("p", f'test "$1" = small || exit 1; {FINE}'), "small")
        self.assertEqual((run.region_ms, run.output), (12.5, b"sum 5\n"))
        self.assertGreater(run.process_ms, 0)

    def test_an_instrumented_run_gives_the_time_of_the_busiest_part(self):
        busy = 'echo "busy_ms: calls {} kernels {} up 1.000 down 2.000" >&2'
        for calls, kernels, bound in (("8.000", "3.000", 4.5), ("12.000", "3.000", 3), ("12.000", "0.500", 2)):
            run = measure.once(self.script("p", f"{FINE}; {busy.format(calls, kernels)}"), "small")
            self.assertEqual((run.region_ms, run.process_ms), (bound, None))

    def test_a_failed_check_is_a_failure(self):
        with self.assertRaisesRegex(RuntimeError, "exit status 1: .*FAIL"):
            measure.once(self.script("p", 'echo FAIL; echo "region_ms: 1.0" >&2; exit 1'), "small")

    def test_a_run_without_a_time_is_a_failure(self):
        with self.assertRaisesRegex(RuntimeError, "exit status 0"):
            measure.once(self.script("p", "echo PASS"), "small")

    def test_a_run_without_end_is_a_failure(self):
        with mock.patch.object(measure, "LIMIT_S", 0.1), self.assertRaisesRegex(RuntimeError, "no end"):
            measure.once(self.script("p", "exec sleep 30"), "small")


class Rounds(InAFolder):
    def built(self, **texts):
        return {"p": build.Built(executables={v: self.script(v, text) for v, text in texts.items()})}

    def test_every_round_begins_with_another_variant(self):
        orders = [measure.turned(["a", "b", "c"], number) for number in range(4)]
        self.assertEqual(orders, [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"], ["a", "b", "c"]])

    def test_each_variant_runs_once_a_round(self):
        log = self.folder / "log"
        built = self.built(original=f"{FINE}; echo o >> {log}", rewritten=f"{FINE}; echo r >> {log}")
        times = measure.rounds(built, "small", 3, None, lambda _: None)["p"]
        self.assertEqual([len(runs) for runs in times.values()], [3, 3])
        self.assertEqual(log.read_text().split(), ["o", "r", "r", "o", "o", "r"])

    def test_another_output_is_a_failure(self):
        built = self.built(original=FINE, rewritten=FINE.replace("5", "6"))
        times = measure.rounds(built, "small", 2, None, lambda _: None)["p"]
        self.assertEqual(list(times), ["original"])
        self.assertIn("other output", built["p"].failures["rewritten"])

    def test_a_variant_that_fails_late_loses_its_times(self):
        count = self.folder / "count"
        failing = f'echo x >> {count}; {FINE}; test "$(wc -l < {count})" -lt 2'
        built = self.built(original=FINE, rewritten=failing)
        times = measure.rounds(built, "small", 4, None, lambda _: None)["p"]
        self.assertEqual({variant: len(runs) for variant, runs in times.items()}, {"original": 4})
        self.assertIn("rewritten", built["p"].failures)
        self.assertEqual(len(count.read_text().split()), 2)

    def test_no_round_begins_after_the_time(self):
        said = []
        times = measure.rounds(self.built(original=FINE), "small", 1000, 0.0, said.append)["p"]
        self.assertEqual(len(times["original"]), 1)
        self.assertIn("time is over", said[-1])


class Building(InAFolder):
    """The compiler writes its command line into what it makes."""

    COMPILER = 'for w; do test "$out" = next && out=$w; test "$w" = -o && out=next; done; echo "$@" > "$out"'

    def build(self, name, variants, **source):
        compiler = self.script("nvcc", self.COMPILER)
        builder = build.Builder(self.folder / "built", compiler, "sm_90", **source)
        return builder.build([name], variants, 2)[name]

    def rewritten(self, name, text):
        (self.folder / "rewritten").mkdir(exist_ok=True)
        (self.folder / f"rewritten/{name}.cu").write_text(text)
        return self.folder / "rewritten"

    def test_every_variant_is_compiled_from_its_source(self):
        folder = self.rewritten("histogram", "// another text")
        built = self.build("histogram", programs.VARIANTS, rewritten=folder)
        self.assertEqual(built.failures, {})
        command = {variant: path.read_text().split() for variant, path in built.executables.items()}
        self.assertEqual(set(command), set(programs.VARIANTS))
        original, expert = str(programs.original("histogram")), str(programs.expert("histogram"))
        self.assertEqual(command["original"][-1], original)
        self.assertEqual(command["expert"][-1], expert)
        self.assertTrue(command["rewritten"][-1].endswith("histogram.rewritten.cu"))
        self.assertEqual(command["per-thread"][-1], original)
        self.assertEqual(command["per-thread"][:2], ["--default-stream", "per-thread"])
        self.assertNotIn("per-thread", command["original"])
        self.assertEqual(command["bound"][-2:], [original, str(build.INSTRUMENT)])
        self.assertIn("--wrap=cudaMemcpy", command["bound"])
        self.assertIn("-arch=sm_90", command["original"])

    def test_a_program_that_is_left_alone_has_no_executable_of_its_own(self):
        folder = self.rewritten("atax", programs.original("atax").read_text())
        built = self.build("atax", ["original", "rewritten"], rewritten=folder)
        self.assertTrue(built.unchanged)
        self.assertEqual(list(built.executables), ["original"])

    def test_what_does_not_build_is_a_failure(self):
        tool = self.script("tool", "echo cannot >&2; exit 1")
        built = self.build("atax", ["original", "rewritten"], tool=tool)
        self.assertEqual((list(built.executables), built.failures), (["original"], {"rewritten": "cannot"}))

    def test_the_tool_rewrites(self):
        tool = self.script("tool", 'echo "$@"')
        built = self.build("atax", ["rewritten"], tool=tool)
        text = (self.folder / "built/atax.rewritten.cu").read_text()
        self.assertEqual(text.split(), ["transform", "--quiet", "--stdout", str(programs.original("atax"))])
        self.assertFalse(built.unchanged)


class Programs(unittest.TestCase):
    def test_there_are_enough_and_every_version_by_hand_has_its_program(self):
        names = programs.names()
        self.assertGreaterEqual(len(names), 24)
        experts = sorted(path.stem for path in (programs.ROOT / "expert").glob("*.cu"))
        self.assertGreaterEqual(len(experts), 8)
        self.assertEqual([name for name in experts if name not in names], [])

    def test_some_are_picked_by_a_part_of_their_name(self):
        self.assertEqual(programs.names(["cov", "mvt"]), ["covariance", "mvt"])


if __name__ == "__main__":
    unittest.main()
