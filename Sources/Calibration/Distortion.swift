public import TouchCore

/// The way in which a panel is turned or mirrored relative to the display, without small shifts and scales. A calibration corrects it.
public enum Distortion: String, CaseIterable, Sendable {
    case none
    case mirroredLeftToRight
    case upsideDown
    /// Needs a clockwise turn by 90 degrees, as with `rotation: 90`.
    case turnedBy90
    case turnedBy180
    case turnedBy270
    case axesSwapped
    /// Swapped along the other diagonal.
    case axesSwappedAndTurned

    /// The calibration that corrects exactly this distortion.
    public var matrix: AffineTransform {
        switch self {
        case .none: .identity
        case .mirroredLeftToRight: AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 1, ty: 0)
        case .upsideDown: AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 1)
        case .turnedBy90: AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1, ty: 0)
        case .turnedBy180: AffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 1, ty: 1)
        case .turnedBy270: AffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 1)
        case .axesSwapped: AffineTransform(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0)
        case .axesSwappedAndTurned: AffineTransform(a: 0, b: -1, c: -1, d: 0, tx: 1, ty: 1)
        }
    }

    /// The distortion whose matrix is nearest to a calibration in its linear part.
    init(nearest map: AffineTransform) {
        self = Self.allCases.max { $0.likeness(to: map) < $1.likeness(to: map) } ?? .none
    }

    private func likeness(to map: AffineTransform) -> Double {
        let own = matrix
        return own.a * map.a + own.b * map.b + own.c * map.c + own.d * map.d
    }

    /// A sentence that describes the distortion; nil if there is none.
    var sentence: String? {
        switch self {
        case .none: nil
        case .mirroredLeftToRight: "The panel is mirrored left to right."
        case .upsideDown: "The panel is mirrored upside down."
        case .turnedBy90: "The panel is turned: its picture has to be turned by 90 degrees clockwise."
        case .turnedBy180: "The panel is turned by 180 degrees."
        case .turnedBy270: "The panel is turned: its picture has to be turned by 270 degrees clockwise."
        case .axesSwapped: "The panel's axes are swapped."
        case .axesSwappedAndTurned: "The panel's axes are swapped, and it is turned by 180 degrees."
        }
    }
}
