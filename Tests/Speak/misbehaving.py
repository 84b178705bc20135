#!/usr/bin/env python3
"""touchd-speak with a speech server that is away, hung, slow or lying, and with a touchd that goes away: it never waits, stays small, and speaks again
as soon as it can."""
import os, pwd, socket, struct, time

from stage import HELLO, PATIENCE, SpeechServer, Stage, Touchd, check, finish, until


def explores(manner):
    """Moves a finger faster than anybody can listen. Returns whether touchd-speak reads all lines, which no buffer holds: they are more than 1 MiB."""
    touchd.ready.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("@ll", PATIENCE, 0))
    try:
        for number in range(200):
            touchd.focus(f"{manner} {number} " * 600)
            touchd.cue("down")
        return True
    except BlockingIOError:
        return False


stage = Stage("language: en\ninstructions: []\n")
touchd = Touchd(stage.touchd_socket)
stage.start()
until(lambda: touchd.ready)
touchd.profile("speech")
touchd.focus("spoken to nobody")
check("without a speech server it says so once", until(lambda: "no connection to speech-dispatcher" in stage.log), stage.log)
time.sleep(1)
check("and only once", stage.log.count("no connection to speech-dispatcher") == 1, stage.log)
speech = SpeechServer(stage.speech_socket)
check("a server that comes later hears the last text", until(lambda: speech.texts == ["spoken to nobody."]), speech.commands)
speech.close()
touchd.cue("down")
speech = SpeechServer(stage.speech_socket)
until(lambda: len(speech.commands) >= 4)
touchd.focus("after a touch")
check("but not what a touch has interrupted", until(lambda: speech.texts) == ["after a touch."], speech.texts)
speech.close()

before = stage.memory
for manner, reason in (("deaf", "it does not answer"), ("silent", "it does not answer"), ("closing", "it closed the connection"), ("http", "it does not speak SSIP"),
                       ("binary", "it does not speak SSIP"), ("endless line", "it does not speak SSIP"), ("endless reply", "it does not speak SSIP"),
                       ("chatty", "it answers what nobody asked")):
    touchd.focus(f"before {manner}")
    speech = SpeechServer(stage.speech_socket, manner)
    until(lambda: speech.count >= 1)
    used = stage.processor_time
    check(f"a server that is {manner} does not hold up touchd's lines", explores(manner))
    check(f"{manner}: the connection is given up", until(lambda: speech.count >= 2), speech.count)
    check(f"{manner}: and the log says why", until(lambda: f": {reason}" in stage.log, 10), repr(stage.log[-600:]))
    check(f"{manner}: it does not spin", stage.processor_time - used < 3, stage.processor_time - used)
    speech.close()
    touchd.focus(f"after {manner}")
    speech = SpeechServer(stage.speech_socket)
    check(f"{manner}: the next server hears the newest text", until(lambda: speech.texts and speech.texts[-1] == f"after {manner}."), speech.commands[-3:])
    speech.close()
check("its memory has not grown by more than 2 MiB", stage.memory - before < 2048, (before, stage.memory))

speech = SpeechServer(stage.speech_socket, "slow")
until(lambda: speech.commands)
for number in range(30):
    touchd.cue("down")
    touchd.focus(f"slow {number}")
check("a slow server speaks the newest element", until(lambda: speech.texts and speech.texts[-1] == "slow 29."), speech.commands[-5:])
check("and few of those before it", len(speech.texts) < 20, len(speech.texts))
speech.close()

speech = SpeechServer(stage.speech_socket, "refusing")
until(lambda: speech.commands)
touchd.focus("QUIT\nSET ALL VOLUME -100")
until(lambda: "SPEAK" in speech.commands)
touchd.focus("more")
until(lambda: speech.commands.count("SPEAK") >= 2)
time.sleep(0.3)
check("a server that refuses everything never reads a text as a command", not any("VOLUME -100" in str(command) or command == "QUIT" for command in speech.commands),
      speech.commands)
