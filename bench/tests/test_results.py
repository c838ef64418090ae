"""Results: summaries, merging, and files."""

import json
import tempfile
import unittest
from pathlib import Path

from runner import results, stats
from runner.build import Built
from runner.measure import Run

MACHINE = {"date": "2026-01-02", "device": "GPU", "driver": "1", "cuda": "13.0", "commit": "abc"}


def document(programs, size="default", unchanged=(), failures=None, **machine):
    """Results of one command: for each program, the region times of its variants; a process takes 100 ms more."""
    built = {name: Built(unchanged=name in unchanged) for name in programs}
    for name, found in (failures or {}).items():
        built[name].failures.update(found)
    times = {
        name: {variant: [Run(ms, ms + 100, b"") for ms in list_of_ms] for variant, list_of_ms in variants.items()}
        for name, variants in programs.items()
    }
    return results.document({**MACHINE, **machine}, size, built, times)


class Summary(unittest.TestCase):
    def test_ratios_are_those_of_pairs(self):
        found = document({"p": {"original": [10, 100, 40], "rewritten": [5, 100, 10]}})["programs"]["p"]
        self.assertEqual(found["region_speedup"], 2.0)
        self.assertEqual(found["variants"]["rewritten"]["region_median_ms"], 10)
        self.assertEqual(found["variants"]["original"]["region_quartiles_ms"], [25, 70])
        self.assertAlmostEqual(found["process_speedup"], 110 / 105, places=3)
        self.assertIsNone(found["region_interval"])  # of three pairs there is none

    def test_a_program_that_is_left_alone_counts_as_one(self):
        found = document({"p": {"original": [10.0, 12.0]}, "q": {"original": [10, 10], "rewritten": [2.5, 2.5]}},
                         unchanged=["p"])
        self.assertEqual(found["programs"]["p"]["region_speedup"], 1.0)
        self.assertAlmostEqual(found["region_speedup_mean"], 2.0)

    def test_a_program_without_a_rewriting_does_not_count(self):
        found = document({"p": {"original": [10.0]}, "q": {"original": [10], "rewritten": [5]}})
        self.assertIsNone(found["programs"]["p"]["region_speedup"])
        self.assertEqual(found["region_speedup_mean"], 2.0)

    def test_speed_against_the_version_by_hand(self):
        found = document({
            "p": {"original": [20, 20], "rewritten": [10, 10], "expert": [8, 8]},
            "q": {"original": [20, 20], "expert": [10, 10]},
            "r": {"original": [20, 20], "rewritten": [10, 10]},
        }, unchanged=["q"])
        self.assertEqual([found["programs"][name]["of_expert"] for name in "pqr"], [0.8, 0.5, None])
        self.assertAlmostEqual(found["of_expert_mean"], 0.4 ** 0.5, places=3)

    def test_a_bound_has_no_times_of_processes(self):
        built = {"p": Built()}
        times = {"p": {"original": [Run(20.0, 120.0, b"")], "rewritten": [Run(10.0, 100.0, b"")],
                       "bound": [Run(4.0, None, b"")]}}
        found = results.document(MACHINE, "small", built, times)
        self.assertEqual(found["of_bound_mean"], 0.4)
        self.assertIsNone(found["programs"]["p"]["variants"]["bound"]["process_median_ms"])
        self.assertEqual(results.merge([found, found])["programs"]["p"]["of_bound"], 0.4)

    def test_slower_by_region_or_by_process(self):
        found = document({"p": {"original": [10.0] * 15, "rewritten": [14.0] * 15}})
        self.assertEqual(found["slower"], ["p"])
        variant = found["programs"]["p"]["variants"]["rewritten"]
        self.assertTrue(variant["region_slower"])
        self.assertTrue(variant["process_slower"])  # 110 and 114 ms
        found = document({"p": {"original": [10.0] * 15, "rewritten": [13.0] * 15}})
        self.assertTrue(found["programs"]["p"]["slower"])
        self.assertFalse(found["programs"]["p"]["variants"]["rewritten"]["process_slower"])

    def test_variants_other_than_the_rewriting_may_be_slow(self):
        self.assertEqual(document({"p": {"original": [10.0] * 15, "per-thread": [20.0] * 15}})["slower"], [])


