"""A TUIO receiver independent of touchd-tuio: it decodes OSC 1.0 by its own rules and reports every violation."""
import math, socket, struct, threading

# Asks Linux for the time at which it has received each packet (man 7 socket), which Python does not name.
SO_TIMESTAMPNS = 35


class Wrong(Exception):
    pass


def text(data, at):
    end = data.find(b"\0", at)
    after = at + (end - at) // 4 * 4 + 4
    if end < 0 or after > len(data) or any(data[end:after]):
        raise Wrong("a text without its end")
    return data[at:end].decode("ascii"), after


def message(data):
    address, at = text(data, 0)
    tags, at = text(data, at)
    if not tags.startswith(","):
        raise Wrong("no type tags")
    values = []
    for tag in tags[1:]:
        if tag == "s":
            value, at = text(data, at)
        elif tag in "if":
            value, at = struct.unpack_from(">" + tag, data, at)[0], at + 4
        else:
            raise Wrong(f"type {tag}")
        values.append(value)
    if at != len(data):
        raise Wrong("bytes after a message")
    return address, tags[1:], values


def bundle(data):
    """Returns (source, alive, {session: (x, y, vx, vy, acceleration)}, fseq)."""
    head, at = text(data, 0)
    if head != "#bundle" or struct.unpack_from(">Q", data, at)[0] != 1:
        raise Wrong("no bundle to be taken at once")
    at, messages = at + 8, []
    while at < len(data):
        size = struct.unpack_from(">i", data, at)[0]
        if size % 4 or at + 4 + size > len(data):
            raise Wrong("a size that does not fit")
        messages.append(message(data[at + 4:at + 4 + size]))
        at += 4 + size
    if any(address != "/tuio/2Dcur" for address, _, _ in messages):
        raise Wrong("another profile")
    commands = [values[0] for _, _, values in messages]
    if commands != ["source", "alive"] + ["set"] * (len(commands) - 3) + ["fseq"]:
        raise Wrong(f"the order {commands}")
    for (_, tags, _), command in zip(messages, commands):
        if tags != {"source": "ss", "set": "sifffff", "fseq": "si"}.get(command, tags):
            raise Wrong(f"{command} with {tags}")
    alive = messages[1][2][1:]
    sets = {values[1]: tuple(values[2:]) for _, _, values in messages[2:-1]}
    if len(set(alive)) != len(alive) or not all(isinstance(one, int) for one in alive) or not set(sets) <= set(alive):
        raise Wrong(f"alive {alive}, sets of {list(sets)}")
    if not all(math.isfinite(value) for state in sets.values() for value in state) or not all(0 <= one[0] <= 1 and 0 <= one[1] <= 1 for one in sets.values()):
        raise Wrong(f"places {sets}")
    return messages[0][2][1], alive, sets, messages[-1][2][1]


class Receiver:
    """The state of one source's cursors, and everything received."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.bundles, self.wrong, self.sizes, self.times = [], [], [], []
        self.cursors, self.ever = {}, []
        self.sources = set()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        last = 0
        while True:
            data, [(_, _, stamp)], _, _ = self.socket.recvmsg(65536, 64)
            try:
                source, alive, sets, number = bundle(data)
                if number <= last:
                    raise Wrong(f"number {number} after {last}")
                new = [one for one in alive if one not in self.cursors]
                if any(one in self.ever for one in new):
                    raise Wrong(f"a session is used again: {new}")
                if any(one not in sets for one in new):
                    raise Wrong(f"a new cursor without a place: {new}")
            except (Wrong, struct.error, UnicodeDecodeError) as error:
                self.wrong.append(str(error))
                continue
            last = number
            self.ever += new
            self.sources.add(source)
            self.cursors = {one: sets.get(one, self.cursors.get(one)) for one in alive}
            self.sizes.append(len(data))
            seconds, nanoseconds = struct.unpack("@ll", stamp)
            self.times.append(seconds + nanoseconds / 1e9)
            self.bundles.append((alive, sets))
