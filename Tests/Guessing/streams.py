"""What somebody can observe while a key is tapped, as features: lines of a connection, replies, files of /proc, bytes that wait in sockets."""
import errno, json, os, pathlib, re, select, socket, struct, time

PATIENCE = 120


def connect(path, user=None):
    """Connects to a socket, as that user if root runs the test: touchd asks the kernel who connects."""
    one = socket.socket(socket.AF_UNIX)
    changes = user is not None and os.geteuid() == 0
    if changes:
        os.setegid(user), os.seteuid(user)
    try:
        end = time.monotonic() + PATIENCE
        while (error := one.connect_ex(path)) in (errno.ENOENT, errno.ECONNREFUSED) and time.monotonic() < end:
            time.sleep(0.02)
        if error:
            raise OSError(error, os.strerror(error), path)
    finally:
        if changes:
            os.seteuid(0), os.setegid(0)
    return one


def flat(value, path=""):
    """Yields the path and the value of everything in a line that is not a list or an object. Entries with a name are found by it, because lists may be
    sorted by what is counted."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            name = next((inner[key] for key in ("region", "panel", "screen", "reason") if isinstance(inner.get(key), str)), index) \
                if isinstance(inner, dict) else index
            yield from flat(inner, f"{path}[{name}]")
    else:
        yield path, value


class Stream:
    """A connection to touchd. `ask` returns a reply and how long it took; other lines are kept with their time of arrival until `features`."""

    def __init__(self, path, user=None, *requests):
        self.socket, self.rest, self.lines, self.number, self.last, self.size = connect(path, user), b"", [], 0, {}, 0
        for request in requests:
            reply = self.ask(**request)[0]
            if not reply.get("ok"):
                raise RuntimeError(f"{request}: {reply}")
        self.sync()
        self.features("", [])

    def read(self, seconds=PATIENCE):
        """Reads what is there; waits for so long if nothing is. Returns False when the time is up."""
        if not select.select([self.socket], [], [], seconds)[0]:
            return False
        data = self.socket.recv(1 << 16)
        if not data:
            raise EOFError("touchd has closed the connection")
        moment, self.size = time.monotonic(), self.size + len(data)
        *whole, self.rest = (self.rest + data).split(b"\n")
        self.lines += [(moment, json.loads(line)) for line in whole]
        return True

    def until(self, condition):
        """Returns the time and the line, from now on, that meets the condition."""
        seen = 0
        while True:
            for moment, line in self.lines[seen:]:
                if condition(line):
                    return moment, line
            seen = len(self.lines)
            if not self.read():
                raise TimeoutError("the line does not come")

    def ask(self, **request):
        self.number += 1
        start = time.monotonic()
        self.socket.sendall(json.dumps({"id": self.number, **request}).encode() + b"\n")
        kinds = ("reply", "pong", "synced")
        moment, line = self.until(lambda line: line["type"] in kinds and line.get("id") == self.number)
        size = len(json.dumps(line))
        self.lines = [entry for entry in self.lines if entry[1] is not line]
        return line, moment - start, size

    def sync(self):
        return self.ask(type="sync")[1]

    def features(self, name, reports):
        """Returns the features of the lines since the last call. `reports` has the µs of the tap's reports."""
        found, shape = {f"{name}.lines": len(self.lines), f"{name}.bytes": self.size}, []
        for index, (_, line) in enumerate(self.lines):
            for path, value in flat(line):
                at = f"{name}[{index}]{path}"
                if isinstance(value, bool) or not isinstance(value, (int, float)):
                    shape.append((index, path, value))
                elif path.endswith((".time", ".lastTouch")):
                    for which, report in enumerate(reports):
                        found[f"{at}-{which}"] = min(max(value - report, -10_000_000), 10_000_000)
                else:
                    found[f"{at}+"], found[f"{at}="] = value - self.last.get(path, value), value
                    self.last[path] = value
        found[f"{name}.shape"] = str(hash(tuple(shape)))
        self.lines, self.size = [], 0
        return found


