#!/usr/bin/env python3
"""Writes the lines of the protocol's document as inputs of client.c, lines.swift and requests.swift, and its words as a dictionary: requests.py SEEDS
DICTIONARY, in a folder that has docs/protocol.md and docs/protocol.schema.json."""
import json
import pathlib
import re
import sys

seeds, dictionary = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
document = pathlib.Path("docs/protocol.md").read_text(encoding="utf-8")
schema = json.loads(pathlib.Path("docs/protocol.schema.json").read_text(encoding="utf-8"))

said = [line[2:] for line in document.splitlines() if re.match(r"[CS] \{", line)]
for number, line in enumerate(said):
    (seeds / "lines" / f"said-{number}").write_text(line, encoding="utf-8")

# A whole connection as the server sends it, renumbered, because a gap would end it.
hello = next(line for line in said if '"type":"hello","protocol":1' in line and '"epoch"' in line)
events = [line for line in document.splitlines() if line.startswith('{"event":')]
frames = ['{"type":"frame","seq":%d,"time":9,"panel":"p","events":[%s]}' % (number, event) for number, event in enumerate(events, 2)]
replies = [line for line in said if re.search(r'"type":"(reply|question|bye|panel)"', line)]
snapshot = next(line for line in said if '"type":"snapshot"' in line)
tap = [line for line in said if '"type":"frame"' in line][:3]
for name, lines in {"tap": [hello, snapshot, *tap], "events": [hello, snapshot, *frames], "replies": [hello, *replies, hello]}.items():
    (seeds / "client" / name).write_text("\n".join(lines) + "\n", encoding="utf-8")

words = set()


def collect(node):
    if isinstance(node, dict):
        words.update(node.get("properties", ()))
        words.update(word for word in node.get("enum", ()) if isinstance(word, str))
        if isinstance(node.get("const"), str):
            words.add(node["const"])
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            collect(each)


collect(schema)
regions = ["a", "b", "list", "row", "pad", "key", "side", "volume", "light", "spare", "w", "ic", "slide", "turn", "tapped", "**"]
with open(dictionary, "w", encoding="ascii") as file:
    for word in sorted(words) + regions:
        file.write('"\\"%s\\""\n' % word)

