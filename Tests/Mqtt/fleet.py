"""touchd-mqtt with a real mosquitto, with TLS, users and access lists: fleet.py FOLDER of touchd and touchd-mqtt"""
import json, os, pathlib, pwd, re, signal, sys, tempfile, threading, time

import stage
from oddbroker import OddBroker
from stage import ACCESS, KIOSK, OBSERVING, PATIENCE, Bridge, Broker, Kiosk, Network, check, until

programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else stage.root / ".build/release").resolve()
user = "nobody" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
ISO = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")
BASE = "touchd/k1/"
RETAINED = {BASE + name for name in ("availability", "status", "screen/main", "health", "alarm")}


def value(client, topic):
    payload = client.last(BASE + topic)
    return json.loads(payload) if payload else {}


def alarms(client):
    return [alarm["alarm"] for alarm in value(client, "alarm").get("alarms", [{"alarm": "nothing was told"}])]


def results(client, name):
    with client.news:
        return [json.loads(payload) for topic, payload, _ in client.messages if topic == f"{BASE}command/{name}/result"]


def wakes(kiosk, reader):
    """Taps. Returns whether the screen is told to be active, though it may be idle again before a slow machine looks."""
    count = len(reader.messages)
    kiosk.tap(100, 100)
    return reader.until(lambda messages: any(topic == BASE + "screen/main" and json.loads(payload).get("activity") == "active"
                                             for topic, payload, _ in messages[count:]))


def newcomer(broker):
    """Returns the retained messages that a new client gets, by topic."""
    client = broker.client()
    client.until(lambda messages: {topic for topic, _, _ in messages} >= RETAINED, 10)
    retained = {topic: payload for topic, payload, is_retained in client.messages if is_retained}
    client.close()
    return retained


def state(broker, kiosk, reader):
    check("the bridge comes on line", reader.until(lambda _: reader.last(BASE + "availability") == b"online"))
    check("status is told", reader.until(lambda _: value(reader, "status").get("touchd") == "up"), value(reader, "status"))
    status = value(reader, "status")
    check("with times of day in UTC", ISO.match(status["startedAt"]) and ISO.match(status["configuration"]["loadedAt"]), status)
    check("no touch yet", value(reader, "screen/main").get("lastTouch", "?") is None, value(reader, "screen/main"))
    # Idle since the start, until a touch.
    reader.until(lambda _: value(reader, "screen/main").get("activity") == "idle")
    before, at = time.time(), time.monotonic()
    check("a touch wakes it", wakes(kiosk, reader))
    took = time.monotonic() - at
    told = value(reader, "screen/main")["lastTouch"]
    stamp = time.mktime(time.strptime(told[:19], "%Y-%m-%dT%H:%M:%S")) - time.timezone
    check("and the time of the last touch is told in UTC", ISO.match(told) and abs(stamp - before) < 60, (told, before))
    print(f"        after {took:.2f} s")
    check("idleness is told", reader.until(lambda _: value(reader, "screen/main").get("activity") == "idle"))
    check("no panel is an alarm", reader.until(lambda _: alarms(reader) == ["noPanel"]), alarms(reader))
    kiosk.tap(10, 990, hold=0.8)
    gesture = BASE + "gesture/menu"
    check("a gesture of the kiosk is told", reader.until(lambda _: value(reader, "gesture/menu").get("screen") == "main"), reader.messages[-3:])
    check("with its time in UTC", ISO.match(value(reader, "gesture/menu").get("at", "")), value(reader, "gesture/menu"))
    retained = newcomer(broker)
    check("but to no newcomer, because it is an event", gesture not in retained, retained.get(gesture))
    check("a newcomer has the whole state", retained.keys() >= RETAINED and retained[BASE + "availability"] == b"online", retained)


def secrecy(kiosk, reader):
    """Checks that a finger in the sensitive region does not count as the last touch, whatever rights the bridge's user has."""
    untouched(kiosk, reader, "")
    kiosk.configuration.write_text(KIOSK + ACCESS % user + OBSERVING % user)
    kiosk.ask(type="reload")
    untouched(kiosk, reader, ", also not for a user who may observe it")
    kiosk.configuration.write_text(KIOSK + ACCESS % user)
    kiosk.ask(type="reload")