class Merge(unittest.TestCase):
    def test_merged_results_are_as_if_measured_at_once(self):
        whole = document({"p": {"original": [10, 11, 12, 13], "rewritten": [5, 6, 7, 8]}})
        first = document({"p": {"original": [10, 11], "rewritten": [5, 6]}})
        second = document({"p": {"original": [12, 13], "rewritten": [7, 8]}}, date="2026-01-03")
        self.assertEqual(results.merge([first, second]), whole)
        self.assertEqual(results.merge([whole]), whole)

    def test_other_programs(self):
        first, second = document({"q": {"original": [1.0]}}), document({"p": {"original": [2.0]}})
        self.assertEqual(list(results.merge([first, second])["programs"]), ["p", "q"])

    def test_other_variants_keep_their_rounds(self):
        first = document({"p": {"original": [10.0, 10.0], "rewritten": [5.0, 5.0]}})
        second = document({"p": {"original": [30.0, 40.0, 50.0], "expert": [3.0, 4.0, 5.0]}})
        found = results.merge([first, second])["programs"]["p"]
        self.assertEqual(found["runs"]["rewritten"]["region_ms"], [5, 5, None, None, None])
        self.assertEqual(found["runs"]["expert"]["region_ms"], [None, None, 3, 4, 5])
        self.assertEqual(found["region_speedup"], 2.0)
        self.assertEqual(found["variants"]["expert"]["region_speedup"], 10.0)
        self.assertEqual(found["variants"]["original"]["repeats"], 5)
        self.assertEqual(found["variants"]["rewritten"]["repeats"], 2)
        self.assertIsNone(found["of_expert"])  # never run in one round

    def test_enough_pairs_may_come_of_several_commands(self):
        part = document({"p": {"original": [10.0] * 8, "rewritten": [14.0] * 8}})
        self.assertEqual(part["slower"], [])
        self.assertEqual(results.merge([part, part])["slower"], ["p"])

    def test_what_failed_once_stays_failed(self):
        first = document({"p": {"original": [10.0], "rewritten": [5.0]}})
        second = document({"p": {"original": [10.0]}}, failures={"p": {"rewritten": "other output"}})
        for order in ([first, second], [second, first]):
            found = results.merge(order)["programs"]["p"]
            self.assertEqual(found["failures"], {"rewritten": "other output"})
            self.assertNotIn("rewritten", found["runs"])
            self.assertIsNone(found["region_speedup"])

    def test_only_results_of_the_same_kind_are_merged(self):
        first = document({"p": {"original": [1.0]}})
        for change in ({"device": "another"}, {"driver": "2"}, {"cuda": "12.0"}, {"commit": "def"}, {"size": "large"}):
            with self.subTest(change), self.assertRaisesRegex(ValueError, next(iter(change))):
                results.merge([first, document({"p": {"original": [1.0]}}, **change)])


class Files(unittest.TestCase):
    def test_what_is_written_is_read(self):
        found = document({"p": {"original": [1.0, 2.0], "rewritten": [1.0, 1.0]}})
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new/results.json"
            results.write(found, path)
            self.assertEqual(results.read(path), json.loads(json.dumps(found)))

    def test_committed_results_follow_from_their_measurements(self):
        for path in sorted(Path(results.__file__).parents[1].glob("results/*.json")):
            with self.subTest(path.name):
                found = results.read(path)
                anew = results.summarise(json.loads(json.dumps(found)))
                self.assertTrue(anew == found, f"out of date: bench/run.py --merge {path} --out {path.with_suffix('')}")
                for program in found["programs"].values():
                    lengths = {len(times[kind]) for times in program["runs"].values() for kind in results.KINDS}
                    self.assertEqual(len(lengths), 1, "the rounds of all variants")
                    self.assertTrue(stats.measured(program["runs"]["original"]["region_ms"]))


if __name__ == "__main__":
    unittest.main()
