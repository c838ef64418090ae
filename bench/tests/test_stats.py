"""The statistics, held against values worked out by hand and against simulated measurements."""

import random
import unittest
from statistics import median

from runner import stats


class Values(unittest.TestCase):
    def test_quartiles_are_interpolated(self):
        self.assertEqual(stats.quartiles([5]), (5, 5))
        self.assertEqual(stats.quartiles([4, 1, 3, 2]), (1.75, 3.25))
        self.assertEqual(stats.quartiles([1, 2, 3, 4, 5]), (2, 4))

    def test_geometric_mean(self):
        self.assertIsNone(stats.geometric_mean([]))
        self.assertAlmostEqual(stats.geometric_mean([0.5, 2.0]), 1.0)
        self.assertAlmostEqual(stats.geometric_mean([2.0, 4.0, 8.0]), 4.0)

    def test_rounds_that_were_not_run_are_left_out(self):
        self.assertEqual(stats.measured([None, 1.0, None, 2.0]), [1.0, 2.0])
        self.assertEqual(stats.pairs([1, None, 3, 4], [5, 6, None, 8]), ([1, 4], [5, 8]))

    def test_only_lists_of_the_same_rounds_are_paired(self):
        with self.assertRaises(ValueError):
            stats.pairs([1, 2], [1])
        with self.assertRaises(ValueError):
            stats.ratios([1, 2], [1])

    def test_ratios_say_how_many_times_faster(self):
        self.assertEqual(stats.ratios([10, 9], [5, 9]), [2, 1])


class Interval(unittest.TestCase):
    def test_ranks_are_those_of_the_binomial_distribution(self):
        # Known ranks (from 1) of the 95 % interval of a median: 6 values 1 and 6, 9 values 2 and 8, 15 values 4 and 12,
        # 20 values 6 and 15.
        for count, low, high in ((6, 1, 6), (9, 2, 8), (15, 4, 12), (20, 6, 15)):
            with self.subTest(count=count):
                values = list(range(1, count + 1))
                random.Random(count).shuffle(values)
                self.assertEqual(stats.median_interval(values), (low, high))

    def test_there_is_none_of_few_values(self):
        self.assertIsNone(stats.median_interval([1, 2, 3, 4, 5]))
        self.assertEqual(stats.median_interval([1, 2, 3, 4, 5], confidence=0.9), (1, 5))

    def test_it_holds_the_median_as_often_as_it_says(self):
        source, held, trials = random.Random(1), 0, 2000
        for _ in range(trials):
            low, high = stats.median_interval([source.expovariate(1.0) for _ in range(15)])
            held += low <= 0.6931 <= high  # the median of this distribution
        self.assertGreater(held / trials, 0.95)


class Slower(unittest.TestCase):
    def test_a_clear_loss(self):
        self.assertTrue(stats.is_slower([100.0] * 15, [110.0] * 15))

    def test_fewer_than_fifteen_pairs_show_nothing(self):
        self.assertFalse(stats.is_slower([100.0] * 14, [200.0] * 14))

    def test_a_loss_of_at_most_two_milliseconds_does_not_matter(self):
        self.assertFalse(stats.is_slower([10.0] * 20, [12.0] * 20))
        self.assertTrue(stats.is_slower([10.0] * 20, [12.1] * 20))

    def test_a_loss_of_less_than_three_percent_does_not_matter(self):
        self.assertFalse(stats.is_slower([1000.0] * 20, [1020.0] * 20))
        self.assertTrue(stats.is_slower([1000.0] * 20, [1040.0] * 20))

    def test_the_whole_interval_must_lie_below(self):
        # The median ratio is 0.9; but the twelfth smallest of fifteen is 1.
        after = [100 / 0.9] * 11 + [100.0] * 4
        self.assertAlmostEqual(median(stats.ratios([100.0] * 15, after)), 0.9)
        self.assertFalse(stats.is_slower([100.0] * 15, after))
        self.assertTrue(stats.is_slower([100.0] * 15, [100 / 0.9] * 12 + [100.0] * 3))

    def test_equal_programs_are_rarely_called_slower(self):
        source, called = random.Random(2), 0
        for _ in range(1000):
            before, after = ([100 * source.lognormvariate(0, 0.1) for _ in range(15)] for _ in range(2))
            called += stats.is_slower(before, after)
        self.assertLess(called, 25)


if __name__ == "__main__":
    unittest.main()
