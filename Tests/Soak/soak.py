"""A soak of touchd and its bridges. Run by Tests/Soak/run: soak.py PROGRAMS WEB HOURS OUTPUT [--real] [--preload LIBRARY] [--short]"""
import argparse, asyncio, json, os, pathlib, random, resource, shutil, sys, tempfile, time

import guests as people
import hostile, kiosk, picture, verdict
from machine import Fingers, Real, Simulated, press
from lines import Grammar, Line
from programs import Service
from sampling import Samples, counters, quantile

here = pathlib.Path(__file__).resolve().parent
# Places on the screen `main` whose begin nothing delays: in the stage, on the switch, on the free region.
PLACES = [(200, 200), (300, 300), (890, 350), (900, 150)]
# In the sensitive pad, on the slider, and in the list, which delays begins.
OTHERS = [(690, 150), (790, 150), (700, 350), (500, 150), (500, 350)]


class Soak:
    def __init__(self, options, folder):
        self.options, self.folder, self.dice = options, folder, random.Random(options.seed)
        self.machine = (Real if options.real else Simulated)()
        self.version = 0
        self.write_configuration()
        self.service = Service(folder, options.programs, options.web, self.machine.environment(), options.preload)
        self.guests = people.Guests(self.service, self.dice)
        self.fingers = [Fingers(self.machine, panel) for panel in (0, 1)]
        self.panel_is_busy = [asyncio.Lock(), asyncio.Lock()]
        self.is_busy, self.attacks, self.replugs, self.reloads, self.latencies, self.waiting = asyncio.Event(), {}, 0, [0, 0], [], None
        self.present = set()

    def write_configuration(self):
        whole = kiosk.text(self.version, *self.machine.matches, has_uinput=self.machine.has_uinput)
        (self.folder / "touchd.yaml").write_text(whole)

    # ---------------------------------------------------------------- who is always there

    async def begin(self):
        asyncio.get_running_loop().add_reader(self.service.units, lambda: self.service.units.recv(4096))
        self.witness = Grammar()
        self.observer = await Line.connect(self.service.path, self.on_witnessed)
        reply = await self.observer.ask(type="subscribe", observe=True)
        assert reply["ok"], reply
        self.owner = await Line.connect(self.service.path, self.on_owned)
        await self.owner.ask(type="subscribe", regions=["kiosk/pad/**"])
        await self.claim()
        self.admin = await Line.connect(self.service.admin)
        self.speaker = await Line.connect(self.service.path)
        await self.speaker.ask(type="subscribe", regions=["shop/**"])
        python = shutil.which("python3", path="/usr/bin") or sys.executable
        as_nobody = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        script = self.folder / "hostile.py"     # where that user can read it
        shutil.copy(here / "hostile.py", script)
        self.hostile = await asyncio.create_subprocess_exec(
            python, str(script), self.service.path, *([str(self.service.web_port)] if self.service.web_port else []), stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, env=self.service.plain, **as_nobody)
        if self.service.web_port:
            sys.path.insert(0, str(here.parent / "Web"))
            from bridge import WebSocket
            self.guests.web_socket = WebSocket
        await self.until(lambda: {"main-0", "side-0"} <= self.present, "the panels")

    def on_witnessed(self, line):
        self.witness.check(line)
        if line["type"] == "snapshot":
            self.present |= {panel["id"] for panel in line["panels"]}
        elif line["type"] == "panel":
            (self.present.add if line["state"] == "added" else self.present.discard)(line["panel"])
        if self.waiting and any(event.get("phase") == "began" and event["event"] in ("touch", "sensitive") and line["panel"] == "main-0"
                                for event in line.get("events", [])):
            self.waiting.set_result(time.monotonic())
            self.waiting = None

    def on_owned(self, line):
        if line["type"] == "released":
            asyncio.get_running_loop().create_task(self.claim())

    async def claim(self):
        """Claims the pad, and again until nothing is in the way, such as a trial."""
        while not (reply := await self.owner.ask(type="claim", receivers=["pad"]))["ok"]:
            if reply["error"]["code"] != "taken":
                self.guests.fault(f"the pad's owner: {reply}")
            await asyncio.sleep(0.5)

    async def until(self, condition, name, seconds=120):
        end = time.monotonic() + seconds
        while not condition():
            if self.service.touchd.process.poll() is not None:
                raise RuntimeError(f"touchd has ended with {self.service.touchd.process.returncode}")
            if time.monotonic() > end:
                raise RuntimeError(f"{name} did not come within {seconds} s")
            await asyncio.sleep(0.02)

    # ---------------------------------------------------------------- traffic

    async def tap(self, place, hold=0.03):
        """Taps on `main`, and keeps the time until the observer has the begin. A scroll may take a finger in the list before it begins."""
        async with self.panel_is_busy[0]:
            waiting = asyncio.get_running_loop().create_future()
            self.waiting, start = waiting if place in PLACES else None, time.monotonic()
            self.fingers[0].put(0, *place)
            try:
                if self.waiting:
                    self.latencies.append(await asyncio.wait_for(asyncio.shield(waiting), 60) - start)
            except asyncio.TimeoutError:
                self.guests.fault(f"a tap at {place} was not seen within 60 s")
                self.waiting = None
            await asyncio.sleep(hold)
            self.fingers[0].lift(0)
            await asyncio.sleep(0.005)

    async def taps(self):
        await self.tap(self.dice.choice(PLACES + OTHERS))

    async def drags(self):
        x, y = self.dice.choice(PLACES + OTHERS)
        async with self.panel_is_busy[0]:
            self.fingers[0].put(1, x, y), self.fingers[0].put(2, x + 20, y)
            for step in range(20):
                self.fingers[0].move(1, x, y + 3 * step), self.fingers[0].move(2, x + 20 + step, y)
                await asyncio.sleep(0.01)
            self.fingers[0].lift(1), self.fingers[0].lift(2)

    async def side(self):
        """The accessible screen: keys, fingers that explore, requests of a reader."""
        if self.dice.random() < 0.3:
            await self.speaker.ask(type="accessibility", screen="side", profile="speech", on=True)
        press(self.machine, self.dice.choice(["up", "down", "left", "right", "enter", "down", "F15", "F16"]))
        async with self.panel_is_busy[1]:
            x, y = self.dice.randrange(50, 750), self.dice.randrange(50, 450)
            self.fingers[1].put(0, x, y)
            for step in range(5):
                await asyncio.sleep(0.03)
                self.fingers[1].move(0, x + 10 * step, y)
            self.fingers[1].lift(0)
        await self.speaker.ask(type="focus", screen="side", move=self.dice.choice(["next", "previous"]))

    async def comers(self):
        kinds = people.KINDS + (people.WEB_KINDS if self.service.web_port else [])
        await self.guests.visit(self.dice.choice(kinds))

    async def attackers(self):
        attacks = hostile.ATTACKS + (hostile.WEB_ATTACKS if self.service.web_port else [])
        attack = self.dice.choice([attack.__name__ for attack in attacks if not (self.options.short and attack in hostile.SLOW)])
        self.hostile.stdin.write(attack.encode() + b"\n")
        answer = await asyncio.wait_for(self.hostile.stdout.readline(), 120)
        if answer.decode().strip() != attack:
            self.guests.fault(f"the hostile user has ended in {attack}")
            await asyncio.sleep(3600)
        self.attacks[attack] = self.attacks.get(attack, 0) + 1

    async def reloaders(self):
        is_good = self.dice.random() < 0.7
        if is_good:
            self.version += 1
            self.write_configuration()
        else:
            (self.folder / "touchd.yaml").write_text(self.dice.choice(kiosk.BROKEN))
        reply = await self.admin.ask(type="reload")
        self.reloads[is_good] += 1
        if reply["ok"] != is_good:
            self.guests.fault(f"a {'good' if is_good else 'broken'} reload: {reply}")
        self.write_configuration()

    async def pullers(self):
        """Pulls a panel out, often with a finger on it, and plugs it in again."""
        panel = self.dice.choice([0, 1, 1, 1])
        name = ("main-0", "side-0")[panel]
        async with self.panel_is_busy[panel]:
            is_touched = self.dice.random() < 0.6
            if is_touched:
                self.fingers[panel].put(0, 300, 200)
                await asyncio.sleep(0.05)
            self.machine.unplug(panel)
            await self.until(lambda: name not in self.present, f"the removal of {name}")
            await asyncio.sleep(0.1)
            if is_touched and not self.machine.has_uinput:
                self.fingers[panel].lift(0)     # the simulated panel keeps its state
            self.fingers[panel].down.clear()
            self.machine.plug(panel)
            await self.until(lambda: name in self.present, f"the return of {name}")
            self.replugs += 1
            await asyncio.sleep(0.1)

    async def brokers(self):
        if hasattr(self.service, "broker"):
            await asyncio.to_thread(self.service.broker.stop)
            await asyncio.sleep(1)
            self.service.start_broker()

    async def repeat(self, action, pause):
        """Runs an action again and again while there is traffic, with pauses of up to so many seconds."""
        while True:
            await asyncio.sleep(pause * (0.5 + 0.5 * self.dice.random()))
            await self.is_busy.wait()
            self.active += 1
            try:
                await action()
            finally:
                self.active -= 1

    # ---------------------------------------------------------------- the rounds

    async def sample(self, at_rest):
        metrics = await asyncio.to_thread(self.service.metrics)
        if at_rest:
            await self.until_alone()    # touchd may not have closed the connection of the metrics yet
        row = {"at_rest": int(at_rest), "taps": len(self.latencies), "visits": sum(self.guests.counts.values()), "attacks": sum(self.attacks.values()),
               "replugs": self.replugs, "texts": self.service.loudspeaker.texts, "own_cpu": sum(resource.getrusage(resource.RUSAGE_SELF)[:2]), **counters(metrics)}
        if self.latencies:
            row |= {"latency_p50": 1000 * quantile(self.latencies, 0.5), "latency_p95": 1000 * quantile(self.latencies, 0.95)}
        for program in self.service.all:
            usage = program.usage()
            if usage is None:
                raise RuntimeError(f"{program.name} has ended with {program.process.poll()}")
            row |= {f"{program.name}.{field}": value for field, value in usage.items()}
        self.latencies = []
        self.samples.add(**row)

    async def until_joined(self):
        """Waits for the bridges that are always connected; touchd-web is not. Returns the number of clients."""
        bridges = {program.process.pid for program in self.service.all if program.name in ("touchd-mqtt", "touchd-tuio", "touchd-speak")}
        end = time.monotonic() + 120
        while True:
            there = (await self.admin.ask(type="clients"))["clients"]
            if bridges <= {client["pid"] for client in there}:
                return len(there)
            if time.monotonic() > end:
                raise RuntimeError(f"a bridge did not connect within 120 s: {there}")
            await asyncio.sleep(0.05)

    async def until_alone(self):
        """Waits until only those are connected who always are."""
        end = time.monotonic() + 60
        while (there := (await self.admin.ask(type="clients"))["clients"]) and len(there) > self.constant and time.monotonic() < end:
            await asyncio.sleep(0.2)
        if len(there) != self.constant:
            self.guests.fault(f"{len(there)} clients at rest instead of {self.constant}: {there}")

    async def rest(self):
        """Waits until only those are connected who always are, and takes a sample after twenty taps."""
        self.is_busy.clear()
        await self.until(lambda: self.active == 0, "the end of the traffic")
        self.fingers[0].lift_all(), self.fingers[1].lift_all()
        for profile in ("speech", "steady", "low", "oneSwitch"):
            await self.speaker.ask(type="accessibility", screen="side", profile=profile, on=False)
        self.write_configuration()
        if not (reply := await self.admin.ask(type="reload"))["ok"]:
            self.guests.fault(f"the reload before a sample: {reply}")
        await self.until_alone()
        self.latencies = []
        for number in range(20):
            await self.tap(PLACES[number % len(PLACES)], 0.02)
            await asyncio.sleep(0.04)
        # On a slow machine the last lift has not arrived yet.
        end = time.monotonic() + 60
        while counters(await asyncio.to_thread(self.service.metrics))["touches_down"] > 0 and time.monotonic() < end:
            await asyncio.sleep(0.2)
        await self.sample(at_rest=True)

    async def run(self):
        await self.begin()
        self.active = 0
        self.constant = await self.until_joined()
        self.samples = Samples(self.options.output / "samples.csv", [program.name for program in self.service.all])
        # In a short run what is rare comes more often.
        factor = 0.2 if self.options.short else 1
        tasks = [asyncio.create_task(self.repeat(action, pause * factor)) for action, pause in (
            (self.taps, 0.5), (self.drags, 2.5), (self.side, 0.8), (self.comers, 0.8), (self.comers, 0.8), (self.comers, 0.8), (self.attackers, 0.5),
            (self.reloaders, 6), (self.pullers, 10), (self.brokers, 25))]
        seconds = 3600 * self.options.hours
        length, step = max(2.0, min(60.0, seconds / 20)), max(1.0, min(10.0, seconds / 100))
        end, rounds = time.monotonic() + seconds, 0
        await self.rest()
        while time.monotonic() < end or rounds < verdict.ROUNDS:
            rounds += 1
            self.is_busy.set()
            round_end = time.monotonic() + length
            while time.monotonic() < round_end:
                await asyncio.sleep(step)
                await self.sample(at_rest=False)
                for task in tasks:
                    if task.done():
                        task.result()
            await self.rest()
        for task in tasks:
            task.cancel()
        self.hostile.stdin.close()
        await self.hostile.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("web", type=pathlib.Path)
    parser.add_argument("hours", type=float)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--real", action="store_true", help="panels of /dev/uinput")
    parser.add_argument("--preload", help="a library for touchd alone, which makes it worse")
    parser.add_argument("--short", action="store_true", help="a run too short for a verdict about growth: only counts and descriptors are judged")
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="touchd-soak"))
    folder.chmod(0o755)
    asyncio.run(whole(options, folder))


