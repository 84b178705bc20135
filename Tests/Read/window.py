#!/usr/bin/python3
"""A window with a button, a field and a slider, made by a toolkit. It tells a server what is done to them, and knows nothing of touchd.

    window.py gtk3|gtk4|qt5|qt6 ADDRESS"""
import json
import sys
import threading
import urllib.request

toolkit, address = sys.argv[1:]


def tell(**what):
    request = urllib.request.Request(address, json.dumps(what).encode(), {"Content-Type": "application/json"})
    threading.Thread(target=urllib.request.urlopen, args=(request,)).start()


def gtk(number):
    import gi
    gi.require_version("Gtk", f"{number}.0")
    from gi.repository import GLib, Gtk

    def fill(window):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=40)
        button = Gtk.Button(label="Buy a ticket")
        button.connect("clicked", lambda _: tell(pressed="Buy a ticket"))
        # An entry takes its name from the label with its mnemonic.
        label, entry = Gtk.Label(label="Your _name", use_underline=True), Gtk.Entry(text="Ada")
        label.set_mnemonic_widget(entry)
        scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 1, 5, 1)
        scale.set_value(2)
        scale.connect("value-changed", lambda _: tell(persons=scale.get_value()))
        if number == 3:
            scale.get_accessible().set_name("Persons")
        else:
            scale.update_property([Gtk.AccessibleProperty.LABEL], ["Persons"])
        for child in (button, label, entry, scale):
            child.set_size_request(-1, 100)
            box.pack_start(child, False, False, 0) if number == 3 else box.append(child)
        window.add(box) if number == 3 else window.set_child(box)
        window.fullscreen()
        window.show_all() if number == 3 else window.present()
        version = f"{Gtk.get_major_version()}.{Gtk.get_minor_version()}"
        GLib.timeout_add(500, lambda: tell(shown=version) and False)

    application = Gtk.Application(application_id="kiosk.window")
    application.connect("activate", lambda _: fill(Gtk.ApplicationWindow(application=application, title="Tickets")))
    application.run([])


def qt(version):
    from importlib import import_module
    widgets, core = import_module(f"PyQt{version}.QtWidgets"), import_module(f"PyQt{version}.QtCore")
    application = widgets.QApplication(["window"])
    window = widgets.QWidget()
    window.setWindowTitle("Tickets")
    box = widgets.QVBoxLayout(window)
    button, label, entry = widgets.QPushButton("Buy a ticket"), widgets.QLabel("Your &name"), widgets.QLineEdit("Ada")
    button.clicked.connect(lambda _: tell(pressed="Buy a ticket"))
    label.setBuddy(entry)
    slider = widgets.QSlider(core.Qt.Orientation.Horizontal)
    slider.setAccessibleName("Persons")
    slider.setRange(1, 5)
    slider.setValue(2)
    slider.valueChanged.connect(lambda value: tell(persons=value))
    for child in (button, label, entry, slider):
        child.setMinimumHeight(100)
        box.addWidget(child)
    window.showFullScreen()
    core.QTimer.singleShot(500, lambda: tell(shown=core.qVersion()))
    run = getattr(application, "exec", None) or application.exec_
    run()


gtk(int(toolkit[3:])) if toolkit.startswith("gtk") else qt(int(toolkit[2:]))
