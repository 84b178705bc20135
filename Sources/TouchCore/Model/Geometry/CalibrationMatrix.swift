/// A fault of a calibration matrix from udev.
public enum CalibrationMatrixFault: Error, Hashable, Sendable, CustomStringConvertible {
    case noSixNumbers
    case notFinite
    case notInvertible(determinant: Double)

    public var description: String {
        switch self {
        case .noSixNumbers: "is not six numbers"
        case .notFinite: "has a number that is infinite, or not a number"
        case .notInvertible(let determinant): "cannot be inverted: a·e − b·d is \(determinant)"
        }
    }
}

extension AffineTransform {
    /// Reads a matrix in libinput's format: six numbers, `a b c d e f` of the rows [a b c] [d e f]. Ignores anything after the sixth number.
    public init(libinput text: String) throws(CalibrationMatrixFault) {
        let numbers = text.unicodeScalars.split(whereSeparator: { $0 == " " || $0 == "\t" }).prefix(6).compactMap { Double(Substring($0)) }
        guard numbers.count == 6 else { throw .noSixNumbers }
        self.init(a: numbers[0], b: numbers[3], c: numbers[1], d: numbers[4], tx: numbers[2], ty: numbers[5])
        guard [a, b, c, d, tx, ty, determinant].allSatisfy(\.isFinite) else { throw .notFinite }
        guard isUsable else { throw .notInvertible(determinant: determinant) }
    }
}