# Each client's requests and their objects; touches are counted from 65536.
whole = {
    "tap": ['0{"type":"subscribe","id":1}', "f0AA", "fa", '0{"type":"ping","id":2}'],
    "claim": ['0{"type":"subscribe","id":1}', '1{"type":"subscribe","id":1,"observe":true}',
              '0{"type":"claim","id":2,"receivers":["a"],"ackWithin":50}', "f0AA", "t\x14", "f0BB", '0{"type":"ack","seq":2}', "r0",
              '0{"type":"release","id":3,"receivers":["a"]}', "fa", "d0"],
    "steal": ['0{"type":"subscribe","id":1}', '0{"type":"claim","id":2,"receivers":["ic"]}', "f0AA",
              '0{"type":"steal","id":3,"touches":[65536],"by":"ic"}', "f0BB", "fa", "f0AA",
              '0{"type":"letGo","id":4,"touches":[65537],"by":"ic"}', "fa"],
    "rates": ['0{"type":"subscribe","id":1,"maxRate":30,"coalesced":true,"axes":true}', '1{"type":"subscribe","id":1,"regions":["w/b"]}',
              '1{"type":"subscribe","id":2,"regions":["w/a"],"events":["touch"],"maxRate":20}', "f0A01p0", "f0B01q0", "f0C01r0", "t\x02",
              "f0D01s0", '1{"type":"unsubscribe","id":3,"subscription":1}', "fab"],
    "pad": ['2{"type":"subscribe","id":1,"observe":true}', '0{"type":"subscribe","id":1,"regions":["w/pad/**"]}',
            '0{"type":"claim","id":2,"receivers":["pad"]}', "f0EV", "f0FW", '0{"type":"release","id":3,"receivers":["pad"]}', "fa"],
    "question": ['0{"type":"subscribe","id":1,"events":["gesture"]}', '0{"type":"claim","id":2,"receivers":["b"]}', '3{"type":"trace","on":true}',
                 "f0:01F0", '0{"type":"answer","id":1,"value":true}', '0{"type":"answer","id":2,"value":true}', "f0:11F ",
                 "f0:?1F\x10", '0{"type":"answer","id":3,"value":false}', "fab"],
    "edit": ['0{"type":"subscribe","id":1}', "f0AA",
             '0{"type":"edit","id":2,"edits":[{"op":"add","parent":"w","region":{"id":"new","frame":[0,0,500,500]}}]}',
             '1{"type":"edit","id":2,"generation":2,"edits":[{"op":"set","region":"new","key":"frame","value":[0,0,80,80]},'
             '{"op":"bringToFront","region":"a"},{"op":"move","region":"b","parent":"new"}],"keep":true}',
             '1{"type":"edit","id":3,"edits":[{"op":"remove","region":"a"}]}', '3{"type":"reload","id":1}', "d0", "fa"],
    "reload": ['0{"type":"subscribe","id":1}', "f0ZH1@A2HA", '3{"type":"reload","id":1}', "f0]H1AA2LA", '3{"type":"reload","id":2}', "f0^H1BA2PA",
               "fabc", "f0Za", '3{"type":"reload","id":3}', "f0^a", "fa"],
    "record": ['3{"type":"record","id":1,"panel":"p"}', "f0AA", "f0EV", "fa", '3{"type":"record","id":2,"panel":"p","on":false}',
               '3{"type":"record","id":3,"panel":"q"}'],
    "screen": ['0{"type":"subscribe","id":1}', "f1EV", '3{"type":"screen","id":1,"mode":"cleaning","seconds":2}', "f1F1",
               '3{"type":"screen","id":2,"screen":"s","mode":"normal","display":"off"}', '0{"type":"screen","id":3,"display":"on"}', "f1EV"],
    "inject": ['0{"type":"subscribe","id":1}', '3{"type":"inject","id":1,"touches":[{"finger":1,"phase":"began","x":100,"y":100}]}', "f1EV",
               '3{"type":"inject","id":2,"touches":[{"finger":1,"phase":"moved","x":120,"y":90},{"finger":2,"phase":"began","x":500,"y":600}]}',
               '3{"type":"reload","id":3}', '3{"type":"inject","id":4,"touches":[{"finger":2,"phase":"ended"},{"finger":1,"phase":"cancelled"}]}',
               '3{"type":"inject","id":5,"screen":"s","touches":[{"finger":3,"phase":"began","x":700,"y":600}]}', "d3", "fb"],
    "keys": ['0{"type":"keys","id":1,"keys":[{"key":"KEY_LEFTSHIFT","down":true},{"key":"KEY_A","down":true},{"key":"KEY_A","down":false}]}',
             '1{"type":"keys","id":1,"screen":"s","keys":[{"key":"KEY_LEFTSHIFT","down":true},{"key":"KEY_POWER","down":true}]}',
             '0{"type":"edit","id":2,"edits":[{"op":"set","region":"b","key":"keyCode","value":"KEY_A"}]}', "f0EV", "fa", "d0"],
    "token": ['3{"type":"hello","id":1,"as":"page"}', '3{"type":"subscribe","id":2}', "f1EV", '3{"type":"edit","id":3,"edits":[]}',
              '3{"type":"reload","id":4}', '0{"type":"hello","id":5,"as":"page"}', '0{"type":"subscribe","id":6}'],
    "try": ['3{"type":"subscribe","id":1,"raw":true}', '3{"type":"try","id":2,"calibration":{"panel":"p","matrix":[0.5,0,0,0,1,0]},"seconds":1}', "f1EV",
            '3{"type":"try","id":3,"configuration":"version: 1\\n","more":true}', '3{"type":"configuration","id":4}',
            '3{"type":"try","id":5,"configuration":"screens: [{ id: s, size: [9, 9] }]","seconds":1}', "t\x46", "f1F1", '3{"type":"revert","id":6}', "fa"],
    "slider": ['0{"type":"subscribe","id":1,"events":["control","scroll"]}', "f0YA", "f0ZA", "fa", "f0Ya", "fa", "f0A`", "f0AT", "f0A@", "fa",
               "t\x40", "t\x40"],
    "ask": ['3{"type":"status","id":1}', '3{"type":"clients","id":2}', '2{"type":"devices","id":3}', '2{"type":"status","id":4}',
            '0{"type":"hit","id":5,"x":10,"y":20}', '0{"type":"hit","id":6,"x":10,"y":20,"screen":"t"}', '0{"type":"sync","id":7}',
            '0{"type":"hello","id":8,"name":"n","protocol":1,"want":["sync"]}', '1{"type":"hello","protocol":2}', "p0{\"type\":", '0"ping"}'],
    "lag": ['0{"type":"subscribe","id":1,"coalesced":true}'] + ["f0A%c" % (65 + i % 20) for i in range(120)] + ["t\x46", "f0AA", "r0", "fa"],
}
for number, line in enumerate(line for line in document.splitlines() if line.startswith("C {")):
    whole[f"document-{number}"] = ['0{"type":"subscribe","id":1}', "f0:0", "0" + line[2:], "f0;1", "r0", "fa"]
for name, steps in whole.items():
    (seeds / "requests" / name).write_bytes("\n".join(steps).encode("utf-8"))
    for number, step in enumerate(steps):
        if step[0].isdigit():
            (seeds / "lines" / f"{name}-{number}").write_text(step[1:], encoding="utf-8")
