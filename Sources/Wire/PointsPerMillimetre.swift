import TouchCore

extension JSONWriter {
    /// Writes how many points of the screen make 1 mm of the glass, along x and along y; null if the panel does not report its size.
    mutating func pointsPerMillimetre(_ size: Size?) {
        key("pointsPerMillimetre")
        guard let size else { return null() }
        beginArray()
        number(size.width)
        number(size.height)
        endArray()
    }
}
