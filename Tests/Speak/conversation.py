#!/usr/bin/env python3
"""touchd-speak with a stand-in for touchd and for speech-dispatcher that both behave: what is spoken, interrupted, kept private and reset."""
from stage import SpeechServer, Stage, Touchd, check, finish, until

stage = Stage("language: en\ninstructions: [keys]\nsounds: { activate: click, end: /srv/end.wav }\n")
touchd, speech = Touchd(stage.touchd_socket), SpeechServer(stage.speech_socket)
stage.start()
check("it greets the speech server", until(lambda: speech.commands[:4] == ["SET SELF CLIENT_NAME touchd:touchd-speak:main", "SET SELF PRIORITY MESSAGE",
                                                                         "SET SELF RATE 0", "SET SELF VOLUME 60"]), speech.commands)
until(lambda: touchd.ready)
wanted = [request for request in touchd.requests if request["type"] == "subscribe"]
check("it subscribes to no touch", len(wanted) == 1 and wanted[0]["events"] == [] and wanted[0]["regions"] == ["touchd-speak/wants/no/touches"], wanted)
touchd.focus("before any profile")
touchd.profile("low")
touchd.focus("with another profile")
touchd.profile("low", "speech")
check("a profile that speaks says how it is used", until(lambda: speech.texts and speech.texts[0].startswith("Speech is on. With the keypad")), speech.commands)
check("and nothing was said before it", len(speech.texts) == 1 and speech.commands.count("SPEAK") == 1, speech.commands)
touchd.cue("down")
check("a touch interrupts it at once", until(lambda: speech.commands[-1] == "CANCEL SELF"), speech.commands)
count = len(speech.commands)
for _ in range(50):
    touchd.cue("down")
touchd.focus("Buy a ticket", role="button", hint="Opens the list")
check("an element is spoken with its role and hint", until(lambda: speech.texts[-1] == "Buy a ticket, button. Opens the list."), speech.texts)
check("and fifty touches without speech sent no command", speech.commands[count:] == ["SPEAK", ("SPEAK", "Buy a ticket, button. Opens the list.", "en")],
      speech.commands[count:])
touchd.focus("Fahrkarte", role="image", language="de")
check("one in German is spoken in German", until(lambda: speech.commands[-1] == ("SPEAK", "Fahrkarte, Bild.", "de")), speech.commands[-4:])
touchd.focus(".hidden\n.\nQUIT\r\nSET SELF VOLUME -100")
check("no label is read as a command", until(lambda: speech.commands[-1] == ("SPEAK", ".hidden\n.\nQUIT\nSET SELF VOLUME -100.", "en")), speech.commands[-3:])
touchd.focus("Back")
until(lambda: speech.texts[-1] == "Back.")
touchd.turn -= 3
touchd.focus("late")
touchd.turn += 2
touchd.cue("repeat")
check("a late line is ignored, and repeat says the last element", until(lambda: speech.texts[-2:] == ["Back.", "Back."]), speech.texts[-3:])
count = len(speech.commands)
moment = 10**15
touchd.send({"type": "cue", "cue": "end", "time": moment}, {"type": "focus", "turn": 100, "label": "First", "region": "f", "time": moment})
check("the end of the list and the first element are both heard", until(lambda: speech.texts[-2:] == ["End of the list.", "First."]), speech.texts[-3:])
check("after the sound, and with one interruption", [command for command in speech.commands[count:] if isinstance(command, str)] ==
      ["CANCEL SELF", "SOUND_ICON ../../../../../../../../srv/end.wav", "SPEAK", "SPEAK"], speech.commands[count:])
touchd.turn = 200
touchd.send({"type": "activate", "turn": 150, "region": "f", "touch": 7})
check("an activation has its sound", until(lambda: speech.commands[-1] == "SOUND_ICON click"), speech.commands[-3:])
touchd.focus("Code 1 2 3", role="text", private=True)
check("a private text is not spoken without a headset", until(lambda: speech.texts[-1].startswith("This is private.")), speech.texts[-1])
touchd.profile("speech", private=True)
touchd.cue("repeat")
check("with one it is", until(lambda: speech.texts[-1] == "Code 1 2 3."), speech.texts[-1])
count = len(speech.commands)
touchd.profile("speech", private=False)
check("and it stops when the headset is pulled", until(lambda: speech.commands[count:] == ["CANCEL SELF"]), speech.commands[count:])
touchd.focus("Next")
touchd.cue("pause")
check("speech pauses", until(lambda: speech.commands[-1] == "PAUSE SELF"), speech.commands[-3:])
touchd.cue("pause")
check("and goes on", until(lambda: speech.commands[-1] == "RESUME SELF"), speech.commands[-3:])
touchd.cue("pause")
touchd.cue("down")
check("a touch ends a pause", until(lambda: speech.commands[-3:] == ["PAUSE SELF", "CANCEL SELF", "RESUME SELF"]), speech.commands[-4:])
touchd.cue("volumeUp")
check("the voice becomes louder, and says so", until(lambda: speech.texts[-1] == "Louder.") and "SET SELF VOLUME 80" in speech.commands, speech.commands[-5:])
count = len(speech.commands)
touchd.profile()
check("the end of the profile resets it, before anything else is said", until(lambda: speech.texts[-1] == "Speech is off.") and
      [command for command in speech.commands[count:] if isinstance(command, str)][:3] == ["CANCEL SELF", "SET SELF RATE 0", "SET SELF VOLUME 60"],
      speech.commands[count:])
check("it has asked for no touch all the time", [r for r in touchd.requests if r["type"] == "subscribe"] == wanted, touchd.requests)
count = len(speech.commands)
touchd.focus("after")
touchd.cue("repeat")
touchd.profile("speech")
check("nothing of one person is repeated for the next", until(lambda: speech.commands[count:] and speech.texts[-1].startswith("Speech is on.")) and
      len([1 for command in speech.commands[count:] if isinstance(command, tuple)]) == 1, speech.commands[count:])
stage.bridge.terminate()
check("it ends when it is asked to, and stops speech", stage.bridge.wait(60) == 0 and until(lambda: speech.commands[-1] == "CANCEL SELF"), speech.commands[-2:])
finish()
