import Glibc

/// Edits of several users at once, with fingers down: regions appear, move, turn, hide, change their kind of touch and disappear under fingers that
/// they have, by clients who may and who may not, while claims, recordings and reloads go on. What must hold is what `Hall` checks.
///
/// Every byte of the input chooses: the step, then its words out of lists, so that most edits are valid. `requests.swift` has lines of any text.
func fuzzEdits(_ bytes: [UInt8]) {
    setenv("TOUCHD_VERIFIER", "fatal", 1)
    var editors = Editors(bytes)
    editors.run()
}

private struct Editors {
    private let hall = Hall()
    private var rest: ArraySlice<UInt8>
    private var lastID = 100

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func run() {
        for client in 0..<4 {
            send(client, #"{"type":"subscribe","id":1,"events":["touch","gesture","control","scroll"],"observe":\#(client == 1)}"#)
        }
        while !rest.isEmpty { step() }
        hall.close()
    }

    private mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }
    private mutating func choose(_ words: [String]) -> String { words[byte() % words.count] }
    private mutating func quoted(_ words: [String]) -> String { "\"\(choose(words))\"" }

    private func send(_ client: Int, _ line: String) { hall.perform(.line(client, Array(line.utf8))) }

    private mutating func step() {
        let choice = byte()
        let client = choice >> 6
        lastID += 1
        switch choice & 31 {
        case 0...11:
            let edits = (0...(choice >> 5 & 1) + byte() % 3).map { _ in edit() }
            let keep = byte() & 7 == 0 ? #","keep":true"# : ""
            send(client, #"{"type":"edit","id":\#(lastID),"edits":[\#(edits.joined(separator: ","))]\#(keep)}"#)
        case 12...22: hall.perform(.frame(fingers()))
        case 23, 24: hall.perform(.time(Int64(byte()) * 8000))
        case 25: send(client, #"{"type":"claim","id":\#(lastID),"receivers":[\#(quoted(Self.ids))],"ackWithin":\#(byte() + 1)}"#)
        case 26: send(client, #"{"type":"release","id":\#(lastID),"receivers":[\#(quoted(Self.ids))]}"#)
        case 27: send(client, #"{"type":"steal","id":\#(lastID),"touches":[\#(65536 + byte() % 32)],"by":\#(quoted(["ic", "ic2"]))}"#)
        case 28: send(3, #"{"type":"reload","id":\#(lastID)}"#)
        case 29: hall.perform(.read(client, atMost: byte() * 64 + 1))
        case 30: hall.perform(.disconnect(client))
        default: send(client, #"{"type":"answer","id":\#(byte() % 16),"value":\#(byte() & 1 == 0)}"#)
        }
    }

    /// The fingers that a frame moves, puts down and lifts.
    private mutating func fingers() -> [Int: (x: Int32, y: Int32)?] {
        var fingers: [Int: (x: Int32, y: Int32)?] = [:]
        for _ in 0...byte() % 3 {
            let finger = byte()
            fingers[finger % 5] = finger & 0x80 != 0 ? .some(nil) : (Int32(byte() * 4), Int32(byte() * 4))
        }
        return fingers
    }

    // MARK: Edits

    private static let ids = ["a", "b", "list", "row", "pad", "key", "side", "volume", "light", "spare", "w", "new", "new1", "new2", "gone"]
    private static let gestures = ["slide", "turn", "tapped", "g", "g1"]

    private mutating func edit() -> String {
        let choice = byte()
        switch choice % 8 {
        case 0: return #"{"op":"add","parent":\#(quoted(Self.ids)),"region":\#(region(0))\#(index(choice))}"#
        case 1: return #"{"op":"remove","region":\#(quoted(Self.ids))}"#
        case 2: return #"{"op":"move","region":\#(quoted(Self.ids)),"parent":\#(quoted(Self.ids))\#(index(choice))}"#
        case 3: return #"{"op":\#(quoted(["bringToFront", "sendToBack"])),"region":\#(quoted(Self.ids))}"#
        case 4: return #"{"op":"setBoundsOrigin","region":\#(quoted(Self.ids)),"origin":[\#(number()),\#(number())]}"#
        case 5:
            let (key, value) = gestureProperty()
            return #"{"op":"set","gesture":\#(quoted(Self.gestures)),"key":"\#(key)","value":\#(value)}"#
        default:
            let (key, value) = property()
            return #"{"op":"set","region":\#(quoted(Self.ids)),"key":"\#(key)","value":\#(value)}"#
        }
    }

    private mutating func index(_ choice: Int) -> String { choice & 0x80 == 0 ? "" : #","index":\#(byte() % 5)"# }

    /// A number: mostly one of the screen's points.
    private mutating func number() -> String {
        let (choice, rare) = (byte(), ["-1", "0", "1e9", "-1e9", "1e-9", "0.5"])
        return choice < 250 ? "\(choice * 5 - 100)" : rare[choice - 250]
    }

    private mutating func numbers(_ count: Int) -> String { "[" + (0..<count).map { _ in number() }.joined(separator: ",") + "]" }
    private mutating func flag() -> String { byte() & 1 == 0 ? "false" : "true" }

    private mutating func property() -> (key: String, value: String) {
        let flags = [
            "hidden", "userInteractionEnabled", "clipsToBounds", "multipleTouchEnabled", "exclusiveTouch", "enabled", "watchesOutside",
            "isContinuous", "trackTap", "isOn", "scrollEnabled", "pagingEnabled", "directionalLockEnabled", "bounces", "alwaysBounceHorizontal",
            "alwaysBounceVertical", "bouncesZoom", "delaysContentTouches", "canCancelContentTouches", "sensitive",
        ]
        let singles = [
            "alpha", "undecidedFor", "trackingSlop", "value", "minimumValue", "maximumValue", "step", "knobSize", "decelerationRate",
            "minimumZoomScale", "maximumZoomScale", "zoomScale",
        ]
        switch byte() % 12 {
        case 0...3: return (choose(flags), flag())
        case 4, 5: return (choose(singles), number())
        case 6, 7: return ("frame", numbers(4))
        case 8: return (choose(["bounds", "hitInsets", "contentInset"]), numbers(4))
        case 9: return (choose(["center", "contentSize"]), numbers(2))
        case 10: return ("transform", choose(["[0,1,-1,0,0,0]", "[2,0,0,2,0,0]", "[1,0,0,0,0,0]", "[0.7,0.7,-0.7,0.7,9,-9]"]))
        default:
            let words = [
                ("responds", #""consume""#), ("responds", #""forward""#), ("responds", #""none""#), ("behaviour", #""dragSelf""#),
                ("behaviour", "null"), ("fallback", #""spare""#), ("fallback", #""new""#), ("fallback", "null"), ("axis", #""vertical""#),
                ("keyCode", #""KEY_A""#), ("keyCode", "null"), ("hitTest", "null"), ("shape", #"{"kind":"ellipse"}"#), ("shape", "null"),
                ("touchesShouldCancelNo", #"["row"]"#), ("accessibility", #"{"role":"button","label":"x"}"#),
            ]
            return words[byte() % words.count]
        }
    }

    private mutating func gestureProperty() -> (key: String, value: String) {
        let flags = [
            "enabled", "cancelsTouchesInView", "delaysTouchesBegan", "delaysTouchesEnded", "requiresExclusiveTouchType", "shouldBegin",
        ]
        switch byte() % 4 {
        case 0, 1: return (choose(flags), flag())
        case 2: return (choose(["requireToFail", "simultaneousWith"]), "[\(quoted(Self.gestures))]")
        default:
            let keys = ["numberOfTaps", "numberOfTouches", "minimumPressDuration", "scaleSlop", "rotationSlop", "minimumDistance"]
            return (choose(keys), "\(byte() % 4)")
        }
    }

    private mutating func region(_ depth: Int) -> String {
        let kind = choose(["view", "button", "slider", "switch", "scrollView", "view"])
        var members = [#""id":\#(quoted(["new", "new1", "new2", "a", "key"]))"#, #""frame":\#(numbers(4))"#, #""kind":"\#(kind)""#]
        var keys: Set = ["id", "frame", "kind"]
        for _ in 0..<byte() % 4 {
            let (key, value) = property()
            if keys.insert(key).inserted { members.append("\"\(key)\":\(value)") }
        }
        if byte() & 3 == 0 {
            let type = quoted(["tap", "longPress", "pan", "pinch", "rotation", "transform", "swipe", "edge", "hover"])
            members.append(#""gestures":[{"id":\#(quoted(["g", "g1"])),"type":\#(type)}]"#)
        }
        if depth < 2, byte() & 3 == 0 { members.append(#""children":[\#(region(depth + 1))]"#) }
        return "{" + members.joined(separator: ",") + "}"
    }
}
