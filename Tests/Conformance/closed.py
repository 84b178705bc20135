"""Checks what comes after `close`: in Python requests make no items, and leave nothing behind (csharp.py and the tests of the Rust library have the
same); in Node no events come any more."""
import json
import socket
import subprocess
import sys
import threading

from daemon import root

sys.path.insert(0, str(root / "clients/python"))
from touchd import Client  # noqa: E402
from touchd.stream import Stream  # noqa: E402

HELLO = b'{"type":"hello","protocol":1,"server":"touchd","epoch":"e","capabilities":[],"limits":{"maxLine":65536}}\n'


def of_python(path):
    """Returns the problem, or None."""
    stream, client = Stream(), Client(path)
    stream.feed(HELLO)
    stream.next()
    stream.close()
    client.close()
    for _ in range(2000):
        stream.request("ping")
        stream.remembered("claim", receivers=["a"])
        stream.release(["b"])
        stream.edit([], keep=False, redo=True)
        client.ping()
        client.release("a")
    left = [*stream.outgoing, *stream.sent, *stream.asked.settled, *stream.give_up(), *client.items]
    return f"{left[:9]}" if left or client.next(0) is not None else None


NODE = """
const { Client } = require(process.argv[1]);
const client = new Client({ path: process.argv[2], retries: 0 });
for (const name of ['touch', 'press', 'control']) client.on(name, () => { console.log(name); client.close(); });
client.start().then(async () => {
  const other = new Client({ path: process.argv[2], retries: 0 });
  for await (const { type } of other) {
    if (type === 'frame') { console.log(type); other.close(); }
  }
});
"""


def of_node(path):
    """Returns the problem, or None."""
    def touch(number):
        return {"event": "touch", "id": number, "phase": "began", "region": "a", "target": "a", "x": 1, "y": 2, "local": [1, 2], "tapCount": 1}
    frame = {"type": "frame", "seq": 1, "time": 20, "panel": "p",
             "events": [touch(1), touch(2), {"event": "control", "region": "a", "action": "touchDown", "id": 1}]}

    def serve(listener):
        for _ in range(2):
            with listener.accept()[0] as connection:
                connection.sendall(HELLO + 2 * (json.dumps(frame).encode() + b"\n"))
                while connection.recv(4096):
                    pass
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        threading.Thread(target=serve, args=(listener,), daemon=True).start()
        told = subprocess.run(["node", "-e", NODE, root / "clients/node", path], capture_output=True, text=True, timeout=60)
    return None if told.stdout == "touch\nframe\n" and not told.stderr else told.stdout + told.stderr
