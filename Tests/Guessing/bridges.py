"""What clients of the bridges see: a subscriber of everything at the MQTT broker, a receiver of TUIO, and a page behind touchd-web."""
import hashlib, json, pathlib, re, select, socket, sys, threading, time

from streams import flat

here = pathlib.Path(__file__).resolve().parent


class Bridges:
    """The three, as far as this machine can run them."""

    def __init__(self, service):
        self.service, self.page_lines, self.last, self.messages = service, [], {}, []
        self.mqtt = self.page = self.tuio = None
        if hasattr(service, "tuio_port"):
            self.tuio = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
            self.tuio.bind(("127.0.0.1", service.tuio_port))
        if hasattr(service, "broker_port"):
            sys.path.insert(0, str(here.parent / "Mqtt"))
            import mqtt
            self.mqtt = mqtt.Client(service.broker_port, "guess")
        if service.web_port:
            sys.path.insert(0, str(here.parent / "Web"))
            from bridge import WebSocket
            self.page = WebSocket(service.web_port, "0123456789abcdef-soak")
            self.page.send(json.dumps({"type": "subscribe", "id": 1, "observe": True, "axes": True}))
            threading.Thread(target=self._read_page, daemon=True).start()
        time.sleep(1)       # for what they say at the start
        self.features([])

    def _read_page(self):
        try:
            while True:
                text = self.page.message()
                self.page_lines.append((len(text), json.loads(text)))
        except (OSError, EOFError, ValueError):
            pass

    def features(self, reports):
        """Returns the features of what has come since the last call, by channel."""
        found = {}
        if self.tuio:
            data = []
            while select.select([self.tuio], [], [], 0)[0]:
                data.append(self.tuio.recv(65536))
            # Without the frame's number, which counts on.
            found["TUIO"] = {"datagrams": len(data), "bytes": sum(map(len, data))}
        if self.mqtt:
            messages, self.mqtt.messages = list(self.mqtt.messages), []
            steady = [(topic, re.sub(rb"\d+", b"0", payload if isinstance(payload, bytes) else payload.encode())) for topic, payload, *_ in messages]
            found["MQTT"] = {"messages": len(messages), "bytes": sum(len(payload) for _, payload, *_ in messages),
                             "shape": hashlib.md5(repr(steady).encode()).hexdigest()}
        if self.page:
            lines, self.page_lines = self.page_lines, []
            features, shape = {"lines": len(lines), "bytes": sum(size for size, _ in lines)}, []
            for index, (_, line) in enumerate(lines):
                for path, value in flat(line):
                    if isinstance(value, bool) or not isinstance(value, (int, float)):
                        shape.append((index, path, value))
                    elif path.endswith(".time"):
                        features |= {f"{index}{path}-{which}": value - report for which, report in enumerate(reports)}
                    else:
                        features[f"{index}{path}+"], features[f"{index}{path}="] = value - self.last.get(path, value), value
                        self.last[path] = value
            features["shape"] = str(hash(tuple(shape)))
            found["a page with the right to observe"] = features
        return found
