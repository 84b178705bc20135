"""Honest clients of the soak. Each guest is a coroutine that comes, does one thing, and goes; a failure of it is a failure of the run."""
import asyncio, pathlib, random, sys, threading

from lines import Grammar, Line

here = pathlib.Path(__file__).resolve().parent
root = here.parents[1]


class Guests:
    """All guests of one touchd. `counts` has the visits by kind, `faults` everything that should not have been."""

    def __init__(self, service, dice):
        self.service, self.dice, self.counts, self.faults = service, dice, {}, []

    def fault(self, text):
        if len(self.faults) < 20:
            self.faults.append(text)

    async def visit(self, kind):
        self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1
        try:
            await kind(self)
        except (OSError, EOFError, TimeoutError, asyncio.TimeoutError) as error:
            self.fault(f"{kind.__name__}: {type(error).__name__}: {error}")

    async def line(self, on_line=None, admin=False):
        return await Line.connect(self.service.admin if admin else self.service.path, on_line)

    def expect(self, who, reply, *codes):
        """The reply must be good, or refused with one of these codes."""
        if not reply["ok"] and reply["error"]["code"] not in codes:
            self.fault(f"{who}: {reply}")
        return reply["ok"]


async def observer(guests):
    grammar = Grammar()
    one = await guests.line(grammar.check)
    await one.ask(type="subscribe", regions=guests.dice.choice([["**"], ["kiosk/*"], ["kiosk/list/**", "kiosk/stage"]]), axes=True)
    await asyncio.sleep(1 + 4 * guests.dice.random())
    await one.close()
    for fault in grammar.faults:
        guests.fault(f"observer: {fault}")


async def owner_of_a_region(guests):
    one = await guests.line()
    await one.ask(type="subscribe", regions=["kiosk/*"])
    got = guests.expect("owner", await one.ask(type="claim", receivers=["free"]), "taken")
    await asyncio.sleep(0.5 + guests.dice.random())
    if got and guests.dice.random() < 0.5:
        guests.expect("owner", await one.ask(type="release", receivers=["free"]), "notFound")
    await one.close()


async def editor(guests):
    """Adds regions, moves them, and leaves half of them to touchd, which removes them with the connection or keeps them, as it documents."""
    one = await guests.line()
    await one.ask(type="subscribe", regions=["kiosk/workshop/**"])
    name = f"edited{guests.dice.randrange(6)}"
    region = {"id": name, "kind": "button", "frame": [0, 0, 60, 60]}
    if guests.expect("editor", await one.ask(type="edit", edits=[{"op": "add", "parent": "workshop", "region": region}]), "conflict", "taken", "badRequest",
                     "notFound"):   # taken by another editor, whose name is the same
        for step in range(5):
            guests.expect("editor", await one.ask(type="edit", edits=[{"op": "set", "region": name, "key": "frame", "value": [step * 10, 0, 60, 60]}]),
                          "notFound")
        guests.expect("editor", await one.ask(type="edit", edits=[{"op": "remove", "region": name}]), "notFound")
    await one.close()


async def asker(guests):
    one = await guests.line()
    for request in ({"type": "status"}, {"type": "stats"}, {"type": "clients"}, {"type": "devices"}, {"type": "hit", "x": 200, "y": 200, "screen": "main"}):
        guests.expect("asker", await one.ask(**request))
    await one.close()


async def injector(guests):
    one = await guests.line()
    for touch in ({"phase": "began", "x": 500, "y": 250}, {"phase": "moved", "x": 510, "y": 200}, {"phase": "ended"}):
        guests.expect("injector", await one.ask(type="inject", screen="main", touches=[{"finger": 1, **touch}]), "conflict", "notAllowed")
    await one.ask(type="inject", screen="main", touches=[{"finger": 2, "phase": "began", "x": 200, "y": 250}])
    await one.close()       # touchd cancels the finger


async def recorder(guests):
    one = await guests.line(admin=True)
    guests.expect("recorder", await one.ask(type="record", panel="main-0"), "notFound", "conflict")
    await asyncio.sleep(1)
    await one.close()


async def keeper_of_the_screen(guests):
    one = await guests.line()
    guests.expect("keeper", await one.ask(type="screen", screen="side", mode="cleaning", seconds=1), "conflict")
    guests.expect("keeper", await one.ask(type="accessibility", screen="side", profile="low", on=guests.dice.random() < 0.5), "conflict")
    await one.close()


async def trier(guests):
    """Tries a calibration and hangs up, which ends the trial."""
    one = await guests.line(admin=True)
    guests.expect("trier", await one.ask(type="try", calibration={"panel": "side-0", "matrix": [1.01, 0, 0, 0, 1, 0]}, seconds=2), "conflict", "notAllowed",
                  "notFound")
    await one.close()


async def python_library(guests):
    """The library for Python in a thread."""
    def read():
        sys.path.insert(0, str(root / "clients/python"))
        import touchd
        client = touchd.Client(guests.service.path, name="soak")
        client.subscribe(["kiosk/*"])
        for item in client:
            if isinstance(item, touchd.Snapshot):
                break
        client.close()
    await asyncio.to_thread(read)


async def page(guests):
    """A page behind touchd-web."""
    def read():
        web_socket = guests.web_socket(guests.service.web_port, "0123456789abcdef-soak")
        web_socket.send('{"type":"subscribe","id":1,"regions":["kiosk/list/**"]}')
        for _ in range(3):      # hello, the reply, the snapshot
            web_socket.read()
        web_socket.socket.close()
    await asyncio.to_thread(read)


KINDS = [observer, observer, owner_of_a_region, editor, asker, injector, recorder, keeper_of_the_screen, trier, python_library]
WEB_KINDS = [page]