def untouched(kiosk, reader, whom):
    reader.until(lambda _: value(reader, "screen/main").get("activity") == "idle")
    wakes(kiosk, reader)
    last = value(reader, "screen/main")["lastTouch"]
    time.sleep(1.2)
    for _ in range(3):
        kiosk.tap(600, 100)
        time.sleep(0.2)
    # Two polls later.
    time.sleep(2.1)
    check("what is done in a sensitive region is no last touch" + whom, value(reader, "screen/main")["lastTouch"] == last, value(reader, "screen/main"))


def never(witness):
    """Checks all messages ever published."""
    everything = b"\n".join(topic.encode() + b" " + payload for topic, payload, _ in witness.messages)
    found = [word for word in (b"vault", b"vaultkey", b'"x"', b'"y"', b"local", b"translation", b"secret of") if word in everything]
    check("no message names a sensitive region, a place or a secret", not found and len(witness.messages) > 50, (found, len(witness.messages)))
    topics = {topic for topic, _, _ in witness.messages}
    allowed = re.compile(r"touchd/k1/(availability|status|screen/main|health|counts|alarm|gesture/menu|command/[a-zA-Z]+(/result)?)|homeassistant/device/touchd-k1/config|homeassistant/status")
    check("and no topic is another than those of the page", all(allowed.fullmatch(topic) for topic in topics), topics)


