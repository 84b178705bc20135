#!/usr/bin/env python3
"""touchd-speak with a real speech-dispatcher and espeak-ng: speech goes to a file instead of a loudspeaker, and speech-dispatcher's log says what it
was given."""
import os, pathlib, re, shutil, subprocess, sys

from stage import Stage, Touchd, check, finish, until

if not shutil.which("speech-dispatcher") or not pathlib.Path("/usr/lib/speech-dispatcher-modules/sd_espeak-ng").exists():
    print("skipped: no speech-dispatcher with espeak-ng here: real speech is not tried")
    sys.exit(0)
stage = Stage("language: en\ninstructions: [touch]\nsounds: { activate: /etc/hostname }\n")
folder, sound = stage.path / "dispatcher", stage.path / "sound.raw"
(folder / "modules").mkdir(parents=True)
(folder / "log").mkdir()
shutil.copy("/etc/speech-dispatcher/modules/espeak-ng.conf", folder / "modules")
(folder / "speechd.conf").write_text(f"""CommunicationMethod "unix_socket"
SocketPath "{stage.speech_socket}"
LogLevel 5
LogDir "{folder}/log"
AudioOutputMethod "alsa"
AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
DefaultModule espeak-ng
""")
(folder / "asound.conf").write_text(f'pcm.!default {{ type file slave.pcm "null" file "{sound}" format raw }}\npcm.null {{ type null }}\n')


def start():
    """Starts speech-dispatcher. It ends by itself when nobody is connected for 30 s, so that no test leaves one behind."""
    process = subprocess.Popen(["speech-dispatcher", "-s", "-C", folder, "-L", folder / "log", "-S", stage.speech_socket, "-P", folder / "pid", "-c", "unix_socket", "-t", "30"],
                               env={**os.environ, "ALSA_CONFIG_PATH": str(folder / "asound.conf"), "HOME": str(folder)}, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stage.running.append(process)
    until(lambda: os.path.exists(stage.speech_socket))
    return process


class Log:
    """speech-dispatcher's log, read on from where the last look ended: at this level it grows by megabytes."""

    def __init__(self):
        self.position, self.rest, self.texts, self.cancels = 0, "", [], 0

    def read(self):
        file = folder / "log/speech-dispatcher.log"
        if not file.exists():
            return
        with open(file, errors="replace") as text:
            text.seek(self.position)
            self.rest += text.read()
            self.position = text.tell()
        self.cancels += self.rest.count(":DATA:|CANCEL SELF")
        for found in re.finditer(r"Queueing message \|(.*?)\n?\| with priority", self.rest, re.S):
            self.texts.append(found[1])
        # An entry that is not whole yet begins on one of the last lines.
        start = self.rest.rfind("Queueing message |")
        self.rest = self.rest[start:] if start >= 0 and "| with priority" not in self.rest[start:] else ""


log = Log()


def queued():
    """Returns the texts that speech-dispatcher has queued."""
    log.read()
    return log.texts


def heard():
    """Returns the bytes of sound so far."""
    return sound.stat().st_size if sound.exists() else 0


server = start()
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
check("a touch is a CANCEL", until(lambda: queued() and log.cancels > 0))
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
server.wait()
os.unlink(stage.speech_socket)
check("the log says that it has gone", until(lambda: "no connection to speech-dispatcher" in stage.log), stage.log)
(folder / "log/speech-dispatcher.log").unlink()
log = Log()
server = start()
check("a new one speaks the last element again", until(lambda: queued()[-1:] == ["Still here."]), queued())
stage.bridge.terminate()
check("it ends when it is asked to", stage.bridge.wait(60) == 0)
finish()
