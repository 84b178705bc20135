#!/usr/bin/env python3
"""Restarts of touchd-tuio, and its retries after an unusable touchd: receivers accept the new bundles, and the log has a line for each change."""
import json, os, socket, threading

from receiver import Receiver
from stage import Stage, check, finish, until


class OtherTouchd:
    """A server at touchd's socket that sends these lines to each connection and closes it."""

    def __init__(self, path, *lines):
        self.path, self.count = path, 0
        self.listener = socket.socket(socket.AF_UNIX)
        if os.path.exists(path):
            os.unlink(path)
        self.listener.bind(path)
        self.listener.listen()
        self.lines = "".join(json.dumps(line) + "\n" for line in lines).encode()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                one, _ = self.listener.accept()
            except OSError:
                return
            try:
                one.sendall(self.lines)
                one.shutdown(socket.SHUT_WR)
                while one.recv(65536):
                    pass
            except OSError:
                pass
            one.close()
            self.count += 1

    def close(self):
        os.unlink(self.path)
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def comes_through():
    """Whether a finger arrives, once the bridge knows the screen."""
    for _ in range(200):
        stage.fingers("began", {1: (250, 125)})
        there = until(lambda: receiver.cursors, 0.5)
        stage.fingers("ended", [1])
        if there:
            return until(lambda: not receiver.cursors)


receiver = Receiver()
stage = Stage(f'outputs: [{{ screen: main, to: "127.0.0.1:{receiver.port}" }}]\n')
check("a finger comes through", comes_through(), stage.log())
first = max(receiver.ever)
stage.fingers("began", {1: (250, 125)})
until(lambda: receiver.cursors)
stage.bridge.kill()
stage.bridge.wait()
stage.start_bridge()
check("a bridge that was killed and starts again ends the finger of the run before", until(lambda: not receiver.cursors), receiver.wrong)
stage.fingers("ended", [1])
check("and one comes through", comes_through(), stage.log())
check("with numbers and sessions above those of the run before", not receiver.wrong and max(receiver.ever) > first, receiver.wrong[:3])

for sentence, lines, words in (
        ("a touchd of another protocol", [{"type": "hello", "server": "touchd 9.0", "protocol": 9}], "touchd 9.0 speaks protocol 9"),
        ("a touchd that closes the connection with a reason",
         [{"type": "hello", "server": "touchd 9.1", "protocol": 1}, {"type": "bye", "reason": "refused", "message": "no more clients"}], "no more clients"),
        ("a touchd that does not like the subscription",
         [{"type": "hello", "server": "touchd 9.2", "protocol": 1},
          {"type": "reply", "id": 1, "ok": False, "error": {"code": "unsupported", "message": "there is no \"observe\" here"}}], "there is no \"observe\" here")):
    stage.touchd.terminate()
    stage.touchd.wait(60)
    # Counted from here on, because an earlier loss was logged once.
    lost = until(lambda: stage.log().count(": the connection to touchd is lost: "))
    other = OtherTouchd(stage.sockets["events"], *lines)
    check(f"{sentence}: it is tried again and again", until(lambda: other.count >= 4), (other.count, stage.log()))
    check(f"{sentence}: the log says why, once", stage.log().count(words) == 1, stage.log())
    other.close()
    connected = stage.log().count(": connected to touchd 0")
    stage.start_touchd()
    check(f"{sentence}: the right touchd is used without a restart", until(lambda: stage.log().count(": connected to touchd 0") == connected + 1) and comes_through(),
          stage.log())
check("nothing was against OSC or TUIO", not receiver.wrong, receiver.wrong[:3])
finish()
