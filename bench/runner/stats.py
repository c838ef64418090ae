"""Statistics of paired measurements.

Takes lists of times; element i of two lists was measured in the same round, one right after the other, and is None
where one was not run in it. Gives spreads and ratios with their intervals. Assumes nothing about how times are
distributed.
"""

from math import comb
from statistics import median

SLOWER_PAIRS = 15      # fewer pairs never show a loss
SLOWER_RATIO = 0.97    # the interval of the ratio lies below
SLOWER_LOSS_MS = 2.0   # and the loss exceeds this


def measured(values):
    """The values without those of rounds that were not run."""
    return [value for value in values if value is not None]


def pairs(before, after):
    """The two lists, of the rounds in which both were run."""
    if len(before) != len(after):
        raise ValueError("the lists are not of the same rounds")
    both = [(b, a) for b, a in zip(before, after) if b is not None and a is not None]
    return [b for b, _ in both], [a for _, a in both]


def quartiles(values):
    """The first and the third quartile, interpolated."""
    ordered = sorted(values)

    def at(share):
        position = share * (len(ordered) - 1)
        low = int(position)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (position - low) * (ordered[high] - ordered[low])

    return at(0.25), at(0.75)


def ratios(before, after):
    """For each pair, how many times faster `after` was."""
    if len(before) != len(after):
        raise ValueError("the lists are not paired")
    return [b / a for b, a in zip(before, after)]


def median_interval(values, confidence=0.95):
    """An interval that holds the median of the distribution with at least this probability, from order statistics;
    None if there are too few values for one."""
    ordered, count = sorted(values), len(values)
    outside = 0.0
    rank = None
    # The median lies below the value of rank k (from 0) with the probability of at most k heads in `count` tosses.
    for k in range(count // 2):
        outside += comb(count, k) / 2**count
        if 1 - 2 * outside < confidence:
            break
        rank = k
    return None if rank is None else (ordered[rank], ordered[count - 1 - rank])


def is_slower(before, after):
    """Whether `after` counts as slower: enough pairs, an interval of the ratio below the limit, and a loss that
    matters."""
    if len(before) < SLOWER_PAIRS:
        return False
    interval = median_interval(ratios(before, after))
    loss = median(a - b for b, a in zip(before, after))
    return interval is not None and interval[1] < SLOWER_RATIO and loss > SLOWER_LOSS_MS


def geometric_mean(values):
    """The geometric mean of positive values; None of no values."""
    product = 1.0
    for value in values:
        product *= value
    return product ** (1 / len(values)) if values else None
