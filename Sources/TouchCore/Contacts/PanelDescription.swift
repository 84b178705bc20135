/// The kernel's declaration of one absolute axis (`struct input_absinfo`), in device units.
public struct AxisInfo: Hashable, Sendable {
    public var minimum: Int32
    public var maximum: Int32
    public var fuzz: Int32
    public var flat: Int32
    /// Units per mm; 0 if the panel does not declare them.
    public var resolution: Int32

    public init(minimum: Int32, maximum: Int32, fuzz: Int32 = 0, flat: Int32 = 0, resolution: Int32 = 0) {
        self.minimum = minimum
        self.maximum = maximum
        self.fuzz = fuzz
        self.flat = flat
        self.resolution = resolution
    }

    /// The number of values that the axis can take. It is a Double, because the number for Int32's full range does not fit an Int32.
    public var count: Double { Double(maximum) - Double(minimum) + 1 }
}

/// The description of a panel, live or recorded: everything that slot assembly needs to know about it.
public struct PanelDescription: Hashable, Sendable {
    public var name: String
    public var bus: UInt16
    public var vendor: UInt16
    public var product: UInt16
    public var version: UInt16
    /// The axes by code; nil for absent axes. Always `AbsCode.count` long.
    public private(set) var axes: [AxisInfo?]
    /// The key codes that the panel can send.
    public var keys: Set<UInt16>
    /// The axes with the position of a single-touch panel: ABS_X and ABS_Y unless a quirk names another pair.
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

    /// Accesses an axis by its code. The kernel has no axis codes of 0x40 and above: setting one is ignored, reading one returns nil.
    public subscript(axis code: UInt16) -> AxisInfo? {
        get { Int(code) < axes.count ? axes[Int(code)] : nil }
        set { if Int(code) < axes.count { axes[Int(code)] = newValue } }
    }
}
