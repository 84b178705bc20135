/// Random requests of clients.
enum Requests {
    /// Requests that are answered by one line of type `reply`.
    static let withReply: Set<String> = [
        "claim", "release", "steal", "edit", "trace", "hit", "clients", "stats", "devices", "record", "inject", "reload", "screen", "subscribe",
        "unsubscribe", "keys", "accessibility", "focus", "activate", "extend", "status", "try", "revert", "configuration", "letGo",
    ]
    /// Requests that require more rights than observing.
    static let forOthers: Set<String> = [
        "claim", "release", "steal", "edit", "trace", "record", "inject", "reload", "screen", "keys", "accessibility", "focus", "activate", "extend",
        "try", "revert", "configuration", "letGo",
    ]
    /// Requests for which the rights to claim and to edit suffice.
    static let forClaimants: Set<String> = ["claim", "release", "steal", "letGo", "edit"]
    /// Requests for the admin socket alone.
    static let forAdmins: Set<String> = ["try", "revert", "configuration", "record"]

    static func one(_ random: Chance, touches: [UInt64]) -> (type: String, rest: String) {
        if random.oneIn(3) { return ofGlass(random, touches: touches) }
        func pick(_ list: [String]) -> String { random.pick(list)! }
        let region = pick(Kiosk.regions + Kiosk.interceptors + ["new"])
        let touch = touches.isEmpty ? 7 : touches[random(touches.count)]
        var wants = ""
        for want in [#","observe":true"#, #","maxRate":\#(5 + random(60))"#, #","coalesced":true"#, #","axes":true"#] where random.oneIn(4) {
            wants += want
        }
        let bodies: [(String, String)] = [
            ("subscribe", #""regions":["\#(pick(["**", "w/pad/**", "w/*", "**/key", "v/**"]))"]\#(wants)"#),
            ("subscribe", #""regions":["**"]\#(wants)"#),
            ("subscribe", #""regions":["**"],"events":["\#(pick(["touch", "gesture", "control", "scroll"]))"]\#(wants)"#),
            ("unsubscribe", #""subscription":\#(1 + random(4))"#),
            ("claim", #""receivers":["\#(region)"]"# + pick(["", #","ackWithin":\#(50 + random(400))"#])),
            ("claim", #""receivers":["\#(region)"]"#), ("release", #""receivers":["\#(region)"]"#),
            ("steal", #""touches":[\#(touch)],"by":"ic""#),
            ("edit", edits(random, region)), ("edit", edits(random, region)), ("edit", edits(random, region)), ("edit", edits(random, region)),
            ("edit", edits(random, region) + #","keep":true"#),
            ("edit", #""edits":[{"op":"set","region":"\#(pick(["a", "b", "side", "light"]))","key":"enabled","value":\#(random.oneIn(2))}]"#),
            ("trace", #""on":\#(pick(["true", "false"]))"#), ("hit", #""x":\#(random(1000)),"y":\#(random(1000))"#),
            ("sync", ""), ("ping", ""), ("clients", ""), ("devices", ""), ("stats", pick(["", #""reset":true"#])),
            ("record", #""panel":"\#(pick(["s-0", "s-1", "t-0"]))","on":\#(pick(["true", "false"]))"#),
            (
                "screen",
                #""screen":"\#(pick(["s", "s", "t"]))","#
                    + pick([
                        #""mode":"locked","seconds":1"#, #""mode":"cleaning","seconds":2"#, #""mode":"normal""#, #""display":"off""#,
                        #""display":"on""#,
                    ])
            ),
            ("inject", injection(random)), ("inject", injection(random)), ("reload", pick(["", #""reset":true"#, #""dryRun":true"#])),
        ]
        return random.pick(bodies)!
    }

    /// A request about keys, the focus, trials or the state of the daemon.
    private static func ofGlass(_ random: Chance, touches: [UInt64]) -> (type: String, rest: String) {
        func pick(_ list: [String]) -> String { random.pick(list)! }
        let screen = pick(["", "", #""screen":"t","#])
        func join(_ rest: String) -> String { rest.isEmpty ? String(screen.dropLast()) : screen + rest }
        let key = pick(["KEY_A", "KEY_B", "KEY_LEFTALT", "KEY_F1", "KEY_DELETE", "KEY_SYSRQ", "KEY_ENTER"])
        let other = pick(["KEY_A", "KEY_LEFTALT", "KEY_BACKSPACE", "KEY_1"])
        let bodies: [(String, String)] = [
            ("keys", join(#""keys":[{"key":"\#(key)","down":\#(random.oneIn(2))}]"#)),
            ("keys", join(#""keys":[{"key":"\#(pick(["KEY_A", "KEY_B"]))","down":true}]"#)),
            ("keys", join(#""keys":[{"key":"\#(pick(["KEY_A", "KEY_B"]))","down":true}]"#)),
            ("keys", join(#""keys":[{"key":"\#(key)","down":true},{"key":"\#(other)","down":true},{"key":"\#(key)","down":false}]"#)),
            ("accessibility", join(#""profile":"\#(pick(["ears", "switch", "hands", "none"]))","on":\#(!random.oneIn(3))"#)),
            ("accessibility", join(#""profile":"\#(pick(["ears", "switch", "hands"]))","on":true"#)),
            ("focus", join(#""region":"\#(pick(Kiosk.regions))""#)),
            ("focus", join(#""move":"\#(pick(["next", "previous", "increment", "decrement"]))""#)),
            ("focus", join(#""move":"next","turn":\#(random(40))"#)),
            (
                "focus",
                join(
                    #""element":{"role":"button","label":"Pay","frame":[\#(random(900)),\#(random(900)),100,50],"activationPoint":[\#(random(900)),"#
                        + #"\#(random(900))]}"#)
            ),
            ("activate", join("")), ("extend", join("")), ("status", ""), ("configuration", ""), ("revert", ""),
            ("letGo", #""touches":[\#(touches.isEmpty ? 7 : touches[random(touches.count)])],"by":"ic""#),
            ("stats", #""hours":true,"sinceStart":true"#),
            (
                "try",
                #""calibration":{"panel":"\#(pick(["s-0", "s-1", "t-0", "u-0"]))","matrix":[\#(pick(["1", "0.5"])),0,0,0,1,0]},"#
                    + #""seconds":\#(1 + random(3))"#
            ),
            ("try", trial(random)), ("try", trial(random)),
        ]
        return random.pick(bodies)!
    }

    /// A configuration to try, as a whole or in parts.
    private static func trial(_ random: Chance) -> String {
        let text = Kiosk.text(keepsState: random.oneIn(2), 1 + random(4)).map { $0 == 10 ? 32 : $0 }
        let (start, end, more) = random.oneIn(4) ? (0, random(text.count), true) : (0, text.count, false)
        let part = String(decoding: text[start..<end], as: UTF8.self).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return #""configuration":"\#(part)","# + (more ? #""more":true"# : #""seconds":\#(1 + random(3))"#)
    }

    /// The edits of one request: one to four, which may name regions that the others have added or removed.
    private static func edits(_ random: Chance, _ region: String) -> String {
        func pick(_ list: [String]) -> String { random.pick(list)! }
        func place() -> String { "[\(random(700)),\(random(500)),\(50 + random(400)),\(50 + random(400))]" }
        func added(_ id: String, depth: Int = 0) -> String {
            var region = #""id":"\#(id)","frame":\#(place())"#
            if random.oneIn(3) { region += #","kind":"\#(pick(["button", "slider", "switch", "control", "scrollView", "surface"]))""# }
            if random.oneIn(4) { region += #","sensitive":true"# }
            if random.oneIn(4) { region += #","fallback":"spare""# }
            if random.oneIn(3) {
                let asks = random.oneIn(2) ? #","asks":["shouldBegin"]"# : ""
                let gesture = #"{"id":"\#(id) tap","type":"tap","requireToFail":["\#(id) twice"],"delaysTouchesBegan":\#(random.oneIn(2))\#(asks)}"#
                region += #","gestures":[\#(gesture),{"id":"\#(id) twice","type":"tap","numberOfTapsRequired":2}]"#
            }
            if depth < 2, random.oneIn(3) { region += #","children":[\#(added(id + "+", depth: depth + 1))]"# }
            return "{\(region)}"
        }
        func one() -> String {
            let name = pick(["new", "new+", "newer", region])
            switch random(10) {
            case 0, 1: return #"{"op":"set","region":"\#(name)","key":"frame","value":\#(place())}"#
            case 2, 3: return #"{"op":"add","parent":"\#(pick(["w", "list", "pad", "new"]))","region":\#(added(pick(["new", "newer"])))}"#
            case 4, 5: return #"{"op":"remove","region":"\#(pick(["new", "newer", "side", "volume", name]))"}"#
            case 6: return #"{"op":"\#(pick(["bringToFront", "sendToBack"]))","region":"\#(name)"}"#
            case 7: return #"{"op":"move","region":"\#(pick(["new", "light", "key"]))","parent":"\#(pick(["w", "list", "side", "newer"]))"}"#
            case 8: return #"{"op":"set","region":"\#(name)","key":"enabled","value":\#(random.oneIn(2))}"#
            default: return #"{"op":"set","gesture":"\#(pick(Kiosk.gestures + ["new tap"]))","key":"enabled","value":\#(random.oneIn(2))}"#
            }
        }
        return #""edits":[\#((0...(random.oneIn(2) ? 0 : random(4))).map { _ in one() }.joined(separator: ","))]"#
    }

    private static func injection(_ random: Chance) -> String {
        let fingers = (0...random(2)).map { _ in
            let phase = random.pick(["began", "moved", "ended", "cancelled"])!
            return #"{"finger":\#(random(3)),"phase":"\#(phase)","x":\#(random(1000)),"y":\#(random(1000))}"#
        }
        return #""touches":[\#(fingers.joined(separator: ","))]"#
    }

    /// An invalid line.
    static func lie(_ random: Chance) -> [UInt8] {
        switch random(5) {
        case 0: (0..<(1 + random(60))).map { _ in UInt8(random(256)) } + [10]
        case 1: Array("{\"type\":\"ack\",\"seq\":\(random(100_000))}\n".utf8)
        case 2: Array("{\"type\":\"answer\",\"id\":\(random(9)),\"value\":true}\n".utf8)
        case 3: Array("{\"type\":\"claim\",\"receivers\":[".utf8)  // the rest never comes, or something else does
        default: Array("{\"id\":1,\"type\":\"subscribe\",\"regions\":[\(random(9))]}\n".utf8)
        }
    }
}
