public import TouchCore

/// A calibration that maps contacts to the places of the fingers.
public struct CalibrationSolution: Sendable {
    /// The distance between a contact and its cross.
    public struct Residual: Hashable, Sendable {
        public let points: Double
        /// The distance in mm. It follows from the size of the display or, if that is unknown, of the panel. If both are unknown, a usual size is
        /// assumed.
        public let millimetres: Double
    }

    /// The whole calibration in normalised space: udev's and the configuration's together.
    public let matrix: AffineTransform
    public let distortion: Distortion
    /// The distance of each contact from its cross, including the outliers.
    public let residuals: [Residual]
    /// The root mean square of the distances, without outliers.
    public let rms: Residual
    public let largest: Residual
    /// The error of the calibration in force.
    public let before: Residual
    /// The points (from 0) at which the finger missed the cross. They do not count for the calibration.
    public let outliers: [Int]
    /// Whether distances in mm use the known size of the display or of the panel; otherwise the size of a usual display is assumed.
    public let isMeasured: Bool
    /// True if the calibration in force is as good as this one, apart from the jitter of a finger.
    public let isAlreadyRight: Bool
    public let panel: CalibratedPanel
    /// The map from a contact, each axis from 0 to 1, to points of the screen.
    public let toScreen: AffineTransform

    /// The value for the configuration's `calibration:` if udev's matrix stays: the part of the calibration that is applied after that matrix.
    public var configured: AffineTransform {
        panel.udev == .identity ? matrix : panel.udev.inverse.then(matrix)
    }

    private static func length(_ residual: Residual) -> String {
        residual.millimetres < 0.05 ? "less than 0.1" : rounded(residual.millimetres)
    }

    /// The result for people: the panel's distortion, the quality of the calibration, and what to check.
    public var sentences: [String] {
        let unit = isMeasured ? " mm" : " mm on a display of 22 inches (neither the display nor the panel says how large it is)"
        var sentences: [String] = []
        if isAlreadyRight {
            sentences.append("It is already right: touches land within \(rounded(before.millimetres))\(unit) of the crosses.")
        } else {
            if let sentence = distortion.sentence { sentences.append(sentence) }
            if distortion == .none || matrix != distortion.matrix {
                sentences.append("Touches land \(rounded(before.millimetres))\(unit) from the crosses now.")
            }
            sentences.append(
                largest.millimetres < 0.1
                    ? "With the calibration they land within 0.1 mm of them."
                    : "With the calibration they land \(Self.length(rms)) mm from them, at most \(Self.length(largest)) mm.")
            if matrix == .identity { sentences.append("The panel needs no calibration: the one in force is wrong.") }
        }
        if !outliers.isEmpty {
            let points = outliers.map { "point \($0 + 1)" }.joined(separator: " and ")
            sentences.append("The finger missed the cross at \(points), which is left out.")
        }
        return sentences
    }
}
