"""A client of touchd's socket that is a task of asyncio: it keeps counts and no lines, so that it can run for days."""
import asyncio, json, socket


class Line:
    """A connection. Each line goes to `on_line`; `ask` returns the reply to a request."""

    def __init__(self, on_line=None):
        self.on_line, self.replies, self.number, self.is_closed = on_line, {}, 0, False
        self.ending = "without a word"

    @classmethod
    async def connect(cls, path, on_line=None):
        self = cls(on_line)
        one = socket.socket(socket.AF_UNIX)
        # It waits for room in the queue of connections; asyncio takes a full queue for a connection that will come.
        await asyncio.to_thread(one.connect, path)
        self.reader, self.writer = await asyncio.open_unix_connection(sock=one, limit=1 << 27)
        self.task = asyncio.create_task(self._read())
        return self

    async def _read(self):
        try:
            while text := await self.reader.readline():
                if not text.endswith(b"\n"):
                    break
                line = json.loads(text)
                if line["type"] == "reply" and line.get("id") in self.replies:
                    waiting = self.replies.pop(line["id"])
                    if not waiting.done():
                        waiting.set_result(line)
                elif self.on_line:
                    self.on_line(line)
                if line["type"] == "bye":
                    self.ending = line
        except OSError as error:
            if self.ending == "without a word":     # what touchd says tells more
                self.ending = error
        except asyncio.CancelledError:
            self.ending = "because it is not read any more"
        self.is_closed = True
        for waiting in self.replies.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError(f"the connection has ended: {self.ending}"))
        self.replies.clear()
        self.writer.close()

    def say(self, **request):
        self.number += 1
        self.writer.write(json.dumps({"id": self.number, **request}).encode() + b"\n")
        return self.number

    async def ask(self, **request):
        """Sends a request and returns its reply; only a hang takes two minutes."""
        waiting = asyncio.get_running_loop().create_future()
        self.replies[self.number + 1] = waiting
        self.say(**request)
        return await asyncio.wait_for(waiting, 120)

    async def close(self):
        self.writer.close()
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


class Grammar:
    """Checks the stream of one subscriber: gap-free `seq`, and for each touch and region one begin, one end. Keeps only what is down."""

    def __init__(self):
        self.seq, self.down, self.faults, self.began, self.ended = 0, set(), [], 0, 0

    def check(self, line):
        if "seq" in line:
            if line["seq"] != self.seq + 1:
                self.fault(f"seq {line['seq']} after {self.seq}")
            self.seq = line["seq"]
        if line["type"] in ("lagged", "snapshot"):
            self.down = {(touch["id"], touch["region"]) for touch in line.get("touches", [])}
        for event in line.get("events", []):
            if event["event"] != "touch":
                continue
            stream, phase = (event["id"], event["region"]), event["phase"]
            if (phase == "began") == (stream in self.down):
                self.fault(f"touch {stream}: {phase}, which was {'down' if stream in self.down else 'not down'}")
            if phase == "began":
                self.down.add(stream)
                self.began += 1
            elif phase in ("ended", "cancelled"):
                self.down.discard(stream)
                self.ended += 1

    def fault(self, text):
        if len(self.faults) < 20:
            self.faults.append(text)
