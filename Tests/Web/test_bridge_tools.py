#!/usr/bin/python3
"""touchctl as run for pages: test_bridge_tools.py TOUCHD TOUCHD-WEB"""
from bridge import *

touchctl = touchd.with_name("touchctl")
TREE = """version: 1
screens:
  - id: main
    size: [1080, 1920]
    windows: [{ id: w, frame: [0, 0, 1080, 1920], children: [{ id: ok, kind: button, frame: [0, 0, 200, 200] }] }]
"""


def script(folder, text):
    """Writes a script that stands in for touchctl."""
    path = pathlib.Path(folder) / "touchctl"
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return path


with scratch() as folder:
    edited = pathlib.Path(folder) / "kiosk of ours.yaml"
    edited.write_text(TREE)
    edited.chmod(0o640)
    private = pathlib.Path(folder) / "private"
    private.mkdir()
    more = f"admin: true\ntools: {{ touchctl: {touchctl}, file: \"{edited}\" }}\nlimits: {{ tool: 60 }}\n"
    bridge = Bridge(f"{folder}/admin.sock", folder, more, environment={"RUNTIME_DIRECTORY": str(private)})
    bearer = {"Authorization": "Bearer " + bridge.tokens["kiosk"], "Origin": "http://page.test"}

    def post(tool, body, **headers):
        body = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        return bridge.get("/tools/" + tool, "POST", body, **{**bearer, **headers})

    status, headers, body = post("check", TREE)
    check("a right configuration has nothing to say", (status, body) == (200, b""), (status, body))
    status, headers, body = post("check", "version: 1\nscreens: x\n")
    line = json.loads(body.splitlines()[0]) if body else {}
    check("a wrong one has its diagnostics, of the file \"configuration\"",
          status == 200 and (line.get("file"), line.get("line"), line.get("column")) == ("configuration", 2, 10), (status, body))
    check("they are lines of JSON", headers.get("content-type", "").startswith("application/x-ndjson"), headers)
    status, _, body = post("hit", {"configuration": TREE, "x": 10, "y": 20.5, "screen": "main"})
    check("a point has its region", status == 200 and json.loads(body)["hit"] == "w/ok", (status, body))
    check("nothing hit is an answer", post("hit", {"configuration": TREE, "x": -10, "y": 20.5})[0] == 200)
    status, _, body = post("elements", TREE.replace("frame: [0, 0, 200, 200]", "frame: [0, 0, 200, 200], accessibility: { label: OK }"))
    check("the elements of a configuration are lines in the order of the focus",
          status == 200 and [(line["screen"], line["place"], line["region"], line["label"]) for line in map(json.loads, body.splitlines())] == [("main", 1, "ok", "OK")],
          (status, body))
    status, _, body = post("elements", "version: 1\nscreens: x\n")
    check("those of a wrong one are a 422 with touchctl's words", (status == 422 or status == 200 and not body) and b"configuration:2:10" in body, (status, body))
    points = [{"shown": [x, y], "raw": [x / 1000, y / 1000]} for x, y in ((100, 100), (900, 100), (900, 900), (100, 900), (500, 500))]
    status, _, body = post("solve", {"points": points, "screen": [1000, 1000], "millimetres": None, "panel": {}})
    check("touches on crosses have an answer", status in (200, 422) and body.strip().startswith(b"{"), (status, body))
    status, _, body = post("replay", {"name": "x.evemu", "recording": "nonsense", "configuration": None})
    check("a recording that is none is a 422 with touchctl's words", status == 422 and json.loads(body)["error"], (status, body))
    check("no JSON is a bad request", post("replay", "{")[0] == 400 and post("replay", "[]")[0] == 400)
    check("no other tool can be called", post("monitor", "")[0] == 404 and post("../check", "")[0] == 404)
    for sentence, got in [("without a token", bridge.get("/tools/check", "POST", b"x", Origin="http://page.test")),
                          ("with a wrong token", post("check", "x", Authorization="Bearer wrong")),
                          ("from another origin", post("check", "x", Origin="http://evil.example")),
                          ("without an origin", post("check", "x", Origin=None)),
                          ("under another host", post("check", "x", Host="evil.example"))]:
        check(f"{sentence}: 403", got[0] == 403, got)
    check("GET runs nothing", bridge.get("/tools/check", **bearer)[0] == 405)
    # The edited file.
    status, headers, body = bridge.get("/tools/file", Authorization=bearer["Authorization"])
    tag = headers.get("etag")
    check("the file comes with its tag and its name", (status, body, headers.get("x-file-name")) == (200, TREE.encode(), "kiosk%20of%20ours.yaml"), headers)
    changed = TREE.replace("200, 200", "300, 200").encode()
    put = lambda text, **headers: bridge.get("/tools/file", "PUT", text, **{**bearer, **headers})
    check("it is not written without its tag", put(changed)[0] == 428 and edited.read_text() == TREE)
    check("nor with the tag of another state", put(changed, If_Match='"1"')[0] == 412 and edited.read_text() == TREE)
    status, headers, _ = put(changed, If_Match=tag)
    check("it is written in place, and keeps its mode", status == 204 and edited.read_bytes() == changed and edited.stat().st_mode & 0o777 == 0o640, status)
    check("it has another tag then, of that state", headers.get("etag") not in (None, tag) and put(TREE.encode(), If_Match=headers["etag"])[0] == 204)
    check("without a token: 403", bridge.get("/tools/file")[0] == 403)
    check("nothing is left of what ran", until(lambda: not list(private.iterdir())), list(private.iterdir()))
    big = b"#" * (65 << 20)
    check("a body of more than 64 MiB is refused", parsed(bridge.request(head("POST", "/tools/check", {
        "Host": f"127.0.0.1:{bridge.port}", "Content-Length": len(big), **bearer}) + big[:1 << 20]))[0] == 413)
    bridge.stop()

    # A tool that misbehaves.
    def with_script(text, limits="tool: 60"):
        program = script(folder, text)
        pathlib.Path(f"{folder}/mark").unlink(missing_ok=True)
        return Bridge(f"{folder}/admin.sock", folder, f"admin: true\ntools: {{ touchctl: {program} }}\nlimits: {{ {limits} }}\n",
                      environment={"RUNTIME_DIRECTORY": str(private), "MARK": f"{folder}/mark"})

    def marked():
        mark = pathlib.Path(f"{folder}/mark")
        return until(lambda: mark.exists() and mark.read_text())

    bridge = with_script("sleep 1000 & echo $! > $MARK; sleep 1000", "tool: 5")
    status, _, body = post("check", TREE)
    child = int(pathlib.Path(f"{folder}/mark").read_text())
    check("a tool that takes too long is ended", status == 504 and b"longer" in body, (status, body))
    check("and what it has started", until(lambda: not pathlib.Path(f"/proc/{child}").exists()), child)
    bridge.stop()

    bridge = with_script("echo $$ > $MARK; exec sleep 1000")
    asking = threading.Thread(target=lambda: check("a bridge that stops answers no more", not bridge.request(
        head("POST", "/tools/check", {"Host": f"127.0.0.1:{bridge.port}", "Content-Length": 1, **bearer}) + b"x")))
    asking.start()
    child = int(marked())
    bridge.stop()
    asking.join()
    check("it ends its tool, and removes the tool's files", not pathlib.Path(f"/proc/{child}").exists() and not list(private.iterdir()),
          list(private.iterdir()))

    bridge = with_script("echo $$ > $MARK; exec yes")
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.connect(("127.0.0.1", bridge.port))
    before = bridge.memory
    s.sendall(head("POST", "/tools/check", {"Host": f"127.0.0.1:{bridge.port}", "Content-Length": 1, **bearer}) + b"x")
    child = int(marked())
    time.sleep(1)
    check("a page that does not read stops the tool's output, and costs no memory", bridge.memory - before < 4096, (before, bridge.memory))
    s.close()
    check("a page that goes away ends its tool", until(lambda: not pathlib.Path(f"/proc/{child}").exists()))
    check("and leaves nothing of it", until(lambda: not list(private.iterdir())), list(private.iterdir()))
    check("files have no part in that", bridge.get("/touchd.js")[0] in (200, 404))
    bridge.stop()

    # Pages that send many requests and disconnect at once, while the tool runs and while requests wait.
    bridge = with_script("exec sleep 1000")
    ask = head("POST", "/tools/check", {"Host": f"127.0.0.1:{bridge.port}", "Content-Length": 8 << 20, **bearer}) + b"x" * (8 << 20)

    def leave():
        with socket.create_connection(("127.0.0.1", bridge.port), PATIENCE) as runs:
            runs.sendall(ask)
            until(lambda: list(private.iterdir()))
            with socket.create_connection(("127.0.0.1", bridge.port), PATIENCE) as waits:
                waits.sendall(ask)
                time.sleep(0.05)
        return until(lambda: not list(private.iterdir()))

    left = [leave() for _ in range(3)]
    before = bridge.memory
    left += [leave() for _ in range(8)]
    check("a page that goes away leaves no folder", all(left), left)
    check("nor its request in memory", bridge.memory - before < 24 << 10, (before, bridge.memory))
    bridge.stop()

    bridge = with_script("echo $$ >> $MARK.all; sleep 0.3; wc -l < $MARK.all")
    answers = queue.Queue()
    threads = [threading.Thread(target=lambda: answers.put(post("check", "x"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = sorted(int(answers.get()[2]) for _ in threads)
    check("tools run one at a time, and wait for each other", counts == [1, 2, 3, 4], counts)
    bridge.stop()
    bridge = with_script("exec yes")
    s = socket.create_connection(("127.0.0.1", bridge.port), PATIENCE)
    s.sendall(head("POST", "/tools/check", {"Host": f"127.0.0.1:{bridge.port}", "Content-Length": 1, **bearer}) + b"x")
    count, space, last = 0, bytearray(1 << 20), b""
    try:
        while size := s.recv_into(space):
            count, last = count + size, bytes(space[:size][-5:])
    except ConnectionError:
        pass
    # The size includes the heads of the chunks.
    check("output of more than 256 MiB is broken off", (255 << 20) < count <= (258 << 20) and last != b"0\r\n\r\n", (count, last))
    bridge.stop()
    bridge = with_script("echo begun; echo wrong >&2; exit 3")
    answer = bridge.request(head("POST", "/tools/check", {"Host": f"127.0.0.1:{bridge.port}", "Content-Length": 1, **bearer}) + b"x")
    check("an answer that breaks off has no end", b"begun" in answer and not answer.endswith(b"0\r\n\r\n"), answer)
    bridge.stop()
    bridge = with_script('echo wrong >&2; cat "$3"; exit 0')
    for name in ("errors.txt", "configuration"):
        check(f"a recording named {name} is what touchctl reads", post("replay", {"name": name, "recording": "it"})[2] == b"it")
    bridge.stop()
    bridge = with_script("exec sleep 1000")
    threading.Thread(target=lambda: post("check", "x"), daemon=True).start()
    time.sleep(0.3)
    check("the bridge ends while a tool runs", bridge.stop() == 0)
    bridge = Bridge(f"{folder}/admin.sock", folder, "admin: true\n")
    check("without tools there are none, but the token counts", (post("check", "x")[0], post("check", "x", Authorization="Bearer x")[0]) == (404, 403))
    bridge.stop()
finish()
