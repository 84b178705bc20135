"""The rows of the benchmark `instructions`: the measured operations, in runs of touchd that give several rows each."""
import json, pathlib
from typing import NamedTuple

from counted import Daemon
from profile import Profile

TOUCHES = {"type": "subscribe", "events": ["touch"]}


class Row(NamedTuple):
    says: str
    unit: str = "instructions"
    # Whether "make test" checks it.
    is_held: bool = True


ROWS = {
    "plain-1": Row("a frame of one finger, 100 regions, one client"),
    "plain-10": Row("a frame of ten fingers"),
    "further-client": Row("ten fingers: each further client with the same subscription"),
    "subscriptions-16": Row("ten fingers, 16 clients with 16 subscriptions that see the same"),
    "recognizers-1": Row("one finger with ten recognizers on its path"),
    "recognizers-10": Row("ten fingers with ten recognizers on the path of each"),
    "accessible-1": Row("one finger on a screen with the accessible glass, while no profile is on"),
    "explore-1": Row("one finger that explores a surface, with a client that reads the application"),
    "load": Row("from exec to READY, each further region of a configuration in YAML"),
    "edit-1000": Row("1000 regions: a region is added or removed"),
    "front-1000": Row("1000 regions: one is brought to the front"),
    "told-1000": Row("1000 regions: one is added or removed, with a client that gets all"),
    "told-1000-bytes": Row("what that client is told", "bytes"),
    "changes-1000": Row("1000 regions: one is added or removed, with a client that gets the changes of all"),
    "changes-1000-bytes": Row("what that client is told", "bytes"),
    "edit-10000": Row("10 000 regions: a region is added or removed", is_held=False),
    "front-10000": Row("10 000 regions: one is brought to the front", is_held=False),
    "told-10000": Row("10 000 regions: one is added or removed, with a client that gets all", is_held=False),
    "told-10000-bytes": Row("what that client is told", "bytes", is_held=False),
    "changes-10000": Row("10 000 regions: one is added or removed, with a client that gets the changes of all", is_held=False),
    "changes-10000-bytes": Row("what that client is told", "bytes", is_held=False),
    "edit-100000": Row("100 000 regions, of which a client has added 90 000: one is added or removed", is_held=False),
    "front-100000": Row("100 000 regions, of which a client has added 90 000: one is brought to the front", is_held=False),
}


class Figure(NamedTuple):
    row: str
    value: float
    # The counts, and the number of frames or edits counted; None if another row has them.
    profile: object = None
    times: int = 1


def measured(profile, row, times):
    return Figure(row, profile.own / times, profile, times)


def count_frames(daemon, fingers, warm_up=200, times=500):
    return daemon.count(lambda number: daemon.frame(number, fingers), warm_up, times), times


def plain(bench, fifo, wants):
    with Daemon(bench, fifo, f"{bench}/touchd.yaml") as daemon:
        daemon.connect(TOUCHES)
        if wants("plain-1"):
            profile, times = count_frames(daemon, 1)
            yield measured(profile, "plain-1", times)
            daemon.lift()
        if wants("plain-10", "further-client"):
            alone, times = count_frames(daemon, 10)
            yield measured(alone, "plain-10", times)
            daemon.lift()
        if wants("further-client"):
            further = 4
            for _ in range(further):
                daemon.connect(TOUCHES)
            profile, times = count_frames(daemon, 10)
            yield Figure("further-client", (profile.own - alone.own) / times / further)
            daemon.lift()
            daemon.disconnect(keep=1)
        if wants("subscriptions-16"):
            for number in range(15):
                daemon.connect({**TOUCHES, "regions": ["**", f"absent{number}"]})
            profile, times = count_frames(daemon, 10, warm_up=50, times=150)
            yield measured(profile, "subscriptions-16", times)


def recognizers(bench, fifo, wants):
    with Daemon(bench, fifo, f"{bench}/recognizers.yaml") as daemon:
        daemon.connect(TOUCHES)
        for fingers in (1, 10):
            if wants(row := f"recognizers-{fingers}"):
                profile, times = count_frames(daemon, fingers)
                yield measured(profile, row, times)
                daemon.lift()


def accessible(bench, fifo, wants):
    """The same tree as `plain`, with a profile that explores; for that, a surface lies in front of it."""
    section = "    accessibility:\n      profiles: [{ id: speech, start: [{ region: r99 }], explore: {} }]\n"
    text = pathlib.Path(f"{bench}/touchd.yaml").read_text().replace("    panels:\n", section + "    panels:\n")
    configuration = pathlib.Path(f"{bench}/accessible.yaml")
    if wants("accessible-1"):
        configuration.write_text(text)
        with Daemon(bench, fifo, configuration) as daemon:
            daemon.connect(TOUCHES)
            profile, times = count_frames(daemon, 1)
            yield measured(profile, "accessible-1", times)
    if wants("explore-1"):
        configuration.write_text(text.replace("r99", "begin", 1) + "      - { id: applications, kind: surface, frame: [0, 0, 1000, 1000] }\n"
                                 "      - { id: begin, frame: [0, 0, 20, 20] }\n")
        with Daemon(bench, fifo, configuration) as daemon:
            daemon.connect(TOUCHES)
            daemon.frame(0, 1)
            daemon.lift()
            # A finger that leaves its place slowly explores, and each report of it is a line.
            for number in range(20, 40):
                daemon.frame(number, 1, answer=None)
            profile = daemon.count(lambda number: daemon.frame(number + 40, 1, answer=b"explore"), 240, 300)
            yield measured(profile, "explore-1", 300)