def commands(broker, kiosk, reader, bridge):
    fleet = broker.client("fleet")
    send = lambda name, payload="", **more: fleet.publish(f"{BASE}command/{name}", payload if isinstance(payload, (str, bytes)) else json.dumps(payload), **more)
    send("reload", {"id": 1, "by": "ops"})
    check("reload is answered", fleet.until(lambda _: [(r["id"], r["ok"], r["diagnostics"]) for r in results(fleet, "reload")] == [(1, True, [])]), results(fleet, "reload"))
    check("touchd's log says who, and for whom", re.search(rf'reload requested by client "touchd-mqtt", pid {bridge.process.pid} .*uid \d+ on the events socket, for "mqtt localhost:\d+, ops"', kiosk.log()) is not None, kiosk.log()[-600:])
    check("and so does the bridge's", re.search(r'command reload from localhost:\d+, id 1, by "ops": done', bridge.log()) is not None, bridge.log()[-600:])
    send("clean", {"id": "c", "seconds": 30})
    check("clean closes the glass", fleet.until(lambda _: value(fleet, "screen/main").get("mode") == "cleaning") and results(fleet, "clean")[-1]["ok"])
    send("clean", {"id": "d", "on": False})
    check("and opens it again", fleet.until(lambda _: value(fleet, "screen/main").get("mode") == "normal"))
    send("display", "OFF")
    check("display is told in a word", fleet.until(lambda _: value(fleet, "screen/main").get("display") == "off"), results(fleet, "display"))
    send("display", {"display": "on", "screen": "none", "id": 3})
    check("a screen that is not there is refused", fleet.until(lambda _: results(fleet, "display") and results(fleet, "display")[-1].get("error", {}).get("code") == "notFound"), results(fleet, "display"))
    # A wrong configuration.
    right = kiosk.configuration.read_text()
    kiosk.configuration.write_text(right + "vaultly: 1\n")
    time.sleep(2.2)
    send("reload", {"id": 4})
    check("a wrong configuration is refused, with its place and not its text", fleet.until(lambda _: any(
        r.get("id") == 4 and r["error"]["code"] == "refused" and r["diagnostics"] == [f"{kiosk.configuration}:18:1: error"] for r in results(fleet, "reload"))), results(fleet, "reload"))
    check("and is an alarm, with its place", fleet.until(lambda _: "configurationRefused" in alarms(fleet)) and any(
        alarm.get("place", "").endswith("kiosk.yaml:18:1: error") for alarm in value(fleet, "alarm")["alarms"]), value(fleet, "alarm"))
    kiosk.configuration.write_text(right)
    time.sleep(2.2)
    send("reload", {"id": 5})
    check("until it is right", fleet.until(lambda _: "configurationRefused" not in alarms(fleet) and any(r.get("id") == 5 and r["ok"] for r in results(fleet, "reload"))), alarms(fleet))
    # Invalid commands.
    codes = lambda name, start: [r["error"]["code"] for r in results(fleet, name)[start:]]
    for payload in ("no JSON", '{"id":9,"second":1}', b"\xff\xfe", b"{" + b" " * 2000 + b"}"):
        start = len(results(fleet, "clean"))
        send("clean", payload)
        check(f"{payload[:24]!r} is malformed", fleet.until(lambda _: codes("clean", start) == ["badRequest"], 10), results(fleet, "clean")[start:])
    check("a refusal repeats the id", any(r.get("id") == 9 for r in results(fleet, "clean")))
    # An unknown command name has no effect.
    send("rm", "x")
    # Words that look like log lines.
    time.sleep(8.5)
    send("reload", {"id": 6, "by": "ops\nforged"})
    send("display", {"id": "7\nforged", "display": "on", "screen": "none\nforged", "by": "a\u2028forged"})
    send("clean", {"id": 8, "a\nforged": 1})
    check("texts with ends of lines are answered", fleet.until(lambda _: any(r.get("id") == 6 and r["ok"] for r in results(fleet, "reload"))
          and any(r.get("id") == "7\nforged" for r in results(fleet, "display")) and any(r.get("id") == 8 for r in results(fleet, "clean"))))
    lines = (bridge.log() + kiosk.log()).splitlines()
    check("and begin no line of a log", sum("forged" in line for line in lines) >= 5 and not any(line.split(": ")[-1].startswith("forged") for line in lines),
          [line for line in lines if "forged" in line])
    # A screen locked by staff.
    kiosk.ask(type="screen", mode="locked")
    fleet.until(lambda _: value(fleet, "screen/main").get("mode") == "locked")
    send("clean", {"id": 10})
    check("cleaning does not open a glass that is locked", fleet.until(lambda _: any(
        r.get("id") == 10 and r.get("error", {}).get("code") == "locked" for r in results(fleet, "clean"))) and kiosk.ask(type="status")["screens"][0]["mode"] == "locked",
        results(fleet, "clean"))
    # The bridge still believes that it is open.
    for number in range(3):
        kiosk.ask(type="screen", mode="normal")
        fleet.until(lambda _: value(fleet, "screen/main").get("mode") == "normal")
        time.sleep(2.1)   # the bridge accepts one command in two seconds
        kiosk.ask(type="screen", mode="locked")
        send("clean", {"id": f"late {number}", "on": False})
        answered = fleet.until(lambda _: any(r.get("id") == f"late {number}" and r.get("error", {}).get("code") == "locked" for r in results(fleet, "clean")))
        check("nor one that was locked just before the command", answered and kiosk.ask(type="status")["screens"][0]["mode"] == "locked", results(fleet, "clean"))
    kiosk.ask(type="screen", mode="normal")
    # A thousand at once.
    time.sleep(8.5)
    start, began = len(results(fleet, "reload")), time.monotonic()
    for number in range(1000):
        send("reload", {"id": f"many {number}"})
    fleet.until(lambda _: "tooMany" in str(results(fleet, "reload")[start:]) and any(r["ok"] for r in results(fleet, "reload")[start:]), 60)
    time.sleep(1)
    answers = results(fleet, "reload")[start:]
    done = [r for r in answers if r["ok"]]
    # Five at once, then one in two seconds, and as many refusals. On a busy machine a thousand commands take a while.
    most = 5 + (time.monotonic() - began) / 2
    check("of a thousand commands few are obeyed, and few are answered", 1 <= len(done) <= most and len(answers) <= 2 * most, (len(done), len(answers), most))
    # Missing rights.
    fleet.publish("touchd/k1/alarm", "forged", retain=True)
    fleet.publish("homeassistant/status", "after it")   # the broker keeps the order of a client
    came = fleet.until(lambda _: fleet.last("homeassistant/status") == b"after it")
    check("who is no kiosk cannot forge a kiosk's state", came and not any(payload == b"forged" for _, payload, _ in list(fleet.messages)))
    fleet.close()


