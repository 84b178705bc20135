// An on-screen keyboard in Qt 6. Each key is a region with a keyCode, which touchd types by itself: this program only draws the keys.
// The configuration beside it, keyboard.yaml, says which keys may be typed.
//
//     make -C clients/qml OUT=/tmp/modules && /usr/lib/qt6/bin/qml -I /tmp/modules examples/qml/keyboard.qml
import QtQuick
import QtQuick.Window
import Touchd

Window {
    id: board

    // The window keeps no place in the order of focus: the application below goes on with it.
    flags: Qt.FramelessWindowHint | Qt.WindowStaysOnTopHint | Qt.WindowDoesNotAcceptFocus
    readonly property var rows: ["Q W E R T Y U I O P", "A S D F G H J K L BACKSPACE", "LEFTSHIFT Z X C V B N M ENTER", "LEFT SPACE RIGHT"]
    readonly property int side: 108
    // Whether a finger is on a key, by the id of its region.
    property var down: ({})
    x: 0
    y: 1920 - height
    width: 10 * side
    height: rows.length * side
    visible: true
    color: "#202428"

    // Returns the keys, each with its place in the window. The gaps between keys are dead.
    function keys() {
        const all = [];
        rows.forEach((row, line) => {
            const names = row.split(" "), breadth = width / names.length;
            names.forEach((name, place) => all.push({ name: name, x: place * breadth + 4, y: line * side + 4, width: breadth - 8, height: side - 8 }));
        });
        return all;
    }

    Touchd {
        name: "keyboard"
        regions: ["board/**"]
        events: ["touch"]
        onConnectedChanged: if (connected) edit(board.keys().map(key => ({
            op: "add", parent: "board",
            region: { id: "key-" + key.name, kind: "button", frame: [key.x, key.y, key.width, key.height], keyCode: "KEY_" + key.name }
        })), true)
        onReply: reply => { if (!reply.ok) console.log("refused:", reply.message); }
        onTouch: event => {
            if (event.phase === "moved") return;
            board.down = Object.assign({}, board.down, { [event.region]: event.phase === "began" });
            console.log(event.phase, event.region);
        }
    }

    Repeater {
        model: board.keys()
        Rectangle {
            required property var modelData
            x: modelData.x; y: modelData.y; width: modelData.width; height: modelData.height
            radius: 8
            color: board.down["key-" + modelData.name] ? "#5090d0" : "#40484f"
            Text { anchors.centerIn: parent; text: modelData.name; color: "white"; font.pixelSize: 26 }
        }
    }
}
