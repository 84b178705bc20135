"""A Chromium shared by all scripts: browser.py SOCKET. Each line of a connection is the address of a page to open, in a separate context, which is
closed with the connection. Prints `ready`; ends when its input ends."""
import pathlib, socket, sys, threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Web"))
from cdp import Chromium

with Chromium(size=(300, 300)) as browser, socket.socket(socket.AF_UNIX) as server:
    lock = threading.Lock()
    server.bind(sys.argv[1])
    server.listen(64)

    def serve(connection):
        with connection, connection.makefile("r") as lines:
            for line in lines:
                with lock:
                    page = browser.call("Target.createTarget", url=line.strip(), background=True)["targetId"]
                lines.readline()
                with lock:
                    browser.call("Target.closeTarget", targetId=page)
                return

    def accept():
        while True:
            threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    print("ready", flush=True)
    sys.stdin.read()
    lock.acquire()
