import QtQuick
import Touchd

// Prints every event.
Item {
    Touchd {
        onConnectedChanged: console.log("connected", connected)
        onTouch: event => console.log("touch", JSON.stringify(event))
        onGesture: event => console.log("gesture", JSON.stringify(event))
        onControl: event => console.log("control", JSON.stringify(event))
        onScroll: event => console.log("scroll", JSON.stringify(event))
    }
}