def load(bench, fifo, wants):
    def started(regions):
        configuration = f"{bench}/regions.yaml"
        lines = [f"          - {{ id: r{number}, frame: [{number % 100 * 10}, {number // 100 * 10}, 10, 10] }}\n" for number in range(regions)]
        pathlib.Path(configuration).write_text(
            "version: 1\nscreens:\n  - id: main\n    size: [1000, 1000]\n    windows:\n      - id: w\n        frame: [0, 0, 1000, 1000]\n"
            "        children:\n" + "".join(lines))
        with Daemon(bench, fifo, configuration) as daemon:
            return Profile(daemon.mark())
    few, further = 1000, 1000
    before, after = started(few), started(few + further)
    yield Figure("load", (after.own - before.own) / further, after, few + further)


def edits(bench, fifo, wants, regions, times):
    configuration = f"{bench}/{regions}.yaml"
    configured = min(regions, 10000)  # a configuration may have 20 000
    pathlib.Path(configuration).write_text(json.dumps(tree(configured)))
    with Daemon(bench, fifo, configuration) as daemon:
        editor = daemon.connect()
        further = [{"op": "add", "parent": f"g{number % 100}", "region": {"id": f"f{number}", "frame": [number // 100 % 50 * 10, number // 5000 * 10, 9, 9]}}
                   for number in range(regions - configured)]
        for first in range(0, len(further), 500):
            editor.ask(type="edit", edits=further[first:first + 500])

        def edit(**edit):
            editor.ask(type="edit", edits=[edit])

        def add_and_remove(number):
            edit(op="add", parent=f"g{number % 100}", region={"id": f"e{number}", "frame": [0, 0, 9, 9]})
            edit(op="remove", region=f"e{number}")

        if wants(row := f"edit-{regions}"):
            yield measured(daemon.count(add_and_remove, 5, times), row, 2 * times)
        if wants(row := f"front-{regions}"):
            profile = daemon.count(lambda number: edit(op="bringToFront", region=f"g{number % 100}_{number % 7}"), 5, times)
            yield measured(profile, row, times)
        for name, wish in (("told", []), ("changes", ["treeChanges"])):
            if wants(row := f"{name}-{regions}", f"{name}-{regions}-bytes"):
                told = daemon.connect({"type": "hello", "want": wish}, {"type": "subscribe", "regions": ["**"]})
                lengths = []

                def both(number):
                    for act in ({"op": "add", "parent": f"g{number % 100}", "region": {"id": f"e{number}", "frame": [0, 0, 9, 9]}},
                                {"op": "remove", "region": f"e{number}"}):
                        edit(**act)
                        lengths.append(len(told.line(b"tree")) + 1)
                fewer = times // 5
                yield measured(daemon.count(both, 5, fewer), row, 2 * fewer)
                yield Figure(f"{row}-bytes", sum(lengths[-2 * fewer:]) / (2 * fewer))
                daemon.disconnect(keep=1)


def tree(regions):
    """A window with a hundred groups, which contain the remaining regions."""
    def group(number):
        children = [{"id": f"g{number}_{child}", "frame": [child % 50 * 10, child // 50 * 10, 9, 9]} for child in range(regions // 100)]
        return {"id": f"g{number}", "frame": [number % 10 * 500, number // 10 * 500, 500, 500], "children": children}
    window = {"id": "w", "frame": [0, 0, 5000, 5000], "children": [group(number) for number in range(100)]}
    return {"version": 1, "screens": [{"id": "main", "size": [5000, 5000], "windows": [window]}]}


RUNS = [
    (plain, {}, ("plain-1", "plain-10", "further-client", "subscriptions-16")),
    (recognizers, {}, ("recognizers-1", "recognizers-10")),
    (accessible, {}, ("accessible-1", "explore-1")),
    (load, {}, ("load",)),
    (edits, {"regions": 1000, "times": 50}, ("edit-1000", "front-1000", "told-1000", "told-1000-bytes", "changes-1000", "changes-1000-bytes")),
    (edits, {"regions": 10000, "times": 50}, ("edit-10000", "front-10000", "told-10000", "told-10000-bytes", "changes-10000", "changes-10000-bytes")),
    (edits, {"regions": 100000, "times": 50}, ("edit-100000", "front-100000")),
]


def figures(bench, fifo, chosen):
    """Yields the figures of the chosen rows one after another."""
    for run, keys, rows in RUNS:
        if not chosen.intersection(rows):
            continue
        for figure in run(bench, fifo, lambda *names: not chosen.isdisjoint(names), **keys):
            if figure.row in chosen:
                yield figure
