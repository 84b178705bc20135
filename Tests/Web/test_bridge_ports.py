#!/usr/bin/python3
"""Sockets of a service manager, which remain the manager's in every case: test_bridge_ports.py TOUCHD TOUCHD-WEB"""
from bridge import *


def asked(port, count):
    """Yields connections with a request each."""
    for _ in range(count):
        s = connection(port)
        s.sendall(head("GET", "/", {"Host": "x"}))
        yield s


def activated(config, listener, log, notify=None):
    """Starts a bridge with a socket from a service manager."""
    def hand_over():
        os.dup2(listener.fileno(), 3)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="touchd-web.socket", **({"NOTIFY_SOCKET": notify} if notify else {}))
        os.execv(web, [str(web), "--config", str(config)])

    return subprocess.Popen(["unused"], executable=sys.executable, preexec_fn=hand_over, close_fds=False, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


with scratch() as folder:
    fake = FakeTouchd(f"{folder}/events.sock")
    bridge = Bridge(fake.path, folder)
    bridge.stop()
    secret = pathlib.Path(folder, "kiosk.token")
    notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    notices.bind(f"{folder}/notify")
    notices.settimeout(PATIENCE)
    with socket.create_server(("127.0.0.1", 0)) as listener, open(f"{folder}/activated.log", "wb") as log:
        port = listener.getsockname()[1]
        early = connection(port)
        early.sendall(head("GET", "/nothing", {"Host": f"127.0.0.1:{port}"}))
        process = activated(bridge.config, listener, log, f"{folder}/notify")
        check("it says when it is ready", b"READY=1" in notices.recv(4096))
        check("who connected before it was there is answered", parsed(answer(early) or b"")[0] == 404)
        page = WebSocket(port, bridge.tokens["kiosk"])
        check("a page connects to the manager's socket, under its port", json.loads(page.message())["type"] == "hello")
        process.send_signal(signal.SIGHUP)
        check("it says when it reads its configuration anew", b"RELOADING=1" in notices.recv(4096) and b"READY=1" in notices.recv(4096))
        process.send_signal(signal.SIGTERM)
        check("and when it stops", b"STOPPING=1" in notices.recv(4096) and process.wait(PATIENCE) == 0)
        check("pages are told: 1001", page.end()[0] == 1001)
        other = pathlib.Path(folder, "other-port.yaml")
        with socket.create_server(("127.0.0.1", 0)) as free:
            named = free.getsockname()[1]
        other.write_text(bridge.config.read_text().replace('"127.0.0.1:0"', f'"127.0.0.1:{named}"'))
        process = activated(other, listener, log, f"{folder}/notify")
        check("a port of \"listen\" that the manager does not hold works too", b"READY=1" in notices.recv(4096) and
              WebSocket(named, bridge.tokens["kiosk"]).status == 101 and WebSocket(port, bridge.tokens["kiosk"]).status == 101)
        check("and the log warns of it", f'127.0.0.1:{named} of "listen" is not in the socket unit' in pathlib.Path(f"{folder}/activated.log").read_text())
        process.terminate()
        process.wait(PATIENCE)
        with socket.create_server(("127.0.0.1", named)):
            process = activated(other, listener, log)
            check("and if somebody has taken it, the manager's port is served all the same", WebSocket(port, bridge.tokens["kiosk"]).status == 101)
            check("which the log says", f"cannot listen on 127.0.0.1:{named}: " in pathlib.Path(f"{folder}/activated.log").read_text())
            process.terminate()
            process.wait(PATIENCE)
        # The manager starts the bridge for each connection, and closes the socket if the bridge ends too often. Therefore the bridge answers for a
        # while.
        kept = secret.read_text()
        secret.unlink()
        began = time.monotonic()
        waiting, page = list(asked(port, 50)), WebSocket(port, "", handshake=False)
        process = activated(bridge.config, listener, log, f"{folder}/notify")
        answers = [parsed(answer(early) or b"") for early in waiting]
        check("without a token everybody is told that nothing is served: 503", {got[0] for got in answers} == {503}, answers[:3])
        try:
            page.shake(port, kept.strip())
            check("also a page", False)
        except Refused as refused:
            check("also a page", refused.args[0] == 503, refused)
        idle = [connection(port) for _ in range(100)]
        check("and then it ends with 78", process.wait(PATIENCE) == 78 and time.monotonic() - began > 4, time.monotonic() - began)
        check("the manager's socket stays", bool(connection(port)))
        secret.write_text(kept)
        secret.chmod(0o600)
    with socket.create_server(("0.0.0.0", 0)) as listener, open(f"{folder}/activated.log", "wb") as log:
        process = activated(bridge.config, listener, log)
        check("a manager's socket on the network is 78", until(process.poll) == 78, pathlib.Path(f"{folder}/activated.log").read_text())
        if process.poll() is None:
            process.kill()
    fake.close()
finish()
