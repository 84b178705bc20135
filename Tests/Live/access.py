"""Sockets, users and groups as the kernel reports them: modes, peers, and sockets passed on. Tests with other users require root."""
import grp, json, os, pathlib, pwd, re, signal, socket, stat, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parents[2]
programs = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else root / ".build/release").resolve()
passed = failed = 0
IS_ROOT = os.geteuid() == 0
# The time limit of every wait, in seconds; only a hang takes that long.
PATIENCE = 120


def check(sentence, ok, detail=""):
    global passed, failed
    passed, failed = passed + bool(ok), failed + (not ok)
    print(("ok      " if ok else "not ok  ") + sentence + (f": {detail}" if detail and not ok else ""))


SCREEN = """version: 1
screens:
  - id: main
    size: [1000, 1000]
    windows:
      - id: w
        frame: [0, 0, 1000, 1000]
        children:
          - { id: a, frame: [0, 0, 500, 1000] }
          - { id: b, frame: [500, 0, 500, 1000], sensitive: true, children: [{ id: key1, frame: [0, 0, 50, 50] }] }
          - { id: list, kind: scrollView, frame: [0, 900, 500, 100], contentSize: [500, 500] }
"""


def connect(path):
    s = socket.socket(socket.AF_UNIX)
    s.settimeout(PATIENCE)
    s.connect(path)
    return s


def ask(path, *requests, key="code"):
    """Returns the answers to requests with an id, in order, or the error of connecting. Errors are given by the value of `key`."""
    try:
        s = connect(path)
    except OSError as error:
        return type(error).__name__
    lines = s.makefile("r")
    hello = json.loads(next(lines))
    answers = []
    for number, request in enumerate(requests):
        s.sendall(json.dumps({"id": number, **request}).encode() + b"\n")
        for line in lines:
            message = json.loads(line)
            if message.get("id") == number:
                answers.append(message.get("error", {}).get(key, "ok"))
                break
        else:
            answers.append("closed")
    s.close()
    return answers if hello["type"] == "hello" else hello


