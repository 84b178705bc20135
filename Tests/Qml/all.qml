import QtQuick
import Touchd

Item {
    // Made by a component, so that it can be destroyed.
    Component.onCompleted: maker.createObject(this)
    Timer {
        id: later
        interval: 100
        onTriggered: console.log("goes on")
    }
    Component {
        id: maker
        Touchd {
            id: client
            property double hit: 0
            property double bad: 0
            property double claiming: 0
            name: "all"
            regions: ["kiosk/menu/ok"]
            events: ["touch"]
            onConnectedChanged: console.log("connected", connected)
            onMessage: text => console.log("waits:", text)
            onReply: reply => {
                if (reply.id === hit) {
                    console.log("hit", reply.hit);
                    bad = edit([{ op: "set", region: "nosuch", key: "frame", value: [0, 0, 1, 1] }]);
                } else if (reply.id === bad) {
                    console.log("refused:", reply.ok, reply.message);
                    edit([{ op: "set", region: "ok", key: "frame", value: [60, 60, 100, 100] }], true);
                    claiming = claim(["ok"]);
                } else if (reply.id === claiming && reply.ok) {
                    console.log("claimed");
                }
            }
            onTouch: event => console.log("touch", event.phase)
            onPress: event => {
                console.log("pressed", event.region);
                regions = [];
                client.destroy();
            }
            Component.onDestruction: {
                console.log("destroyed");
                later.start();
            }
            TouchdRegion {
                region: "ok"
                onPlaceChanged: {
                    console.log("ok at", frame.x + "," + frame.y, frame.width + "x" + frame.height);
                    if (!client.hit) client.hit = client.request("hit", { x: 160, y: 1760 });
                }
                onTouchesChanged: console.log("ok down", down, touches)
            }
            TouchdRegion { region: "nowhere"; onPlaceChanged: console.log("nowhere is there") }
        }
    }
}
