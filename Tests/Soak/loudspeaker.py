"""A stand-in for speech-dispatcher that accepts every text, and counts them."""
import socketserver, threading


class Loudspeaker(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def __init__(self, path):
        self.texts = 0
        super().__init__(str(path), Connection)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Connection(socketserver.StreamRequestHandler):
    """Answers the commands of SSIP that a client may send."""

    def handle(self):
        for line in self.rfile:
            if line == b"SPEAK\r\n":
                self.wfile.write(b"230 OK RECEIVING DATA\r\n")
                while (text := self.rfile.readline()) and text != b".\r\n":
                    pass
                self.server.texts += 1
                self.wfile.write(b"225-1\r\n225 OK MESSAGE QUEUED\r\n")
            elif line == b"QUIT\r\n":
                self.wfile.write(b"231 HAPPY HACKING\r\n")
                return
            else:
                self.wfile.write(b"208 OK\r\n")
