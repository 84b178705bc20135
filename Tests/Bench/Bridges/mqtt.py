"""A minimal bridge to MQTT: asks touchd for its status once a second and publishes the screens when they change. mqtt.py SOCKET PORT"""
import json, socket, sys, time

import paho.mqtt.client

path, port = sys.argv[1:]
broker = paho.mqtt.client.Client("bench")
broker.will_set("touchd/bench/availability", "offline", retain=True)
broker.connect("127.0.0.1", int(port))
broker.loop_start()
touchd = socket.socket(socket.AF_UNIX)
touchd.connect(path)
lines, published = touchd.makefile("r"), None
print("connected", flush=True)
while True:
    touchd.sendall(b'{"type":"status","id":1}\n')
    for line in lines:
        reply = json.loads(line)
        if reply.get("id") == 1:
            break
    screens = json.dumps(reply["screens"])
    if screens != published:
        broker.publish("touchd/bench/screens", screens, retain=True)
        published = screens
    time.sleep(1)