def as_user(user, group, groups, path, *requests, key="code"):
    """Sends requests as another user, in a separate process whose groups the kernel reports to the daemon. Returns the same as `ask`."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups(groups)
            os.setgid(group)
            os.setuid(user)
            answer = ask(path, *requests, key=key)
        except BaseException as error:
            answer = repr(error)
        os.write(writer, json.dumps(answer).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as text:
        answer = json.loads(text.read())
    os.waitpid(child, 0)
    return answer


def start(*arguments, env={}, pass_fds=(), preexec_fn=None, log=None):
    return subprocess.Popen([programs / "touchd", *arguments], stderr=log, env={**os.environ, "TOUCHD_VERIFIER": "fatal", **env},
                            pass_fds=pass_fds, preexec_fn=preexec_fn)


def until(condition, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


SUBSCRIBE, CLAIM = {"type": "subscribe"}, {"type": "claim", "receivers": ["a"]}
OBSERVE, TRACE, RELOAD = {"type": "subscribe", "observe": True}, {"type": "trace", "on": True}, {"type": "reload"}


def permissions(path):
    status = os.stat(path)
    return stat.filemode(status.st_mode), status.st_gid


def two_sockets(folder):
    path, admin = f"{folder}/events.sock", f"{folder}/admin.sock"
    configuration = pathlib.Path(folder, "c.yaml")
    configuration.write_text(SCREEN)
    log = open(f"{folder}/log", "ab+")
    daemon = start("--config", configuration, "--socket", path, log=log)
    check("both sockets are there", until(lambda: os.path.exists(path) and os.path.exists(admin)))
    check("the events socket is 0660, the admin socket its user's alone",
          (permissions(path)[0], permissions(admin)[0]) == ("srw-rw----", "srw-------"), (permissions(path), permissions(admin)))
    check("its own user is trusted", ask(path, SUBSCRIBE, CLAIM, TRACE) == ["ok"] * 3, ask(path, SUBSCRIBE, CLAIM, TRACE))
    check("but reloads on the admin socket only", (ask(path, RELOAD), ask(admin, RELOAD)) == (["notAllowed"], ["ok"]))

    def touchctl(*arguments, **more):
        return subprocess.run([programs / "touchctl", *arguments], capture_output=True, text=True, timeout=PATIENCE, **more)
    done = touchctl("reload", "--socket", path)
    check("touchctl reload finds the admin socket beside the events socket", done.returncode == 0, done)
    configuration.write_text(SCREEN + "nonsense: 1\n")
    done = touchctl("reload", "--admin-socket", admin)
    check("a wrong configuration: 78, and where it is wrong", done.returncode == 78 and "c.yaml:12:1: error:" in done.stderr, done)
    configuration.write_text(SCREEN + "access: [{ user: nobody-of-this-name, allow: [receive] }]\n")
    done = touchctl("reload", "--admin-socket", admin)
    check("and so is a user whom nobody knows", done.returncode == 78 and 'c.yaml:12:18: error: there is no user "nobody-of-this-name"' in done.stderr, done)
    done = touchctl("check", configuration)
    check("touchctl check warns of that user", done.returncode == 0 and 'c.yaml:12:18: warning: there is no user "nobody-of-this-name"' in done.stderr, done)
    check("the old one stays", ask(path, SUBSCRIBE, CLAIM) == ["ok", "ok"])
    configuration.write_text(SCREEN)
    done = touchctl("reload", env={**os.environ, "TOUCHD_ADMIN_SOCKET": admin})
    check("$TOUCHD_ADMIN_SOCKET says where as well", done.returncode == 0, done)
    done = touchctl("reload", "--socket", f"{folder}/none.sock")
    check("no daemon: 69", done.returncode == 69 and "none.sock.admin" in done.stderr, done)
    if IS_ROOT:
        nobody = pwd.getpwnam("nobody")
        users(configuration, path, admin, daemon, nobody)
        os.chown(path, 0, nobody.pw_gid)
        done = touchctl("reload", "--socket", path, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])
        check("who may not open the admin socket: 77, with a hint", done.returncode == 77 and "touch-admin" in done.stderr, done)
        monitor = touchctl("monitor", "--trace", "--socket", path, user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])
        check("monitor --trace: 77 as well", monitor.returncode == 77, monitor)
    daemon.send_signal(signal.SIGTERM)
    check("it ends well, and takes both sockets with it", daemon.wait(PATIENCE) == 0 and not os.path.exists(path) and not os.path.exists(admin))


def users(configuration, path, admin, daemon, nobody):
    games = grp.getgrnam("games").gr_gid
    stranger = (nobody.pw_uid, nobody.pw_gid, [])
    check("a user who is not in the socket's group may not connect", as_user(*stranger, path, SUBSCRIBE) == "PermissionError")
    os.chown(path, 0, games)
    member = (nobody.pw_uid, nobody.pw_gid, [games])
    check("one who is in it, may, and is not trusted",
          as_user(*member, path, OBSERVE, CLAIM, TRACE) == ["ok", "notAllowed", "notAllowed"], as_user(*member, path, OBSERVE, CLAIM, TRACE))
    answers = as_user(*member, path, {"type": "subscribe", "raw": True}, {"type": "configuration"}, {"type": "try", "configuration": ""})
    check("nor asks for raw places, or has a configuration tried", answers == ["notAllowed"] * 3, answers)
    check("and may not open the admin socket", as_user(*member, admin, RELOAD) == "PermissionError")

    def reload(rules):
        configuration.write_text(SCREEN + rules)
        return ask(admin, RELOAD)
    check("rules are taken over", reload("access:\n  - { group: games, regions: [w/a], allow: [receive, claim] }\n") == ["ok"])
    only_a = {"type": "subscribe", "regions": ["w/a"]}
    only_b = {"type": "subscribe", "regions": ["w/b"]}
    answers = as_user(*member, path, only_b, OBSERVE, only_a, CLAIM, TRACE)
    check("a supplementary group gives rights", answers == ["notAllowed", "notAllowed", "ok", "ok", "notAllowed"], answers)
    os.chmod(path, 0o666)
    check("without it there are none", as_user(*stranger, path, only_a) == ["notAllowed"], as_user(*stranger, path, only_a))
    check("a rule about a user", reload("access: [{ user: nobody, allow: [observe, receive] }]\n") == ["ok"])
    answers = as_user(*stranger, path, OBSERVE, CLAIM)
    check("gives it to the user", answers == ["ok", "notAllowed"], answers)
    check("a rule for a part of the tree", reload("access:\n  - { user: nobody, regions: [\"w/a/**\"], allow: [receive, edit] }\n") == ["ok"])

    def edit(**edit):
        return {"type": "edit", "edits": [edit]}
    own = {"id": "own", "frame": [0, 0, 5000, 5000]}
    answers = as_user(*stranger, path, edit(op="add", parent="a", region=own), edit(op="set", region="own", key="alpha", value=0.5),
                      edit(op="set", region="own", key="hitTest", value={"kind": "redirect", "to": "key1"}), edit(op="set", region="a", key="frame", value=[0, 0, 1000, 1000]),
                      edit(op="add", parent="w", region={**own, "id": "over"}), edit(op="move", region="own", parent="b"), edit(op="remove", region="b"), edit(op="remove", region="own"))
    check("lets the user edit there and nowhere else", answers == ["ok", "ok"] + ["notAllowed"] * 5 + ["ok"], answers)
    answers = as_user(*stranger, path, edit(op="remove", region="b"), {"type": "claim", "receivers": ["a"]}, key="message")
    check("and a refusal says where the rule stands", f"{configuration}:13 grants it for w/a/**" in answers[0] and 'an access rule grants "claim"' in answers[1], answers)
    answers = ask(admin, {"type": "hit", "x": 700, "y": 100}, {"type": "status"})
    check("the administrator is asked for nothing", answers == ["ok", "ok"], answers)
    check("server.trusted still means everything", reload("server: { trusted: [nobody] }\naccess: []\n") == ["ok"])
    answers = as_user(*stranger, path, OBSERVE, CLAIM, TRACE, RELOAD)
    check("but reloading", answers == ["ok", "ok", "ok", "notAllowed"], answers)
    check("a rule to look and to reload", reload("access: [{ user: nobody, allow: [status, reload] }]\n") == ["ok"])
    status, stats = {"type": "status"}, {"type": "stats"}
    answers = as_user(*stranger, path, status, stats, RELOAD, {**stats, "reset": True}, {"type": "clients"}, SUBSCRIBE, {"type": "configuration"})
    check("lets the user do this and nothing else", answers == ["ok"] * 3 + ["notAllowed"] * 4, answers)
    configuration.write_text(SCREEN + "nonsense: 1\n")
    answers = as_user(*stranger, path, {**RELOAD, "for": "the fleet"}, key="code")
    log = pathlib.Path(configuration.parent, "log").read_text()
    check("a wrong configuration is refused, and the log says who has asked", answers == ["refused"] and
          f", uid {nobody.pw_uid} on the events socket, for \"the fleet\"" in log, (answers, log[-1000:]))
    tokens(path, admin, reload, nobody)
    owners(path, admin, reload, nobody)
    check("without rules everybody who may connect receives and observes", reload("") == ["ok"])
    os.chmod(path, 0o660)


def owners(path, admin, reload, nobody):
    """Checks that a sensitive region has one owner, whose lines have padded lengths."""
    check("a sensitive region for one user", reload("access: [{ user: nobody, regions: [\"w/b/**\"], allow: [receive, claim] }]\n") == ["ok"])
    subscribe = {"type": "subscribe", "regions": ["w/b/**"]}

    def claim(*ids):
        return {"type": "claim", "receivers": list(ids)}
    owner = connect(path)
    lines = owner.makefile("rb")
    owner.sendall("".join(json.dumps({**request, "id": 1}) + "\n" for request in (subscribe, claim("key1"), {"type": "ping"})).encode())
    heard = []
    while not heard or json.loads(heard[-1])["type"] != "pong":
        heard.append(lines.readline())
    claimed = next(number for number, line in enumerate(heard) if b'"generation"' in line and b'"reply"' in line)
    check("lines to its owner are padded from the claim on", all(len(line) % 128 == 0 for line in heard[claimed:]) and len(heard) - claimed >= 2, heard)
    answers = as_user(nobody.pw_uid, nobody.pw_gid, [], path, subscribe, claim("b"), claim("key1"), {"type": "release", "receivers": ["key1"]})
    check("nobody else claims anything in it", answers == ["ok", "taken", "taken", "notFound"], answers)
    answers = ask(admin, subscribe, claim("b"), {"type": "release", "receivers": ["key1"]}, claim("b"))
    check("nor does an administrator, who may release it", answers == ["ok", "taken", "ok", "ok"], answers)
    released = json.loads(next(line for line in lines if b'"released"' in line))
    check("its owner is told", released["receivers"] == ["key1"] and released["reason"] == "clientGone", released)
    owner.close()


def tokens(path, admin, reload, nobody):
    """Checks a bridge, run as nobody, that names the tokens of pages."""
    bridge = (nobody.pw_uid, nobody.pw_gid, [])
    page, other = ({"type": "hello", "as": name} for name in ("page", "other"))
    only_a, only_b = ({"type": "subscribe", "regions": [region]} for region in ("w/a", "w/b"))
    rules = ("access:\n  - { token: page, regions: [w/a], allow: [receive, claim] }\n  - { token: other, regions: [w/b], allow: [receive] }\n"
             "  - { user: nobody, allow: [receive, observe] }\n")
    check("rules for tokens, without a bridge", reload(rules) == ["ok"])
    answers = as_user(*bridge, path, page, only_a, OBSERVE)
    check("who is no bridge names no token, and has nothing any more", answers == ["notAllowed"] * 3, answers)
    check("a bridge", reload("server: { bridges: [nobody] }\n" + rules) == ["ok"])
    answers = as_user(*bridge, path, page, only_b, OBSERVE, only_a, CLAIM, TRACE)
    check("names a token, and has its rights alone", answers == ["ok", "notAllowed", "notAllowed", "ok", "ok", "notAllowed"], answers)
    answers = as_user(*bridge, path, other, only_a, only_b, CLAIM)
    check("another token has others", answers == ["ok", "notAllowed", "ok", "notAllowed"], answers)
    answers = as_user(*bridge, path, only_b, page, OBSERVE)
    check("a token that comes late changes nothing", answers == ["ok", "notAllowed", "ok"], answers)
    answers = ask(admin, page, only_b, RELOAD, only_a)
    check("root's connection with a token is no administrator's", answers == ["ok", "notAllowed", "notAllowed", "ok"], answers)
    answers = as_user(*bridge, path, page, only_b, key="message")
    check("a refusal names the token", answers[1].startswith('token "page" may not receive'), answers)
    named = connect(path)
    named.sendall(json.dumps({**page, "id": 1}).encode() + b"\n")
    check("root names tokens as well", [json.loads(line)["type"] for _, line in zip(range(2), named.makefile("r"))] == ["hello", "reply"])
    done = subprocess.run([programs / "touchctl", "clients", "--admin-socket", admin], capture_output=True, text=True, timeout=PATIENCE)
    check("touchctl clients names the token", "(token page)" in done.stdout, done)
    named.close()


def trying(folder):
    """Checks trials of a configuration and of a calibration."""
    path, admin = f"{folder}/t.sock", f"{folder}/t.sock.admin"
    configuration = pathlib.Path(folder, "t.yaml")
    configuration.write_text(SCREEN.replace("    windows:", "    panels: [{ match: { name: none } }]\n    windows:"))
    daemon = start("--config", configuration, "--socket", path)
    until(lambda: os.path.exists(admin))
    client = connect(admin)
    lines = map(json.loads, client.makefile("r"))

    def request(**request):
        client.sendall(json.dumps({"id": 1, **request}).encode() + b"\n")
        heard = []
        for line in lines:
            if line["type"] == "reply" and line["id"] == 1:
                return line, heard
            heard.append(line)
    request(type="subscribe")
    reply, _ = request(type="configuration")
    check("the text in force is the file's", reply["text"] == configuration.read_text() and reply["path"] == str(configuration), reply)
    other = SCREEN.replace("id: a,", "id: other,").replace("id: main", "id: main\n    panels: [{ match: { name: none } }]") + "# é" + "x" * 100_000 + "\n"
    parts = [other[at:at + 30_000] for at in range(0, len(other), 30_000)]
    replies = [request(type="try", configuration=part, more=part is not parts[-1], seconds=3600) for part in parts]
    ids = [region["id"] for line in replies[-1][1] if line["type"] == "config" for region in line["regions"]]
    check("a long text is tried in parts", all(reply["ok"] for reply, _ in replies) and "other" in ids and "a" not in ids, replies[-1])
    done = subprocess.run([programs / "touchctl", "status", "--admin-socket", admin], capture_output=True, text=True, timeout=PATIENCE)
    check("touchctl status says so", "a configuration is being tried for another 1 h" in done.stdout or "a configuration is being tried for another 59" in done.stdout, done)
    reply, _ = request(type="try", configuration=SCREEN + "nonsense: 1\n", seconds=5)
    check("a wrong one is refused, with its place", reply["error"]["code"] == "refused" and reply["diagnostics"][0].startswith("configuration:12:1: error:"), reply)
    check("and what is tried goes on", request(type="configuration")[0]["text"] == other)
    reply, heard = request(type="revert")
    check("revert brings the file's back", reply["ok"] and any(line["type"] == "config" and "trial" not in line for line in heard), (reply, heard))
    reply, _ = request(type="try", configuration=other.split("#")[0], seconds=1)
    ended = next(line for line in lines if line["type"] == "config")
    check("and so does the end of its time", reply["ok"] and "trial" not in ended and "a" in [region["id"] for region in ended["regions"]], ended)
    reply, heard = request(type="try", calibration={"panel": "main-0", "matrix": [0.5, 0, 0, 0, 1, 0]}, seconds=1)
    check("a calibration is tried", reply["ok"] and heard[0]["trial"]["panel"] == "main-0", (reply, heard))
    check("for its time", "trial" not in next(line for line in lines if line["type"] == "config"))
    reply, _ = request(type="try", calibration={"panel": "main-7", "matrix": [0.5, 0, 0, 0, 1, 0]})
    check("of a panel that there is", reply["error"]["code"] == "notFound" and "main-0" in reply["error"]["hint"], reply)
    client.close()
    daemon.terminate()
    daemon.wait(PATIENCE)


class Client:
    """A connection that keeps all received lines."""
    def __init__(self, path):
        self.socket, self.number, self.heard = connect(path), 0, []
        self.lines = map(json.loads, self.socket.makefile("r"))

    def ask(self, **request):
        """Returns the reply, and keeps the lines received before it."""
        self.number += 1
        self.socket.sendall(json.dumps({**request, "id": self.number}).encode() + b"\n")
        for line in self.lines:
            if line["type"] in ("reply", "pong", "synced") and line.get("id") == self.number:
                return line
            self.heard.append(line)

    def code(self, **request):
        return self.ask(**request).get("error", {}).get("code", "ok")

    def take(self):
        """Returns the lines received since the last call."""
        self.ask(type="ping")
        heard, self.heard = self.heard, []
        return heard

    def events(self):
        return [event for line in self.take() if line["type"] == "frame" for event in line["events"]]


def administrating(folder):
    """Checks line by line what docs/access.md allows an administrator, and what it does not."""
    path, admin = f"{folder}/o.sock", f"{folder}/o.sock.admin"
    configuration = pathlib.Path(folder, "o.yaml")
    text = SCREEN.replace("    windows:", "    panels: [{ match: { name: none }, grab: exclusive }]\n    windows:") + "server: { trusted: [], adminMode: \"0666\" }\n"
    configuration.write_text(text)
    log = open(f"{folder}/o.log", "ab+")
    daemon = start("--config", configuration, "--socket", path, log=log)
    until(lambda: os.path.exists(admin))
    said = lambda: (log.seek(0), log.read().decode())[1]
    owner, person, finger = Client(path), Client(admin), Client(admin)
    owner.ask(type="subscribe", regions=["w/b/**"], events=["touch"])
    check("the region has an owner", owner.code(type="claim", receivers=["b"]) == "ok")
    person.ask(type="subscribe", observe=True)

    def tap(x):
        for touch in {"phase": "began", "x": x, "y": 100}, {"phase": "ended"}:
            finger.ask(type="inject", sensitive=True, touches=[{"finger": 1, **touch}])
    plain = finger.code(type="inject", touches=[{"finger": 1, "phase": "began", "x": 600, "y": 100}])
    owner.take(), person.take()
    tap(600)
    seen, bare = owner.events(), person.events()
    check("1 touches may be injected, and of the sensitive region nothing is seen", plain == "notAllowed" and [e["x"] for e in seen if e["phase"] == "began"] == [600]
          and [(e["event"], e["phase"], e["region"]) for e in bare] == [("sensitive", "began", "b"), ("sensitive", "ended", "b")]
          and not any("x" in e for e in bare), (seen, bare))
    check("2 a claim is ended by request", person.code(type="release", receivers=["b"]) == "ok")
    check("its owner hears of it", [line["receivers"] for line in owner.take() if line["type"] == "released"] == [["b"]])
    check("and the log", "has lost its claim of b" in said() and "has released it" in said(), said())
    check("the owner may claim it again", owner.code(type="claim", receivers=["b"]) == "ok")
    check("3 a sensitive region that is claimed is taken", person.code(type="claim", receivers=["b"]) == "taken")
    cover = {"op": "add", "parent": "w", "region": {"id": "over", "frame": [0, 0, 500, 500]}}
    check("4 others may be covered", person.code(type="edit", edits=[cover]) == "ok" and person.code(type="claim", receivers=["over"]) == "ok")
    person.take()
    tap(100)
    check("and their touches claimed", [(e["region"], e["x"]) for e in person.events()] == [("over", 100)] * 2)
    check("5 traced, observed and recorded", [person.code(**r) for r in (TRACE, {"type": "record", "panel": "none"})] == ["ok", "notFound"])
    tap(600)
    traces = [line for line in person.take() if line["type"] == "trace"]
    check("but for places in the sensitive region", traces and all(line.get("sensitive") and "600" not in json.dumps({**line, "time": 0}) for line in traces), traces)
    check("6 the configuration, clients and counts are told", person.ask(type="configuration")["text"] == text
          and [person.code(type=word) for word in ("clients", "status", "stats")] == ["ok"] * 3)
    check("7 the glass is closed and opened", [person.code(type="screen", mode=mode) for mode in ("locked", "cleaning", "normal")] == ["ok"] * 3)
    check("which others hear", [line["mode"] for line in owner.take() if line["type"] == "screen"] == ["locked", "cleaning", "normal"])
    check("8 the file is read again", [person.code(type="reload"), person.code(type="reload", reset=True)] == ["ok"] * 2)
    tried = text.replace("id: a, frame: [0, 0, 500, 1000]", "id: a, frame: [0, 0, 400, 900]")
    check("9 what leaves the sensitive region alone is tried", person.code(type="try", configuration=tried, seconds=60) == "ok")
    for sentence, old, new, key in (
        ("no region is made less than sensitive", ", sensitive: true", "", "sensitive"),
        ("what lies behind it may reach below it", "id: a, frame: [0, 0, 500, 1000]", "id: a, frame: [0, 0, 501, 1000]", None),
        ("no region is put over it", "      - { id: list,", "      - { id: thief, frame: [500, 0, 500, 1000] }\n          - { id: list,", "children"),
        ("nor a key moved", "frame: [0, 0, 50, 50]", "frame: [50, 0, 50, 50]", "frame"),
        ("no panel is left to others", ", grab: exclusive", "", "grab"),
        ("nobody is trusted", "trusted: []", "trusted: [daemon]", "server"),
        ("nor allowed to look in", "server:", "access: [{ user: daemon, allow: [sensitive] }]\nserver:", "access"),
        ("nor to claim", "server:", "access: [{ group: daemon, regions: ['w/b/**'], allow: [claim] }]\nserver:", "access"),
        ("nor is a command run", "grab: exclusive", "grab: exclusive, recovery: { silentAfter: 1, command: [/bin/true] }", "recovery"),
    ):
        reply = person.ask(type="try", configuration=text.replace(old, new), seconds=60)
        code = reply.get("error", {}).get("code", "ok")
        check(sentence, old in text and (code == "ok" if key is None else code == "notAllowed" and f'"{key}"' in reply["error"]["message"]), reply)
    check("the file is in force again", person.code(type="revert") == "ok")
    owner.take()
    check("the owner has noticed nothing and kept its claim", owner.code(type="release", receivers=["b"]) == "ok" and owner.code(type="claim", receivers=["b"]) == "ok")
    check("a calibration is tried", person.code(type="try", calibration={"panel": "main-0", "matrix": [0.5, 0, 0, 0, 1, 0]}, seconds=60) == "ok")
    released = [line for line in owner.take() if line["type"] == "released"]
    check("and releases what is claimed in the sensitive region", [line["receivers"] for line in released] == [["b"]], released)
    check("which the log says", "were released, because a calibration is being tried on panel main-0" in said(), said())
    check("and nobody claims it meanwhile", owner.code(type="claim", receivers=["key1"]) == "taken" and owner.code(type="claim", receivers=["a"]) != "taken")
    check("but after it", person.code(type="revert") == "ok" and owner.code(type="claim", receivers=["b"]) == "ok")
    if IS_ROOT:
        check("no token is named", as_user(12345, 12345, [], admin, {"type": "hello", "as": "page"}) == ["notAllowed"])
    owner.take()
    check("an edit that removes the region is one that its owner hears of", person.code(type="edit", edits=[{"op": "remove", "region": "b"}]) == "ok"
          and [line["receivers"] for line in owner.take() if line["type"] == "released"] == [["b"]])
    daemon.terminate()
    daemon.wait(PATIENCE)


def configured(folder):
    configuration = pathlib.Path(folder, "modes.yaml")
    group = "games" if IS_ROOT else str(os.getegid())
    configuration.write_text(SCREEN + f"""server:
  socket: {folder}/m.sock
  socketMode: "0666"
  admin: {folder}/n.sock
  adminGroup: {group}
