import TouchCore

/// A number with at most six decimals and without an exponent, as in udev rules and YAML.
func decimal(_ number: Double, digits: Int = 6) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = (number.magnitude * factor).rounded()
    guard scaled < 9e15 else { return String(number) }
    if scaled == 0 { return "0" }
    let (whole, part) = Int64(scaled).quotientAndRemainder(dividingBy: Int64(factor))
    var decimals = String(part)
    decimals = String(repeating: "0", count: digits - decimals.count) + decimals
    while decimals.utf8.last == UInt8(ascii: "0") { decimals.removeLast() }
    return (number < 0 ? "-" : "") + String(whole) + (decimals.isEmpty ? "" : "." + decimals)
}

/// A number with at most one decimal, for sentences.
func rounded(_ number: Double) -> String { decimal(number, digits: 1) }

extension AffineTransform {
    /// The rows [a b c] [d e f], as in configurations and libinput.
    public var rows: [Double] { [a, c, tx, b, d, ty] }

    public init?(rows: [Double]) {
        guard rows.count == 6 else { return nil }
        self.init(a: rows[0], b: rows[3], c: rows[1], d: rows[4], tx: rows[2], ty: rows[5])
    }
}
