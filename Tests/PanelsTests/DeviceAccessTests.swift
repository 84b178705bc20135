import CLinux
import Configuration
import Glibc
import TouchCore
import Testing

@testable import Panels

@Suite struct `Devices that the daemon may have` {
    static let layout = VirtualPanelLayout(
        panel: "main-0", name: "touchd main", phys: "touchd/left/main-0", ids: (0x1234, 5, 0x100), slots: 10,
        axes: [
            AbsCode.x: AxisInfo(minimum: -5, maximum: 4095, resolution: 10), AbsCode.y: AxisInfo(minimum: 0, maximum: 4095),
            AbsCode.mtPositionX: AxisInfo(minimum: -5, maximum: 4095, resolution: 10), AbsCode.mtPositionY: AxisInfo(minimum: 0, maximum: 4095),
            AbsCode.mtSlot: AxisInfo(minimum: 0, maximum: 9), AbsCode.mtTrackingID: AxisInfo(minimum: 0, maximum: 65535),
        ])

    // MARK: Devices

    @Test func `a touchscreen is handed out, anything else only when the configuration names it and it could be a panel`() throws {
        struct Row {
            var isTouchscreen = false, isKeyboard = false, complaint: String?, isNamed = false, isAllowed = false
        }
        let rows = [
            Row(isTouchscreen: true, isAllowed: true),
            Row(isTouchscreen: true, isKeyboard: true, isAllowed: true),
            Row(isTouchscreen: true, complaint: "it has no axes", isNamed: true),
            Row(isNamed: true, isAllowed: true),
            Row(isNamed: false),
            // name: "*" matches everything.
            Row(isKeyboard: true, isNamed: true),
            Row(complaint: "it has no axes", isNamed: true),
            Row(isKeyboard: true, complaint: "it has no axes", isNamed: true),
        ]
        for row in rows {
            let refusal = try DeviceRule.refusal(
                isTouchscreen: row.isTouchscreen, isKeyboard: row.isKeyboard, complaint: row.complaint, isNamed: { row.isNamed }
            )
            #expect((refusal == nil) == row.isAllowed, "\(row)")
        }
    }

    @Test func `the configuration is not read for a touchscreen, a keyboard, or what is no panel`() throws {
        for (touchscreen, keyboard, complaint) in [(true, false, nil), (false, true, nil), (false, false, "it has no axes")] {
            _ = try DeviceRule.refusal(isTouchscreen: touchscreen, isKeyboard: keyboard, complaint: complaint) {
                Issue.record("it was read")
                return true
            }
        }
    }

    @Test func `a keypad is handed out if a match names it, and a keyboard only if the match says more than an asterisk`() throws {
        struct Row {
            var isTouchscreen = false, hasKeys = true, isKeyboard = false, match = "Storm*", isAllowed = false
        }
        let rows = [
            Row(match: "*", isAllowed: true),
            Row(match: "Gale*"),
            Row(hasKeys: false),
            Row(isTouchscreen: true),
            Row(isKeyboard: true, match: "*"),
            Row(isKeyboard: true, match: "Gale*"),
            Row(isKeyboard: true, isAllowed: true),
        ]
        let device = Self.device("Storm Keypad")
        for row in rows {
            let refusal = try DeviceRule.keypadRefusal(
                of: device, isTouchscreen: row.isTouchscreen, hasKeys: row.hasKeys, isKeyboard: row.isKeyboard, present: [device]
            ) { Self.keypads([PanelMatch(name: row.match)]) }
            #expect((refusal == nil) == row.isAllowed, "\(row)")
        }
    }

    private static func device(_ name: String, at node: String = "/dev/input/event1", phys: String = "usb-1/input0") -> PanelIdentity {
        PanelIdentity(name: name, vendor: 0x1234, product: 1, idPath: "path-of-\(node)", phys: phys, source: node)
    }

    /// The entries `s/pad0`, `s/pad1` and so on, with these matches.
    private static func keypads(_ matches: [PanelMatch]) -> PanelMatcher {
        var settings = Settings(screens: [ScreenSettings(spec: ScreenSpec(id: "s", size: Size(1, 1), windows: []))])
        settings.screens[0].keypads = matches.enumerated().map { KeypadSettings(id: "pad\($0)", match: $1) }
        return PanelMatcher(keypadsOf: settings, file: "c.yaml")
    }