def retained_command(broker, bridge, kiosk):
    """Checks that a command retained by the broker is ignored at every connection."""
    bridge.stop()
    fleet = broker.client("fleet")
    fleet.publish(BASE + "command/clean", json.dumps({"id": "old", "seconds": 3000}), retain=True)
    fleet.until(lambda messages: any(topic == BASE + "command/clean" for topic, _, _ in messages))
    bridge.start()
    check("a retained command is refused", fleet.until(lambda _: any(r.get("error", {}).get("code") == "retained" and r["id"] == "old" for r in results(fleet, "clean"))), results(fleet, "clean"))
    check("and does nothing", kiosk.ask(type="status")["screens"][0]["mode"] == "normal")
    count = len(results(fleet, "clean"))
    fleet.publish(BASE + "command/clean", "", retain=True)
    fleet.publish(BASE + "command/reload", '{"id":"after"}')   # the broker keeps the order of a client
    check("it is taken away without another act", fleet.until(lambda _: any(r.get("id") == "after" for r in results(fleet, "reload")))
          and len(results(fleet, "clean")) == count and kiosk.ask(type="status")["screens"][0]["mode"] == "normal", results(fleet, "clean"))
    fleet.close()


def ends(broker, kiosk, bridge, reader):
    bridge.process.kill()
    bridge.process.wait(PATIENCE)
    check("after kill -9 the broker says that it is off line", reader.until(lambda _: reader.last(BASE + "availability") == b"offline", 20))
    bridge.start()
    check("and on line when it is back", reader.until(lambda _: reader.last(BASE + "availability") == b"online"))
    code = bridge.stop()
    check("an orderly end says so itself, at once", code == 0 and reader.until(lambda _: reader.last(BASE + "availability") == b"offline", 20), code)
    check("without a word on its configuration, which only --check prints", "mqtt.yaml: ok" not in bridge.log(), bridge.log()[-300:])
    bridge.start()
    reader.until(lambda _: reader.last(BASE + "availability") == b"online")


def broker_back(broker, kiosk, bridge):
    broker.stop(signal.SIGKILL)
    # The broker's state is lost too, as the worst case.
    (broker.folder / "mosquitto.db").unlink(missing_ok=True)
    kiosk.ask(type="screen", display="on")
    broker.start()
    reader = broker.client()
    check("a broker that was killed and has lost all has the whole state again", reader.until(
        lambda _: {topic for topic, _, _ in reader.messages} >= RETAINED and value(reader, "screen/main").get("display") == "on"), reader.messages)
    order = [topic for topic, _, _ in reader.messages]
    check("on line is said last, of a state that is whole", order.index(BASE + "availability") > max(order.index(topic) for topic in RETAINED - {BASE + "availability"}), order)
    return reader


def network_hangs(kiosk, network, reader):
    count = network.count
    network.hangs = True
    kiosk.ask(type="screen", display="off")
    # Two keepalives of 5 s, and one and a half of the broker's.
    check("behind a network that hangs the kiosk is off line", reader.until(lambda _: reader.last(BASE + "availability") == b"offline", 40))
    check("the bridge gives the connection up by itself", until(lambda: network.count > count, 60), network.count)
    network.hangs = False
    check("and is back with what has happened meanwhile", reader.until(
        lambda _: reader.last(BASE + "availability") == b"online" and value(reader, "screen/main").get("display") == "off", 60))


