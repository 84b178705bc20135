#!/usr/bin/python3
"""Limits, exit statuses, and the real touchd with a page that does not read: test_bridge_limits.py TOUCHD TOUCHD-WEB"""
from bridge import *
import stage


def ended(*arguments, environment=None, descriptors=(), manager=None):
    """Returns the exit status and all output of a bridge that ends at once."""
    done = subprocess.run([web, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, text=True,
                          env={**os.environ, **(environment or {})}, pass_fds=descriptors)
    return done.returncode, done.stdout + done.stderr


with scratch() as folder:
    fake = FakeTouchd(f"{folder}/events.sock")
    bridge = Bridge(fake.path, folder, "limits: { connections: 3, perToken: 2, head: 5 }\n")

    # The number of connections.
    def status(token):
        try:
            return 101, bridge.connect(token)
        except Refused as refused:
            return refused.args[0], None

    pages = [status("kiosk") for _ in range(3)]
    check("no more pages with one token than may be: 403", [code for code, _ in pages] == [101, 101, 403], pages)
    check("another token has places left", (third := status("desk"))[0] == 101)
    check("until there are as many as may be", status("desk")[0] == 403)
    check("the log says that it was a limit", len(re.findall("refused with 403: limit: [23] connections", bridge.log)) == 2, bridge.log)
    pages[0][1].close()
    check("who leaves makes room", until(lambda: status("kiosk")[0] == 101))
    idle = [connection(bridge.port) for _ in range(20)]
    check("connections that say nothing are closed", all(answer(s) == b"" for s in idle))
    check("pages went on meanwhile", third[1] and json.loads(third[1].message())["type"] == "hello")
    check("they leave nothing behind", until(lambda: bridge.descriptors < 25), bridge.descriptors)
    bridge.stop()

    # Programs without a token.
    bridge = Bridge(fake.path, folder, "limits: { connections: 3, head: 1000 }\n")
    idle = [connection(bridge.port) for _ in range(300)]
    check("silent connections, however many, do not keep a page out", status("kiosk")[0] == 101)
    check("nor files", bridge.get("/touchd.js")[0] in (200, 404))
    check("the oldest of them make room, and only those", answer(idle[0]) == b"" and bridge.descriptors > 128, bridge.descriptors)
    check("and the log says so", until(lambda: "too many connections" in bridge.log), bridge.log)
    for s in idle:
        s.close()
    bridge.stop()

    # Heads.
    bridge = Bridge(fake.path, folder, "limits: { head: 5 }\n")
    host = {"Host": f"127.0.0.1:{bridge.port}"}
    got = bridge.request(head("GET", "/", {**host, "X": "x" * 17000}))
    check("a head of more than 16 KiB is a 431", parsed(got)[0] == 431, got[:200])
    got = bridge.request(head("GET", "/", {**host, **{f"X{number}": "x" for number in range(70)}}))
    check("so are more than 64 fields", parsed(got)[0] in (400, 431), got[:200])
    s = connection(bridge.port)
    s.sendall(b"GET / HTTP/1.1\r\n")
    check("a head that does not end is given up", answer(s) is not None)
    check("no HTTP is a bad request, or the end", bridge.request(b"\x16\x03\x01\0\xff nonsense\r\n\r\n")[:12] in (b"HTTP/1.1 400", b""))
    check("one request is answered, not a second one behind it",
          bridge.request(head("GET", "/nothing", host) * 2).count(b"HTTP/1.1") == 1)
    check("the way out of the folder is none", bridge.get("/../web.yaml")[0] in (400, 404) and bridge.get("/%2e%2e/web.yaml")[0] in (400, 404))
    check("POST of a page is not allowed", bridge.get("/touchd.js", "POST")[0] == 405)
    large = pathlib.Path(folder, "large")
    large.mkdir()
    (large / "touchd.js").write_bytes(b"x" * (8 << 20))
    other = Bridge(fake.path, large, pages=large)
    with socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        s.settimeout(PATIENCE)
        s.connect(("127.0.0.1", other.port))
        s.sendall(head("GET", "/touchd.js", {"Host": f"127.0.0.1:{other.port}"}))
        time.sleep(3)  # longer than the bridge waits for a browser to close its side
        check("a browser that pauses gets the whole of a file", len(parsed(answer(s) or b"")[2]) == 8 << 20)
    other.stop()
    busy = f'listen: "127.0.0.1:{bridge.port}"\ntokens: [{{ name: kiosk, file: {folder}/kiosk.token }}]\nsocket: {fake.path}\n'

    # The end of the bridge.
    wrong = pathlib.Path(folder, "other.yaml")
    wrong.write_text(busy)
    check("a port that is taken is 69", (got := ended("--config", wrong))[0] == 69 and "cannot listen on" in got[1], got)
    check("arguments that it does not know are 64", (got := ended("--nonsense"))[0] == 64 and "wrong arguments" in got[1] and "--nonsense" in got[1], got)
    check("no configuration is 78", (got := ended("--config", f"{folder}/none.yaml"))[0] == 78, got)
    check("--check of a right one is 0, and says so", (got := ended("--config", bridge.config, "--check")) == (0, f"{bridge.config}: ok\n"), got)
    for name, is_right in {"kiosk-1.a_B": True, "k" * 64: True, "k" * 65: False, "kiosk page": False, "kiosk*": False, "kiösk": False}.items():
        wrong.write_text(f'listen: "127.0.0.1:0"\ntokens: [{{ name: "{name}", file: {folder}/kiosk.token }}]\n')
        got = ended("--config", wrong, "--check")
        check(f"a token named {name} is " + ("taken" if is_right else "78, with its place"),
              got[0] == 0 and got[1].endswith("other.yaml: ok\n") if is_right else got[0] == 78 and "other.yaml:2:18: error: " in got[1], got)
    for pages, words in (("none", f"there is no folder {folder}/none"), (".", "there is no touchd.js")):
        wrong.write_text(f'listen: "127.0.0.1:0"\npages: {pathlib.Path(folder) / pages}\ntokens: [{{ name: kiosk, file: {folder}/kiosk.token }}]\n')
        got = ended("--config", wrong, "--check")
        check(f"--check tells of pages that are not there: {words}", got[0] == 0 and f"other.yaml: warning: {words}" in got[1], got)
    secret = pathlib.Path(folder, "kiosk.token")
    secret.chmod(0o644)
    check("a token that everybody may read is 78", (got := ended("--config", bridge.config, "--check"))[0] == 78 and "open to every user" in got[1], got)
    secret.chmod(0o600)
    secret.write_text("short\n")
    check("a short one as well, and the log does not show it", (got := ended("--config", bridge.config, "--check"))[0] == 78 and "short" not in got[1], got)
    secret.unlink()
    check("so is one that is not there", ended("--config", bridge.config, "--check")[0] == 78)
    secret.write_text(bridge.tokens["kiosk"] + "\n")
    secret.chmod(0o600)
    wrong.write_text(busy.replace("127.0.0.1", "0.0.0.0"))
    check("an address of the network is 78, with its place", (got := ended("--config", wrong))[0] == 78 and "other.yaml:1:9: error:" in got[1], got)
    check("SIGINT is an orderly end", bridge.stop(signal.SIGINT) == 0)

    fake.close()

# The real touchd, and a page that does not read. Nor does it answer pings, so the bridge does not wait for that.
with stage.Stage(web="limits: { ping: 1000 }\n") as real:
    def page(**options):
        page = WebSocket(real.port, real.token, Origin=f"http://127.0.0.1:{real.port}", **options)
        check("touchd greets the page", json.loads(page.message())["type"] == "hello")
        page.send('{"type":"subscribe","id":1,"regions":["page"]}')
        while json.loads(page.message())["type"] != "snapshot":
            pass
        return page

    def memory():
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{real.bridge.pid}/status").read_text())[1])

    def clients():
        return [client for client in real.fingers.answer("clients")["clients"] if client.get("token") == real.token_name]

    slow, reader = page(buffer=4096), page()
    seen, closed, done = {}, [], threading.Event()

    def read():
        try:
            while not done.is_set():
                line = json.loads(reader.message())
                seen[line["type"]] = seen.get(line["type"], 0) + 1
        except (EOFError, OSError) as error:
            closed.append(error)

    threading.Thread(target=read, daemon=True).start()
    before, taps, both = memory(), 0, time.monotonic()
    end = both + 60
    while (now := time.monotonic()) < end and len(clients()) == 2:
        both = now
        for _ in range(20):
            real.tap(500, 500)
            taps += 1
        until(lambda: seen.get("frame", 0) >= 2 * taps or closed)  # this page is never behind
    check("touchd gives up the page that does not read", len(clients()) == 1, clients())
    check("that has cost the bridge no memory", memory() - before < 4096, (before, memory()))
    check("the page that reads has had each tap", until(lambda: seen.get("frame", 0) >= 2 * taps) and not closed, (seen, taps, closed))
    code, why = slow.end()
    # The bridge waits 3 s for a browser's answer to its close frame. On a slow machine they may be over, and the frame is lost.
    is_late = time.monotonic() - both > 3
    check("the other one finds the end when it reads again", code in (1000, 1001) or is_late and why == "no close frame", (code, why, is_late))
    real.stop_touchd()
    check("when touchd ends, pages are told: bye, then 1000", until(lambda: closed and "1000" in str(closed[0])) and seen.get("bye") == 1, (closed, seen))
    late = WebSocket(real.port, real.token, Origin=f"http://127.0.0.1:{real.port}")
    check("while touchd is not there: 1013", late.end()[0] == 1013)
    real.start_touchd()
    check("and when it is back, pages are its clients again", bool(page()))
    done.set()
finish()
