import QtQuick
import Touchd

// Adds and destroys children while events come, and changes the region of a child while a finger is down on it.
Item {
    Touchd {
        id: client
        events: ["touch"]
        onPress: event => console.log("pressed", event.region, data.length)
        TouchdRegion {
            id: first
            region: "ok"
            onPlaceChanged: {
                console.log("first", region, present, frame.y);
                if (region !== "ok") return;
                const child = maker.createObject(client);
                client.data = [child, first];
                child.destroy();
            }
            onTouchesChanged: {
                console.log("first", region, "touches", touches, down);
                if (region === "ok" && down) region = "map";
                else if (region === "map" && down) region = "nowhere";
            }
            onTouch: event => console.log("first", region, "touch", event.region)
        }
    }
    Component {
        id: maker
        TouchdRegion {
            region: "list"
            onPlaceChanged: console.log("child", present, frame.y)
            Component.onDestruction: later.start()
        }
    }
    // By then the child is destroyed.
    Timer {
        id: later
        interval: 50
        onTriggered: console.log("child destroyed")
    }
}