def touchd_away(kiosk, reader):
    kiosk.kill()
    check("touchd is gone: an alarm, and status says so", reader.until(lambda _: "touchdDown" in alarms(reader) and value(reader, "status").get("touchd") == "down"), value(reader, "status"))
    check("while the bridge stays on line", reader.last(BASE + "availability") == b"online")
    kiosk.start()
    check("touchd is back", reader.until(lambda _: "touchdDown" not in alarms(reader) and value(reader, "status").get("touchd") == "up"), alarms(reader))
    # A touchd that does not answer, and a removed access rule.
    right = kiosk.configuration.read_text()
    kiosk.configuration.write_text(KIOSK + "access: []\n")
    kiosk.ask(type="reload")
    if os.geteuid() == 0:
        check("without its access rule it says that", reader.until(lambda _: "notAllowed" in alarms(reader) and value(reader, "status").get("touchd") == "notAllowed"), alarms(reader))
    kiosk.configuration.write_text(right)
    kiosk.ask(type="reload")
    check("and with it all is well", reader.until(lambda _: value(reader, "status").get("touchd") == "up"))


def home_assistant(broker, reader):
    topic = "homeassistant/device/touchd-k1/config"
    check("Home Assistant is told", reader.until(lambda _: reader.last(topic)))
    message = json.loads(reader.last(topic))
    components = message["components"]
    check("of one device", message["device"]["identifiers"] == ["touchd-k1"] and message["origin"]["name"] == "touchd-mqtt"
          and message["availability_topic"] == BASE + "availability", message)
    kinds = {component["platform"] for component in components.values()}
    check("with all that it shows and takes", kinds == {"binary_sensor", "sensor", "switch", "button"} and len(components) == 7, components)
    ids = [component["unique_id"] for component in components.values()]
    # A minimal template engine: only value_json.key.
    known = {BASE + name for name in ("status", "alarm", "screen/main")}
    for name, component in components.items():
        ok = component["platform"] == "button" or component.get("state_topic") in known
        ok = ok and (component["platform"] not in ("button", "switch") or component["command_topic"].startswith(BASE + "command/"))
        for key in ("payload_press", "payload_on", "payload_off"):
            if key in component:
                json.loads(component[key])
        for used in re.findall(r"value_json\.(\w+)", component.get("value_template", "")):
            ok = ok and used in json.loads(reader.last(component["state_topic"]))
        check(f"its {name} is whole", ok and component["name"], component)
    check("with ids of their own", len(set(ids)) == len(ids) and all(re.fullmatch(r"[\w-]+", one) for one in ids), ids)
    fleet = broker.client("fleet", subscribe=(topic,))
    fleet.until(lambda messages: messages)
    fleet.clear()
    fleet.publish("homeassistant/status", "online")
    check("and told again when it has started", fleet.until(lambda messages: messages, 20))
    fleet.close()


def off(folder, broker, kiosk):
    """Checks the defaults, without `commands` and `homeAssistant`."""
    bridge = Bridge(programs, folder, kiosk, broker.port, user=user, name="plain")
    client = broker.client("fleet")
    client.until(lambda _: client.last(BASE + "availability") == b"online")
    time.sleep(0.5)
    client.clear()
    client.publish(BASE + "command/clean", "{}")
    client.publish(BASE + "command/reload", "{}")
    time.sleep(1.5)
    check("without commands in its configuration it hears none", not results(client, "clean") and not results(client, "reload")
          and kiosk.ask(type="status")["screens"][0]["mode"] == "normal")
    bridge.stop()
    bridge = Bridge(programs, folder, kiosk, broker.port, "commands: [display]\n", user=user, name="plain")
    client.until(lambda _: client.last(BASE + "availability") == b"online")
    time.sleep(0.5)
    client.publish(BASE + "command/clean", '{"id":1}')
    check("one that is off says so", client.until(lambda _: [r["error"]["code"] for r in results(client, "clean")] == ["off"]), results(client, "clean"))
    bridge.stop()
    client.close()


