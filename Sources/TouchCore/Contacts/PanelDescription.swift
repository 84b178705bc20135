/// What the kernel declares about one absolute axis (`struct input_absinfo`), in device units.
public struct AxisInfo: Hashable, Sendable {
    public var minimum: Int32
    public var maximum: Int32
    public var fuzz: Int32
    public var flat: Int32
    /// Units per mm; 0 when the panel does not say.
    public var resolution: Int32

    public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// How many values the axis can take; in Double, since Int32's full range does not fit an Int32.
    public var count: Double { Double(maximum) - Double(minimum) + 1 }
}

/// What a panel says of itself: all that slot assembly needs to know of a device, live or recorded.
public struct PanelDescription: Hashable, Sendable {
    public var name: String
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16
    /// By axis code; absent axes are nil. Always `AbsCode.count` long.
    public private(set) var axes: [AxisInfo?]
    /// Key codes the panel can send.
    public var keys: Set<UInt16>
    /// Which axes have the position of a panel with one contact: another pair only where a quirk says so.
    public internal(set) var singleTouchX = AbsCode.x
    public internal(set) var singleTouchY = AbsCode.y

    public init(name: String, bus: UInt16 = 0, vendor: UInt16 = 0, product: UInt16 = 0, version: UInt16 = 0) {
        self.name = name
        self.bus = bus
        self.vendor = vendor
        self.product = product
        self.version = version
        axes = Array(repeating: nil, count: AbsCode.count)
        keys = []
    }

    /// Codes of 0x40 and above are no axes of the kernel's; setting one is ignored, reading one gives nil.
    public subscript(axis code: UInt16) -> AxisInfo? {
        get { Int(code) < axes.count ? axes[Int(code)] : nil }
        set { if Int(code) < axes.count { axes[Int(code)] = newValue } }
    }
}
