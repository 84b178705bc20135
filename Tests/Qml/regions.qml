import QtQuick
import Touchd

// Changes its regions before touchd has answered the first subscription.
Item {
    Touchd {
        regions: ["kiosk/map"]
        events: ["touch"]
        onConnectedChanged: {
            regions = ["kiosk/list"];
            regions = ["kiosk/ok"];
        }
        onReply: reply => console.log("reply", reply.ok)
        onTouch: event => console.log("touch", event.region, event.phase)
        TouchdRegion { region: "map"; onPlaceChanged: console.log("map", present) }
        TouchdRegion { region: "list"; onPlaceChanged: console.log("list", present) }
        TouchdRegion { region: "ok"; onPlaceChanged: console.log("ok", present) }
    }
}