def recorded(folder, broker):
    """Checks a panel played from a recording: its counts, and that it is reported as gone at the end."""
    place = folder / "recorded"
    place.mkdir(mode=0o755)
    kiosk = Kiosk(programs, place, user, [stage.root / "Tests/Recordings/demo.evemu"], (stage.root / "config/demo.yaml").read_text())
    bridge = Bridge(programs, folder, kiosk, broker.port, user=user, name="recorded")
    bridge.stop()
    bridge.file.write_text(bridge.file.read_text().replace("countsEvery: 2", "countsEvery: 1"))
    kiosk.stop()
    client = broker.client()
    kiosk.start()
    bridge.start()
    check("health has the panel", client.until(lambda messages: any(
        topic == BASE + "health" and [panel["panel"] for panel in json.loads(payload)["panels"]] == ["main-0"] for topic, payload, _ in messages)))
    # The recording plays from the first subscription on; the bridge subscribes to nothing.
    kiosk.ask(type="subscribe")
    check("counts come by region", client.until(lambda messages: any(
        topic == BASE + "counts" and json.loads(payload)["regions"].get("map", {}).get("touches", 0) > 0 for topic, payload, _ in messages)), value(client, "counts"))
    check("a panel that goes is an alarm", client.until(lambda _: "panelGone" in alarms(client)), alarms(client))
    bridge.stop()
    kiosk.stop()
    client.close()


def refused(folder, broker, kiosk):
    """Checks rejections by the broker and by the bridge."""
    def say(name, sentence, words, edit, tls=True):
        bridge = Bridge(programs, folder, kiosk, broker.port if tls else broker.plain, user=user, tls=tls, name=name)
        bridge.stop()
        bridge.file.write_text(edit(bridge.file.read_text()))
        (folder / f"{name}.log").write_text("")
        bridge.start()
        check(sentence, until(lambda: re.search(words, bridge.log()) is not None, 30), bridge.log())
        check("    and it goes on trying", bridge.process.poll() is None and bridge.stop() == 0)
    say("stranger", "a broker signed by others is not trusted", "no connection to the broker .*(TLS|certificate)", lambda text: text.replace("ca.pem", "other.pem"))
    stage.secret(folder / "wrong", "guess\n")
    say("guess", "a wrong password is told as the broker says it", "[Nn]ot authorised", lambda text: text.replace("/password", "/wrong"))
    bridge = Bridge(programs, folder, kiosk, broker.port, user=user, name="late")
    bridge.stop()
    bridge.file.write_text(bridge.file.read_text().replace("/password", "/late"))
    bridge.start()
    told = f"cannot read {folder}/late: No such file or directory"
    check("a password that is not there is told, and waited for", until(lambda: told in bridge.log(), 30), bridge.log())
    stage.secret(folder / "late", (folder / "password").read_text())
    reader = broker.client()
    check("    until it comes", reader.until(lambda _: reader.last(BASE + "availability") == b"online", 90), bridge.log())
    bridge.stop()
    say("plain-to-tls", "without TLS it comes to nothing", "no connection to", lambda text: text.replace(f"tls: {{ ca: {folder}/ca.pem }}\n", ""))


def odd(folder, kiosk):
    """Checks brokers that accept a connection and nothing else."""
    broker = OddBroker(cuts=True)
    bridge = Bridge(programs, folder, kiosk, broker.port, user=user, tls=False, name="cut")
    until(lambda: len(broker.times) >= 6)
    # The delays are at least 0.5, 1, 2, 4 and 4 s; without a back-off they would be 5 s in total. The broker may accept the first connection late.
    times = [time - broker.times[0] for time in broker.times]
    check("a broker that accepts and cuts at once is asked more and more seldom", len(times) >= 6 and times[5] >= 8, times)
    bridge.stop()
    broker = OddBroker(cuts=False, refuses=True)
    bridge = Bridge(programs, folder, kiosk, broker.port, user=user, tls=False, name="refusing")
    until(lambda: len(broker.times) >= 4)
    bridge.stop()
    said = bridge.log().count("no connection to the broker")
    check("a broker that refuses again and again is one line", len(broker.times) >= 4 and said == 1, (len(broker.times), bridge.log()))
    broker = OddBroker(cuts=False)
    kiosk.configuration.write_text(KIOSK + (ACCESS % user).replace("status, reload, screen", "status, screen"))
    kiosk.ask(type="reload")
    bridge = Bridge(programs, folder, kiosk, broker.port, "commands: [reload, clean]\nhomeAssistant: {}\n", user=user, tls=False, name="odd")
    wanted = [r"refuses the subscription to touchd/k1/command/\+: commands do not reach this kiosk", "to homeassistant/status: this kiosk does not notice when"]
    check("a subscription that is refused is said", until(lambda: all(re.search(words, bridge.log()) for words in wanted)), bridge.log())
    check("and that commands do not come is an alarm", until(lambda: b"commandsRefused" in broker.published.get(BASE + "alarm", b"")), broker.published)
    if os.geteuid() == 0:
        line = f"grants this bridge reload, so touchd will refuse reload; add {{ user: {user}, allow: [status, reload, screen] }} to \"access\""
        check("a command that no access rule allows is said before it comes", until(lambda: line in bridge.log()), bridge.log())
        check("once", bridge.log().count("no access rule grants") == 1)
    bridge.stop()
    kiosk.configuration.write_text(KIOSK + ACCESS % user)
    kiosk.ask(type="reload")