async def whole(options, folder):
    soak = Soak(options, folder)
    try:
        await soak.run()
    except Exception as error:
        soak.guests.fault(f"the soak has ended early: {error!r}")
        (options.output / "touchd.stacks").write_text(soak.service.touchd.stacks())
    finally:
        status = soak.service.stop()
        soak.machine.close()
        for program in soak.service.all:
            shutil.copy(program.log, options.output)
        shutil.rmtree(folder, ignore_errors=True)
    faults = soak.guests.faults + soak.witness.faults + ([] if status == 0 else [f"touchd ended with {status}"])
    summary = {"hours": options.hours, "visits": soak.guests.counts, "attacks": soak.attacks, "replugs": soak.replugs,
               "reloads": {"good": soak.reloads[1], "broken": soak.reloads[0]}, "touches": soak.witness.began, "left out": soak.service.left_out,
               "faults": faults}
    (options.output / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
    rows = soak.samples.rows if hasattr(soak, "samples") else []
    if rows:
        (options.output / "soak.svg").write_text(picture.drawn(rows))
    status = verdict.report(rows, summary, options.short)
    sys.stdout.flush()
    # Here, because asyncio would wait for the threads of guests, and umockdev's destructor looks for the folder that is gone.
    os._exit(status)


if __name__ == "__main__":
    main()
