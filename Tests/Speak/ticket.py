"""The ticket machine of docs/accessibility.md, bought from without a look at the screen: a simulated keypad and headphone jack, touchd, touchd-speak, and a
real speech-dispatcher. After the buttons of the page comes the PIN pad, whose owner speaks by itself."""
import json, os, pathlib, re, socket, subprocess, sys, time

# The folder of the simulated machine.
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Live"))
import keypad
import simulated
from stage import Stage, check, finish, programs, root, until
from synthesizer import Synthesizer, is_here

if not is_here():
    print("skipped: no speech-dispatcher with espeak-ng here: nobody buys a ticket by ear")
    sys.exit(0)
KEY_UP, KEY_DOWN, KEY_ENTER, KEY_LEFT, KEY_RIGHT, KEY_F1 = 103, 108, 28, 105, 106, 59
PAD = """          - id: pin
            sensitive: true
            frame: [40, 1300, 700, 560]
            accessibility: { label: PIN pad }
            children:
              - { id: one, kind: button, frame: [0, 0, 100, 100], accessibility: { label: One } }
              - { id: two, kind: button, frame: [100, 0, 100, 100], accessibility: { label: Two } }
"""
configuration = re.search(r"^```yaml\n(.*?)^```$", (root / "docs/accessibility.md").read_text(), re.M | re.S)[1]
configuration = configuration[:configuration.index("access:\n")].replace("          - { id: low, kind: button", PAD + "          - { id: low, kind: button")

stage = Stage("language: en\ninstructions: [keys]\n")
server = Synthesizer(stage)
(stage.path / "ticket.yaml").write_text(configuration)
pad = keypad.plug(5, "ACME Keypad", keys=(KEY_UP, KEY_DOWN, KEY_ENTER, KEY_LEFT, KEY_RIGHT, KEY_F1), switches=(keypad.SW_HEADPHONE_INSERT,))
log = open(stage.path / "touchd.log", "wb")
touchd = subprocess.Popen([programs / "touchd", "--config", stage.path / "ticket.yaml", "--socket", stage.touchd_socket], stderr=log,
                          env={key: value for key, value in os.environ.items() if not key.startswith("TOUCHD_")} | {"TOUCHD_VERIFIER": "fatal"})
stage.running.append(touchd)


class Client:
    """A program on the kiosk."""

    def __init__(self, *requests):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        until(lambda: self.socket.connect_ex(str(stage.touchd_socket)) == 0)
        self.lines = self.socket.makefile("rw", encoding="utf-8")
        for number, request in enumerate(requests):
            self.ask({**request, "id": number})

    def ask(self, request):
        self.lines.write(json.dumps(request) + "\n")
        self.lines.flush()
        return self.line(lambda line: line["type"] == "reply" and line.get("id") == request["id"])

    def line(self, condition):
        while not condition(line := json.loads(self.lines.readline())):
            pass
        return line

    def control(self, region):
        """Waits for a press of a control, and returns the events on the way."""
        events = []
        while not any(event.get("action") == "touchUpInside" and event["region"] == region for event in events):
            events += self.line(lambda line: line["type"] == "frame")["events"]
        return events


program = Client({"type": "subscribe", "regions": ["tickets/**"]})
terminal = Client({"type": "subscribe", "regions": ["tickets/pin/**"]}, {"type": "claim", "receivers": ["pin"]})


def press(*codes):
    for code in codes:
        # Longer than `bounce` of the keypad.
        time.sleep(0.4)
        simulated.report(simulated.descriptor(5), (keypad.EV_KEY, code, 1))
        simulated.report(simulated.descriptor(5), (keypad.EV_KEY, code, 0))


def says(sentence, text):
    check(sentence, until(lambda: any(line.startswith(text) for line in server.queued()[-2:])), (server.queued()[-4:], stage.log))


def jack(is_in):
    simulated.report(simulated.descriptor(5), (keypad.EV_SW, keypad.SW_HEADPHONE_INSERT, int(is_in)))


focus = open(stage.path / "focus.txt", "wb")
monitor = subprocess.Popen([programs / "touchctl", "monitor", "--focus", "--speech", stage.path / "speak.yaml", "--socket", stage.touchd_socket], stdout=focus)
stage.running.append(monitor)


def shown():
    """Returns what touchctl monitor --focus has printed."""
    return (stage.path / "focus.txt").read_text()


until(lambda: "no profile is on" in shown())
stage.start()
check("touchd-speak finds touchd and speech-dispatcher", until(lambda: "connected to speech-dispatcher" in stage.log), stage.log)
jack(True)
says("the headset starts speech, which says how it is used", "Speech is on.")
check("and becomes sound", until(server.heard), stage.log)
press(KEY_DOWN)
says("the first element is the greeting", "Choose a ticket, heading")
press(KEY_DOWN)
says("a ticket, with its price", "Single ticket, button. 3 euros 20")
press(KEY_DOWN)
says("the next one", "Day ticket, button. 8 euros 90")
press(KEY_F1)
check("a key says it again", until(lambda: [text for text in server.queued() if text.startswith("Day ticket")][1:]), server.queued()[-4:])
press(KEY_ENTER)
events = program.control("day")
check("a key presses it, with a touch that says who made it", [event.get("by") for event in events if event["event"] == "touch"][:1] == ["accessibility"], events)
press(KEY_DOWN)
says("how many", "Persons, adjustable. 1")
press(KEY_RIGHT)
says("one more, and only the new value is spoken", "2")
press(KEY_DOWN)
says("to pay", "Pay, button. Starts the card reader beside the keypad")
before = server.heard()
press(KEY_ENTER)
program.control("pay")
press(KEY_DOWN)
says("the PIN pad is one place for everybody", "PIN pad")
terminal.line(lambda line: line["type"] == "focus" and line["region"] == "pin")
press(KEY_DOWN, KEY_DOWN)
places = [terminal.line(lambda line: line["type"] == "focus") for _ in range(2)]
check("its owner hears where in it the focus is, and speaks itself", [(place["region"], place["label"]) for place in places] == [("one", "One"), ("two", "Two")], places)
press(KEY_ENTER)
events = terminal.control("two")
check("a key types a digit", any(event["event"] == "touch" and event["region"] == "two" for event in events), events)
press(KEY_DOWN)
says("behind the pad comes what follows it", "Menu at the lower edge, button")
check("nobody but the owner has heard of a digit", not [text for text in server.queued() if "One" in text or "Two" in text], server.queued())
jack(False)
says("the headset out ends speech after its time", "Speech is off.")
spoken = [text.strip() for text in server.queued()]
check("touchctl monitor --focus prints what is said", until(lambda: re.findall(r"^  says (.*)$", shown(), re.M) == spoken), (shown(), spoken))
check("and where the focus goes", re.search(r"^[\d.]+ +focus tickets/\S*day  by key .*label Day ticket", shown(), re.M), shown())
check("nothing went wrong", touchd.poll() is None and stage.bridge.poll() is None and "error" not in (stage.path / "touchd.log").read_text(),
      (stage.path / "touchd.log").read_text())
touchd.terminate()
touchd.wait(60)
stage.close()
simulated.passed, simulated.failed = sys.modules["stage"].passed, sys.modules["stage"].failed
simulated.finish()
