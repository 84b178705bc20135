/// Converts a panel's device units to points of its screen (contract 3): normalise, calibrate, rotate, scale to the screen.
public struct PanelMapping: Hashable, Sendable {
    let minX: Double
    let minY: Double
    /// The transform from (value − minimum) to the screen. Because the minimum is subtracted first, positions are exact device units if the screen is
    /// as large as the panel's ranges.
    let toScreen: AffineTransform
    /// The part of the screen that the panel covers, in points.
    public let area: Rect
    let axes: Axes
    /// Whether the panel reports more than the position of a contact.
    let reportsAxes: Bool
    /// Device units per mm; nil if the panel does not declare them.
    private let resolution: Size?

    struct Axes: Hashable {
        var pressure: AxisInfo?
        var distance: AxisInfo?
        var reportsTool = false
        /// Points per device unit along the contact's long and short axis; nil if the panel does not report it.
        var major: Double?
        var minor: Double?
        /// Radians per device unit, and the angle that the rotation adds.
        var orientation: Double?
        var turn = 0.0
    }

    /// - Parameters:
    ///   - calibration: the complete calibration, in normalised space: first the udev device's, then the configuration's.
    ///   - screen: the screen's size in points.
    ///   - area: the part of the screen that the panel covers; nil for all of it.
    public init(
        panel: PanelDescription, kind: PanelKind, calibration: AffineTransform = .identity, rotation: Rotation = .none,
        screen: Size, area: Rect? = nil
    ) {
        self.area = area ?? Rect(0, 0, screen.width, screen.height)
        let size = self.area.size
        let x = panel[axis: kind.xAxis] ?? AxisInfo(minimum: 0, maximum: 0)
        let y = panel[axis: kind.yAxis] ?? AxisInfo(minimum: 0, maximum: 0)
        minX = Double(x.minimum)
        minY = Double(y.minimum)
        resolution = x.resolution > 0 && y.resolution > 0 ? Size(Double(x.resolution), Double(y.resolution)) : nil

        // A reported value stands for the cell from itself to the next value. A rotation therefore turns whole cells. If it turned their corners, the
        // first value would land on the far edge, which is outside the screen, and the last value would stop short of the near edge.
        let cell = Size(
            abs(calibration.a) / x.count + abs(calibration.c) / y.count,
            abs(calibration.b) / x.count + abs(calibration.d) / y.count)
        let turned =
            switch rotation {
            case .none: AffineTransform.identity
            case .quarter: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1 - cell.height, ty: 0)
            case .half: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1 - cell.width, ty: 1 - cell.height)
            case .threeQuarters: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1 - cell.width)
            }
        let inArea =
            calibration == .identity && rotation == .none
            ? AffineTransform.scale(size.width / x.count, size.height / y.count)
            : AffineTransform.scale(1 / x.count, 1 / y.count)
                .then(calibration).then(turned).then(.scale(size.width, size.height))
        toScreen = inArea.then(.translation(self.area.minX, self.area.minY))

        // ABS_MT_TOUCH_* are in the units of the position axes. If the scales of x and y differ, their geometric mean applies.
        let pointsPerUnit = abs(toScreen.determinant).squareRoot()
        axes = Axes(
            pressure: panel[axis: AbsCode.mtPressure] ?? (kind.isSingle ? panel[axis: AbsCode.pressure] : nil),
            distance: panel[axis: AbsCode.mtDistance],
            reportsTool: panel[axis: AbsCode.mtToolType] != nil,
            major: panel[axis: AbsCode.mtTouchMajor].map { _ in pointsPerUnit },
            minor: panel[axis: AbsCode.mtTouchMinor].map { _ in pointsPerUnit },
            // The range's maximum is a quarter turn (multi-touch-protocol.rst).
            orientation: panel[axis: AbsCode.mtOrientation].map { $0.maximum > 0 ? .pi / 2 / Double($0.maximum) : 0 },
            turn: Double(rotation.rawValue) * .pi / 180)
        reportsAxes =
            axes.reportsTool || axes.pressure != nil || axes.distance != nil || axes.major != nil || axes.minor != nil || axes.orientation != nil
    }

    /// Returns the location in screen points. Values outside the declared range are kept and land outside the screen.
    @inline(__always)
    public func location(_ values: ContactValues) -> Point {
        toScreen.apply(Point(Double(values.x) - minX, Double(values.y) - minY))
    }

    /// The number of screen points per mm of glass, along the screen's x and y, whatever the panel's rotation; nil if the panel does not
    /// declare its size.
    public var pointsPerMillimetre: Size? {
        guard let resolution else { return nil }
        // Converts a step of one point on the screen to a distance on the glass.
        let toGlass = toScreen.inverse
        func millimetres(_ x: Double, _ y: Double) -> Double {
            let (across, down) = (x / resolution.width, y / resolution.height)
            return (across * across + down * down).squareRoot()
        }
        return Size(1 / millimetres(toGlass.a, toGlass.b), 1 / millimetres(toGlass.c, toGlass.d))
    }

    /// Whether two positions, each given in device units and in points, are within 7 mm of each other. A person who tries again lands within that
    /// distance. If the panel does not declare its size, the limit is 26 points, which is the same at 96 points per inch.
    func isSamePlace(_ a: ContactValues, _ pointA: Point, as b: ContactValues, _ pointB: Point) -> Bool {
        guard let resolution else { return pointA.squaredDistance(to: pointB) <= 26 * 26 }
        let x = (Double(a.x) - Double(b.x)) / resolution.width
        let y = (Double(a.y) - Double(b.y)) / resolution.height
        return x * x + y * y <= 7 * 7
    }

    var reportsPressure: Bool { axes.pressure != nil }

    /// Returns the pressure, 0…1; nil if the panel does not report it.
    func pressure(_ values: ContactValues) -> Double? { axes.pressure.map { Self.normalise(values.pressure, $0) } }

    /// Whether the panel reports the type of the tool.
    var reportsTool: Bool { axes.reportsTool }

    public func axes(_ values: ContactValues) -> TouchAxes {
        var result = TouchAxes()
        result.pressure = pressure(values)
        result.distance = axes.distance.map { Self.normalise(values.distance, $0) }
        result.major = axes.major.map { Double(values.major) * $0 }
        result.minor = axes.minor.map { Double(values.minor) * $0 }
        result.orientation = axes.orientation.map { Self.wrap(Double(values.orientation) * $0 + axes.turn) }
        if axes.reportsTool { result.tool = values.tool == ToolType.pen ? .pen : .finger }
        return result
    }

    /// Normalises a value to 0…1, clamped: a pressure beyond the declared range is still full pressure.
    private static func normalise(_ value: Int32, _ axis: AxisInfo) -> Double {
        let span = Double(axis.maximum) - Double(axis.minimum)
        return span > 0 ? min(max((Double(value) - Double(axis.minimum)) / span, 0), 1) : 0
    }

    /// Wraps an angle to −π/2 < angle ≤ π/2: an ellipse looks the same after half a turn.
    private static func wrap(_ angle: Double) -> Double {
        let wrapped = angle.remainder(dividingBy: .pi)
        return wrapped <= -.pi / 2 ? wrapped + .pi : wrapped
    }
}

extension PanelKind {
    var isSingle: Bool {
        if case .single = self { true } else { false }
    }
}
