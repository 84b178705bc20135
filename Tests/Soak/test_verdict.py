#!/usr/bin/python3
"""The verdict of a soak on made-up samples: each kind of growth is found, and noise is not growth."""
import pathlib, random, sys, tempfile, unittest

import picture, sampling, verdict

SUMMARY = {"faults": [], "left out": [], "touches": 10}


def rows(count=120, **changes):
    """Samples at rest, one a minute. A change maps the hour and a random number generator to a value that is added."""
    dice, made = random.Random(5), []
    for number in range(count):
        row = {"seconds": 60.0 * number, "at_rest": 1, "latency_p50": 1.2, "latency_p95": 3.0, "taps": 20, "visits": 10 * number + 1,
               "attacks": number + 1, "replugs": number + 1, "texts": number, "own_cpu": 0.02 * number, "clients": 7, "frames": 100.0 * number, "internal_errors": 0,
               "touches_down": 0}
        for program in "touchd", "touchd-web":
            row |= {f"{program}.rss": 15000 + dice.gauss(0, 30), f"{program}.pss": 11000 + dice.gauss(0, 30), f"{program}.private": 2200 + dice.gauss(0, 30),
                    f"{program}.descriptors": 52, f"{program}.threads": 1, f"{program}.cpu": 0.5 * number, f"{program}.log": 4000 * number}
        for name, change in changes.items():
            name = name.replace("__", ".").replace("touchd_web", "touchd-web")
            row[name] += change(number / 60, dice)
        made.append(row)
    return made


def failing(samples, summary=SUMMARY, short=False):
    return [sentence for holds, sentence, _ in verdict.Judge(samples).judge(summary, short) if not holds]


class VerdictTests(unittest.TestCase):
    def test_noise_is_flat(self):
        self.assertEqual(failing(rows()), [])
        self.assertEqual(failing(rows(8), short=True), [])

    def test_memory_that_grows_is_found(self):
        leak = lambda hour, dice: 400 * hour
        self.assertEqual(failing(rows(touchd__private=leak)), ["touchd: private memory is flat"])
        self.assertEqual(failing(rows(touchd_web__rss=lambda hour, dice: 1000 * hour)), ["touchd-web: rss memory is flat"])

    def test_a_small_leak_is_found_in_the_second_half(self):
        self.assertEqual(failing(rows(touchd__private=lambda hour, dice: 60 * hour)), ["touchd: private memory is flat"])
        self.assertEqual(failing(rows(touchd__private=lambda hour, dice: 200 * min(hour, 0.6))), [])

    def test_the_warm_up_is_not_growth(self):
        self.assertEqual(failing(rows(touchd__private=lambda hour, dice: -1000 if hour < 0.25 else 0)), [])

    def test_growth_that_noise_could_hide_is_not_called_flat(self):
        found = verdict.Judge(rows(touchd__private=lambda hour, dice: dice.gauss(0, 1500)))
        found.memory("touchd", "private")
        self.assertFalse(found.results[0][0])
        self.assertIn("not decided", found.results[0][2])

    def test_too_few_samples_are_no_verdict(self):
        self.assertIn("touchd: private memory is flat", failing(rows(6)))
        self.assertIn("touchd: the log is bounded", failing(rows(1), SUMMARY | {"faults": ["x"]}))
        self.assertEqual(failing([], SUMMARY | {"faults": ["x"]}), ["nothing went wrong", "there are samples"])
        self.assertIn("touchd: descriptors at rest do not rise", failing(rows(4), short=True))

    def test_descriptors_and_threads_that_grow_are_found(self):
        self.assertEqual(failing(rows(touchd__descriptors=lambda hour, dice: int(hour * 2))), ["touchd: descriptors at rest do not rise"])
        self.assertEqual(failing(rows(touchd_web__threads=lambda hour, dice: 2 * int(hour > 1.5))), ["touchd-web: threads at rest do not rise"])
        self.assertEqual(failing(rows(5, touchd__descriptors=lambda hour, dice: int(hour * 60)), short=True), ["touchd: descriptors at rest do not rise"])

    def test_a_descriptor_that_is_gone_at_the_next_rest_is_no_growth(self):
        self.assertEqual(failing(rows(touchd__descriptors=lambda hour, dice: hour == 1.5)), [])
        self.assertEqual(failing(rows(touchd__descriptors=lambda hour, dice: hour >= 1.5)), ["touchd: descriptors at rest do not rise"])

    def test_a_log_without_bound_is_found(self):
        self.assertEqual(failing(rows(touchd__log=lambda hour, dice: int(5e6 * hour))), ["touchd: the log is bounded"])
        self.assertEqual(failing(rows(touchd__log=lambda hour, dice: int(3e5 * hour**2))), ["touchd: the log does not grow faster"])

    def test_what_becomes_slow_is_found(self):
        self.assertEqual(failing(rows(latency_p50=lambda hour, dice: 3 * hour)), ["a tap arrives as soon as before"])
        self.assertEqual(failing(rows(touchd__cpu=lambda hour, dice: 20 * hour**2)), ["touchd takes as much of the processor as before"])

    def test_errors_and_faults_are_found(self):
        self.assertEqual(failing(rows(internal_errors=lambda hour, dice: 1)), ["touchd found no error in itself"])
        self.assertEqual(failing(rows(touches_down=lambda hour, dice: int(hour == 1))), ["no touch is left down at rest"])
        self.assertEqual(failing(rows(), SUMMARY | {"faults": ["x"]}), ["nothing went wrong"])
        self.assertEqual(failing(rows(), SUMMARY | {"touches": 0}), ["there were touches"])

    def test_quantiles_of_student(self):
        for freedom, value in ((3, 3.182), (5, 2.571), (6, 2.447), (10, 2.228), (30, 2.042)):
            self.assertAlmostEqual(verdict.student(0.975, freedom) / value, 1, delta=0.03)

    def test_the_slope_covers_the_truth(self):
        rise, low, high = verdict.slope(rows(touchd__private=lambda hour, dice: 400 * hour), "touchd.private")
        self.assertTrue(low < 400 < high and high - low < 100, (rise, low, high))
        rise, low, high = verdict.slope(rows(), "touchd.private")
        self.assertTrue(low < 0 < high, (rise, low, high))

    def test_samples_survive_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "samples.csv")
            samples = sampling.Samples(path, ["touchd"])
            samples.add(at_rest=1, latency_p50=None, clients=7.0, **{"touchd.rss": 15000})
            samples.add(at_rest=0, latency_p50=1.25, clients=9.0, **{"touchd.rss": 15004})
            samples.file.close()
            self.assertEqual(sampling.read(path), samples.rows)
            self.assertNotIn("latency_p50", samples.rows[0])

    def test_the_picture_has_each_curve(self):
        text = picture.drawn(rows())
        self.assertEqual(text.count("<path"), sum(len(curves) for _, curves in picture.charts(rows())))
        self.assertEqual(picture.nice(1100), 2000)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
