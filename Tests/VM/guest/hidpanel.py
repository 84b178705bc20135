"""A USB panel made of a HID descriptor and reports, through /dev/uhid: the kernel's hid-multitouch makes the events.

Reads the format of hid-recorder: R: the descriptor, N: the name, I: bus, vendor and product, E: time, size and bytes.
"""
import os
import struct
import threading
import time

# linux/uhid.h
DESTROY, GET_REPORT, GET_REPORT_REPLY, CREATE2, INPUT2, SET_REPORT, SET_REPORT_REPLY = 1, 9, 10, 11, 12, 13, 14
EIO = 5


class HIDPanel:
    def __init__(self, path, phys):
        self.reports = []       # (seconds, bytes)
        for line in open(path, encoding="utf-8", errors="replace"):
            kind, _, rest = line.strip().partition(": ")
            if kind == "R":
                descriptor = bytes.fromhex("".join(rest.split()[1:]))
            elif kind == "N":
                self.name = rest
            elif kind == "I":
                bus, vendor, product = (int(word, 16) for word in rest.split()[:3])
            elif kind == "E":
                moment, _, *data = rest.split()
                self.reports.append((float(moment), bytes.fromhex("".join(data))))
        self.fd = os.open("/dev/uhid", os.O_RDWR | os.O_CLOEXEC)
        os.write(self.fd, struct.pack("=I128s64s64sHHIIII", CREATE2, self.name.encode()[:127], phys, b"", len(descriptor), bus,
                                      vendor, product, 0, 0) + descriptor)
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self):
        """Answers the kernel's requests for features of the panel, which a recording does not contain."""
        try:
            while True:
                event = os.read(self.fd, 5000)
                kind, number = struct.unpack_from("=II", event)
                if kind == GET_REPORT:
                    os.write(self.fd, struct.pack("=IIHH", GET_REPORT_REPLY, number, EIO, 0))
                elif kind == SET_REPORT:
                    os.write(self.fd, struct.pack("=IIH", SET_REPORT_REPLY, number, EIO))
        except OSError:
            pass    # unplugged

    def play(self, most_between=0.02):
        """Plays all reports in order and at their times, with long pauses shortened."""
        before = None
        for moment, data in self.reports:
            if before is not None:
                time.sleep(min(max(0, moment - before), most_between))
            before = moment
            os.write(self.fd, struct.pack("=IH", INPUT2, len(data)) + data)

    def unplug(self):
        os.write(self.fd, struct.pack("=I", DESTROY))
        os.close(self.fd)
