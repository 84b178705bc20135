public import TouchCore

/// A calibration that brings contacts to where fingers are.
public struct CalibrationSolution: Sendable {
    /// How far a contact lands from its cross.
    public struct Residual: Hashable, Sendable {
        public let points: Double
        /// By the size of the display, or of the panel; of a usual display if neither says.
        public let millimetres: Double
    }

    /// The whole calibration, in normalised space: udev's and the configuration's together.
    public let matrix: AffineTransform
    public let distortion: Distortion
    /// Of each point, those that were put wrongly too.
    public let residuals: [Residual]
    /// Root of the mean of the squares, without points that were put wrongly.
    public let rms: Residual
    public let largest: Residual
    /// How far the calibration in force misses.
    public let before: Residual
    /// Points where the finger was put wrongly, from 0. They have no part in the calibration.
    public let outliers: [Int]
    /// Whether sizes in millimetres are the display's or the panel's own.
    public let isMeasured: Bool
    /// The calibration in force is as good, but for the trembling of a finger.
    public let isAlreadyRight: Bool
    public let panel: CalibratedPanel
    /// From a contact, each axis from 0 to 1, to points of the screen.
    public let toScreen: AffineTransform

    /// `calibration:` of the configuration where udev's matrix stays as it is: what comes after it.
    public var configured: AffineTransform {
        panel.udev == .identity ? matrix : panel.udev.inverse.then(matrix)
    }

    private static func length(_ residual: Residual) -> String {
        residual.millimetres < 0.05 ? "less than 0.1" : rounded(residual.millimetres)
    }

    /// For people: what is wrong with the panel, how good the calibration is, what to look at.
    public var sentences: [String] {
        let unit = isMeasured ? " mm" : " mm on a display of 22 inches (neither the display nor the panel says how large it is)"
        var sentences: [String] = []
        if isAlreadyRight {
            sentences.append("It is already right: touches land within \(rounded(before.millimetres))\(unit) of the crosses.")
        } else {
            if let sentence = distortion.sentence { sentences.append(sentence) }
            if distortion == .none || matrix != distortion.matrix {
                sentences.append("Touches land \(rounded(before.millimetres))\(unit) beside the crosses now.")
            }
            sentences.append(
                largest.millimetres < 0.1
                    ? "With the calibration they land within 0.1 mm of them."
                    : "With the calibration they land \(Self.length(rms)) mm beside them, at most \(Self.length(largest)) mm.")
            if matrix == .identity { sentences.append("The panel needs no calibration: the one in force is wrong.") }
        }
        if !outliers.isEmpty {
            let points = outliers.map { "point \($0 + 1)" }.joined(separator: " and ")
            sentences.append("The finger was put wrongly at \(points), which is left out.")
        }
        return sentences
    }
}
