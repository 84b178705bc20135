#!/usr/bin/env python3
"""touchd-speak with a stand-in for touchd and a real speech-dispatcher."""
import sys

from stage import Stage, Touchd, check, finish, until
from synthesizer import Synthesizer, is_here

if not is_here():
    print("skipped: no speech-dispatcher with espeak-ng here: real speech is not tried")
    sys.exit(0)
stage = Stage("language: en\ninstructions: [touch]\nsounds: { activate: /etc/hostname }\n")
server = Synthesizer(stage)
queued, heard = server.queued, server.heard
touchd = Touchd(stage.touchd_socket)
stage.start()
check("speech-dispatcher accepts the connection", until(lambda: "connected to speech-dispatcher" in stage.log), stage.log)
touchd.profile("speech")
check("the instructions are queued", until(lambda: queued() and queued()[0].startswith("Speech is on. To hear what is on the screen")), queued())
check("and become sound", until(heard), stage.log)
before = heard()
touchd.focus("Buy a ticket", role="button")
check("an element is queued", until(lambda: queued()[-1] == "Buy a ticket, button."), queued())
check("and becomes sound", until(lambda: heard() > before), before)
touchd.focus("Eine Fahrkarte für zwei Zonen", role="button", language="de")
check("one in German", until(lambda: queued()[-1] == "Eine Fahrkarte für zwei Zonen, Taste."), queued())
touchd.focus(".\n.dot\nQUIT <speak> & \"quoted\" €")
check("a text that looks like commands", until(lambda: "dot" in queued()[-1] and "QUIT" in queued()[-1]), queued()[-1])
touchd.focus("x" * 20_000)
check("a very long one", until(lambda: queued()[-1].startswith("xxx") and len(queued()[-1]) <= 4100), len(queued()[-1]))
count = len(queued())
for number in range(100):
    touchd.cue("down")
    touchd.focus(f"Element {number}")
check("of a hundred elements in a moment the last one is heard", until(lambda: queued()[-1] == "Element 99."), queued()[-1])
touchd.cue("down")
check("a touch is a CANCEL", until(lambda: queued() and server.cancels > 0))
touchd.cue("pause")
before = heard()
touchd.focus("After a pause")
check("after a pause speech is heard again", until(lambda: queued()[-1] == "After a pause.") and until(lambda: heard() > before), queued()[-1])
for command in ("volumeUp", "volumeDown", "rateUp", "rateDown"):
    touchd.cue(command)
check("the voice answers to its changes", until(lambda: queued()[-1] == "Slower."), queued()[-1])
touchd.focus("Private", private=True)
touchd.turn += 1
touchd.send({"type": "activate", "turn": touchd.turn, "region": "r", "touch": 1})
touchd.profile()
check("the end is spoken", until(lambda: queued()[-1] == "Speech is off."), queued()[-1])
check("and speech-dispatcher has refused nothing", "refuses" not in stage.log, stage.log)
touchd.profile("speech")
touchd.focus("Still here")
until(lambda: queued()[-1] == "Still here.")
server.kill()
check("the log says that it has gone", until(lambda: "no connection to speech-dispatcher" in stage.log), stage.log)
server.restart()
check("a new one speaks the last element again", until(lambda: queued()[-1:] == ["Still here."]), queued())
stage.bridge.terminate()
check("it ends when it is asked to", stage.bridge.wait(60) == 0)
finish()
