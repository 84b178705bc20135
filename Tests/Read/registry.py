#!/usr/bin/python3
"""A stand-in for the registry of an accessibility bus: registry.py ADDRESS. It lists the applications that are on the bus."""
import sys

import dbus, dbus.lowlevel, dbus.bus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

applications = []


def handle(connection, message):
    if message.get_type() == 4 and message.get_member() == "NameOwnerChanged":
        name, _, new = message.get_args_list()
        applications[:] = [one for one in applications if new or one[0] != name]
    if message.get_type() != 1 or not (message.get_path() or "").startswith("/org/a11y"):
        return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
    reply = dbus.lowlevel.MethodReturnMessage(message)
    if message.get_member() == "Embed":
        applications.append(message.get_args_list()[0])
        reply.append(applications[-1], signature="(so)")
    elif message.get_member() == "GetChildren":
        reply.append(dbus.Array(applications, signature="(so)"), signature="a(so)")
    else:
        reply = dbus.lowlevel.ErrorMessage(message, "org.freedesktop.DBus.Error.UnknownMethod", "there is none")
    connection.send_message(reply)
    return dbus.lowlevel.HANDLER_RESULT_HANDLED


DBusGMainLoop(set_as_default=True)
bus = dbus.bus.BusConnection(sys.argv[1])
bus.add_message_filter(handle)
bus.add_match_string("type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'")
bus.request_name("org.a11y.atspi.Registry")
print("ready", flush=True)
GLib.MainLoop().run()
