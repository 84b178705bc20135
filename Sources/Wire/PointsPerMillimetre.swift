import TouchCore

extension JSONWriter {
    /// Points of the screen that a mm of the glass is, along x and along y; null when the panel does not say how large it is.
    mutating func pointsPerMillimetre(_ size: Size?) {
        key("pointsPerMillimetre")
        guard let size else { return null() }
        beginArray()
        number(size.width)
        number(size.height)
        endArray()
    }
}
