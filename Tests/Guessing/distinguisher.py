"""Which of two keys was tapped? A simple distinguisher: it learns from half of the taps, and its advantage on the other half is measured.

A tap is a dictionary of features. A number is judged by a threshold and by the nearer mean; a text, and a number with few values, by the key that it
came with more often. The best of these on one part of the training half is used for the test half."""
import math

# Numbers with at most this many values are also compared exactly.
FEW = 64


def wilson(hits, count, z=1.96):
    """Returns Wilson's confidence interval of a share: by default of 95 %."""
    share, square = hits / count, z * z
    middle = (share + square / (2 * count)) / (1 + square / count)
    reach = z / (1 + square / count) * math.sqrt(share * (1 - share) / count + square / (4 * count * count))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def majority(values, keys, names):
    """Learns the key that each value came with more often. Values that did not come count for the more frequent key of rare values."""
    counts = {}
    for value, key in zip(values, keys):
        counts.setdefault(value, [0, 0])[key] += 1
    table = {value: int(b > a) for value, (a, b) in counts.items()}
    return lambda value: table.get(value, 0)


def threshold(values, keys, _):
    """Learns the best of up to 50 thresholds. Values that are no numbers count as 0."""
    pairs = sorted((number(value), key) for value, key in zip(values, keys))
    total = sum(key for _, key in pairs)
    best, ones, done = (0, math.inf, 0), 0, 0
    step = 0 if len({value for value, _ in pairs}) <= 50 else len(pairs) // 50
    for index, (value, key) in enumerate(pairs):
        ones += key
        if index + 1 - done < step or (index + 1 < len(pairs) and pairs[index + 1][0] == value):
            continue
        done = index + 1
        # The number right if what is at most `value` is key 0, and the rest key 1; and the reverse.
        right = index + 1 - ones + total - ones
        for count, low in ((right, 0), (len(pairs) - right, 1)):
            best = max(best, (count, value, low))
    _, border, low = best
    return lambda value: low if number(value) <= border else 1 - low


def nearest(values, keys, _):
    """Learns the mean of each key."""
    groups = [[number(value) for value, key in zip(values, keys) if key == which] for which in (0, 1)]
    if not all(groups):
        return lambda value: 0
    means = [sum(group) / len(group) for group in groups]
    return lambda value: int(abs(number(value) - means[1]) < abs(number(value) - means[0]))


def number(value):
    return value if isinstance(value, (int, float)) else 0.0


def accuracy(rule, values, keys):
    return sum(rule(value) == key for value, key in zip(values, keys))


def advantage(taps, keys):
    """Returns twice the accuracy minus 1, its 95 % interval, that of 99.9 %, and the feature used. `keys` are 0 or 1."""
    half, quarter = len(taps) // 2, len(taps) // 4
    best = (-1, None, None)
    for name in sorted({name for tap in taps for name in tap}):
        values = [tap.get(name, "absent") for tap in taps]
        if len(set(values[:half])) == 1:
            continue
        learners = [threshold, nearest] if all(isinstance(value, (int, float)) or value == "absent" for value in values) else []
        if not learners or len(set(values)) <= FEW:
            learners.append(majority)
        for learn in learners:
            right = accuracy(learn(values[:quarter], keys[:quarter], name), values[quarter:half], keys[quarter:half])
            best = max(best, (right, name, learn.__name__))
    count = len(taps) - half
    if best[1] is None:     # each feature is the same in all taps
        ordinary = count / 2
        hits, feature = ordinary, "all the same"
    else:
        _, name, learner = best
        values = [tap.get(name, "absent") for tap in taps]
        rule = {"threshold": threshold, "nearest": nearest, "majority": majority}[learner](values[:half], keys[:half], name)
        hits, feature = accuracy(rule, values[half:], keys[half:]), f"{name} ({learner})"
    ends = [2 * end - 1 for z in (1.96, 3.29) for end in wilson(hits, count, z)]
    return {"advantage": 2 * hits / count - 1, "low": ends[0], "high": ends[1], "surely": ends[2], "feature": feature, "taps": count}
