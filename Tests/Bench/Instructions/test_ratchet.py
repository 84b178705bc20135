#!/usr/bin/python3
"""The conditions under which the benchmark `instructions` fails, and touchd's share of callgrind's counts."""
import tempfile, unittest

import ratchet
from profile import Profile

here = {"compiler": "one", "cpu": "x"}
old = {"environment": here, "figures": {"a": 1000.0, "b": 500.0}}


class Ratchet(unittest.TestCase):
    def test_two_percent_worse_stays_and_more_fails(self):
        self.assertEqual(ratchet.judge({"a": 1020.0}, old, here), ([], True))
        said, may_stay = ratchet.judge({"a": 1020.1, "b": 500}, old, here)
        self.assertFalse(may_stay)
        self.assertRegex(said[0], "worse than recorded: a\\..*--record a$")

    def test_better_and_new_figures_stay_and_ask_to_be_recorded(self):
        said, may_stay = ratchet.judge({"a": 979.9, "b": 490.0, "c": 1}, old, here)
        self.assertTrue(may_stay)
        self.assertRegex(said[0], "--record a c$")

    def test_elsewhere_nothing_fails(self):
        said, may_stay = ratchet.judge({"a": 5000.0}, old, {**here, "compiler": "another"})
        self.assertTrue(may_stay)
        self.assertIn("compiler is 'another', was 'one'", said[0])

    def test_recording_some_keeps_the_others_of_the_same_environment_alone(self):
        self.assertEqual(ratchet.merged({"b": 400.0}, old, here), {"environment": here, "figures": {"a": 1000.0, "b": 400.0}})
        other = {**here, "cpu": "y"}
        self.assertEqual(ratchet.merged({"b": 400.0}, old, other), {"environment": other, "figures": {"b": 400.0}})


# touchd (7) calls umockdev's read (20), which takes a lock (5) and calls libc's read (3).
DUMP = """events: Ir
ob=(1) /t/touchd
fn=(1) handle
10 7
cob=(2) /usr/lib/libumockdev-preload.so.0
cfn=(2) read
calls=2 0
10 28
ob=(2)
fn=(2)
20 20
cob=(3) /usr/lib/libc.so.6
cfn=(3) pthread_mutex_lock
calls=2 0
+1 5
cob=(3)
cfn=(4) read
calls=2 0
* 3
ob=(3)
fn=(3)
30 5
fn=(4)
40 3
totals: 35
"""


class OfCallgrind(unittest.TestCase):
    def test_the_rig_is_left_out_with_what_it_alone_calls(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(DUMP)
            file.flush()
            profile = Profile(file.name)
        self.assertEqual(profile.own, 10)
        self.assertEqual((profile.instructions["handle"], profile.calls["read"]), (7, 4))


unittest.main()
