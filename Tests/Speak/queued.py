"""The texts that a speech-dispatcher has been given, by its log at level 5."""
import os, re


class QueuedTexts:
    """`texts` has what was queued so far, and `cancels` counts the cancels; both grow with each `read`."""

    def __init__(self, path):
        # At this level the log grows by megabytes, so it is read on from where the last look ended.
        self.path, self.texts, self.cancels, self.position, self.rest = path, [], 0, 0, ""

    def read(self):
        if not os.path.exists(self.path):
            return self.texts
        with open(self.path, errors="replace") as file:
            if os.fstat(file.fileno()).st_size < self.position:     # another server has begun it anew
                self.position, self.rest = 0, ""
            file.seek(self.position)
            self.rest += file.read()
            self.position = file.tell()
        self.cancels += self.rest.count(":DATA:|CANCEL SELF")
        for found in re.finditer(r"Queueing message \|(.*?)\n?\| with priority", self.rest, re.S):
            self.texts.append(found[1])
        # An entry that is not whole yet begins on one of the last lines.
        start = self.rest.rfind("Queueing message |")
        self.rest = self.rest[start:] if start >= 0 and "| with priority" not in self.rest[start:] else ""
        return self.texts
