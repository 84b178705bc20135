import TouchCore
import Text

/// The pixels of a display, drawn upright for people even if the display is turned.
struct Canvas {
    enum Colour: UInt32 {
        case ground = 0x0014_202b
        case ink = 0x00ff_ffff
        case dim = 0x0055_6878
        case good = 0x0050_d890
        case bad = 0x00ff_6b5e
    }

    /// The size as people see it.
    let width: Int
    let height: Int
    /// The clockwise turn between the picture and what people see, like a panel's `rotation`.
    private let turn: Rotation
    private let pixels: UnsafeMutablePointer<UInt32>
    private let stride: Int

    /// Creates a canvas over the pixels.
    ///
    /// - Parameters:
    ///   - pixels: `stride` times `height` pixels, which outlive the canvas.
    ///   - width, height: the size of the display itself.
    init(_ pixels: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int, turn: Rotation) {
        self.pixels = pixels
        self.stride = stride
        self.turn = turn
        (self.width, self.height) = turn == .quarter || turn == .threeQuarters ? (height, width) : (width, height)
    }

    /// The unit for stroke widths, in proportion to the display: a stroke is two units wide.
    var unit: Int { max(1, min(width, height) / 540) }

    /// Returns the display's pixel for a pixel of the picture, which may be turned.
    private func own(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
        switch turn {
        case .none: (x, y)
        case .quarter: (y, width - 1 - x)
        case .half: (width - 1 - x, height - 1 - y)
        case .threeQuarters: (height - 1 - y, x)
        }
    }

    func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: Colour) {
        let (left, top, right, bottom) = (max(x, 0), max(y, 0), min(x + width, self.width), min(y + height, self.height))
        guard left < right, top < bottom else { return }
        // The rectangle is also a rectangle on the display.
        let one = own(left, top), other = own(right - 1, bottom - 1)
        let length = abs(one.x - other.x) + 1
        for row in min(one.y, other.y)...max(one.y, other.y) {
            (pixels + row * stride + min(one.x, other.x)).update(repeating: colour.rawValue, count: length)
        }
    }

    func clear() { fill(0, 0, width, height, .ground) }

    func cross(at place: Point, arm: Int, _ colour: Colour) {
        let (x, y) = (Int(place.x), Int(place.y))
        fill(x - arm, y - unit, 2 * arm + 1, 2 * unit + 1, colour)
        fill(x - unit, y - arm, 2 * unit + 1, 2 * arm + 1, colour)
    }

    /// Draws a ring, or a disc if the inner radius is 0.
    func circle(at place: Point, from inner: Int = 0, to outer: Int, _ colour: Colour) {
        let (x, y) = (Int(place.x), Int(place.y))
        for row in -outer...outer {
            let far = Self.root(outer * outer - row * row)
            let near = row * row < inner * inner ? Self.root(inner * inner - row * row) : 0
            fill(x - far, y + row, far - near + 1, 1, colour)
            fill(x + near, y + row, far - near + 1, 1, colour)
        }
    }

    private static func root(_ square: Int) -> Int { Int(Double(square).squareRoot()) }

    func line(from start: Point, to end: Point, _ colour: Colour) {
        let steps = max(Int(max(abs(end.x - start.x), abs(end.y - start.y))), 1)
        for step in 0...steps {
            let part = Double(step) / Double(steps)
            let x = Int(start.x + (end.x - start.x) * part), y = Int(start.y + (end.y - start.y) * part)
            fill(x - unit, y - unit, 2 * unit, 2 * unit, colour)
        }
    }

    /// Draws centred text in as many lines as needed, with the first line's top at `y`. Returns the bottom.
    @discardableResult
    func text(_ text: String, top y: Int, scale: Int, _ colour: Colour) -> Int {
        let advance = (Glyphs.columns + 1) * scale
        var top = y
        for line in Self.lines(text, of: max(8, width * 9 / 10 / advance)) {
            var left = (width - line.count * advance) / 2
            for character in line {
                for (column, bits) in Glyphs.columns(of: character).enumerated() {
                    for row in 0..<Glyphs.rows where bits >> row & 1 != 0 {
                        fill(left + column * scale, top + row * scale, scale, scale, colour)
                    }
                }
                left += advance
            }
            top += (Glyphs.rows + 4) * scale
        }
        return top
    }

    /// Breaks a text into lines at spaces.
    static func lines(_ text: String, of length: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(at: " ") {
            if let last = lines.last, last.count + 1 + word.count <= length {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
