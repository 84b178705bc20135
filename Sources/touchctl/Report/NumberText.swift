/// A number rounded to a number of decimals, without trailing zeros.
func decimal(_ number: Double, _ digits: Int) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return "-" }
    let power = [1.0, 10, 100, 1_000][min(max(digits, 0), 3)]
    let whole = Int64((number * power).rounded())
    if whole == 0 { return "0" }
    let unit = Int64(power)
    var text = whole < 0 ? "-" : ""
    text += String(abs(whole) / unit)
    var rest = String(abs(whole) % unit)
    rest = String(repeating: "0", count: max(0, digits - rest.count)) + rest
    while rest.last == "0" { rest.removeLast() }
    if digits > 0 && !rest.isEmpty { text += "." + rest }
    return text
}

/// A time in µs as text in ms.
func milliseconds(_ microseconds: Int64, _ digits: Int = 1) -> String { decimal(Double(microseconds) / 1_000, digits) + " ms" }

/// A duration in µs as text: `1:02:03.4`, or `3.4 s` below a minute.
func clockText(_ microseconds: Int64, digits: Int = 0) -> String {
    let seconds = Double(max(0, microseconds)) / 1_000_000
    if microseconds < 60_000_000 { return decimal(seconds, max(digits, 2)) + " s" }
    let whole = microseconds / 1_000_000
    func pad(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes, rest) = (whole / 3_600, whole / 60 % 60, whole % 60)
    return hours > 0 ? "\(hours):\(pad(minutes)):\(pad(rest))" : "\(minutes):\(pad(rest))"
}
