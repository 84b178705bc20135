/// The properties of the knob of a slider or switch, which moves on a straight track along one axis. Names are UISlider's and UISwitch's. A switch is
/// a track with two positions, 0 and 1.
public struct KnobSpec: Hashable, Sendable {
    public enum Axis: String, CaseIterable, Sendable { case horizontal, vertical }

    /// The axis of the track; nil for the longer side.
    public var axis: Axis?
    /// The length of the knob's side in points; nil for the shorter side of the bounds.
    public var size: Double?
    public var minimumValue = 0.0
    public var maximumValue = 1.0
    /// The value, from the minimum to the maximum. The maximum is at the right or at the top.
    public var value = 0.0
    /// Whether a slider reports every value during a drag; otherwise it reports only the last one.
    public var isContinuous = true
    /// The step of the values that a finger can set, which are the minimum plus multiples of the step, and the maximum. Nil allows any value.
    public var step: Double?
    /// Whether a tap beside a slider's knob moves the knob there.
    public var tracksTap = false

    public init() {}

    /// The state of a switch.
    public var isOn: Bool {
        get { value >= 0.5 }
        set { value = newValue ? 1 : 0 }
    }

    /// Returns the nearest value in the knob's range.
    func clamped(_ value: Double) -> Double { max(minimumValue, min(value, maximumValue)) }

    /// Returns the nearest value that a finger can set.
    func stepped(_ value: Double) -> Double {
        let value = clamped(value)
        guard let step else { return value }
        let below = minimumValue + ((value - minimumValue) / step).rounded(.down) * step
        let above = min(below + step, maximumValue)
        let nearest = value - below < above - value ? below : above
        // Removes the rounding error of binary fractions: 0.3, not 0.30000000000000004.
        let short = (nearest * 1e9).rounded() / 1e9
        return clamped(abs(nearest) < 1e6 ? short : nearest)
    }

    /// Returns the value of a knob whose middle is at `p`.
    func value(at p: Point, in bounds: Rect) -> Double {
        let travel = travel(in: bounds)
        guard travel > 0 else { return value }
        return stepped(minimumValue + (along(p, in: bounds) - side(in: bounds) / 2) / travel * (maximumValue - minimumValue))
    }

    // MARK: The track, in the region's own space

    private func axis(in bounds: Rect) -> Axis { axis ?? (bounds.size.width >= bounds.size.height ? .horizontal : .vertical) }

    private func length(in bounds: Rect) -> Double {
        axis(in: bounds) == .horizontal ? bounds.size.width : bounds.size.height
    }

    private func side(in bounds: Rect) -> Double {
        min(size ?? min(bounds.size.width, bounds.size.height), length(in: bounds))
    }

    /// Returns the distance that the knob can move, in points.
    func travel(in bounds: Rect) -> Double { length(in: bounds) - side(in: bounds) }

    /// Returns the position of `p` along the track, measured from the end with the minimum.
    func along(_ p: Point, in bounds: Rect) -> Double {
        axis(in: bounds) == .horizontal ? p.x - bounds.minX : bounds.maxY - p.y
    }

    /// Whether a movement goes along the track rather than across it.
    func goesAlong(_ way: Point, in bounds: Rect) -> Bool {
        axis(in: bounds) == .horizontal ? abs(way.x) >= abs(way.y) : abs(way.y) >= abs(way.x)
    }

    /// Returns the frame of the knob.
    public func rect(in bounds: Rect) -> Rect {
        let side = side(in: bounds)
        let range = maximumValue - minimumValue
        let place = range > 0 ? (clamped(value) - minimumValue) / range * travel(in: bounds) : 0
        if axis(in: bounds) == .horizontal {
            return Rect(bounds.minX + place, bounds.center.y - side / 2, side, side)
        }
        return Rect(bounds.center.x - side / 2, bounds.maxY - side - place, side, side)
    }
}