""")
    env = {key: value for key, value in os.environ.items() if not key.startswith("TOUCHD_")}
    daemon = subprocess.Popen([programs / "touchd", "--config", configuration], env=env, stderr=subprocess.DEVNULL)
    until(lambda: os.path.exists(f"{folder}/n.sock"))
    until(lambda: permissions(f"{folder}/n.sock")[0] == "srw-rw----")
    number = grp.getgrnam(group).gr_gid if IS_ROOT else os.getegid()
    check("modes and groups are the configuration's", (permissions(f"{folder}/m.sock")[0], permissions(f"{folder}/n.sock"))
          == ("srw-rw-rw-", ("srw-rw----", number)), (permissions(f"{folder}/m.sock"), permissions(f"{folder}/n.sock")))
    daemon.terminate()
    daemon.wait(PATIENCE)
    configuration.write_text(SCREEN + "server: { socketGroup: nobody-of-this-name }\n")
    done = subprocess.run([programs / "touchd", "--config", configuration], env=env, capture_output=True, text=True, timeout=PATIENCE)
    check("a group that there is not: 78", done.returncode == 78 and "modes.yaml:12:24: error: there is no group" in done.stderr, done)


def listener(path, kind=socket.SOCK_STREAM, listens=True):
    s = socket.socket(socket.AF_UNIX, kind)
    s.bind(path)
    if listens:
        s.listen(8)
    return s


def activated(folder, sockets, names, *arguments):
    """Starts the daemon as systemd does: descriptors from 3 on, with their names in the environment."""
    # The pid must be the daemon's, so a shell sets it and then execs the daemon.
    code = ("import os, sys\n"
            "fds = [int(fd) for fd in sys.argv[1].split(',') if fd]\n"
            "high = [__import__('fcntl').fcntl(fd, 0, 100) for fd in fds]\n"
            "for place, fd in enumerate(high): os.dup2(fd, 3 + place, inheritable=True)\n"
            "for fd in high: os.close(fd)\n"
            "os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(fds)), LISTEN_FDNAMES=sys.argv[2])\n"
            "os.execv(sys.argv[3], sys.argv[3:])\n")
    log = open(f"{folder}/activated.log", "wb+")
    fds = [s.fileno() for s in sockets]
    daemon = subprocess.Popen([sys.executable, "-c", code, ",".join(map(str, fds)), names, programs / "touchd", *arguments],
                              pass_fds=fds, stderr=log)

    def said():
        log.seek(0)
        return log.read().decode()
    return daemon, said


def socket_activation(folder):
    configuration = pathlib.Path(folder, "a.yaml")
    configuration.write_text(SCREEN)
    path, admin = f"{folder}/passed.sock", f"{folder}/passed-admin.sock"
    sockets = [listener(admin), listener(path)]
    daemon, said = activated(folder, sockets, "admin:events", "--config", configuration)
    check("passed sockets are adopted by name", (ask(path, RELOAD), ask(admin, RELOAD)) == (["notAllowed"], ["ok"]), said())
    environment = pathlib.Path(f"/proc/{daemon.pid}/environ")
    flags = [int(next(line.split()[1] for line in open(f"/proc/{daemon.pid}/fdinfo/{fd}") if line.startswith("flags")), 8) for fd in (3, 4)]
    check("closed on exec, and not blocking", all(flag & os.O_CLOEXEC and flag & os.O_NONBLOCK for flag in flags), flags)
    check("no socket of its own beside them", not os.path.exists(path + ".admin") and not os.path.exists(path + ".lock"))
    second = subprocess.run([programs / "touchd", "--config", configuration, "--socket", path], capture_output=True, text=True, timeout=PATIENCE)
    check("a second daemon does not take them away", second.returncode == 69 and path in second.stderr, second)
    daemon.terminate()
    check("it leaves them where they are", daemon.wait(PATIENCE) == 0 and os.path.exists(path) and os.path.exists(admin))
    waiting = connect(path)
    daemon, said = activated(folder, sockets, "admin:events", "--config", configuration, "--socket", f"{folder}/other.sock")
    check("who connects meanwhile is served by the next", json.loads(next(waiting.makefile("r")))["type"] == "hello")
    check("and a path that says otherwise is warned of", until(lambda: "other.sock" in said()), said())
    daemon.terminate()
    daemon.wait(PATIENCE)
    daemon, said = activated(folder, sockets[1:], "events", "--config", configuration)
    check("with one of them passed, the other is made", until(lambda: os.path.exists(path + ".admin")) and ask(path + ".admin", RELOAD) == ["ok"], said())
    daemon.terminate()
    daemon.wait(PATIENCE)
    for sentence, wrong, names in (
        ("a datagram socket", listener(f"{folder}/d.sock", socket.SOCK_DGRAM, False), "events"),
        ("a socket that does not listen", listener(f"{folder}/l.sock", listens=False), "events"),
        ("no socket at all", open("/dev/null"), "admin"),
        ("two of a name", sockets[0], "events:events"),
    ):
        passed = [wrong, sockets[1]] if ":" in names else [wrong]
        daemon, said = activated(folder, passed, names, "--config", configuration, "--socket", f"{folder}/w.sock")
        check(f"{sentence} is refused", daemon.wait(PATIENCE) == 69 and "passed as" in said(), (daemon.returncode, said()))
    daemon, said = activated(folder, [sockets[0]], "something", "--config", configuration, "--socket", f"{folder}/w.sock")
    check("an unknown name is warned of, and its own sockets are made",
          until(lambda: os.path.exists(f"{folder}/w.sock")) and until(lambda: '"something"' in said()), said())
    daemon.terminate()
    daemon.wait(PATIENCE)


def injecting(folder):
    """Checks fingers injected through the admin socket, with a subscriber on the other socket."""
    path, admin = f"{folder}/i.sock", f"{folder}/i.sock.admin"
    configuration = pathlib.Path(folder, "i.yaml")
    configuration.write_text(SCREEN)
    log = open(f"{folder}/i.log", "ab+")
    daemon = start("--config", configuration, "--socket", path, log=log)
    until(lambda: os.path.exists(admin))

    def inject(*touches):
        return {"type": "inject", "touches": [dict(zip(("finger", "phase", "x", "y"), touch)) for touch in touches]}
    began, ended = inject((1, "began", 100, 100)), inject((1, "ended"))
    answers = (ask(path, began), ask(admin, began, ended))
    check("touches are injected on the admin socket, or by a rule", answers == (["notAllowed"], ["ok", "ok"]), answers)
    subscriber = connect(path)
    subscriber.sendall(json.dumps({**SUBSCRIBE, "id": 1, "observe": True}).encode() + b"\n")
    lines = map(json.loads, subscriber.makefile("r"))
    snapshot = next(line for line in lines if line["type"] == "snapshot")
    check("their panel is listed from then on", [p["id"] for p in snapshot["panels"]] == ["main-injected"], snapshot)
    devices = connect(path)
    devices.sendall(b'{"type":"devices","id":1}\n')
    devices = [json.loads(line) for _, line in zip(range(2), devices.makefile("r"))][1]["devices"]
    check("but it is no device", all(d["panel"] is None for d in devices), devices)
    check("nor is there anything to record of it", ask(admin, {"type": "record", "panel": "main-injected"}) == ["notFound"])

    def events(count):
        """Returns the next `count` events, each with its panel."""
        found = []
        while len(found) < count:
            line = next(lines)
            if line["type"] == "frame":
                found += [(line["panel"], e["event"], e["phase"], e["region"], e.get("reason")) for e in line["events"]]
        return found
    subscriber.settimeout(PATIENCE)
    ask(admin, began, ended)
    seen = events(2)
    check("who subscribes gets them, and can tell", seen == [("main-injected", "touch", "began", "a", None), ("main-injected", "touch", "ended", "a", None)], seen)
    # A process that is killed with a finger down.
    holder = subprocess.Popen([programs / "touchctl", "inject", "tap", "100", "100", "--hold", "60", "--socket", path], stdout=subprocess.PIPE, text=True)
    said = holder.stdout.readline()
    check("touchctl says what it touches", said.startswith("touch ") and said.endswith(" at 100, 100: w/a\n"), said)
    seen = events(1)
    configuration.write_text(SCREEN + "# the same\n")
    check("a reload lets it be", ask(admin, RELOAD) == ["ok"])
    holder.kill()
    holder.communicate(timeout=PATIENCE)
    seen += events(1)
    check("who dies with a finger down has it cancelled", seen == [("main-injected", "touch", "began", "a", None), ("main-injected", "touch", "cancelled", "a", "clientGone")], seen)
    answers = ask(admin, inject((1, "began", 600, 100)), inject((2, "began", 100, 100), (1, "began", 600, 100)))
    check("none comes down in a sensitive region, nor the others of the request", answers == ["notAllowed"] * 2, answers)
    ask(admin, {**inject((1, "began", 600, 100)), "sensitive": True}, inject((1, "moved", 700, 100)), ended)
    seen = events(2)
    check("in a sensitive region it is told without its place", [e[1:4] for e in seen] == [("sensitive", "began", "b"), ("sensitive", "ended", "b")], seen)
    done = subprocess.run([programs / "touchctl", "inject", "tap", "100", "950", "--hold", "0.5", "--socket", path], capture_output=True, text=True, timeout=PATIENCE)
    check("a touch that is withheld as yet is explained", done.stdout.endswith(" at 100, 950: w/list, delayed for w/list\n") and done.returncode == 0, done)
    events(2)
    holder = subprocess.Popen([programs / "touchctl", "inject", "tap", "100", "100", "--hold", "20", "--socket", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    events(1)
    ask(admin, {"type": "edit", "edits": [{"op": "remove", "region": "a"}]})
    said = holder.communicate(timeout=PATIENCE)[1]
    check("one that is cancelled is no tap", events(1)[0][2:] == ("cancelled", "a", "regionRemoved") and holder.returncode == 1 and "cancelled" in said, said)
    ask(admin, {"type": "reload", "reset": True})
    held = connect(admin)
    answers_to_held = map(json.loads, held.makefile("r"))
    held.sendall(json.dumps(began).encode() + b"\n")
    events(1)
    configuration.write_text(SCREEN.replace("id: main", "id: other"))
    check("a reload that takes the screen away", ask(admin, RELOAD) == ["ok"])
    seen = events(1)
    check("takes the finger with it", seen[0][2:] == ("cancelled", "a", "reload"), seen)
    answers = ask(admin, began)
    seen = events(2)
    check("the other screen has its own", answers == ["ok"] and [e[0] for e in seen] == ["other-injected"] * 2, (answers, seen))
    configuration.write_text(SCREEN)
    check("another that brings it back", ask(admin, RELOAD) == ["ok"])
    held.sendall(json.dumps({**began, "id": 2}).encode() + b"\n")
    answer = next(line for line in answers_to_held if line.get("id") == 2)
    check("finds the finger free", answer["ok"] and events(1)[0][0] == "main-injected", answer)
    owner = connect(path)
    owner.sendall(json.dumps({**SUBSCRIBE, "id": 1}).encode() + b'\n{"type":"claim","id":2,"receivers":["key1"]}\n')
    check("a key of it is claimed", next(line for line in map(json.loads, owner.makefile("r")) if line.get("id") == 2)["ok"])
    owner.close()
    log_says = lambda: (log.seek(0), log.read().decode())[1]
    until(lambda: "ended its claim of" in log_says())
    check("the log does not name the key", "ended its claim of b" in log_says() and "key1" not in log_says(), log_says())
    log.seek(0)
    text = log.read().decode()
    check("the log says who injects, and not where", "injects touches on screen main" in text and 'client "touchctl inject"' in text and not re.search(r"\b600\b", re.sub(r"pid \d+", "", text)), text)
    for client in (subscriber, held):
        client.close()
    daemon.terminate()
    check("it ends well after all that", daemon.wait(PATIENCE) == 0, text)


with tempfile.TemporaryDirectory() as folder:
    os.chmod(folder, 0o755)
    two_sockets(folder)
    injecting(folder)
    trying(folder)
    administrating(folder)
    configured(folder)
    socket_activation(folder)
if not IS_ROOT:
    print("skipped: other users' clients need root")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
