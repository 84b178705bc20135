#!/usr/bin/python3
"""The bridge's own request, speech: test_bridge_speech.py TOUCHD TOUCHD-WEB"""
from bridge import *

TEXTS = root / "config/speak"
FOCUS = '{"type":"focus","screen":"main","turn":%d,"time":%d,"by":"key","region":"buy","path":"kiosk/buy","role":"button","label":"Buy","states":[]}'
SNAPSHOT = ('{"type":"snapshot","seq":1,"generation":1,"panels":[],"screens":[{"screen":"main","accessibility":{"profiles":["speech"]}}],'
            '"regions":[%s],"touches":[]}')

with scratch() as folder:
    settings = pathlib.Path(folder) / "speak.yaml"
    settings.write_text(f"language: en\ntexts: {TEXTS}\n")
    fake = FakeTouchd(f"{folder}/events.sock")
    bridge = Bridge(fake.path, folder, f"speech: {settings}\n")

    def page(**options):
        page = bridge.connect(**options)
        page.message()
        return page, fake.taken()

    def send(touchd, *lines):
        # In a thread, because the bridge may not read.
        threading.Thread(target=touchd.sendall, args=("".join(line + "\n" for line in lines).encode(),), daemon=True).start()

    def ask(page, id, on=True):
        page.send(json.dumps({"type": "speech", "id": id, "on": on}))
        return json.loads(page.message())

    silent, its_touchd = page()
    send(its_touchd, SNAPSHOT % "", FOCUS % (1, 5), "{}")
    check("a page that has not asked gets touchd's lines alone", [silent.message() for _ in range(3)] == [SNAPSHOT % "", FOCUS % (1, 5), "{}"])

    one, touchd_one = page()
    check("a page may ask", ask(one, 7) == {"type": "reply", "id": 7, "ok": True})
    one.send('{"type":"ping","id":8}')
    check("touchd does not get the request", fake.lines.get(timeout=PATIENCE) == b'{"type":"ping","id":8}\n')
    send(touchd_one, SNAPSHOT % "", FOCUS % (1, 5), "{}")
    got = [one.message() for _ in range(7)]
    actions = [json.loads(line).get("action") for line in got]
    check("what is said follows the line that causes it, and touchd's lines are unchanged",
          (got[0], got[3], got[6]) == (SNAPSHOT % "", FOCUS % (1, 5), "{}") and actions == [None, "interrupt", "speak", None, "interrupt", "speak", None], got)
    check("in touchd-speak's words", json.loads(got[5]) == {"type": "speech", "screen": "main", "time": 5, "action": "speak", "text": "Buy, button.", "language": "en"}, got[5])
    check("once is enough", ask(one, 9)["ok"] and (send(touchd_one, FOCUS % (2, 6)), [one.message() for _ in range(3)])[1][2].startswith('{"type":"speech"'))
    check("and it can be ended", ask(one, 10, False)["ok"] and (send(touchd_one, FOCUS % (3, 7), "{}"), [one.message(), one.message()])[1][1] == "{}")
    one.send('{"type":"speech","id":11,"on":"yes"}')
    answer = json.loads(one.message())
    check("a mistake is answered", answer["id"] == 11 and answer["error"]["code"] == "badRequest" and "true or false" in answer["error"]["message"], answer)
    one.close()

    # A long line goes out in parts, and nothing may come between them.
    one, touchd_one = page()
    ask(one, 1)
    regions = '{"id":"%s"}' % ("r" * 300_000)
    whole = (SNAPSHOT % regions + "\n").encode()
    touchd_one.sendall(whole[:100_000])
    opcode, final, first = one.read()
    one.send('{"type":"speech","id":2,"on":true}')
    one.send('{"type":"ping","id":3}')
    while fake.lines.get(timeout=PATIENCE) != b'{"type":"ping","id":3}\n':
        pass
    threading.Thread(target=touchd_one.sendall, args=(whole[100_000:] + b"{}\n",), daemon=True).start()
    while not final:
        opcode, final, more = one.read()
        first += more
        check_part = opcode == 0
    check("a line in parts comes whole", first + b"\n" == whole and check_part)
    rest = [json.loads(one.message()) for _ in range(4)]
    check("the answer and what is said wait for its end", [line.get("id") for line in rest] == [2, None, None, None]
          and [line.get("action") for line in rest] == [None, "interrupt", "speak", None], rest)

    # A page that asks and does not read.
    deaf, touchd_deaf = page(buffer=4096)
    flood = deaf.frame('{"type":"speech","id":1,"on":true}') * 2000
    before = bridge.memory

    def pour():
        try:
            for _ in range(400):
                deaf.socket.sendall(flood)
        except OSError:
            pass

    pouring = threading.Thread(target=pour, daemon=True)
    pouring.start()
    check("a page that asks for ever without reading is closed", until(lambda: touchd_deaf in list(fake.ends.queue)))
    check("and costs no memory", bridge.memory - before < 20_000, (before, bridge.memory))
    deaf.close()
    pouring.join(PATIENCE)

    # Settings that are wrong.
    settings.write_text("languge: en\n")
    other, _ = page()
    # The bridge reads the file at most once a second. A page that has speech keeps it.
    answer = until(lambda: (got := ask(other, 1)) and (not got["ok"] or not ask(other, 1, False)) and got)
    check("a mistake in the settings is the answer, with its place",
          answer["error"]["code"] == "refused" and answer["error"]["message"].startswith(f'{settings}:1:1: error: unknown key "languge"'), answer)
    settings.write_text(f"language: de\ntexts: {TEXTS}\n")
    check("when it is corrected, a page may ask again", until(lambda: ask(other, 2)["ok"]))
    bridge.stop()
    fake.close()
finish()
