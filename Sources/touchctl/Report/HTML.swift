import Text

/// A piece of HTML. Interpolated text is escaped; only literals and other pieces are markup.
struct HTML: ExpressibleByStringInterpolation, Equatable {
    private(set) var text: String

    init(stringLiteral text: String) { self.text = text }
    init(stringInterpolation pieces: StringInterpolation) { text = pieces.text }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + 16 * interpolationCount) }

        mutating func appendLiteral(_ literal: String) { text += literal }
        mutating func appendInterpolation(_ html: HTML) { text += html.text }
        mutating func appendInterpolation(_ text: String) { self.text += HTML.escaped(text) }
        mutating func appendInterpolation(_ number: some BinaryInteger) { text += String(number) }
        mutating func appendInterpolation(_ number: Double, _ digits: Int = 1) { text += decimal(number, digits) }
    }

    static func += (a: inout Self, b: Self) { a.text += b.text }

    /// Joins pieces.
    init(_ pieces: some Sequence<HTML>) {
        text = ""
        for piece in pieces { text += piece.text }
    }

    /// Escapes text that others have chosen, such as names of panels, files and regions: no markup, and only printable characters.
    static func escaped(_ text: String) -> String {
        var safe = ""
        safe.reserveCapacity(text.utf8.count)
        for scalar in printable(text).unicodeScalars {
            switch scalar {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            case "'": safe += "&#39;"
            default: safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }
}
