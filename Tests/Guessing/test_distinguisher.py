#!/usr/bin/python3
"""The distinguisher on made-up taps: it finds each kind of difference, and none where there is none."""
import random, sys, unittest

import distinguisher


def taps(count, feature, seed=3):
    """Taps with noise and one feature, which is made from the key and a random number generator."""
    dice = random.Random(seed)
    keys = [dice.randrange(2) for _ in range(count)]
    return [{"noise": dice.gauss(0, 1), "lines": 2, "text": "same", "some": dice.randrange(5), "feature": feature(key, dice)} for key in keys], keys


class DistinguisherTests(unittest.TestCase):
    def found(self, feature, count=2000):
        return distinguisher.advantage(*taps(count, feature))

    def test_nothing_is_found_where_there_is_nothing(self):
        wrong = 0
        for seed in range(40):
            result = distinguisher.advantage(*taps(1000, lambda key, dice: dice.random(), seed))
            wrong += result["low"] > 0
            self.assertLess(result["surely"], 0)
        self.assertLess(wrong, 6)     # one in forty is expected on each side

    def test_equal_taps_are_no_advantage(self):
        made = [{"lines": 2}] * 1000
        result = distinguisher.advantage(made, [index % 2 for index in range(1000)])
        self.assertEqual((result["advantage"], result["feature"]), (0, "all the same"))

    def test_a_shift_of_a_time_is_found(self):
        result = self.found(lambda key, dice: dice.gauss(0.6 * key, 1))
        self.assertGreater(result["surely"], 0)
        self.assertIn("feature", result["feature"])

    def test_an_exact_count_is_found(self):
        self.assertEqual(self.found(lambda key, dice: 384 + 128 * key)["advantage"], 1)

    def test_a_threshold_finds_the_border_of_two_values(self):
        made, keys = taps(997, lambda key, dice: 7 + key)
        values = [tap["feature"] for tap in made]
        self.assertEqual(distinguisher.accuracy(distinguisher.threshold(values, keys, ""), values, keys), 997)

    def test_a_rare_difference_is_found(self):
        result = self.found(lambda key, dice: "odd" if key and dice.random() < 0.2 else "usual", 10_000)
        self.assertGreater(result["surely"], 0.1)

    def test_a_pattern_of_values_is_found(self):
        self.assertGreater(self.found(lambda key, dice: 2 * dice.randrange(5) + key)["advantage"], 0.99)

    def test_a_different_spread_is_found(self):
        self.assertGreater(self.found(lambda key, dice: dice.gauss(0, 1 + 3 * key))["surely"], 0)

    def test_the_interval_is_wilsons(self):
        low, high = distinguisher.wilson(50, 100)
        self.assertAlmostEqual(low, 0.4038, 3)
        self.assertAlmostEqual(high, 0.5962, 3)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