# A SPEAK that the next text interrupts may go before its refusal is read; the commands before it are refused in any case.
check("and the log says so", until(lambda: "speech-dispatcher refuses SET SELF" in stage.log), stage.log[-500:])
speech.close()

speech = SpeechServer(stage.speech_socket)
until(lambda: len(speech.commands) >= 4)
touchd.focus("Now")
until(lambda: speech.texts and speech.texts[-1] == "Now.")
touchd.cue("volumeUp")
until(lambda: "SET SELF VOLUME 80" in speech.commands)
# A large tree: the regions of the snapshot would take ten times their size if they were made into values.
REGION = '{"region":"r","path":"w/r","frame":[0,0,100,100],"accessibility":{"label":"a button","language":"en"}}'


def snapshot(size):
    return f'{{"type":"snapshot","seq":1,"panels":[],"touches":[],"screens":[{{"id":"main","accessibility":{{"profiles":["speech"]}}}}],"regions":[{",".join([REGION] * (size // len(REGION)))}]}}\n'


touchd.ready.sendall(snapshot(7 << 20).encode())
touchd.focus("After a large tree")
check("it speaks after a snapshot of 7 MiB", until(lambda: speech.texts and speech.texts[-1] == "After a large tree."), speech.texts[-2:])
peak = int(next(line for line in open(f"/proc/{stage.bridge.pid}/status") if line.startswith("VmHWM")).split()[1])
check("and has needed less than the 64 MiB of its unit", peak < 64 << 10, f"{peak} KiB")
count = touchd.count
# What follows goes to the next connection.
old, touchd.ready = touchd.ready, None
try:
    old.sendall(snapshot(16 << 20).encode())
except OSError:
    pass
check("a line of 16 MiB is not kept, and the log says why", until(lambda: "it sends a line of more than 8 MiB" in stage.log), stage.log[-400:])
peak = int(next(line for line in open(f"/proc/{stage.bridge.pid}/status") if line.startswith("VmHWM")).split()[1])
check("and even then it needs less than 64 MiB", peak < 64 << 10, f"{peak} KiB")
check("it connects again", until(lambda: touchd.count > count))
touchd.focus("Now")
touchd.cue("volumeUp")
until(lambda: speech.commands and speech.commands[-1] == "SET SELF VOLUME 80" or "SET SELF VOLUME 80" in speech.commands[-3:])
touchd.close()
check("a touchd that goes away stops speech, and the loudness goes back", until(lambda: speech.commands[-3:] == ["CANCEL SELF", "SET SELF RATE 0", "SET SELF VOLUME 60"]),
      speech.commands[-4:])
touchd = Touchd(stage.touchd_socket, profiles=["speech"])
check("a new touchd with the profile on is spoken", until(lambda: speech.texts[-1] == "Speech is on."), speech.texts[-2:])
touchd.focus("Turn one")
check("its turns begin anew", until(lambda: speech.texts[-1] == "Turn one."), speech.texts[-2:])
for name, hello, reason in (("of another protocol", {**HELLO, "protocol": 9}, "it speaks another protocol"), ("that is not one", {"type": "frame"}, "it speaks another protocol")):
    touchd.close()
    touchd = Touchd(stage.touchd_socket, hello=hello)
    check(f"a touchd {name} is tried again and again", until(lambda: touchd.count >= 3) and stage.log.count(reason) >= 1, stage.log[-400:])
touchd.close()
touchd = Touchd(stage.touchd_socket, hello={**HELLO, "capabilities": []}, rights=["receive"])
check("a touchd without the accessible glass is named", until(lambda: "touchd 0.0.0 has no accessible glass" in stage.log), stage.log[-400:])
check("a missing right is named, with the rule to add", until(lambda: f"add {{ user: {pwd.getpwuid(os.geteuid()).pw_name}, allow: [accessibility] }}" in stage.log), stage.log[-400:])
check("it has run all the time", stage.bridge.poll() is None)
finish()
