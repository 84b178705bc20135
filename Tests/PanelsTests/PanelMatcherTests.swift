import Configuration
import Glibc
import TouchCore
import Testing

@testable import Panels

/// A matcher for one screen whose panels have these matches, with the configuration file c.yaml.
private func matcher(_ matches: PanelMatch...) -> PanelMatcher {
    let panels = matches.enumerated().map { PanelSettings(id: "main-\($0)", match: $1) }
    let screen = ScreenSettings(spec: ScreenSpec(id: "main", size: Size(100, 100), windows: []), panels: panels)
    return PanelMatcher(Settings(screens: [screen]), file: "c.yaml")
}

private func panel(_ name: String, _ node: String = "/dev/input/event1", idPath: String? = nil, serial: String? = nil, phys: String? = nil)
    -> PanelIdentity
{
    PanelIdentity(name: name, vendor: 0x1234, product: 0x5678, idPath: idPath, serial: serial, phys: phys, source: node)
}

extension PanelMatcher.Answer {
    fileprivate var index: Int? { if case .matched(let index) = self { index } else { nil } }
    fileprivate var refusal: String { if case .refused(let why) = self { why } else { "" } }
}

@Suite struct `Panel matcher` {
    @Test func `each panel is the entry that it fits`() {
        let answers = matcher(PanelMatch(name: "A*"), PanelMatch(name: "B*")).assign([panel("Bx"), panel("Ax", "/dev/input/event2")])
        #expect(answers.map(\.index) == [1, 0])
    }

    @Test func `a panel that fits several entries is the first one's`() {
        let matcher = matcher(PanelMatch(name: "*"), PanelMatch(name: "A"))
        #expect(matcher.assign([panel("A")]).map(\.index) == [0])
    }

    @Test func `siblings are handed out beside a panel that takes them, and beside no other`() {
        var settings = PanelSettings(id: "main-0", match: PanelMatch(name: "A"))
        #expect(DeviceRule.siblingRefusal("/dev/input/event1", nil) == "no match in the configuration fits /dev/input/event1")
        #expect(DeviceRule.siblingRefusal("/dev/input/event1", settings)?.contains("leaves the siblings") == true, "without a grab")
        settings.grab = true
        #expect(DeviceRule.siblingRefusal("/dev/input/event1", settings) == nil)
        settings.siblings = false
        #expect(DeviceRule.siblingRefusal("/dev/input/event1", settings)?.contains("leaves the siblings") == true)
    }

    @Test func `a panel that no entry fits is refused, and the file is named`() {
        #expect(matcher(PanelMatch(name: "A")).assign([panel("B")])[0].refusal.contains("c.yaml"))
        #expect(matcher().assign([panel("B")])[0].index == nil)
    }

    @Test func `a node counts only where udev knows nothing of it, and elsewhere the refusal says what to match`() {
        let matcher = matcher(PanelMatch(node: "/dev/input/event1"), PanelMatch(name: "A", node: "/dev/input/event2"))
        var (one, two) = (panel("A"), panel("A", "/dev/input/event2"))
        (one.isKnownToUdev, two.isKnownToUdev) = (false, false)
        #expect(matcher.assign([one, two, panel("A", "/dev/input/event3")]).map(\.index) == [0, 1, nil])
        let known = matcher.assign([panel("A"), panel("B", "/dev/input/event2", idPath: "usb-1")]).map(\.refusal)
        let text = "counts only where udev knows nothing of the node, because its number may be another after the next start; use "
        #expect(known[0] == "c.yaml:1:1: error: \"node\" in the match of panel main-0 \(text)name: 'A' instead")
        #expect(known[1] == "c.yaml:1:1: error: \"node\" in the match of panel main-1 \(text)idPath: 'usb-1' instead")
    }

    @Test func `an entry that fits two panels takes neither, and both are named`() {
        let (one, other) = (panel("A", "/dev/input/event1"), panel("A", "/dev/input/event2"))
        let answers = matcher(PanelMatch(name: "A")).assign([one, other])
        #expect(answers.map(\.index) == [nil, nil])
        for answer in answers {
            #expect(answer.refusal.contains(one.summary) && answer.refusal.contains(other.summary) && answer.refusal.hasPrefix("c.yaml:"))
        }
    }

    @Test func `an entry keeps the panel that it holds, and takes no second one`() {
        let (held, second) = (panel("A", "/dev/input/event1"), panel("A", "/dev/input/event2"))
        let matcher = matcher(PanelMatch(name: "A"), PanelMatch(name: "B"))
        #expect(matcher.assign([held], holding: [0: held]).map(\.index) == [0])
        #expect(matcher.assign([held, second], holding: [0: held]).map(\.index) == [0, nil])
        let alone = matcher.assign([second], holding: [0: held])
        #expect(alone[0].index == nil && alone[0].refusal.contains(held.summary))
        // A panel of another entry does not compete.
        #expect(matcher.assign([panel("B")], holding: [0: held]).map(\.index) == [1])
    }

    @Test func `every key of a match must fit`() {
        let all = PanelMatch(idPath: "pci-*-usb-0:1:1.0", name: "A?", serial: "s1", phys: "usb-*/input0", vendor: 0x1234, product: 0x5678)
        let good = panel("Ab", idPath: "pci-0000:00:14.0-usb-0:1:1.0", serial: "s1", phys: "usb-x/input0")
        #expect(matcher(all).assign([good])[0].index == 0)
        var others = [good, good, good, good, good, good]
        others[0].name = "A"
        others[1].idPath = "pci-0000:00:14.0-usb-0:2:1.0"
        others[2].serial = nil
        others[3].phys = "usb-x/input1"
        others[4].vendor = 1
        others[5].product = 1
        for other in others { #expect(matcher(all).assign([other])[0].index == nil, "\(other)") }
    }

    @Test func `a live panel is never a recording, and a recording has no port`() {
        let recording = PanelIdentity(recording: "a/b/tap.evemu", panel: PanelDescription(name: "A"))
        let files = matcher(PanelMatch(recording: "tap.*"))
        #expect(files.assign([recording])[0].index == 0)
        #expect(files.assign([panel("tap.evemu")])[0].index == nil)
        #expect(matcher(PanelMatch(idPath: "*")).assign([recording])[0].index == nil)
        #expect(matcher(PanelMatch(phys: "*")).assign([recording])[0].index == nil)
        #expect(matcher(PanelMatch(idPath: "pci-*")).assign([recording])[0].refusal.contains("a recording has no idPath"))
        #expect(!matcher(PanelMatch(idPath: "pci-*", name: "B")).assign([recording])[0].refusal.contains("a recording"))
        #expect(!matcher(PanelMatch(idPath: "pci-*")).assign([panel("A")])[0].refusal.contains("a recording"))
    }
}

@Suite struct `Panel error` {
    @Test func `what may pass by itself is tried again, what only udev can change is not`() {
        for code in [EBUSY, EIO, ENXIO, EMFILE, ENFILE, ENOMEM, ETIMEDOUT] { #expect(PanelError("n", "cannot open it", errno: code).mayPass) }
        for code in [ENOENT, ENODEV, EACCES, EPERM, ENOTTY] { #expect(!PanelError("n", "cannot open it", errno: code).mayPass) }
        #expect(!PanelError("n", "it is no touchscreen").mayPass)
    }
}
