"""A panel for benchmarks below umockdev-wrapper: umockdev provides the udev side, and the node is a FIFO on which evshim answers libevdev."""
import os, shutil

import gi
gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev

node = "/dev/input/event7"
testbed = UMockdev.Testbed.new()


def plug(fixture, evshim):
    """Plugs in the panel of fixture.umockdev; returns the FIFO's path as this process has to open it."""
    os.environ["UMOCKDEV_DIR"] = testbed.get_root_dir()  # set without Python's knowledge
    testbed.add_from_string(open(fixture + ".umockdev").read())
    fifo = testbed.get_root_dir() + node
    os.unlink(fifo)  # the node made by umockdev
    os.mkfifo(fifo)
    os.environ["LD_PRELOAD"] = f"{evshim}:" + os.environ["LD_PRELOAD"]
    return fifo


def finish(status):
    """Ends the program, because umockdev's testbed cannot be destroyed while its nodes are open."""
    shutil.rmtree(testbed.get_root_dir(), ignore_errors=True)
    os._exit(status)