def configuration(folder):
    def check_file(text):
        import subprocess
        file = folder / "check.yaml"
        file.write_text(text)
        done = subprocess.run([programs / "touchd-mqtt", "--check", "--config", file], capture_output=True, text=True, timeout=PATIENCE)
        return done.returncode, done.stderr.replace(str(file), "F")
    check("the shipped configuration is right", check_file((stage.root / "config/mqtt.yaml").read_text()) == (0, ""), check_file((stage.root / "config/mqtt.yaml").read_text()))
    code, text = check_file("broker: a:b\nkiosk: a/b\ncomands: [reload]\n")
    check("mistakes have their places: 78", code == 78 and [line[:9] for line in text.splitlines()] == ["F:1:9: er", "F:2:8: er", "F:3:1: er"]
          and 'did you mean "commands"' in text, text)
    code, text = check_file("broker: b\ntls: { ca: /none.pem }\n")
    (folder / "open").write_text("secret\n")
    os.chmod(folder / "open", 0o644)
    refused, why = check_file(f"broker: b\nuser: u\npasswordFile: {folder}/open\n")
    check("a password that every user may read is refused, with the cure", refused == 78 and f"chmod o= {folder}/open" in why, why)
    check("so has a file that cannot be read", code == 78 and "cannot read /none.pem" in text, text)


def main():
    with tempfile.TemporaryDirectory(prefix="touchd-mqtt-") as name:
        folder = pathlib.Path(name)
        os.chmod(folder, 0o755)
        places = folder / "broker", folder / "kiosk", folder / "bridge"
        for place in places:
            place.mkdir(mode=0o755)
        configuration(places[2])
        broker = Broker(places[0])
        for file in "ca.pem", "other.pem":
            (places[2] / file).write_bytes((places[0] / file).read_bytes())
            os.chmod(places[2] / file, 0o644)
        kiosk = Kiosk(programs, places[1], user)
        witness, reader = broker.client(), broker.client()
        network = Network(broker.port)
        all_of_it = "commands: [reload, clean, display]\nhomeAssistant: {}\n"
        bridge = Bridge(programs, places[2], kiosk, network.port, all_of_it, user=user)
        try:
            state(broker, kiosk, reader)
            secrecy(kiosk, reader)
            home_assistant(broker, reader)
            commands(broker, kiosk, reader, bridge)
            retained_command(broker, bridge, kiosk)
            ends(broker, kiosk, bridge, reader)
            touchd_away(kiosk, reader)
            never(witness)
            reader = broker_back(broker, kiosk, bridge)
            network_hangs(kiosk, network, reader)
            bridge.stop()
            off(places[2], broker, kiosk)
            refused(places[2], broker, kiosk)
            odd(places[2], kiosk)
            recorded(places[2], broker)
        except BaseException:
            print(bridge.log()[-3000:], kiosk.log()[-3000:])
            raise
        finally:
            for process in (bridge.process, kiosk.process, broker.process):
                if process.poll() is None:
                    process.kill()
                    process.wait()


main()
print(f"{stage.passed} passed, {stage.failed} failed")
sys.exit(bool(stage.failed))
