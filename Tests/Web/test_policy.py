"""A page at a public address and the bridge: Chromium refuses the connection unless the policy of config/chromium/touchd.json allows it.

The policies of Debian's Chromium are files below /etc/chromium, which only root may write. This test removes its files however it ends."""
import http.server, ssl, threading

from stage import *

POLICIES = pathlib.Path("/etc/chromium/policies/managed")
OURS = POLICIES / "touchd-test.json"
EXAMPLE = json.loads((root / "config/chromium/touchd.json").read_text())
CONNECT = """new Promise((done) => {
    const socket = new WebSocket('ws://127.0.0.1:PORT/', ['touchd.v1', 'bearer.TOKEN']);
    socket.onmessage = ({ data }) => { socket.close(); done(JSON.parse(data).type); };
    socket.onclose = ({ code }) => done('closed with ' + code);
})"""


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>public</title>")

    def log_message(self, *_):
        pass


def served(context=None):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


if os.geteuid() != 0:
    check("only root may set a policy: left out", True)
    finish()
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
with tempfile.TemporaryDirectory() as folder:
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=kiosk.example", "-keyout", f"{folder}/key",
                    "-out", f"{folder}/certificate"], check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/certificate", f"{folder}/key")
    secure, plain = served(context), served()
origins = [f"https://kiosk.example:{secure}", f"http://kiosk.example:{plain}"]


def connects(stage, origin, policy=None):
    """Returns the result of a page's connection: touchd's hello, or how it ends."""
    made = [folder for folder in (POLICIES.parent, POLICIES) if not folder.exists()]
    if policy:
        POLICIES.mkdir(parents=True, exist_ok=True)
        OURS.write_text(json.dumps(policy))
    try:
        flags = ["--host-resolver-rules=MAP kiosk.example 127.0.0.1", "--ignore-certificate-errors",
                 f"--ip-address-space-overrides=127.0.0.1:{secure}=public,127.0.0.1:{plain}=public"]
        with Chromium(size=(400, 400), flags=flags) as browser:
            browser.goto(origin + "/")
            return browser.eval(CONNECT.replace("PORT", str(stage.port)).replace("TOKEN", stage.token))
    finally:
        OURS.unlink(missing_ok=True)
        for folder in reversed(made):
            if folder.exists() and not any(folder.iterdir()):
                folder.rmdir()


with Stage(origins=origins) as stage:
    allowed = {key: [origins[0] if value == "https://kiosk.example" else value for value in values] for key, values in EXAMPLE.items()}
    check("the example's policy is for https://kiosk.example", allowed != EXAMPLE, EXAMPLE)
    got = connects(stage, origins[0])
    check("without a policy Chromium lets no public page connect", got == "closed with 1006", got)
    got = connects(stage, origins[0], allowed)
    check("with the example's policy it does", got == "hello", got)
    got = connects(stage, origins[1], {"LoopbackNetworkAllowedForUrls": [origins[1]]})
    check("a page that comes without encryption is refused all the same", got == "closed with 1006", got)
check("nothing is left of the policy", not OURS.exists())
finish()