    private func keypadRefusal(_ device: PanelIdentity, _ present: [PanelIdentity], _ matches: PanelMatch...) throws -> String? {
        try DeviceRule.keypadRefusal(of: device, isTouchscreen: false, hasKeys: true, isKeyboard: true, present: present) {
            Self.keypads(matches)
        }
    }

    @Test func `a match that fits two keyboards gets neither`() throws {
        let (one, two) = (Self.device("Storm Keypad"), Self.device("Storm Board", at: "/dev/input/event2"))
        #expect(try keypadRefusal(one, [one], PanelMatch(name: "Storm*")) == nil)
        for device in [one, two] {
            let why = try #require(try keypadRefusal(device, [one, two], PanelMatch(name: "Storm*")))
            #expect(why.contains("Storm Keypad") && why.contains("Storm Board") && why.contains("add a key that tells them apart, such as idPath"))
            #expect(try keypadRefusal(device, [one, two], PanelMatch(idPath: device.idPath, name: "Storm*")) == nil)
        }
        #expect(try keypadRefusal(one, [], PanelMatch(name: "Storm*")) == nil, "it has only just come")
        #expect(try keypadRefusal(one, [one, two], PanelMatch(name: "Storm Keypad"), PanelMatch(name: "Storm*")) == nil, "each has its own entry")
        #expect(
            try keypadRefusal(one, [one], PanelMatch(name: "*"), PanelMatch(name: "Storm*")) != nil, "it belongs to the first, which names nothing")
        let own = Self.device("Storm panel", at: "/dev/input/event3", phys: "touchd/main-0")
        #expect(try keypadRefusal(one, [one, own], PanelMatch(name: "Storm*")) == nil, "no keypad has touchd's own devices")
    }

    @Test(arguments: ["touchd/keys/main", "touchd/left/keys/main", "touchd/main-0"])
    func `touchd's own devices are not handed out as keypads`(phys: String) throws {
        let device = Self.device("touchd keys main", phys: phys)
        #expect(try keypadRefusal(device, [device], PanelMatch(name: "touchd*")) == "it is a virtual device of touchd")
        // A virtual panel that the previous run has left is opened to learn whether it fits.
        let refusal = try DeviceRule.refusal(isTouchscreen: true, isKeyboard: false, complaint: nil) { true }
        #expect(refusal == nil)
    }

    @Test(arguments: [
        (PanelMatch(name: "*"), false), (PanelMatch(idPath: "*", name: "??*"), false), (PanelMatch(name: "Storm*"), true),
        (PanelMatch(name: "*", vendor: 0x1234), true), (PanelMatch(phys: "usb-1/input0"), true),
    ]) func `a match is specific if it says more than asterisks`(match: PanelMatch, isSpecific: Bool) {
        #expect(Self.keypads([match]).hasMatch(Self.device("Storm Keypad")) && match.isSpecific == isSpecific)
    }

    @Test(arguments: [
        ("/dev/input/event0", true), ("/dev/input/event123456", true), ("/dev/input/event", false), ("/dev/input/event1234567", false),
        ("/dev/input/event1/../event2", false), ("/dev/input/../input/event1", false), ("/dev/input/event1 ", false), ("/dev/input/mouse0", false),
        ("/dev/uinput", false), ("/etc/shadow", false), ("", false), ("/dev/input/event１", false), ("/dev/input/event+1", false),
    ]) func `only paths of event nodes are opened`(path: String, isNode: Bool) { #expect(DeviceBroker.isEventNode(path) == isNode) }

    @Test func `what is no event node is refused for good`() {
        var settings = Settings(screens: [ScreenSettings(spec: ScreenSpec(id: "s", size: Size(1, 1), windows: []))])
        settings.screens[0].panels = [PanelSettings(id: "s-0", match: PanelMatch(name: "*"))]
        settings.screens[0].keypads = [KeypadSettings(id: "pad", match: PanelMatch(name: "*"))]
        let broker = DeviceBroker { _, _ in (settings, "c.yaml") }
        for path in ["/etc/shadow", "/dev/null", "/dev/input/event999999", "/dev/input/../null"] {
            let error = #expect(throws: PanelError.self) { try broker.answer(.open(node: path, instance: nil)) }
            #expect(error?.mayPass == false, "\(path)")
            let keypad = #expect(throws: PanelError.self) { try broker.answer(.keypad(node: path, instance: nil)) }
            #expect(keypad?.mayPass == false, "\(path)")
            for (node, panel) in [(path, "/dev/input/event0"), ("/dev/input/event0", path), (path, path)] {
                let error = #expect(throws: PanelError.self) { try broker.answer(.sibling(node: node, panel: panel, instance: nil)) }
                #expect(error?.mayPass == false, "\(node) beside \(panel)")
            }
        }
    }

    @Test func `a keyboard is made only with keys that the file allows`() throws {
        func settings(_ keys: [UInt16]?) -> Settings {
            let rules = keys.map { KeyboardRules(allow: Set($0)) }
            return Settings(screens: [ScreenSettings(spec: ScreenSpec(id: "main", size: Size(1, 1), windows: [], keyboard: rules))])
        }
        let (a, power) = (KeyName.code("KEY_A")!, KeyName.code("KEY_POWER")!)
        let files: [String?: [UInt16]?] = [nil: [a, 31, power], "left": nil, "right": [31]]
        var made: [VirtualKeyboardLayout] = []
        let broker = DeviceBroker { _, instance in
            (settings(files[instance]!), "\(instance ?? "touchd").yaml")
        } makeKeyboard: { layout in
            made.append(layout)
            return -1
        }
        func answer(_ keys: [UInt16], _ screen: String = "main", _ instance: String? = nil) -> String {
            let layout = VirtualKeyboardLayout(
                screen: screen, phys: VirtualKeyboardLayout.phys(ofScreen: screen, instance), keys: keys)
            do { _ = try broker.answer(.makeKeyboard(layout)) } catch {
                #expect(error.code == EPERM)
                return error.message
            }
            return "made"
        }
        #expect(answer([a]) == "made" && answer([a, 31]) == "made" && made.count == 2)
        #expect(answer([a, 32]).hasPrefix("the keyboard of screen main in touchd.yaml does not allow KEY_D; add it"))
        #expect(answer([a], "main", "right").hasPrefix("the keyboard of screen main in right.yaml does not allow KEY_A"))
        #expect(answer([a], "main", "left").hasPrefix("screen main has no \"keyboard\" in left.yaml"))
        #expect(answer([a], "other").hasPrefix("touchd.yaml has no screen other"))
        #expect(answer([power]).contains("does not allow KEY_POWER"), "listed, but never typed")
        #expect(answer([31], "main", "right") == "made" && made.count == 3)
    }

    // MARK: Requests

    @Test func `a request is read as it was written`() {
        for request in [
            DeviceRequest.open(node: "/dev/input/event5", instance: nil), .open(node: "/dev/input/event5", instance: "left"), .make(Self.layout),
            .makeKeyboard(VirtualKeyboardLayout(ofScreen: "main", .everything, instance: "left")),
            .makeKeyboard(VirtualKeyboardLayout(ofScreen: "main", KeyboardRules(allow: [1, 30]))),
            .sibling(node: "/dev/input/event6", panel: "/dev/input/event5", instance: nil),
            .sibling(node: "/dev/input/event6", panel: "/dev/input/event5", instance: "left"),
            .keypad(node: "/dev/input/event6", instance: nil), .keypad(node: "/dev/input/event6", instance: "left"),
        ] {
            #expect(DeviceRequest(request.text) == request)
            #expect(request.text.utf8.count < DeviceRequest.maximumSize / 2)
        }
    }

    @Test func `a message with anything wrong in it is no request`() {
        let text = DeviceRequest.make(Self.layout).text
        func without(_ old: String, _ new: String) -> String {
            let parts = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
            #expect(parts.count == 2, "\(old)")
            return parts.joined(separator: new)
        }
        let messages = [
            "", "\n", "open", "open\n", "shut /dev/input/event5", "open /dev/input/event5\n", "open /dev/input/event5\ninstance a\ninstance b",
            "open /dev/input/event5\nname a", "open /dev/input/event5\0", "open /dev/input/\u{1b}event5", "make touchd/main-0",
            // A name or phys that is not touchd's.
            without("name touchd main", "name Keyboard"), without("make touchd/", "make usb/"), without("make touchd/left/", "make touchd/../"),
            without("make touchd/left/", "make touchd//"), without("make touchd/left/", "make touchd/a/b/c/"),
            // Other keys, or the same ones twice.
            text + "\nkey 30", text + "\nids 1 2 3", text + "\nname touchd main", text + "\naxis 0 0 1 0",
            // Invalid axes, or axes that no touchscreen has.
            text + "\naxis 2 0 1 0", text + "\naxis 64 0 1 0", text + "\naxis 58 5 1 0", text + "\naxis 58 0 1 -1", text + "\naxis 58 0 1",
            text + "\naxis 58 0 4294967296 0", text + "\naxis 58 0 1 0 0", without("axis 47 0 9 0", "axis 47 0 1024 0"),
            without("axis 47 0 9 0", "axis 47 1 9 0"), without("axis 53", "axis 58"), without("ids 4660 5 256", "ids 4660 5"),
            without("ids 4660 5 256", "ids 4660 5 65536"),
        ]
        for message in messages { #expect(DeviceRequest(message) == nil, "\(message)") }
    }

    @Test(arguments: [116, 99, 142, 152, 0, 272, 330]) func `no keyboard is made with a key that is never typed, or with a button`(code: UInt16) {
        let layout = VirtualKeyboardLayout(screen: "main", phys: "touchd/keys/main", keys: [30, code].sorted())
        #expect(DeviceRequest(DeviceRequest.makeKeyboard(layout).text) == nil)
    }

    @Test func `a keyboard's request with anything wrong in it is none`() {
        let text = DeviceRequest.makeKeyboard(VirtualKeyboardLayout(screen: "main", phys: "touchd/keys/main", keys: [30])).text
        #expect(DeviceRequest(text) != nil)
        for wrong in [
            text.replacing("touchd/", with: "usb/"), text.replacing("keys/main", with: "main"), text.replacing("main", with: ".."),
            text.replacing("touchd/keys", with: "touchd/a/b/keys"), text + "0", text + "\nkeys 0", String(text.dropLast()),
            text.replacing("4", with: "0"), text.replacing("4", with: "g"),
        ] { #expect(DeviceRequest(wrong) == nil, "\(wrong)") }
    }

    @Test func `the keys of a kept keyboard are read from sysfs`() {
        #expect(UinputKeyboard.keys("40000000") == [30])
        #expect(UinputKeyboard.keys("8000000000000001 0 2") == [1, 128, 191])
        #expect(UinputKeyboard.keys("x") == [])
    }

    @Test func `a panel whose id is no name of a file is refused with this reason`() {
        let text = DeviceRequest.make(Self.layout).text
        for id in [".", ".."] {
            let message = text.replacing("touchd/left/main-0", with: "touchd/left/\(id)", maxReplacements: 1)
            #expect(DeviceRequest(message) == nil)
            #expect(DeviceRequest.problem(message).contains("give it another id"))
        }
        #expect(DeviceRequest.problem("make touchd/left/main-0\nname .") == "this is not a valid request")
        #expect(DeviceRequest.problem("") == "this is not a valid request")
    }

    @Test func `whatever is cut out of a request or put into it, what is read is a touchscreen of touchd's`() {
        let text = Array(DeviceRequest.make(Self.layout).text.utf8)
        for index in text.indices {
            for byte in [UInt8(0), 10, 32, 48, 57, 45, 255] {
                var changed = text
                changed[index] = byte
                let cut = Array(text[..<index])
                for bytes in [changed, cut] {
                    guard let read = String(validating: bytes, as: UTF8.self).flatMap({ DeviceRequest($0) }) else { continue }
                    guard case .make(let layout) = read else { continue }
                    #expect(layout.name.hasPrefix("touchd ") && layout.phys.hasPrefix("touchd/") && (1...1024).contains(layout.slots))
                }
            }
        }
    }
}
