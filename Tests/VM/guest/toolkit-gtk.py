"""A GTK program that knows nothing of touchd: prints the touches of its window, which has the whole screen."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk

PHASES = {Gdk.EventType.TOUCH_BEGIN: "began", Gdk.EventType.TOUCH_UPDATE: "moved", Gdk.EventType.TOUCH_END: "ended",
          Gdk.EventType.TOUCH_CANCEL: "cancelled"}
fingers = {}


def touched(_, event):
    number = fingers.setdefault(event.touch.sequence, len(fingers)) if event.type != Gdk.EventType.TOUCH_CANCEL else 0
    print(PHASES[event.type], number, event.touch.x, event.touch.y, flush=True)
    if event.type in (Gdk.EventType.TOUCH_END, Gdk.EventType.TOUCH_CANCEL):
        fingers.pop(event.touch.sequence, None)


window = Gtk.Window()
window.add_events(Gdk.EventMask.TOUCH_MASK)
window.connect("touch-event", touched)
window.connect("draw", lambda *_: print("drawn", flush=True))
window.fullscreen()
window.show_all()
Gtk.main()
