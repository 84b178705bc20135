"""A panel for benchmarks below umockdev-wrapper: udev's side is umockdev's, the node a FIFO on which evshim answers libevdev."""
import os, shutil

import gi
gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev

node = "/dev/input/event7"
testbed = UMockdev.Testbed.new()


def plug(fixture, evshim):
    """The panel of fixture.umockdev; returns the FIFO's path as this process has to open it."""
    os.environ["UMOCKDEV_DIR"] = testbed.get_root_dir()  # set behind Python's back
    testbed.add_from_string(open(fixture + ".umockdev").read())
    fifo = testbed.get_root_dir() + node
    os.unlink(fifo)  # umockdev's own idea of the node
    os.mkfifo(fifo)
    os.environ["LD_PRELOAD"] = f"{evshim}:" + os.environ["LD_PRELOAD"]
    return fifo


def finish(status):
    """Ends the program: umockdev's testbed does not like to be taken down with its nodes open."""
    shutil.rmtree(testbed.get_root_dir(), ignore_errors=True)
    os._exit(status)
