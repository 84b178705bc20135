"""Checks that requests after `close` make no items, and leave nothing behind, in Python. csharp.py and the tests of the Rust library have the same."""
import sys

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
