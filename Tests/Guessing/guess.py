"""Guarantee 10 by statistics: guess.py PROGRAMS WEB [--taps 10000] [--clock 500] [--setting NAME]... [--output FILE]. Run by Tests/Guessing/run.

Two keys of a sensitive region are tapped in random order. Everybody but the owner guesses which one it was. For each setting and each channel the program
prints the advantage of a distinguisher (distinguisher.py) with its 95 % confidence interval. It fails if one is surely above zero twice in a row, or if
one of `KNOWING` does not know the key of a region that is not sensitive."""
import argparse, gc, json, os, pathlib, random, re, shutil, sys, tempfile, time

here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here.parent / "Live"))
sys.path.insert(1, str(here.parent / "Soak"))
import distinguisher, settings
from bridges import Bridges
from programs import Service
from streams import Answers, Files, Newcomer, Process, Queues, Stream

# Users that the configuration names.
NOBODY, DAEMON, GAMES = 65534, 1, 5
# The channels that must know a key of a region that is not sensitive.
KNOWING = ("observer", "administrator", "newcomer", "stats, administrator")


class Kiosk:
    """touchd with one simulated panel, its owner, and everybody else."""

    def __init__(self, programs, web, setting, simulated, fd):
        self.simulated, self.fd, self.number = simulated, fd, 0
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="touchd-guess"))
        self.folder.chmod(0o755)
        (self.folder / "touchd.yaml").write_text(settings.text(setting))
        self.service = Service(self.folder, programs, web, dict(os.environ))
        self.touchd, self.path, self.admin_path = self.service.touchd.process, self.service.path, self.service.admin
        try:
            self.come(setting)
            self.bridges = Bridges(self.service) if web else None
        except Exception:
            self.close()
            raise

    def come(self, setting):
        subscribe = {"type": "subscribe", "regions": ["w/pad", "w/pad/**"], "axes": True}
        self.owner = Stream(self.path, None, subscribe, {"type": "claim", "receivers": ["pad"]})
        everything = {"type": "subscribe", "observe": True, "axes": True, "coalesced": True}
        self.streams = {
            "observer": Stream(self.path, DAEMON, everything),
            "administrator": Stream(self.admin_path, None, everything, {"type": "trace", "on": True}, {"type": "record", "panel": "main-0"}),
            "client without rights": Stream(self.path, NOBODY, {"type": "subscribe", "regions": ["w/open"]}),
            "owner of another region": Stream(self.path, NOBODY, {"type": "subscribe", "regions": ["w/open"]}, {"type": "claim", "receivers": ["open"]}),
            "program that speaks": Stream(self.path, GAMES, {"type": "subscribe", "regions": []}),
        }
        if "intercept:" in settings.text(setting):
            self.streams["owner of the interceptor"] = Stream(
                self.path, DAEMON, {"type": "subscribe", "regions": ["w/guard"]}, {"type": "claim", "receivers": ["guard"]})
        self.newcomer = Newcomer(self.path, DAEMON, **everything)
        asked = Stream(self.path, NOBODY), Stream(self.admin_path)
        self.answers = {
            "status, without rights": Answers(asked[0], "status", type="status"),
            "stats, without rights": Answers(asked[0], "stats", type="stats", hours=True, sinceStart=True),
            "status, administrator": Answers(asked[1], "status", type="status"),
            "stats, administrator": Answers(asked[1], "stats", type="stats", hours=True, sinceStart=True),
            "clients, administrator": Answers(asked[1], "clients", type="clients"),
            "devices, administrator": Answers(asked[1], "devices", type="devices"),
        }
        profiles = re.findall(r"profiles: \[\{ id: (\w+)", settings.text(setting))
        for profile in profiles:
            reply = asked[1].ask(type="accessibility", screen="main", profile=profile, on=True)[0]
            assert reply["ok"], reply
        self.process, self.queue = Process(self.touchd.pid, "touchd"), Queues(self.owner.socket)
        self.files = Files(self.path, self.admin_path, self.folder, self.folder / "state", self.folder / "state/values.json", self.folder / "touchd.yaml",
                           self.folder / "state/statistics.json")

    def report(self, place):
        """Writes one report: a finger at the place, or with None its lift. Returns its µs."""
        at = time.monotonic_ns() // 1000
        if place:
            self.number = self.number % 60_000 + 1
            self.simulated.report(self.fd, (3, 0x2F, 0), (3, 0x39, self.number), (3, 0x35, place[0] * 4096 // 1000), (3, 0x36, place[1] * 2304 // 500),
                                  at=at)
        else:
            self.simulated.report(self.fd, (3, 0x2F, 0), (3, 0x39, -1), at=at)
        return at

    def witness(self, phase):
        """Waits until the observer knows; returns the time of arrival."""
        return self.streams["observer"].until(lambda line: any(event.get("phase") == phase for event in line.get("events", [])))[0]

    def tap(self, place, hold):
        """Taps once, reads everything that anybody else can see, and returns it by channel."""
        found, reports, arrivals = {}, [], []
        for phase in ("began", "ended"):
            if phase == "ended" and hold:
                time.sleep(hold)
            start = time.monotonic()
            reports.append(self.report(place if phase == "began" else None))
            arrivals.append(self.witness(phase) - start)
            if phase == "began":
                found["newcomer"] = self.newcomer.features("newcomer", reports)
        stranger = self.streams["client without rights"]
        clock = {"began": arrivals[0], "ended": arrivals[1], "reply": stranger.ask(type="ping")[1]}
        # The owner has not read yet.
        local = {"owner waits": self.queue.waiting() or 0, **self.process.features(), **self.files.features()}
        if self.bridges:
            time.sleep(0.05)    # for what is delayed
        for name, stream in self.streams.items():
            clock[f"{name}.sync"] = stream.sync()
            found[name] = stream.features(name, reports)
        for name, answers in self.answers.items():
            found[name], clock[name] = answers.features(reports)
        found["other local users"] = local
        found["the log"] = {"size+": self.log_size()}
        found["clock"] = clock
        if self.bridges:
            found |= self.bridges.features(reports)
        self.owner.sync()
        self.told = self.owner.features("owner", reports)
        return found

    def log_size(self):
        size = self.service.touchd.log.stat().st_size
        self.log_was, before = size, getattr(self, "log_was", size)
        return size - before

    def close(self):
        self.status = self.service.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def session(kiosk, taps, dice, hold):
    """Taps in random order. Returns the taps by channel, the keys, and what the owner was told, which must differ."""
    keys = [index % 2 for index in range(taps)]
    dice.shuffle(keys)
    channels, owner = {}, []
    gc.disable()
    for key in keys:
        for name, features in kiosk.tap(settings.PLACES[key], dice.choice(hold)).items():
            channels.setdefault(name, []).append(features)
        owner.append(kiosk.told)
        if len(owner) % 500 == 0:
            gc.collect()
    gc.enable()
    return channels, keys, owner


def judged(channels, keys, skip):
    """Returns the advantage of each channel, from what is seen until the next tap and until the one after it. The first taps are left out, because
    counters have no difference yet."""
    results = {}
    for name, taps in channels.items():
        later = [{**now, **{f"later {feature}": value for feature, value in after.items()}} for now, after in zip(taps[skip:], taps[skip + 1:])]
        results[name] = distinguisher.advantage(later, keys[skip:-1])
    return results


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("web", type=pathlib.Path, nargs="?")
    parser.add_argument("--taps", type=int, default=10_000, help="taps for event time, counts and bytes")
    parser.add_argument("--clock", type=int, default=500, help="taps with holds of people, for the clock")
    parser.add_argument("--setting", action="append", choices=[*settings.NAMES, settings.CONTROL])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    import simulated
    simulated.plug()
    fd, dice, failed, rows = simulated.descriptor(), random.Random(options.seed), 0, []
    if os.geteuid():
        print("skipped: not root, so all clients are of one user, who is trusted", flush=True)
    for setting in options.setting or [settings.CONTROL, *settings.NAMES]:
        for part, count, hold in ("event time", options.taps, settings.holds(setting)), ("clock", options.clock, [0.02, 0.06, 0.12]):
            if not count or (setting == settings.CONTROL and part == "clock"):
                continue
            results = {}
            for attempt in (1, 2):
                kiosk = Kiosk(options.programs, options.web if part == "clock" else None, setting, simulated, fd)
                try:
                    channels, keys, owner = session(kiosk, count, dice, hold)
                finally:
                    kiosk.close()
                now = judged(channels, keys, 10)
                if setting == settings.CONTROL:
                    results, bad = now, [name for name in KNOWING if now[name]["surely"] <= 0]
                    break
                # In the first part the clock measures an emulated tap that no person could make, so it counts in the second part only.
                sure = [name for name, result in now.items() if result["surely"] > 0 and (name == "clock") <= (part == "clock")]
                results = now if attempt == 1 else {**results, **{name: now[name] for name in results if name in bad}}
                bad = sure if attempt == 1 else [name for name in bad if name in sure]
                if attempt == 1 and count >= 200:
                    # Otherwise the test would have no power.
                    known = judged({"owner": owner}, keys, 10)["owner"]
                    print(f"{'ok     ' if known['advantage'] > 0.4 else 'not ok '} {setting}, {part}: the owner knows the key: advantage "
                          f"{known['advantage']:.3f}", flush=True)
                    failed += known["advantage"] <= 0.4
                if not bad:
                    break
                print(f"again: {setting}, {part}: {', '.join(f'{name}: {now[name]}' for name in bad)}", flush=True)
            for reason in kiosk.service.left_out if part == "clock" else []:
                print(f"skipped: {setting}, {part}: {reason}", flush=True)
            if kiosk.status != 0:
                bad.append("touchd ended badly")
            for name, result in results.items():
                if name == "clock" and part != "clock":
                    continue
                failed += name in bad
                print(f"{'not ok ' if name in bad else 'ok     '} {setting}, {part}, {name}: advantage {result['advantage']:+.3f} "
                      f"({result['low']:+.3f} to {result['high']:+.3f}), {result['taps']} taps, by {result['feature']}", flush=True)
                rows.append({"setting": setting, "part": part, "channel": name, **result})
    if options.output:
        options.output.write_text(json.dumps(rows, indent=1) + "\n")
    print(f"{len(rows)} channels, {failed} failed", flush=True)
    shutil.rmtree(simulated.testbed.get_root_dir(), ignore_errors=True)
    os._exit(failed > 0)


if __name__ == "__main__":
    main()