class Newcomer:
    """A client that connects anew each time, subscribes and hangs up: its reply and its snapshot."""

    def __init__(self, path, user, **request):
        self.path, self.user, self.request, self.last = path, user, request, {}

    def features(self, name, reports):
        stream = Stream(self.path, self.user)
        reply, _, _ = stream.ask(**self.request)
        stream.until(lambda line: line["type"] == "snapshot")
        stream.lines.insert(0, (0, reply))
        stream.last = self.last
        found, self.last = stream.features(name, reports), stream.last
        stream.socket.close()
        return found


class Answers:
    """Replies to one request, compared with the previous reply: counters become what they rose by."""

    def __init__(self, stream, name, **request):
        self.stream, self.name, self.request, self.last = stream, name, request, {}

    def features(self, reports):
        line, seconds, size = self.stream.ask(**self.request)
        found, shape = {f"{self.name}.bytes": size}, []
        for path, value in flat(line):
            if path == ".id":
                continue
            if isinstance(value, bool) or not isinstance(value, (int, float)):
                shape.append((path, value))
            else:
                found[f"{self.name}{path}+"], found[f"{self.name}{path}="] = value - self.last.get(path, value), value
                self.last[path] = value
                if re.search(r"(time|last\w*)$", path, re.I):
                    for which, report in enumerate(reports):
                        found[f"{self.name}{path}-{which}"] = min(max(value - report, -10_000_000), 10_000_000)
        found[f"{self.name}.shape"] = str(hash(tuple(shape)))
        return found, seconds


class Process:
    """The files in /proc that every user may read."""
    FIELDS = ("utime", "stime", "minflt", "rss", "voluntary", "involuntary")

    def __init__(self, pid, name):
        self.folder, self.name, self.last = pathlib.Path(f"/proc/{pid}"), name, {}

    def features(self):
        stat = (self.folder / "stat").read_text().rpartition(")")[2].split()
        status = (self.folder / "status").read_text()
        values = {"utime": int(stat[11]), "stime": int(stat[12]), "minflt": int(stat[7]), "rss": int(stat[21]),
                  "voluntary": int(re.search(r"^voluntary\w+:\s+(\d+)", status, re.M)[1]),
                  "involuntary": int(re.search(r"^nonvoluntary\w+:\s+(\d+)", status, re.M)[1])}
        found = {f"{self.name}.{field}+": value - self.last.get(field, value) for field, value in values.items()}
        self.last = values
        return found


class Queues:
    """The bytes that wait in a socket, as `ss -x` shows them to everybody (sock_diag(7))."""

    def __init__(self, watched):
        self.netlink, self.inode = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 4), os.fstat(watched.fileno()).st_ino
        self.netlink.settimeout(PATIENCE)

    def waiting(self):
        """Returns the bytes that the socket can read, or None if the kernel does not say."""
        request = struct.pack("=BBHIIIII", socket.AF_UNIX, 0, 0, 0xFFFFFFFF, self.inode, 0x10, 0xFFFFFFFF, 0xFFFFFFFF)
        self.netlink.sendto(struct.pack("=IHHII", 16 + len(request), 20, 1, 1, 0) + request, (0, 0))
        data = self.netlink.recv(65536)
        if struct.unpack_from("=H", data, 4)[0] != 20:
            return None
        at = 16 + 16
        while at + 4 <= len(data):
            length, kind = struct.unpack_from("=HH", data, at)
            if kind == 4:
                return struct.unpack_from("=I", data, at + 4)[0]
            at += (length + 3) & ~3 or 4
        return None


class Files:
    """Sizes and times of files that others may see, and of the folders that have them."""

    def __init__(self, *paths):
        self.paths, self.last = paths, {}

    def features(self):
        found = {}
        for path in self.paths:
            try:
                state = os.stat(path)
            except OSError:
                continue
            for field in ("st_size", "st_mtime_ns", "st_atime_ns", "st_nlink"):
                name, value = f"file {os.path.basename(path)}.{field}+", getattr(state, field)
                found[name] = value - self.last.get(name, value)
                self.last[name] = value
        return found
