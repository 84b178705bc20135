import Testing

@testable import TouchCore

/// The effects of quirks, and the devices that have them.
@Suite struct `Device quirks` {
    /// The device as its kernel driver declares it: X and Y once for the mouse and once, on other axes, for the touchscreen.
    private static var egalax: PanelDescription {
        var panel = Script.single(button: KeyCode.btnTouch)
        (panel.bus, panel.vendor, panel.product) = (3, 0x0eef, 0x0001)
        panel[axis: AbsCode.z] = AxisInfo(minimum: 100, maximum: 299)
        panel[axis: AbsCode.rx] = AxisInfo(minimum: 0, maximum: 99)
        return panel
    }

    private static func usb(_ vendor: UInt16, _ product: UInt16) -> PanelDescription {
        var panel = Script.withPressure
        (panel.bus, panel.vendor, panel.product) = (3, vendor, product)
        for code in [AbsCode.mtTouchMajor, AbsCode.mtTouchMinor] { panel[axis: code] = AxisInfo(minimum: 0, maximum: 31) }
        return panel
    }

    private static func axes(_ profile: PanelProfile) -> TouchAxes {
        var values = ContactValues()
        (values.pressure, values.major, values.minor) = (50, 4, 2)
        return PanelMapping(panel: profile.description, kind: profile.kind, screen: Size(1000, 1000)).axes(values)
    }

    // MARK: Effects

    @Test func `a position on other axes is where the finger is`() {
        let profile = PanelProfile(Self.egalax)
        #expect(profile.kind == .single(button: KeyCode.btnTouch, x: AbsCode.z, y: AbsCode.rx))
        var s = Script(profile.description)
        s.abs(AbsCode.z, 200); s.abs(AbsCode.rx, 25); s.key(KeyCode.btnTouch, 1)
        #expect(s.frame() == ["A began w 500,250"])
        s.abs(AbsCode.x, 7); s.abs(AbsCode.y, 7)
        #expect(s.frame() == [], "the axes of the mouse")
        s.abs(AbsCode.rx, 50)
        #expect(s.frame() == ["A moved w 500,500"])
        s.key(KeyCode.btnTouch, 0)
        #expect(s.frame() == ["A ended w 500,500"])
    }

    @Test func `taken at its word it is where it says`() {
        let profile = PanelProfile(Self.egalax, quirks: false)
        #expect(profile.kind == .single(button: KeyCode.btnTouch) && profile.quirkNames.isEmpty)
        var s = Script(profile.description)
        s.abs(AbsCode.z, 200); s.abs(AbsCode.rx, 25); s.key(KeyCode.btnTouch, 1)
        #expect(s.frame() == ["A began w 0,0"])
    }

    @Test func `a pressure that says nothing is no pressure`() {
        let device = Self.usb(0x1f87, 0x0002)
        #expect(PanelProfile(device).quirkNames == ["noPressure", "noSize"])
        #expect(Self.axes(PanelProfile(device)).pressure == nil)
        #expect(Self.axes(PanelProfile(device, quirks: false)).pressure == 0.5)
        var rules = PanelRules()
        rules.filters = FilterRules()
        rules.filters?.pressure = FilterRules.Pressure(begin: 0.1, end: 0.1)
        var s = Script(PanelProfile(device).description, rules: rules)
        s.down(0, id: 1, 10, 10); s.press(0)
        #expect(s.frame() == ["A began w 10,10"], "the pressure filter has nothing to go by")
    }

    @Test func `sizes that are no lengths are no sizes`() {
        let device = Self.usb(0x04f3, 0x0732)
        #expect(PanelProfile(device).quirkNames == ["noSize"])
        let axes = Self.axes(PanelProfile(device))
        #expect(axes.major == nil && axes.minor == nil && axes.pressure == 0.5)
        #expect(Self.axes(PanelProfile(device, quirks: false)).major == 4)
    }

    @Test func `what the device says is kept for recordings of it`() {
        let profile = PanelProfile(Self.usb(0x1f87, 0x0002))
        #expect(profile.declared == Self.usb(0x1f87, 0x0002) && profile.declared != profile.description)
    }

    // MARK: Devices

    @Test func `a device of the same ids that declares no other axes has no quirk`() {
        var mended = Self.egalax
        mended[axis: AbsCode.rx] = nil
        #expect(PanelProfile(mended).quirkNames.isEmpty)
    }

    @Test func `all that a match gives has to fit`() {
        let device = PanelDescription(name: "EP0430M09", bus: 0x18, vendor: 1, product: 2)
        let matches: [(DeviceQuirks.Match, Bool)] = [
            (.init(bus: 0x18), true), (.init(bus: 3), false), (.init(vendor: 1), true), (.init(vendor: 2), false),
            (.init(product: 2), true), (.init(vendor: 1, product: 1), false), (.init(name: "EP0*M0?"), true), (.init(name: "EP0"), false),
            (.init(bus: 0x18, name: "*"), true), (.init(vendor: 3, name: "*"), false), (.init(name: "*", axes: [AbsCode.z]), false),
        ]
        for (match, fits) in matches { #expect(match.fits(device) == fits, "\(match)") }
    }

    @Test func `several entries for a device are put right together`() {
        let table = ["*", "dev*", "other"].enumerated().map { index, name in
            DeviceQuirks(.init(name: name), [[.noPressure], [.noSize], [.noSize]][index], because: "", seenIn: "")
        }
        let device = PanelDescription(name: "device")
        #expect(PanelProfile(device, quirks: DeviceQuirks.known(of: device, in: table)).quirkNames == ["noPressure", "noSize"])
    }

    @Test func `each device of the table is told apart, explained and seen in a recording`() {
        var matches: Set<DeviceQuirks.Match> = []
        for entry in DeviceQuirks.table {
            #expect(entry.match.product != nil || entry.match.name != nil, "\(entry.reason): fits every device")
            #expect(matches.insert(entry.match).inserted, "\(entry.reason): a second entry for the same devices")
            #expect(!entry.quirks.isEmpty && !entry.reason.isEmpty && entry.recording.hasSuffix(".evemu"))
            for case .position(let x, let y) in entry.quirks {
                #expect(entry.match.axes.contains(x) && entry.match.axes.contains(y), "\(entry.reason): the device may not have these axes")
            }
        }
    }
}
